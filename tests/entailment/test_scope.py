"""What is negated, unreal or ranged over: read by hand, sentence by sentence, with look-alikes."""

import pytest

from prism.entailment.scope import scopes
from prism.text.nlp import analyse


def negated(text: str) -> str:
    doc = analyse(text)
    found = scopes(doc)
    return " ".join(t.text for t in doc if found.negated(t.i) and t.pos_ not in ("PUNCT", "CCONJ"))


def unreal(text: str) -> str:
    doc = analyse(text)
    found = scopes(doc)
    return " ".join(t.text for t in doc if found.unreal[t.i] and t.pos_ not in ("PUNCT", "CCONJ"))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("The lamp did not burn.", "burn"),
        ("The lamp burned.", ""),
        ("The lamp never burned in the hall.", "burned in the hall"),
        ("No lamp burned in the hall.", "lamp burned in the hall"),
        ("Ada hardly slept.", "slept"),
        ("Ada almost fell.", "fell"),
        ("The guests could not leave.", "leave"),
        ("Ada isn't here.", "is here"),
        ("Nor did Ben sing.", "Ben sing"),
        ("Ada knew no fear.", "knew fear"),
        ("Neither guest stayed.", "guest stayed"),
        ("Few guests stayed.", "guests stayed"),
        ("Nearly all guests stayed.", ""),
        ("Ada drank no more tea.", "drank more tea"),
        ("At no time did Ada sing.", "Ada sing"),
        ("Ada did not see Ben in the hall.", "see Ben in the hall"),
    ],
)
def test_words_of_negation(text: str, words: str) -> None:
    assert negated(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ada did not sing, but Ben danced.", "sing"),
        ("Ada did not sing and Ben danced.", "sing"),
        ("Ada did not sing because she was ill.", "sing"),
        ("Ada did not sing; she danced.", "sing"),
        ("Ada did not buy the boat that Ben built.", "buy the boat"),
        ("Ada did not meet Ben, who sang.", "meet Ben"),
        ("Ada did not see a boat that sank.", "see a boat that sank"),
        ("Ada's brother, who did not sing, left.", "sing"),
        ("Nobody sang, and Ben danced.", "sang"),
        ("No guest slept, and Ben danced.", "guest slept"),
        ("Ben danced, but no guest slept.", "guest slept"),
    ],
)
def test_a_negation_ends_with_its_clause(text: str, words: str) -> None:
    assert negated(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Nobody at the inn sang.", "at the inn sang"),
        ("None of the guests sang.", "of the guests sang"),
        ("Nothing grew in the garden.", "grew in the garden"),
        ("Nobody at the Rialto, a theatre, sang.", "at the Rialto sang"),
        ("None but Ada sang.", ""),
        ("Ada saw nobody in the hall.", "saw in the hall"),
        ("Ada spoke to nobody in the hall.", "spoke to in the hall"),
        ("They came by no road.", "came by road"),
        ("Without rain nothing grew.", "rain grew"),
    ],
)
def test_negative_pronouns(text: str, words: str) -> None:
    assert negated(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ada failed to open the door.", "to open the door"),
        ("Ada stopped singing.", "singing"),
        ("Ada refused the offer.", "the offer"),
        ("Ada lacked money.", "money"),
        ("Ada is unable to swim.", "to swim"),
        ("Ada prevented the fire from spreading.", "the fire spreading"),
        ("Ada dropped the plan.", "the plan"),
        ("Ada dropped the cup into the sink.", ""),
        ("Ada cancelled the trip.", "the trip"),
        ("The trip was cancelled.", "The trip"),
        ("Ada forgot the keys.", "the keys"),
        ("The bottle held forty-drop doses.", ""),
        ("The lack of water hurt the crops.", "water"),
        ("The refusal of the guests hurt her.", ""),
        ("Ada left without her coat.", "her coat"),
        ("Everyone except Ben sang.", "Ben"),
        ("The hall was smoke-free.", "smoke"),
        ("The hall was free.", ""),
        ("Ada was anything but calm.", "calm"),
        ("They ran out of milk.", "milk"),
        ("They took ten out of forty eggs.", ""),
        ("Rain or no rain, they went out.", ""),
        ("Ada slept rather than sing.", "sing"),
        ("Not Ada but Ben sang.", "Ada"),
        ("Not only Ada but Ben sang.", ""),
    ],
)
def test_words_that_deny_what_goes_with_them(text: str, words: str) -> None:
    assert negated(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ada did not fail to sing.", "fail"),
        ("Nobody refused to sing.", "refused"),
        ("Ada never left without her coat.", "left without"),
    ],
)
def test_two_denials_make_an_assertion(text: str, words: str) -> None:
    found = set(negated(text).split())
    assert set(words.split()) <= found
    assert found.isdisjoint({"sing", "her", "coat"})


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ada would have sung.", "Ada have sung"),
        ("Ada might sing.", "Ada sing"),
        ("Ada could have sung.", "Ada have sung"),
        ("Ada could sing.", ""),
        ("If Ada sang, Ben danced.", "If Ada sang"),
        ("Ben danced, unless Ada sang.", "unless Ada sang"),
        ("Even if Ada sang, Ben danced.", ""),
        ("Ada planned to sing.", "to sing"),
        ("Ada wanted the boat.", ""),
        ("Ben decided to sell the boat.", "to sell the boat"),
        ("Had Ada sung, Ben would have danced.", "Had Ada sung Ben have danced"),
        ("Ada had sung.", ""),
        ("They knew Ada would sing.", ""),
        ("If asked, Ada would sing.", "If asked Ada sing"),
        ("He'd slept.", ""),
        ("Ada would have sung, but Ben danced.", "Ada have sung"),
        ("Ada sang in the hall.", ""),
    ],
)
def test_what_is_told_as_unreal(text: str, words: str) -> None:
    assert unreal(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("All guests sang.", "All guests"),
        ("Every guest in the hall sang.", "Every guest in the hall"),
        ("Each guest sang.", "Each guest"),
        ("The guests sang.", ""),
        ("Some guests sang.", ""),
    ],
)
def test_what_all_ranges_over(text: str, words: str) -> None:
    doc = analyse(text)
    assert " ".join(t.text for t in doc if scopes(doc).every[t.i]) == words


def test_a_report_is_denied_whole_and_its_wrapper_says_no_more() -> None:
    doc = analyse("It is a lie that Ada sang.")
    found = scopes(doc)
    assert {doc[i].text for i in found.wrappers} >= {"lie"}
    assert not found.wrappers & {t.i for t in doc if t.text in ("Ada", "sang")}
    assert negated("It is a lie that Ada sang.") == "Ada sang"
    assert "sing" not in negated("It is a lie that Ada did not sing.")
    assert "sang" in unreal("Ben hoped that Ada sang.")
    assert scopes(analyse("Ada sang.")).wrappers == frozenset()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Few guests stayed.", "guests stayed"),
        ("Very few guests stayed.", "Very guests stayed"),
        ("A few guests stayed.", ""),
        ("Quite a few guests stayed.", ""),
        ("The few guests stayed.", ""),
        ("Her few guests stayed.", ""),
        ("Nothing but rain fell.", ""),
        ("Nobody but Ada sang.", ""),
        ("Rain or no snow, Ben sang.", "snow"),
        ("Ada sang or no guest slept.", "guest slept"),
        ("The bottle held a ten-fail dose.", ""),
        ("Ada's fear of failure grew.", ""),
        ("The room was dust-free.", "dust"),
        ("Free rooms were rare.", ""),
        ("She was anything but.", ""),
        ("Anything goes but Ben.", ""),
        ("Almost everyone sang.", ""),
        ("Ada sang seldom.", ""),
        ("They walked out of the hall.", ""),
        ("Three out of ten guests sang.", ""),
        ("Ada dropped out.", ""),
        ("Ada drops a cup in the sink.", ""),
        ("Ada dropped the cup onto the floor.", ""),
        ("Ada stopped the boat.", ""),
        ("Ada neglected the garden.", ""),
        ("No, Ada sang.", ""),
        ("No! Ada sang.", ""),
        ("The failure of the pump hurt Ben.", ""),
    ],
)
def test_what_looks_like_a_denial_denies_nothing(text: str, words: str) -> None:
    assert negated(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("No one saw the boat.", "one saw the boat"),
        ("Not one of the guests sang.", "one of the guests sang"),
        ("Ada saw no one.", "saw one"),
        ("Ada no longer worked.", "longer worked"),
        ("Ada does not sing any more.", "sing any more"),
        ("Ada never sang.", "sang"),
        ("Ada seldom sang.", "sang"),
        ("Ada rarely sang.", "sang"),
        ("Ada scarcely slept.", "slept"),
        ("Ada barely slept.", "slept"),
        ("Ada nearly fell.", "fell"),
        ("Neither Ada nor Ben sang.", "Ada Ben sang"),
        ("Neither boy sang.", "boy sang"),
        ("Neither is the case.", "is the case"),
        ("Neither of the guests sang.", "of the guests sang"),
        ("Ada drank no more.", "drank more"),
        ("By no means did Ada sing.", "Ada sing"),
        ("Ada gave no guest a cup.", "gave guest a cup"),
        ("Ada gave a cup to no guest.", "gave a cup to guest"),
        ("Ada became no singer.", "became singer"),
        ("They elected no man mayor.", "elected man mayor"),
        ("The boat was built by no man.", "built by man"),
        ("Nobody was seen.", "seen"),
        ("Nothing was said.", "said"),
        ("There was nothing in the box.", "was in the box"),
        ("Ada is nobody.", "is"),
        ("Ada found nothing in the hall.", "found in the hall"),
        ("Ada found nothing, and Ben slept.", "found"),
        ("Nothing in the garden, a meadow, grew.", "in the garden grew"),
        ("None sang because it rained.", "sang"),
        ("Ada left without a word.", "a word"),
        ("They are out of milk.", "milk"),
        ("The shop sold out of bread.", "bread"),
        ("Ada is short of money.", "money"),
        ("Ben slept instead of Ada.", "instead Ada"),
        ("Ada cannot sing.", "sing"),
        ("Ada won't sing in the hall.", "sing in the hall"),
        ("Don't sing.", "sing"),
        ("Not all guests sang.", "all guests"),
        ("Not Ada sang.", "Ada"),
        ("Ada sang not in the hall but in the garden.", "in the hall"),
        ("Ada said nothing.", "said"),
    ],
)
def test_each_word_of_negation_in_each_place_of_a_sentence(text: str, words: str) -> None:
    assert negated(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ada did not sing, nor did Ben dance.", "sing Ben dance"),
        ("Ada did not sing or dance.", "sing dance"),
        ("Ada did not sing, Ben slept.", "sing"),
        ("Ada did not sing after Ben slept.", "sing"),
        ("Ada did not sing, and was sleeping.", "sing"),
        ("Ada did not sing but was heard.", "sing"),
        ("Ada has not sung and has slept.", "sung"),
        ("Ada did not sleep, thinking of Ben.", "sleep thinking of Ben"),
        ("Ada does not like a man who sings.", "like a man who sings"),
        ("Ada does not like the man who sings.", "like the man"),
        ("Ada does not like this man who sings.", "like this man"),
        ("Ada does not like her brother who sings.", "like her brother"),
        ("Ada did not buy a boat, which sank.", "buy a boat"),
        ("Ada did not see Ben, who slept.", "see Ben"),
        ("The guest did not sleep in a bed that creaked.", "sleep in a bed that creaked"),
        ("Ada did not say that she sang.", "say that she sang"),
        ("Ada said that she did not sing.", "sing"),
        ("Ada did not want to sing.", "want to sing"),
        ("No boat sank, and it rained.", "boat sank"),
        ("No boat sank and burned.", "boat sank burned"),
        ("No boat sank because it rained.", "boat sank"),
    ],
)
def test_how_far_a_negation_reaches(text: str, words: str) -> None:
    assert negated(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ada avoided singing.", "singing"),
        ("Ada avoided the hall.", "the hall"),
        ("Ada prevented Ben from singing.", "Ben singing"),
        ("Ada kept from singing.", ""),
        ("Ada denied singing.", "singing"),
        ("Ada denied the theft.", "the theft"),
        ("Ada skipped the meal.", "the meal"),
        ("The meal was skipped.", "The meal"),
        ("Ada abandoned the plan.", "the plan"),
        ("Ada declined the offer.", "the offer"),
        ("Ada forgot to sing.", "to sing"),
        ("Ada hesitated to sing.", "to sing"),
        ("Ada is incapable of singing.", "singing"),
        ("Ada refrained from singing.", "singing"),
        ("Ada abstained from wine.", "wine"),
        ("Ada neglected to sing.", "to sing"),
        ("Ada ceased to sing.", "to sing"),
        ("It is impossible to sing.", "to sing"),
        ("It is unnecessary to sing.", "to sing"),
        ("The absence of rain hurt the crops.", "rain"),
        ("Ada was unable to reach the boat or swim.", "to reach the boat swim"),
        ("Ada did not sell the boat.", "sell the boat"),
        ("Ada sold the boat.", ""),
        ("Ada bought the boat.", ""),
        ("Ada tried to sing.", ""),
        ("Ada is able to sing.", ""),
    ],
)
def test_each_denier_denies_its_own_complement(text: str, words: str) -> None:
    assert negated(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Ada should sing.", "Ada sing"),
        ("Ada may sing.", "Ada sing"),
        ("Ada sings in May.", ""),
        ("May is warm.", ""),
        ("Ada must sing.", ""),
        ("Ada will sing.", ""),
        ("Ada could have slept and sung.", "Ada have slept sung"),
        ("Ada could have it.", ""),
        ("Could Ada have sung?", "Ada have sung"),
        ("Ada might sing and Ben slept.", "Ada sing"),
        ("Ada might sing, but Ben slept.", "Ada sing"),
        ("Unless it rains, Ada sings.", "Unless it rains"),
        ("Ada asked whether Ben slept.", "whether Ben slept"),
        ("Ada hid lest Ben see her.", "lest Ben see her"),
        ("Ada slept even if it rained.", ""),
        ("Ada sleeps if it rains.", "if it rains"),
        ("Ada expected Ben to sing.", "Ben to sing"),
        ("Ada allowed Ben to sing.", "Ben to sing"),
        ("Ada asked Ben to sing.", "to sing"),
        ("Ada promised to sing.", "to sing"),
        ("Ada needs to sing.", "to sing"),
        ("Ada tried to sing.", ""),
        ("Ada managed to sing.", ""),
        ("Ada planned a trip.", ""),
        ("Ada told Ben a tale.", ""),
        ("Ada told Ben that it rained.", ""),
        ("Ada decided that it rained.", ""),
        ("Had it rained, Ada would have slept.", "Had it rained Ada have slept"),
        ("Had it rained?", ""),
        ("After Ada had sung, Ben slept.", ""),
        ("Because Ada had sung, Ben slept.", ""),
        ("Ada had slept when it rained.", ""),
        ("Ada knew that it would rain.", ""),
        ("Every day Ada would sing.", ""),
        ("He'd sung.", ""),
        ("He'd sing if it rained.", "He sing if it rained"),
        ("Ada would have slept, let go and fallen; Ben sang.", "Ada have slept let go fallen"),
        ("Ada would have slept if it had rained.", "Ada have slept if it had rained"),
        ("Ada would sing if it rained.", "Ada sing if it rained"),
        ("Ada would have met Ben, who slept.", "Ada have met Ben"),
        ("Ada would have met the man who slept.", "Ada have met the man"),
    ],
)
def test_how_far_unreality_reaches(text: str, words: str) -> None:
    assert unreal(text) == words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Any guest sang.", "Any guest"),
        ("All the guests in the hall sang.", "All the guests in the hall"),
        ("Ada saw every boat that sank.", "every boat that sank"),
        ("Both guests sang.", ""),
        ("Ada ate all.", ""),
    ],
)
def test_each_word_of_all_ranges_over_its_noun(text: str, words: str) -> None:
    doc = analyse(text)
    assert " ".join(t.text for t in doc if scopes(doc).every[t.i]) == words


@pytest.mark.parametrize(
    ("text", "by"),
    [
        ("Ada did not sing.", "not"),
        ("Nobody refused to sing.", "Nobody refused"),
        ("It is a lie that Ada would sing.", "lie"),
        ("Ada never left without Ben.", "never without"),
        ("Ada sang.", ""),
    ],
)
def test_every_operator_that_negates_a_word_is_known(text: str, by: str) -> None:
    doc = analyse(text)
    found = scopes(doc).negations
    last = max(t.i for t in doc if t.pos_ in ("VERB", "PROPN"))
    assert " ".join(doc[i].text for i in sorted(found[last])) == by
    assert all(place not in over for place, over in enumerate(found))


def test_a_report_without_a_verb_is_a_misreading() -> None:
    assert scopes(analyse("It is a lie that Ada sang.")).misread == frozenset()
    doc = analyse("Ada believed the tank leaked.")
    assert scopes(doc).misread == frozenset()
    assert scopes(doc).wrappers == frozenset()  # an open report is no wrapper

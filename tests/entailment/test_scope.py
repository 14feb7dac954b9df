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

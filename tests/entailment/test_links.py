"""Who does what to whom, by the grammar of each sentence."""

import pytest

from prism.entailment.check import reading


def links(text: str) -> set[str]:
    found = reading(text)
    words = [token.text for token in found.doc]
    return {f"{words[a]}-{role}-{words[b]}" for (a, b), role in found.links.items()}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("The dog chased the cat.", "chased-subj-dog chased-obj-cat"),
        ("The cat was chased by the dog.", "chased-obj-cat chased-subj-dog"),
        ("Ada gave Ben a book.", "gave-subj-Ada gave-obj-Ben gave-obj-book"),
        ("Ada moved away from Graz.",
         "moved-subj-Ada moved-mod-away moved-from-Graz away-from-Graz"),
        ("The dog that chased the cat slept.",
         "chased-subj-dog chased-subj-that chased-obj-cat slept-subj-dog"),
        ("The cat that the dog chased slept.",
         "chased-obj-cat chased-obj-that chased-subj-dog slept-subj-cat"),
        ("The cat chased by the dog slept.", "chased-obj-cat chased-subj-dog slept-subj-cat"),
        ("The man selling apples slept.", "selling-subj-man selling-obj-apples slept-subj-man"),
        ("Ada and Ben slept.", "slept-subj-Ada slept-subj-Ben"),
        ("Ada slept and danced.", "slept-subj-Ada danced-subj-Ada"),
        ("Ada wants to sing.", "wants-subj-Ada wants-comp-sing sing-subj-Ada"),
        ("Ada asked Ben to sing.", "asked-subj-Ada asked-obj-Ben asked-comp-sing"),
        ("Ada is a doctor.", "doctor-subj-Ada"),
        ("Ada is tired.", "tired-subj-Ada"),
        ("Ada is in Oslo.", "Ada-in-Oslo"),
        ("Ada was ill and was tired.", "ill-subj-Ada tired-subj-Ada"),
        ("The letter was written and sent by Ada.",
         "written-obj-letter sent-obj-letter sent-subj-Ada"),
        ("The tank holds 600 litres.", "holds-subj-tank holds-obj-600"),
        ("The old red boat sank near the pier.",
         "boat-mod-old boat-mod-red sank-subj-boat sank-near-pier"),
        ("Ada's brother Carlo slept.", "brother-mod-Ada brother-mod-Carlo slept-subj-brother"),
        ("Ada bought apples and pears.", "bought-subj-Ada bought-obj-apples bought-obj-pears"),
        ("She prefers marble to bronze.",
         "prefers-subj-She prefers-obj-marble marble-to-bronze"),
        ("There was mould.", ""),
    ],
)  # fmt: skip
def test_roles(text: str, told: str) -> None:
    assert links(text) == set(told.split())


def test_a_subject_of_its_own_is_not_shared() -> None:
    found = links("Ada slept and Ben danced.")
    assert "danced-subj-Ben" in found
    assert "danced-subj-Ada" not in found


def test_neighbours_are_seen_from_both_ends_and_roles_through_nouns() -> None:
    found = reading("Ada's brother Carlo slept.")
    place = {token.text: token.i for token in found.doc}
    assert found.near[place["slept"]] == {place["brother"]: "subj"}
    assert found.near[place["brother"]][place["slept"]] == "subj-of"
    assert found.role(place["slept"], place["brother"]) == "subj"
    assert found.role(place["slept"], place["Carlo"]) == "subj"  # he is the brother
    assert found.role(place["brother"], place["slept"]) is None


def test_distance_counts_links_up_to_a_limit() -> None:
    found = reading("Ada's brother Carlo slept near the pier of Oslo.")
    place = {token.text: token.i for token in found.doc}
    assert found.distance(place["slept"], place["slept"]) == 0
    assert found.distance(place["slept"], place["brother"]) == 1
    assert found.distance(place["slept"], place["Carlo"]) == 2
    assert found.distance(place["Carlo"], place["pier"]) == 3
    assert found.distance(place["Carlo"], place["Oslo"]) == 4  # or farther
    assert found.distance(place["Carlo"], place["pier"], limit=2) == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ada moved out to Oslo.", "moved-comp-out moved-subj-Ada moved-to-Oslo"),
        ("Ada looked away from Ben.",
         "away-from-Ben looked-from-Ben looked-mod-away looked-subj-Ada"),
        ("Ada walked back over the bridge.",
         "back-over-bridge walked-mod-back walked-over-bridge walked-subj-Ada"),
        ("Ada lived in Graz in May.", "lived-in-Graz lived-in-May lived-subj-Ada"),
        ("Ben was seen by Ada near the pier.", "seen-near-pier seen-obj-Ben seen-subj-Ada"),
        ("Ada is a doctor in Oslo.", "doctor-in-Oslo doctor-subj-Ada"),
        ("Ada is here.", "here-subj-Ada"),
        ("Ada is from Oslo.", "Ada-from-Oslo"),
        ("Ada is ill because Ben slept.", "ill-subj-Ada slept-subj-Ben"),
        ("Ada slept, dreaming of Ben.",
         "dreaming-of-Ben dreaming-subj-Ada slept-comp-dreaming slept-subj-Ada"),
        ("Ada made Ben sing.", "made-comp-sing made-subj-Ada sing-subj-Ben"),
        ("Ada tried to sing.", "sing-subj-Ada tried-comp-sing tried-subj-Ada"),
        ("Ada was asked to sing.", "asked-comp-sing asked-obj-Ada sing-subj-Ada"),
        ("Ada was seen and heard.", "heard-obj-Ada seen-obj-Ada"),
        ("The letter was written and was sent.", "sent-obj-letter written-obj-letter"),
        ("Ada wrote and sent the letter.", "sent-obj-letter sent-subj-Ada wrote-subj-Ada"),
        ("Ada slept, and Ben and Carl sang.", "sang-subj-Ben sang-subj-Carl slept-subj-Ada"),
        ("The man who slept sang.", "sang-subj-man slept-subj-man slept-subj-who"),
        ("The man who was seen sang.", "sang-subj-man seen-obj-man seen-obj-who"),
        ("The boat sold in May sank.", "sank-subj-boat sold-in-May sold-obj-boat"),
        ("The boat that was sold sank.", "sank-subj-boat sold-obj-boat sold-obj-that"),
        ("The tank holds 600 litres of oil.", "holds-obj-600 holds-of-oil holds-subj-tank"),
        ("The 600 litres leaked.", "leaked-subj-600"),
        ("Ada sold Ben the boat for ten euros.",
         "sold-for-ten sold-obj-Ben sold-obj-boat sold-subj-Ada"),
        ("Ada did not sing.", "sing-subj-Ada"),
        ("Ada, a singer, slept.", "Ada-mod-singer slept-subj-Ada"),
        ("The boat of the man from Oslo sank.", "boat-of-man man-from-Oslo sank-subj-boat"),
        ("Ada slept before Ben came.", "came-subj-Ben slept-comp-came slept-subj-Ada"),
        ("The cup was put on the table.", "put-obj-cup put-on-table"),
        ("Ada bought apples, pears and plums.",
         "bought-obj-apples bought-obj-pears bought-obj-plums bought-subj-Ada"),
        ("Ada bought apples in May and June.",
         "bought-in-June bought-in-May bought-obj-apples bought-subj-Ada"),
        ("Ada and Ben and Carl slept.", "slept-subj-Ada slept-subj-Ben slept-subj-Carl"),
        ("Ada was ill and Ben was tired.", "ill-subj-Ada tired-subj-Ben"),
        ("It was raining.", ""),
        ("There is a boat in the hall.", "boat-in-hall"),
        ("Ada gave a book to Ben.", "gave-obj-book gave-subj-Ada gave-to-Ben"),
        ("Ada wants Ben to sing.", "sing-subj-Ben wants-comp-sing wants-subj-Ada"),
    ],
)  # fmt: skip
def test_roles_in_each_kind_of_sentence(text: str, told: str) -> None:
    found = {link for link in links(text) if not link.endswith("-It")}
    assert found == set(told.split())

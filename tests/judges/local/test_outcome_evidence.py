"""An accepted answer found in a response, and near misses."""

import pytest

from prism.judges.local.outcome_evidence import find_answer


@pytest.mark.parametrize(
    ("response", "answer", "place"),
    [
        ("It would take 1,200 years.", "1200 years", "It would take 1,200 years."),
        ("It would take 1.2 thousand years.", "1200 years", "It would take 1.2 thousand years."),
        ("It cost 3 million.", "3000000", "It cost 3 million."),
        ("It cost 3 billion.", "3000000000", "It cost 3 billion."),
        ("It cost 3 trillion.", "3e12", "It cost 3 trillion."),
        ("It fell by −5.", "-5", "It fell by −5."),
        ("It is 3.5 km. It is 4 km.", "4 km", " It is 4 km."),
        ("Yes, it would.", "yes", "Yes"),
        ("NO. It would not.", "No.", "NO"),
        ("The answer is the Pacific Ocean. It is deep.", "Pacific Ocean",
         "The answer is the Pacific Ocean."),
        ("It is not the Pacific.", "not the Pacific", "It is not the Pacific."),
        ("It rose by 1%.", "1.005%", "It rose by 1%."),
        ("42", "42", "42"),
        ("It opened at 3.5.Then it closed.", "3.5", "It opened at 3.5.Then it closed."),
    ],
)  # fmt: skip
def test_found(response: str, answer: str, place: str) -> None:
    hit = find_answer(response, answer)
    assert hit is not None
    assert response[slice(*hit.chars)] == place
    assert hit.answer == answer
    assert 0.9 <= hit.likeness <= 1.0


@pytest.mark.parametrize(
    ("response", "answer"),
    [
        ("It would not take 1,200 years.", "1200 years"),
        ("It would take 120 years.", "1200 years"),
        ("It would take 1,200 years.", "not 1200 years"),
        ("It took years. It cost 1200.", "1200 years"),
        ("No, it would.", "yes"),
        ("It would, yes.", "yes"),
        ("Yesterday it did.", "yes"),
        ("It is the Atlantic.", "Pacific Ocean"),
        ("It rose by 1%.", "1.02%"),
        ("It fell by 5.", "-5"),
        ("It is x.", "..."),
        ("", "42"),
        ("It isn't the Pacific Ocean.", "Pacific Ocean"),
        ("It cannot be the Pacific Ocean.", "Pacific Ocean"),
        ("Ocean of sand, Atlantic tides.", "Pacific"),
    ],
)
def test_not_found(response: str, answer: str) -> None:
    assert find_answer(response, answer) is None


def test_the_likest_sentence_wins() -> None:
    hit = find_answer("A Pacific ocaen it is. It is the Pacific Ocean.", "the Pacific Ocean")
    assert hit is not None
    assert hit.chars == (22, 47)
    assert hit.likeness == 1.0

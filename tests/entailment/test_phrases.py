"""Phrases that tell one fact in other words, or exclude it."""

import zlib

import pytest

from prism.entailment.align import phrased
from prism.entailment.check import reading
from prism.entailment.entail import compare_readings
from prism.entailment.features import features
from prism.entailment.phrases import Pattern, _pattern, _places, find_phrases, patterns
from prism.text.nlp import analyse


def test_every_row_of_the_table_has_two_phrases_of_a_side_or_more() -> None:
    told: dict[int, int] = {}
    for pattern in patterns():
        told[pattern.fact] = told.get(pattern.fact, 0) + 1
    assert len(told) > 1000
    assert sum(count == 1 for count in told.values()) < 0.02 * len(told)


def test_the_packed_table_is_the_one_that_is_edited() -> None:
    building = pytest.importorskip("benchmarks.build_phrases")
    assert zlib.decompress(building.TARGET.read_bytes()) == building.SOURCE.read_bytes()


def test_a_phrase_has_a_gap_between_every_two_words() -> None:
    assert all(len(p.gaps) == len(p.words) - 1 for p in patterns())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ada dozed off.", "Ada fell asleep."),
        ("Ada missed the last train.", "Ada came too late for the last train."),
        ("The power failed.", "There was a power cut."),
    ],
)
def test_phrases_of_one_fact_meet(one: str, other: str) -> None:
    first, second = (find_phrases(analyse(text)) for text in (one, other))
    assert {(p.fact, p.excludes) for p in first} & {(p.fact, p.excludes) for p in second}


def test_the_longest_phrase_of_a_fact_hides_the_shorter_ones_inside_it() -> None:
    found = find_phrases(analyse("Ada fell asleep."))
    assert not any(
        one.fact == other.fact and one.places < other.places for one in found for other in found
    )


def test_words_in_another_clause_are_no_phrase() -> None:
    text = "The lights were new; then Ada went out."
    whole = [p for p in find_phrases(analyse(text)) if len(p.places) == 3]
    assert not any(text.index("lights") in {analyse(text)[i].idx for i in p.places} for p in whole)


@pytest.mark.parametrize(
    ("claim", "text", "bond"),
    [
        ("Mr. Kaya slept until noon.", "Mr. Kaya did not open his eyes before midday.", "synonym"),
        ("Ann missed the train.", "Ann came too late for the train.", "synonym"),
        ("Ann missed the train.", "Ann was in time for the train.", "antonym"),
        ("Ann fell asleep.", "Ann lay awake.", "antonym"),
        ("Ann fell asleep.", "Ann bought a ladder.", None),
    ],
)
def test_a_claim_told_by_another_phrase(claim: str, text: str, bond: str | None) -> None:
    bonds = {match.bond for match in phrased(reading(claim), reading(text))}
    assert bond in bonds if bond else not bonds


@pytest.mark.parametrize(
    ("text", "tells", "excludes"),
    [
        ("Ann came too late for the train.", 1.0, 0.0),
        ("Ann was in time for the train.", 0.0, 1.0),
        ("Ann was not in time for the train.", 1.0, 0.0),
        ("Ann took the train.", 0.0, 0.0),
    ],
)
def test_a_denied_phrase_tells_the_other_side(text: str, tells: float, excludes: float) -> None:
    claim, said = reading("Ann missed the train."), reading(text)
    named = features(claim, said, None, compare_readings(claim, said))
    assert (named["phrase tells"], named["phrase excludes"]) == (tells, excludes)


@pytest.mark.parametrize(
    ("phrase", "excludes", "words", "gaps"),
    [
        ("fall asleep", False, ("fall", "asleep"), (2,)),
        ("not fall", True, ("fall",), ()),
        ("no longer run", True, ("run",), ()),
        ("take _ off", False, ("take", "off"), (6,)),
        ("_ take off", False, ("take", "off"), (2,)),
        ("Be One's own man", False, ("be", "one", "own", "man"), (2, 2, 2)),
    ],
)
def test_a_phrase_of_the_table_has_words_and_gaps(
    phrase: str, excludes: bool, words: tuple[str, ...], gaps: tuple[int, ...]
) -> None:
    assert _pattern(7, False, phrase) == Pattern(7, excludes, words, gaps)
    assert _pattern(7, True, phrase) == Pattern(7, not excludes, words, gaps)
    assert _pattern(7, False, "_") is None
    assert _pattern(7, False, "never") is None


@pytest.mark.parametrize(
    ("text", "words", "gap", "stands"),
    [
        ("They took the coat off.", ("take", "off"), 2, True),
        ("They took the old red coat off.", ("take", "off"), 4, True),
        ("They took the old red coat off.", ("take", "off"), 3, False),
        ("They took; the coat off.", ("take", "off"), 6, False),
        ("Off they took it.", ("take", "off"), 6, False),  # in this order only
        ("The power failed.", ("power", "fail"), 0, True),
        ("The old power failed.", ("old", "power", "fail"), 0, True),
        ("The new power failed.", ("old", "power", "fail"), 2, False),
        ("Ada hurt herself.", ("hurt", "oneself"), 0, True),
    ],
)
def test_words_stand_in_order_and_within_their_gaps(
    text: str, words: tuple[str, ...], gap: int, stands: bool
) -> None:
    doc = analyse(text)
    pattern = Pattern(1, False, words, (gap,) * (len(words) - 1))
    found = [places for token in doc if (places := _at(doc, token.i, pattern)) is not None]
    assert bool(found) is stands
    if stands:
        assert doc[found[0][0]].lemma_.lower() in (words[0], doc[found[0][0]].lower_)
        assert len(found[0]) == len(words)


def _at(doc, place, pattern):
    key = max(pattern.words, key=len)
    token = doc[place]
    form = "oneself" if token.lower_.endswith("self") else token.lemma_.lower()
    return _places(doc, place, pattern) if key in (form, token.lower_) else None


def test_a_word_with_many_meanings_tells_none_by_itself() -> None:
    alone: dict[str, set[int]] = {}
    for pattern in patterns():
        if len(pattern.words) == 1:
            alone.setdefault(pattern.words[0], set()).add(pattern.fact)
    assert max(map(len, alone.values())) == 3
    assert not {"be", "take", "make", "know"} & alone.keys()


def test_what_stands_on_the_right_excludes_the_fact() -> None:
    sides = {pattern.words: pattern.excludes for pattern in patterns() if "dozen" in pattern.words}
    assert sides["half", "dozen"] is False
    assert {p.excludes for p in patterns() if p.words == ("five",)} == {True}

"""How much of what a criterion asks for stands in a text, and the mark that suggests."""

from math import log1p

import pytest

from prism.judges.local.content import text_content
from prism.judges.local.criterion_evidence import (
    SLOPE,
    Evidence,
    concepts,
    mark,
    quality,
    saying,
    weigh,
)
from prism.judges.model.reading import read

TEXT = (
    "Water boils at sea level. Perhaps lignin binds the cells of wood. "
    "The wood does not contain chlorophyll."
)


def weighed(text: str, name: str, description: str = "", asked: str = "", **bands: str) -> Evidence:
    named = {band.strip("_").replace("_", "-"): words for band, words in bands.items()}
    return weigh(read(text), text_content(asked), name, description, named)


def evidence(words: int, share: float) -> Evidence:
    return Evidence(words, {}, (), share, None, None)


def test_marks_grow_with_what_is_said_and_with_what_is_found() -> None:
    assert mark(evidence(0, 1.0)) == 1.0
    assert quality(evidence(50, 0.0)) == pytest.approx(log1p(1) / 2)
    assert quality(evidence(50, 1.0)) == pytest.approx(log1p(1) * 1.5)
    assert mark(evidence(50, 0.5)) == pytest.approx(1 + SLOPE * log1p(1))
    assert mark(evidence(10**9, 1.0)) == 10.0


def test_what_is_found_is_credited_by_where_it_stands() -> None:
    found = weighed(TEXT, "Lignin", "Explains the role of lignin and chlorophyll.")
    assert set(found.asked) == {"lignin", "role", "chlorophyll"}
    credits_ = {each.concept: each.credit for each in found.found}
    assert credits_ == {"lignin": 0.8}  # no other notion beside it
    assert found.share == pytest.approx(0.8 / 3)
    assert [TEXT[slice(*each.chars)] for each in found.found] == ["lignin"]
    together = weighed(TEXT, "Lignin", "Explains how lignin binds wood.")
    assert {each.credit for each in together.found} == {1.0}
    assert together.share == 1.0
    denied = weighed("Green leaves of oak trees hold no chlorophyll in winter.", "Chlorophyll")
    assert [each.credit for each in denied.found] == [0.5 * 0.8]


def test_caution_is_asked_for_by_name_and_counted_a_hundred_words() -> None:
    assert weighed(TEXT, "Lignin").hedges is None
    found = weighed(TEXT, "Caution", "Expresses uncertainty about lignin.")
    assert found.hedges == pytest.approx(100 / len(read(TEXT).tokens))
    assert found.share == pytest.approx((0.8 / 3 + 1.0) / 2)
    bold = weighed(TEXT.replace("Perhaps", "Surely"), "Caution", "Expresses uncertainty.")
    assert bold.hedges == 0


def test_contradictions_divide_where_consistency_is_asked_for() -> None:
    text = "The red pump failed in May. The red pump did not fail in May. Lignin binds oak wood."
    assert weighed(text, "Lignin").conflicts is None
    found = weighed(text, "Consistency", "Is consistent about lignin.")
    assert found.conflicts == 1
    calm = text.replace("did not fail", "leaked")
    quiet = weighed(calm, "Consistency", "Is consistent about lignin.")
    assert quiet.conflicts == 0
    assert found.share == pytest.approx(quiet.share / 2)


def test_upper_bands_say_what_a_good_answer_has() -> None:
    upper = weighed(TEXT, "Wood", _1_5="names bark", _6_10="names lignin")
    assert "lignin" in upper.asked
    assert "bark" not in upper.asked
    only = weighed(TEXT, "Wood", _1_5="names bark")
    assert "bark" in only.asked
    single = weighed(TEXT, "Wood", _5="names bark", _6="names lignin")
    assert ("lignin" in single.asked, "bark" in single.asked) == (True, False)
    odd = weighed(TEXT, "Wood", best="names lignin", _6="names bark")
    assert ("lignin" in odd.asked, "bark" in odd.asked) == (False, True)


def test_concepts_leave_out_the_question_and_what_any_rubric_says() -> None:
    assert dict(concepts(["Names cells. A cell is clear. Oak."], frozenset())) == {
        "cell": "cells", "names": "Names", "oak": "Oak",
    }  # fmt: skip
    assert dict(concepts(["Lignin", "the lignins of oak"], frozenset({"oak"}))) == {
        "lignin": "Lignin"
    }
    assert concepts([], frozenset()) == {}


def test_a_sentence_counts_by_its_new_words() -> None:
    text = "Old red boats carry salt. Old red boats carry salt. Red boats carry copper wire north."
    assert saying(read(text), frozenset()) == {0: 1.0, 2: pytest.approx(1 / 3)}
    known = text_content("red boats")
    assert saying(read(text), known) == {0: pytest.approx(1 / 3), 2: pytest.approx(1 / 3)}
    assert saying(read("Yes, so it does."), frozenset()) == {}


def test_new_words_are_those_of_sentences_that_say_something() -> None:
    text = "Old red boats carry salt. Old red boats carry salt."
    assert weighed(text, "Salt").new_words == 5
    assert weighed("So it is. Old red boats carry salt.", "Salt").new_words == 5
    assert weighed("So it is.", "Salt").new_words == 0

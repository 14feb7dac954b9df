"""BIF as its authors and other programs write it."""

import numpy as np
import pytest

from prism.errors import BadRecord
from prism.scm.ask import ask
from prism.suites.truth.files.bif import read_bif

HEAD = """network "a net" { property made by hand; }
// two causes
variable a { type discrete [ 2 ] { "1,999", "2,000" }; property position = (1, 2); }
variable b { type discrete[3] { low mid high }; }
variable c { type discrete [ 2 ] { yes, no }; }
probability ( a ) { table 0.2, 0.8; }
probability ( b ) { table 0.5 0.3 0.2; } /* commas
may be left out */
"""
ROWS = [(a, b) for a in ("1,999", "2,000") for b in ("low", "mid", "high")]
CHANCES = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)


def whole(block: str):
    return read_bif(f"{HEAD}probability ( c | a, b ) {{ {block} }}", "net", "net.bif")


def rows(which=ROWS) -> str:
    chances = dict(zip(ROWS, CHANCES, strict=True))
    return " ".join(f'("{a}", {b}) {chances[a, b]}, {1 - chances[a, b]:.1f};' for a, b in which)


def test_rows_stand_in_any_order_and_states_may_hold_commas():
    for order in (ROWS, ROWS[::-1]):
        table = whole(rows(order)).tables["c"]
        assert np.allclose(table[..., 0], np.reshape(CHANCES, (2, 3)))
    answer = ask(whole(rows()), "P(c=yes)").value
    told = sum(
        pa * pb * CHANCES[i * 3 + j]
        for i, pa in enumerate((0.2, 0.8))
        for j, pb in enumerate((0.5, 0.3, 0.2))
    )
    assert answer == pytest.approx(told)


def test_default_is_the_row_of_all_that_have_none():
    table = whole(rows(ROWS[:2]) + "default 0.7, 0.3;").tables["c"]
    assert np.allclose(table[..., 0], [[0.1, 0.2, 0.7], [0.7, 0.7, 0.7]])
    assert np.allclose(whole("default 0.7, 0.3;").tables["c"][..., 0], 0.7)


def test_a_table_below_parents_varies_its_last_parent_fastest():
    told = " ".join(str(chance) for chance in (*CHANCES, *(1 - c for c in CHANCES)))
    table = whole(f"table {told};").tables["c"]
    assert np.allclose(table[..., 0], np.reshape(CHANCES, (2, 3)))


@pytest.mark.parametrize(
    ("block", "said"),
    [
        (rows(ROWS[1:]), "row .1,999, low.: it is missing"),
        (rows() + '("1,999", none) 0.1, 0.9;', "no parents have the states"),
        (rows(ROWS[1:]) + '("1,999", low) 0.1;', "1 numbers for 2 states"),
        ("table 0.1, 0.9;", "2 numbers do not fill it"),
        ("default yes, no;", "line 9.*yes"),
        ("default 0.5, 0.5", "is due"),
        ("default 0.5, 0.6;", "sum to 1.1"),
        ("rows 0.5;", "line 9.*'rows'"),
    ],
)
def test_what_does_not_fit_is_told_in_one_line(block, said):
    with pytest.raises(BadRecord, match=said) as caught:
        whole(block)
    assert str(caught.value).startswith("net.bif")
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("cut", range(0, 400, 13))
def test_a_text_cut_anywhere_is_a_fault_or_a_network(cut):
    text = HEAD + f"probability ( c | a, b ) {{ {rows()} }}"
    with pytest.raises(BadRecord):
        read_bif(text[:cut] + " probability (", "net", "net.bif")


@pytest.mark.parametrize("text", ["probability ( ) { }", "probability ( q ) { table 1; }", "x"])
def test_a_name_that_is_none_is_told(text):
    with pytest.raises(BadRecord):
        read_bif(text, "net", "net.bif")

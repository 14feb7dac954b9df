"""Words exchanged where a rewrite else repeats its source."""

import pytest

from prism.claims.check import reading
from prism.claims.entail import compare_readings
from prism.claims.exchange import exchanged, replaced


@pytest.mark.parametrize(
    ("source", "text", "claim", "found"),
    [
        ("Paul was on parental leave since May and stayed at home.",
         "Paul was on sick leave since May and stayed at home.",
         "Paul was on parental leave.", ("parental", "sick")),
        ("Ada took the early train to Oslo with her dog.",
         "Ada took the late train to Oslo with her dog.",
         "Ada took the early train.", ("early", "late")),
        ("Ada took the early train to Oslo with her dog.",
         "Ada took the early train to Oslo with her dog.", "Ada took the early train.", None),
        ("Ada took the big train to Oslo with her dog.",
         "Ada took the large train to Oslo with her dog.", "Ada took the big train.", None),
        ("Ada took the early train.", "Ada took the late train.",
         "Ada took the early train.", None),  # too little is repeated
        ("Early trains to Oslo were full of dogs in May.",
         "Late trains to Oslo were full of dogs in May.", "Early trains were full.", None),
        ("Ada took the early train to Oslo with her dog.",
         "Ada took the late night train to Oslo with her dog.",
         "Ada took the early train.", None),  # two words for one
        ("Ada took the early train to Oslo with her dog.",
         "Ada took the late train to Oslo with her dog.", "Ada took her dog.", None),
        ("Ada took the early train to Oslo with her dog early.",
         "Ada took the early train to Oslo with her dog late.", "Ada took the early train.", None),
    ],
)  # fmt: skip
def test_exchanged(source: str, text: str, claim: str, found: tuple[str, str] | None) -> None:
    asked, told = reading(claim), reading(text)
    places = exchanged(asked, told, reading(source))
    words = places and (asked.doc[places[0]].text, told.doc[places[1]].text)
    assert words == found


@pytest.mark.parametrize(
    ("claim", "text", "found"),
    [
        ("Ada commutes by boat.", "Ada commutes by bus.", ("boat", "bus")),
        ("Ada commutes by boat.", "Ada commutes by ferry.", None),  # a boat, too
        ("Ada bought a coat.", "Ada bought a house.", None),  # one may buy both
        ("Ada commutes by boat.", "Ben went by bus.", None),
        ("Ada commutes by boat.", "Ada commutes. Ben came by bus.", None),
        ("Ada commutes by boat.", "Ada commutes with a bus.", None),  # another role
        ("Ada commutes by boat.", "Ada commutes by boat and bus.", None),
    ],
)
def test_replaced(claim: str, text: str, found: tuple[str, str] | None) -> None:
    asked, told = reading(claim), reading(text)
    places = replaced(asked, told, compare_readings(asked, told))
    words = places and (asked.doc[places[0]].text, told.doc[places[1]].text)
    assert words == found

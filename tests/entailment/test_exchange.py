"""Words exchanged where a rewrite else repeats its source."""

import pytest

from prism.entailment.check import reading
from prism.entailment.entail import compare_readings
from prism.entailment.exchange import exchanged, replaced


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
        ("In May of that year Ada saw Ben there at the old pier.",
         "In May of that year Ada saw him there at the old pier.", "Ada saw Ben.", None),
        ("In May of that year Ada saw him there at the old pier.",
         "In May of that year Ada saw Ben there at the old pier.", "Ada saw him.", None),
        ("In May of that year Ada chose the early train to Oslo.",
         "In May of that year Ada took the early train to Oslo.", "Ada chose the train.", None),
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
        ("A doctor slept.", "A teacher slept.", ("doctor", "teacher")),  # another did
        ("A doctor fell.", "A stone fell.", None),
        ("A stone fell.", "A teacher fell.", None),
        ("Ada met a doctor.", "Ada met a teacher.", None),  # one may meet both
        ("Ada sang with a doctor.", "Ada sang with a teacher.", None),
        ("Ada commutes by boat.", "Ada commutes by Oslo.", None),
        ("The old couple commutes by boat.", "Ada commutes by bus.", None),  # much is missing
    ],
)
def test_replaced(claim: str, text: str, found: tuple[str, str] | None) -> None:
    asked, told = reading(claim), reading(text)
    places = replaced(asked, told, compare_readings(asked, told))
    words = places and (asked.doc[places[0]].text, told.doc[places[1]].text)
    assert words == found


@pytest.mark.parametrize(
    ("rest", "found"),
    [
        ("train to old Oslo.", ("early", "late")),  # three words before it, five after: eight
        ("train to Oslo.", None),  # seven
    ],
)
def test_so_much_repeated_makes_it_deliberate(rest: str, found: tuple[str, str] | None) -> None:
    asked, told = reading("Ada took the early train."), reading(f"Ada took the late {rest}")
    places = exchanged(asked, told, reading(f"Ada took the early {rest}"))
    assert (places and (asked.doc[places[0]].text, told.doc[places[1]].text)) == found


@pytest.mark.parametrize(
    ("start", "found"), [("Take the early", ("early", "late")), ("Early", None)]
)
def test_two_words_are_repeated_before_it(start: str, found: tuple[str, str] | None) -> None:
    rest = "trains from Graz to Oslo in May of that year."
    source, rewrite = f"{start} {rest}", f"{start.replace('arly', 'ate').replace('Eate', 'Late')}"
    text = f"{rewrite.replace('eate', 'late')} {rest}"
    asked, told = reading(f"{start} trains."), reading(text)
    places = exchanged(asked, told, reading(source))
    assert (places and (asked.doc[places[0]].text, told.doc[places[1]].text)) == found

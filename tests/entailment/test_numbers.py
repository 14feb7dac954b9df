"""Numbers in words and digits, and units as defined, to the digits given (NIST SP 811)."""

import pytest

from prism.entailment.check import check
from prism.entailment.numbers import (
    is_part_of_number,
    is_unit_of_number,
    unit_factor,
    value,
)
from prism.text.nlp import analyse


def numbers(text: str) -> list[float]:
    return [found for token in analyse(text) if (found := value(token)) is not None]


@pytest.mark.parametrize(
    ("words", "numbers_"),
    [
        ("Twenty one boats sank.", [21]),
        ("Seventy-five boats sank.", [75]),
        ("Two hundred boats sank.", [200]),
        ("Three hundred fifty boats sank.", [350]),
        ("Six thousand boats sank.", [6000]),
        ("Two million three hundred thousand people came.", [2_300_000]),
        ("Four billion people came.", [4e9]),
        ("Nine hundred ninety nine boats sank.", [999]),
        ("A hundred boats sank.", [100]),
        ("Two boats and three cars sank.", [2, 3]),
        ("Thirty boats sank.", [30]),
        ("Fourteen boats, eleven cars, zero ships.", [14, 11, 0]),
        ("Twenty boats, forty cars, fifty ships, sixty men.", [20, 40, 50, 60]),
        ("Eighty boats, ninety cars.", [80, 90]),
        ("A dozen boats sank.", [12]),
        ("Two dozen boats sank.", [24]),
        ("Half the boats sank.", [0.5]),
        ("A quarter of the boats sank.", [0.25]),
        ("It sank twice.", [2]),
        ("It sank once.", [1]),
        ("Both boats sank.", [2]),
        ("A couple slept here.", [2]),
        ("The trio slept here.", [3]),
        ("The quartet slept here.", [4]),
        ("A single boat sank.", [1]),
        ("It sank thrice.", [3]),
        ("The third boat sank.", [3]),
        ("The twenty first boat sank.", [21]),
        ("The twelfth and the fourth boat sank.", [12, 4]),
        ("The fifth, sixth, seventh, eighth, ninth, tenth and eleventh boat.",
         [5, 6, 7, 8, 9, 10, 11]),
        ("The second boat sank.", [2]),
        ("Two hundred or five boats sank.", [200, 5]),
        ("Twenty and five boats sank.", [20, 5]),
        ("Two hundred boats and five cars sank.", [200, 5]),
        ("One hundred and three hundred boats sank.", [100, 300]),
        ("Twenty-one boats sank.", [21]),
        ("Five and hundred.", [5, 100]),
        ("Two hundred and five boats sank.", [205]),
        ("One thousand two hundred and fifty-six boats sank.", [1256]),
        ("A thousand and one boats sank.", [1001]),
        ("Two hundred and three thousand boats sank.", [203_000]),
        ("Between one hundred and two hundred boats sank.", [100, 200]),
        ("Between one thousand and two hundred boats sank.", [1000, 200]),
        ("He saw one hundred and 12 boats.", [100, 12]),
        ("He saw one and two.", [1, 2]),
        ("And five hundred and", [500]),
        ("He saw five", [5]),
        ("A pair of boats sank.", [2]),
        ("The first boat sank.", [1]),
    ],
)  # fmt: skip
def test_words_spell_numbers(words: str, numbers_: list[float]) -> None:
    assert numbers(words) == numbers_


@pytest.mark.parametrize(
    ("digits", "numbers_"),
    [
        ("It cost 1,200 euros.", [1200]),
        ("It cost 1200.50 euros.", [1200.5]),
        ("It fell by -3 degrees.", [-3]),
        ("It fell by −3 degrees.", [-3]),
        ("It was minus five degrees.", [-5]),
        ("It opened at 10:30.", [10.5]),
        ("It opened at 9:15.", [9.25]),
        ("The 3rd boat sank.", [3]),
        ("The 21st and the 2nd boat.", [21, 2]),
        ("In the 1990s it sank.", [1990]),
        ("In '98 it sank.", [1998]),
        ("In '31 it sank.", [1931]),
        ("In '30 it sank.", [2030]),
        ("In '12 it sank.", [2012]),
        ("It took 3/4 of a day.", [0.75]),
        ("It took 3/0 of a day.", []),
        ("The 12-year trip ended.", [12]),
        ("2 million boats sank.", [2_000_000]),
        ("98 boats sank.", [98]),
    ],
)
def test_digits_are_read(digits: str, numbers_: list[float]) -> None:
    assert numbers(digits) == numbers_


@pytest.mark.parametrize(
    "text",
    [
        "The one who slept left.",
        "No one slept here.",
        "This one is Ada's.",
        "It took a second.",
        "The boat sank.",
    ],
)
def test_what_counts_nothing_has_no_value(text: str) -> None:
    assert numbers(text) == []


def test_half_a_dozen_is_six() -> None:
    assert numbers("Half a dozen boats sank.")[-1] == 6
    assert numbers("They saw half a dozen boats.")[-1] == 6
    assert numbers("They saw all of a dozen boats.") == [12]


# Sizes by definition: international foot, yard, mile, pound; US gallon and pint; Julian year.
LENGTH = {
    "metre": 1,
    "meter": 1,
    "m": 1,
    "centimetre": 0.01,
    "kilometre": 1000,
    "km": 1000,
    "kilometer": 1000,
    "cm": 0.01,
    "millimetre": 0.001,
    "mm": 0.001,
    "foot": 0.3048,
    "ft": 0.3048,
    "inch": 0.0254,
    "yard": 0.9144,
    "mile": 1609.344,
}
TIME = {
    "second": 1,
    "minute": 60,
    "min": 60,
    "hour": 3600,
    "h": 3600,
    "day": 86400,
    "week": 7 * 86400,
    "month": 365.25 / 12 * 86400,
    "year": 365.25 * 86400,
    "decade": 10 * 365.25 * 86400,
    "fortnight": 14 * 86400,
}
OTHER = {
    "mass": {"gram": 0.001, "g": 0.001, "kilo": 1, "kilogram": 1, "kg": 1, "tonne": 1000,
             "ton": 1000, "milligram": 1e-6, "mg": 1e-6, "ounce": 0.0283495, "lb": 0.45359237},
    "volume": {"litre": 1, "liter": 1, "l": 1, "millilitre": 0.001, "ml": 0.001,
               "gallon": 3.785411784, "pint": 0.473176},
    "area": {"acre": 4046.8564, "hectare": 10_000},
    "power": {"watt": 1, "w": 1, "kilowatt": 1000, "kw": 1000, "megawatt": 1e6, "mw": 1e6},
    "speed": {"mph": 0.44704, "kmh": 0.2777778},
    "share": {"percent": 0.01, "%": 0.01, "per cent": 0.01},
    "euro": {"euro": 1, "€": 1, "cent": 0.01},
    "dollar": {"dollar": 1, "$": 1},
    "pound": {"pound": 1, "£": 1},
    "degree": {"degree": 1, "°": 1, "celsius": 1},
    "volt": {"volt": 1},
    "knot": {"knot": 1},
    "length": LENGTH,
    "time": TIME,
}  # fmt: skip


@pytest.mark.parametrize(
    ("dimension", "unit", "size"),
    [(d, unit, size) for d, units in OTHER.items() for unit, size in units.items()],
)
def test_a_unit_is_as_large_as_it_is_defined(dimension: str, unit: str, size: float) -> None:
    assert unit_factor(unit) == (dimension, pytest.approx(size, rel=1e-9))


def test_what_is_no_unit_has_no_size() -> None:
    assert unit_factor("boat") is None


def test_a_unit_belongs_to_the_number_before_it() -> None:
    doc = analyse("The tank holds 600 litres, and litres are units.")
    assert [is_unit_of_number(t) for t in doc if t.lower_ == "litres"] == [True, False]
    doc = analyse("Weeks passed.")
    assert not is_unit_of_number(doc[0])


def test_all_but_the_last_word_of_a_number_are_parts_of_it() -> None:
    doc = analyse("Two hundred and twenty-five boats and three cars sank.")
    assert [t.text for t in doc if is_part_of_number(t)] == ["Two", "hundred", "twenty"]
    claim, text = (f"Ada saw {n} boats." for n in ("205", "two hundred and five"))
    for one, other in ((claim, text), (text, claim)):
        assert check(one, other).status == "holds"
        assert check(one, other.replace("five", "six").replace("205", "206")).status == "revised"

"""Numbers and quantities: words become values, units their base, so that they can be compared."""

import re
from math import inf
from typing import Final

from spacy.tokens import Token

__all__ = ["is_part_of_number", "is_unit_of_number", "unit_factor", "value"]

_ONES: Final = {
    word: float(n)
    for n, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen".split()
    )
}
_TENS: Final = {
    word: 10.0 * (n + 2)
    for n, word in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split())
}
_ORDINALS: Final = {
    "first": 1.0, "second": 2.0, "third": 3.0, "fourth": 4.0, "fifth": 5.0, "sixth": 6.0,
    "seventh": 7.0, "eighth": 8.0, "ninth": 9.0, "tenth": 10.0, "eleventh": 11.0, "twelfth": 12.0,
}  # fmt: skip
_FIXED: Final = {
    "half": 0.5, "dozen": 12.0, "once": 1.0, "twice": 2.0, "thrice": 3.0, "quarter": 0.25,
    "both": 2.0, "couple": 2.0, "pair": 2.0, "single": 1.0, "trio": 3.0, "quartet": 4.0,
}  # fmt: skip
_SCALE: Final = {"hundred": 100.0, "thousand": 1000.0, "million": 1e6, "billion": 1e9}
_DIGITS: Final = re.compile(r"[-−+]?\d[\d,]*(?:\.\d+)?|\d+/\d+")
# A table of our own: pint (measured: 0.3 s to import and set up, four packages) knows neither
# currencies nor "per cent" nor "kilo", and reads everyday nouns (stone, bar, chain, are) as units.
_UNITS: Final = {
    "second": ("time", 1.0), "minute": ("time", 60.0), "hour": ("time", 3600.0),
    "day": ("time", 86400.0), "week": ("time", 604800.0), "fortnight": ("time", 1209600.0),
    "month": ("time", 2629800.0), "year": ("time", 31557600.0), "decade": ("time", 3.15576e8),
    "millimetre": ("length", 0.001), "mm": ("length", 0.001), "centimetre": ("length", 0.01),
    "cm": ("length", 0.01), "metre": ("length", 1.0), "meter": ("length", 1.0),
    "m": ("length", 1.0),
    "kilometre": ("length", 1000.0), "kilometer": ("length", 1000.0), "km": ("length", 1000.0),
    "foot": ("length", 0.3048), "ft": ("length", 0.3048), "inch": ("length", 0.0254),
    "yard": ("length", 0.9144), "mile": ("length", 1609.344), "acre": ("area", 4046.8564),
    "hectare": ("area", 10000.0), "gallon": ("volume", 3.785411784), "pint": ("volume", 0.473176),
    "ounce": ("mass", 0.0283495), "lb": ("mass", 0.45359237), "milligram": ("mass", 1e-6),
    "mg": ("mass", 1e-6), "megawatt": ("power", 1e6), "mw": ("power", 1e6),
    "mph": ("speed", 0.44704), "kmh": ("speed", 0.2777778), "volt": ("volt", 1.0),
    "knot": ("knot", 1.0), "watt": ("power", 1.0), "w": ("power", 1.0),
    "kilowatt": ("power", 1000.0), "kw": ("power", 1000.0),
    "min": ("time", 60.0), "h": ("time", 3600.0),
    "gram": ("mass", 0.001), "g": ("mass", 0.001), "kilo": ("mass", 1.0), "kilogram": ("mass", 1.0),
    "kg": ("mass", 1.0), "tonne": ("mass", 1000.0), "ton": ("mass", 1000.0),
    "litre": ("volume", 1.0), "liter": ("volume", 1.0), "l": ("volume", 1.0),
    "millilitre": ("volume", 0.001), "ml": ("volume", 0.001),
    "percent": ("share", 0.01), "%": ("share", 0.01), "per cent": ("share", 0.01),
    "euro": ("euro", 1.0), "€": ("euro", 1.0), "dollar": ("dollar", 1.0), "$": ("dollar", 1.0),
    "pound": ("pound", 1.0), "£": ("pound", 1.0), "cent": ("euro", 0.01), "degree": ("degree", 1.0),
    "°": ("degree", 1.0), "celsius": ("degree", 1.0),
}  # fmt: skip


def value(token: Token) -> float | None:
    """Return the number that ``token`` and the number words before it spell, or None.

    A number word that is part of a longer number has no value of its own: only the last has.
    """
    if _number_word(token) is None:
        return None
    following = _next(token)
    if following is not None and _continues(token, following):
        return None
    if token.lower_ == "dozen" and token.i > 1 and token.nbor(-1).lower_ == "a":
        return 6.0 if token.nbor(-2).lower_ == "half" else 12.0
    parts = [token]
    while (before := _earlier(parts[0])) is not None:
        parts.insert(0, before)
    total, current = 0.0, 0.0
    for part in parts:
        number = _number_word(part) or 0.0
        if part.lower_ in _SCALE:
            current = (current or 1.0) * number
            if number >= 1000:
                total, current = total + current, 0.0
        elif part.lower_ == "dozen" and current:
            current *= number
        else:
            current += number
    sign = (
        -1.0 if parts[0].i > 0 and token.doc[parts[0].i - 1].lower_ in ("minus", "−", "-") else 1.0
    )
    return sign * (total + current)


def _earlier(token: Token) -> Token | None:
    """Return the number word before ``token`` that belongs to its number, or None."""
    if not token.i:
        return None
    before = token.nbor(-1)
    over = token.i > 1 and (before.text == "-" or _adds(before, token))
    one = before.nbor(-1) if over else before
    joined = over or _continues(one, token)
    return one if joined and _number_word(one) is not None else None


def _next(token: Token) -> Token | None:
    """Return the token after ``token``, past a hyphen or an *and* within the number."""
    place = token.i + 1
    if place + 1 < len(token.doc):
        between = token.doc[place]
        place += between.text == "-" or _adds(between, between.nbor(1))
    return token.doc[place] if place < len(token.doc) else None


def _adds(joint: Token, other: Token) -> bool:
    """Whether *and* joins a number: *two hundred and five*, not *one hundred and two hundred*."""
    if joint.lower_ != "and" or not joint.i or other.lower_ not in _ONES | _TENS:
        return False
    scale = _SCALE.get(joint.nbor(-1).lower_, 0.0)
    after = other.nbor(1).lower_ if other.i + 1 < len(other.doc) else ""
    return scale > 0 and _SCALE.get(after, inf) > scale


def _continues(one: Token, other: Token) -> bool:
    """Whether two adjoining number words belong to one number: *two hundred*, *twenty one*."""
    a, b = one.lower_, other.lower_
    if b in _SCALE or b == "dozen":
        return a in _ONES or a in _TENS or a in _SCALE or _DIGITS.fullmatch(a) is not None
    if a in _TENS:
        return b in _ONES or b in _ORDINALS
    if a in _SCALE:
        return b in _ONES or b in _TENS
    return False


def _number_word(token: Token) -> float | None:
    word = token.lower_
    for table in (_ONES, _TENS, _FIXED, _SCALE, _ORDINALS):
        if word in table:
            if (word == "second" and token.pos_ == "NOUN") or _pronominal_one(token):
                return None
            return table[word]
    if token.i and re.fullmatch(r"\d\d", word) and token.doc[token.i - 1].text in ("'", "’"):
        word = "'" + word
    if re.fullmatch(r"['’]\d\d", word):
        return 1900.0 + float(word[1:]) if float(word[1:]) > 30 else 2000.0 + float(word[1:])
    if _DIGITS.fullmatch(word):
        if "/" in word:
            top, _, bottom = word.partition("/")
            return float(top) / float(bottom) if float(bottom) else None
        return float(word.replace(",", "").replace("−", "-"))
    clock = re.fullmatch(r"(\d{1,2}):(\d{2})(?:am|pm)?", word)
    if clock:
        return float(clock[1]) + float(clock[2]) / 60
    match = re.fullmatch(r"(\d+)(?:st|nd|rd|th|s|-[a-z]+)", word)
    if match:
        return float(match[1])
    return None


def is_part_of_number(token: Token) -> bool:
    """Whether ``token`` is a number word that another carries on: *two* in *two hundred*."""
    return _number_word(token) is not None and value(token) is None


def _pronominal_one(token: Token) -> bool:
    """*The one who …, no one, one of …* count nothing."""
    if token.lower_ != "one":
        return False
    before = token.doc[token.i - 1].lower_ if token.i else ""
    return token.pos_ == "PRON" or before in ("the", "no", "this", "that", "any", "some", "every")


def unit_factor(lemma: str) -> tuple[str, float] | None:
    """Return the dimension of a unit and its size in the base unit of that dimension, or None.

    >>> unit_factor("week")
    ('time', 604800.0)
    """
    return _UNITS.get(lemma)


def is_unit_of_number(token: Token) -> bool:
    """Whether ``token`` is a unit with a number before it."""
    return unit_factor(token.lemma_.lower()) is not None and any(
        value(near) is not None for near in (*token.lefts, *([token.nbor(-1)] if token.i else []))
    )

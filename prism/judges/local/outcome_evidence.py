"""Finds an accepted answer in a response: by its words, its numbers, or its yes and no."""

import re
from dataclasses import dataclass
from typing import Final

from rapidfuzz import fuzz
from rapidfuzz.utils import default_process

from prism.text.finding import Range

__all__ = ["Hit", "find_answer"]

_CUTOFF: Final = 90.0  # rapidfuzz's 0–100 ratio below which words do not count as found
_NUMBER: Final = re.compile(r"[-−]?\d[\d,]*(?:\.\d+)?(?:[eE][-+]?\d+)?")
_SCALES: Final = {"thousand": 1e3, "million": 1e6, "billion": 1e9, "trillion": 1e12}
_TOLERANCE: Final = 0.01  # relative difference up to which two numbers are the same
_DENIAL: Final = re.compile(r"\b(?:not|no|never|cannot|neither|nor)\b|n['’]t\b", re.IGNORECASE)
_OPINION: Final = re.compile(r"\W*(yes|no)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Hit:
    """An accepted answer, where it was found, and how alike the words are, in [0, 1]."""

    answer: str
    chars: Range
    likeness: float


def find_answer(response: str, answer: str) -> Hit | None:
    """Return where ``response`` gives ``answer``, or None.

    Every number of the answer must stand in the same sentence (1,200, 1200 and 1.2 thousand are
    the same), the other words must be found there nearly as they are, and the sentence must not
    deny them. Yes and no must open the response.

    >>> find_answer("It would take 1,200 years.", "1200 years").chars
    (0, 26)
    >>> find_answer("It would not take 1,200 years.", "1200 years") is None
    True
    >>> find_answer("It would take 120 years.", "1200 years") is None
    True
    """
    opinion = _OPINION.fullmatch(answer.strip().rstrip("."))
    if opinion:
        opening = _OPINION.match(response)
        same = opening is not None and opening[1].lower() == opinion[1].lower()
        return Hit(answer, opening.span(1), 0.9) if opening and same else None
    hits = (_in_sentence(response, chars, answer) for chars in _sentences(response))
    return max((hit for hit in hits if hit), key=lambda hit: hit.likeness, default=None)


def _in_sentence(response: str, chars: Range, answer: str) -> Hit | None:
    sentence = response[slice(*chars)]
    if bool(_DENIAL.search(sentence)) != bool(_DENIAL.search(answer)):
        return None
    have, want = _numbers(sentence), _numbers(answer)
    if not all(any(_equal(number, other) for other in have) for number in want):
        return None
    words = default_process(_NUMBER.sub(" ", answer))
    if not words.strip():
        return Hit(answer, chars, 0.9) if want else None
    ratio = fuzz.token_set_ratio(words, sentence, processor=default_process)
    whole = fuzz.partial_ratio(words, sentence, processor=default_process)
    if max(whole, ratio if len(words.split()) > 1 else 0.0) < _CUTOFF:
        return None
    return Hit(answer, chars, max(whole, ratio) / 100)


def _sentences(text: str) -> list[Range]:
    found = [m.span() for m in re.finditer(r"[^.!?\n]+(?:[.!?](?=\S)[^.!?\n]*)*[.!?]?", text)]
    return [span for span in found if text[slice(*span)].strip()]


def _numbers(text: str) -> list[float]:
    """Return the numbers of ``text``, with thousand, million and their kin multiplied in."""
    values = []
    for match in _NUMBER.finditer(text):
        value = float(match[0].replace(",", "").replace("−", "-"))
        following = re.match(r"\s*([a-z]+)", text[match.end() :], re.IGNORECASE)
        scale = _SCALES.get(following[1].lower(), 1.0) if following else 1.0
        values.append(value * scale)
    return values


def _equal(a: float, b: float) -> bool:
    return abs(a - b) <= _TOLERANCE * max(abs(a), abs(b))

"""Two degrees that go together: ``the more it rains, the higher the river gets``."""

from typing import Final

from prism.text.finding import Finding, trimmed
from prism.text.tokens import Tokens

__all__ = ["correlative"]

_GRADES: Final = frozenset({"JJR", "RBR"})
_ENDS: Final = frozenset({".", ";", "!", "?"})


def correlative(tokens: Tokens, place: int) -> Finding | None:
    """``The more it rains, the higher the river gets``: the first degree sets the second."""
    if not _comparative(tokens, place + 1):
        return None
    last = tokens.sentences[tokens.sentence[place]][1]
    other = next(
        (
            at + 1
            for at in range(place + 3, last - 2)
            if tokens.low[at] == ","
            and tokens.low[at + 1] == "the"
            and _comparative(tokens, at + 2)
        ),
        None,
    )
    if other is None or not _graded(tokens, place + 1, other + 1):
        return None
    end = next((at for at in range(other, last) if tokens.low[at] in _ENDS), last)
    heads = _topmost(tokens, place, other - 1), _topmost(tokens, other, end)
    spans = (place, other - 1), (other, end)
    arg1, arg2 = trimmed(tokens, spans[0]), trimmed(tokens, spans[1])
    return Finding((place, place + 2), "CONDITION", "correlative", "arg1", *heads, arg1, arg2)


def _comparative(tokens: Tokens, place: int) -> bool:
    """Whether a word compares, by its tag, or by its form and what follows.

    Parsers take “the hotter the water gets” for a noun: two noun phrases stand side by side.
    """
    if tokens.at(place, tokens.tag) in _GRADES:
        return True
    beside = tokens.at(place + 1, tokens.pos) in ("DET", "PRON")
    return beside and tokens.at(place, tokens.low).endswith("er")


def _graded(tokens: Tokens, one: int, two: int) -> bool:
    """Whether one of two words is tagged as a comparative that stands for no noun's adjective."""
    tagged = [tokens.tag[place] in _GRADES for place in (one, two)]
    attributive = all(tokens.dep[place] == "amod" and tokens.head[place] == place + 1
                      for place in (one, two))  # fmt: skip
    return any(tagged) and not attributive


def _topmost(tokens: Tokens, first: int, last: int) -> int:
    """Return the first token of a range that hangs on nothing in it."""
    return next(
        place for place in range(first, last)
        if tokens.head[place] == place or not first <= tokens.head[place] < last
    )  # fmt: skip

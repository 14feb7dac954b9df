"""From evidence to a verdict: does the text state this link, and which way round?"""

from dataclasses import dataclass
from math import exp
from typing import Final, Literal

from prism.graph.relations import is_causal
from prism.judges.local.edge_bars import Bar, bars, says_something
from prism.judges.local.edge_evidence import Piece, pieces
from prism.judges.local.support import doubts
from prism.judges.model.reading import End, Reading
from prism.text.finding import Range

__all__ = ["Ruling", "rule"]

_ENOUGH: Final = 1.0  # log-odds from which a causal link counts as stated
_BARRED: Final = 0.8  # confidence where something rules the link out
_UNCAUSAL: Final = 0.55  # confidence of a relation that no words mark


@dataclass(frozen=True, slots=True)
class Ruling:
    """Which way the link holds, why in plain words, what shows it, and how sure that is.

    ``confidence`` is a logistic of the evidence, not a calibrated probability.
    """

    way: Literal["forward", "backward", "none"]
    words: str
    confidence: float
    code: str | None = None
    chars: Range | None = None


def rule(
    reading: Reading, question: frozenset[str], source: End, target: End, relation: str
) -> Ruling:
    """Weigh the evidence for ``source → target`` as ``relation``.

    ``question`` holds the content words of the question that the text answers.
    """
    if not is_causal(relation):
        return _other(reading, source, target, relation)
    found = pieces(reading, source, target, relation)
    if not found and None in (source.chars, target.chars):
        lost = "source" if source.chars is None else "target"
        words = f"no such link: the {lost} is not in the response"
        return Ruling("none", words, _BARRED, "not_found")
    bar = next(bars(reading, question, source, target, found), None)
    if bar is not None:
        return _barred(bar)
    ruling = _causal(found)
    if ruling.way == "forward":
        doubt = next(doubts(reading, question, source, target), None)
        if doubt is not None:
            return _barred(doubt)
    return ruling


def _barred(bar: Bar) -> Ruling:
    return Ruling("none", f"no such link: {bar.words}", _BARRED, bar.code, bar.chars)


def _causal(found: list[Piece]) -> Ruling:
    total = sum(piece.weight for piece in found)
    sure = 1 / (1 + exp(-0.2 - abs(abs(total) - _ENOUGH)))
    if abs(total) < _ENOUGH:
        words = "no such link: they stand one after the other, no more"
        return Ruling("none", words, sure, "sequence_only")
    best = max(found, key=lambda piece: piece.weight * total)
    if total > 0:
        return Ruling("forward", f"source causes target: {best.words}", sure, chars=best.chars)
    words = f"target causes source: {best.words}"
    return Ruling("backward", words, sure, "reversed_claim", best.chars)


def _other(reading: Reading, source: End, target: End, relation: str) -> Ruling:
    """Let a relation that is not causal stand unless an end says nothing.

    Words do not tell more: judged otherwise, agreement with language models only falls.
    """
    for end in (source, target):
        if not says_something(reading, end):
            return _barred(Bar("empty_end", "one end says nothing", end.chars))
    words = f"nothing in the words speaks against {relation.lower()}"
    return Ruling("forward", words, _UNCAUSAL)

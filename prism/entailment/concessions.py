"""Where a text runs against what was to be expected: *even so*, *although*, *oddly*, *but*.

In a rewrite that is where a consequence stands although its cause is gone.
"""

from functools import lru_cache
from typing import Final

from prism.entailment.sentence import Told
from prism.entailment.terms import Reading
from prism.text.connectives import Connective, connectives

__all__ = ["concessions"]

Span = tuple[int, int]
_SENSES: Final = frozenset({"CONCESSION", "CONTRAST", "ANTITHESIS"})
_ALL: Final = 3  # so many sentences that run against expectation are as good as all
_SURPRISED: Final = frozenset(
    "oddly strangely curiously strange odd curious surprisingly somehow nonetheless nevertheless "
    "regardless anyway".split()
)
_SURPRISING: Final = ("even so", "all the same", "for all that", "despite", "though", "and yet")


def concessions(text: Reading, best: Told) -> dict[str, float]:
    """Return named evidence on how the sentence ``best`` stands to what was to be expected.

    Each is in [0, 1]; ``against`` and ``granted`` are shares of the words that answer the claim, on
    the one side and the other: *although it rained* grants, and what stands before *but* does.
    """
    sentences = _unexpected(text)
    here = best.number in sentences
    starts = [text.doc[place].idx for place in best.answers]
    against, granted = _sides(text)
    return {
        "conceded": float(here),
        "conceded before": float(not here and any(n < best.number for n in sentences)),
        "concessions": min(1.0, len(sentences) / _ALL),
        "against": _inside(starts, against),
        "granted": _inside(starts, granted),
    }


@lru_cache(maxsize=256)
def _marked(text: Reading) -> tuple[Connective, ...]:
    return tuple(c for c in connectives(text.doc) if c.sense in _SENSES)


@lru_cache(maxsize=256)
def _unexpected(text: Reading) -> frozenset[int]:
    """Return the sentences that have a sign of it."""
    starts = [each.start for each in _marked(text)]
    return frozenset(
        number
        for number, sentence in enumerate(text.doc.sents)
        if any(sentence.start_char <= start < sentence.end_char for start in starts)
        or any(token.lower_ in _SURPRISED for token in sentence)
        or any(phrase in sentence.text.lower() for phrase in _SURPRISING)
    )


def _sides(text: Reading) -> tuple[list[Span], list[Span]]:
    """Return the character spans told against expectation, and those of what is granted."""
    pairs = [(each.arg1, each.arg2) for each in _marked(text) if each.kind in ("mark", "prep")]
    pairs += [(each.arg2, each.arg1) for each in _marked(text) if each.kind not in ("mark", "prep")]
    return [told for told, _ in pairs], [granted for _, granted in pairs]


def _inside(starts: list[int], spans: list[Span]) -> float:
    """Return the share of offsets that lie in one of the spans."""
    inside = [any(first <= start < end for first, end in spans) for start in starts]
    return sum(inside) / (len(inside) or 1)

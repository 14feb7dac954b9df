"""Where units start: rules propose, a linear model re-scores every place where one may start."""

from collections.abc import Sequence
from typing import Final, Literal

import numpy as np

from prism.text.candidates import Candidates, candidates, sentence_starts
from prism.text.claims import claim_starts
from prism.text.finding import Range
from prism.text.layout import lines
from prism.text.linear import weights
from prism.text.openings import Openings, Places
from prism.text.segment import clause_starts
from prism.text.tokens import Tokens

__all__ = ["unit_ranges", "unit_starts"]

_THRESHOLD: Final = -0.5  # the best of F1, genre by genre left out of training
_PASSES: Final = 2  # more change nothing


def unit_starts(tokens: Tokens, found: Candidates) -> list[int]:
    """Return the tokens at which units start.

    A decision depends on those beside it: the first pass sees the starts by rule beside each
    candidate, the second what the first decided.
    """
    if not found.places:
        return found.fixed
    model, ruled = weights("boundaries"), np.array(clause_starts(tokens))
    places, fixed = np.array(found.places), np.array(found.fixed)
    openings = Openings(tokens, found, ruled)
    alone = model.logits(openings.features())
    starts: Places = np.union1d(ruled, fixed)
    for _ in range(_PASSES):
        beside = model.logits(openings.context(starts))
        starts = np.union1d(fixed, places[(alone + beside)[:, 0] > _THRESHOLD])
    decided: list[int] = starts.tolist()
    return decided


def unit_ranges(
    tokens: Tokens, text: str, granularity: Literal["clause", "claim"] = "clause"
) -> list[Range]:
    """Return the units as token ranges that cover every token; code and table rows are whole."""
    starts = unit_starts(tokens, candidates(tokens))
    whole = [(line.start, line.end) for line in lines(text) if line.kind in ("code", "table")]
    if whole:
        starts = [
            place
            for place in starts
            if not any(first < tokens.start[place] < last for first, last in whole)
        ]
    ranges = _ranges(starts, len(tokens))
    if granularity == "clause" or not ranges:
        return ranges
    fixed = frozenset(sentence_starts(tokens)) & frozenset(starts)
    return _ranges(claim_starts(tokens, ranges, fixed), len(tokens))


def _ranges(starts: Sequence[int], size: int) -> list[Range]:
    """Return the ranges between starts; the first one begins with the text."""
    return list(zip([0, *starts[1:]], [*starts[1:], size], strict=True)) if starts else []

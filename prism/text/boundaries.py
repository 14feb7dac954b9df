"""Where units start: rules propose, a linear model re-scores every place where one may start."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal

import numpy as np

from prism.text.candidates import Candidates, candidates, sentence_starts
from prism.text.claims import claim_starts
from prism.text.connectives import arrow
from prism.text.finding import Finding, Range
from prism.text.layout import lines
from prism.text.linear import weights
from prism.text.openings import Openings, Places
from prism.text.segment import clause_starts
from prism.text.tokens import Tokens

__all__ = ["unit_ranges", "unit_starts", "whole_cues"]

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
    ranges = _ranges(_telling(tokens, starts), len(tokens))
    if granularity == "clause" or not ranges:
        return ranges
    fixed = frozenset(sentence_starts(tokens)) & frozenset(starts)
    return _ranges(claim_starts(tokens, ranges, fixed), len(tokens))


def whole_cues(tokens: Tokens, ranges: Sequence[Range], findings: Sequence[Finding]) -> list[Range]:
    """Move the starts of units to where what words mark begins.

    A mark is whole (``stay | as long as you wait``), and so is an inverted condition
    (``Were the dam to break, | …``); an arrow goes with what it leads to.
    """
    moved = {
        place: cue[0]
        for cue in (each.cue for each in findings if each.kind == "mark")
        for place in range(cue[0] + 1, cue[1])
    }
    moved |= {
        place: each.cue[0]
        for each in findings if each.kind == "inversion"
        for place in range(each.cue[0] + 1, each.arg2[1]) if tokens.tag[place] == "TO"
    }  # fmt: skip
    led = {first: size for first, _ in tokens.sentences if (size := arrow(tokens, first))}
    moved |= {first + step: first for first, size in led.items() for step in range(1, size + 1)}
    starts = sorted({moved.get(first, first) for first, _ in ranges} | led.keys())
    return _ranges(starts, ranges[-1][1])


def _telling(tokens: Tokens, starts: Sequence[int]) -> list[int]:
    """Drop the start after a bare conjunction and its comma: ``and, | as a result, …`` is one."""
    bare = {
        after
        for start, after in pairwise(starts)
        if after - start <= 2
        and tokens.pos[start] == "CCONJ"
        and tokens.pos[after] != "SCONJ"  # “but, | when it rains, …”: a clause of its own
        and tokens.sentence[start] == tokens.sentence[after]
        and all(tokens.pos[place] in ("CCONJ", "PUNCT") for place in range(start, after))
    }
    return [start for start in starts if start not in bare]


def _ranges(starts: Sequence[int], size: int) -> list[Range]:
    """Return the ranges between starts; the first one begins with the text."""
    return list(zip([0, *starts[1:]], [*starts[1:], size], strict=True)) if starts else []

"""Finds the units of a reply in the text they were cut from."""

from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from prism.graph import Unit

__all__ = ["ground"]

CUTOFF = 80.0  # rapidfuzz's 0-100 ratio below which a unit counts as not found
SLACK = 2  # how many unit lengths beyond the last hit are searched before the whole text is


def ground(units: Sequence[Unit], text: str) -> tuple[Unit, ...]:
    """Return ``units`` with their offsets into ``text`` and how well they were found there.

    Units are looked for in order, each first behind the one before it: verbatim, then by fuzzy
    partial match, then in the whole text. ``grounding`` is 1 for a verbatim hit, the match ratio
    for a fuzzy one and 0 where nothing passes the cutoff (then offsets stay None).

    >>> [u.start for u in ground([Unit("a", "It rained."), Unit("b", "Roads flodded")],
    ...                          "It rained. Roads flooded.")]
    [0, 11]
    """
    place = 0
    found = []
    for unit in units:
        hit = _exact(unit.text, text, place) or _fuzzy(unit.text, text, place)
        if hit is None:
            found.append(replace(unit, start=None, end=None, grounding=0.0))
            continue
        start, end, ratio = hit
        found.append(replace(unit, start=start, end=end, grounding=ratio))
        place = end if start >= place else place
    return tuple(found)


def _exact(needle: str, text: str, place: int) -> tuple[int, int, float] | None:
    if not needle:
        return None
    start = text.find(needle, place)
    if start < 0:
        start = text.find(needle)
    return (start, start + len(needle), 1.0) if start >= 0 else None


def _fuzzy(needle: str, text: str, place: int) -> tuple[int, int, float] | None:
    if not needle.strip():
        return None
    window = text[place : place + (SLACK + 1) * len(needle) + 200]
    for offset, haystack in ((place, window), (0, text)):
        hit = fuzz.partial_ratio_alignment(needle, haystack, score_cutoff=CUTOFF)
        if hit is not None and hit.dest_end > hit.dest_start:
            return offset + hit.dest_start, offset + hit.dest_end, hit.score / 100
    return None

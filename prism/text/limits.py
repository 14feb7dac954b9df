"""What a parser can take: runs without a blank and sentences are cut where they grow too long.

A tokeniser looks at every end of a run anew, and a sentence is a tree whose parts are compared with
one another, so both cost the square of their length. No prose comes near these limits; a text that
does is cut, and says so.
"""

import re
from collections.abc import Sequence
from typing import Final

__all__ = ["LONGEST_RUN", "LONGEST_SENTENCE", "sentence_cuts", "without_long_runs"]

LONGEST_RUN: Final = 200  # characters without a blank, or marks without a letter
LONGEST_SENTENCE: Final = 400  # tokens

_MARKS: Final = re.compile(rf"([^\w\s]{{{LONGEST_RUN}}})([^\w\s]+)")
_RUN: Final = re.compile(rf"\S{{{LONGEST_RUN + 1},}}")
_STOPS: Final = frozenset({".", "!", "?", "…", "..."})
_CLOSERS: Final = frozenset({")", "]", "”", "’", '"', "''", "»"})
_PAUSES: Final = frozenset({",", ";", ":", "—", "–", "--"})


def without_long_runs(text: str) -> tuple[str, int]:
    """Return ``text`` with blanks in its long runs, character for character, and how many it cut.

    Marks beyond the first ``LONGEST_RUN`` become blanks; so does the last character of every
    stretch of that length in other runs. Linear.

    >>> without_long_runs("so " + "!" * 300 + " what")[1]
    1
    """
    cuts = 0

    def blank(found: re.Match[str]) -> str:
        nonlocal cuts
        cuts += 1
        return found[1] + " " * len(found[2])

    def broken(found: re.Match[str]) -> str:
        nonlocal cuts
        cuts += 1
        run = list(found[0])
        for place in range(LONGEST_RUN - 1, len(run), LONGEST_RUN):
            run[place] = " "
        return "".join(run)

    return _RUN.sub(broken, _MARKS.sub(blank, text)), cuts


def sentence_cuts(words: Sequence[str], starts: Sequence[int]) -> tuple[list[int], int]:
    """Return where further sentences have to start, and how many of these starts are cuts.

    ``starts`` are the places at which sentences start for sure. Where over ``LONGEST_SENTENCE``
    words follow one, a start is set after the last full stop within that many, which is no cut;
    without one after the last comma or the like, or at the limit. Linear.

    >>> sentence_cuts(["a"] * 500, [0])
    ([400], 1)
    """
    found, cuts = [], 0
    for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
        while end - start > LONGEST_SENTENCE:
            window = range(start + LONGEST_SENTENCE, start, -1)
            stop = next((i for i in window if _follows_stop(words, i)), None)
            pause = next((i for i in window if words[i - 1] in _PAUSES), None)
            cuts += stop is None
            start = stop or pause or start + LONGEST_SENTENCE  # noqa: PLW2901
            found.append(start)
    return found, cuts


def _follows_stop(words: Sequence[str], place: int) -> bool:
    """Whether a sentence may well start at ``place``: a capital after a full stop."""
    before = place - 1
    while before > 0 and words[before] in _CLOSERS and place - before < len(_CLOSERS):
        before -= 1
    return words[before] in _STOPS and words[place][:1].isupper()

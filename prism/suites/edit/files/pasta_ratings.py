"""PASTA's rewrites as its raters saw them (Ghosh et al. 2023): three workers an assignment.

A rewrite is valid where the rater finds that it implies the state and is logical. The scales run
in opposite directions in the files: for GPT-3's rewrites the first two of five boxes mean that the
state follows and the first of two that the story is logical; for T5's the last two and the second.
"""

import csv
import io
from collections.abc import Mapping
from pathlib import PurePath
from typing import Final

from prism.files.ratings import Rating
from prism.files.source import Source

__all__ = ["is_pasta_ratings", "read_pasta_ratings"]

_ENTAILS: Final = [f"Answer.sb_entail_a.{n}" for n in range(5)]
_LOGICAL: Final = [f"Answer.sb_is_logical.{n}" for n in range(2)]
_OF_GPT3: Final = "Input.Mod_Story_gpt3"


def is_pasta_ratings(source: Source) -> bool:
    """Whether ``source`` is one of PASTA's files of rated rewrites."""
    header = source.text.partition("\n")[0]
    return all(name in header for name in (*_ENTAILS, *_LOGICAL, "WorkerId"))


def read_pasta_ratings(source: Source) -> list[Rating]:
    """Return whether each rater found each rewrite valid; rows without a tick are left out.

    The files name the rewrites of one story alike, whichever model wrote them; here a rewrite is
    named after its file, too.
    """
    file = PurePath(source.name).stem
    rows = csv.DictReader(io.StringIO(source.text, newline=""))
    found = []
    for row in rows:
        entails, logical = _ticked(row, _ENTAILS), _ticked(row, _LOGICAL)
        if entails is None or logical is None:
            continue
        as_gpt3, as_t5 = (entails <= 1 and logical == 0), (entails >= 3 and logical == 1)
        valid = as_gpt3 if _OF_GPT3 in row else as_t5
        unit = f"{file} {row['Input.AssignmentId']}"
        found.append(Rating(unit, str(row["WorkerId"]), "yes" if valid else "no"))
    return found


def _ticked(row: Mapping[str, str], boxes: list[str]) -> int | None:
    return next((n for n, box in enumerate(boxes) if row.get(box, "").lower() == "true"), None)

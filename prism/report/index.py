"""How a ranking of arms goes with an index from elsewhere, given as a table of models."""

import csv
import io
from collections.abc import Mapping, Sequence

from prism.errors import BadRecord
from prism.files.source import Source
from prism.report.leaderboard import ArmTable, IndexAgreement
from prism.stats.compare import rank_agreement
from prism.suites.published_scores import same_model

__all__ = ["against_index", "read_index"]

FEWEST_ARMS = 3


def read_index(source: Source) -> dict[str, float]:
    r"""Return the value of every model in a CSV: a column of names, then one of numbers.

    A first line that is no row of the table is its header; the first number of a row counts.

    Raises
    ------
    BadRecord
        A row has no name or no number, or a name stands twice.

    >>> read_index(Source("i.csv", "model;index\nGPT-5.5;64,6\nGLM-5.1;52\n"))
    {'GPT-5.5': 64.6, 'GLM-5.1': 52.0}
    """
    first = source.text.partition("\n")[0]
    delimiter = max(",;\t|", key=first.count)
    rows = [row for row in csv.reader(io.StringIO(source.text), delimiter=delimiter) if any(row)]
    found: dict[str, float] = {}
    for number, row in enumerate(rows, 1):
        name, value = row[0].strip(), next(filter(_is_number, row[1:]), None)
        if value is None and number == 1:
            continue
        where = f"{source.name}: row {number}"
        if value is None or not name:
            mend = "give a model's name and a number, such as GPT-5.5,64.6"
            raise BadRecord("no name with a number", where=where, mend=mend)
        if name in found:
            raise BadRecord(f"{name} stands twice", where=where, mend="leave one out")
        found[name] = float(value.replace(",", "."))
    if not found:
        raise BadRecord(
            "no row of a model and its number", where=source.name, mend="give a CSV: model,index"
        )
    return found


def against_index(
    arms: Sequence[ArmTable], index: Mapping[str, float], *, tested: bool = True
) -> IndexAgreement:
    """Return how the ranked ``arms`` go with ``index``; without ``tested`` only who has a match.

    Raises
    ------
    Unavailable
        It is to be computed and scipy is not installed.
    """
    pairs: list[tuple[float, float]] = []
    left, met = [], set()
    for arm in arms:
        name = next((name for name in index if same_model(name, arm.model)), None)
        found = arm.headline
        if name is None or arm.rank is None or found is None or found.value is None:
            left.append(arm.name)
        else:
            pairs.append((found.value, index[name]))
            met.add(name)
    rho = None
    if tested and len(pairs) >= FEWEST_ARMS:
        ours, theirs = zip(*pairs, strict=True)
        rho = rank_agreement(ours, theirs)
    return IndexAgreement(
        n=len(pairs),
        rho=rho,
        arms_left=tuple(left),
        names_left=tuple(name for name in index if name not in met),
    )


def _is_number(cell: str) -> bool:
    text = cell.strip().replace(",", ".", 1)
    return bool(text) and text.lstrip("+-").replace(".", "", 1).isdecimal()

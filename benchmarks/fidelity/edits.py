"""Measures the edit suite with the embedded judge: ``python -m benchmarks.fidelity edits``.

Prints every measure against its baseline, floor and goal with an interval of two standard errors;
what falls short of its goal is followed by its confusion table. Needs the external sets
(``PRISM_DATA``, default ``../shared/data``); ``python -m benchmarks.fidelity.edits --only NAME …``
picks measures.
"""

import argparse
import os
import sys
from pathlib import Path

from benchmarks.fidelity.edit_measures import MEASURES
from benchmarks.fidelity.edit_rows import Row

__all__ = ["main", "print_table"]


def main(arguments: list[str] | None = None) -> int:
    """Print the table; 0 where every floor is reached, 1 otherwise."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--only", nargs="*", help="names of measures")
    wanted = parser.parse_args(arguments).only
    data = Path(os.environ.get("PRISM_DATA", "../shared/data"))
    if not data.is_dir():
        print(f"no data at {data}: set PRISM_DATA", file=sys.stderr)
        return 3
    return int(print_table(data, wanted))


def print_table(data: Path, wanted: list[str] | None = None) -> bool:
    """Print the measures, or the ``wanted`` of them; return whether one is below its floor."""
    short = False
    print(f"{'measure':44}{'value':>8}{'±2se':>7}{'n':>7}{'base':>14}{'floor':>7}{'goal':>7}")
    for measure in MEASURES:
        if wanted and measure.__name__ not in wanted:
            continue
        for row in measure(data):
            _print(row)
            short |= not row.reaches(row.floor)
    return short


def _mark(row: Row) -> str:
    if row.goal is None:
        return ""
    if row.reaches(row.goal):
        return " goal"
    return " floor" if row.floor is not None and row.reaches(row.floor) else " SHORT"


def _print(row: Row) -> None:
    mark = _mark(row)
    floor = f"{row.floor:.2f}" if row.floor is not None else ""
    goal = f"{row.goal:.2f}" if row.goal is not None else ""
    print(
        f"{row.name:44}{row.value:8.3f}{row.error:7.3f}{row.n:7}{row.baseline:>14}"
        f"{floor:>7}{goal:>7}{mark}  {row.note}",
        flush=True,
    )
    if row.confusion and (row.goal is None or not row.reaches(row.goal)):
        golds = sorted({gold for gold, _ in row.confusion})
        answers = sorted({got for _, got in row.confusion})
        print("      right \\ answered " + "".join(f"{a:>14}" for a in answers))
        for gold in golds:
            print(f"      {gold:17}" + "".join(f"{row.confusion[gold, a]:>14}" for a in answers))


if __name__ == "__main__":
    sys.exit(main())

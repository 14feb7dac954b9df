"""Measures prism against external data: ``python -m benchmarks.fidelity [--data DIR]``.

One table. Each row: value with its 95 % interval (bootstrap over documents), what a simple
baseline reaches, the floor below which the work is not done, and the goal.
"""

import argparse
import os
from collections.abc import Callable, Mapping
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.fidelity import causal, discourse, edits, judge, marked, whatif
from benchmarks.fidelity.corpora import data_folder
from benchmarks.fidelity.rows import Row

SECTIONS: Mapping[str, Callable[[Path], list[Row]]] = {
    "discourse": discourse.rows,
    "marked": marked.rows,
    "causal": causal.rows,
    "whatif": whatif.rows,
    "records": whatif.record_rows,
    "judge": judge.rows,
}
EDITS = "edits"


def table(found: list[Row]) -> Table:
    """Return the rows as one table."""
    shown = Table(title="prism, measured", show_lines=False)
    for heading in ("", "measure", "value", "95 %", "gold items", "baseline", "floor", "goal", ""):
        shown.add_column(heading, justify="left" if heading in ("", "measure") else "right")
    for each in found:
        shown.add_row(
            each.section,
            each.measure,
            f"{each.value:.3f}",
            f"{each.low:.3f}–{each.high:.3f}",
            each.n,
            each.baseline,
            "–" if each.floor is None else f"{each.floor:g}",
            "–" if each.goal is None else f"{each.goal:g}",
            each.verdict,
        )
    return shown


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", default=os.environ.get("PRISM_DATA"))
    names = ", ".join((*SECTIONS, EDITS))
    parser.add_argument("sections", nargs="*", help=f"of {names}; all but {EDITS} by default")
    options = parser.parse_args()
    wanted = options.sections or list(SECTIONS)
    if unknown := [name for name in wanted if name not in (*SECTIONS, EDITS)]:
        parser.error(f"no section {unknown[0]}: there are {names}")
    data = data_folder(options.data)
    console = Console(width=max(150, Console().width))
    if not data.is_dir():
        console.print(f"no external data at {data} (set PRISM_DATA)")
        return
    found = [each for name in wanted if name != EDITS for each in SECTIONS[name](data)]
    if found:
        console.print(table(found))
    if EDITS in wanted:
        edits.print_table(data)


if __name__ == "__main__":
    main()

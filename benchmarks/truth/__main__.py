"""Fidelity on external data: ``python -m benchmarks.truth [--cladder-compat] [--part NAME]``.

Reads the sets under PRISM_DATA (default ../shared/data) and compares prism's computed answers with
the stored ones. Exit code 1 if a difference has no explanation.
"""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks.truth import calm, clear, printed, v15
from benchmarks.truth.items import ask_cladder, ask_counterbench, compare
from benchmarks.truth.tally import Tally, show

PARTS = ("cladder", "cladder15", "printed", "calm", "clear", "counterbench")


def main() -> int:
    """Measure every part that is there."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.truth", description=__doc__)
    parser.add_argument("--cladder-compat", action="store_true", help="label as CLadder did")
    parser.add_argument("--part", choices=PARTS)
    options = parser.parse_args()
    data = Path(os.environ.get("PRISM_DATA", "../shared/data"))
    mode = "as it was labelled" if options.cladder_compat else "exact"
    parts: dict[str, tuple[str, str, Callable[[Path], list[Tally]]]] = {
        "cladder": (
            f"CLadder dev, {mode}",
            "cladder",
            lambda folder: compare(ask_cladder(folder), compat=options.cladder_compat),
        ),
        "cladder15": (
            "CLadder v1.5, from its printed diagrams and numbers",
            "cladder",
            lambda folder: v15.measure(folder / "cladder_v1_subset.csv"),
        ),
        "printed": (
            "CLadder dev, numeric questions answered from the two decimals in the text",
            "cladder",
            lambda folder: printed.measure(folder, ("easy", "hard", "anti", "non")),
        ),
        "calm": ("CaLM lite", "calm_lite", calm.measure),
        "clear": ("CLEAR", "clear", clear.measure),
        "counterbench": (
            "CounterBench, from its text",
            "counterbench",
            lambda folder: compare(ask_counterbench(folder)),
        ),
    }
    explained = True
    for name, (title, folder, measure) in parts.items():
        if options.part not in (None, name):
            continue
        if not (data / folder).is_dir():
            print(f"{title}: skipped, {data / folder} is not there")
            continue
        explained &= show(title, measure(data / folder))
    return 0 if explained else 1


if __name__ == "__main__":
    sys.exit(main())

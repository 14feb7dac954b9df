"""Learns when a claim holds from labelled edits: ``python -m benchmarks.train.holds``.

Reads ``benchmarks/edits/dev.jsonl`` and nothing else: ``items.jsonl`` beside it is for measuring.
Writes the table ``prism/claims/data/holds.json``: two additive models (``prism.claims.decide``).
Every piece of evidence gets a slope and a few steps, at quantiles of its values; the weights are
fitted by ridge regression on the log odds. The threshold is the one with the most checks right (E1
passes where all claims hold, E2 where none does) in cross-validation by item, which is printed.
The same items give the same bytes.
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

LABELLED: Final = Path(__file__).parent.parent / "edits" / "dev.jsonl"
TARGET: Final = Path(__file__).parents[2] / "prism" / "claims" / "data" / "holds.json"
CHECKS: Final[dict[Expectation, tuple[str, str]]] = {
    "kept": ("E1", "preserve"),
    "changed": ("E2", "revise"),
}
RIDGE: Final = 8.0
STEPS: Final = 3
ROUNDS: Final = 12
FOLDS: Final = 6
PLAIN: Final = 0.1  # how much a claim counts that needs no label
FOR: Final = ("stands", "support", "core", "answered", "phrase tells", "subject like", "alike")
AGAINST: Final = ("clash", "denied", "unreal", "phrase excludes", "subject opposed", "said of")
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
                yield Example(record["id"], rewrite["id"], named, label == "holds")


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
    weights = _signed(
        table,
        np.array([e.holds for e in learned], dtype=np.float64),
        np.array([e.weight for e in learned]),
        np.array([0, *(_sign(name) for name in names for _ in range(1 + len(starts[name])))]),
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


def _sign(name: str) -> int:
    """Return 1 for evidence that cannot speak against a claim, −1 for what cannot speak for it."""
    return 1 if name.startswith(FOR) else -1 if name.startswith(AGAINST) else 0


def _signed(table: Floats, targets: Floats, weights: Floats, signs: Floats) -> Floats:
    """Fit, leaving out what comes to speak the other way than it can, until nothing does.

    Odd turns of the examples would otherwise teach that a clash supports a claim.
    """
    kept = np.ones(table.shape[1], dtype=bool)
    while True:
        found = np.zeros(table.shape[1])
        found[kept] = _ridge(table[:, kept], targets, weights)
        wrong = found * signs < 0
        if not wrong.any():
            return found
        kept &= ~wrong


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


def main() -> None:
    """Learn and write the table."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "").parse_args()
    records = [json.loads(line) for line in LABELLED.read_text("utf-8").splitlines()]
    table = {x: entry(learn([*examples(records, x), *plain(records, x)], x)) for x in CHECKS}
    TARGET.write_text(json.dumps(table, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""Learns when a claim holds from labelled edits: ``python -m benchmarks.train.holds``.

Reads ``benchmarks/edits/dev_*.jsonl`` and nothing else: ``items.jsonl`` beside it is for measuring.
Writes ``prism/entailment/data/holds.json``: two sums of trees (``prism.entailment.decide``). The
threshold is the one with the most checks right (E1 passes where all claims hold, E2 where none
does) in cross-validation by item, which is printed. The same items and versions give the same
bytes.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from sklearn.ensemble import HistGradientBoostingClassifier

from benchmarks.fidelity.edit_mutations import mutations
from prism.entailment.check import reading
from prism.entailment.decide import Expectation, Model, Tree
from prism.entailment.status import evidence, ruled
from prism.entailment.terms import Reading

__all__ = ["Example", "crossed", "examples", "fit", "main"]

EDITS: Final = Path(__file__).parent.parent / "edits"
TARGET: Final = Path(__file__).parents[2] / "prism" / "entailment" / "data" / "holds.json"
CHECKS: Final[dict[Expectation, tuple[str, str]]] = {
    "kept": ("E1", "preserve"),
    "changed": ("E2", "revise"),
}
RATE: Final = 0.1
TREES: Final = 80
LEAVES: Final = 10
LEAST: Final = 25  # examples a leaf
RIDGE: Final = 5.0
DIGITS: Final = 4
FOLDS: Final = 6
PLAIN: Final = 0.05  # how much a claim counts that needs no label
FRAMES: Final = (
    ("It is not true that {}.", False),
    ("It cannot be denied that {}.", True),
    ("If {}, everything would have been different.", False),
    ("As everyone knows, {}.", True),
    ("Nobody could say that {}.", False),
    ("It is no myth that {}.", True),
    ("The rumour that {} was false.", False),
    ("It is a fact that {}.", True),
)
FOR: Final = ("stands", "support", "answered", "phrase tells", "subject like", "alike")
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


def framed(claim: str, number: int) -> Iterator[tuple[str, bool]]:
    """Yield two sentences about ``claim``, and whether each says that it holds; they take turns."""
    clause = claim.rstrip(". ")
    if clause.split()[0] in ("The", "A", "An", "It", "Its", "His", "Her", "Their", "There", "No"):
        clause = clause[0].lower() + clause[1:]
    for step in (0, 1):
        frame, holds = FRAMES[(2 * number + step) % len(FRAMES)]
        yield frame.format(clause), holds


def plain(records: Sequence[dict[str, Any]], expected: Expectation) -> Iterator[Example]:
    """Yield what needs no label.

    A claim holds in its story and in itself, not when it is mutated, nor in another story, and in a
    frame that grants it, not in one that denies or supposes it. Rewrites hardly ever keep a
    consequence word for word, and would alone teach to distrust such a one.
    """
    for place, record in enumerate(records):
        other = records[place - 1]["story"]
        story = reading(record["story"])
        claims = [claim for _, key in CHECKS.values() for claim in record["criteria"][key]]
        for number, asked in enumerate(claims, place):
            claim = reading(asked)
            texts = [(record["story"], True), (asked, True), (other, False)]
            texts += framed(asked, number)
            texts += [(changed, False) for _, changed in mutations(asked) if changed]
            for text, holds in texts:
                named = _evidence(claim, reading(text), story, expected)
                yield Example(record["id"], "", named, holds, PLAIN)


def fit(learned: Sequence[Example], threshold: float = 0.5) -> Model:
    """Return the model of the examples."""
    names = sorted({name for each in learned for name in each.evidence})
    found = HistGradientBoostingClassifier(
        learning_rate=RATE,
        max_iter=TREES,
        max_leaf_nodes=LEAVES,
        min_samples_leaf=LEAST,
        l2_regularization=RIDGE,
        monotonic_cst=[_sign(name) for name in names],
        early_stopping=False,
        random_state=0,
    ).fit(
        np.array([[each.evidence.get(name, 0.0) for name in names] for each in learned]),
        np.array([each.holds for each in learned]),
        sample_weight=np.array([each.weight for each in learned]),
    )
    start = round(float(found._baseline_prediction.ravel()[0]), DIGITS)
    trees = tuple(_tree(rounds[0].nodes) for rounds in found._predictors)
    return Model(start, tuple(names), trees, threshold)


def _sign(name: str) -> int:
    """Return 1 for evidence that cannot speak against a claim, −1 for what cannot speak for it."""
    return 1 if name.startswith(FOR) else -1 if name.startswith(AGAINST) else 0


def _tree(nodes: Any, place: int = 0) -> Tree:
    """Return a fitted tree as nested tuples."""
    node = nodes[place]
    if node["is_leaf"]:
        return round(float(node["value"]), DIGITS)
    left, right = (_tree(nodes, int(node[side])) for side in ("left", "right"))
    return int(node["feature_idx"]), round(float(node["num_threshold"]), DIGITS), left, right


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
        "evidence": found.evidence,
        "trees": found.trees,
    }


def read() -> list[dict[str, Any]]:
    """Return the items that are learned from."""
    paths = sorted(EDITS.glob("dev_*.jsonl"))
    return [json.loads(line) for path in paths for line in path.read_text("utf-8").splitlines()]


def main() -> None:
    """Learn and write the table."""
    argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "").parse_args()
    records = read()
    table = {x: entry(learn([*examples(records, x), *plain(records, x)], x)) for x in CHECKS}
    TARGET.write_text(json.dumps(table, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

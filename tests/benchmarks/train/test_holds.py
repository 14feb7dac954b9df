"""Learning when a claim holds: what can be learnt is, the same again, and never on seen items."""

import json

import numpy as np
import pytest

training = pytest.importorskip("benchmarks.train.holds")


def _examples(n: int = 240) -> list:
    draws = np.random.default_rng(7)
    made = []
    for place in range(n):
        value, noise = draws.random(2)
        made.append(
            training.Example(f"d{place % 24:03}", "ab"[place % 2], {"value": value, "noise": noise},
                             bool(value > 0.6), 1.0)
        )  # fmt: skip
    return made


def test_what_can_be_learnt_is_learnt_and_the_same_again() -> None:
    learned = _examples()
    one, two = training.fit(learned), training.fit(learned)
    assert one == two
    wrong = sum(one.holds(each.evidence) != each.holds for each in learned)
    assert wrong < 0.1 * len(learned)
    assert one.chance({"value": 0.9, "noise": 0.5}) > 0.8 > 0.2 > one.chance({"value": 0.1})


def test_noise_is_not_learnt_across_items() -> None:
    """Each item has its own rule: a model that has not seen it can only guess."""
    learned = [
        training.Example(f"d{place % 40:03}", "a", {f"own {place % 40}": 1.0}, place % 40 < 20, 1.0)
        for place in range(160)
    ]
    assert abs(training.crossed(learned) - 0.5).max() < 0.35


def test_checks_are_counted_by_rewrite() -> None:
    learned = [
        training.Example("d001", "a", {}, True, 1.0),
        training.Example("d001", "a", {}, False, 1.0),
        training.Example("d001", "b", {}, True, 1.0),
        training.Example("d001", "", {}, False, 1.0),  # needs no label: counts in no check
    ]
    assert training.right(learned, [True, False, True, True], "kept") == 1.0
    assert training.right(learned, [False, True, False, True], "kept") == 0.5
    assert training.right(learned, [False, True, False, True], "changed") == 0.5


def test_what_is_learned_from_is_never_measured_on() -> None:
    learned = {record["story"] for record in training.read()}
    lines = (training.EDITS / "items.jsonl").read_text("utf-8").splitlines()
    assert len(learned) > 300
    assert learned.isdisjoint(json.loads(line)["story"] for line in lines)


def test_a_clash_never_speaks_for_a_claim() -> None:
    draws = np.random.default_rng(3)
    odd = [  # by chance, what clashes holds here
        training.Example(f"d{n:03}", "a", {"clash": float(c > 0.5), "answered": a}, bool(c > 0.4))
        for n, (c, a) in enumerate(draws.random((200, 2)))
    ]
    found = training.fit(odd)
    chances = [found.chance({"clash": clash, "answered": 0.7}) for clash in (0.0, 1.0)]
    assert chances[1] <= chances[0]

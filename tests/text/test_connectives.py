"""Own sentences, each with its cause and effect or with none: what the lexicon and guards reach."""

import json
from pathlib import Path

import pytest

from prism.text.connectives import Connective, connectives
from prism.text.nlp import analyse

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent / "data" / "causal_cases.jsonl")
    .read_text(encoding="utf-8")
    .splitlines()
]


def share(ours: tuple[int, int], text: str, part: str) -> float:
    start = text.index(part)
    common = min(ours[1], start + len(part)) - max(ours[0], start)
    return max(0, common) / len(part)


def fit(found: Connective, case: dict) -> tuple[float, float]:
    """How well the arguments fit (cause, effect), as said and turned round."""
    cause, effect = found.arg1, found.arg2
    if found.cause == "arg2":
        cause, effect = effect, cause
    text = case["text"]
    forward = share(cause, text, case["cause"]) + share(effect, text, case["effect"])
    backward = share(effect, text, case["cause"]) + share(cause, text, case["effect"])
    return forward, backward


@pytest.fixture(scope="module")
def read() -> list[tuple[dict, list[Connective]]]:
    return [
        (case, [each for each in connectives(analyse(case["text"])) if each.cause])
        for case in CASES
    ]


def test_marked_causes_are_found_with_the_right_direction(read):
    found = right = asked = 0
    for case, ours in read:
        if case["relation"] is None or case["cause"] is None:
            continue
        asked += 1
        best = max((fit(each, case) for each in ours), key=max, default=(0, 0))
        found += max(best) > 0.5
        right += best[0] > best[1] and max(best) > 0.5
    assert found >= 0.84 * asked  # measured: 116 of 133 found, all 116 the right way round
    assert right >= 0.98 * found


def test_sentences_without_a_marked_cause_raise_few_alarms(read):
    quiet = [ours for case, ours in read if case["relation"] is None]
    assert sum(map(bool, quiet)) <= 0.1 * len(quiet)  # measured: 4 of 62


def test_arguments_and_cues_lie_in_the_text(read):
    for case, ours in read:
        for each in ours:
            assert case["text"][each.start : each.end] == each.text
            for first, last in (each.arg1, each.arg2):
                assert 0 <= first < last <= len(case["text"])

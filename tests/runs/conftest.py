"""A benchmark of our own: the demo's questions, and short responses to many copies of them."""

import json
from pathlib import Path

import pytest

EVENTS = (
    ("the dam broke", "the valley was flooded", "the farms were ruined"),
    ("the ink faded", "the letters could not be read", "the court dropped the case"),
    ("the fuse blew", "the pumps stopped", "the cellar filled with water"),
    ("the bees vanished", "the trees bore no fruit", "the market closed"),
)


def response(number: int) -> str:
    first, second, third = EVENTS[number % len(EVENTS)]
    return (
        f"In year {number}, {first}. Because {first}, {second}. "
        f"As a result, {third}. {third.capitalize()} because {second}."
    )


@pytest.fixture
def files(tmp_path: Path, demo: Path) -> tuple[Path, Path]:
    """A benchmark of 9 items in three domains, and an answers file to all of them."""
    return write_files(tmp_path, demo, 9)


def write_files(folder: Path, demo: Path, n: int) -> tuple[Path, Path]:
    sources = [json.loads((demo / name / "q.json").read_text()) for name in DEMOS]
    items, answers = [], []
    for number in range(n):
        item = dict(sources[number % len(sources)])
        item |= {"id": number, "canonical_id": f"q{number:03}"}
        item["domain"] = ("STEM", "HASS", "Hybrid")[number % 3]
        items.append(item)
        answers.append({**item, "model_answer": response(number)})
    benchmark, given = folder / "benchmark.json", folder / "answers.json"
    benchmark.write_text(json.dumps({"meta": {}, "items": items}))
    given.write_text(json.dumps({"meta": {"model": "m"}, "items": answers}))
    return benchmark, given


DEMOS = ("secret-paper", "undecayed-wood")

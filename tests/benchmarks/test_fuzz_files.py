"""Mutated files never end in a traceback; ``python -m benchmarks.fuzz_files`` tries thousands."""

import json
import random
from pathlib import Path

import pytest

from benchmarks import fuzz_files

SEEDS = range(1, 41)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_mutated_file_breaks_no_command(seed: int, tmp_path: Path) -> None:
    broken = fuzz_files.attempt(seed, tmp_path)
    assert broken is None, f"seed {seed}: {broken}"


def test_a_traceback_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise TypeError("unhashable")

    monkeypatch.setattr(fuzz_files, "prism", fails)
    broken = fuzz_files.attempt(1, tmp_path)
    assert broken is not None
    assert "unhashable" in broken.told


def test_a_seed_tells_its_file_and_seeds_differ() -> None:
    seed = fuzz_files.SEEDS["benchmark.json"]
    made = [fuzz_files.mutated(random.Random(number), seed) for number in range(30)]
    assert made == [fuzz_files.mutated(random.Random(number), seed) for number in range(30)]
    assert len(set(made)) > 15
    assert seed == json.loads(json.dumps(seed))

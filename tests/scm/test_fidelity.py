"""External sets, where they are there: the counts that the measuring command prints."""

import os
from pathlib import Path

import pytest

from benchmarks.truth import calm, clear
from benchmarks.truth.items import measure_cladder, measure_counterbench

DATA = Path(os.environ.get("PRISM_DATA", "../shared/data"))
HERE = pytest.mark.skipif(not DATA.is_dir(), reason="PRISM_DATA: no external data there")


def share(tallies):
    return sum(t.agree for t in tallies) / sum(t.asked for t in tallies)


@HERE
def test_cladder_exactly_but_for_stored_truths_that_are_approximate():
    tallies = measure_cladder(DATA / "cladder", compat=False)
    misses = [miss for tally in tallies for miss in tally.misses]
    assert sum(t.asked for t in tallies) > 1000
    assert all("stored truth is approximate" in miss.why for miss in misses)


@HERE
def test_cladder_as_it_was_labelled():
    assert share(measure_cladder(DATA / "cladder", compat=True)) == 1.0


@HERE
def test_calm_and_clear_at_98_percent_with_every_miss_explained():
    for tallies in (calm.measure(DATA / "calm_lite"), clear.measure(DATA / "clear")):
        assert share(tallies) >= 0.98
        assert all(m.why != "unexplained" for t in tallies for m in t.misses)


@HERE
def test_counterbench_from_its_text():
    tallies = measure_counterbench(DATA / "counterbench")
    assert all(t.unread == 0 for t in tallies)
    assert all(m.why != "unexplained" for t in tallies for m in t.misses)

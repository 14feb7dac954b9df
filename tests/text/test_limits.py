"""What no parser can take in one piece is cut, and says so; prose is never cut."""

from itertools import pairwise

import pytest

from prism.parsers.telling import parser_notices
from prism.text.limits import LONGEST_RUN, LONGEST_SENTENCE, sentence_cuts, without_long_runs
from prism.text.nlp import analyse
from prism.text.parse import parse

RUNS = ['"', ",", "(", ".", "—", ";:", "a,", "/", "‘’", "x", "!?…", "a.b/"]


@pytest.mark.parametrize("run", RUNS)
@pytest.mark.parametrize("times", [300, 30_000])
def test_no_run_stays_longer_than_the_limit_and_offsets_stay(run: str, times: int) -> None:
    text = f"It rained {run * times} so it flooded."
    masked, cuts = without_long_runs(text)
    assert len(masked) == len(text)
    assert cuts == 1
    assert max(map(len, masked.split())) <= LONGEST_RUN
    assert all(one in (other, " ") for one, other in zip(masked, text, strict=True))


@pytest.mark.parametrize(
    "text", ["", "It rained.", "a" * LONGEST_RUN, "- " * 900, "!" * LONGEST_RUN]
)
def test_what_is_short_enough_stays(text: str) -> None:
    assert without_long_runs(text) == (text, 0)


def longest(words: list[str], starts: list[int]) -> int:
    further, _ = sentence_cuts(words, starts)
    edges = sorted({*starts, *further, len(words)})
    return max(b - a for a, b in pairwise(edges))


@pytest.mark.parametrize(
    ("words", "cuts"),
    [
        (["a"] * LONGEST_SENTENCE, 0),
        (["a"] * (LONGEST_SENTENCE + 1), 1),
        (["Rain", "falls", "."] * 1000, 0),
        (["rain", "falls", "."] * 1000, 7),
        (["rain", ","] * 1000, 4),
        (["."] * 2000, 4),
    ],
)
def test_no_sentence_grows_longer_than_the_limit(words: list[str], cuts: int) -> None:
    assert sentence_cuts(words, [0])[1] == cuts
    assert longest(words, [0]) <= LONGEST_SENTENCE


def test_a_cut_stands_at_a_full_stop_or_else_at_a_pause() -> None:
    told = ["a"] * 300 + ["."] + ["B"] + ["a"] * 300
    assert sentence_cuts(told, [0]) == ([301], 0)
    told = ["a"] * 300 + [",", "b"] + ["a"] * 300
    assert sentence_cuts(told, [0]) == ([301], 1)
    assert sentence_cuts(["a"] * 500, [0, 250]) == ([], 0)


@pytest.mark.parametrize(
    "text",
    ["the dam which " * 600 + "broke.", '"' * 3000, "It rained" + "," * 3000 + " so it fell."],
)
def test_a_cut_text_says_so(text: str) -> None:
    graph = parse(text)
    assert graph.origin.cut > 0
    assert graph.text == text
    assert "text_cut" in [entry.code for entry in parser_notices(graph)]
    assert all(len(list(sent)) <= LONGEST_SENTENCE for sent in analyse(text).sents)


def test_prose_is_not_cut() -> None:
    graph = parse("The dam broke because it rained. So the road flooded, and the mill fell. " * 40)
    assert graph.origin.cut == 0
    assert "text_cut" not in [entry.code for entry in parser_notices(graph)]

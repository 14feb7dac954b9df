"""The command without a command, and with one that is none."""

from collections.abc import Callable
from typing import Any

import pytest


@pytest.mark.parametrize("words", [(), ("scm",), ("rubric",)])
def test_without_a_command_the_help_is_shown_as_it_is(
    prism: Callable[..., Any], words: tuple[str, ...]
) -> None:
    asked, bare = prism(*words, "--help"), prism(*words)
    assert (bare.code, bare.out) == (2, "")
    assert "\n\nOptions:\n" in bare.err
    assert bare.err.split() == asked.out.split()


@pytest.mark.parametrize(
    ("word", "told"), [("scroe", "did you mean 'score'?"), ("zzz", "known: score, run, report")]
)
def test_a_command_that_is_none(prism: Callable[..., Any], word: str, told: str) -> None:
    outcome = prism(word, "a.txt")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"prism: no command {word!r} ({told}")
    assert outcome.err.count("\n") == 1


def test_a_fault_of_our_own_is_one_line_that_asks_for_a_report(
    prism: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash() -> None:
        raise KeyError("u7")

    monkeypatch.setattr("prism.cli._run", crash)
    outcome = prism("score", "a.txt")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.startswith("prism: test_group.py:")
    assert "KeyError: 'u7' (a fault of prism's own: please report" in outcome.err
    assert outcome.err.count("\n") == 1

"""The README shows what the commands print, and names only commands and flags that there are."""

import re
import shlex
from importlib import import_module

import click
import pytest

from benchmarks.readme import README, drift
from prism.cli import COMMANDS

TEXT = README.read_text("utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
CALLS = sorted({c for b in BLOCKS for c in re.findall(r"^(?:\$ )?(prism .*)$", b, re.MULTILINE)})


def test_the_transcripts_are_exact() -> None:
    assert drift(TEXT) == []


def test_a_forged_transcript_is_found() -> None:
    [first, *_] = [f"```\n{block}```\n" for block in BLOCKS if block.startswith("$ prism ")]
    [command] = re.findall(r"^\$ (prism .+)$", first, re.MULTILINE)
    forged = first.replace("Final            ", "Final           9", 1)
    assert forged != first
    assert drift(forged) == [command]


@pytest.mark.parametrize("call", CALLS)
def test_every_call_is_one(call: str) -> None:
    _, name, *rest = shlex.split(re.split(r"\s{3,}", call)[0])
    assert name in COMMANDS
    command = import_module(f"prism.cli.{name}").command
    if isinstance(command, click.Group):
        command, rest = command.commands[rest[0]], rest[1:]
    command.make_context("prism", rest, resilient_parsing=False).close()


@pytest.mark.parametrize("page", ["README.md", "prism/README.md", ".github/CONTRIBUTING.md"])
def test_every_link_leads_somewhere(page: str) -> None:
    file = README.parent / page
    links = re.findall(r"\]\((?!https?:)([^)#]+)", file.read_text("utf-8"))
    assert links
    assert [link for link in links if not (file.parent / link).exists()] == []

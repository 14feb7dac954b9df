"""One vocabulary for every command: a flag of one name has one meaning, and one short form."""

from collections import defaultdict
from dataclasses import fields
from importlib import import_module
from itertools import chain
from pathlib import Path

import click
import pytest

from prism.cli import COMMANDS
from prism.settings import Asking, Limits, Rules
from tests.runs.conftest import write_files

# The flags that DESIGN names for every command, and the first of them that must have each.
SCORE = (
    "--rubric --item --question --phrasing --graph --parser --on-parse-failure --granularity "
    "--judge --base-url --prompts --protocol --strict --store --no-store --json --fail-under "
    "--seed --jobs"
).split()


def leaves(command: click.Command, path: str) -> list[tuple[str, click.Command]]:
    if isinstance(command, click.Group):
        inner = command.commands.items()
        return list(chain(*(leaves(each, f"{path} {name}") for name, each in inner)))
    return [(path, command)]


ALL = list(chain(*(leaves(import_module(f"prism.cli.{n}").command, n) for n in COMMANDS)))


def flags(command: click.Command) -> dict[str, click.Option]:
    options = [each for each in command.params if isinstance(each, click.Option)]
    return {flag: each for each in options for flag in each.opts}


def test_score_has_every_flag_that_the_design_names() -> None:
    known = flags(dict(ALL)["score"])
    assert [flag for flag in SCORE if flag not in known] == []


def test_a_flag_takes_the_same_kind_of_value_everywhere() -> None:
    kinds = defaultdict(set)
    for _, command in ALL:
        for flag, option in flags(command).items():
            kinds[flag].add((option.type.name, option.is_flag))
    loose = {"path": "text", "integer range": "integer", "float range": "float"}
    for flag, found in kinds.items():
        same = {(loose.get(kind, kind), is_flag) for kind, is_flag in found}
        assert len(same) == 1, (flag, found)


@pytest.mark.parametrize(
    ("flag", "words"),
    [
        ("--spacy", "spaCy model"), ("--model", "answers"), ("--jobs", "Processes"),
        ("--calls", "calls"), ("--json", "JSON"), ("--base-url", "endpoint"),
    ],
)  # fmt: skip
def test_a_flag_means_one_thing(flag: str, words: str) -> None:
    helps = [flags(c)[flag].help or "" for _, c in ALL if flag in flags(c)]
    assert helps
    assert all(words.lower() in told.lower() for told in helps), helps


@pytest.mark.parametrize(("path", "command"), ALL, ids=[path for path, _ in ALL])
def test_every_command_shows_examples_that_name_it_and_describes_every_flag(
    path: str, command: click.Command
) -> None:
    # As the group has it: click keeps the option of the first help that is asked for.
    names = ["-h", "--help"]
    ctx = click.Context(command, info_name=f"prism {path}", help_option_names=names)
    told = command.get_help(ctx)
    assert "Example" in told
    assert told.count(f"prism {path}") >= 2  # the usage line, and an example
    assert all(option.help for option in flags(command).values() if "--help" not in option.opts)


SHARED = (
    "--protocol --all-edges --strict --controls --seed --granularity --spacy --on-parse-failure "
    "--prompts --base-url --decoding --edges --examples --replicates --calls --calls-start "
    "--calls-floor --timeout --tries --max-tokens --max-cost --prices"
).split()


@pytest.mark.parametrize("flag", SHARED)
def test_score_and_run_take_the_same_conventions_limits_and_plan(flag: str) -> None:
    score, run = (flags(dict(ALL)[name])[flag] for name in ("score", "run"))
    assert score.to_info_dict() == run.to_info_dict()


@pytest.mark.parametrize("record", [Rules, Limits, Asking])
def test_a_default_on_the_command_line_is_that_of_the_library(record: type) -> None:
    told = dict(ALL)["score"].make_context("score", ["answer.txt"]).params
    found = {each.name: each.default for each in fields(record) if each.name in told}
    assert len(found) >= 4
    assert {name: told[name] for name in found} == found


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (["--timeout", "0"], "--timeout"),
        (["--max-cost", "-1"], "--max-cost"),
        (["--max-cost", "1"], "price"),
        (["--calls", "0"], "--calls"),
        (["--tries", "0"], "--tries"),
        (["--replicates", "0"], "--replicates"),
        (["--protocol", "published", "--edges", "batch"], "--edges batch"),
        (["--decoding", "colour=red"], "colour"),
    ],
)
def test_score_and_run_refuse_the_same_in_the_same_words(
    prism, tmp_path: Path, demo: Path, given: list[str], words: str
) -> None:
    (items, answers), out = write_files(tmp_path, demo, 1), tmp_path / "run.db"
    text = tmp_path / "a.txt"
    text.write_text("The dam broke because it rained.")
    one = prism("score", text, *given)
    many = prism("run", "whatif", "--items", items, "--answers", answers, "--out", out, *given)
    assert (one.code, many.code) == (2, 2)
    assert one.err.replace("prism score", "prism run") == many.err
    assert words in one.err

"""What the signature calls a callable that judges."""

import functools

import pytest

import prism
from prism.judges.callable import CallableJudge
from prism.records.probe import Probe

TEXT = "The dam broke because it rained."


def doubts(probe: Probe) -> str:
    return probe.menu[-1]


def choose(place: int, probe: Probe) -> str:
    return probe.menu[place]


class Chooser:
    def __call__(self, probe: Probe) -> str:
        return probe.menu[0]

    def choose(self, probe: Probe) -> str:
        return probe.menu[0]


LINE = choose.__code__.co_firstlineno
HERE, THERE = (
    lambda probe: probe.menu[0],
    lambda probe: probe.menu[-1],
)


@pytest.mark.parametrize(
    ("reply", "name"),
    [
        (doubts, "doubts"),
        (Chooser(), "Chooser"),
        (Chooser().choose, "Chooser.choose"),
        (functools.partial(choose, 0), f"choose:{LINE}"),
        (functools.partial(functools.partial(choose), 0), f"choose:{LINE}"),
        (HERE, f"<lambda>:{LINE + 14}"),
        (THERE, f"<lambda>:{LINE + 15}"),
    ],
)
def test_a_callable_is_named_by_where_it_stands(reply, name):
    assert CallableJudge(reply).name == name
    assert f"|judge={name}|" in prism.score(TEXT, judge=reply).signature


def test_a_name_of_ones_own_wins():
    report = prism.score(TEXT, judge=CallableJudge(HERE, name="mine"))
    assert "|judge=mine|" in report.signature


def test_a_callable_reads_no_prompt():
    assert "|prompts=-|" in prism.score(TEXT, judge=doubts).signature
    assert "|prompts=-|" in prism.score(TEXT).signature


def test_a_local_function_is_told_from_its_namesake():
    def doubts(probe: Probe) -> str:
        return probe.menu[0]

    assert CallableJudge(doubts).name.endswith("namesake.<locals>.doubts")

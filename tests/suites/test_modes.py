"""Failure modes are read anew with the limits that were set, and counted in the right cell."""

import pytest
from pydantic import BaseModel, ConfigDict

from prism.records.report import FailureMode
from prism.suites.modes import Modes, ModeTable, Shown
from prism.suites.registry import SUITES, find_suite, mode_limits


class Limits(BaseModel):
    model_config = ConfigDict(extra="forbid")

    words: int = 3


class Symptoms(BaseModel):
    words: int


def read(found: Symptoms, limits: Limits) -> tuple[FailureMode, ...]:
    short = FailureMode(mode="Short", evidence=f"{found.words} words")
    return (short,) if found.words < limits.words else ()


MODES = Modes(Limits, Symptoms, lambda report, item: None, read, bare=lambda found: not found.words)
TABLE = ModeTable("Modes", ("setting", "rung"), lambda cells: (), lambda *_: iter(()), iter)


@pytest.mark.parametrize(
    ("words", "limits", "modes", "bare"),
    [
        (2, {}, 1, False),
        (0, {}, 1, True),
        (3, {}, 0, False),
        (3, {"words": 4}, 1, False),
        (2, {"words": 1, "links": 9}, 0, False),
    ],
)
def test_modes_follow_the_limits_that_are_the_suites_own(
    words: int, limits: dict[str, float], modes: int, bare: bool
) -> None:
    shown = MODES.again({"words": words}, limits)
    assert isinstance(shown, Shown)
    assert (len(shown.modes), shown.bare) == (modes, bare)


def test_a_response_counts_in_the_cell_of_both_slices() -> None:
    assert TABLE.cell({"setting": "CoT", "rung": "discovery"}) == ("CoT", "discovery")
    assert TABLE.cell({"rung": "discovery"}) == ("-", "discovery")
    assert TABLE.cell({"setting": "CoT"}) is None


def test_limits_known_before_a_suite_is_loaded_are_its_own() -> None:
    own: dict[str, object] = {}
    for suite in map(find_suite, SUITES):
        own |= suite.modes.limits.model_fields if suite.modes is not None else {}
    assert list(mode_limits()) == list(own)
    assert all(told.description and told.default for told in mode_limits().values())

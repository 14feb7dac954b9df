"""Processes that parse and judge beside this one; loaded where some are asked for."""

from contextlib import ExitStack
from dataclasses import replace
from typing import Literal

from prism.runs.workers import Crew, CrewJudge, CrewParser
from prism.suites.base import Setup

__all__ = ["lend"]


def lend(
    setup: Setup,
    jobs: int,
    granularity: Literal["clause", "claim"],
    spacy: str | None,
    until: ExitStack,
) -> Setup:
    """Return ``setup`` with the embedded parser and the local judge in ``jobs`` processes.

    They end when ``until`` closes. Other parsers and judges stay as they are.
    """
    crew = until.enter_context(Crew(jobs))
    if setup.parser.name == "embedded":
        setup = replace(setup, parser=CrewParser(crew, granularity, spacy))
    if setup.judge.name == "local":
        setup = replace(setup, judge=CrewJudge(crew))
    return setup

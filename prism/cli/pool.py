"""Processes that parse and judge beside this one; loaded where some are asked for."""

from contextlib import ExitStack
from dataclasses import replace

from prism.runs.workers import Crew
from prism.suites.base import Setup

__all__ = ["lend"]


def lend(setup: Setup, jobs: int, until: ExitStack) -> Setup:
    """Return ``setup`` with its parser and its judge in ``jobs`` processes.

    They end when ``until`` closes. Those that cannot be sent there stay as they are.
    """
    crew = until.enter_context(Crew(jobs))
    return replace(setup, parser=crew.parser(setup.parser), judge=crew.judge(setup.judge))

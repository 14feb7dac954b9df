"""Items → graphs → probes → verdicts → reports."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from prism.envelope import Report
from prism.graph import CausalGraph
from prism.items import Item, Probe, Provenance, Verdict
from prism.judges.base import Judge
from prism.suites.base import Setup, Suite
from prism.suites.registry import SUITES

__all__ = ["Prepared", "judge_all", "prepare", "run_sync", "score_item"]

T = TypeVar("T")


class Prepared:
    """An item whose graphs exist and whose probes are known: what a dry run counts."""

    def __init__(self, item: Item, graphs: Mapping[str, CausalGraph], setup: Setup) -> None:
        self.item = item
        self.suite: Suite = SUITES[item.kind]
        self.graphs = graphs
        self.setup = setup
        self.probes: list[Probe] = self.suite.probes(item, graphs, setup)

    def report(self, verdicts: Sequence[Verdict]) -> Report:
        """Return the report for ``verdicts``, one a probe in order."""
        answers = {p.subject: v for p, v in zip(self.probes, verdicts, strict=True)}
        return self.suite.report(self.item, self.graphs, self.probes, answers, self.setup)


async def prepare(
    item: Item, setup: Setup, graphs: Mapping[str, CausalGraph] | None = None
) -> Prepared:
    """Parse the texts of ``item`` that its suite wants as graphs, unless ``graphs`` holds them."""
    given = dict(graphs or {})
    for role in SUITES[item.kind].roles:
        if role not in given:
            given[role] = await setup.parser.parse(item.texts[role])
    return Prepared(item, given, setup)


async def score_item(
    item: Item, setup: Setup, graphs: Mapping[str, CausalGraph] | None = None
) -> Report:
    """Score one item: parse, ask, judge, count."""
    prepared = await prepare(item, setup, graphs)
    return prepared.report(await judge_all(setup.judge, prepared.probes))


async def judge_all(judge: Judge, probes: Sequence[Probe]) -> list[Verdict]:
    """Return one verdict a probe; an answer that is not on the menu is unscored, never counted."""
    if not probes:
        return []
    verdicts = await judge.answer(probes)
    return [_checked(p, v, judge.name) for p, v in zip(probes, verdicts, strict=True)]


def run_sync(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run ``work`` to its end, also where an event loop is already running (notebooks).

    >>> async def one() -> int:
    ...     return 1
    >>> run_sync(one)
    1
    """
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(work())
    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(lambda: asyncio.run(work())).result()


def _checked(probe: Probe, verdict: Verdict, judge: str) -> Verdict:
    if verdict.value is None or verdict.value in probe.menu:
        return verdict
    return Verdict(
        probe=probe.digest,
        reason="parse_failure",
        rationale=f"the answer {verdict.value[:40]!r} is not on the menu",
        provenance=Provenance(judge=judge),
    )

"""Items → graphs → probes → verdicts → reports."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from prism.envelope import Report
from prism.graph import CausalGraph
from prism.items import Item, Probe, Provenance, Verdict
from prism.judges.base import Judge
from prism.judges.controls import Control, false_positives, make_controls
from prism.llm.together import together
from prism.oversight import control_notices, mixed_models, mixed_notices, panel_notices
from prism.parsers.once import ParseOnce
from prism.suites.base import Setup, Suite
from prism.suites.registry import suite_for

__all__ = ["Prepared", "judge_all", "prepare", "run_sync", "score_all"]

T = TypeVar("T")


class Prepared:
    """An item whose graphs exist and whose probes are known: what a dry run counts."""

    def __init__(self, item: Item, graphs: Mapping[str, CausalGraph], setup: Setup) -> None:
        self.item = item
        self.suite: Suite = suite_for(item.kind)
        self.graphs = graphs
        self.setup = setup
        self.probes: list[Probe] = self.suite.probes(item, graphs, setup)

    def controls(self) -> list[Control]:
        """Return edges with known answers, to be judged alongside and never counted."""
        return make_controls(self.probes, self.graphs.get("response", CausalGraph()))

    def report(self, verdicts: Sequence[Verdict]) -> Report:
        """Return the report for ``verdicts``, one a probe in order."""
        answers = {p.subject: v for p, v in zip(self.probes, verdicts, strict=True)}
        return self.suite.report(self.item, self.graphs, self.probes, answers, self.setup)


async def prepare(
    item: Item, setup: Setup, graphs: Mapping[str, CausalGraph] | None = None
) -> Prepared:
    """Parse the texts of ``item`` that its suite wants as graphs, unless ``graphs`` holds them."""
    given = dict(graphs or {})
    for role in suite_for(item.kind).roles:
        if role not in given:
            given[role] = await setup.parser.parse(item.texts[role])
    return Prepared(item, given, setup)


async def score_all(
    items: Sequence[Item],
    setup: Setup,
    graphs: Mapping[str, CausalGraph] | None = None,
    *,
    parses_at_once: int = 1,
    controls: bool = False,
    decoding: Callable[[], str | None] = lambda: None,
) -> list[Report]:
    """Score items side by side: one is judged while the next is parsed.

    Parameters
    ----------
    controls
        Whether probes with known answers are judged alongside; they are never counted.
    decoding
        Tells, once all is judged, the decoding that stands in the signature.
    """
    gate = asyncio.Semaphore(parses_at_once)
    setup = replace(setup, parser=ParseOnce(setup.parser))

    async def judged(item: Item) -> tuple[Prepared, list[Control], list[Verdict]]:
        async with gate:
            ready = await prepare(item, setup, graphs)
        known = ready.controls() if controls else []
        asked = [*ready.probes, *(control.probe for control in known)]
        return ready, known, await judge_all(setup.judge, asked)

    done = await together(judged(item) for item in items)
    mixed = mixed_models([verdict for _, _, verdicts in done for verdict in verdicts])
    line = decoding()
    told = replace(setup, decoding=f"{line or ''};served=mixed" if mixed else line)
    reports = []
    for ready, known, verdicts in done:
        split = len(ready.probes)
        report = Prepared(ready.item, ready.graphs, told).report(verdicts[:split])
        notices = [*mixed_notices(mixed), *panel_notices(setup.judge, ready.probes)]
        if controls:
            notices += control_notices(false_positives(known, verdicts[split:]))
        warnings = (*report.warnings, *notices)
        reports.append(report.model_copy(update={"warnings": warnings}))
    return reports


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

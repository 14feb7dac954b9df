"""Items → graphs → probes → verdicts → reports."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import Any, TypeVar

from prism.errors import PrismError, UsageError
from prism.graph import CausalGraph
from prism.judges.base import Judge
from prism.judges.controls import Control, false_positives, make_controls
from prism.judges.quality import (
    control_notices,
    control_section,
    mixed_models,
    mixed_notices,
    reasoning_notices,
    votes_section,
)
from prism.llm.together import together
from prism.parsers.once import ParseOnce
from prism.records.item import Item
from prism.records.probe import Probe
from prism.records.report import Report
from prism.records.verdict import Provenance, Reason, Verdict
from prism.suites.base import Setup, Suite
from prism.suites.protocol import Who, codes
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
        self._made = self.suite.prepare(item, graphs)
        self.probes: list[Probe] = self.suite.probes(item, self._made, setup)

    def controls(self) -> list[Control]:
        """Return edges with known answers, to be judged alongside and never counted."""
        graph = self.graphs.get("response", CausalGraph())
        return make_controls(self.probes, graph, seed=self.setup.seed or 0)

    def report(self, verdicts: Sequence[Verdict], told: Setup | None = None) -> Report:
        """Return the report for ``verdicts``, one a probe in order.

        How they were had is read off the verdicts themselves, so that the same verdicts sign
        alike, whichever process paid for them; ``told`` is the setup with what else came to be
        known only while judging.
        """
        answers = {p.subject: v for p, v in zip(self.probes, verdicts, strict=True)}
        setup = self._deviating((told or self.setup).judged(verdicts))
        report = self.suite.report(self.item, self._made, self.probes, answers, setup)
        votes = votes_section(self.probes, verdicts, setup.seed or 0)
        report = report.model_copy(update={"votes": votes}) if votes else report
        notices = reasoning_notices(self.item)
        if not notices:
            return report
        return report.model_copy(update={"warnings": (*report.warnings, *notices)})

    def _deviating(self, setup: Setup) -> Setup:
        """Return ``setup`` with what departs from the published protocol, where that is asked."""
        if setup.protocol != "published":
            return setup
        who: list[Who] = ["judge"] if setup.read else []
        who += ["parse"] if setup.parser.reads_prompts else []
        found = codes(self.suite.protocol, who, setup.prompts)
        return replace(setup, deviations=tuple(dict.fromkeys((*setup.deviations, *found))))


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
) -> list[Report]:
    """Score items side by side: one is judged while the next is parsed.

    Parameters
    ----------
    controls
        Whether probes with known answers are judged alongside; they are never counted.
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
    line = f"{setup.decoding or ''};served=mixed" if mixed else setup.decoding
    told = replace(setup, decoding=line)
    return [
        _report(ready, known if controls else None, verdicts, told, mixed)
        for ready, known, verdicts in done
    ]


def _report(
    ready: Prepared,
    controls: Sequence[Control] | None,
    verdicts: Sequence[Verdict],
    told: Setup,
    mixed: Mapping[str, Sequence[str]],
) -> Report:
    """Return the report of one item; ``verdicts`` are those of its probes, then of the controls."""
    split = len(ready.probes)
    report = ready.report(verdicts[:split], told)
    judged = None
    notices = mixed_notices(mixed)
    if controls is not None:
        judged = control_section(false_positives(controls, verdicts[split:]))
        notices += control_notices(judged)
    response = ready.item.meta.get("response_id")
    changes = {
        "response": str(response) if response is not None else None,
        "controls": judged,
        "warnings": (*report.warnings, *notices),
    }
    return report.model_copy(update=changes)


async def judge_all(judge: Judge, probes: Sequence[Probe]) -> list[Verdict]:
    """Return one verdict a probe; an answer that is not on the menu is unscored, never counted.

    A judge that raises leaves all of ``probes`` unscored; only prism's own errors end the run.
    """
    if not probes:
        return []
    try:
        verdicts = list(await judge.answer(probes))
    except PrismError:
        raise
    except Exception as exc:
        told = f"{type(exc).__name__}: {exc}"
        verdicts = [_unscored(probe, "judge_error", told, judge.name) for probe in probes]
    if len(verdicts) != len(probes):
        raise UsageError(
            f"{len(verdicts)} verdicts for {len(probes)} probes",
            where=f"judge {judge.name}",
            mend="return one for each, in order",
        )
    return [_checked(p, v, judge.name) for p, v in zip(probes, verdicts, strict=True)]


def run_sync(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run ``work`` to its end, also where an event loop is already running (notebooks).

    >>> async def one() -> int:
    ...     return 1
    >>> run_sync(one)
    1
    """
    done: list[T] = []

    async def keep() -> None:
        # Not as the task's result: asyncio.run writes that out in full (CPython 3.11, in
        # signal.getsignal), which takes long for a large report.
        done.append(await work())

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(keep())
    else:
        with ThreadPoolExecutor(max_workers=1) as pool:
            pool.submit(lambda: asyncio.run(keep())).result()
    return done[0]


def _checked(probe: Probe, verdict: Verdict, judge: str) -> Verdict:
    if not isinstance(verdict, Verdict):  # a caller's own judge, which types do not bind
        raise UsageError(
            f"answered with {type(verdict).__name__}, not with a Verdict",
            where=f"judge {judge}",
            mend="return verdicts, or pass a callable that returns an entry of probe.menu",
        )
    if verdict.value is None or verdict.value in probe.menu:
        return verdict
    told = f"the answer {verdict.value[:40]!r} is not on the menu"
    return _unscored(probe, "parse_failure", told, judge)


def _unscored(probe: Probe, reason: Reason, told: str, judge: str) -> Verdict:
    return Verdict(
        probe=probe.digest, reason=reason, rationale=told, provenance=Provenance(judge=judge)
    )

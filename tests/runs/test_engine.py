"""Tasks go their own way: one is parsed while another is judged, and few are under way at once."""

import asyncio
from pathlib import Path

import pytest

from prism.files.textfile import open_text
from prism.graph import CausalGraph
from prism.judges.local.judge import LocalJudge
from prism.parsers.embedded import EmbeddedParser
from prism.prompts import Prompts
from prism.runs.arms import RunSettings, make_plans
from prism.runs.engine import Engine
from prism.runs.intake import read_tasks
from prism.runs.ledger import Ledger
from prism.runs.progress import Progress
from prism.runs.records import STAGES, Outcome, Stage, Work
from prism.runs.stages import Crafts, OutOfBudget
from prism.suites.registry import find_suite
from tests.runs.conftest import write_files

N = 12


class Parser:
    """Parses, and lets the first task's verdicts come before the last task's graph."""

    name = "embedded"

    def __init__(self) -> None:
        self.inside = EmbeddedParser()
        self.judged = asyncio.Event()

    async def parse(self, text: str) -> CausalGraph:
        if f"In year {N - 1}," in text:
            await self.judged.wait()
        return await self.inside.parse(text)


class Traced(Crafts):
    """Crafts that note what they do, and which tasks are under way."""

    def __init__(self, *args: object, short_of: Stage | None = None, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        object.__setattr__(self, "done", [])
        object.__setattr__(self, "under_way", set())
        object.__setattr__(self, "short_of", short_of)
        object.__setattr__(self, "most", 0)

    async def do(self, stage: Stage, work: Work) -> Outcome:
        if stage != STAGES[-1]:
            self.under_way.add(work.task)
        object.__setattr__(self, "most", max(self.most, len(self.under_way)))
        if stage == self.short_of and work.task > 4:
            self.under_way.discard(work.task)
            raise OutOfBudget("used up")
        outcome = await super().do(stage, work)
        self.done.append((stage, work.task))
        if stage == STAGES[-2]:
            self.under_way.discard(work.task)
            if isinstance(self.parser, Parser):
                self.parser.judged.set()
        return outcome


def run(
    tmp_path: Path, demo: Path, at_once: int, short_of: Stage | None = None
) -> tuple[Traced, dict[str, int], Progress]:
    items, answers = map(open_text, map(str, write_files(tmp_path, demo, N)))
    suite = find_suite("whatif")
    (plan,) = make_plans(suite, RunSettings(), items, answers)
    seen: list[Progress] = []

    async def go(ledger: Ledger) -> Traced:
        arm = ledger.add(plan, read_tasks(suite, items, answers, plan.strategy))
        crafts = Traced(plan, Parser(), LocalJudge(), Prompts(), short_of=short_of)
        work = Engine(ledger, at_once, seen.append).run(arm, crafts)
        try:
            await asyncio.wait_for(work, 60)
        except OutOfBudget:
            assert short_of is not None
        return crafts

    with Ledger(tmp_path / "r.db") as ledger:
        crafts = asyncio.run(go(ledger))
        return crafts, ledger.counts(ledger.arms()[0]), seen[-1]


def test_one_is_parsed_while_another_is_judged(tmp_path: Path, demo: Path) -> None:
    crafts, counts, told = run(tmp_path, demo, at_once=4)
    assert counts == dict.fromkeys(("tasks", *STAGES), N)
    order = {entry: place for place, entry in enumerate(crafts.done)}
    assert order["verdicts", 1] < order["graphs", N]
    last = max(order["verdicts", task] for task in range(1, N + 1))
    assert all(order["line", task] > last for task in range(1, N + 1))  # counted when all is known
    assert crafts.most <= 4
    assert {stage: (p.done, p.total) for stage, p in told.stages.items()} == {
        "answer": (0, 0), "graphs": (N, N), "verdicts": (N, N), "line": (N, N),
    }  # fmt: skip


@pytest.mark.parametrize("stage", ["graphs", "verdicts"])
def test_without_budget_what_is_paid_for_is_still_counted(
    tmp_path: Path, demo: Path, stage: Stage
) -> None:
    crafts, counts, _ = run(tmp_path, demo, at_once=2, short_of=stage)
    assert 3 <= counts[stage] == counts["line"] <= 4  # the fourth may not have come so far
    begun = {task for _, task in crafts.done}
    assert len(begun) <= 6  # nothing was begun once the budget was used up

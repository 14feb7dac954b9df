"""Starts or resumes a run: opens the file, checks the configuration, lends the workers."""

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from prism.engine.session import Session
from prism.errors import UsageError
from prism.judges.base import Judge
from prism.llm.records import Decoding
from prism.parsers.base import Parser
from prism.prompts import Prompts
from prism.runs.engine import Engine
from prism.runs.ledger import Ledger
from prism.runs.plan import Plan
from prism.runs.progress import Watcher
from prism.runs.records import Arm, Task
from prism.runs.stages import Crafts, OutOfBudget
from prism.runs.workers import Crew
from prism.settings import Limits, Settings

__all__ = ["Means", "open_arms", "run_arms", "settings_of"]


@dataclass(frozen=True)
class Means(Limits):
    """What a run may use; none of it bears on the numbers.

    ``jobs`` is how many processes parse and judge locally (0: none, in this one), ``items`` how
    many tasks a stage may take on. ``base_url`` is where models are called: the plan, which is
    kept, holds it without a key.
    """

    jobs: int = 1
    base_url: str | None = None
    prompts: Path | None = None
    items: int | None = None


def open_arms(
    ledger: Ledger, plans: Sequence[Plan], tasks: Callable[[Plan], Iterable[Task]], *, fork: bool
) -> list[Arm]:
    """Return the arms of ``plans``, added where the file does not hold them.

    A file that holds other arms is left alone unless ``fork`` is set; what the arms have in common
    is then shared. Rows of the arms and of their items that cannot be read are written anew.
    Controls, which bear on no number, are added to an arm that has none.

    Raises
    ------
    UsageError
        The file was run otherwise; the message shows the difference.
    """
    for plan in plans:
        ledger.restore(plan, partial(tasks, plan))
    there = ledger.arms()
    new = [plan for plan in plans if ledger.arm(plan) is None]
    if there and new and not fork:
        nearest = min((arm.plan.difference(new[0]) for arm in there), key=len)
        raise UsageError(
            f"this run was configured otherwise: {'; '.join(nearest)}",
            where=str(ledger.path),
            mend="--fork runs the new configuration beside the old one, or name another --out",
        )
    for plan in new:
        ledger.add(plan, tasks(plan))
    for plan in plans:
        held = ledger.arm(plan)
        if held is not None and plan.controls and not held.plan.controls:
            ledger.add_controls(held)
    return [arm for arm in map(ledger.arm, plans) if arm is not None]


async def run_arms(
    ledger: Ledger, arms: Sequence[Arm], means: Means, watch: Watcher = lambda progress: None
) -> None:
    """Bring every task of ``arms`` as far as it will go.

    Raises
    ------
    OutOfBudget
        The run may spend no more.
    Unavailable
        An endpoint or model is not there.
    """
    prompts, stopped = Prompts(means.prompts), None
    with ExitStack() as open_:
        crew = open_.enter_context(Crew(means.jobs)) if means.jobs else None
        for arm in arms:
            settings = replace(settings_of(arm.plan, means), store=ledger.path)
            async with Session(settings) as session:
                crafts = await _crafts(arm.plan, session, prompts, crew, ledger)
                # So many that neither the endpoint nor the workers wait for the other.
                at_once = max(4, 3 * means.jobs) + (means.calls if crafts.client else 0)
                try:
                    await Engine(ledger, at_once, watch, means.items).run(arm, crafts)
                except OutOfBudget as exc:
                    stopped = exc
    if stopped is not None:
        raise stopped


async def _crafts(
    plan: Plan, session: Session, prompts: Prompts, crew: Crew | None, ledger: Ledger
) -> Crafts:
    parser: Parser = await session.parser(plan.parser)
    judge: Judge = await session.judge(plan.judge)
    if crew is not None:
        parser, judge = crew.parser(parser), crew.judge(judge)
    if plan.model is not None:
        kind, _, model = plan.model.partition(":")
        if kind != "openai" or not model:
            raise UsageError(f"no model {plan.model!r}", where="--model", mend="give openai:MODEL")
        await session.client()
    return Crafts(
        plan=plan,
        parser=parser,
        judge=judge,
        prompts=prompts,
        client=await session.client() if session.connected else None,
        decoding=judge.decoding,
        held=ledger.result,
    )


def settings_of(plan: Plan, means: Means) -> Settings:
    """Return what a session needs to know for ``plan``; no store is named."""
    return Settings(
        base_url=means.base_url or plan.base_url,
        prompts=Prompts(means.prompts),
        decoding=Decoding.read(plan.judging).seeded(plan.seed),
        edges=plan.edges,
        examples=plan.examples,
        replicates=plan.replicates,
        on_parse_failure=plan.on_parse_failure,
        granularity=plan.granularity,
        spacy=plan.spacy,
        calls=means.calls,
        calls_start=means.calls_start,
        calls_floor=means.calls_floor,
        timeout=means.timeout,
        retry=means.retry,
        budget=means.budget,
        tell=means.tell,
    )

"""What a run will ask and cost, told before the first call."""

import tempfile
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from statistics import quantiles
from typing import Final

from prism.engine.dryrun import dry_run, unseen
from prism.engine.score import Prepared
from prism.engine.session import Session
from prism.graph import CausalGraph
from prism.judges.controls import MOST_CONTROLS
from prism.llm.budget import Price
from prism.llm.estimate import CHARACTERS_A_TOKEN, Estimate, Foretold, between
from prism.records.item import Item
from prism.runs.ledger import Ledger
from prism.runs.plan import Plan
from prism.runs.records import STAGES, Answered, Arm, Outcome, Task, Work
from prism.runs.stages import Crafts, Held, answered_item, request
from prism.suites.base import Setup
from prism.suites.registry import find_suite, present, suite_for

__all__ = ["Foreseen", "Lengths", "foresee_run"]

LOOKED_AT: Final = 40  # tasks of a stage that are worked out; the rest is taken to be like them
TOKENS_A_WORD: Final = 4 / 3  # of English prose
SAMPLED: Final = 200  # answers whose lengths are looked at
ENOUGH: Final = 5  # answers from which lengths to come are foretold


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long answers to come are taken to be, in words, and why."""

    low: int
    high: int
    why: str

    def __str__(self) -> str:
        """Return it as a line for people."""
        return f"answers to come are taken to have {self.low} to {self.high} words ({self.why})"


@dataclass(frozen=True, slots=True)
class Foreseen:
    """What is left to do for one arm, and what that takes.

    ``looked_at`` of the ``tasks`` were worked out; where that is fewer, what was ``told`` is scaled
    up. ``lengths`` is what was taken for answers that are not given yet, None where all are.
    """

    plan: Plan
    tasks: int
    looked_at: int
    told: Foretold
    lengths: Lengths | None = None


async def foresee_run(
    out: Path,
    plans: Sequence[Plan],
    tasks: Callable[[Plan], Iterable[Task]],
    session: Session,
    prices: dict[str, Price],
) -> list[Foreseen]:
    """Return what is left to do for every plan; the run's file is read where there is one.

    Nothing is asked and nothing is written.
    """
    with ExitStack() as open_:
        folder = Path(open_.enter_context(tempfile.TemporaryDirectory()))
        run = open_.enter_context(Ledger(out, create=False)) if out.is_file() else None
        found = []
        for number, plan in enumerate(plans):
            ledger, arm = run, run.arm(plan) if run is not None else None
            if ledger is None or arm is None or (plan.controls and not arm.plan.controls):
                ledger = open_.enter_context(Ledger(folder / f"{number}.db"))
                arm = ledger.add(plan, tasks(plan))
            held = run.result if run is not None else lambda key: None
            lengths = _lengths(run, plan)
            found.append(await _arm(ledger, arm, held, session, prices, lengths))
        return found


def _lengths(run: Ledger | None, plan: Plan) -> Lengths:
    """Return how long answers will be: as the model's own so far, or as the suite's prior says.

    Of its own, the middle 80 % count. Both ends are cut where the plan cuts answers.
    """
    words: list[int] = []
    for arm in run.arms() if run is not None else ():
        if (arm.plan.model, arm.plan.strategy) == (plan.model, plan.strategy):
            told = islice(run.values(arm, "answer"), SAMPLED) if run is not None else ()
            words += [len(Answered.model_validate_json(v).text.split()) for *_, v in told]
    suite = find_suite(plan.suite)
    (low, high), why = suite.answer_words, "a prior for this benchmark; no answers yet"
    if len(words) >= ENOUGH:
        low, *_, high = quantiles(words, n=10, method="inclusive")
        why = f"the middle 80 % of {len(words)} answers of {plan.model} so far"
    most = plan.answer_tokens / TOKENS_A_WORD if plan.answer_tokens else high
    return Lengths(max(1, round(min(low, most))), max(1, round(min(high, most))), why)


async def _arm(
    ledger: Ledger,
    arm: Arm,
    held: Held,
    session: Session,
    prices: dict[str, Price],
    lengths: Lengths,
) -> Foreseen:
    """Return what is left of ``arm``; what stands under a key already is not asked for again."""
    crafts = Crafts(
        plan=arm.plan,
        parser=await session.parser(arm.plan.parser),
        judge=await session.judge(arm.plan.judge),
        prompts=session.settings.prompts,
        held=held,
    )
    every = replace(crafts, plan=arm.plan.model_copy(update={"all_edges": True}))
    ways = [crafts, *([] if crafts.setup().asks_all else [every])]
    to_do = ledger.to_do(arm)
    totals, looked, before = [Estimate() for _ in ways], 0, 0
    for stage in STAGES[:-1]:
        works = list(islice(ledger.pending(arm, (stage,)), LOOKED_AT))
        for place, way in enumerate(ways):
            found = Estimate()
            for work in works:
                found += await _left(work, way, prices, lengths)
            totals[place] += _scaled(found, (to_do[stage] - before) / max(1, len(works)))
        looked, before = looked + len(works), to_do[stage]
    told = Foretold(totals[0], totals[1] if len(totals) > 1 else None)
    return Foreseen(arm.plan, before, looked, told, lengths if to_do["answer"] else None)


async def _left(work: Work, crafts: Crafts, prices: dict[str, Price], lengths: Lengths) -> Estimate:
    """Return what one task takes yet."""
    setup, plan = crafts.setup(), crafts.plan
    if "answer" not in work.done:
        held = crafts.held(crafts.answer_key(work))
        if held is None:
            return _unanswered(work, plan, setup, prices, lengths)
        work = work.after(Outcome(work.task, "answer", value=held))
    if "graphs" not in work.done:
        held = crafts.held(crafts.graphs_key(work))
        if held is None:
            item = answered_item(work, plan)
            return await dry_run([item], setup, None, prices, controls=plan.controls)
        work = work.after(Outcome(work.task, "graphs", value=held))
    return setup.judge.cost(crafts.unjudged(work), prices)


def _unanswered(
    work: Work, plan: Plan, setup: Setup, prices: dict[str, Price], lengths: Lengths
) -> Estimate:
    """Return asking for an answer, and judging it: from a short one to a long one."""
    messages = request(work, plan, setup.prompts)
    characters = float(sum(len(message["content"]) for message in messages))
    price = prices.get((plan.model or "").partition(":")[2])
    ends = []
    for words in (lengths.low, lengths.high):
        prompt, tokens = characters / CHARACTERS_A_TOKEN, words * TOKENS_A_WORD
        asked = Estimate(
            calls={"answer": (1, 1)},
            characters=(characters, characters),
            prompt_tokens=(prompt, prompt),
            reply_tokens=(tokens, tokens),
            cost=(price.of(prompt, tokens),) * 2 if price else None,
        )
        text = "words " * words
        item = present(work.item, work.variant, text, {})
        ends.append(asked + _unseen(item, text, plan, setup, prices))
    return between(*ends)


def _unseen(item: Item, text: str, plan: Plan, setup: Setup, prices: dict[str, Price]) -> Estimate:
    """Return parsing and judging a response of which nothing but its length is known."""
    stand_in = CausalGraph.of(["a", "b"], [(0, 1, "CAUSE")], text=text)
    roles = suite_for(item.kind).roles
    probes = Prepared(item, dict.fromkeys(roles, stand_in), setup).probes
    total = setup.judge.cost([probe for probe in probes if probe.kind != "edge"], prices)
    if any(probe.kind == "edge" for probe in probes):
        total += unseen(item, roles[0], setup, prices, MOST_CONTROLS if plan.controls else 0)
    parses = (setup.parser.cost(item.texts[role], prices) for role in roles)
    return sum(parses, total)


def _scaled(found: Estimate, factor: float) -> Estimate:
    def times(pair: tuple[float, float]) -> tuple[float, float]:
        return pair[0] * factor, pair[1] * factor

    return replace(
        found,
        calls={kind: times(pair) for kind, pair in found.calls.items()},
        characters=times(found.characters),
        prompt_tokens=times(found.prompt_tokens),
        reply_tokens=times(found.reply_tokens),
        cost=None if found.cost is None else times(found.cost),
    )

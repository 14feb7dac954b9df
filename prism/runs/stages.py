"""The four stages of a run: answer, parse, judge, score. Each takes work and gives an outcome.

A stage knows nothing of the file or of the other tasks: work and outcomes are plain records, so a
stage may as well run on another machine.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final

from pydantic import JsonValue

from prism import __version__
from prism.engine.score import Prepared, judge_all
from prism.errors import PrismError, Unavailable, UsageError
from prism.graph.convert import GraphDocument
from prism.judges.base import Judge
from prism.judges.controls import false_positives
from prism.judges.model.judge import reason_of
from prism.llm.client import Client
from prism.llm.endpoint import Endpoint
from prism.llm.records import Ask, CallFailed, Decoding, Message, OverBudget
from prism.parsers.base import Parser
from prism.prompts import Prompts
from prism.records.digest import digest
from prism.records.item import Item
from prism.records.probe import Probe
from prism.records.verdict import Reason, Verdict
from prism.runs.line import Line, line_of
from prism.runs.plan import Plan
from prism.runs.records import GRAPHS, VERDICTS, Answered, Failure, Outcome, Stage, Work
from prism.suites.base import Setup, Suite
from prism.suites.registry import find_suite, present, suite_for

__all__ = ["Crafts", "Held", "OutOfBudget", "answered_item", "request"]

TRIES: Final = 3
# Reasons that another try may mend; all others are final.
MENDABLE: Final[frozenset[Reason]] = frozenset(
    {"judge_error", "parse_failure", "truncated", "over_budget", "interrupted"}
)
Held = Callable[[str], str | None]


class OutOfBudget(Exception):
    """The run may spend no more: what is left stays to be done at the next start."""


@dataclass(frozen=True, slots=True)
class Crafts:
    """Who does the work of one arm's stages.

    ``held`` gives the result that stands under a key already, so that nothing is done twice.
    """

    plan: Plan
    parser: Parser
    judge: Judge
    prompts: Prompts
    client: Client | None = None
    decoding: str | None = None
    held: Held = lambda key: None

    @property
    def suite(self) -> Suite:
        """The benchmark that is run."""
        return find_suite(self.plan.suite)

    def setup(self) -> Setup:
        """Return the conventions by which an item is scored."""
        return Setup(
            parser=self.parser,
            judge=self.judge,
            protocol=self.plan.protocol,
            prompts=self.prompts,
            decoding=self.decoding,
            answers=self.plan.answers_line,
            deviations=self.plan.deviations,
            seed=self.plan.signed_seed,
            strict=self.plan.strict,
            all_edges=self.plan.all_edges,
        )

    async def do(self, stage: Stage, work: Work) -> Outcome:
        """Do ``work``; whatever goes wrong with it alone is its outcome, not the run's end.

        Raises
        ------
        OutOfBudget, Unavailable, UsageError
            The run cannot go on.
        """
        craft: Callable[[Work], Awaitable[Outcome]] = getattr(self, stage)
        try:
            return await craft(work)
        except (OutOfBudget, Unavailable, UsageError):
            raise
        except PrismError as exc:
            return _failed(work, stage, "judge_error", str(exc))
        except Exception as exc:
            return _failed(work, stage, "judge_error", f"{type(exc).__name__}: {exc}")

    async def answer(self, work: Work) -> Outcome:
        """Let the model answer.

        Raises
        ------
        OutOfBudget
            The call would break the budget.
        """
        plan = self.plan
        if self.client is None or plan.model is None:
            raise UsageError("nobody answers", mend="give --model or --answers")
        key = self.answer_key(work)
        if (held := self.held(key)) is not None:
            return Outcome(work.task, "answer", key, held)
        messages = request(work, plan, self.prompts)
        model = plan.model.partition(":")[2]
        ask = Ask(model, tuple(messages), Decoding.read(plan.answering), plan.answer_tokens)
        try:
            async with self.client.slot():
                reply = await self.client.ask(ask)
        except OverBudget as exc:
            raise OutOfBudget(str(exc)) from exc
        except CallFailed as exc:
            return _failed(work, "answer", reason_of(exc), str(exc))
        if reply.refused:
            return _failed(work, "answer", "refused", reply.refusal or "content filter")
        by = reply.provenance(plan.model, model)
        answered = Answered(text=reply.text, provenance=by, reasoning=reply.reasoning)
        return Outcome(work.task, "answer", key, answered.model_dump_json())

    async def graphs(self, work: Work) -> Outcome:
        """Parse the texts that the suite wants as graphs."""
        key = self.graphs_key(work)
        if (held := self.held(key)) is not None:
            return Outcome(work.task, "graphs", key, held)
        found = {}
        for role, text in self._texts(work).items():
            graph = await self.parser.parse(text)
            found[role] = GraphDocument(
                schema_version="1.0",
                units=graph.units,
                edges=graph.edges,
                bidirected=graph.bidirected,
                text=graph.text,
                origin=graph.origin,
            )
        return Outcome(work.task, "graphs", key, GRAPHS.dump_json(found).decode())

    async def verdicts(self, work: Work) -> Outcome:
        """Put the probes to the judge.

        Raises
        ------
        OutOfBudget
            A call would break the budget; verdicts that were paid for are kept by the store.
        """
        prepared = self._prepared(work)
        counted, probes = len(prepared.probes), self._asked(prepared)
        key = self._verdicts_key(probes)
        if (held := self.held(key)) is not None:
            return Outcome(work.task, "verdicts", key, held)
        verdicts = await judge_all(self.judge, probes)
        if any(verdict.reason == "over_budget" for verdict in verdicts):
            raise OutOfBudget("the budget of this run is used up")
        failure = _missing(work, verdicts[:counted])
        answers = {p.subject: v for p, v in zip(probes, verdicts, strict=True)}
        if failure is not None:
            key = digest([key, "partial", work.task, work.tries])
        value = VERDICTS.dump_json(answers).decode()
        unscored = sum(v.value is None and v.reason != "not_estimated" for v in verdicts[:counted])
        return Outcome(work.task, "verdicts", key, value, failure, unscored)

    async def line(self, work: Work) -> Outcome:
        """Count the verdicts."""
        prepared = self._prepared(work)
        key = digest(
            [
                "line",
                __version__,
                self.plan.digest,
                prepared.setup.decoding,
                prepared.item.model_dump(mode="json"),
                dict(work.variant),
                digest(work.done["graphs"]),
                digest(work.done["verdicts"]),
            ]
        )
        held = VERDICTS.validate_json(work.done["verdicts"])
        answers = {probe.subject: held[probe.subject] for probe in prepared.probes}
        report = prepared.report(list(answers.values()))
        line = line_of(self.suite, prepared.item, work.variant, report, answers, work.answer)
        if self.plan.controls:
            controls = prepared.controls()
            believed = false_positives(controls, [held[c.probe.subject] for c in controls])
            line = line.model_copy(update={"controls": believed})
        value = line.model_dump_json(exclude_defaults=True)
        failure = _unscored(line)
        return Outcome(work.task, "line", key, value, failure, int(failure is not None))

    def answer_key(self, work: Work) -> str:
        """Return the digest of all that the answer depends on."""
        plan = self.plan
        messages = request(work, plan, self.prompts)
        return digest(
            [
                "answer",
                Endpoint.find(plan.base_url).shown,
                (plan.model or "").partition(":")[2],
                plan.answering,
                plan.answer_tokens,
                plan.seed,
                work.item.id,
                dict(work.variant),
                [dict(message) for message in messages],
            ]
        )

    def graphs_key(self, work: Work) -> str:
        """Return the digest of all that the graphs depend on."""
        plan = self.plan
        return digest(
            [
                "graphs",
                __version__,
                plan.parser,
                plan.granularity,
                plan.spacy,
                plan.on_parse_failure,
                dict(self._texts(work)),
            ]
        )

    def unjudged(self, work: Work) -> list[Probe]:
        """Return what the judge is to be asked; nothing where its verdicts are held."""
        probes = self._asked(self._prepared(work))
        return [] if self.held(self._verdicts_key(probes)) is not None else probes

    def _verdicts_key(self, probes: Sequence[Probe]) -> str:
        plan = self.plan
        return digest(
            [
                "verdicts",
                plan.judge,
                plan.judging,
                plan.seed,
                plan.edges,
                plan.examples,
                plan.replicates,
                plan.base_url,
                __version__ if self.judge.estimates else None,
                [[probe.subject, probe.digest] for probe in probes],
            ]
        )

    def _asked(self, prepared: Prepared) -> list[Probe]:
        controls = prepared.controls() if self.plan.controls else []
        return [*prepared.probes, *(control.probe for control in controls)]

    def _texts(self, work: Work) -> dict[str, str]:
        item = self._item(work)
        return {role: item.texts.get(role, "") for role in suite_for(item.kind).roles}

    def _item(self, work: Work) -> Item:
        return answered_item(work, self.plan)

    def _prepared(self, work: Work) -> Prepared:
        graphs = GRAPHS.validate_json(work.done["graphs"])
        found = {role: document.graph() for role, document in graphs.items()}
        return Prepared(self._item(work), found, self.setup())


def request(work: Work, plan: Plan, prompts: Prompts) -> Sequence[Message]:
    """Return the chat messages that put the item of ``work`` to the model, as ``plan`` has it."""
    item = work.item.model_copy(update={"meta": {**work.item.meta, **plan.presentation}})
    return find_suite(plan.suite).messages(item, work.variant, plan.strategy, prompts)


def answered_item(work: Work, plan: Plan) -> Item:
    """Return the item of ``work`` as it is judged: in its variant, with its response."""
    who: dict[str, JsonValue] = {}
    if plan.model is not None:
        who = {"model": plan.model, "setting": plan.strategy, **plan.presentation}
    if work.answer.reasoning:
        who["reasoning_words"] = len(work.answer.reasoning.split())
    return present(work.item, work.variant, work.answer.text, who)


def _failed(work: Work, stage: Stage, reason: Reason, said: str) -> Outcome:
    tries = work.tries + 1
    hopeless = reason not in MENDABLE or tries >= TRIES
    failure = Failure(stage, reason, said[:500], hopeless, tries)
    return Outcome(work.task, stage, failure=failure)


def _missing(work: Work, verdicts: list[Verdict]) -> Failure | None:
    """Return the failure of a task whose verdicts are incomplete: the most mendable reason."""
    missing = [v for v in verdicts if v.reason not in (None, "not_estimated")]
    if not missing:
        return None
    first = min(missing, key=lambda verdict: _rank(verdict.reason))
    tries = work.tries + 1
    return Failure(
        "verdicts",
        first.reason or "judge_error",
        f"{len(missing)} of {len(verdicts)} probes unscored: {first.rationale}"[:500],
        first.reason not in MENDABLE or tries >= TRIES,
        tries,
    )


def _unscored(line: Line) -> Failure | None:
    """Return why a counted task has no final score; None where it has one, or none is estimated."""
    final = line.scores.get("final")
    if final is not None and (final.value is not None or final.withheld):
        return None
    told = final.reason if final is not None else None
    reason: Reason = "not_applicable" if told is None or told == "no_causal_edge" else told
    return Failure("line", reason, "no final score", hopeless=True)


def _rank(reason: Reason | None) -> int:
    """Return what comes first: what another try may mend, then the rest."""
    return 0 if reason in MENDABLE else 1

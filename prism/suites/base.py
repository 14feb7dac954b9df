"""What a suite is, and what is set for a whole call.

A suite is data: adding one is one file that holds a :class:`Suite`, and one row that names it (see
:mod:`prism.suites.registry`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from string import ascii_uppercase
from typing import Any, Self

from pydantic import BaseModel, JsonValue
from rich.console import RenderableType

from prism import __version__
from prism.display import final
from prism.display.telling import Entry
from prism.files.formats import Format
from prism.files.textfile import TextFile
from prism.graph import CausalGraph
from prism.judges.base import Judge
from prism.llm.reasoning import split_reasoning
from prism.llm.records import Message
from prism.parsers.base import Parser
from prism.prompts import Prompt, Prompts
from prism.records.digest import digest
from prism.records.item import Item, Kind
from prism.records.probe import Probe
from prism.records.report import Notice, Report
from prism.records.score import Protocol, Score
from prism.records.signature import Signature
from prism.records.verdict import Provenance, Verdict
from prism.suites.modes import Modes, ModeTable
from prism.suites.protocol import Call
from prism.suites.published_scores import PublishedScores
from prism.suites.recorded import Recorded
from prism.text.injection import signs

__all__ = [
    "Answers",
    "Graphs",
    "Setup",
    "Suite",
    "Tally",
    "Variant",
    "chat",
    "injection_notices",
    "signature",
    "without_reasoning",
]

Graphs = Mapping[str, CausalGraph]
Answers = Mapping[str, Verdict]
# What tells the tasks of one item apart, such as the phrasing of its request.
Variant = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is set for a whole call: who parses, who judges, and by which conventions.

    ``decoding`` is what is asked of the judge, ``answers`` how the answers were had, and ``read``
    the digest of the prompts that were read, None where none was. ``seed`` is that of whatever is
    drawn; with ``strict`` an edit passes only where revised facts are revised, not left out. With
    ``all_edges`` also that is asked which no headline counts: links that are not causal, and what a
    story's graph says must stay beside an edit's own criteria.
    """

    parser: Parser
    judge: Judge
    protocol: Protocol = "directed"
    prompts: Prompts = field(default_factory=Prompts)
    decoding: str | None = None
    answers: str = ""
    deviations: tuple[str, ...] = ()
    read: str | None = None
    seed: int | None = None
    strict: bool = False
    all_edges: bool = False

    @property
    def asks_all(self) -> bool:
        """Whether links that are not causal are asked; the paper's protocol asks them all."""
        return self.all_edges or self.protocol == "published"

    def judged(self, verdicts: Iterable[Verdict]) -> Self:
        """Return the setup with what ``verdicts`` tell of themselves: prompts read, what was sent.

        A verdict of an older store does not tell; then its mode alone is known.
        """
        given = [verdict.provenance for verdict in verdicts]
        read = sorted({name for one in given for name in one.prompts})
        return replace(
            self,
            decoding=_sent(self.decoding, given),
            read=digest([*read])[:12] if read else None,
        )


def _sent(asked: str | None, given: Sequence[Provenance]) -> str | None:
    """Return the decoding that was asked for, with what the endpoints made of it."""
    modes = sorted({mode for one in given for mode in (one.mode or "").split("+") if mode})
    notes = {note for one in given for note in one.sent}
    dropped = sorted(n.removeprefix("dropped=") for n in notes if n.startswith("dropped="))
    parts = [
        *([asked] if asked else []),
        *([f"mode={'+'.join(modes)}"] if modes else []),
        *sorted(note for note in notes if not note.startswith("dropped=")),
        *([f"dropped={'+'.join(dropped)}"] if dropped else []),
    ]
    return ";".join(parts) or None


@dataclass(frozen=True, slots=True)
class Tally:
    """What tables count of one report: scores by name (``final`` is the headline), and numbers.

    ``shape`` holds numbers of the graph that are held against the score, ``slices`` what the report
    itself says of the item's place in tables.
    """

    scores: Mapping[str, Score]
    shape: Mapping[str, float] = field(default_factory=dict)
    slices: Mapping[str, str] = field(default_factory=dict)


def chat(prompt: Prompt, fields: Mapping[str, str]) -> list[Message]:
    """Return ``prompt`` as chat messages, its question filled in; an empty task is left out.

    >>> chat(Prompt("p", question="What if $x?"), {"x": "it rained"})
    [{'role': 'user', 'content': 'What if it rained?'}]
    """
    user = {"role": "user", "content": prompt.fill("question", fields).strip("\n")}
    return [{"role": "system", "content": prompt.system.strip("\n")}, user][not prompt.system :]


def _no_paper() -> None:
    return None


def _final_alone(report: Report) -> Tally:
    score = report.headline
    return Tally({} if score is None else {"final": score})


def _graphs(item: Item, graphs: Graphs) -> Graphs:
    del item
    return graphs


def _always(item: Item) -> bool:
    del item
    return True


def _no_panel(report: Report) -> None:
    del report


def _once(item: Item, strategy: str) -> Sequence[Variant]:
    del item, strategy
    return ({},)


def _as_it_is(item: Item, variant: Variant) -> Item:
    del variant
    return item


def _by_id(item: Item) -> str:
    return item.id


def _by_domain(item: Item) -> Mapping[str, JsonValue]:
    return {"domain": item.domain}


@dataclass(frozen=True, slots=True)
class Suite:
    """One benchmark: how its items are read, answered, scored and reported.

    Attributes
    ----------
    name, kinds
        What the command calls it, and the kinds of item it scores.
    roles
        The roles whose texts are parsed.
    formats
        The formats of its files.
    schemas
        What the published schema files describe, by their names without the ending: the records of
        its files, and its reports.
    probes
        Everything that must be asked before anything is judged.
    report
        The report, from the item, its graphs, what was asked and what was answered.
    prepare
        Made once an item, between its graphs and its probes, and given to ``probes`` and
        ``report`` in the graphs' place: what both need. By default the graphs themselves.
    messages
        The chat messages that put an item in a variant with a strategy.
    strategies, published
        Prompts that can be put to the answering model, and those that the paper's protocol puts.
    temperature, answer_tokens
        The paper's decoding of answers; None where it states none.
    answer_words
        How long answers usually are, in words from short to long: what a dry run takes for those
        of a model that has given none yet. By default as ten public answers of WhatIfBench.
    read
        The items of a file, in a generator where the file should not be held whole; None where its
        formats, or those of others, tell them.
    variants, place
        What every item is asked in, with a strategy; and the item as it stands in a variant.
    tally
        What tables count of a report.
    checks
        Scores of a tally that are passed or failed, whose failure rates tables show.
    cluster
        What is not independent of each other: scenario, question or context.
    slices
        What tables group by: name of the slice, and the item's place in it; empty where unknown.
    order
        The order of a question's parts, spelled one way and empty where it is the usual one; None
        where its questions can be put in one way alone. ``evidence``, ``order`` and ``seed`` in an
        item's meta say how a question is put.
    protocol
        The calls of the paper's protocol, and where ours depart from them; empty without a paper.
    paper
        The published figures to be read beside one's own; None where there are none.
    models
        The models of its reports by kind; by default each kind of item has a plain report.
    render_one, render_many
        What the terminal shows of one report, and of several, at a width in cells; by default the
        final score, and what it rests on.
    panel
        What a page says of a report beside its drawing: a piece of HTML, in which every text is
        escaped; by default nothing.
    entries
        Everything of a report that ``prism explain`` can tell of; by default each verdict that
        stands in it beside its probe.
    recorded
        Its files that hold what was judged before; None where there are none. Of a suite of
        prism's own its row names them, as they need the language model that few commands do.
    modes
        How failure modes are read anew with other limits; None where they depend on none.
    mode_table
        A table that counts failure modes; None where the suite has none.
    has_final
        Whether a report on an item has a final score.
    """

    name: str
    kinds: tuple[Kind, ...]
    roles: tuple[str, ...]
    # These take what ``prepare`` makes, which is the suite's own.
    probes: Callable[[Item, Any, Setup], list[Probe]]
    report: Callable[[Item, Any, Sequence[Probe], Answers, Setup], Report]
    messages: Callable[[Item, Variant, str, Prompts], Sequence[Message]]
    prepare: Callable[[Item, Graphs], object] = _graphs
    formats: tuple[Format, ...] = ()
    schemas: Mapping[str, type[BaseModel]] = field(default_factory=dict)
    strategies: tuple[str, ...] = ("plain",)
    published: tuple[str, ...] = ("plain",)
    temperature: float | None = None
    answer_tokens: int | None = None
    answer_words: tuple[float, float] = (200, 650)
    read: Callable[[TextFile], Iterable[Item]] | None = None
    variants: Callable[[Item, str], Sequence[Variant]] = _once
    place: Callable[[Item, Variant], Item] = _as_it_is
    tally: Callable[[Report], Tally] = _final_alone
    checks: tuple[str, ...] = ()
    cluster: Callable[[Item], str] = _by_id
    slices: Callable[[Item], Mapping[str, JsonValue]] = _by_domain
    order: Callable[[str], str] | None = None
    protocol: tuple[Call, ...] = ()
    paper: Callable[[], PublishedScores | None] = _no_paper
    models: Mapping[Kind, type[Report]] = field(default_factory=dict)
    # These take the suite's own model of a report, which is always of its own kinds.
    render_one: Callable[[Any, int], Iterable[RenderableType]] = final.render_one
    render_many: Callable[[Sequence[Any], int], Iterable[RenderableType]] = final.render_many
    panel: Callable[[Any], str | None] = _no_panel
    entries: Callable[[Any], Iterable[Entry]] = final.entries
    recorded: Recorded | None = None
    modes: Modes | None = None
    mode_table: ModeTable | None = None
    has_final: Callable[[Item], bool] = _always

    def model(self, kind: Kind) -> type[Report]:
        """Return the model of its reports of ``kind``."""
        return self.models.get(kind, Report)

    def sliced(self, item: Item, variant: Variant) -> dict[str, str]:
        """Return the places of a task in tables: those known of its item, and its variant."""
        known = {name: str(place) for name, place in self.slices(item).items() if place}
        return {**known, **variant}


def injection_notices(item: Item) -> tuple[Notice, ...]:
    """Return a warning for every sign that a text of ``item`` tries to instruct a judge.

    Every text that a prompt can hold is scanned. The message names which it is, in words, and the
    role of the span in one word (``response``, ``question``, ``story``, ``rubric``, ``option`` …);
    offsets count within the text that the message names.
    """
    return tuple(
        Notice(
            code="injection",
            message=f"the {name} may try to instruct the judge ({sign.kind.replace('_', ' ')})",
            span=sign.span,
        )
        for role, name, text in _scanned(item)
        for sign in signs(text, role)
    )


def _scanned(item: Item) -> Iterator[tuple[str, str, str]]:
    """Yield the role, the name and the words of every text of ``item``, the response first."""
    for role in sorted(item.texts, key=lambda role: role != "response"):
        yield role, role, item.texts[role]
    if item.rubric is not None:
        yield "rubric", "rubric's title", item.rubric.title
        yield "rubric", "rubric's focus", item.rubric.focus
        for number, criterion in enumerate(item.rubric.criteria, 1):
            named = f"rubric's criterion {number}"
            yield "rubric", f"name of the {named}", criterion.name
            yield "rubric", f"description of the {named}", criterion.description
            for band, words in criterion.bands.items():
                yield "rubric", f"band {band} of the {named}", f"{words}"
    if item.choice is not None:
        for letter, option in zip(ascii_uppercase, item.choice.options, strict=False):
            yield "option", f"option {letter}", option
        yield "evidence", "evidence", item.choice.evidence or ""
    if item.claims is not None:
        for check, claims in (("preserve", item.claims.preserve), ("revise", item.claims.revise)):
            for number, claim in enumerate(claims, 1):
                yield "claim", f"claim {number} to {check}", claim
    for number, answer in enumerate(item.gold, 1):
        yield "gold", f"accepted answer {number}", answer


def signature(setup: Setup, graph: CausalGraph | None, metrics: str) -> Signature:
    """Return how the numbers of one report came about.

    The prompts' digest is that of what was read for its verdicts: a judge that reads none has none.
    """
    parser = setup.parser.name
    if graph is not None:
        fallback = f"+{graph.origin.fallback}" if graph.origin.fallback else ""
        parser = f"{graph.origin.parser}/{graph.origin.granularity}{fallback}"
    return Signature(
        prism=__version__,
        parser=parser,
        metrics=metrics,
        prompts=setup.read,
        judge=setup.judge.name + ("(estimate)" if setup.judge.estimates else ""),
        decoding=_decoding(setup),
        seed=setup.seed,
    )


def _decoding(setup: Setup) -> str | None:
    """Return the decoding field: of the answers, of judging them, and what deviates."""
    judged = setup.decoding
    if setup.answers and judged is not None:
        judged = f"judge({judged})"
    parts = [setup.answers, judged or ""]
    parts += [f"deviates({','.join(setup.deviations)})"] if setup.deviations else []
    return ";".join(filter(None, parts)) or None


def without_reasoning(item: Item) -> Item:
    """Return ``item`` with what its model thought taken out of the response, and noted in ``meta``.

    >>> item = Item(id="i", kind="whatif", texts={"response": "<think>Rain?</think>It flooded."})
    >>> without_reasoning(item).texts["response"], without_reasoning(item).meta
    ('It flooded.', {'reasoning_words': 1})
    """
    text, thoughts = split_reasoning(item.texts.get("response", ""))
    if not thoughts:
        return item
    meta = {**item.meta, "reasoning_words": len(thoughts.split())}
    return item.with_text("response", text).model_copy(update={"meta": meta})

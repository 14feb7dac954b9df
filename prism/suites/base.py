"""What a suite is, and what is set for a whole call."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from prism import __version__
from prism.envelope import Notice, ParserLine, Report
from prism.graph import CausalGraph
from prism.graph.structure import soundness
from prism.items import Item, Kind, Probe, Signature, Verdict, digest
from prism.judges.base import Judge
from prism.metrics.process import Protocol
from prism.parsers.base import Parser
from prism.prompts import Prompts
from prism.text.injection import signs

__all__ = [
    "Answers",
    "Graphs",
    "Setup",
    "Suite",
    "injection_notices",
    "parser_line",
    "parser_notices",
    "signature",
]

Graphs = Mapping[str, CausalGraph]
Answers = Mapping[str, Verdict]


@dataclass(frozen=True, slots=True)
class Setup:
    """What is set for a whole call: who parses, who judges, and by which conventions.

    ``strict`` asks of an edit that its consequences are revised, not merely left out; ``seed`` is
    that of what is drawn, such as which controls are asked.
    """

    parser: Parser
    judge: Judge
    protocol: Protocol = "directed"
    prompts: Prompts = field(default_factory=Prompts)
    decoding: str | None = None
    seed: int | None = None
    strict: bool = False


@dataclass(frozen=True, slots=True)
class Suite:
    """One kind of item: which texts become graphs, what is asked, and what the report holds.

    Attributes
    ----------
    kind
        The kind of item it scores.
    roles
        The roles whose texts are parsed.
    probes
        Everything that must be asked before anything is judged.
    report
        The report, from the item, its graphs, what was asked and what was answered.
    """

    kind: Kind
    roles: tuple[str, ...]
    probes: Callable[[Item, Graphs, Setup], list[Probe]]
    report: Callable[[Item, Graphs, Sequence[Probe], Answers, Setup], Report]


def parser_line(graph: CausalGraph) -> ParserLine:
    """Return what a report says of the parser and of how sound its graph is."""
    sound, origin = soundness(graph), graph.origin
    return ParserLine(
        name=origin.parser,
        fallback=origin.fallback,
        granularity=origin.granularity,
        grounded=sound.grounded,
        known_labels=sound.known_labels,
        acyclic=sound.acyclic,
        connected=sound.connected,
        self_loops=sound.self_loops,
        turned=origin.turned,
        kept=origin.kept,
        cue=origin.cue,
        merged=origin.merged,
    )


def parser_notices(graph: CausalGraph) -> tuple[Notice, ...]:
    """Return what a reader of the report should know of how the graph was made."""
    notices = []
    if graph.origin.fallback:
        message = f"the parser failed; {graph.origin.fallback} stood in for it"
        notices.append(Notice(code="parser_fallback", message=message))
    unknown = graph.unknown_labels()
    if unknown:
        names = ", ".join(sorted(set(unknown)))
        message = f"{len(unknown)} edges with unknown labels: {names}"
        notices.append(Notice(code="unknown_labels", message=message))
    return tuple(notices)


def injection_notices(item: Item) -> tuple[Notice, ...]:
    """Return a warning for every sign that the response tries to instruct a judge."""
    return tuple(
        Notice(
            code="injection",
            message=f"the response may try to instruct the judge ({sign.kind.replace('_', ' ')})",
            span=sign.span,
        )
        for sign in signs(item.texts["response"])
    )


def signature(
    setup: Setup, asked: Sequence[Probe], graph: CausalGraph | None, metrics: str
) -> Signature:
    """Return how the numbers of one report came about.

    Prompt digests are those of the prompts that were put, so a judge that reads none has none.
    """
    digests = sorted({probe.prompt_digest for probe in asked})
    reads_prompts = setup.judge.name not in ("local", "none")
    parser = setup.parser.name
    if graph is not None:
        fallback = f"+{graph.origin.fallback}" if graph.origin.fallback else ""
        parser = f"{graph.origin.parser}/{graph.origin.granularity}{fallback}"
    return Signature(
        prism=__version__,
        parser=parser,
        metrics=metrics,
        prompts=digest(list(digests))[:12] if reads_prompts and digests else None,
        judge="local(estimate)" if setup.judge.name == "local" else setup.judge.name,
        decoding=setup.decoding,
        seed=setup.seed,
    )

"""METER: a multiple-choice answer on one rung of the ladder, and the kind of every distractor."""

from collections.abc import Mapping, Sequence
from typing import Final, get_args

from pydantic import JsonValue

from prism.errors import BadInput
from prism.graph import CausalGraph
from prism.graph.convert import to_dict
from prism.llm.records import Message
from prism.parsers.telling import parser_line, parser_notices
from prism.prompts import Prompts
from prism.records.item import Choice, DistractorKind, Item
from prism.records.probe import Probe
from prism.records.question import DistractorQuestion
from prism.records.report import FailureMode, Report
from prism.records.score import Score
from prism.records.subject import OptionSubject, Subject
from prism.records.verdict import Reason
from prism.suites.base import Answers, Graphs, Setup, Suite, Variant, injection_notices, signature
from prism.suites.ladder import explain, terminal
from prism.suites.ladder.distractors import KINDS, Distractor, classify
from prism.suites.ladder.files.meter import LadderContext
from prism.suites.ladder.formats import FORMATS
from prism.suites.ladder.kinds import ERROR_KINDS, UNDECIDED
from prism.suites.ladder.positions import option_order
from prism.suites.ladder.prompts import PARTS, SETTINGS, Presentation, ladder_messages, parse_order
from prism.suites.ladder.published import published_tables
from prism.suites.ladder.report import Answer, DistractorLine, LadderReport
from prism.suites.protocol import EXAMPLES, WORDING, Call, Deviation
from prism.text.answer import Extracted, Unextracted, extract

__all__ = ["SUITE", "UNDECIDED", "probes", "read_answer", "report"]

_REASONS: Final[dict[Unextracted, Reason]] = {
    "ambiguous": "parse_failure",
    "no_answer": "parse_failure",
    "refused": "refused",
    "empty": "empty",
}


def probes(item: Item, graphs: Graphs, setup: Setup) -> list[Probe]:
    """Return one probe a distractor, with the graph's evidence in it.

    A judge that reads no prompts is asked nothing: the graph facts are its answer already.
    """
    choice = _choice(item)
    if not setup.judge.reads_prompts or choice.answer is None:
        return []
    graph = graphs["context"]
    return [_probe(item, choice, graph, found, setup) for found in classify(item, graph)]


def report(
    item: Item, graphs: Graphs, asked: Sequence[Probe], answers: Answers, setup: Setup
) -> Report:
    """Read the answer, count it, and tell the kind of every distractor."""
    graph, choice = graphs["context"], _choice(item)
    answer = read_answer(item)
    by_subject = {probe.about: probe for probe in asked}
    lines = tuple(
        _line(choice, found, by_subject, answers, answer) for found in classify(item, graph)
    )
    setting, model = _setting(item), item.meta.get("model")
    return LadderReport(
        kind="ladder",
        item=item.id,
        signature=str(signature(setup, graph, _metrics(lines))),
        parser=parser_line(graph),
        final=_final(answer),
        rung=choice.rung,
        answer=answer,
        distractors=lines,
        context=str(item.meta.get("context", item.id)),
        setting=setting,
        model=str(model) if model else None,
        failure_modes=_failure_modes(answer, lines),
        warnings=(*parser_notices(graph), *injection_notices(item)),
        graph=to_dict(graph),
    )


def _messages(item: Item, variant: Variant, strategy: str, prompts: Prompts) -> list[Message]:
    del variant
    return ladder_messages(item, _presentation(item, strategy), prompts)


def _presentation(item: Item, strategy: str) -> Presentation:
    """Return how the question is put, as its meta says."""
    setting = next(name for name in SETTINGS if name == strategy)
    order, seed = item.meta.get("order"), item.meta.get("seed")
    return Presentation(
        setting=setting,
        evidence=bool(item.meta.get("evidence")),
        order=parse_order(str(order)) if order else PARTS,
        seed=seed if isinstance(seed, int) else None,
    )


def _order(text: str) -> str:
    order = ",".join(parse_order(text))
    return "" if order == ",".join(PARTS) else order


def _setting(item: Item) -> str | None:
    """Return what tables group by: the setting, with whatever departs from the usual way."""
    setting = item.meta.get("setting")
    if setting in SETTINGS:
        return _presentation(item, str(setting)).name
    return str(setting) if setting else None


def _cluster(item: Item) -> str:
    return str(item.meta.get("context", item.id))


def _slices(item: Item) -> Mapping[str, JsonValue]:
    rung = item.choice.rung if item.choice else None
    return {"rung": rung, "setting": _setting(item), "domain": item.domain}


_BLOCKS = ("meter_context", "meter_question", "meter_options")
_KINDS = Deviation("kinds", "a judge is asked what is wrong with an option; the paper asks none")
PROTOCOL = (
    *(
        Call(
            "answer",
            setting,
            (*_BLOCKS, "meter_reasoned" if "C" in setting else "meter_direct"),
            ("context", "question", "options"),
            (WORDING, EXAMPLES) if "FS" in setting else (WORDING,),
        )
        for setting in SETTINGS
    ),
    Call("judge", "the kind of a wrong option", ("distractor",), None, (_KINDS,)),
)

SUITE = Suite(
    name="meter",
    kinds=("ladder",),
    formats=FORMATS,
    schemas={"ladder": LadderContext, "ladder-report": LadderReport},
    roles=("context",),
    probes=probes,
    report=report,
    messages=_messages,
    strategies=SETTINGS,
    published=SETTINGS,
    cluster=_cluster,
    slices=_slices,
    order=_order,
    protocol=PROTOCOL,
    paper=published_tables,
    answer_words=(5, 150),
    models={"ladder": LadderReport},
    render_one=terminal.render_one,
    render_many=terminal.render_many,
    entries=explain.entries,
    mode_table=ERROR_KINDS,
)


def read_answer(item: Item) -> Answer:
    """Return what the response of ``item`` answers, in the file's order of options.

    ``meta["seed"]`` tells that the options were shown shuffled.
    """
    choice, given = _choice(item), item.texts.get("response", "")
    seed = item.meta.get("seed")
    order = option_order(item.id, len(choice.options), seed if isinstance(seed, int) else None)
    found: Extracted = extract(given, choice.reordered(order).options, choice.digits)
    extracted = None if found.index is None else order[found.index]
    known = extracted is not None and choice.answer is not None
    return Answer(
        given=given,
        extracted=extracted,
        right=choice.answer,
        correct=extracted == choice.answer if known else None,
        reason=found.reason,
        place=found.index,
        order=order,
    )


def _choice(item: Item) -> Choice:
    if item.choice is None:
        raise BadInput(f"{item.id} has no options", mend="give a file of multiple choice")
    return item.choice


def _final(answer: Answer) -> Score:
    if answer.reason is not None:
        return Score.mean([_REASONS[answer.reason]])
    return Score.mean([]) if answer.correct is None else Score.mean([float(answer.correct)])


def _probe(
    item: Item, choice: Choice, graph: CausalGraph, found: Distractor, setup: Setup
) -> Probe:
    right = choice.options[choice.answer or 0]
    facts = [
        f"{kind} {found.strengths[kind]:.2f}: {found.words[kind]}"
        for kind in sorted(KINDS, key=lambda kind: -found.strengths[kind])
    ]
    return Probe(
        kind="distractor",
        subject=OptionSubject(found.option),
        texts={role: item.texts[role] for role in ("context", "question")},
        question=DistractorQuestion(
            right=right,
            option=choice.options[found.option],
            links="\n".join([*_links(graph), found.link]),
            facts="\n".join(facts),
        ),
        menu=(*get_args(DistractorKind), UNDECIDED),
        prompt="distractor",
        prompt_digest=setup.prompts.get("distractor").digest,
    )


def _links(graph: CausalGraph) -> list[str]:
    unit = graph.by_id
    return [
        f"{unit[e.source].text} → {unit[e.target].text} ({e.label})" for e in graph.edges if e.reach
    ]


def _line(
    choice: Choice,
    found: Distractor,
    asked: Mapping[Subject, Probe],
    answers: Answers,
    answer: Answer,
) -> DistractorLine:
    """Return the line of one distractor; a judge's verdict decides where it has a value."""
    probe = asked.get(OptionSubject(found.option))
    verdict = answers[probe.subject] if probe is not None else None
    kind, confidence, evidence = found.kind, found.confidence, found.evidence
    if verdict is not None and verdict.value is not None:
        kind = next((k for k in KINDS if k == verdict.value), None)
        confidence = 1.0 if verdict.confidence is None else verdict.confidence
        evidence = verdict.rationale or evidence
    return DistractorLine(
        option=found.option,
        text=choice.options[found.option],
        kind=kind,
        confidence=confidence,
        evidence=evidence,
        strengths=dict(found.strengths),
        label=choice.kinds[found.option] if choice.kinds else None,
        verdict=verdict,
        probe=probe,
        chosen=found.option == answer.extracted,
    )


def _metrics(lines: Sequence[DistractorLine]) -> str:
    """Return the convention by which kinds were told: together by design, or each alone."""
    return f"ladder:kinds={'one_of_each' if len(lines) == len(KINDS) else 'alone'}"


def _failure_modes(answer: Answer, lines: Sequence[DistractorLine]) -> tuple[FailureMode, ...]:
    if answer.reason is not None:
        return (FailureMode(mode=f"unextractable: {answer.reason}", evidence=answer.given[:200]),)
    return tuple(
        FailureMode(mode=line.label or line.kind or UNDECIDED, evidence=line.evidence)
        for line in lines
        if line.chosen
    )

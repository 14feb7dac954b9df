"""What people can be asked to rate of a run: whole responses, or what a judge was asked."""

import json
import random
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from typing import Final, Literal, get_args

from pydantic import JsonValue

from prism.graph import CausalGraph
from prism.graph.relations import is_causal
from prism.records.digest import digest
from prism.records.probe import Probe
from prism.records.question import EdgeQuestion
from prism.records.subject import (
    ClaimSubject,
    CriterionSubject,
    EdgeSubject,
    LinkSubject,
    NamedSubject,
    OutcomeSubject,
    PartSubject,
    read_subject,
)
from prism.runs.intake import stratified
from prism.runs.ledger import Ledger
from prism.runs.line import Line
from prism.runs.recall import prepared
from prism.runs.records import Arm, task_name
from prism.suites.base import Variant

__all__ = ["LEVELS", "Level", "Unit", "draw", "find", "unit_id"]

Level = Literal[
    "response", "edge", "criterion", "claim", "connector", "outcome", "node", "link", "graph"
]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
# Verdicts that let what was asked pass; E2 asks that a claim no longer holds.
_PASSING: Final = frozenset({"forward", "backward", "yes", "agree", "holds", "fits", "T"})


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing to rate.

    ``judged`` is the judge's value (a menu entry, or a score in [0, 1] of a response) and
    ``passed`` whether it lets it pass; both None where it is unscored. ``groups`` says which check,
    relation type and rung it belongs to, ``response`` which response of which arm it is of.
    """

    id: str
    level: str
    cluster: str
    texts: dict[str, str] = field(default_factory=dict)
    question: dict[str, JsonValue] = field(default_factory=dict)
    menu: tuple[str, ...] = ()
    judged: str | float | None = None
    passed: bool | None = None
    groups: dict[str, str] = field(default_factory=dict)
    response: str = ""


def unit_id(arm: Arm, item: str, variant: Variant, subject: str) -> str:
    """Return a name that tells a rater nothing, and that no spreadsheet takes for a number."""
    return f"r{digest([arm.plan.digest, item, dict(variant), subject])[:12]}x"


def draw(
    ledger: Ledger, arm: Arm, level: Level, n: int, seed: int, *, all_edges: bool = False
) -> list[Unit]:
    """Return ``n`` units of ``arm``, drawn in proportion to the domains, in random order.

    Of judged edges those that are causal are drawn, which the process metric counts, unless
    ``all_edges`` are wanted.
    """
    causal = _causal(ledger, arm) if level == "edge" and not all_edges else None
    tasks: list[tuple[int, tuple[str, ...]]] = []
    strata: list[str] = []
    for task, _, _, line in ledger.lines(arm):
        if line is None:
            continue
        subjects = tuple(name for name in _subjects(line) if _level(name) == level)
        if causal is not None:
            subjects = tuple(s for s in subjects if _edge(s) in causal.get(task, ()))
        if subjects:
            tasks.append((task, subjects))
            strata.append(line.slices.get("domain", ""))
    dice = random.Random(seed)  # noqa: S311 (a seeded draw, no secret)
    several = max(1, -(-n // max(1, len(tasks))))  # units of one response, where there are few
    places = stratified(strata, -(-n // several), seed)
    chosen: dict[int, list[str]] = {}
    for place in places:
        task, subjects = tasks[place]
        chosen[task] = dice.sample(subjects, min(several, len(subjects)))
    found = list(_build(ledger, arm, chosen))
    dice.shuffle(found)
    return found[:n]


def find(ledger: Ledger, arm: Arm, wanted: Collection[str], score: str = "final") -> Iterator[Unit]:
    """Yield the units of ``arm`` that are ``wanted``: by their ids, or responses by their items'.

    A response goes by the name of its task, too (``317v3 B``). ``score`` is what a response is
    judged by.
    """
    names = set(wanted)
    for task, item, variant, value in ledger.values(arm, "line"):
        line = Line.model_validate_json(value)
        subjects = {unit_id(arm, item, variant, subject): subject for subject in _subjects(line)}
        chosen = [subject for name, subject in subjects.items() if name in names]
        yield from _build(ledger, arm, {task: chosen} if chosen else {}, score)
        for name in sorted({item, task_name(item, variant)} & names):
            for unit in _build(ledger, arm, {task: ["response"]}, score):
                yield replace(unit, id=name)


def _causal(ledger: Ledger, arm: Arm) -> dict[int, set[str]]:
    """Return the ids of the causal edges by task."""
    return {
        task: {
            edge["id"]
            for graph in json.loads(value).values()
            for edge in graph.get("edges", ())
            if is_causal(edge["label"])
        }
        for task, _, _, value in ledger.values(arm, "graphs")
    }


def _subjects(line: Line) -> Iterator[str]:
    """Yield what can be rated of one response: itself, its graph's parts, and every probe."""
    yield "response"
    yield from line.marks
    if "units" in line.shape:
        yield "graph"
        yield from (str(PartSubject("node", place)) for place in range(int(line.shape["units"])))
        yield from (str(PartSubject("link", place)) for place in range(int(line.shape["edges"])))


def _level(subject: str) -> str:
    """Return the level of a subject; what a rater cannot tell from a claim counts as one."""
    match read_subject(subject):
        case EdgeSubject() | LinkSubject():
            return "edge"
        case CriterionSubject():
            return "criterion"
        case OutcomeSubject():
            return "outcome"
        case ClaimSubject(check="E0"):
            return "connector"
        case PartSubject(part):
            return part
        case NamedSubject(name) if name in LEVELS:
            return name
    return "claim"


def _edge(subject: str) -> str | None:
    """Return the id of the edge that a subject is about, if it is about one."""
    about = read_subject(subject)
    return about.edge if isinstance(about, EdgeSubject | LinkSubject) else None


def _build(
    ledger: Ledger, arm: Arm, chosen: dict[int, list[str]], score: str = "final"
) -> Iterator[Unit]:
    for work in ledger.works_of(arm, sorted(chosen)):
        if work.left:
            continue  # a part of it cannot be read
        line = Line.model_validate_json(work.done["line"])
        ready = prepared(work, arm)
        response = f"{arm.plan.digest} {work.task}"
        for subject in chosen[work.task]:
            name, level = unit_id(arm, work.item.id, work.variant, subject), _level(subject)
            texts = dict(ready.item.texts)
            if level == "response":
                found = line.scores.get(score)
                groups = {k: v for k, v in line.slices.items() if k in ("rung", "domain")}
                value = found.value if found else None
                unit = Unit(name, level, line.cluster, texts, judged=value, groups=groups)
            elif level in ("node", "link", "graph"):
                shown = _shown(subject, next(iter(ready.graphs.values())))
                unit = Unit(name, level, line.cluster, texts, shown)
            else:
                probe = next(probe for probe in ready.probes if probe.subject == subject)
                unit = _unit(name, probe, line, texts)
            yield replace(unit, response=response)


def _shown(subject: str, graph: CausalGraph) -> dict[str, JsonValue]:
    """Return what a rater sees of a graph: one unit, one link, or all links."""
    about = read_subject(subject)
    part, place = (about.part, about.place) if isinstance(about, PartSubject) else ("graph", 0)
    if part == "node":
        return {"unit": graph.units[place].text}
    links = [f"{graph.by_id[e.source].text} → {graph.by_id[e.target].text}" for e in graph.edges]
    if part == "link":
        return {"link": links[place], "relation": graph.edges[place].label}
    return {"links": list(links)}


def _unit(name: str, probe: Probe, line: Line, texts: dict[str, str]) -> Unit:
    judged = line.marks.get(probe.subject)
    check = probe.about.check if isinstance(probe.about, ClaimSubject) else ""
    groups = {"check": check or probe.kind}
    if isinstance(probe.question, EdgeQuestion):
        groups["relation"] = probe.question.relation
    if "rung" in line.slices:
        groups["rung"] = line.slices["rung"]
    let_pass = None if judged is None else judged in _PASSING
    if let_pass is not None and check in ("E2", "revise"):
        let_pass = not let_pass
    return Unit(
        name,
        probe.kind,
        line.cluster,
        texts,
        probe.question.fields(),
        probe.menu,
        judged,
        None if probe.kind == "criterion" else let_pass,
        groups,
    )

"""What people can be asked to rate of a run: whole responses, or what a judge was asked."""

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

from pydantic import JsonValue

from prism.items import Probe, digest
from prism.runs.intake import stratified
from prism.runs.ledger import Ledger
from prism.runs.line import Line
from prism.runs.recall import prepared
from prism.runs.records import Arm, Variant

__all__ = ["LEVELS", "Level", "Unit", "draw", "find", "unit_id"]

Level = Literal["response", "edge", "criterion", "claim", "connector", "outcome"]
LEVELS: Final[tuple[Level, ...]] = (
    "response", "edge", "criterion", "claim", "connector", "outcome"
)  # fmt: skip
# Verdicts that let what was asked pass; E2 asks that a claim no longer holds.
_PASSING: Final = frozenset({"forward", "backward", "yes", "agree", "holds", "fits", "T"})


@dataclass(frozen=True, slots=True)
class Unit:
    """One thing to rate.

    ``judged`` is the judge's value (a menu entry, or the final score in [0, 1] of a response) and
    ``passed`` whether it lets it pass; both None where it is unscored. ``groups`` says which check,
    relation type and rung it belongs to.
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


def unit_id(arm: Arm, item: str, variant: Variant, subject: str) -> str:
    """Return a name that tells a rater nothing, and that no spreadsheet takes for a number."""
    return f"r{digest([arm.plan.digest, item, dict(variant), subject])[:12]}x"


def draw(ledger: Ledger, arm: Arm, level: Level, n: int, seed: int) -> list[Unit]:
    """Return ``n`` units of ``arm``, drawn in proportion to the domains, in random order."""
    tasks: list[tuple[int, tuple[str, ...]]] = []
    strata: list[str] = []
    for task, _, _, value in ledger.values(arm, "line"):
        line = Line.model_validate_json(value)
        subjects = ("",) if level == "response" else tuple(_subjects(line, level))
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
    found = list(_build(ledger, arm, chosen, level))
    dice.shuffle(found)
    return found[:n]


def find(ledger: Ledger, arm: Arm, wanted: Collection[str]) -> Iterator[Unit]:
    """Yield the units of ``arm`` whose ids are ``wanted``."""
    chosen: dict[int, list[str]] = {}
    for task, item, variant, value in ledger.values(arm, "line"):
        line = Line.model_validate_json(value)
        for subject in ("", *line.marks):
            if unit_id(arm, item, variant, subject) in wanted:
                chosen.setdefault(task, []).append(subject)
    for level in ("response", "probe"):
        picked = {
            task: [s for s in subjects if (s == "") == (level == "response")]
            for task, subjects in chosen.items()
        }
        yield from _build(ledger, arm, {t: s for t, s in picked.items() if s}, level)


def _subjects(line: Line, level: Level) -> Iterator[str]:
    yield from (subject for subject in line.marks if _level(subject) == level)


def _level(subject: str) -> str:
    """Return what kind of question a subject names: ``e3``, ``c1``, ``1/E1/2`` …"""
    head, _, rest = subject.partition("/")
    if head.isdigit():
        return "connector" if rest.startswith("E0") else "claim"
    return {"e": "edge", "c": "criterion", "o": "outcome"}.get(subject[:1], "claim")


def _build(ledger: Ledger, arm: Arm, chosen: dict[int, list[str]], level: str) -> Iterator[Unit]:
    for work in ledger.works_of(arm, sorted(chosen)):
        line = Line.model_validate_json(work.done["line"])
        item, variant = work.item.id, work.variant
        ready = prepared(work, arm)
        texts = dict(ready.item.texts)
        for subject in chosen[work.task]:
            name = unit_id(arm, item, variant, subject)
            if level == "response":
                final = line.scores.get("final")
                value = final.value if final else None
                groups = {k: v for k, v in line.slices.items() if k in ("rung", "domain")}
                yield Unit(name, "response", line.cluster, texts, judged=value, groups=groups)
                continue
            probe = next(probe for probe in ready.probes if probe.subject == subject)
            yield _unit(name, probe, line, texts)


def _unit(name: str, probe: Probe, line: Line, texts: dict[str, str]) -> Unit:
    judged = line.marks.get(probe.subject)
    check = str(probe.question.get("check") or _check(probe.subject))
    groups = {"check": check or probe.kind}
    if "relation" in probe.question or "label" in probe.question:
        groups["relation"] = str(probe.question.get("relation") or probe.question.get("label"))
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
        dict(probe.question),
        probe.menu,
        judged,
        None if probe.kind == "criterion" else let_pass,
        groups,
    )


def _check(subject: str) -> str:
    parts: Sequence[str] = subject.split("/")
    return parts[1] if len(parts) == 3 else ""

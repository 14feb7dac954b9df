"""CLadder v1.5: rows without their question, so the stored number is compared, not yes or no.

A row prints its diagram and its numbers, with two decimals, under ``reasoning``; the effect is
computed from those two, and agrees if it is as near to the stored number as the printed decimals
tell. Where diagram and numbers do not identify it, the estimand that the row prints is evaluated,
and counted apart. Explaining away is compared by its sign, which is that of the risk difference
within the collider. Deterministic rows print their equations and, in ``formal_form``, which answer
counts as yes. Rows on adjustment sets name them in words alone and cannot be read.
"""

import csv
import re
from collections.abc import Mapping
from pathlib import Path

import networkx
from pydantic import JsonValue

from benchmarks.truth.printed import Formula
from benchmarks.truth.tally import Tally
from prism.errors import BadInput
from prism.scm.ask import ask
from prism.scm.diagram import Diagram
from prism.scm.known import Known, Underivable
from prism.scm.known_effects import known_effect
from prism.scm.query import Effect, Event, Term
from prism.suites.truth.files.scm import parse_scm

HALF = 0.005  # of the last decimal printed
_EFFECTS = {"correlation": "RD", "ate": "ATE", "ett": "ETT", "nde": "NDE", "nie": "NIE"}
_FACT = re.compile(r"P\(([^()|]+)(?:\|([^()]+))?\) = (\d\.\d\d)")
_EQUATION = re.compile(r"(\w+) = ([^=]+)")
_FORM = re.compile(r"(\w+)_\{(\w+=\d)\} = (\d) \|\s*(.*)")

Facts = list[tuple[dict[str, int], dict[str, int], float]]
Row = dict[str, str]


def measure(path: Path) -> list[Tally]:
    """Return the agreement by kind of question."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    kinds = sorted({row["query_type"] for row in rows})
    tallies = {kind: Tally(f"cladder v1.5 {kind}") for kind in kinds}
    tallies["estimand"] = Tally("cladder v1.5 by the estimand that is printed")
    for row in rows:
        _note(row, tallies)
    return list(tallies.values())


def _note(row: Row, tallies: Mapping[str, Tally]) -> None:
    name, kind, lines = row["id"], row["query_type"], row["reasoning"].split("\n")
    tally = tallies[kind]
    match kind:
        case "backadj":
            tally.unread += 1
        case "det-counterfactual":
            ours = _determined(row, lines)
            why = f"the row's own equations give {ours}"
            tally.note(name, ours, row["label"], ours == row["label"], why)
        case "collider_bias":
            affects, stored = ask(Diagram.of(lines[1]), "affects(X, Y)").value, lines[-2] != "0"
            tally.note(name, affects, stored, affects == stored)
        case _:
            _number(kind, tallies, name, lines)


def _number(kind: str, tallies: Mapping[str, Tally], name: str, lines: list[str]) -> None:
    """Compare an effect; the slack is what half a decimal in every printed number can move it."""
    stored = float(re.split(" [<>=] ", lines[-1])[0])
    diagram, facts = Diagram.of(lines[1]), _facts(lines)
    for tally, value in ((tallies[kind], _computed), (tallies["estimand"], _printed)):
        try:
            ours = value(kind, lines, facts)
            slack = HALF + sum(
                abs(value(kind, lines, _moved(facts, i)) - ours) for i in range(len(facts))
            )
        except BadInput:
            continue
        if kind == "exp_away":
            tally.note(name, ours > 0, stored > 0, (ours > 0) == (stored > 0))
            return
        right = abs(ours - stored) <= slack + 1e-9
        tally.note(name, round(ours, 4), stored, right, _why(kind, diagram, value))
        return
    tallies[kind].unread += 1


def _why(kind: str, diagram: Diagram, value: object) -> str:
    if value is _printed:
        return "not identified by the numbers printed; the stored one comes from the whole model"
    if kind == "marginal" and _looped(diagram):
        return "a graph with a loop, on which the stored marginals take parents as independent"
    return ""


def _looped(diagram: Diagram) -> bool:
    return not networkx.is_forest(diagram.directed.to_undirected())


def _known(lines: list[str], facts: Facts) -> Known:
    known = Known(Diagram.of(lines[1]))
    for of, given, chance in facts:
        known.add(of, given, chance)
    return known


def _computed(kind: str, lines: list[str], facts: Facts) -> float:
    """Return what the diagram and the numbers give."""
    known = _known(lines, facts)
    if kind == "marginal":
        return known.chance({"Y": 1})
    if kind == "exp_away":
        given = (Event(Term("V3"), "1"),)
        return known_effect(known, Effect("RD", "X", "Y", given=given)).interval[0]
    answer = known_effect(known, Effect(_EFFECTS[kind], "X", "Y"))
    if not answer.identified:
        raise Underivable("only bounds follow")
    return answer.interval[0]


def _printed(kind: str, lines: list[str], facts: Facts) -> float:
    """Return the value of the estimand that the row prints."""
    return Formula(_known(lines, facts), lines[3]).value()


def _facts(lines: list[str]) -> Facts:
    found = []
    for line in lines:
        if match := _FACT.fullmatch(line.replace("=1=1)", "=1)").replace("=0=1)", "=0)")):
            found.append((_states(match[1]), _states(match[2] or ""), float(match[3])))
    return found


def _moved(facts: Facts, place: int) -> Facts:
    of, given, chance = facts[place]
    moved = chance + HALF if chance < 0.5 else chance - HALF
    return [*facts[:place], (of, given, moved), *facts[place + 1 :]]


def _states(text: str) -> dict[str, int]:
    pairs = (part.split("=") for part in text.split(",") if part.strip())
    return {pair[0].strip(): int(pair[1]) for pair in pairs}


def _determined(row: Row, lines: list[str]) -> str:
    matches = [m for line in lines[4:] if (m := _EQUATION.fullmatch(line))]
    equations: dict[str, str] = {match[1]: match[2] for match in matches}
    nodes = set(re.findall(r"\w+", lines[1]))
    mechanisms: dict[str, JsonValue] = {
        node: {"table": [0.5, 0.5]} for node in nodes if equations.get(node, "0") in ("0", "1")
    }
    mechanisms |= {v: {"expression": e} for v, e in equations.items() if v not in mechanisms}
    form = _FORM.fullmatch(row["formal_form"])
    assert form, row["formal_form"]
    seen = f" | {form[4]}" if form[4] else ""
    model = parse_scm({"mechanisms": mechanisms}).content
    answer = ask(model, f"P({form[1]}[{form[2]}]={form[3]}{seen})")
    return "yes" if answer.interval[0] > 0.5 else "no"

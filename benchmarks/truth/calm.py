"""CaLM (lite): structure tasks from the graph, effects from the numbers that a question prints."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.truth.tally import Tally
from prism.formats.calm import diagram_of, read_calm, read_numbers
from prism.formats.scm import parse_scm
from prism.scm.adjustment import is_backdoor_set, is_frontdoor_set, is_instrument
from prism.scm.ask import ask
from prism.scm.diagram import Diagram, ancestors, descendants
from prism.scm.identify import identify
from prism.scm.known import Known
from prism.scm.known_effects import known_effect
from prism.scm.query import Effect, Event, Term

TOLERANCE = 1e-3
GRAPHS = {
    "chain": "X->V2->Y",
    "fork": "X->Y, V2->Y",
    "collision": "X->V3, Y->V3",
    "confounding": "V1->X->Y, V1->Y",
    "mediation": "X->V2->Y, X->Y",
    "IV": "V1->X->Y, V2->X, V1->Y",
    "arrowhead": "X->V3->Y, V2->V3, X->Y, V2->Y",
    "frontdoor": "V1->X->V3->Y, V1->Y",
    "diamond": "X->V3->Y, X->V2->Y",
    "diamondcut": "V1->V3->Y, V1->X->Y",
}
_KEY = re.compile(r"[Pp]\(([^()|]+)(?:\s*\|\s*([^()]+))?\)")

Judge = Callable[[dict[str, Any]], tuple[object, object, str]]


def measure(folder: Path) -> list[Tally]:
    """Return the agreement by task."""
    tallies = []
    for path in sorted(folder.rglob("*.json")):
        name = path.stem.removesuffix("_EN")
        tally, judge = Tally(f"calm {name}"), _judge_of(name)
        for record in read_calm(path):
            ours, stored, why = judge(record)
            right = _same(ours, stored)
            tally.note(f"{name}/{record['index']}", ours, stored, right, why)
        tallies.append(tally)
    return tallies


def _judge_of(name: str) -> Judge:
    return (
        _numeric if "-P_" in name else next(j for key, j in TASKS.items() if name.startswith(key))
    )


def _same(ours: object, stored: object) -> bool:
    if isinstance(ours, float) and isinstance(stored, int | float):
        return abs(ours - stored) < TOLERANCE
    return ours == stored


def _numeric(record: dict[str, Any]) -> tuple[object, object, str]:
    """Compute an effect, or the end of a bound; say so where the file rounds half way."""
    numbers = read_numbers(record)
    answer = known_effect(numbers.known, numbers.effect)
    low, high = answer.interval
    ours = high if numbers.side == "upper" else low
    why = ""
    if numbers.side:
        seen = {numbers.effect.treatment: 1, numbers.effect.outcome: 1}
        seen = seen if numbers.effect.kind == "PN" else dict.fromkeys(seen, 0)
        slack = 1e-4 / numbers.known.chance(seen)
        if abs(ours - numbers.gold) <= slack:
            why = f"the file rounds P(… | do) to four digits before dividing (±{slack:.4f})"
    return ours, numbers.gold, why


def _cause(record: dict[str, Any]) -> tuple[object, object, str]:
    child = record["latter"]
    ours = record["former"] in ancestors(diagram_of(record), {child}) - {child}
    return int(ours), record["gt_answer"], ""


def _attribution(record: dict[str, Any]) -> tuple[object, object, str]:
    """Is the sampled node a parent, or an ancestor, of the one called ``attribution``?"""
    graph = diagram_of(record)
    if "sampled_parent" in record:
        ours = record["sampled_parent"] in graph.parents(record["attribution"])
    else:
        child = record["attribution"]
        ours = record["sampled_ancestor"] in ancestors(graph, {child}) - {child}
    return int(ours), record["gt_answer"], ""


def _identified(record: dict[str, Any]) -> tuple[object, object, str]:
    if record["outcome"] == record["treatment"]:
        why = "the file asks for the effect of a variable on itself"
        return 1, record["gt_answer"], why
    found = identify(diagram_of(record), {record["outcome"]}, {record["treatment"]})
    return int(found.estimand is not None), record["gt_answer"], ""


def _choice(
    valid: Callable[[Diagram, str, str, set[str]], bool],
) -> Judge:
    """Which one of three options is right? More than one, or none, counts as a miss."""

    def judge(record: dict[str, Any]) -> tuple[object, object, str]:
        graph, x, y = diagram_of(record), record["treatment"], record["outcome"]
        options = [set(record[f"option{i}"].split(", ")) for i in (1, 2, 3)]
        fits = [i for i, option in enumerate(options, 1) if valid(graph, x, y, option)]
        ours = fits[0] if len(fits) == 1 else fits
        several = len(fits) > 1 and record["gt_answer"] in fits
        why = "these options all meet the criterion, the file counts one" if several else ""
        return ours, record["gt_answer"], why

    return judge


def _determined(record: dict[str, Any]) -> tuple[object, object, str]:
    """Evaluate the equations that the record spells out, under the action."""
    meta = record["meta"]
    lines = dict(line.split(" = ") for line in record["reasoning"]["step4"].split("\n"))
    nodes = set(re.findall(r"\w+", record["reasoning"]["step1"]))
    mechanisms: dict[str, Any] = {
        node: {"table": [0.5, 0.5]} for node in nodes if lines.get(node, "0") in ("0", "1")
    }
    mechanisms |= {v: {"expression": e} for v, e in lines.items() if v not in mechanisms}
    model = parse_scm({"mechanisms": mechanisms}).content
    seen = ", ".join(f"{name}={state}" for name, state in meta["given_info"].items())
    event = f"{meta['outcome']}[{meta['treatment']}={meta['action']}]={meta['polarity']}"
    answer = ask(model, f"P({event}{' | ' if seen else ''}{seen})")
    ours = "yes" if answer.interval[0] > 0.5 else "no"
    return ours, record["gt_answer"], f"the file's own equations give {ours}"


def known_of(meta: dict[str, Any], digits: int = 17) -> Known:
    """Return the probabilities of ``meta['given_info']``, rounded as a text would print them.

    A name without a state stands for all its states.
    """
    known = Known(Diagram.of(GRAPHS[meta["graph_id"]]))
    for key, value in meta["given_info"].items():
        match = _KEY.fullmatch(key)
        assert match, key
        of = _states(match[1])
        given = _states(match[2] or "")
        _spread(known, of, given, value, digits)
    return known


def _states(text: str) -> dict[str, int | None]:
    parts = (part.strip().split("=") for part in text.split(",") if part.strip())
    return {part[0].strip(): int(part[1]) if len(part) > 1 else None for part in parts}


def _spread(
    known: Known,
    of: dict[str, int | None],
    given: dict[str, int | None],
    value: Any,
    digits: int,
) -> None:
    """Add one number, or a nested list with one level a conditioning variable."""
    if isinstance(value, list):
        name = next((n for n, state in given.items() if state is None), None)
        if name is None:  # a root's probability may be a one-element list
            _spread(known, of, given, value[0], digits)
            return
        for state, part in enumerate(value):
            _spread(known, of, {**given, name: state}, part, digits)
        return
    sure = {name: 1 if state is None else state for name, state in of.items()}
    known.add(
        sure, {name: int(state or 0) for name, state in given.items()}, round(float(value), digits)
    )


def _sign(value: float, meta: dict[str, Any]) -> str:
    return "yes" if abs(value) >= 0.005 and (value > 0) == bool(meta["polarity"]) else "no"


def _correlation(record: dict[str, Any]) -> tuple[object, object, str]:
    meta = record["meta"]
    answer = known_effect(known_of(meta), Effect("RD", meta["treatment"], meta["outcome"]))
    return _sign(answer.interval[0], meta), record["gt_answer"], ""


def _explaining(record: dict[str, Any]) -> tuple[object, object, str]:
    """P(Y | X, C) − P(Y | C) has the sign of the risk difference within C, which is printed."""
    meta = record["meta"]
    given = (Event(Term(meta["collider"]), str(int(meta["baseline"]))),)
    query = Effect("RD", meta["treatment"], meta["outcome"], given=given)
    value = known_effect(known_of(meta), query).interval[0]
    return "yes" if (value > 0) == bool(meta["polarity"]) else "no", record["gt_answer"], ""


def _collider(record: dict[str, Any]) -> tuple[object, object, str]:
    meta = record["meta"]
    graph = Diagram.of(GRAPHS[meta["graph_id"]])
    affects = meta["outcome"] in descendants(graph, {meta["treatment"]})
    return "yes" if affects == bool(meta["polarity"]) else "no", record["gt_answer"], ""


def _methods(record: dict[str, Any]) -> tuple[object, object, str]:
    meta = record["meta"]
    first = ", ".join(meta["given_info"][0]) or "{}"
    query = f"minimal_backdoor({meta['treatment']}, {meta['outcome']} | {first})"
    right = ask(Diagram.of(GRAPHS[meta["graph_id"]]), query).value == bool(meta["polarity"])
    return "yes" if right else "no", record["gt_answer"], ""


def _instrument(graph: Diagram, x: str, y: str, option: set[str]) -> bool:
    return all(is_instrument(graph, z, x, y) for z in option)


TASKS: dict[str, Judge] = {
    "AR-B": _cause,
    "BAS-B": _methods,
    "BAS-C": _choice(is_backdoor_set),
    "CA-B": _attribution,
    "CB-B": _collider,
    "CEI-B": _identified,
    "CORR-B": _correlation,
    "CR-B": _determined,
    "EAE-B": _explaining,
    "FAS-C": _choice(is_frontdoor_set),
    "IV-C": _choice(_instrument),
}

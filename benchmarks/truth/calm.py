"""CaLM (lite): structure tasks from the graph, effects from the numbers that a question prints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.truth.tally import Tally
from prism.scm.adjustment import is_backdoor_set, is_frontdoor_set, is_instrument
from prism.scm.ask import ask
from prism.scm.diagram import Diagram, ancestors
from prism.scm.identify import identify
from prism.scm.known_effects import known_effect
from prism.scm.truth import right_reply
from prism.suites.truth.files.calm import diagram_of, read_calm, read_numbers
from prism.suites.truth.files.calm_items import question_truth
from prism.suites.truth.files.scm import parse_scm

TOLERANCE = 1e-3
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


def _question(record: dict[str, Any]) -> tuple[object, object, str]:
    """Ask a CLadder question of the numbers, the diagram or the equations that stand beside it."""
    truth = question_truth(record)
    right = right_reply(truth, ask(parse_scm(truth.scm).content, truth.query))
    ours = "yes" if right else "no"
    deterministic = record["meta"]["query_type"] == "det-counterfactual"
    why = f"the file's own equations give {ours}" if deterministic else ""
    return ours, record["gt_answer"], why


def _instrument(graph: Diagram, x: str, y: str, option: set[str]) -> bool:
    return all(is_instrument(graph, z, x, y) for z in option)


TASKS: dict[str, Judge] = {
    "AR-B": _cause,
    "BAS-B": _question,
    "BAS-C": _choice(is_backdoor_set),
    "CA-B": _attribution,
    "CB-B": _question,
    "CEI-B": _identified,
    "CORR-B": _question,
    "CR-B": _question,
    "EAE-B": _question,
    "FAS-C": _choice(is_frontdoor_set),
    "IV-C": _choice(_instrument),
}

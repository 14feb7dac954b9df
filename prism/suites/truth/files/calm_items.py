"""CaLM's questions as ground-truth items, each with the graph and numbers that its record holds.

Three shapes (:mod:`prism.suites.truth.files.calm` tells of them): effects with a ``Background``;
graphs with a yes/no answer; CLadder questions, whose numbers stand under ``meta.given_info`` and
whose equations, for deterministic questions, under ``reasoning.step4``. What three options are
offered for stands in the name of the file alone (``BAS-C``, ``FAS-C``, ``IV-C``): under another
name these records are left out. So are those that ask for the effect of a variable on itself, which
is no question of the query grammar.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import PurePath
from typing import Any, cast

from pydantic import JsonValue

from prism.errors import BadInput
from prism.files.document import Document, record_path, records
from prism.files.formats import Found, items_or_faults
from prism.records.item import Item
from prism.scm.diagram import Diagram
from prism.scm.known import Known
from prism.scm.truth import Truth
from prism.suites.truth.files.calm import diagram_of, read_numbers
from prism.suites.truth.files.cladder import truth_of
from prism.suites.truth.files.scm import diagram_record, known_record
from prism.suites.truth.files.truth import truth_item
from prism.validation import Fault

__all__ = ["is_calm", "known_of", "question_truth", "read_calm"]

Record = Mapping[str, Any]

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
_CHOICES = {
    "BAS-C": ("backdoor", "a back-door adjustment set"),
    "FAS-C": ("frontdoor", "a front-door adjustment set"),
    "IV-C": ("instruments", "an instrument, or a set of them,"),
}
_SHAPES = ({"Background", "Instruction", "Question"}, {"vertices"}, {"given_info", "meta"})


def is_calm(document: Document) -> bool:
    """Whether the records are CaLM's: ``gt_answer`` and the keys of one of the three shapes."""
    rows = records(document)
    return bool(rows) and all(
        isinstance(row, dict)
        and {"index", "gt_answer"} <= row.keys()
        and any(shape <= row.keys() for shape in _SHAPES)
        for row in rows
    )


def read_calm(document: Document) -> Found:
    """Return one item a question that can be asked; the stored answer stands under ``gold``.

    A record that is not of its shape is a fault.
    """
    items, found = [], []
    task = PurePath(document.name).stem.removesuffix("_EN")
    for i, record in enumerate(cast("list[Record]", records(document))):
        try:
            item = _item(record, task)
        except (KeyError, TypeError, ValueError, AttributeError, BadInput) as exc:
            what = f"the field {exc} is missing" if isinstance(exc, KeyError) else str(exc)
            found.append(Fault(record_path(document, i), what))
            continue
        items += [item] if item is not None else []
    return items_or_faults(found, lambda: items)


def question_truth(record: Record) -> Truth:
    """Return the computable form of a CLadder question as CaLM stores it.

    >>> told = {"query_type": "correlation", "treatment": "X", "outcome": "Y", "graph_id": "chain",
    ...         "given_info": {"p(Y | X)": [0.2, 0.6]}}
    >>> question_truth({"meta": told}).query
    'RD(X=0->1, Y)'
    """
    meta = record["meta"]
    kind = meta["query_type"]
    if kind == "det-counterfactual":
        return truth_of(meta, _equations(record["reasoning"]))
    if kind in ("backadj", "collider_bias"):
        return truth_of(meta, diagram_record(Diagram.of(GRAPHS[meta["graph_id"]])))
    truth = truth_of(meta, known_record(known_of(meta)))
    if kind == "exp_away":
        # P(Y | X, C) − P(Y | C) has the sign of the risk difference within C, which is printed.
        given = f"{meta['collider']}={int(meta['baseline'])}"
        query = f"RD({meta['treatment']}, {meta['outcome']} | {given})"
        truth = truth.model_copy(update={"query": query})
    return truth


def known_of(meta: Record, digits: int = 17) -> Known:
    """Return the probabilities of ``meta["given_info"]``, rounded as a text would print them.

    A name without a state stands for all its states.
    """
    known = Known(Diagram.of(GRAPHS[meta["graph_id"]]))
    for key, value in meta["given_info"].items():
        match = _KEY.fullmatch(key)
        if match is None:
            raise BadInput(f"{key!r} is no probability")
        _spread(known, _states(match[1]), _states(match[2] or ""), value, digits)
    return known


def _item(record: Record, task: str) -> Item | None:
    if "Background" in record:
        read, gold = _effect(record), (str(record["gt_answer"]),)
    elif "option1" in record:
        if task.partition("_")[0] not in _CHOICES:
            return None
        read, gold = _choice(record, task), (str(record["gt_answer"]),)
    else:
        asked = _question(record) if "meta" in record else _structure(record)
        if asked is None:
            return None
        read, gold = asked, (_yes_no(record["gt_answer"]),)
    return read.model_copy(update={"gold": gold})


def _yes_no(stored: object) -> str:
    return str(stored) if isinstance(stored, str) else "yes" if stored else "no"


def _effect(record: Record) -> Item:
    numbers, background = read_numbers(record), record["Background"]
    effect = numbers.effect
    if not numbers.known.facts:  # no effect by the graph, whichever states the words name
        held = tuple(replace(event, state=event.state or "0") for event in effect.held)
        effect = replace(effect, held=held)
    truth = Truth(
        scm=known_record(numbers.known),
        query=str(effect),
        expects="number",
        end="lower" if numbers.side == "lower" else "upper" if numbers.side else None,
    )
    context = " ".join(background[key] for key in ("graph", "real_world_meaning", "data_info"))
    asked = f"{record['Instruction']} {record['Question']}"
    return truth_item(f"{record['Type']}/{record['index']}", asked, truth, context.strip())


def _question(record: Record) -> Item:
    kind = record["meta"]["query_type"]
    name = f"{kind}/{record['index']}"
    return truth_item(name, record["question"], question_truth(record), record["given_info"])


def _structure(record: Record) -> Item | None:
    """Return a question about a graph, or None where options are offered."""
    if "former" in record:
        x, y, query = record["former"], record["latter"], "affects({0}, {1})"
        words, kind = "Is {0} a direct or indirect cause of {1}?", "cause"
    elif "sampled_parent" in record:
        x, y, query = record["sampled_parent"], record["attribution"], "direct_cause({0}, {1})"
        words, kind = "Is {0} a direct cause of {1}?", "parent"
    elif "sampled_ancestor" in record:
        x, y, query = record["sampled_ancestor"], record["attribution"], "affects({0}, {1})"
        words, kind = "Is {0} a direct or indirect cause of {1}?", "ancestor"
    elif "di_edges" in record:
        x, y, query = record["treatment"], record["outcome"], "identify({1} | do({0}))"
        words, kind = "Can the effect of {0} on {1} be identified?", "identify"
    else:
        return None
    if x == y and kind == "identify":
        return None
    truth = Truth(scm=diagram_record(diagram_of(record)), query=query.format(x, y))
    context = record.get("edges") or record.get("ar_edges") or record["di_edges"]
    if record.get("bi_edges"):
        context += f". Unobserved common causes: {record['bi_edges']}"
    return truth_item(f"{kind}/{record['index']}", words.format(x, y), truth, context)


def _choice(record: Record, task: str) -> Item:
    """Return the question which of three options meets a criterion."""
    kind, words = _CHOICES[task.partition("_")[0]]
    x, y = record["treatment"], record["outcome"]
    told = {str(i): record[f"option{i}"] for i in (1, 2, 3)}
    truth = Truth(
        scm=diagram_record(diagram_of(record)),
        query=f"{kind}({x}, {y})",
        expects="choice",
        options={label: f"{{{names}}}" for label, names in told.items()},
    )
    asked = [f"Which option is {words} for the effect of {x} on {y}?"]
    asked += [f"{label}. {names}" for label, names in told.items()]
    name = f"{task}/{record['index']}"
    return truth_item(name, "\n".join(asked), truth, record["edges"])


def _equations(reasoning: Mapping[str, str]) -> dict[str, JsonValue]:
    """Return the model whose equations a record spells out, one a line."""
    lines = dict(line.split(" = ") for line in reasoning["step4"].split("\n"))
    nodes = dict.fromkeys(re.findall(r"\w+", reasoning["step1"]))
    mechanisms: dict[str, JsonValue] = {
        node: {"table": [0.5, 0.5]} for node in nodes if lines.get(node, "0") in ("0", "1")
    }
    mechanisms |= {v: {"expression": e} for v, e in lines.items() if v not in mechanisms}
    return {"mechanisms": mechanisms}


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

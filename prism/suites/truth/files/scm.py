"""Structural causal models as prism's JSON; other files: :mod:`.scm_files`.

prism's JSON::

    {"format": "prism-scm", "name": "…", "source": "…",
     "variables": {"X": {"states": ["0", "1"], "label": "…", "unit": "u1"}},
     "exogenous": {"U": [0.4, 0.6]},
     "mechanisms": {
       "X": {"expression": "U"},
       "M": {"parents": ["X"], "table": [[0.9, 0.1], [0.2, 0.8]], "coupling": "comonotone"},
       "Z": {"noisy_or": {"X": 0.8, "M": 0.6}, "leak": 0.1},
       "W": {"noisy_and": {"X": 0.8}, "leak": 0.0},
       "R": {"table": [0.7, 0.3]}},
     "answers": [{"query": "P(Y=1)", "value": 0.5}]}

A variable needs an entry under ``variables`` only if its states are not 0 and 1 or it has a label;
the last axis of a table runs over the states of the variable, the others over its parents. A file
with ``edges`` (and ``bidirected``) in place of mechanisms is a diagram: it answers questions of
structure; with ``known`` it also answers effects that follow from some probabilities::

    {"edges": [["Z", "X"], ["X", "Y"]], "bidirected": [["Z", "Y"]], "known": {"P(Y=1 | X=0)": 0.2}}

A causal graph of a text may stand in place of all these: its units are the variables, and tables
(nested lists, one level a cause in text order, then the two states) make it a model::

    {"graph": {"schema_version": "1.0", "units": […], "edges": […]},
     "tables": {"u1": [0.5, 0.5], "u2": [[1.0, 0.0], [0.25, 0.75]]}}
"""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from prism.errors import BadInput, BadRecord, UsageError
from prism.files.document import Document
from prism.graph import CausalGraph
from prism.graph.convert import from_dict
from prism.resources import folder
from prism.scm.answer import Answer
from prism.scm.ask import Source
from prism.scm.diagram import Diagram
from prism.scm.expression import parse_expression
from prism.scm.known import Known
from prism.scm.model import Coupling, Gate, Mechanism, Model, Table, Variable, logical
from prism.scm.query import Probability, parse_query
from prism.validation import Fault, faults_of

__all__ = [
    "KnownAnswer",
    "ScmDocument",
    "ScmFile",
    "agrees",
    "bundled",
    "bundled_names",
    "diagram_record",
    "from_graph",
    "is_scm",
    "known_record",
    "parse_scm",
    "scm_faults",
]

_TOLERANCE = 1e-6


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class _VariablePart(_Part):
    states: tuple[str | int | bool, ...] = ("0", "1")
    label: str = ""
    unit: str | None = None


class _MechanismPart(_Part):
    parents: tuple[str, ...] = ()
    table: list[JsonValue] | None = None
    coupling: Coupling | None = None
    expression: str | None = None
    noisy_or: dict[str, float] | None = None
    noisy_and: dict[str, float] | None = None
    leak: float = 0.0


class KnownAnswer(_Part):
    """A question with its published or derived answer.

    ``value`` None with ``bounds`` set means: not identified, these are the bounds.
    """

    query: str
    value: JsonValue = None
    bounds: tuple[float, float] | None = None
    coupling: Coupling | None = None
    source: str = ""


class ScmDocument(_Part):
    """A model file in prism's JSON, as written; see the head of this module."""

    model_config = ConfigDict(title="Structural causal model")

    format: Literal["prism-scm"] = "prism-scm"
    name: str = ""
    source: str = ""
    variables: dict[str, _VariablePart] = Field(default_factory=dict)
    exogenous: dict[str, tuple[float, ...]] = Field(default_factory=dict)
    mechanisms: dict[str, _MechanismPart] = Field(default_factory=dict)
    edges: tuple[tuple[str, str], ...] = ()
    bidirected: tuple[tuple[str, str], ...] = ()
    known: dict[str, float] = Field(default_factory=dict)
    graph: dict[str, JsonValue] | None = None
    tables: dict[str, JsonValue] = Field(default_factory=dict)
    answers: tuple[KnownAnswer, ...] = ()


@dataclass(frozen=True)
class ScmFile:
    """What a file holds: a model, a diagram or known probabilities, and answers known for it."""

    name: str
    content: Source
    answers: tuple[KnownAnswer, ...] = ()
    source: str = ""


def is_scm(document: Document) -> bool:
    """Whether a document is a model or diagram in prism's JSON."""
    value = document.value
    if not isinstance(value, dict):
        return False
    told = value.get("format") == "prism-scm" or "mechanisms" in value
    return told or ("edges" in value and value.keys() <= ScmDocument.model_fields.keys())


def scm_faults(document: Document) -> list[Fault]:
    """Return every fault of a model file, those of its stored questions included."""
    try:
        read = ScmDocument.model_validate(document.value)
    except ValidationError as error:
        return faults_of(error)
    found = []
    try:
        _file(read, "scm")
    except BadRecord as exc:
        found.append(Fault("$", str(exc).removeprefix("scm: ")))
    for place, known in enumerate(read.answers):
        try:
            parse_query(known.query)
        except UsageError as exc:
            found.append(Fault(f"$.answers[{place}].query", str(exc)))
    return found


def parse_scm(record: JsonValue, *, where: str = "scm") -> ScmFile:
    """Build the model or diagram that a JSON record describes; ``where`` stands in messages.

    >>> record = {"mechanisms": {"X": {"table": [0.5, 0.5]}, "Y": {"expression": "not X"}}}
    >>> parse_scm(record).content.order
    ('X', 'Y')
    >>> parse_scm({"mechanisms": {"X": {"table": [0.5, 0.6]}}})
    Traceback (most recent call last):
    prism.errors.BadRecord: scm: mechanism of X: the probabilities of a row sum to 1.1, not to 1
    """
    try:
        document = ScmDocument.model_validate(record)
    except ValidationError as exc:
        first = exc.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise BadRecord(str(first["msg"]), where=f"{where}: $.{place}") from exc
    return _file(document, where)


def _file(document: ScmDocument, where: str) -> ScmFile:
    try:
        content = _content(document)
    except BadRecord:
        raise
    except (BadInput, UsageError) as exc:
        raise BadRecord(str(exc), where=where) from exc
    return ScmFile(document.name, content, document.answers, document.source)


def bundled(name: str) -> ScmFile:
    """Return one of the models that ship with prism, such as ``smoking``.

    Raises
    ------
    BadInput
        There is none of that name; the message lists those there are.
    """
    names = bundled_names()
    if name not in names:
        raise BadInput(f"{name!r} is neither a file nor a bundled model", mend=", ".join(names))
    text = (folder("graphs") / "scm" / f"{name}.json").read_text(encoding="utf-8")
    return parse_scm(json.loads(text), where=name)


def bundled_names() -> tuple[str, ...]:
    """Return the names of the models that ship with prism, sorted."""
    shelf = folder("graphs") / "scm"
    return tuple(sorted(e.name[:-5] for e in shelf.iterdir() if e.name.endswith(".json")))


def from_graph(graph: CausalGraph, tables: Mapping[str, JsonValue], name: str = "") -> Model:
    """Return the model of a causal graph with conditional probabilities.

    Parameters
    ----------
    graph
        Its causal edges give the parents, in text order; unit ids are the variables, which are
        anchored to those units. Bidirected pairs are refused: tables do not cover them.
    tables
        For every unit a nested list: one level a parent, then the two states false, true.

    >>> rain = CausalGraph.of(["it rained", "the road flooded"], [(0, 1, "CAUSE")])
    >>> model = from_graph(rain, {"u1": [0.5, 0.5], "u2": [[1.0, 0.0], [0.25, 0.75]]})
    >>> model.mechanisms["u2"].parents
    ('u1',)
    """
    if graph.bidirected:
        raise BadInput("tables do not describe an unobserved common cause", mend="add it as a unit")
    place = graph.position
    mechanisms: dict[str, Mechanism] = {}
    for unit in graph.units:
        if unit.id not in tables:
            raise BadInput(f"{unit.id} has no table", mend="add its conditional probabilities")
        parents = tuple(sorted(graph.causal.predecessors(unit.id), key=place.__getitem__))
        mechanisms[unit.id] = Table(parents, _array(unit.id, tables[unit.id]))
    variables = tuple(Variable(unit.id, label=unit.text, unit=unit.id) for unit in graph.units)
    return Model(variables, mechanisms, name)


def known_record(known: Known) -> dict[str, JsonValue]:
    """Return a diagram with known probabilities as prism's JSON.

    >>> known = Known(Diagram.of("X->Y"))
    >>> known.add({"Y": 1}, {"X": 0}, 0.25)
    >>> known_record(known)["known"]
    {'P(Y=1 | X=0)': 0.25}
    """
    facts: dict[str, JsonValue] = {}
    for (of, given), chance in known.facts.items():
        condition = f" | {_states(given)}" if given else ""
        facts[f"P({_states(of)}{condition})"] = chance
    return {**diagram_record(known.diagram), "known": facts}


def diagram_record(diagram: Diagram) -> dict[str, JsonValue]:
    """Return a diagram as prism's JSON.

    >>> diagram_record(Diagram.of("X->Y"))
    {'variables': {'X': {}, 'Y': {}}, 'edges': [['X', 'Y']], 'bidirected': []}
    """
    return {
        "variables": {node: {} for node in diagram.nodes},
        "edges": [list(edge) for edge in diagram.edges],
        "bidirected": [list(pair) for pair in diagram.bidirected],
    }


def _states(states: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{name}={state}" for name, state in sorted(states))


def agrees(answer: Answer, known: KnownAnswer) -> bool:
    """Whether an answer agrees with a known one: numbers within 1e-6, all else exactly."""
    if known.bounds is not None:
        return answer.bounds is not None and _close(list(answer.bounds), list(known.bounds))
    return _close(answer.value, known.value)


def _close(a: JsonValue, b: JsonValue) -> bool:
    if isinstance(a, bool) or isinstance(b, bool) or a is None or b is None:
        return a is b
    if isinstance(a, int | float) and isinstance(b, int | float):
        return math.isclose(a, b, abs_tol=_TOLERANCE)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(map(_close, a, b))
    if isinstance(a, dict) and isinstance(b, dict):
        return a.keys() == b.keys() and all(_close(a[key], b[key]) for key in a)
    return a == b


def _content(document: ScmDocument) -> Source:
    if document.graph is not None:
        return _of_graph(document)
    if not document.mechanisms:
        return _without_mechanisms(document)
    if document.edges or document.bidirected or document.known:
        raise BadInput(
            "edges or known probabilities stand beside mechanisms",
            mend="the mechanisms name their parents; write a common cause as exogenous",
        )
    names = dict.fromkeys([*document.exogenous, *document.variables, *document.mechanisms])
    known = {name: _variable(name, document) for name in names}
    for name, chances in document.exogenous.items():
        if len(chances) < 2:
            raise BadInput(f"{name} needs at least two probabilities")
    mechanisms: dict[str, Mechanism] = {
        name: Table((), np.asarray(chances, dtype=float))
        for name, chances in document.exogenous.items()
    }
    for name, part in document.mechanisms.items():
        if name in document.exogenous:
            raise BadInput(f"{name} is exogenous and has a mechanism as well")
        mechanisms[name] = _mechanism(known[name], part, known)
    return Model(tuple(known.values()), mechanisms, document.name)


def _of_graph(document: ScmDocument) -> Source:
    others = (document.variables, document.exogenous, document.mechanisms, document.edges)
    if any((*others, document.bidirected, document.known)):
        raise BadInput("a graph stands beside variables, mechanisms or edges", mend="give one kind")
    graph = from_dict(document.graph or {})
    if document.tables:
        return from_graph(graph, document.tables, document.name)
    edges = tuple(graph.causal.edges())
    return Diagram(tuple(unit.id for unit in graph.units), edges, tuple(graph.bidirected))


def _without_mechanisms(document: ScmDocument) -> Source:
    if not document.edges and not document.bidirected:
        raise BadInput("neither mechanisms nor edges", mend="add one of them")
    ends = [end for edge in (*document.edges, *document.bidirected) for end in edge]
    nodes = tuple(dict.fromkeys([*document.variables, *ends]))
    diagram = Diagram(nodes, document.edges, document.bidirected)
    if not document.known:
        return diagram
    known = Known(diagram)
    for text, chance in document.known.items():
        query = parse_query(text)
        if not isinstance(query, Probability):
            raise BadInput(f"{text} is not a probability")
        known.add(known.states(query.events), known.states(query.given), chance)
    return known


def _variable(name: str, document: ScmDocument) -> Variable:
    part = document.variables.get(name)
    exogenous = name in document.exogenous
    if not name.isidentifier():
        raise BadInput(f"{name!r} is not a name", mend="use letters, digits and underscores")
    if part is None:
        count = len(document.exogenous.get(name, (0, 0)))
        return Variable(name, tuple(map(str, range(count))), exogenous)
    states = tuple(str(int(s)) if isinstance(s, bool) else str(s) for s in part.states)
    if len(states) < 2 or len(set(states)) != len(states):
        raise BadInput(f"{name} needs at least two states, all different")
    return Variable(name, states, exogenous, part.label, part.unit)


def _mechanism(
    variable: Variable, part: _MechanismPart, known: Mapping[str, Variable]
) -> Mechanism:
    kinds = [part.table, part.expression, part.noisy_or, part.noisy_and]
    if sum(kind is not None for kind in kinds) != 1:
        raise BadInput(
            f"mechanism of {variable.name}: not exactly one of table, expression, noisy_or, "
            "noisy_and"
        )
    if part.expression is not None:
        return logical(variable, parse_expression(part.expression), known)
    if part.table is not None:
        return Table(part.parents, _array(variable.name, part.table), part.coupling)
    strengths = part.noisy_or if part.noisy_or is not None else part.noisy_and or {}
    kind: Literal["or", "and"] = "or" if part.noisy_or is not None else "and"
    return Gate(tuple(strengths), kind, tuple(strengths.values()), part.leak)


def _array(name: str, rows: JsonValue) -> "np.typing.NDArray[np.float64]":
    try:
        return np.asarray(rows, dtype=float)
    except (TypeError, ValueError) as exc:
        raise BadInput(
            f"mechanism of {name}: the table is not a full nested list of numbers"
        ) from exc

"""prism's model files: what they hold, and that every fault is one line that names its place."""

import json

import numpy as np
import pytest

from prism.errors import BadInput, BadRecord, UnknownFormat, UnreadableFile
from prism.files.document import parse_document
from prism.files.source import Source
from prism.graph import CausalGraph
from prism.graph.convert import to_dict
from prism.resources import folder
from prism.scm.ask import ask
from prism.scm.diagram import Diagram
from prism.scm.known import Known
from prism.scm.model import Model
from prism.scm.query import Event, Probability, Setting, StructureQuery, Term, parse_query
from prism.suites.reading import detect
from prism.suites.truth.files.scm import agrees, bundled, bundled_names, from_graph, parse_scm
from prism.suites.truth.files.scm_files import read_scm
from tests.scm.oracle import chance

COIN = {"table": [0.5, 0.5]}


@pytest.mark.parametrize("name", bundled_names())
def test_bundled_models_give_their_known_answers(name):
    held = bundled(name)
    assert held.answers
    for known in held.answers:
        answer = ask(held.content, known.query, known.coupling)
        assert agrees(answer, known), f"{known.query}: {answer.value or answer.bounds}"


@pytest.mark.parametrize("name", bundled_names())
def test_known_numbers_are_those_of_enumeration(name):
    """Every stored probability and effect, once more by summing over all noise states."""
    held = bundled(name)
    asked = 0
    for known in held.answers:
        query = parse_query(known.query)
        if not isinstance(known.value, float) or isinstance(query, StructureQuery):
            continue
        truth = by_enumeration(held.content, query, known.coupling or "independent")
        assert known.value == pytest.approx(truth, abs=1e-6), known.query
        asked += 1
    assert asked


def by_enumeration(model, query, coupling):
    if isinstance(query, Probability):
        return chance(model, query.events, query.given, coupling)
    x, y = model.variable(query.treatment), model.variable(query.outcome)
    low, high = x.states[0], x.states[-1]
    other, state = y.states[0], y.states[-1]

    def of(wanted, *world, given=()):
        events = [Event(Term(y.name, tuple(Setting(*pair) for pair in world)), wanted)]
        return chance(model, events, [Event(Term(*n), s) for n, s in given], coupling)

    held = [(event.term.name, event.state) for event in query.held]
    seen = [((event.term.name,), event.state) for event in query.given]
    fact = [((x.name,), high), ((y.name,), state)]
    through = [n for n, _ in held] or ["M"]  # the one mediator of the model that names none

    def carried(by):
        return [(n, Term(n, (Setting(x.name, by),))) for n in through]

    match query.kind:
        case "RD":
            return of(state, given=[((x.name,), high), *seen]) - of(
                state, given=[((x.name,), low), *seen]
            )
        case "ATE" | "CDE":
            held = held if query.kind == "CDE" else []
            return of(state, (x.name, high), *held) - of(state, (x.name, low), *held)
        case "NDE":
            return of(state, (x.name, high), *carried(low)) - of(state, (x.name, low))
        case "NIE":
            return of(state, (x.name, low), *carried(high)) - of(state, (x.name, low))
        case "PN":
            return of(other, (x.name, low), given=fact)
        case "PS":
            return of(state, (x.name, high), given=[((x.name,), low), ((y.name,), other)])
        case "PNS":
            return chance(
                model,
                [
                    Event(Term(y.name, (Setting(x.name, high),)), state),
                    Event(Term(y.name, (Setting(x.name, low),)), other),
                ],
                (),
                coupling,
            )
    raise AssertionError(query.kind)


def test_there_are_six_motifs_and_ten_classics():
    motifs = [name for name in bundled_names() if name.startswith("motif_")]
    assert len(motifs) == 6
    assert len(bundled_names()) == 16
    assert all(bundled(name).source for name in bundled_names())


def test_a_wrong_answer_is_told_from_a_right_one():
    held = bundled("smoking")
    known = held.answers[0]
    answer = ask(held.content, known.query)
    assert agrees(answer, known)
    assert not agrees(answer, known.model_copy(update={"value": 0.4526}))
    assert not agrees(answer, known.model_copy(update={"value": None, "bounds": (0.4, 0.5)}))


def test_every_kind_of_mechanism():
    record = {
        "variables": {"Size": {"states": ["small", "large"], "unit": "u1"}},
        "exogenous": {"U": [0.25, 0.75]},
        "mechanisms": {
            "Size": {"parents": ["U"], "table": [[0.9, 0.1], [0.2, 0.8]]},
            "A": {"expression": "Size=small and not U"},
            "B": {"noisy_or": {"A": 0.5, "U": 0.5}, "leak": 0.5},
            "C": {"noisy_and": {"A": 0.5}, "leak": 0.0},
            "D": {"parents": ["C"], "table": [[1, 0], [0, 1]], "coupling": "comonotone"},
        },
    }
    model = parse_scm(record).content
    assert ask(model, "P(A=1)").value == pytest.approx(0.25 * 0.9)
    assert ask(model, "P(B=0 | A=1, U=0)").value == pytest.approx(0.25)
    assert ask(model, "P(C=1 | A=0)").value == pytest.approx(0.5)
    assert model.variable("Size").unit == "u1"
    assert model.diagram.bidirected == (("Size", "A"), ("Size", "B"), ("A", "B"))


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({}, "neither mechanisms nor edges"),
        ([], "valid dictionary"),
        ({"mechanisms": {"X": {}}}, "not exactly one of table"),
        ({"mechanisms": {"X": {"table": [0.5, 0.6]}}}, "sum to 1.1, not to 1"),
        ({"mechanisms": {"X": {"table": [-0.5, 1.5]}}}, r"not in \[0, 1\]"),
        ({"mechanisms": {"X": {"table": [float("nan"), 1.0]}}}, r"not in \[0, 1\]"),
        ({"mechanisms": {"X": {"table": [[0.5, 0.5]]}}}, "shape"),
        ({"mechanisms": {"X": {"table": [[0.5, 0.5], [1.0]]}}}, "full nested list"),
        ({"mechanisms": {"X": {"parents": ["Q"], "table": [[1, 0], [0, 1]]}}}, "Q is not defined"),
        ({"mechanisms": {"X": {"expression": "Q"}}}, "Q, which is not defined"),
        ({"mechanisms": {"X": {"expression": "not"}}}, "ends too early"),
        ({"mechanisms": {"X": {"expression": "Y"}, "Y": {"expression": "X"}}}, "cycle: "),
        ({"variables": {"Z": {}}, "mechanisms": {"X": COIN}}, "Z has no table"),
        ({"exogenous": {"X": [0.5, 0.5]}, "mechanisms": {"X": COIN}}, "exogenous and has"),
        ({"variables": {"X": {"states": ["a"]}}, "mechanisms": {"X": COIN}}, "two states"),
        ({"mechanisms": {"X y": COIN}}, "is not a name"),
        ({"mechanisms": {"X": COIN}, "edges": [["X", "Y"]]}, "beside mechanisms"),
        ({"mechanisms": {"X": {"noisy_or": {"X2": 2}}, "X2": COIN}}, r"not in \[0, 1\]"),
        ({"edges": [["X", "X"]]}, "with itself"),
        ({"edges": [["X", "Y"], ["Y", "X"]]}, "cycle"),
        ({"edges": [["X", "Y"]], "known": {"P(Y": 0.5}}, "ends too early"),
        ({"edges": [["X", "Y"]], "known": {"P(Y=1)": 1.5}}, "not a probability"),
        ({"edges": [["X", "Y"]], "known": {"P(Y=2)": 0.5}}, "no state 0 or 1"),
        ({"mechanisms": {"X": {"table": [0.5, 0.5], "colour": 1}}}, "X.colour"),
    ],
)
def test_faults_are_one_line(record, message):
    with pytest.raises(BadRecord, match=message) as caught:
        parse_scm(record, where="m.json")
    assert str(caught.value).startswith("m.json")
    assert "\n" not in str(caught.value)


def test_files(tmp_path):
    path = tmp_path / "m.json"
    with pytest.raises(UnreadableFile):
        read_scm(path)
    path.write_text("model", encoding="utf-8")
    with pytest.raises(UnknownFormat, match="not JSON"):
        read_scm(path)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(BadRecord, match="line 1, column 2: not valid JSON"):
        read_scm(path)
    path.write_text(json.dumps({"mechanisms": {"X": COIN}}), encoding="utf-8")
    assert isinstance(read_scm(path).content, Model)
    path.write_text(json.dumps({"edges": [["X", "Y"]]}), encoding="utf-8")
    assert isinstance(read_scm(path).content, Diagram)
    known = {"edges": [["X", "Y"]], "known": {"P(Y=1 | X=0)": 0.2, "P(Y=1 | X=1)": 0.5}}
    path.write_text(json.dumps(known), encoding="utf-8")
    held = read_scm(path)
    assert isinstance(held.content, Known)
    assert ask(held.content, "ATE(X, Y)").value == pytest.approx(0.3)
    with pytest.raises(BadInput, match="bundled model"):
        bundled("no-such-model")


def test_bif_is_read(tmp_path):
    path = tmp_path / "rain.bif"
    path.write_text(
        """network unknown { }
variable Rain { type discrete [ 2 ] { no, yes }; }
variable Wet { type discrete [ 2 ] { no, yes }; }
probability ( Rain ) { table 0.8, 0.2; }
probability ( Wet | Rain ) { (no) 0.9, 0.1; (yes) 0.25, 0.75; }
""",
        encoding="utf-8",
    )
    held = read_scm(path)
    assert held.name == "rain"
    assert ask(held.content, "P(Wet=yes | Rain=yes)").value == pytest.approx(0.75)
    assert ask(held.content, "P(Rain=yes | do(Wet=yes))").value == pytest.approx(0.2)
    path.write_text("nonsense", encoding="utf-8")
    with pytest.raises(BadRecord, match="BIF"):
        read_scm(path)


def test_a_causal_graph_with_tables():
    graph = CausalGraph.of(
        ["it rained", "the road flooded", "the bus was late"], [(0, 1, "CAUSE"), (1, 2, "CAUSE")]
    )
    tables = {
        "u1": [0.5, 0.5],
        "u2": [[1.0, 0.0], [0.25, 0.75]],
        "u3": [[0.9, 0.1], [0.2, 0.8]],
    }
    model = from_graph(graph, tables)
    assert ask(model, "P(u3=1 | do(u1=1))").value == pytest.approx(0.25 * 0.1 + 0.75 * 0.8)
    assert model.variable("u2").label == "the road flooded"
    assert np.allclose(model.tables["u1"], 0.5)
    with pytest.raises(BadInput, match="u3 has no table"):
        from_graph(graph, {"u1": tables["u1"], "u2": tables["u2"]})
    with pytest.raises(BadInput, match="unobserved common cause"):
        from_graph(graph.replace(bidirected=(("u1", "u3"),)), tables)


def test_one_of_cladders_models_is_named_by_its_id(tmp_path):
    rows = [
        {"model_id": 3, "params": {"p(X)": [0.25], "p(Y | X)": [0.5, 1]}},
        {"model_id": 7, "params": {"p(X)": 0.5, "p(Y | X)": [0.25, 0.75]}},
    ]
    path = tmp_path / "models.json"
    path.write_text(json.dumps(rows))
    assert ask(read_scm(path, "7").content, "ATE(X, Y)").value == 0.5
    for wanted, told in ((None, "2 models"), ("5", "no model '5'")):
        with pytest.raises(BadInput, match=rf"{told}.*FILE#ID, ID from 3 to 7"):
            read_scm(path, wanted)
    path.write_text(json.dumps(rows[:1]))
    assert ask(read_scm(path).content, "P(Y=1 | X=1)").value == 1.0
    path.write_text(json.dumps({"mechanisms": {"X": COIN}}))
    with pytest.raises(BadInput, match="holds one model"):
        read_scm(path, "7")


def test_a_graph_of_a_text_is_a_diagram_and_with_tables_a_model(tmp_path):
    graph = CausalGraph.of(["it rained", "the road flooded"], [(0, 1, "CAUSE")])
    path = tmp_path / "graph.json"
    path.write_text(json.dumps(to_dict(graph)))
    diagram = read_scm(path).content
    assert ask(diagram, "affects(u1, u2)").value is True
    tables = {"u1": [0.5, 0.5], "u2": [[1.0, 0.0], [0.25, 0.75]]}
    record = {"graph": to_dict(graph), "tables": tables}
    model = parse_scm(record).content
    assert ask(model, "ATE(u1, u2)").value == 0.75
    assert model.variable("u2").unit == "u2"
    with pytest.raises(BadRecord, match="u2 has no table"):
        parse_scm({**record, "tables": {"u1": [0.5, 0.5]}})
    with pytest.raises(BadRecord, match="stands beside"):
        parse_scm({**record, "edges": [["u1", "u2"]]})


@pytest.mark.parametrize(
    ("record", "name", "told"),
    [
        ({"mechanisms": {"X": COIN}}, "prism-scm", []),
        ({"edges": [["X", "Y"]]}, "prism-scm", []),
        ({"mechanisms": {"X": {"table": [0.5, 0.6]}}}, "prism-scm", ["sum to 1.1"]),
        (
            {"mechanisms": {"X": COIN}, "answers": [{"query": "P(X"}, {"query": "ATE(X)"}]},
            "prism-scm",
            ["$.answers[0].query", "$.answers[1].query"],
        ),
        ({"mechanisms": {"X": {"tabel": 1}}, "edgs": []}, "prism-scm", ["tabel", "edgs"]),
        ([{"model_id": 1, "params": {"p(X)": 0.5}}], "cladder-models", []),
        ([{"model_id": 1, "params": {"p(X)": 1.5}}], "cladder-models", ["not in [0, 1]"]),
        ([{"model_id": 1, "params": {"q": 1}}], "cladder-models", ["'q' is not a table"]),
    ],
)
def test_model_files_are_known_and_all_their_faults_are_told(record, name, told):
    document = parse_document(Source("m.json", json.dumps(record)))
    row = detect(document)
    assert row.name == name
    found = [str(fault) for fault in row.faults(document)]
    assert len(found) == len(told)
    assert all(part in fault for part, fault in zip(told, found, strict=True))


def test_bundled_models_have_no_fault():
    for name in bundled_names():
        text = (folder("graphs") / "scm" / f"{name}.json").read_text(encoding="utf-8")
        document = parse_document(Source(name, text))
        assert detect(document).name == "prism-scm"
        assert detect(document).faults(document) == []

"""Judges and parsers that remember: what is asked, kept, given up and answered, call by call."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from prism.graph import CausalGraph
from prism.graph.model import Origin
from prism.records.probe import Probe
from prism.records.verdict import Provenance, Verdict
from prism.store.cached import StoredJudge, StoredParser, recorded
from prism.store.verdicts import Row, Store
from tests.judges.asking import edge


class Scripted:
    """A judge of two probes a call; it counts its calls, and answers ``none`` of some."""

    name = "scripted"

    def __init__(self, silent: frozenset[str] = frozenset(), by: str = "m") -> None:
        self.put_calls: list[list[str]] = []
        self.silent, self.by = silent, by

    def calls(self, probes: Any) -> list[list[Probe]]:
        return [list(probes[i : i + 2]) for i in range(0, len(probes), 2)]

    def identity(self, probe: Probe, call: Any) -> dict[str, Any]:
        return {"probe": probe.digest, "by": self.by, "call": [p.digest for p in call]}

    async def put(self, call: Any, keep: Any = None) -> list[Verdict]:
        self.put_calls.append([probe.subject for probe in call])
        verdicts = [
            Verdict(
                probe=probe.digest,
                value=None if probe.subject in self.silent else "forward",
                reason="refused" if probe.subject in self.silent else None,
                provenance=Provenance(judge=self.name, model_served="m-1", fingerprint="f"),
            )
            for probe in call
        ]
        await keep(verdicts)
        return verdicts


PROBES = [edge(i) for i in range(5)]


def asked(path: Path, judge: Scripted, probes: Any = PROBES) -> list[Verdict]:
    with Store(path) as store:
        return asyncio.run(StoredJudge(judge, store).answer(probes))


def test_every_probe_is_answered_in_order_and_asked_once(tmp_path: Path) -> None:
    first, again = Scripted(), Scripted()
    found = asked(tmp_path / "s", first, [*PROBES, PROBES[0]])
    assert [v.probe for v in found] == [p.digest for p in [*PROBES, PROBES[0]]]
    assert sorted(first.put_calls) == [["e0", "e1"], ["e2", "e3"], ["e4"]]
    assert asked(tmp_path / "s", again) == found[:5]
    assert again.put_calls == []
    assert asked(tmp_path / "s", Scripted(by="n")) != []
    assert StoredJudge(first, None).name == "scripted"  # type: ignore[arg-type]


def test_what_is_missing_is_what_would_be_paid_for(tmp_path: Path) -> None:
    with Store(tmp_path / "s") as store:
        judge = StoredJudge(Scripted(), store)
        assert [[p.subject for p in call] for call in judge.missing(PROBES)] == [
            ["e0", "e1"], ["e2", "e3"], ["e4"],
        ]  # fmt: skip
        asyncio.run(judge.answer(PROBES[:2]))
        assert [[p.subject for p in call] for call in judge.missing(PROBES)] == [
            ["e2", "e3"], ["e4"],
        ]  # fmt: skip
        assert judge.missing(PROBES[:2]) == []
        assert judge.missing([]) == []


def test_a_failure_is_given_up_and_the_rest_of_its_call_is_kept(tmp_path: Path) -> None:
    found = asked(tmp_path / "s", Scripted(silent=frozenset({"e1"})))
    assert [v.reason for v in found] == [None, "refused", None, None, None]
    healed = Scripted()
    again = asked(tmp_path / "s", healed)
    assert healed.put_calls == [["e1"]]  # what is left of a call is a call of its own
    assert all(v.value == "forward" for v in again)
    with Store(tmp_path / "s") as store:
        assert store.claim(["x"], "h:1:other") == {"x"}
        assert len(recorded(store)) == 5


def test_rows_say_what_was_asked_and_who_served_it(tmp_path: Path) -> None:
    asked(tmp_path / "s", Scripted())
    with Store(tmp_path / "s") as store:
        rows = store._db.read("SELECT kind, subject, model, fingerprint FROM kept", ())
        claims = store._db.read("SELECT * FROM claims", ())
    assert {row[0] for row in rows} == {"verdict"}
    assert {row[1] for row in rows} == {p.digest for p in PROBES}
    assert {row[2:] for row in rows} == {("m-1", "f")}
    assert claims == []


def test_the_latest_verdict_counts_whoever_gave_it(tmp_path: Path) -> None:
    with Store(tmp_path / "s") as store:
        for key, value in (("k1", "forward"), ("k2", "none")):
            verdict = Verdict(probe="p", value=value, provenance=Provenance(judge=key))
            store.put([Row(key, "verdict", "p", "{}", verdict.model_dump_json())])
        store.put([Row("k3", "graph", "p", "{}", "{}")])
        assert {probe: v.value for probe, v in recorded(store).items()} == {"p": "none"}


class Parser:
    name = "openai:m"

    def __init__(self, fallback: str | None = None) -> None:
        self.asked: list[str] = []
        self.fallback = fallback

    def identity(self, text: str) -> dict[str, Any]:
        return {"text": text}

    async def parse(self, text: str) -> CausalGraph:
        self.asked.append(text)
        graph = CausalGraph.of(["it rained", "it flooded"], [(0, 1, "CAUSE")], text=text)
        return graph.replace(origin=Origin(parser=self.name, fallback=self.fallback))


@pytest.mark.parametrize("fallback", [None, "sentences"])
def test_graphs_are_held_unless_something_stood_in(tmp_path: Path, fallback: str | None) -> None:
    parser = Parser(fallback)
    with Store(tmp_path / "s") as store:
        stored = StoredParser(parser, store)
        assert stored.name == "openai:m"
        assert stored.held("it rained") is None
        graph = asyncio.run(stored.parse("it rained"))
        assert stored.held("it rained") == (graph if fallback is None else None)
        assert asyncio.run(stored.parse("it rained")) == graph
        assert parser.asked == ["it rained"] * (1 if fallback is None else 2)
        assert store._db.read("SELECT * FROM claims", ()) == []


def test_what_another_pays_for_is_waited_for(tmp_path: Path) -> None:
    parser = Parser()
    with Store(tmp_path / "s") as store:
        stored = StoredParser(parser, store)

        async def both() -> list[CausalGraph]:
            return await asyncio.gather(stored.parse("it rained"), stored.parse("it rained"))

        one, other = asyncio.run(both())
    assert one == other
    assert parser.asked == ["it rained"]

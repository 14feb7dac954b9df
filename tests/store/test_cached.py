"""Judges and parsers that remember: what is asked, kept, given up and answered, call by call."""

import asyncio
import json
import os
import socket
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from prism.graph import CausalGraph
from prism.graph.model import Origin
from prism.records.digest import digest
from prism.records.probe import Probe
from prism.records.verdict import Provenance, Verdict
from prism.store.cached import GRAPH, StoredJudge, StoredParser, _kept, readable, recorded
from prism.store.verdicts import LEASE, Row, Store
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


class Telling(Scripted):
    """A judge that says of itself what others must know, and what calls cost."""

    estimates, reads_prompts, decoding = True, False, "t=1"

    def price(self, calls: Any, prices: Any) -> Any:
        return [[probe.subject for probe in call] for call in calls], prices


def test_a_judge_that_remembers_says_of_itself_what_the_judge_inside_does(tmp_path: Path) -> None:
    with Store(tmp_path / "s") as store:
        judge = StoredJudge(Telling(), store)
        told = (judge.name, judge.estimates, judge.reads_prompts, judge.decoding)
        assert told == ("scripted", True, False, "t=1")
        asyncio.run(judge.answer(PROBES[:2]))
        assert judge.cost(PROBES, {}) == ([["e2", "e3"], ["e4"]], {})
        assert judge.cost(PROBES[:2], {}) == ([], {})
        parser = Parser()
        parser.reads_prompts = True  # type: ignore[attr-defined]
        parser.cost = lambda text, prices: (text, prices)  # type: ignore[attr-defined]
        stored = StoredParser(parser, store)  # type: ignore[arg-type]
        assert stored.reads_prompts is True
        assert stored.cost("it rained", {}) == ("it rained", {})


def test_rows_keep_the_request_as_it_was_digested(tmp_path: Path) -> None:
    asked(tmp_path / "s", Scripted(), PROBES[:1])
    parser = Parser()
    with Store(tmp_path / "s") as store:
        asyncio.run(StoredParser(parser, store).parse("it rained"))  # type: ignore[arg-type]
        rows = store._db.read("SELECT key, kind, subject, request FROM kept ORDER BY kind")
    (graph_key, graph, text, identity), (key, verdict, probe, request) = rows
    assert (graph, verdict) == ("graph", "verdict")
    assert (text, probe) == (digest("it rained"), PROBES[0].digest)
    assert json.loads(identity) == {"text": "it rained"}
    assert json.loads(request) == Scripted().identity(PROBES[0], PROBES[:1])
    assert (graph_key, key) == (digest(json.loads(identity)), digest(json.loads(request)))


def kept(probe: Probe, **more: Any) -> Verdict:
    return Verdict(**({"probe": probe.digest, "value": "forward",
                       "provenance": Provenance(judge="t")} | more))  # fmt: skip


@pytest.mark.parametrize(
    ("verdict", "fault"),
    [
        (kept(PROBES[0]), None),
        (kept(PROBES[1]), "a verdict on another probe"),
        (kept(PROBES[0], value="x" * 60), f"the verdict '{'x' * 40}' is not on the menu"),
        (kept(PROBES[0], value=None, reason="refused"), "the verdict 'None' is not on the menu"),
    ],
)
def test_a_kept_verdict_is_of_its_probe_and_on_its_menu(
    verdict: Verdict, fault: str | None
) -> None:
    def read() -> Verdict:
        return _kept({"k": PROBES[0]}, "k", verdict.model_dump_json())

    if fault is None:
        assert read() == verdict
    else:
        with pytest.raises(ValueError) as caught:
            read()
        assert str(caught.value) == fault


@pytest.mark.parametrize(
    ("kind", "value", "can"),
    [
        ("verdict", kept(PROBES[0]).model_dump_json(), True),
        ("verdict", "{}", False),
        ("verdict", 7, False),
        ("graph", GRAPH.dump_json(CausalGraph.of(["it rained"])).decode(), True),
        ("graph", "{", False),
        ("graph", None, False),
        ("other", "{", True),
        (None, None, True),
    ],
)
def test_what_a_row_of_a_kind_holds_can_be_read(kind: object, value: Any, can: bool) -> None:
    assert readable(kind, value) is can


def test_claims_of_others_are_waited_for_and_halves_of_calls_given_back(tmp_path: Path) -> None:
    """Another process pays for e1: the call of e0 and e1 waits whole, the others do not."""
    judge = Scripted()
    with Store(tmp_path / "s") as store, Store(tmp_path / "s") as other:
        key = digest(judge.identity(PROBES[1], PROBES[:2]))
        assert other.claim([key], "elsewhere:1:x") == {key}
        seen: list[Any] = []

        async def sleep(seconds: float) -> None:
            seen.append((seconds, [list(c) for c in judge.put_calls], claimed(other)))
            verdict = kept(PROBES[1], value="none")
            other.put([Row(key, "verdict", PROBES[1].digest, "{}", verdict.model_dump_json())])
            await real(0)

        real = asyncio.sleep
        stored = StoredJudge(judge, store)  # type: ignore[arg-type]
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("prism.store.cached.POLL", -7.0)

            async def either(seconds: float) -> None:
                await (sleep(seconds) if seconds == -7.0 else real(seconds))

            patch.setattr("prism.store.cached.asyncio.sleep", either)
            found = asyncio.run(stored.answer(PROBES))
        assert claimed(other) == set()
    [(_, calls, claims)] = seen
    assert sorted(calls) == [["e2", "e3"], ["e4"]]
    assert claims == {key}  # e0 is free for whoever takes the whole call
    assert judge.put_calls[-1] == ["e0"]  # what is left of its call, and e1 is not paid twice
    assert [v.value for v in found] == ["forward", "none", "forward", "forward", "forward"]


def claimed(store: Store) -> set[str]:
    return {key for (key,) in store._db.read("SELECT key FROM claims")}


def test_claims_are_renewed_three_times_a_lease_while_at_work(tmp_path: Path) -> None:
    waits, renewed = [], []
    real = asyncio.sleep

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await real(0.001)

    class Slow(Scripted):
        async def put(self, call: Any, keep: Any = None) -> list[Verdict]:
            while len(renewed) < 3:
                await real(0.001)
            return await super().put(call, keep)

    with Store(tmp_path / "s") as store, pytest.MonkeyPatch.context() as patch:
        patch.setattr("prism.store.cached.asyncio.sleep", sleep)
        patch.setattr(Store, "renew", lambda self, owner: renewed.append(owner))
        asyncio.run(StoredJudge(Slow(), store).answer(PROBES))  # type: ignore[arg-type]
        assert claimed(store) == set()
    host, pid, name = renewed[0].split(":")
    assert (host, int(pid), len(name)) == (socket.gethostname(), os.getpid(), 32)
    assert set(renewed) == {renewed[0]}
    assert set(waits) == {LEASE / 3}


@pytest.mark.parametrize("fault", [RuntimeError("odd"), asyncio.CancelledError()])
def test_what_was_claimed_is_given_up_where_the_judge_breaks_down(
    tmp_path: Path, fault: BaseException
) -> None:
    class Broken(Scripted):
        async def put(self, call: Any, keep: Any = None) -> list[Verdict]:
            raise fault

    with Store(tmp_path / "s") as store:
        stored = StoredJudge(Broken(), store)  # type: ignore[arg-type]
        with pytest.raises(BaseException):  # noqa: B017
            asyncio.run(stored.answer(PROBES))
        assert claimed(store) == set()
        assert stored.missing(PROBES) != []


def test_what_is_being_written_is_kept_though_whoever_waits_is_stopped(tmp_path: Path) -> None:
    ready = threading.Event()

    class Held(Store):
        def put(self, rows: Any) -> None:
            ready.wait(5)
            super().put(rows)

    async def run(store: Store) -> None:
        judge = Scripted()
        task = asyncio.create_task(StoredJudge(judge, store).answer(PROBES[:2]))  # type: ignore[arg-type]
        while not judge.put_calls:
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.01)
        task.cancel()
        await asyncio.sleep(0.01)
        assert not task.done()  # it waits for the disk
        ready.set()
        with pytest.raises(asyncio.CancelledError):
            await task

    with Held(tmp_path / "s") as store:
        asyncio.run(run(store))
        assert len(recorded(store)) == 2
        assert claimed(store) == set()


def test_what_comes_while_one_sync_lasts_shares_the_next(tmp_path: Path) -> None:
    puts: list[int] = []

    class Counted(Store):
        def put(self, rows: Any) -> None:
            puts.append(len(rows))
            time.sleep(0.02)
            super().put(rows)

    probes = [edge(i) for i in range(40)]
    with Counted(tmp_path / "s") as store:
        found = asyncio.run(StoredJudge(Scripted(), store).answer(probes))  # type: ignore[arg-type]
        assert len(recorded(store)) == 40
    assert all(v.value for v in found)
    assert sum(puts) == 40
    assert len(puts) < 10  # of twenty calls

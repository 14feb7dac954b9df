"""The store: nothing lost, nothing served that was not asked for, nothing paid twice."""

import asyncio
import json
import multiprocessing
import os
import socket
import sqlite3
import time
from contextlib import closing
from dataclasses import asdict, replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from benchmarks.odd_rows import VALUES
from prism.errors import BadInput
from prism.graph import CausalGraph
from prism.graph.model import Origin
from prism.judges.model.judge import OpenAIJudge
from prism.judges.replay import ReplayJudge
from prism.llm.capabilities import Capabilities
from prism.llm.client import Client
from prism.llm.endpoint import Endpoint
from prism.llm.records import Decoding
from prism.prompts import Prompt
from prism.records.digest import digest
from prism.records.probe import Probe
from prism.records.verdict import Provenance, Verdict
from prism.store.cached import StoredJudge, StoredParser, recorded
from prism.store.verdicts import LEASE, Row, Store, _chunks, _gone, default_path
from tests.judges.asking import QUICK, criterion, edge, outcome
from tests.scripted.answers import GARBAGE, is_probe, probe_answer, says, well
from tests.scripted.server import Server

PROBES = [*(edge(i) for i in range(8)), criterion(0), outcome()]


def judge_with_store(url: str, path: Any, probes: Any = PROBES, **options: Any) -> Any:
    async def run() -> Any:
        async with Client(Endpoint(url, "sk-secret"), retry=QUICK) as client:
            with Store(path) as store:
                judge = StoredJudge(OpenAIJudge("m", client, **options), store)
                return await judge.answer(probes)

    return asyncio.run(run())


def test_what_was_judged_once_is_not_asked_again(tmp_path):
    with Server() as server:
        first = judge_with_store(server.base_url, tmp_path / "s")
        assert server.good == len(PROBES)
        again = judge_with_store(server.base_url, tmp_path / "s")
        assert server.good == len(PROBES)
    assert [v.model_dump_json() for v in first] == [v.model_dump_json() for v in again]


def test_failures_are_not_kept_and_are_asked_again(tmp_path):
    def broken(body, number):
        return probe_answer(body) if is_probe(body) else GARBAGE["refusal"](body)

    with Server(broken) as server:
        verdicts = judge_with_store(server.base_url, tmp_path / "s")
        assert {v.reason for v in verdicts} == {"refused"}
        server.script = well
        verdicts = judge_with_store(server.base_url, tmp_path / "s")
        assert server.good == len(PROBES)
    assert all(v.value for v in verdicts)


def test_the_same_probe_twice_in_one_run_is_paid_once(tmp_path):
    with Server() as server:
        verdicts = judge_with_store(server.base_url, tmp_path / "s", [edge(0), edge(1), edge(0)])
        assert server.good == 2
    assert verdicts[0] == verdicts[2]


EDGES = [edge(i) for i in range(30)]  # a batch of 20 and one of 10


def batched(server: Server, path: Any, probes: Any = EDGES) -> tuple[int, Any]:
    """Judge edges in batches; return how many calls that took, and the verdicts."""
    before = server.good
    verdicts = judge_with_store(server.base_url, path, probes, edges="batch")
    return server.good - before, verdicts


def test_a_batch_is_asked_again_only_where_an_edge_of_it_changed(tmp_path):
    changed = [*EDGES[:25], edge(90), *EDGES[26:]]
    with Server() as server:
        assert batched(server, tmp_path / "s")[0] == 2
        assert batched(server, tmp_path / "s")[0] == 0
        assert batched(server, tmp_path / "s", changed)[0] == 1
        assert batched(server, tmp_path / "s", EDGES[::-1])[0] == 2
        assert batched(server, tmp_path / "s")[0] == 0


def test_what_a_batch_left_open_is_asked_once_more_and_then_never(tmp_path):
    def forgetful(body, number):
        answer = well(body)
        if '"7"' not in answer.body.decode().replace("\\", ""):
            return answer
        message = json.loads(answer.body)["choices"][0]["message"]
        said = json.loads(message["content"]) | {"3": {"verdict": "perhaps"}, "7": None}
        return replace(says(json.dumps(said)), good=True)

    with Server(forgetful) as server:
        calls, verdicts = batched(server, tmp_path / "s")
        assert calls == 2
        assert [v.value is None for v in verdicts].count(True) == 4
        server.script = well
        assert batched(server, tmp_path / "s")[0] == 2
        calls, healed = batched(server, tmp_path / "s")
        assert calls == 0
    assert all(verdict.value for verdict in healed)
    assert [v for v in verdicts if v.value] == [
        h for h, v in zip(healed, verdicts, strict=True) if v.value
    ]


class Watched:
    """A judge beside which somebody looks into the file as soon as a verdict counts as kept."""

    def __init__(self, judge: OpenAIJudge, path: Any) -> None:
        self.judge, self.path, self.name = judge, path, judge.name
        self.calls, self.identity, self.answer = judge.calls, judge.identity, judge.answer
        self.seen: list[int] = []

    async def put(self, call, keep=None):
        async def look(verdicts):
            await keep(verdicts)
            query = "SELECT count(*) FROM kept WHERE subject = ?"
            with closing(sqlite3.connect(self.path)) as other:
                for verdict in verdicts:
                    self.seen.append(other.execute(query, (verdict.probe,)).fetchone()[0])

        return await self.judge.put(call, look)


@pytest.mark.parametrize("edges", ["each", "batch"])
def test_every_verdict_is_on_disk_before_it_is_counted(tmp_path, edges):
    async def run(url: str) -> list[int]:
        async with Client(Endpoint(url, "k")) as client:
            with Store(tmp_path / "s") as store:
                judge = Watched(OpenAIJudge("m", client, edges=edges), tmp_path / "s")
                await StoredJudge(judge, store).answer(PROBES)
        return judge.seen

    with Server() as server:
        assert asyncio.run(run(server.base_url)) == [1] * len(PROBES)


FIELDS: dict[str, Any] = {
    "model": st.sampled_from(["m", "n"]),
    "base_url": st.sampled_from(["http://a/v1", "http://b/v1"]),
    "temperature": st.sampled_from([None, 0.0, 0.5]),
    "seed": st.sampled_from([None, 1, 2]),
    "effort": st.sampled_from([None, "low"]),
    "examples": st.booleans(),
    "edges": st.sampled_from(["each", "batch"]),
    "replicate": st.integers(0, 2),
    "response": st.sampled_from(["A so B.", "A so B", "A so B. "]),
    "question": st.sampled_from(["q", "Q"]),
    "source": st.sampled_from(["A", "B"]),
    "target": st.sampled_from(["A", "B"]),
    "relation": st.sampled_from(["CAUSE", "RESULT"]),
    "start": st.sampled_from([None, 0]),
    "protocol": st.sampled_from(["directed", "published"]),
    "prompt_text": st.sampled_from(["ours", "theirs"]),
}
# What a neighbour in the same batch is like; with one call an edge nobody has any.
NEIGHBOURS: dict[str, Any] = {
    "number": st.integers(0, 3),
    "place": st.sampled_from(["before", "after"]),
    "neighbour": st.sampled_from(["A", "B"]),
    "neighbour_relation": st.sampled_from(["CAUSE", "RESULT"]),
}


class Pack:
    """A pack of prompts whose text can be told apart."""

    def __init__(self, text: str) -> None:
        self.text = text

    def get(self, name: str) -> Any:
        return Prompt(name, system=self.text)


def probe_of(given: dict[str, Any], **fields: Any) -> Probe:
    probe = edge(0, given["protocol"], given["response"])
    texts = {"question": given["question"], "response": given["response"]}
    return Probe(
        **{**dict(probe), "texts": texts, "question": {**probe.question.fields(), **fields}}
    )


def key_of(given: dict[str, Any]) -> str:
    named = {n: given[n] for n in ("source", "target", "relation")}
    probe = probe_of(given, **named, source_start=given["start"])
    call = [
        probe_of(given, source=f"{given['neighbour']}{i}", relation=given["neighbour_relation"])
        for i in range(given["number"])
    ]
    call.insert(len(call) if given["place"] == "before" else 0, probe)
    judge = OpenAIJudge(
        given["model"],
        Client(Endpoint(given["base_url"], "key")),
        prompts=Pack(given["prompt_text"]),  # type: ignore[arg-type]
        decoding=Decoding(given["temperature"], given["seed"], reasoning_effort=given["effort"]),
        edges=given["edges"],
        examples=given["examples"],
        replicate=given["replicate"],
    )
    return digest(dict(judge.identity(probe, call)))


def changed(given: dict[str, Any], field: str, data: Any) -> dict[str, Any]:
    values = (FIELDS | NEIGHBOURS)[field].filter(lambda value: value != given[field])
    return {**given, field: data.draw(values)}


GIVEN = st.fixed_dictionaries(FIELDS | NEIGHBOURS)


@given(GIVEN, st.sampled_from(sorted(FIELDS)), st.data())
def test_a_key_changes_with_every_field_that_could_change_the_answer(given, field, data):
    assert key_of(given) != key_of(changed(given, field, data))
    assert key_of(given) == key_of(dict(given))


@given(GIVEN, st.sampled_from(sorted(NEIGHBOURS)), st.data())
def test_a_key_changes_with_the_other_edges_of_a_batch_and_only_there(given, field, data):
    batch = {**given, "edges": "batch", "number": max(1, given["number"])}
    other = changed(batch, field, data)
    assert key_of(batch) != key_of(other)
    assert key_of({**batch, "edges": "each"}) == key_of({**other, "edges": "each"})


def test_the_api_key_is_neither_part_of_a_key_nor_in_the_file(tmp_path):
    with Server() as server:
        judge_with_store(server.base_url, tmp_path / "s")
    assert b"sk-secret" not in b"".join(f.read_bytes() for f in tmp_path.iterdir())
    assert "sk-secret" not in repr(Endpoint("http://h/v1", "sk-secret"))


ROW = Row("k1", "verdict", "p1", "{}", "v1")


def test_a_claim_keeps_others_off_until_it_lapses_is_given_up_or_fulfilled(tmp_path, monkeypatch):
    now = 1000.0
    clock = SimpleNamespace(time=lambda: now)
    monkeypatch.setattr("prism.store.verdicts.time", clock)
    with Store(tmp_path / "s") as store:
        assert store.claim(["k1", "k2"], "h:1:a", lease=5) == {"k1", "k2"}
        now = 1004.0
        assert store.claim(["k1"], "h:1:b") == set()
        now = 1006.0
        assert store.claim(["k1"], "h:1:b") == {"k1"}
        store.release("h:1:b")
        assert store.claim(["k1"], "h:1:c") == {"k1"}
        store.put([ROW])
        assert store.claim(["k1"], "h:1:d") == set()
        assert store.read(["k1", "k2"], lambda _, value: value) == {"k1": "v1"}


def test_a_kept_value_is_never_overwritten(tmp_path):
    with Store(tmp_path / "s") as store:
        store.put([ROW, replace(ROW, value="v2")])
        assert store.read(["k1"], lambda _, value: value) == {"k1": "v1"}


def _claim_and_die(path: Any) -> None:
    Store(path).claim(["k1"], f"{socket.gethostname()}:{os.getpid()}:x", lease=1000)
    os._exit(1)


def test_the_claim_of_a_dead_process_is_void(tmp_path):
    process = multiprocessing.get_context("spawn").Process(
        target=_claim_and_die, args=(tmp_path / "s",)
    )
    process.start()
    process.join()
    with Store(tmp_path / "s") as store:
        assert store.claim(["k1"], "h:1:b") == {"k1"}


def _judge_all(url: str, path: Any, edges: str) -> None:
    judge_with_store(url, path, [edge(i) for i in range(60)], edges=edges)


@pytest.mark.parametrize(("edges", "calls"), [("each", 60), ("batch", 3)])
def test_two_processes_on_one_store_pay_once_for_each_probe(tmp_path, edges, calls):
    context = multiprocessing.get_context("spawn")
    with Server(latency=0.02 if edges == "each" else 0.5) as server:
        processes = [
            context.Process(target=_judge_all, args=(server.base_url, tmp_path / "s", edges))
            for _ in range(2)
        ]
        for process in processes:
            process.start()
        for process in processes:
            process.join()
            assert process.exitcode == 0
        assert server.good == calls
    with closing(sqlite3.connect(tmp_path / "s")) as check:
        assert check.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert check.execute("SELECT count(*) FROM kept").fetchone() == (60,)
        assert check.execute("SELECT count(*) FROM claims").fetchone() == (0,)


def test_replay_answers_from_the_store_alone(tmp_path):
    with Server() as server:
        judged = judge_with_store(server.base_url, tmp_path / "s", PROBES[:5])
    with Store(tmp_path / "s") as store:
        replayed = asyncio.run(ReplayJudge("replay:s", recorded(store)).answer(PROBES))
    assert replayed[:5] == judged
    assert all(v.reason for v in replayed[5:])


class Counting:
    name = "openai:m"

    def __init__(self, fallback: Any = None) -> None:
        self.calls, self.fallback = 0, fallback

    def identity(self, text: str) -> dict[str, Any]:
        return {"text": text, "model": "m"}

    async def parse(self, text: str) -> CausalGraph:
        self.calls += 1
        graph = CausalGraph.of(["it rained", "it flooded"], [(0, 1, "CAUSE")], text=text)
        return graph.replace(origin=Origin(parser=self.name, fallback=self.fallback))


@pytest.mark.parametrize(("fallback", "calls"), [(None, 2), ("sentences", 3)])
def test_a_graph_is_kept_unless_something_stood_in(tmp_path, fallback, calls):
    parser = Counting(fallback)
    with Store(tmp_path / "s") as store:
        stored = StoredParser(parser, store)
        texts = ["it rained", "it rained", "it flooded"]
        graphs = [asyncio.run(stored.parse(text)) for text in texts]
    assert graphs[0] == graphs[1] != graphs[2]
    assert parser.calls == calls


def test_what_was_learnt_of_an_endpoint_is_remembered(tmp_path):
    able = Capabilities(mode="text", reasoning=True, dropped=["seed"])
    with Store(tmp_path / "s") as store:
        store.remember("http://h/v1", {"m": able})
        assert store.capabilities("http://h/v1") == {"m": able}
        assert store.capabilities("http://other/v1") == {}


def test_asdict_of_a_row_is_what_the_table_holds(tmp_path):
    with Store(tmp_path / "s") as store:
        store.put([ROW])
    file = sqlite3.connect(tmp_path / "s")
    held = file.execute("SELECT * FROM kept").fetchone()
    file.close()
    assert held[:7] == tuple(asdict(ROW).values())


def damage(path: Any, statement: str, *values: Any) -> None:
    """Change the file as a disk, an editor or another program may."""
    with closing(sqlite3.connect(path)) as file:
        file.execute(statement, values)
        file.commit()


def told_judging(url: str, path: Any) -> tuple[Any, list[str]]:
    """Judge PROBES with the store at ``path``; return the verdicts and what was told."""
    told: list[str] = []

    async def run() -> Any:
        async with Client(Endpoint(url, "sk-secret"), retry=QUICK) as client:
            with Store(path, tell=told.append) as store:
                return await StoredJudge(OpenAIJudge("m", client), store).answer(PROBES)

    return asyncio.run(run()), told


ANOTHER = edge(99).digest
ODD_VALUES = {
    "empty object": "{}",
    "not JSON": "verdict",
    "number": 7,
    "huge": 2**63 - 1,
    "real": -1e300,
    "blob": b"\x00\xff",
    "empty": "",
    "another probe": Verdict(probe=ANOTHER, value="forward", provenance=Provenance(judge="j")),
    "off the menu": Verdict(
        probe=PROBES[0].digest, value="maybe", provenance=Provenance(judge="j")
    ),
    "no verdict": Verdict(
        probe=PROBES[0].digest, reason="refused", provenance=Provenance(judge="j")
    ),
}


@pytest.mark.parametrize("name", ODD_VALUES)
def test_a_row_that_cannot_be_read_is_named_asked_anew_and_mended(tmp_path, name):
    value = ODD_VALUES[name]
    value = value.model_dump_json() if isinstance(value, Verdict) else value
    with Server() as server:
        first, _ = told_judging(server.base_url, tmp_path / "s")
        key = "(SELECT key FROM kept WHERE subject = ?)"
        damage(
            tmp_path / "s", f"UPDATE kept SET value = ? WHERE key = {key}", value, PROBES[0].digest
        )
        again, told = told_judging(server.base_url, tmp_path / "s")
        assert server.good == len(PROBES) + 1
        assert [v.value for v in again] == [v.value for v in first]
        assert len(told) == 1
        assert "of table kept cannot be read" in told[0]
        assert told_judging(server.base_url, tmp_path / "s") == (again, [])
        assert server.good == len(PROBES) + 1


def test_text_that_is_not_utf_8_costs_its_row_alone(tmp_path):
    with Server() as server:
        first, _ = told_judging(server.base_url, tmp_path / "s")
        where = "WHERE subject = ?"
        bad = f"UPDATE kept SET value = CAST(x'7b22ff227d' AS TEXT) {where}"
        damage(tmp_path / "s", bad, PROBES[0].digest)
        again, told = told_judging(server.base_url, tmp_path / "s")
        assert server.good == len(PROBES) + 1
    assert len(told) == 1
    assert [v.value for v in again] == [v.value for v in first]


def test_replay_leaves_out_what_cannot_be_read_and_counts_what_it_does_not_name(tmp_path):
    with Server() as server:
        told_judging(server.base_url, tmp_path / "s")
    damage(tmp_path / "s", "UPDATE kept SET value = '{}' WHERE subject <> ?", PROBES[0].digest)
    told: list[str] = []
    with Store(tmp_path / "s", tell=told.append) as store:
        assert list(recorded(store)) == [PROBES[0].digest]
    assert len(told) == 6
    assert told[-1].endswith(f"{len(PROBES) - 1 - 5} more rows cannot be read")


def test_a_row_that_another_process_mended_does_not_give_way(tmp_path):
    def refuse(key: str, value: str) -> str:
        raise ValueError("odd")

    with Store(tmp_path / "s") as store:
        store.put([ROW])
        assert store.read(["k1"], refuse) == {}
        damage(tmp_path / "s", "UPDATE kept SET value = 'mended'")
        assert store.claim(["k1"], "h:1:a") == set()
        assert store.read(["k1"], lambda _, value: value) == {"k1": "mended"}


@pytest.mark.parametrize("able", ["[]", "{", 7, b"\xff", '{"mode": "telepathy"}'])
def test_an_endpoint_that_cannot_be_read_is_probed_anew(tmp_path, able):
    told: list[str] = []
    with Store(tmp_path / "s", tell=told.append) as store:
        store.remember("http://h/v1", {"m": Capabilities(), "n": Capabilities()})
        damage(tmp_path / "s", "UPDATE endpoints SET able = ? WHERE model = 'm'", able)
        assert store.capabilities("http://h/v1") == {"n": Capabilities()}
        store.remember("http://h/v1", {"m": Capabilities(mode="text")})
        assert store.capabilities("http://h/v1")["m"].mode == "text"
    assert len(told) == 1
    assert "row m of table endpoints cannot be read" in told[0]


@pytest.mark.parametrize(
    ("owner", "expires"),
    [
        ("other:1:a", 1e11),
        ("other:1:a", 2**62),
        ("other:1:a", float("inf")),
        ("other:1:a", "tomorrow"),
        ("other:1:a", b"\xff"),
        ("other:1:a", -5.0),
        ("nobody", None),
        ("other:x:a", None),
        (b"\xff", None),
        (7, None),
        (f"{socket.gethostname()}:-1:a", None),
        (f"{socket.gethostname()}:{10**30}:a", None),
    ],
)
def test_a_claim_that_prism_cannot_have_made_holds_nobody_up(tmp_path, owner, expires):
    with Store(tmp_path / "s") as store:
        until = time.time() + 30 if expires is None else expires
        damage(tmp_path / "s", "INSERT INTO claims VALUES ('k1', ?, ?)", owner, until)
        assert store.claim(["k1"], "h:1:b") == {"k1"}


def test_a_claim_from_the_future_is_capped_by_its_lease(tmp_path):
    with Store(tmp_path / "s") as store:
        damage(
            tmp_path / "s",
            "INSERT INTO claims VALUES ('k1', 'other:1:a', ?)",
            time.time() + 1.5 * LEASE,  # a clock half a lease ahead
        )
        assert store.claim(["k1"], "h:1:b") == set()
        with closing(sqlite3.connect(tmp_path / "s")) as file:
            ((expires,),) = file.execute("SELECT expires FROM claims").fetchall()
        assert expires <= time.time() + LEASE


def test_a_store_that_vanishes_under_way_is_told_and_the_verdicts_count(tmp_path):
    def removing(body, number):
        (tmp_path / "s").unlink(missing_ok=True)
        return probe_answer(body) if is_probe(body) else well(body, number)

    with Server(removing) as server:
        verdicts, told = told_judging(server.base_url, tmp_path / "s")
    assert all(v.value for v in verdicts)
    assert len(told) == 1
    assert "was removed or replaced" in told[0]


def test_a_full_disk_is_told_and_the_verdicts_count(tmp_path):
    def filling(body, number):
        return probe_answer(body) if is_probe(body) else well(body, number)

    told: list[str] = []

    async def run(url: str) -> Any:
        async with Client(Endpoint(url, "sk-secret"), retry=QUICK) as client:
            with Store(tmp_path / "s", tell=told.append) as store:
                (size,) = store._db.read("PRAGMA page_count")[0]
                store._db.read(f"PRAGMA max_page_count = {size}")
                return await StoredJudge(OpenAIJudge("m", client), store).answer(PROBES)

    with Server(filling) as server:
        verdicts = asyncio.run(run(server.base_url))
    assert all(v.value for v in verdicts)
    assert len(told) == 1
    assert "full" in told[0]


@pytest.mark.parametrize("table", ["kept", "claims", "endpoints"])
def test_any_value_in_any_column_costs_its_row_alone(tmp_path, table):
    able, path = Capabilities(), tmp_path / "s"
    probes = [edge(0), edge(1)]
    verdicts = [
        Verdict(probe=probe.digest, value="forward", provenance=Provenance(judge="j"))
        for probe in probes
    ]
    rows = [
        Row(f"k{n}", "verdict", v.probe, "{}", v.model_dump_json()) for n, v in enumerate(verdicts)
    ]
    with Store(path) as store:
        store.put(rows)
        store.claim(["k8", "k9"], f"{socket.gethostname()}:{os.getpid()}:x")
        store.remember("u", {"m": able, "n": able})
    whole = path.read_bytes()
    with closing(sqlite3.connect(path)) as file:
        columns = [row[1] for row in file.execute(f"PRAGMA table_info({table})")]
    first = {"kept": "key = 'k0'", "claims": "key = 'k8'", "endpoints": "model = 'm'"}[table]
    for column in columns:
        for value in VALUES:
            path.write_bytes(whole)
            try:
                damage(path, f"UPDATE {table} SET {column} = ? WHERE {first}", value)
            except sqlite3.IntegrityError:
                continue
            with Store(path) as store:
                assert verdicts[1].probe in recorded(store)
                assert "n" in store.capabilities("u")
                assert store.claim(["k1", "k9"], "h:1:b") == set()
                assert store.claim(["k0", "k8"], "h:1:b") <= {"k0", "k8"}


@pytest.mark.parametrize(
    ("platform", "place"),
    [(Unix, ("prism",)), (MacOS, ("Library", "Caches", "prism")), (Windows, ("prism",))],
)
def test_the_store_stands_in_the_cache_folder_of_the_platform(
    tmp_path, monkeypatch, platform, place
):
    for name in ("XDG_CACHE_HOME", "HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setattr("platformdirs.windows.get_win_folder", lambda name: str(tmp_path))
    if platform is MacOS:
        monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setattr(
        "prism.store.verdicts.platformdirs.user_cache_path",
        lambda name, **how: platform(name, **how).user_cache_path,
    )
    assert default_path() == tmp_path.joinpath(*place, "store.sqlite")


@given(st.integers(0, 1700))
@settings(max_examples=20)
def test_chunks_hold_everything_once_and_in_order(n):
    chunks = list(_chunks(range(n)))
    assert [value for chunk in chunks for value in chunk] == list(range(n))
    assert all(len(chunk) <= 500 for chunk in chunks)
    assert len(chunks) == -(-n // 500)


def test_more_rows_than_one_statement_takes_are_kept_found_claimed_and_given_up(tmp_path):
    rows = [replace(ROW, key=f"k{n}", value=f"v{n}") for n in range(1001)]
    keys = [row.key for row in rows]
    with Store(tmp_path / "s") as store:
        assert store.claim(keys, "other:1:a") == set(keys)
        store.release("other:1:a", keys[:999])
        assert store.claim(keys, "other:1:b") == set(keys[:999])
        store.release("other:1:b")
        store.put(rows)
        assert store.read(keys, lambda _, value: value) == {row.key: row.value for row in rows}
        assert store.claim(keys, "other:1:b") == set()
        assert store._db.read("SELECT * FROM claims") == []


@pytest.fixture
def clock(monkeypatch):
    """The time of the store, at ``clock.now``."""
    told = SimpleNamespace(now=1000.0, time=lambda: told.now)
    monkeypatch.setattr("prism.store.verdicts.time", told)
    return told


def expiries(store):
    return dict(store._db.read("SELECT key, expires FROM claims"))


def test_a_claim_ends_a_lease_after_it_was_made_or_renewed(tmp_path, clock):
    with Store(tmp_path / "s") as store:
        store.claim(["k1"], "other:1:a")
        store.claim(["k2"], "other:1:b", lease=7)
        assert expiries(store) == {"k1": 1060.0, "k2": 1007.0}
        clock.now = 1005.0
        store.renew("other:1:a")
        assert expiries(store) == {"k1": 1065.0, "k2": 1007.0}
        store.renew("other:1:b", lease=3)
        assert expiries(store) == {"k1": 1065.0, "k2": 1008.0}
        clock.now = 1008.0
        assert store.claim(["k1", "k2"], "other:1:c") == {"k2"}  # it has lapsed at its end
        assert store.claim(["k1", "k1"], "other:1:a") == {"k1"}  # one's own is no hindrance


@pytest.mark.parametrize(
    ("expires", "then"),
    [(1060.0, 1060.0), (1061.0, 1060.0), (1120.0, 1060.0), (1121.0, 1121.0), (1030.0, 1030.0)],
)
def test_a_clock_may_be_ahead_by_one_lease(tmp_path, clock, expires, then):
    with Store(tmp_path / "s") as store:
        damage(tmp_path / "s", "INSERT INTO claims VALUES ('k1', 'other:1:a', ?)", expires)
        store.claim(["k2"], "other:1:b", lease=5)
        assert expiries(store)["k1"] == then
        assert store.claim(["k1"], "other:1:b") == ({"k1"} if then > 1060 else set())


def test_only_ones_own_claims_are_given_up(tmp_path):
    with Store(tmp_path / "s") as store:
        store.claim(["k1", "k2"], "other:1:a")
        store.claim(["k3"], "other:1:b")
        store.release("other:1:b", ["k1"])
        store.release("other:1:a", ["k2", "k3"])
        assert set(expiries(store)) == {"k1", "k3"}
        store.release("other:1:a", [])
        assert set(expiries(store)) == {"k1", "k3"}
        store.release("other:1:a")
        assert set(expiries(store)) == {"k3"}


@pytest.mark.parametrize(
    ("owner", "gone"),
    [
        (f"{socket.gethostname()}:{os.getpid()}:a", False),
        (f"{socket.gethostname()}:{2**22 + 1}:a", True),  # more than Linux numbers
        (f"elsewhere:{2**22 + 1}:a", False),  # only its own host can tell
        (f"{socket.gethostname()}:{os.getpid()}", False),
        ("elsewhere", True),
        ("elsewhere::a", True),
        (None, True),
    ],
    ids=range(7),  # a process number in a name would part the workers of one test run
)
def test_whether_a_claiming_process_is_known_to_be_dead(owner, gone):
    assert _gone(owner) is gone


def other_store(path, *rows):
    with Store(path) as store:
        store.put(rows)
        store.remember("u", {"m": Capabilities(mode="text"), "n": Capabilities()})


def test_what_another_store_keeps_is_taken_over_unless_it_stands_here_and_can_be_read(tmp_path):
    rows = [replace(ROW, key=key, value=f"theirs {key}") for key in ("k1", "k2", "k3")]
    other_store(tmp_path / "other", *(replace(r, model="m", fingerprint="f") for r in rows))
    with Store(tmp_path / "s") as store:
        store.put([replace(ROW, value="ours"), replace(ROW, key="k2", value="broken", kind="odd")])
        store.remember("u", {"m": Capabilities(mode="json_object")})
        store.absorb(tmp_path / "other", lambda kind, value: (kind, value) != ("odd", "broken"))
        assert store.read(["k1", "k2", "k3"], lambda _, value: value) == {
            "k1": "ours", "k2": "theirs k2", "k3": "theirs k3",
        }  # fmt: skip
        assert store.counts() == {"verdict": 3}
        mended = store._db.read("SELECT model, fingerprint FROM kept WHERE key = 'k2'")
        assert mended == [("m", "f")]
        assert {m: c.mode for m, c in store.capabilities("u").items()} == {
            "m": "json_object", "n": Capabilities().mode,
        }  # fmt: skip
        store.absorb(tmp_path / "other", lambda kind, value: True)  # the other is let go again
    with Store(tmp_path / "other") as other:
        assert other.counts() == {"verdict": 3}


def test_what_is_no_store_is_not_taken_over(tmp_path):
    with Store(tmp_path / "s") as store:
        with pytest.raises(BadInput, match="no such store"):
            store.absorb(tmp_path / "nowhere", lambda kind, value: True)
        assert not (tmp_path / "nowhere").exists()


def test_rows_are_counted_by_kind_and_told_by_age(tmp_path, clock):
    with Store(tmp_path / "s") as store:
        for key, kind in (("k3", "verdict"), ("k1", "verdict"), ("k2", "graph")):
            store.put([replace(ROW, key=key, kind=kind)])
            clock.now += 1
        assert store.counts() == {"graph": 1, "verdict": 2}
        assert store.values("verdict", lambda key, _: key) == ["k3", "k1"]
        assert store.values("graph", lambda key, value: (key, value)) == [("k2", "v1")]


def test_what_was_learnt_later_takes_the_place_of_what_was_known(tmp_path):
    with Store(tmp_path / "s") as store:
        store.remember("u", {"m": Capabilities(mode="text")})
        store.remember("u", {"m": Capabilities(mode="json_object")})
        assert store.capabilities("u")["m"].mode == "json_object"


def test_a_row_that_cannot_be_read_is_named_in_short_and_why(tmp_path):
    told: list[str] = []

    def refuse(key: str, value: str) -> str:
        raise ValueError("a  long\nstory " + "x" * 300)

    with Store(tmp_path / "s", tell=told.append) as store:
        store.put([replace(ROW, key="0123456789abcdef")])
        assert store.read(["0123456789abcdef"], refuse) == {}
    [line] = told
    assert "row 0123456789ab of table kept cannot be read: a long story xxx" in line
    assert line.endswith("x (it does not count)")
    assert line.count("x") - "(it does not count)".count("x") == 200 - len("a long story ")


def test_a_fault_of_a_record_is_told_with_its_place(tmp_path):
    told: list[str] = []
    with Store(tmp_path / "s", tell=told.append) as store:
        store.put([replace(ROW, value='{"probe": 7}')])
        recorded(store)
    assert "probe: not a text (it does not count)" in told[0]


def test_a_store_that_failed_is_told_once_and_finds_and_keeps_nothing(tmp_path):
    told: list[str] = []
    with Store(tmp_path / "s", tell=told.append) as store:
        store.put([ROW])
        store._db._connection.close()
        store._db._connection = sqlite3.connect(tmp_path / "s", isolation_level=None)
        store._db._connection.execute("DROP TABLE kept")
        assert store.read(["k1"], lambda _, value: value) == {}
        store._db.execute("CREATE TABLE kept AS SELECT 'k1' AS key, 'v1' AS value")
        assert store.read(["k1"], lambda _, value: value) == {}  # who failed is not asked again
        assert store.claim(["k1", "k2"], "other:1:a") == {"k1", "k2"}  # all may be paid for
        store.renew("other:1:a")
        store.release("other:1:a")
        store.put([ROW])
        store.remember("u", {"m": Capabilities()})
        assert store.capabilities("u") == {}
    assert len(told) == 1
    assert told[0].endswith("; verdicts count, and are not kept from now on")

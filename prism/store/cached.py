"""Judges and parsers that remember: what the store has is not asked, and not paid, again."""

import asyncio
import os
import socket
import uuid
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial

from pydantic import JsonValue, TypeAdapter

from prism.errors import PrismError
from prism.graph import CausalGraph
from prism.judges.base import Judge, StreamingJudge
from prism.llm.budget import Price
from prism.llm.estimate import Estimate
from prism.llm.together import together
from prism.parsers.base import Parser, RequestedParser
from prism.records.digest import digest
from prism.records.probe import Probe
from prism.records.verdict import Verdict
from prism.store.verdicts import LEASE, Row, Store

__all__ = ["StoredJudge", "StoredParser", "readable", "recorded"]

# How long to wait, in seconds, before looking again for what another process is paying for.
POLL = 0.1
GRAPH: TypeAdapter[CausalGraph] = TypeAdapter(CausalGraph)
REQUEST: TypeAdapter[Mapping[str, JsonValue]] = TypeAdapter(Mapping[str, JsonValue])


@dataclass(frozen=True, slots=True)
class _Asked:
    """A probe in a call, what is requested for it, and the key of that."""

    probe: Probe
    request: Mapping[str, JsonValue]
    key: str


_Call = list[_Asked]


@dataclass(frozen=True, slots=True)
class _Answered:
    """What came of a claim: a row to keep, or None where the claim is given up."""

    key: str
    owner: str
    row: Row | None


class StoredJudge(Judge):
    """A judge whose verdicts are kept: what the store has is not asked again.

    Parameters
    ----------
    judge
        The judge to ask for the rest.
    store
        The open store.
    """

    def __init__(self, judge: StreamingJudge, store: Store) -> None:
        self.judge, self.store = judge, store
        self._pending: list[_Answered] = []
        self._writing: asyncio.Task[None] | None = None
        self._one_at_a_time = asyncio.Lock()

    @property
    def name(self) -> str:
        """The name of the judge inside."""
        return self.judge.name

    @property
    def estimates(self) -> bool:
        """As the judge inside."""
        return self.judge.estimates

    @property
    def reads_prompts(self) -> bool:
        """As the judge inside."""
        return self.judge.reads_prompts

    @property
    def decoding(self) -> str | None:
        """As the judge inside."""
        return self.judge.decoding

    def cost(self, probes: Sequence[Probe], prices: Mapping[str, Price]) -> Estimate:
        """Return what is left to ask and to pay."""
        return self.judge.price(self.missing(probes), prices)

    async def answer(self, probes: Sequence[Probe]) -> list[Verdict]:
        """Return one verdict a probe, in order, from the store or else from the judge."""
        done: dict[str, Verdict] = {}
        calls = self._cut(probes)
        async with _owner(self.store) as owner:
            while calls := await asyncio.to_thread(self._unheld, calls, done):
                mine = await asyncio.to_thread(self._claim, calls, owner)
                if mine:
                    await together(self._pay(call, owner, done) for call in mine)
                else:
                    await asyncio.sleep(POLL)
                calls = [call for call in calls if call[0].probe.digest not in done]
        return [done[probe.digest] for probe in probes]

    def missing(self, probes: Sequence[Probe]) -> list[list[Probe]]:
        """Return what :meth:`answer` would pay for, call by call."""
        return [[asked.probe for asked in call] for call in self._unheld(self._cut(probes), {})]

    def _cut(self, probes: Sequence[Probe]) -> list[_Call]:
        distinct = {probe.digest: probe for probe in probes}
        return [self._call(call) for call in self.judge.calls(list(distinct.values()))]

    def _call(self, call: Sequence[Probe]) -> _Call:
        requests = [self.judge.identity(probe, call) for probe in call]
        return [_Asked(p, r, digest(dict(r))) for p, r in zip(call, requests, strict=True)]

    def _unheld(self, calls: Sequence[_Call], done: dict[str, Verdict]) -> list[_Call]:
        """Put what the store holds into ``done``; return the calls that are left.

        What is left of a call of which a part is held is a call of its own, and may be held as
        such: so every answer stands under the request that it was given to.
        """
        left = []
        while calls:
            probes = {asked.key: asked.probe for call in calls for asked in call}
            held = self.store.read(probes, partial(_kept, probes))
            rests = []
            for call in calls:
                rest = [asked.probe for asked in call if asked.key not in held]
                found = [asked for asked in call if asked.key in held]
                done |= {a.probe.digest: held[a.key] for a in found}
                if rest and found:
                    rests.append(self._call(rest))
                elif rest:
                    left.append(call)
            calls = rests
        return left

    def _claim(self, calls: Sequence[_Call], owner: str) -> list[_Call]:
        """Return the calls that are ours to pay for: claimed whole."""
        gained = self.store.claim([asked.key for call in calls for asked in call], owner)
        mine = [call for call in calls if gained.issuperset(asked.key for asked in call)]
        broken = gained - {asked.key for call in mine for asked in call}
        if broken:
            self.store.release(owner, sorted(broken))
        return mine

    async def _pay(self, call: _Call, owner: str, done: dict[str, Verdict]) -> None:
        async def keep(verdicts: Sequence[Verdict]) -> None:
            await self._commit(
                _Answered(asked.key, owner, _row(asked, verdict) if verdict.value else None)
                for asked, verdict in zip(call, verdicts, strict=True)
            )

        verdicts = await self.judge.put([asked.probe for asked in call], keep)
        done |= {a.probe.digest: verdict for a, verdict in zip(call, verdicts, strict=True)}

    async def _commit(self, answered: Iterable[_Answered]) -> None:
        """Return once all is on disk; what comes while one sync lasts shares the next."""
        self._pending += answered
        if self._writing is None:
            self._writing = asyncio.create_task(self._write())
        writing = self._writing
        try:
            await asyncio.shield(writing)
        except asyncio.CancelledError:
            await asyncio.wait([writing])  # what was paid for is kept, also on the way out
            raise

    async def _write(self) -> None:
        async with self._one_at_a_time:
            answered, self._pending, self._writing = self._pending, [], None
            await asyncio.to_thread(self._put, answered)

    def _put(self, answered: Sequence[_Answered]) -> None:
        rows = [answer.row for answer in answered if answer.row is not None]
        if rows:
            self.store.put(rows)
        failed = [answer for answer in answered if answer.row is None]
        for owner in {answer.owner for answer in failed}:
            self.store.release(owner, [answer.key for answer in failed if answer.owner == owner])


class StoredParser(Parser):
    """A parser whose graphs are kept; a graph in which something stood in is not."""

    def __init__(self, parser: RequestedParser, store: Store) -> None:
        self.parser, self.store = parser, store

    @property
    def name(self) -> str:
        """The name of the parser inside."""
        return self.parser.name

    @property
    def reads_prompts(self) -> bool:
        """As the parser inside."""
        return self.parser.reads_prompts

    def cost(self, text: str, prices: Mapping[str, Price]) -> Estimate:
        """Return what parsing ``text`` takes where its graph is not held."""
        return self.parser.cost(text, prices)

    def held(self, text: str) -> CausalGraph | None:
        """Return the kept graph of ``text``, None where there is none."""
        key = digest(dict(self.parser.identity(text)))
        return self.store.read([key], lambda _, value: GRAPH.validate_json(value)).get(key)

    async def parse(self, text: str) -> CausalGraph:
        """Return the graph of ``text``, from the store or else from the parser."""
        request = dict(self.parser.identity(text))
        key = digest(request)
        async with _owner(self.store) as owner:
            while True:
                held = self.held(text)
                if held is not None:
                    return held
                if self.store.claim([key], owner):
                    break
                await asyncio.sleep(POLL)
            graph = await self.parser.parse(text)
            if graph.origin.fallback is None:
                value = GRAPH.dump_json(graph).decode()
                asked = REQUEST.dump_json(request).decode()
                self.store.put([Row(key, "graph", digest(text), asked, value)])
            return graph


def recorded(store: Store) -> dict[str, Verdict]:
    """Return every kept verdict by probe digest, whichever judge gave it; the latest one counts."""
    values = store.values("verdict", lambda _, value: Verdict.model_validate_json(value))
    return {verdict.probe: verdict for verdict in values}


def readable(kind: object, value: str) -> bool:
    """Whether a kept row holds what one of its kind holds; an unknown kind is left alone."""
    try:
        if kind == "verdict":
            Verdict.model_validate_json(value)
        elif kind == "graph":
            GRAPH.validate_json(value)
    except (ValueError, TypeError, PrismError):
        return False
    return True


def _kept(probes: Mapping[str, Probe], key: str, value: str) -> Verdict:
    """Return the verdict kept under ``key``; ValueError where the row holds anything else."""
    probe, verdict = probes[key], Verdict.model_validate_json(value)
    if verdict.probe != probe.digest:
        raise ValueError("a verdict on another probe")
    if verdict.value not in probe.menu:
        raise ValueError(f"the verdict {str(verdict.value)[:40]!r} is not on the menu")
    return verdict


@asynccontextmanager
async def _owner(store: Store) -> AsyncIterator[str]:
    """Hold claims under a name of one's own: kept alive while at work, given up at the end."""
    owner = f"{socket.gethostname()}:{os.getpid()}:{uuid.uuid4().hex}"

    async def keep_alive() -> None:
        while True:
            await asyncio.sleep(LEASE / 3)
            await asyncio.to_thread(store.renew, owner)

    alive = asyncio.create_task(keep_alive())
    try:
        yield owner
    finally:
        alive.cancel()
        with suppress(asyncio.CancelledError):
            await alive
        store.release(owner)


def _row(asked: _Asked, verdict: Verdict) -> Row:
    served = verdict.provenance
    return Row(
        key=asked.key,
        kind="verdict",
        subject=verdict.probe,
        request=REQUEST.dump_json(asked.request).decode(),
        value=verdict.model_dump_json(),
        model=served.model_served,
        fingerprint=served.fingerprint,
    )

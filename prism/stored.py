"""Judges and parsers that remember: what the store has is not asked, and not paid, again."""

import asyncio
import os
import socket
import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from pydantic import JsonValue, TypeAdapter

from prism.graph import CausalGraph
from prism.items import Probe, Verdict, digest
from prism.judges.base import Keep, StreamingJudge
from prism.parsers.base import Parser
from prism.store import LEASE, Row, Store

__all__ = ["RequestedParser", "StoredJudge", "StoredParser", "recorded"]

# How long to wait, in seconds, before looking again for what another process is paying for.
POLL = 0.1
GRAPH: TypeAdapter[CausalGraph] = TypeAdapter(CausalGraph)
REQUEST: TypeAdapter[Mapping[str, JsonValue]] = TypeAdapter(Mapping[str, JsonValue])


class StoredJudge:
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
        self.paid = 0
        self.served_from_store = 0
        self._pending: list[tuple[str, Row | None, str]] = []
        self._committing = asyncio.Lock()

    @property
    def name(self) -> str:
        """The name of the judge inside."""
        return self.judge.name

    def identity(self, probe: Probe) -> Mapping[str, JsonValue]:
        """Return the identity the judge inside has."""
        return self.judge.identity(probe)

    async def answer(self, probes: Sequence[Probe], keep: Keep | None = None) -> list[Verdict]:
        """Return one verdict a probe, in order, from the store or else from the judge."""
        requests = [self.judge.identity(probe) for probe in probes]
        keys = [digest(dict(request)) for request in requests]
        wanted = dict(zip(keys, zip(probes, requests, strict=True), strict=True))
        done: dict[str, Verdict] = {}
        async with _owner(self.store) as owner:
            while missing := [key for key in wanted if key not in done]:
                for key, value in self.store.lookup(missing).items():
                    done[key] = Verdict.model_validate_json(value)
                    self.served_from_store += 1
                    if keep is not None:
                        await keep(wanted[key][0], done[key])
                gained = self.store.claim([key for key in missing if key not in done], owner)
                mine = [key for key in missing if key in gained]
                if mine:
                    asked = [wanted[key] for key in mine]
                    answers = await self._pay(asked, mine, owner, keep)
                    done.update(zip(mine, answers, strict=True))
                elif len(done) < len(wanted):
                    await asyncio.sleep(POLL)
        return [done[key] for key in keys]

    def missing(self, probes: Sequence[Probe]) -> list[Probe]:
        """Return the probes the store does not hold: what :meth:`answer` would pay for."""
        asked = {digest(dict(self.judge.identity(probe))): probe for probe in probes}
        held = self.store.lookup(asked)
        return [probe for key, probe in asked.items() if key not in held]

    async def _pay(
        self,
        asked: Sequence[tuple[Probe, Mapping[str, JsonValue]]],
        keys: Sequence[str],
        owner: str,
        keep: Keep | None,
    ) -> Sequence[Verdict]:
        places = {probe.digest: place for place, (probe, _) in enumerate(asked)}

        async def commit(probe: Probe, verdict: Verdict) -> None:
            place = places[probe.digest]
            row = _row(keys[place], asked[place][1], verdict) if verdict.value else None
            await self._commit(keys[place], row, owner)
            if keep is not None:
                await keep(probe, verdict)

        return await self.judge.answer([probe for probe, _ in asked], commit)

    async def _commit(self, key: str, row: Row | None, owner: str) -> None:
        """Return once the row is on disk; rows that arrive meanwhile share the next sync."""
        self._pending.append((key, row, owner))
        async with self._committing:
            if not self._pending:
                return
            batch, self._pending = self._pending, []
            await asyncio.to_thread(self._write, batch)

    def _write(self, batch: Sequence[tuple[str, Row | None, str]]) -> None:
        for owner in {owner for _, _, owner in batch}:
            own = [(key, row) for key, row, of in batch if of == owner]
            rows = [row for _, row in own if row is not None]
            if rows:
                self.store.put(rows, owner)
                self.paid += len(rows)
            failed = [key for key, row in own if row is None]
            if failed:
                self.store.release(owner, failed)


class RequestedParser(Parser, Protocol):
    """A parser whose graphs are worth keeping."""

    def identity(self, text: str) -> Mapping[str, JsonValue]:
        """Return everything requested that could change the graph."""
        ...


class StoredParser:
    """A parser whose graphs are kept; a graph in which something stood in is not."""

    def __init__(self, parser: RequestedParser, store: Store) -> None:
        self.parser, self.store = parser, store

    @property
    def name(self) -> str:
        """The name of the parser inside."""
        return self.parser.name

    def held(self, text: str) -> CausalGraph | None:
        """Return the kept graph of ``text``, None where there is none."""
        key = digest(dict(self.parser.identity(text)))
        kept = self.store.lookup([key]).get(key)
        return None if kept is None else GRAPH.validate_json(kept)

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
                self.store.put([Row(key, "graph", digest(text), asked, value)], owner)
            return graph


def recorded(store: Store) -> dict[str, Verdict]:
    """Return every kept verdict by probe digest, whichever judge gave it; the latest one counts."""
    values = store.values("verdict")
    return {v.probe: v for v in map(Verdict.model_validate_json, values)}


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


def _row(key: str, request: Mapping[str, JsonValue], verdict: Verdict) -> Row:
    served = verdict.provenance
    return Row(
        key=key,
        kind="verdict",
        subject=verdict.probe,
        request=REQUEST.dump_json(request).decode(),
        value=verdict.model_dump_json(),
        model=served.model_served,
        fingerprint=served.fingerprint,
    )

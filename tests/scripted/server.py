"""A scripted OpenAI-compatible server on loopback: says what a script tells it, counts what it did.

A script is a function from the request's body and its number (from 0) to an :class:`Answer`.
Used inside a test as ``with Server(script) as server``, or on its own as
``python -m tests.scripted.server --latency 0.05`` (prints its base URL, and on GET /count what it
served).
"""

import argparse
import asyncio
import json
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

from tests.scripted.answers import Answer, well

Script = Callable[[dict[str, Any], int], Answer]


@dataclass
class Server:
    """Serves ``script`` from its own thread; ``latency`` in seconds is added to each answer."""

    script: Script = well
    latency: float = 0.0
    port: int = 0
    requests: list[dict[str, Any]] = field(default_factory=list)
    served: list[Answer] = field(default_factory=list)
    keep_requests: bool = True
    started: int = 0
    under_way: int = 0
    peak: int = 0

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    @property
    def good(self) -> int:
        """How many proper answers were sent whole (probes of capabilities are not counted)."""
        return sum(answer.good for answer in self.served)

    def __enter__(self) -> Self:
        ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._run(ready)), daemon=True)
        self._thread.start()
        ready.wait(60)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(60)

    def settle(self) -> None:
        """Wait until what was asked by clients that are gone is answered."""
        while self._writers:
            time.sleep(0.01)

    async def _run(self, ready: threading.Event) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._writers: set[asyncio.StreamWriter] = set()
        server = await asyncio.start_server(self._connection, "127.0.0.1", self.port, backlog=512)
        self.port = server.sockets[0].getsockname()[1]
        ready.set()
        await self._stop.wait()
        server.close()
        for writer in list(self._writers):
            writer.transport.abort()
        await asyncio.sleep(0)

    async def _connection(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._writers.add(writer)
        try:
            while await self._exchange(reader, writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError, asyncio.CancelledError):
            pass
        finally:
            self._writers.discard(writer)
            writer.close()

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
        length = 0
        for line in head.split("\r\n"):
            name, _, value = line.partition(":")
            if name.lower() == "content-length":
                length = int(value)
        raw = await reader.readexactly(length)
        if head.startswith("GET /count"):
            counts = {"started": self.started, "served": len(self.served), "good": self.good}
            writer.write(_http(200, {}, json.dumps(counts).encode()))
            await writer.drain()
            return True
        body = json.loads(raw)
        number, self.started = self.started, self.started + 1
        if self.keep_requests:
            self.requests.append(body)
        self.under_way += 1
        self.peak = max(self.peak, self.under_way)
        try:
            answer = self.script(body, number)
            if self.latency + answer.delay:
                await asyncio.sleep(self.latency + answer.delay)
            return await self._send(answer, writer)
        finally:
            self.under_way -= 1

    async def _send(self, answer: Answer, writer: asyncio.StreamWriter) -> bool:
        if answer.fate == "reset":
            writer.transport.abort()
            return False
        wire = _http(answer.status, answer.headers, answer.body)
        if answer.fate == "half":
            writer.write(wire[: len(wire) - len(answer.body) // 2 - 1])
            await writer.drain()
            writer.close()
            return False
        # Counted before it is sent: a client that dies on the way has still been served.
        self.served.append(answer)
        writer.write(wire)
        await writer.drain()
        return True


def _http(status: int, headers: dict[str, str], body: bytes) -> bytes:
    fields = {"content-type": "application/json", **headers, "content-length": str(len(body))}
    lines = [f"HTTP/1.1 {status} X", *(f"{name}: {value}" for name, value in fields.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1") + body


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--latency", type=float, default=0.0, help="seconds before each answer")
    options.add_argument("--port", type=int, default=0)
    chosen = options.parse_args()
    with Server(latency=chosen.latency, port=chosen.port, keep_requests=False) as server:
        print(server.base_url, flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()

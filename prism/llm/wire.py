"""One exchange with an endpoint: a POST that stays with its host, and a reply of bounded size."""

import asyncio
import importlib
import importlib.util
import json
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from types import ModuleType
from typing import Any, Final, Self
from urllib.parse import urljoin, urlsplit

from pydantic import JsonValue

from prism.errors import Unavailable
from prism.llm.diagnosis import hindered
from prism.llm.endpoint import NO_KEY, Endpoint, shown_url

__all__ = ["MAX_REPLY", "Received", "Redirected", "TooLarge", "Wire"]

MAX_REPLY: Final = 32 * 2**20  # bytes of a reply, unpacked
_LARGE: Final = 4 * 2**20  # from here on replies are read one at a time, to bound the memory
_STEP: Final = 2**20
_HOPS: Final = 3
_FOLLOWED: Final = frozenset({301, 302, 307, 308})  # a 303 asks for something else
_PORTS: Final = {"http": 80, "https": 443}


class Redirected(Exception):
    """The endpoint wants the request to be sent to another host; it was not sent there."""


class TooLarge(Exception):
    """The reply, unpacked, is larger than a reply may be."""


@dataclass(frozen=True, slots=True)
class Received:
    """What came back: the status, the headers (names in lower case), the unpacked body."""

    status: int
    headers: Mapping[str, str]
    content: bytes


class Wire:
    """The way to one endpoint; use as ``async with Wire(endpoint) as wire``.

    Parameters
    ----------
    max_reply
        Size in bytes, unpacked, from which on a reply is given up.
    """

    def __init__(self, endpoint: Endpoint, max_reply: int = MAX_REPLY) -> None:
        self.endpoint, self.max_reply = endpoint, max_reply
        self._large = asyncio.Lock()

    async def __aenter__(self) -> Self:
        # Importing the SDK takes most of a second, which runs without a model need not pay.
        sdk = importlib.import_module("openai")
        try:  # what certificates and proxies the environment names is read here
            # The caller's clock measures the whole exchange; what is read is unpacked here.
            self._http = _pool(sdk, follow_redirects=False, timeout=None)
        except Exception as exc:
            found = hindered(exc)
            raise Unavailable(found.what, where=self.endpoint.shown, mend=found.mend) from exc
        client = sdk.AsyncOpenAI(
            api_key=self.endpoint.key or NO_KEY,
            base_url=self.endpoint.base_url,
            http_client=self._http,
        )
        headers = {**client.default_headers, **client.auth_headers, "Accept-Encoding": "gzip"}
        self._headers = {name: text for name, text in headers.items() if isinstance(text, str)}
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def post(self, body: Mapping[str, JsonValue]) -> Received:
        """Send a request for a chat completion and return what came back, an error or not.

        Raises
        ------
        Redirected
            It is to be sent to another host.
        TooLarge
            The reply is.
        ValueError
            It is packed in a way that was not asked for.
        """
        url = f"{self.endpoint.base_url}/chat/completions"
        for _ in range(_HOPS):
            received = await self._exchange(url, body)
            target = received.headers.get("location")
            if not 300 <= received.status < 400 or not target:
                return received
            there = _beside(url, target)
            if received.status not in _FOLLOWED:
                return received
            url = there
        raise Redirected(f"redirected more than {_HOPS} times")

    async def _exchange(self, url: str, body: Mapping[str, JsonValue]) -> Received:
        content = json.dumps(body).encode()
        request = self._http.stream("POST", url, content=content, headers=self._headers)
        async with request as response:
            headers = {name.lower(): text for name, text in response.headers.items()}
            content = await self._read(response, _Unpacker(headers.get("content-encoding", "")))
            return Received(response.status_code, headers, content)

    async def _read(self, response: Any, unpacker: "_Unpacker") -> bytes:
        whole = bytearray()
        async with _held(self._large) as hold:
            async for packed in response.aiter_raw():
                for piece in unpacker.pieces(packed):
                    if len(whole) + len(piece) > _LARGE:
                        await hold()
                    whole += piece
                    if len(whole) > self.max_reply:
                        limit = f"{self.max_reply / 2**20:g} MB"
                        raise TooLarge(f"the reply is larger than {limit} unpacked")
        return bytes(whole)


class _Unpacker:
    """Unpacks a body as it comes, a bounded piece at a time."""

    def __init__(self, encoding: str) -> None:
        name = encoding.strip().lower()
        if name not in {"", "identity", "gzip", "x-gzip", "deflate"}:
            raise ValueError(f"packed as {name[:40]!r}, which was not asked for")
        plain = name in {"", "identity"}
        # 32: the format, gzip or zlib, is told by its head.
        self._packed = None if plain else zlib.decompressobj(zlib.MAX_WBITS | 32)

    def pieces(self, packed: bytes) -> Iterator[bytes]:
        """Yield what ``packed`` holds; ValueError where it is damaged."""
        if self._packed is None:
            yield packed
            return
        while packed:
            try:
                yield self._packed.decompress(packed, _STEP)
            except zlib.error as exc:
                raise ValueError(f"it cannot be unpacked: {exc}") from exc
            packed = self._packed.unconsumed_tail


def _pool(sdk: ModuleType, **options: object) -> Any:
    """Return the quicker client where the SDK has all that it wants for it, else the plain one."""
    if importlib.util.find_spec("aiohttp") is not None:
        with suppress(RuntimeError):  # aiohttp is there, but not what this SDK joins it with
            return sdk.DefaultAioHttpClient(**options)
    return sdk.DefaultAsyncHttpxClient(**options)


@asynccontextmanager
async def _held(lock: asyncio.Lock) -> AsyncIterator[Callable[[], Awaitable[None]]]:
    """Give a function that takes ``lock``, once, until the end of the block."""
    mine = False

    async def hold() -> None:
        nonlocal mine
        if not mine:
            await lock.acquire()
            mine = True

    try:
        yield hold
    finally:
        if mine:
            lock.release()


def _beside(url: str, target: str) -> str:
    """Return where a redirect leads, which must be the same server, at most from http to https.

    >>> _beside("http://h/v1/chat", "/v2/chat"), _beside("http://h/v1", "https://h/v1")
    ('http://h/v2/chat', 'https://h/v1')
    """
    try:
        there = urljoin(url, target)
        old, new = _origin(url), _origin(there)
    except ValueError:
        there, old, new = target, ("", "", 0), ("", "", 1)
    upgraded = (old[0], new[0]) == ("http", "https") and (old[2], new[2]) == (80, 443)
    if old != new and not (old[1] == new[1] and upgraded):
        host = urlsplit(shown_url(there)).netloc or "another host"
        raise Redirected(f"redirected to {host[:100]}, to which nothing was sent")
    return there


def _origin(url: str) -> tuple[str, str, int]:
    parts = urlsplit(url)
    return parts.scheme, parts.hostname or "", parts.port or _PORTS.get(parts.scheme, 0)

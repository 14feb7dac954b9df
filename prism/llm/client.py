"""The client: one connection pool an endpoint, and everything that can go wrong on a call."""

import asyncio
import importlib
import importlib.util
import math
import os
import random
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import TYPE_CHECKING, Self
from urllib.parse import urlsplit, urlunsplit

from pydantic import JsonValue

from prism.errors import Unavailable, UsageError
from prism.llm.budget import Budget
from prism.llm.capabilities import (
    Capabilities,
    limit_ask,
    named_parameter,
    obeyed,
    starved,
    structure_ask,
)
from prism.llm.diagnosis import NOT_SERVED, denied, hindered, unreachable
from prism.llm.limiter import Limiter
from prism.llm.records import Absent, Ask, CallFailed, Mode, OverBudget, Reply
from prism.llm.reply import read_reply

if TYPE_CHECKING:
    import openai

__all__ = ["Client", "Endpoint", "Retry"]

RETRIED = frozenset({408, 409, 429, *range(500, 600)}) - NOT_SERVED
UNKNOWN_PARAMETER = frozenset({400, 422})
NO_KEY = "none"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """Where models are served; the key is neither printed nor stored."""

    base_url: str
    key: str

    def __repr__(self) -> str:
        return f"Endpoint({self.base_url!r})"

    @classmethod
    def find(cls, base_url: str | None = None, key: str | None = None) -> Self:
        """Fill in what is not given from OPENAI_BASE_URL and OPENAI_API_KEY.

        A base URL of one's own needs no key. Without one for the vendor's own endpoint the key is
        empty and nothing can be asked: a dry run and a full store do without. Credentials inside a
        URL are dropped.

        Raises
        ------
        UsageError
            The base URL is not an http(s) URL.
        """
        url = base_url or os.environ.get("OPENAI_BASE_URL") or "https://api.openai.com/v1"
        try:
            parts = urlsplit(url)
        except ValueError:
            parts = urlsplit("")
        if parts.scheme not in {"http", "https"} or not parts.hostname:
            raise UsageError(
                f"{url!r} is not an http(s) URL", where="--base-url", mend="http://HOST:PORT/v1"
            )
        host = parts.netloc.rpartition("@")[2]
        clean = urlunsplit((parts.scheme, host, parts.path.rstrip("/"), "", ""))
        free = "" if parts.hostname == "api.openai.com" else NO_KEY
        return cls(clean, key or os.environ.get("OPENAI_API_KEY") or free)


@dataclass(frozen=True, slots=True)
class Retry:
    """How often and how patiently a call is tried; times in seconds.

    A Retry-After beyond ``patience`` ends the call at once.
    """

    tries: int = 6
    first: float = 0.5
    longest: float = 20.0
    patience: float = 120.0
    seed: int = 0

    def delay(self, attempt: int, after: float | None, dice: random.Random) -> float:
        """Return how long to wait before the next try, with jitter above what was asked for."""
        wait = min(self.longest, self.first * 2**attempt)
        return wait * dice.uniform(0.5, 1.0) if after is None else after + dice.uniform(0, 0.1)


class _Retriable(Exception):
    """Another try may help; ``mend`` says what will, where nobody was there to answer."""

    def __init__(
        self,
        what: str,
        *,
        pushed_back: bool = False,
        after: float | None = None,
        mend: str | None = None,
    ) -> None:
        super().__init__(what)
        self.pushed_back, self.after, self.mend = pushed_back, after, mend


class _Refused(Exception):
    """A 400 that names a parameter."""


class Client:
    """Asks one endpoint; use as ``async with Client(endpoint) as client``.

    Parameters
    ----------
    endpoint
        Where the models are.
    limiter, budget, retry, timeout
        How many calls at once, what they may spend, how often they are tried, and how many
        seconds one try may take.
    known
        Capabilities by model, as an earlier run remembered them; probed where missing.
    learnt
        Called with ``known`` whenever something is added to it.
    tell
        Called once, with one line, when a call has to be tried again: somebody may be waiting.
    """

    def __init__(
        self,
        endpoint: Endpoint,
        *,
        limiter: Limiter | None = None,
        budget: Budget | None = None,
        retry: Retry | None = None,
        timeout: float = 120.0,
        known: Mapping[str, Capabilities] | None = None,
        learnt: Callable[[Mapping[str, Capabilities]], None] | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self.endpoint = endpoint
        self.limiter = limiter or Limiter()
        self.budget = budget or Budget()
        self.retry = retry or Retry()
        self.timeout = timeout
        self.known = dict(known or {})
        self._learnt = learnt or (lambda known: None)
        self._tell = tell
        self._met = False  # whether the endpoint has answered yet
        self.retries = 0
        self._dice = random.Random(self.retry.seed)  # noqa: S311 (jitter)
        self._probing = asyncio.Lock()
        self._sdk: openai.AsyncOpenAI | None = None

    async def __aenter__(self) -> Self:
        # Importing the SDK takes most of a second, which runs without a model need not pay.
        sdk = importlib.import_module("openai")
        # Which HTTP library the SDK is built on depends on its version.
        self._http = importlib.import_module(sdk.Timeout.__init__.__module__.partition(".")[0])
        fast = importlib.util.find_spec("aiohttp") is not None
        self._faults = sdk
        try:  # what certificates and proxies the environment names is read here
            http_client = sdk.DefaultAioHttpClient() if fast else sdk.DefaultAsyncHttpxClient()
        except Exception as exc:
            found = hindered(exc)
            raise Unavailable(found.what, where=self.endpoint.base_url, mend=found.mend) from exc
        self._sdk = sdk.AsyncOpenAI(
            api_key=self.endpoint.key or NO_KEY,
            base_url=self.endpoint.base_url,
            max_retries=0,
            timeout=self.timeout,
            http_client=http_client,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None
    ) -> None:
        if self._sdk is not None:
            await self._sdk.close()
            self._sdk = None

    def slot(self) -> AbstractAsyncContextManager[None]:
        """Hold one of the endpoint's slots: around a call and around keeping its result."""
        return self.limiter.slot()

    async def ask(self, ask: Ask) -> Reply:
        """Return the reply to ``ask``; a reply may be empty, truncated or refused.

        Raises
        ------
        CallFailed
            It came to nothing: refused for good, or failed in every try.
        OverBudget
            The call would break the budget.
        Unavailable
            At first contact: the endpoint, the model or the API key is not there.
        """
        able = await self.capabilities(ask)
        try:
            reply = await self._persist(ask, able)
        except Absent as exc:
            raise self._unavailable(ask.model, exc) from exc
        reasoned = able.reasoning
        if able.learn(ask, reply):
            reply = await self._persist(ask, able)
        if able.reasoning != reasoned:
            self._learnt(self.known)
        return replace(reply, sent=able.notes)

    async def capabilities(self, ask: Ask) -> Capabilities:
        """Return what the endpoint can do for the model of ``ask``, probing at first contact.

        Raises
        ------
        Unavailable
            The endpoint or the model is not there.
        OverBudget
            Not even the probes fit into the budget.
        """
        if ask.model in self.known:
            return self.known[ask.model]
        async with self._probing:
            if ask.model not in self.known:
                try:
                    self.known[ask.model] = await self._probe(ask)
                except OverBudget:
                    raise
                except CallFailed as exc:
                    raise self._unavailable(ask.model, exc) from exc
                self._learnt(self.known)
            return self.known[ask.model]

    def _unavailable(self, model: str, failed: CallFailed) -> Unavailable:
        return Unavailable(
            f"{model} does not answer: {failed}",
            where=self.endpoint.base_url,
            mend=failed.mend or "check the model's name, --base-url and OPENAI_API_KEY",
        )

    async def _probe(self, ask: Ask) -> Capabilities:
        able = Capabilities()
        counting = limit_ask(ask.model)
        reply = await self._persist(counting, able)
        if (reply.completion_tokens or 0) > 2 * (counting.max_tokens or 0) and able.limit:
            able.refuse(able.limit)
            reply = await self._persist(counting, able)
        able.reasoning = starved(reply)
        structured, misses = structure_ask(ask), 0
        while able.mode != "text":
            reply = await self._persist(structured, able)
            able.reasoning = able.reasoning or starved(reply)
            if obeyed(reply):
                break
            misses += 1
            if misses % 2 == 0:
                able.refuse("response_format")
        return able

    async def _persist(self, ask: Ask, able: Capabilities) -> Reply:
        """Try until a reply comes, the tries are used up, or trying is pointless."""
        attempt = 0
        while True:
            era = self.limiter.halvings
            mode, body = able.mode, able.parameters(ask)
            allowance = able.allowance(ask)
            try:
                async with self.budget.reserve(ask.model, ask.characters, allowance):
                    reply = await self._try(body, mode)
                    self.budget.charge(ask.model, ask.characters, reply)
                self.limiter.succeeded()
                self._met = True
                return reply
            except _Refused as exc:
                # Another call may have learnt the same refusal in the meantime.
                if able.parameters(ask) == body:
                    able.refuse(str(exc))
                    self._learnt(self.known)
            except _Retriable as exc:
                attempt += 1
                if exc.pushed_back:
                    self.limiter.refused(era)
                if attempt >= self.retry.tries or (exc.after or 0) > self.retry.patience:
                    failed = Absent if exc.mend and not self._met else CallFailed
                    raise failed(f"{exc}, after {attempt} tries", exc.mend) from exc
                self.retries += 1
                self._tell_of(exc)
                await asyncio.sleep(self.retry.delay(attempt - 1, exc.after, self._dice))

    def _tell_of(self, fault: _Retriable) -> None:
        """Say, the first time, that a call is tried again; being slowed down is nothing to tell."""
        if self._tell is not None and not fault.pushed_back:
            self._tell(
                f"{self.endpoint.base_url}: {fault}; trying again, {self.retry.tries} tries in all"
            )
            self._tell = None

    async def _try(self, body: dict[str, JsonValue], mode: Mode) -> Reply:
        if self._sdk is None:
            raise UsageError("the client is closed", mend="use it inside its `async with` block")
        if not self.endpoint.key:
            where = self.endpoint.base_url
            raise Unavailable("no API key", where=where, mend="set OPENAI_API_KEY")
        faults = self._faults
        try:
            async with asyncio.timeout(self.timeout):
                response = await self._sdk.post(
                    "/chat/completions", cast_to=self._http.Response, body=body
                )
                return read_reply(response.content, mode)
        except TimeoutError as exc:
            mend = "check --base-url, or give --timeout more seconds"
            raise _Retriable(f"no reply within {self.timeout:g} s", mend=mend) from exc
        except faults.APIStatusError as exc:
            raise self._judged(exc, body) from exc
        except faults.APIConnectionError as exc:
            raise self._unreached(exc) from exc
        except ValueError as exc:
            raise _Retriable(f"not a chat completion: {exc}") from exc
        except (self._http.HTTPError, OSError) as exc:
            raise _Retriable(f"connection broke: {exc}") from exc

    def _unreached(self, exc: Exception) -> Exception:
        """Return what it means for the call that nobody was reached."""
        found = unreachable(exc, self.endpoint.base_url)
        # A name that was known a moment ago may come back.
        if found.may_heal or self._met:
            return _Retriable(found.what, mend=found.mend)
        return Absent(found.what, found.mend)

    def _judged(self, exc: "openai.APIStatusError", body: Mapping[str, JsonValue]) -> Exception:
        """Return what an HTTP error means for the call."""
        status, after = exc.status_code, _seconds(exc.response.headers.get("retry-after"))
        if status in RETRIED:
            pushed_back = status == 429 or after is not None
            return _Retriable(f"HTTP {status}", pushed_back=pushed_back, after=after)
        if status in UNKNOWN_PARAMETER:
            name = named_parameter(exc.body, exc.message, body)
            if name is not None:
                return _Refused(name)
        said = exc.body.get("message") if isinstance(exc.body, Mapping) else None
        message = said if isinstance(said, str) and said else exc.message
        # Some servers echo the key they refuse.
        has_key, base_url = self.endpoint.key != NO_KEY, self.endpoint.base_url
        if has_key:
            message = message.replace(self.endpoint.key, "[key]")
        mend = denied(status, message, base_url, str(body["model"]), has_key=has_key)
        failed = CallFailed if mend is None or self._met else Absent
        return failed(f"HTTP {status}: {' '.join(message.split())[:300]}", mend)


def _seconds(header: str | None) -> float | None:
    """Read a Retry-After header: seconds, or a date."""
    if header is None:
        return None
    try:
        wait = float(header)
    except ValueError:
        try:
            wait = parsedate_to_datetime(header).timestamp() - time.time()
        except ValueError:
            return None
    return max(0.0, wait) if math.isfinite(wait) else None

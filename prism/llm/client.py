"""The client: one connection pool an endpoint, and everything that can go wrong on a call."""

import asyncio
import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Self

from pydantic import JsonValue

from prism.errors import Unavailable, UsageError
from prism.llm.budget import Budget
from prism.llm.capabilities import Capabilities, limit_ask, obeyed, starved, structure_ask
from prism.llm.diagnosis import NOT_SERVED, denied, unreachable
from prism.llm.endpoint import NO_KEY, Endpoint
from prism.llm.limiter import Limiter
from prism.llm.mask import Mask
from prism.llm.records import Absent, Ask, CallFailed, Filtered, Mode, OverBudget, Reply
from prism.llm.reply import decoded, error_in, read_reply
from prism.llm.wire import Redirected, TooLarge, Wire
from prism.llm.words import Complaint, complaint_of, read_complaint, told

__all__ = ["Client", "Retry"]

RETRIED = frozenset({408, 409, 425, 429, *range(500, 600)}) - NOT_SERVED
REFUSES = frozenset({200, 400, 422})  # how servers answer that do not take a parameter
FEW = 2  # tries where another one will hardly help


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
    """Another try may help; ``mend`` says what will, where nobody was there to answer.

    ``after`` is how many seconds to wait, ``most`` how often to try at all. What is ``common`` to
    all calls, and no fault of one, ends the run unless others were answered.
    """

    def __init__(
        self,
        what: str,
        *,
        pushed_back: bool = False,
        after: float | None = None,
        mend: str | None = None,
        most: int | None = None,
        common: bool = False,
    ) -> None:
        super().__init__(what)
        self.pushed_back, self.after, self.mend = pushed_back, after, mend
        self.most, self.common = most, common


class _Refused(Exception):
    """The server does not take a part of the request: the one it names, else '' where it may be."""

    def __init__(self, name: str, said: str) -> None:
        super().__init__(said)
        self.name = name


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
        self._served = False  # whether it has answered what was to be asked
        self._spent: OverBudget | None = None  # why nothing more can be had
        self._proven: set[tuple[str, Mode]] = set()  # how structured replies were had
        self._mask = Mask(*endpoint.secrets)
        self.retries = 0
        self._dice = random.Random(self.retry.seed)  # noqa: S311 (jitter)
        self._probing = asyncio.Lock()
        self._wire: Wire | None = None

    async def __aenter__(self) -> Self:
        self._wire = await Wire(self.endpoint).__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None
    ) -> None:
        if self._wire is not None:
            await self._wire.__aexit__()
            self._wire = None

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
        self._served = True
        if ask.schema is not None:
            self._proven.add((ask.model, reply.mode))
        reasoned = able.reasoning
        if able.learn(ask, reply):
            reply = await self._persist(ask, able)
        if able.reasoning != reasoned:
            self._learnt(self.known)
        return reply

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
            where=self.endpoint.shown,
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
        attempt, now = 0, able  # ``now``: something simpler, where nobody says what is refused
        simpler: Iterator[Capabilities] | None = None
        while True:
            if self._spent is not None:
                raise self._spent
            era, body = self.limiter.halvings, now.parameters(ask)
            try:
                async with self.budget.reserve(ask.model, ask.characters, now.allowance(ask)):
                    reply = await self._try(body, now.mode)
                    self.budget.charge(ask.model, ask.characters, reply)
                self.limiter.succeeded()
                self._met = True
                # What served many calls is not given up for one that it did not serve.
                if now is not able and (ask.model, able.mode) not in self._proven:
                    able.adopt(now)
                    self._learnt(self.known)
                return replace(reply, sent=now.notes)
            except _Refused as exc:
                # Another call may have learnt the same refusal in the meantime.
                if exc.name and now.parameters(ask) == body:
                    now.refuse(exc.name)
                    self._learnt(self.known)
                elif not exc.name:
                    simpler = simpler or iter(able.simpler(ask))
                    following = next(simpler, None)
                    if following is None:
                        raise CallFailed(str(exc)) from exc
                    now = following
            except _Retriable as exc:
                attempt += 1
                if exc.pushed_back:
                    self.limiter.refused(era)
                most = min(self.retry.tries, exc.most or self.retry.tries)
                if attempt >= most or (exc.after or 0) > self.retry.patience:
                    raise self._given_up(exc, attempt) from exc
                self.retries += 1
                self._tell_of(exc)
                await asyncio.sleep(self.retry.delay(attempt - 1, exc.after, self._dice))

    def _given_up(self, exc: _Retriable, attempts: int) -> CallFailed:
        nobody = not (self._served if exc.common else self._met)
        failed = Absent if exc.mend and nobody else CallFailed
        return failed(f"{exc}, after {attempts} tries" if attempts > 1 else str(exc), exc.mend)

    def _tell_of(self, fault: _Retriable) -> None:
        """Say, the first time, that a call is tried again; being slowed down is nothing to tell."""
        if self._tell is not None and not fault.pushed_back:
            self._tell(
                f"{self.endpoint.shown}: {fault}; trying again, {self.retry.tries} tries in all"
            )
            self._tell = None

    async def _try(self, body: dict[str, JsonValue], mode: Mode) -> Reply:
        if self._wire is None:
            raise UsageError("the client is closed", mend="use it inside its `async with` block")
        if not self.endpoint.key:
            where = self.endpoint.shown
            raise Unavailable("no API key", where=where, mend="set OPENAI_API_KEY")
        try:
            async with asyncio.timeout(self.timeout):
                received = await self._wire.post(body)
            if not 200 <= received.status < 300:
                complaint = read_complaint(
                    received.status, received.headers, received.content, self._mask
                )
                raise self._judged(complaint, body)
            data = self._mask.within(decoded(received.content))
            error = error_in(data)
            if error is not None:
                complaint = complaint_of(received.status, received.headers, error, self._mask)
                raise self._judged(complaint, body)
            return read_reply(data, mode)
        except (_Refused, _Retriable, CallFailed):
            raise
        except Exception as exc:
            raise self._broken(exc) from exc

    def _broken(self, exc: Exception) -> Exception:
        """Return what it means for the call that no readable reply came."""
        said = told(self._mask(str(exc) or type(exc).__name__))
        if isinstance(exc, TimeoutError):
            mend = "check --base-url, or give --timeout more seconds"
            return _Retriable(f"no reply within {self.timeout:g} s", mend=mend)
        if isinstance(exc, Redirected):
            mend = "give --base-url where the models are served"
            return _Retriable(said, mend=mend, most=FEW, common=True)
        if isinstance(exc, TooLarge):
            return _Retriable(said, most=FEW)
        if isinstance(exc, ValueError | RecursionError):
            return _Retriable(f"not a chat completion: {said}")
        found = unreachable(exc, self.endpoint.shown)
        what = told(self._mask(found.what))
        # A name that was known a moment ago may come back.
        if found.may_heal or self._met:
            return _Retriable(what, mend=found.mend)
        return Absent(what, found.mend)

    def _judged(self, complaint: Complaint, body: Mapping[str, object]) -> Exception:
        """Return what an error of the server means for the call."""
        status, said = complaint.status, str(complaint)
        if complaint.quota:
            if not self._met:
                return Absent(said, "the account's quota is used up: see its plan and billing")
            self._spent = OverBudget(said)
            return self._spent
        if complaint.filtered:
            return Filtered(said)
        name = complaint.blames(body)
        if name is not None and (status in REFUSES or name == "response_format"):
            return _Refused(name, said)
        if status in RETRIED or status < 300:
            pushed_back = status == 429 or complaint.after is not None
            return _Retriable(said, pushed_back=pushed_back, after=complaint.after)
        if status in REFUSES and not complaint.too_long:
            return _Refused("", said)
        has_key, base_url = self.endpoint.key != NO_KEY, self.endpoint.shown
        mend = denied(status, complaint.words, base_url, str(body["model"]), has_key=has_key)
        failed = CallFailed if mend is None or self._met else Absent
        return failed(said, mend)

"""What a run may spend: tokens, and money where the user supplied a price list."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from prism.errors import BadRecord, UnreadableFile, UsageError
from prism.llm.records import OverBudget, Reply

__all__ = ["Bill", "Budget", "Price", "read_prices"]

# Characters a token, on the low side, so that a reservation is rarely too small.
DENSE = 3.0
# What is reserved for the reply of a call that sets no limit of its own.
UNLIMITED_REPLY = 4096


class Price(BaseModel):
    """Price of one model per million tokens, in whatever currency the list is in."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    prompt: float
    completion: float

    def of(self, prompt_tokens: float, completion_tokens: float) -> float:
        """Return what so many tokens cost.

        >>> Price(prompt=1, completion=10).of(1_000_000, 100_000)
        2.0
        """
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / 1e6


def read_prices(path: Path) -> dict[str, Price]:
    """Read a price list: ``{"MODEL": {"prompt": 1.25, "completion": 10.0}, …}``.

    Raises
    ------
    UnreadableFile, BadRecord
        The file cannot be read, or is not such a list.
    """
    try:
        return TypeAdapter(dict[str, Price]).validate_json(path.read_bytes())
    except OSError as exc:
        raise UnreadableFile(exc.strerror or "cannot be read", where=str(path)) from exc
    except ValidationError as exc:
        fault = exc.errors()[0]
        raise BadRecord(
            f"not a price list: {fault['msg']}",
            where=f"{path}: $.{'.'.join(map(str, fault['loc']))}",
            mend='write {"MODEL": {"prompt": 1.25, "completion": 10.0}}, per million tokens',
        ) from exc


@dataclass(slots=True)
class Bill:
    """What has been spent so far; ``cost`` stays 0 without a price list."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    @property
    def tokens(self) -> int:
        """Prompt and completion tokens."""
        return self.prompt_tokens + self.completion_tokens


class Budget:
    """Lets a call through only while the limits hold even if it costs as much as it may.

    Near the limit calls wait for others to settle rather than being refused on the strength of
    reservations; a call is refused when the limit would break with nothing else under way.

    Parameters
    ----------
    max_tokens, max_cost
        Limits of the whole run; None for none.
    prices
        Price by model name; needed for ``max_cost``.
    """

    def __init__(
        self,
        max_tokens: int | None = None,
        max_cost: float | None = None,
        prices: Mapping[str, Price] | None = None,
    ) -> None:
        if max_cost is not None and not prices:
            raise UsageError("no prices are known", where="--max-cost", mend="give --prices FILE")
        self.max_tokens, self.max_cost = max_tokens, max_cost
        self.prices = prices or {}
        self.bill = Bill()
        self._reserved_tokens = 0.0
        self._reserved_cost = 0.0
        self._settled = asyncio.Condition()

    @asynccontextmanager
    async def reserve(
        self, model: str, characters: int, max_tokens: int | None
    ) -> AsyncIterator[None]:
        """Hold back the most a call may spend for the time of the block.

        Raises
        ------
        OverBudget
            The limit would break.
        UsageError
            ``max_cost`` is set and the model has no price.
        """
        if self.max_tokens is None and self.max_cost is None:
            yield
            return
        prompt, completion = characters / DENSE, max_tokens or UNLIMITED_REPLY
        tokens, cost = prompt + completion, self._price(model, prompt, completion)
        async with self._settled:
            await self._settled.wait_for(
                lambda: self._fits(tokens, cost) or not self._reserved_tokens
            )
            if not self._fits(tokens, cost):
                raise OverBudget("the budget of this run is used up")
            self._reserved_tokens += tokens
            self._reserved_cost += cost
        try:
            yield
        finally:
            self._reserved_tokens -= tokens
            self._reserved_cost -= cost
            if self._reserved_tokens < 1e-6:
                self._reserved_tokens = self._reserved_cost = 0.0
            async with self._settled:
                self._settled.notify_all()

    def charge(self, model: str, characters: int, reply: Reply) -> None:
        """Add what a reply cost; where the endpoint reports no usage, as estimated by length."""
        prompt = reply.prompt_tokens
        completion = reply.completion_tokens
        prompt = round(characters / DENSE) if prompt is None else prompt
        completion = round(len(reply.text) / DENSE) if completion is None else completion
        self.bill.calls += 1
        self.bill.prompt_tokens += prompt
        self.bill.completion_tokens += completion
        self.bill.cost += self._price(model, prompt, completion)

    def _fits(self, tokens: float, cost: float) -> bool:
        spent_tokens = self.bill.tokens + self._reserved_tokens + tokens
        spent_cost = self.bill.cost + self._reserved_cost + cost
        return (self.max_tokens is None or spent_tokens <= self.max_tokens) and (
            self.max_cost is None or spent_cost <= self.max_cost
        )

    def _price(self, model: str, prompt: float, completion: float) -> float:
        price = self.prices.get(model)
        if price is not None:
            return price.of(prompt, completion)
        if self.max_cost is not None:
            raise UsageError(
                f"no price for {model}", where="--prices", mend=f'add "{model}" to the list'
            )
        return 0.0

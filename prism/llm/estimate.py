"""What a run will ask of language models and pay: records, and how they add up.

All figures are ranges from least to most. Tokens are estimates by length: no tokenizer is asked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from prism.llm.budget import Price
from prism.llm.records import Message

__all__ = ["CHARACTERS_A_TOKEN", "Estimate", "Foretold", "Range", "between", "one_call"]

CHARACTERS_A_TOKEN = 4.0

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will ask; every figure is a range from least to most.

    Attributes
    ----------
    calls
        Calls by kind: ``parse``, ``edge``, ``criterion``, ``outcome`` … Not in it are two to four
        tiny calls at first contact with a model, repairs of a parse, and repeated tries.
    characters
        Of all prompts. Exact where the calls are, for endpoints with structured output.
    prompt_tokens, reply_tokens, cost
        Estimates by length; ``cost`` in the currency of the price list, None without one.
    """

    calls: Mapping[str, Range] = field(default_factory=dict)
    characters: Range = (0, 0)
    prompt_tokens: Range = (0, 0)
    reply_tokens: Range = (0, 0)
    cost: Range | None = None

    @property
    def exact(self) -> bool:
        """Whether the number of calls is known."""
        return all(low == high for low, high in self.calls.values())

    @property
    def all_calls(self) -> Range:
        """The calls of all kinds together."""
        low, high = (sum(count[end] for count in self.calls.values()) for end in (0, 1))
        return low, high

    def __add__(self, other: Self) -> "Estimate":
        kinds = sorted({*self.calls, *other.calls})
        none = (0, 0)
        costs = [cost for cost in (self.cost, other.cost) if cost is not None]
        return Estimate(
            {k: _add(self.calls.get(k, none), other.calls.get(k, none)) for k in kinds},
            _add(self.characters, other.characters),
            _add(self.prompt_tokens, other.prompt_tokens),
            _add(self.reply_tokens, other.reply_tokens),
            _add(*costs) if len(costs) == 2 else next(iter(costs), None),
        )


@dataclass(frozen=True, slots=True)
class Foretold:
    """What will be asked, and what it would be with ``--all-edges``; None where that is asked."""

    asked: Estimate
    all_edges: Estimate | None


def one_call(
    kind: str, messages: Sequence[Message], reply: float, price: Price | None = None
) -> Estimate:
    """Return what one call of ``kind`` takes, with a reply of so many tokens.

    >>> one_call("edge", [{"role": "user", "content": "Is it so?!!!"}], 120).prompt_tokens
    (3.0, 3.0)
    """
    length = sum(len(message["content"]) for message in messages)
    tokens = length / CHARACTERS_A_TOKEN
    cost = price.of(tokens, reply) if price else None
    return Estimate(
        {kind: (1, 1)},
        (length, length),
        (tokens, tokens),
        (reply, reply),
        (cost, cost) if cost is not None else None,
    )


def between(least: Estimate, most: Estimate) -> Estimate:
    """Return the estimate that reaches from the low end of one to the high end of the other."""
    nothing = (0, 0)
    kinds = sorted({*least.calls, *most.calls})
    return Estimate(
        {k: (least.calls.get(k, nothing)[0], most.calls.get(k, nothing)[1]) for k in kinds},
        (least.characters[0], most.characters[1]),
        (least.prompt_tokens[0], most.prompt_tokens[1]),
        (least.reply_tokens[0], most.reply_tokens[1]),
        (least.cost[0], most.cost[1]) if least.cost and most.cost else None,
    )


def _add(one: Range, other: Range) -> Range:
    return one[0] + other[0], one[1] + other[1]

"""The price before the first call: exact where the graph exists, an interval where it does not."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

from prism.judges.model.messages import Edges, Writer, batch_prompt
from prism.llm.budget import Price
from prism.llm.records import Message
from prism.parsers.openai import parse_messages
from prism.prompts import Prompts
from prism.records.probe import Probe

__all__ = ["Estimate", "Foretold", "Range", "between", "estimate", "estimate_parse", "unseen_edges"]

# All estimates below are named so in every report: no tokenizer is asked.
CHARACTERS_A_TOKEN = 4.0
REPLY_TOKENS: Mapping[str, int] = {"edge": 120, "criterion": 180}
USUAL_REPLY = 120
# Edges a hundred words, and those of them that are causal. Ten public records of WhatIfBench's
# parser hold 7.0 to 10.7, of which 0 to 4.5 are causal.
EDGES_LOW, EDGES_HIGH = 6.0, 12.0
CAUSAL_LOW, CAUSAL_HIGH = 1.0, 5.0
UNIT_CHARACTERS = 80

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


def estimate(
    calls: Sequence[Sequence[Probe]],
    writer: Writer,
    *,
    edges: Edges = "each",
    price: Price | None = None,
) -> Estimate:
    """Return what judging takes, call by call: their number and prompt characters are exact.

    Leave out what a store holds; multiply by adding the estimate once a replicate or judge.
    """
    total = Estimate(cost=(0, 0) if price else None)
    for asked in calls:
        first = asked[0]
        messages = writer.write(asked, batch_prompt(first, edges), "json_schema")
        reply = REPLY_TOKENS.get(first.kind, USUAL_REPLY) * len(asked)
        total += _calls(first.kind, _length(messages), reply, price)
    return total


def estimate_parse(text: str, prompts: Prompts, price: Price | None = None) -> Estimate:
    """Return what having a language model parse ``text`` takes, without the repair of a reply."""
    reply = len(text) * 2 / CHARACTERS_A_TOKEN
    return _calls("parse", _length(parse_messages(prompts, text)), reply, price)


def unseen_edges(
    text: str, pattern: Probe, *, every: bool = True, further: int = 0
) -> tuple[list[Probe], list[Probe]]:
    """Return stand-ins for the fewest and the most edge probes a parse of ``text`` will lead to.

    ``pattern`` is any edge probe of the text; ``every`` tells that links which are not causal are
    asked, too, ``further`` how many more may be asked that are not of the graph.
    """
    words = len(text.split())
    shares = (EDGES_LOW, EDGES_HIGH) if every else (CAUSAL_LOW, CAUSAL_HIGH)
    least, most = (math.ceil(words * share / 100) for share in shares)
    if not every:
        most += 1  # a short text may well hold one causal link more than its share
    stand_ins = [_stand_in(pattern, number) for number in range(most + further)]
    return stand_ins[:least], stand_ins


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


def _stand_in(pattern: Probe, number: int) -> Probe:
    unit = f"{number:>{UNIT_CHARACTERS}}"
    question = {**pattern.question, "source": unit, "target": unit}
    return Probe.model_validate({**dict(pattern), "question": question})


def _calls(kind: str, length: int, reply: float, price: Price | None) -> Estimate:
    tokens = length / CHARACTERS_A_TOKEN
    cost = price.of(tokens, reply) if price else None
    return Estimate(
        {kind: (1, 1)},
        (length, length),
        (tokens, tokens),
        (reply, reply),
        (cost, cost) if cost is not None else None,
    )


def _length(messages: Sequence[Message]) -> int:
    return sum(len(message["content"]) for message in messages)


def _add(one: Range, other: Range) -> Range:
    return one[0] + other[0], one[1] + other[1]

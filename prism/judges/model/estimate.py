"""The price before the first call: exact where the graph exists, an interval where it does not."""

import math
from collections.abc import Mapping, Sequence

from prism.judges.model.messages import Writer, batch_prompt
from prism.llm.budget import Price
from prism.llm.estimate import Estimate, one_call
from prism.records.probe import Probe
from prism.records.question import EdgeQuestion
from prism.settings import Edges

__all__ = ["estimate", "unseen_edges"]

REPLY_TOKENS: Mapping[str, int] = {"edge": 120, "criterion": 180}
USUAL_REPLY = 120
# Edges a hundred words, and those of them that are causal. Ten public records of WhatIfBench's
# parser hold 7.0 to 10.7, of which 0 to 4.5 are causal.
EDGES_LOW, EDGES_HIGH = 6.0, 12.0
CAUSAL_LOW, CAUSAL_HIGH = 1.0, 5.0
UNIT_CHARACTERS = 80


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
        total += one_call(first.kind, messages, reply, price)
    return total


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


def _stand_in(pattern: Probe, number: int) -> Probe:
    unit = f"{number:>{UNIT_CHARACTERS}}"
    question = pattern.asks(EdgeQuestion).model_copy(update={"source": unit, "target": unit})
    return pattern.replaced(question=question)

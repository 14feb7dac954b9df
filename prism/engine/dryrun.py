"""What a run would ask and cost, found out without asking anybody."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from prism.engine.score import Prepared, prepare
from prism.graph import CausalGraph
from prism.judges.base import Judge
from prism.judges.controls import MOST_CONTROLS
from prism.judges.local.estimate import (
    Estimate,
    Foretold,
    between,
    estimate,
    estimate_parse,
    unseen_edges,
)
from prism.judges.model.judge import OpenAIJudge
from prism.judges.panel import Panel
from prism.llm.budget import Price
from prism.parsers.base import Parser
from prism.parsers.openai import OpenAIParser
from prism.records.item import Item
from prism.records.probe import Probe
from prism.store.cached import StoredJudge, StoredParser
from prism.suites.base import Setup
from prism.suites.registry import suite_for

__all__ = ["both_prices", "dry_run", "foresee", "unseen"]

Prices = Mapping[str, Price]


async def both_prices(
    items: Sequence[Item],
    setup: Setup,
    graphs: Mapping[str, CausalGraph] | None = None,
    prices: Prices | None = None,
    *,
    controls: bool = False,
) -> Foretold:
    """Return what scoring ``items`` takes as :func:`dry_run` does, and with all edges asked."""
    setups = [setup, *([] if setup.asks_all else [replace(setup, all_edges=True)])]
    asked, *others = await _takes(items, setups, graphs or {}, prices or {}, controls=controls)
    return Foretold(asked, others[0] if others else None)


async def dry_run(
    items: Sequence[Item],
    setup: Setup,
    graphs: Mapping[str, CausalGraph] | None = None,
    prices: Prices | None = None,
    *,
    controls: bool = False,
) -> Estimate:
    """Return what scoring ``items`` takes; what a store holds is not asked again.

    Exact where the graph exists: given, stored, or made by a parser that asks no language model.
    """
    [asked] = await _takes(items, [setup], graphs or {}, prices or {}, controls=controls)
    return asked


async def _takes(
    items: Sequence[Item],
    setups: Sequence[Setup],
    graphs: Mapping[str, CausalGraph],
    prices: Prices,
    *,
    controls: bool,
) -> list[Estimate]:
    """Return what scoring ``items`` takes by each of ``setups``, which share a parser."""
    totals = [Estimate() for _ in setups]
    for item in items:
        known, unparsed = _known(item, setups[0], graphs)
        found = (await prepare(item, setups[0], known)).graphs
        for place, setup in enumerate(setups):
            ready = Prepared(item, found, setup)
            totals[place] += _judging(ready, unparsed, prices, controls=controls)
    return totals


def _known(
    item: Item, setup: Setup, graphs: Mapping[str, CausalGraph]
) -> tuple[dict[str, CausalGraph], list[str]]:
    """Return the graphs that exist or stand in, and the roles whose text a model has yet to parse.

    Others are parsed here and now: that costs nothing.
    """
    known, unparsed = dict(graphs), []
    for role in suite_for(item.kind).roles:
        held = known.get(role) or _held(setup.parser, item.texts[role])
        if held is not None:
            known[role] = held
        elif _asks(setup.parser):
            known[role] = CausalGraph(text=item.texts[role])
            unparsed.append(role)
    return known, unparsed


def _judging(
    ready: Prepared, unparsed: Sequence[str], prices: Prices, *, controls: bool
) -> Estimate:
    """Return what is asked of one item, and of the texts that are not parsed yet."""
    known_answers = [control.probe for control in ready.controls()] if controls else []
    total = foresee(ready.setup.judge, [*ready.probes, *known_answers], prices)
    for role in unparsed:
        further = MOST_CONTROLS if controls else 0
        total += _unparsed(ready.item, role, ready.setup, prices, further)
    return total


def foresee(judge: Judge, probes: Sequence[Probe], prices: Prices) -> Estimate:
    """Return what ``judge`` would ask of language models to answer ``probes``."""
    if isinstance(judge, Panel):
        return sum((foresee(one, probes, prices) for one in judge.judges), Estimate())
    asker = judge.judge if isinstance(judge, StoredJudge) else judge
    if not isinstance(asker, OpenAIJudge):
        return Estimate()
    calls = judge.missing(probes) if isinstance(judge, StoredJudge) else asker.calls(probes)
    price = prices.get(asker.model)
    return estimate(calls, asker.writer, edges=asker.edges, price=price)


def unseen(item: Item, role: str, setup: Setup, prices: Prices, further: int) -> Estimate:
    """Return judging the edges of a text that has no graph yet; ``further`` are no edges of it."""
    text = item.texts[role]
    stand_in = CausalGraph.of(["a", "b"], [(0, 1, "CAUSE")], text=text)
    probes = Prepared(item, {role: stand_in}, setup).probes
    pattern = next((probe for probe in probes if probe.kind == "edge"), None)
    if pattern is None:
        return Estimate()
    least, most = unseen_edges(text, pattern, every=setup.asks_all, further=further)
    judge = setup.judge
    return between(foresee(judge, least, prices), foresee(judge, most, prices))


def _unparsed(item: Item, role: str, setup: Setup, prices: Prices, further: int) -> Estimate:
    """Return parsing one text, and judging the edges nobody knows yet."""
    price = prices.get(_inside(setup.parser).name.partition(":")[2])
    parse = estimate_parse(item.texts[role], setup.prompts, price)
    return unseen(item, role, setup, prices, further) + parse


def _inside(parser: Parser) -> Parser:
    return parser.parser if isinstance(parser, StoredParser) else parser


def _asks(parser: Parser) -> bool:
    return isinstance(_inside(parser), OpenAIParser)


def _held(parser: Parser, text: str) -> CausalGraph | None:
    return parser.held(text) if isinstance(parser, StoredParser) else None

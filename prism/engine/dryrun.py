"""What a run would ask and cost, found out without asking anybody."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from prism.engine.score import Prepared, prepare
from prism.graph import CausalGraph
from prism.judges.controls import MOST_CONTROLS
from prism.judges.model.estimate import unseen_edges
from prism.llm.budget import Price
from prism.llm.estimate import Estimate, Foretold, between
from prism.records.item import Item
from prism.suites.base import Setup
from prism.suites.registry import suite_for

__all__ = ["both_prices", "dry_run", "unseen"]

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
        held = known.get(role) or setup.parser.held(item.texts[role])
        if held is not None:
            known[role] = held
        elif setup.parser.cost(item.texts[role], {}).calls:
            known[role] = CausalGraph(text=item.texts[role])
            unparsed.append(role)
    return known, unparsed


def _judging(
    ready: Prepared, unparsed: Sequence[str], prices: Prices, *, controls: bool
) -> Estimate:
    """Return what is asked of one item, and of the texts that are not parsed yet."""
    known_answers = [control.probe for control in ready.controls()] if controls else []
    total = ready.setup.judge.cost([*ready.probes, *known_answers], prices)
    for role in unparsed:
        further = MOST_CONTROLS if controls else 0
        total += unseen(ready.item, role, ready.setup, prices, further)
        total += ready.setup.parser.cost(ready.item.texts[role], prices)
    return total


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
    return between(judge.cost(least, prices), judge.cost(most, prices))

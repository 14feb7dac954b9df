"""What a run would ask and cost, found out without asking anybody."""

from collections.abc import Mapping, Sequence

from prism.graph import CausalGraph
from prism.items import Item, Probe
from prism.judges.base import Judge
from prism.judges.controls import MOST_CONTROLS
from prism.judges.estimate import Estimate, between, estimate, estimate_parse, unseen_edges
from prism.judges.openai import OpenAIJudge
from prism.judges.panel import Panel
from prism.llm.budget import Price
from prism.parsers.base import Parser
from prism.parsers.openai import OpenAIParser
from prism.run import Prepared, prepare
from prism.stored import StoredJudge, StoredParser
from prism.suites.base import Setup
from prism.suites.registry import suite_for

__all__ = ["dry_run", "foresee"]

Prices = Mapping[str, Price]


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
    total = Estimate()
    for item in items:
        known = dict(graphs or {})
        unparsed = []
        for role in suite_for(item.kind).roles:
            held = known.get(role) or _held(setup.parser, item.texts[role])
            if held is not None:
                known[role] = held
            elif _asks(setup.parser):
                known[role] = CausalGraph(text=item.texts[role])
                unparsed.append(role)
        ready = await prepare(item, setup, known)
        known_answers = [control.probe for control in ready.controls()] if controls else []
        total += foresee(setup.judge, [*ready.probes, *known_answers], prices or {})
        for role in unparsed:
            further = MOST_CONTROLS if controls else 0
            total += _unparsed(item, role, setup, prices or {}, further)
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


def _unparsed(item: Item, role: str, setup: Setup, prices: Prices, further: int) -> Estimate:
    """Return parsing one text, and judging the edges nobody knows yet."""
    stand_in = CausalGraph.of(["a", "b"], [(0, 1, "CAUSE")], text=item.texts[role])
    probes = Prepared(item, {role: stand_in}, setup).probes
    pattern = next((probe for probe in probes if probe.kind == "edge"), None)
    told = Estimate()
    if pattern is not None:
        least, most = unseen_edges(item.texts[role], pattern, further=further)
        judge = setup.judge
        told = between(foresee(judge, least, prices), foresee(judge, most, prices))
    parser = _inside(setup.parser)
    price = prices.get(parser.name.partition(":")[2])
    return told + estimate_parse(item.texts[role], setup.prompts, price)


def _inside(parser: Parser) -> Parser:
    return parser.parser if isinstance(parser, StoredParser) else parser


def _asks(parser: Parser) -> bool:
    return isinstance(_inside(parser), OpenAIParser)


def _held(parser: Parser, text: str) -> CausalGraph | None:
    return parser.held(text) if isinstance(parser, StoredParser) else None

"""WhatIfBench: an explanation scored as a causal process (PM), by rubric (RM) and outcome (OM)."""

from collections.abc import Mapping
from functools import partial

from pydantic import JsonValue

from prism.llm.records import Message
from prism.prompts import Prompts
from prism.records.item import Item
from prism.records.report import Report
from prism.suites.base import (
    Suite,
    Tally,
    Variant,
    chat,
)
from prism.suites.modes import Modes
from prism.suites.protocol import FENCE, ORDER, QUOTE, WORDING, Call, Deviation
from prism.suites.published_scores import read_published
from prism.suites.whatif import explain, scoring, terminal
from prism.suites.whatif.failure import Symptoms, Thresholds, failure_modes, symptoms
from prism.suites.whatif.files.rubric import RubricFile
from prism.suites.whatif.files.whatif import MetricsItem, NativeItem
from prism.suites.whatif.formats import FORMATS
from prism.suites.whatif.report import WhatIfReport

__all__ = ["SUITE", "tally"]


def tally(report: Report) -> Tally:
    """Return the three scores and their parts, and the numbers of the graph."""
    if not isinstance(report, WhatIfReport):
        raise TypeError("not an explanation's report")
    pm, final, shape = report.process, report.final, report.structure
    both = final or pm
    scores = {
        "final": report.headline,
        "PM": pm.score,
        "RM": report.rubric,
        "OM": report.outcome,
        "published": both.published,
        "directed": both.directed,
        "PM published": pm.published,
        "PM directed": pm.directed,
        "PM all": pm.all,
    }
    numbers: dict[str, float | None] = {
        "units": shape.units,
        "edges": shape.edges,
        "causal edges": shape.causal_edges,
        "longest path": shape.longest_path.length,
        "fragmentation": shape.fragmentation,
        "unlinked": shape.unlinked,
        "cycles": len(shape.cycles),
    }
    return Tally(
        {name: score for name, score in scores.items() if score is not None},
        {name: float(value) for name, value in numbers.items() if value is not None},
    )


def _symptoms(report: WhatIfReport, item: Item) -> Symptoms | None:
    """Return what the report shows of the response; None of one without words."""
    if not item.texts.get("response", "").strip():
        return None
    return symptoms(report, item.texts.get("question", ""))


def _messages(item: Item, variant: Variant, strategy: str, prompts: Prompts) -> list[Message]:
    del variant
    fields = {
        "question": item.texts.get("question", ""),
        "domain": item.domain or "-",
        "answer_type": "closed" if item.gold else "open",
    }
    return chat(prompts.get(f"whatif_{strategy}"), fields)


def _slices(item: Item) -> Mapping[str, JsonValue]:
    """Return domain bucket and subcategory, as the file names them."""
    return {"domain": item.domain, "subcategory": item.meta.get("subcategory")}


_OUTCOME_TOKENS = Deviation("tokens", "1,024 tokens, where the paper's code allows 256")
_TREE = Deviation("reply", "units and relations alone, as JSON where the endpoint can")
PROTOCOL = (
    Call("answer", "the question", ("whatif_plain",), ("domain", "answer_type", "question")),
    Call(
        "parse", "the graph, with --parser openai:MODEL", ("parse",), ("text",),
        (WORDING, FENCE, _TREE),
    ),
    Call(
        "judge", "an edge", ("edge_published",),
        ("question", "response", "relation", "source", "target"), (WORDING, FENCE, ORDER, QUOTE),
    ),
    Call(
        "judge", "a criterion", ("criterion",),
        ("question", "response", "name", "description", "bands"), (WORDING, FENCE, ORDER, QUOTE),
    ),
    Call(
        "judge", "the outcome", ("outcome",), ("question", "response", "gold"),
        (WORDING, FENCE, ORDER, QUOTE, _OUTCOME_TOKENS),
    ),
)  # fmt: skip

SUITE = Suite(
    name="whatif",
    kinds=("whatif",),
    formats=FORMATS,
    schemas={
        "rubric": RubricFile,
        "whatif-item": NativeItem,
        "whatif-metrics-item": MetricsItem,
        "whatif-report": WhatIfReport,
    },
    roles=("response",),
    probes=scoring.probes,
    report=scoring.report,
    messages=_messages,
    strategies=("plain", "causal", "counterfactual", "long", "short", "paraphrase"),
    temperature=0.6,
    answer_tokens=4096,
    tally=tally,
    slices=_slices,
    protocol=PROTOCOL,
    paper=partial(read_published, "prism.suites.whatif"),
    models={"whatif": WhatIfReport, "structure": WhatIfReport},
    render_one=terminal.render_one,
    render_many=terminal.render_many,
    entries=explain.entries,
    modes=Modes(
        limits=Thresholds,
        symptoms=Symptoms,
        look=_symptoms,
        read=failure_modes,
        bare=lambda found: not found.causal,
    ),
    has_final=lambda item: item.rubric is not None,
)

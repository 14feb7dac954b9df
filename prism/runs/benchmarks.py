"""The benchmarks that can be run, one row each: how answers are asked for and what is reported.

What is judged and how it is counted stands in :mod:`prism.suites`; here stands what a whole
benchmark adds: prompts for the answering model, the decoding its paper publishes, what is resampled
together, and what its table is sliced by.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from prism.errors import UsageError
from prism.formats.pairing import with_phrasing
from prism.items import Item, Kind, digest
from prism.llm.records import Message
from prism.prompts import Prompts
from prism.runs.records import Variant
from prism.suites.ladder_prompts import SETTINGS, Presentation, ladder_messages

__all__ = ["BENCHMARKS", "PARAPHRASE", "Benchmark", "find_benchmark", "present"]

PARAPHRASE: Final = "paraphrase"
TIERS: Final = ("tier1", "tier2", "tier3", "tier4")
TIER_PHRASINGS: Final = MappingProxyType(
    {"tier2": ("D", "E", "F", "G"), "tier3": ("H1",), "tier4": ("H2",)}
)
WHATIF_STRATEGIES: Final = ("plain", "causal", "counterfactual", "long", "short", PARAPHRASE)


@dataclass(frozen=True, slots=True)
class Benchmark:
    """One benchmark.

    Attributes
    ----------
    name, kinds
        What the command calls it, and the kinds of item it holds.
    strategies, published
        Prompts that can be put to the answering model, and those that the paper's protocol puts.
    temperature, answer_tokens
        The paper's decoding of answers; None where it states none.
    messages
        The chat messages that put an item in a variant with a strategy.
    variants
        What every item is asked in, with a strategy.
    place
        The item as it stands in a variant.
    cluster
        What is not independent of each other: scenario, question or context.
    slices
        What tables group by: name of the slice, and the item's place in it.
    """

    name: str
    kinds: tuple[Kind, ...]
    strategies: tuple[str, ...]
    published: tuple[str, ...]
    temperature: float | None
    answer_tokens: int | None
    messages: Callable[[Item, Variant, str, Prompts], Sequence[Message]]
    variants: Callable[[Item, str], Sequence[Variant]]
    place: Callable[[Item, Variant], Item]
    cluster: Callable[[Item], str]
    slices: Callable[[Item], Mapping[str, str]]


def find_benchmark(name: str) -> Benchmark:
    """Return the benchmark called ``name``.

    Raises
    ------
    UsageError
        There is none of that name.
    """
    if name not in BENCHMARKS:
        raise UsageError(f"no benchmark {name!r}", mend=f"give {', '.join(BENCHMARKS)}")
    return BENCHMARKS[name]


def present(item: Item, variant: Variant, answer: str, who: Mapping[str, str]) -> Item:
    """Return ``item`` as it is judged: in its variant, answered, with who answered it and how."""
    placed = BY_KIND[item.kind].place(item, variant)
    answered = placed.with_text("response", answer)
    return answered.model_copy(update={"meta": {**placed.meta, **variant, **who}})


def _whatif_messages(
    item: Item, variant: Variant, strategy: str, prompts: Prompts
) -> Sequence[Message]:
    del variant
    prompt = prompts.get(f"whatif_{strategy}")
    question = prompt.fill("question", {"question": item.texts.get("question", "")})
    return [
        {"role": "system", "content": prompt.system.strip("\n")},
        {"role": "user", "content": question.strip("\n")},
    ]


def _meter_messages(
    item: Item, variant: Variant, strategy: str, prompts: Prompts
) -> Sequence[Message]:
    del variant
    setting = next(name for name in SETTINGS if name == strategy)
    return ladder_messages(item, Presentation(setting=setting), prompts)


def _edit_messages(
    item: Item, variant: Variant, strategy: str, prompts: Prompts
) -> Sequence[Message]:
    phrasing = variant["phrasing"]
    prompt = prompts.get(f"cobe_{'A' if strategy == TIERS[0] else phrasing}")
    texts = _phrased(item, variant).texts
    fields = {"story": texts["story"], "request": texts["request"]}
    user = {"role": "user", "content": prompt.fill("question", fields).strip("\n")}
    system = {"role": "system", "content": prompt.system.strip("\n")}
    return [system, user] if prompt.system else [user]


def _truth_messages(
    item: Item, variant: Variant, strategy: str, prompts: Prompts
) -> Sequence[Message]:
    del variant
    prompt = prompts.get(f"truth_{strategy}")
    fields = {name: item.texts.get(name, "") for name in ("context", "question")}
    return [
        {"role": "system", "content": prompt.system.strip("\n")},
        {"role": "user", "content": prompt.fill("question", fields).strip("\n")},
    ]


def _once(item: Item, strategy: str) -> Sequence[Variant]:
    del item, strategy
    return ({},)


def _phrasings(item: Item, strategy: str) -> Sequence[Variant]:
    """Return a tier's phrasings: those of the file (A, B, C), or our prompts' (D to H2)."""
    if strategy in TIER_PHRASINGS:
        return tuple({"phrasing": name} for name in TIER_PHRASINGS[strategy])
    requests = item.meta.get("requests")
    known = len(requests) if isinstance(requests, list) else 1
    return tuple({"phrasing": chr(ord("A") + place)} for place in range(max(1, known)))


def _phrased(item: Item, variant: Variant) -> Item:
    """Return an edit with its request in the variant's phrasing; our prompts rest on the first."""
    phrasing, requests = variant.get("phrasing", ""), item.meta.get("requests")
    known = len(requests) if isinstance(requests, list) else 0
    if len(phrasing) == 1 and ord(phrasing) - ord("A") in range(known):
        return with_phrasing(item, phrasing)
    return item


def _as_it_is(item: Item, variant: Variant) -> Item:
    del variant
    return item


def _whatif_slices(item: Item) -> Mapping[str, str]:
    found = {"domain": _bucket(item.domain), "subcategory": item.meta.get("subcategory")}
    return {name: str(value) for name, value in found.items() if value}


def _meter_slices(item: Item) -> Mapping[str, str]:
    rung = item.choice.rung if item.choice else None
    found = {"rung": rung, "setting": item.meta.get("setting"), "domain": item.domain}
    return {name: str(value) for name, value in found.items() if value}


def _truth_slices(item: Item) -> Mapping[str, str]:
    query = str((item.truth or {}).get("query", ""))
    found = {"graph": item.domain, "query": query.partition("(")[0].strip()}
    return {name: str(value) for name, value in found.items() if value}


def _truth_cluster(item: Item) -> str:
    """Return the model that the question is about; others about it are not independent."""
    return digest((item.truth or {}).get("scm"))


def _edit_slices(item: Item) -> Mapping[str, str]:
    found = {"domain": item.domain, "graph type": item.meta.get("motif")}
    return {name: str(value) for name, value in found.items() if value}


def _bucket(domain: str | None) -> str | None:
    """Return the paper's name of a domain bucket; the files spell HSS as HASS."""
    return "HSS" if domain == "HASS" else domain


BENCHMARKS: Mapping[str, Benchmark] = MappingProxyType(
    {
        "whatif": Benchmark(
            name="whatif",
            kinds=("whatif",),
            strategies=WHATIF_STRATEGIES,
            published=("plain",),
            temperature=0.6,
            answer_tokens=4096,
            messages=_whatif_messages,
            variants=_once,
            place=_as_it_is,
            cluster=lambda item: item.id,
            slices=_whatif_slices,
        ),
        "cobe": Benchmark(
            name="cobe",
            kinds=("edit",),
            strategies=TIERS,
            published=TIERS[:1],
            temperature=None,
            answer_tokens=None,
            messages=_edit_messages,
            variants=_phrasings,
            place=_phrased,
            cluster=lambda item: item.id,
            slices=_edit_slices,
        ),
        "truth": Benchmark(
            name="truth",
            kinds=("truth",),
            strategies=("plain", "reasoned"),
            published=("plain",),
            temperature=None,
            answer_tokens=None,
            messages=_truth_messages,
            variants=_once,
            place=_as_it_is,
            cluster=_truth_cluster,
            slices=_truth_slices,
        ),
        "meter": Benchmark(
            name="meter",
            kinds=("ladder",),
            strategies=SETTINGS,
            published=SETTINGS,
            temperature=None,
            answer_tokens=None,
            messages=_meter_messages,
            variants=_once,
            place=_as_it_is,
            cluster=lambda item: str(item.meta.get("context", item.id)),
            slices=_meter_slices,
        ),
    }
)
BY_KIND: Final = {kind: row for row in BENCHMARKS.values() for kind in row.kinds}

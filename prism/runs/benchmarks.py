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
from prism.items import Item, Kind
from prism.llm.records import Message
from prism.prompts import Prompts
from prism.runs.records import Variant
from prism.suites.ladder_prompts import SETTINGS, Presentation, ladder_messages

__all__ = ["BENCHMARKS", "PARAPHRASE", "Benchmark", "find_benchmark", "present"]

PARAPHRASE: Final = "paraphrase"
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
        What every item is asked in.
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
    variants: Callable[[Item], Sequence[Variant]]
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


def present(item: Item, variant: Variant, answer: str, who: Mapping[str, str | None]) -> Item:
    """Return ``item`` as it is judged: in its variant, answered, with who answered it and how."""
    meta = {**item.meta, **variant, **{name: value for name, value in who.items() if value}}
    return item.with_text("response", answer).model_copy(update={"meta": meta})


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


def _once(item: Item) -> Sequence[Variant]:
    del item
    return ({},)


def _whatif_slices(item: Item) -> Mapping[str, str]:
    found = {"domain": _bucket(item.domain), "subcategory": item.meta.get("subcategory")}
    return {name: str(value) for name, value in found.items() if value}


def _meter_slices(item: Item) -> Mapping[str, str]:
    rung = item.choice.rung if item.choice else None
    found = {"rung": rung, "setting": item.meta.get("setting"), "domain": item.domain}
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
            cluster=lambda item: item.id,
            slices=_whatif_slices,
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
            cluster=lambda item: str(item.meta.get("context", item.id)),
            slices=_meter_slices,
        ),
    }
)

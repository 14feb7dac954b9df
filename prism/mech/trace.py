"""Traces items through a model: flows by layer, correct and wrong answers apart, and masking."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from prism.errors import BadInput, UsageError
from prism.graph import CausalGraph
from prism.items import Item, Rung
from prism.mech.evidence import evidence_spans
from prism.mech.flows import REST, flows, without_flow
from prism.mech.groups import FLOWS, lay_out, token_groups
from prism.mech.model import Decoder, letter_tokens

__all__ = ["NAMES", "Masked", "Trace", "TracedItem", "layer_range", "trace", "trace_item"]

NAMES: Final = (*FLOWS, REST)
Outcome = Literal["correct", "wrong"]


class _Record(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class TracedItem(_Record):
    """One item: what the model answered, and the mean flows of every layer.

    ``given`` is the option whose letter is most probable after the prompt; ``masked`` is the
    same with evidence → option attention masked; ``left`` the greatest weight that was left on a
    masked pair.
    """

    item: str
    rung: Rung | None
    right: int
    given: int
    flows: tuple[dict[str, float], ...]
    masked: int | None = None
    left: float | None = None

    @property
    def correct(self) -> bool:
        """Whether the right option was answered."""
        return self.given == self.right


class Masked(_Record):
    """Accuracy before and after masking in ``layers``, over the same items."""

    layers: tuple[int, ...]
    n: int
    before: float
    after: float
    left: float


class Trace(_Record):
    """All traced items, and the mean flows by outcome and layer.

    ``skipped`` names the items without evidence or without a right option.
    """

    model: str
    items: tuple[TracedItem, ...]
    skipped: tuple[str, ...]
    layers: int
    means: dict[Outcome, tuple[dict[str, float], ...]]
    counts: dict[Outcome, int]
    masking: Masked | None = None

    def average(self, outcome: Outcome) -> dict[str, float]:
        """Return the flows averaged over layers; {} where no answer had that outcome."""
        rows = self.means[outcome]
        return {name: fmean(row[name] for row in rows) for name in NAMES} if rows else {}


def layer_range(text: str, layers: int) -> tuple[int, ...]:
    """Return the layers that ``text`` names: shallow, deep, all, or numbers such as 0-3,7.

    Shallow is the first half, deep the rest.

    Raises
    ------
    UsageError
        It names a layer the model does not have.

    >>> layer_range("shallow", 5), layer_range("deep", 5), layer_range("0-1,4", 5)
    ((0, 1), (2, 3, 4), (0, 1, 4))
    """
    half = layers // 2
    named = {"shallow": range(half), "deep": range(half, layers), "all": range(layers)}
    if text in named:
        return tuple(named[text])
    found: set[int] = set()
    for part in text.split(","):
        first, dash, last = part.strip().partition("-")
        last = last if dash else first
        if not first.isdecimal() or not last.isdecimal():
            raise _no_layers(text, layers)
        found |= set(range(int(first), int(last) + 1))
    if not found or max(found) >= layers:
        raise _no_layers(text, layers)
    return tuple(sorted(found))


def trace_item(
    decoder: Decoder, item: Item, graph: CausalGraph, masked: Sequence[int] = ()
) -> TracedItem | None:
    """Trace one item; None where it has no right option or no evidence."""
    choice, evidence = item.choice, evidence_spans(item, graph)
    if choice is None or choice.answer is None or not evidence:
        return None
    layout = lay_out(item, evidence)
    tokens, offsets = decoder.encode(layout.text)
    groups = token_groups(layout, offsets)
    letters = letter_tokens(decoder.tokenizer, len(choice.options))
    found, logits = flows(decoder.model, tokens, letters[choice.answer], groups)
    after, left = None, None
    if masked:
        changed, left = without_flow(decoder.model, tokens, groups, decoder.attention, masked)
        after = _chosen(changed, letters)
    return TracedItem(
        item=item.id,
        rung=choice.rung,
        right=choice.answer,
        given=_chosen(logits, letters),
        flows=tuple(found),
        masked=after,
        left=left,
    )


def trace(
    decoder: Decoder,
    items: Iterable[Item],
    graphs: Mapping[str, CausalGraph],
    masked: Sequence[int] = (),
) -> Trace:
    """Trace ``items``; ``graphs`` holds the graph of every context by its text.

    Raises
    ------
    BadInput
        None of the items can be traced.
    """
    traced, skipped = [], []
    for item in items:
        found = trace_item(decoder, item, graphs[item.texts["context"]], masked)
        if found is None:
            skipped.append(item.id)
        else:
            traced.append(found)
    if not traced:
        raise BadInput("no item has a right option and evidence for it", mend="give other items")
    groups: dict[Outcome, list[TracedItem]] = {
        "correct": [each for each in traced if each.correct],
        "wrong": [each for each in traced if not each.correct],
    }
    return Trace(
        model=decoder.name,
        items=tuple(traced),
        skipped=tuple(skipped),
        layers=len(traced[0].flows),
        means={name: _means(group) for name, group in groups.items()},
        counts={name: len(group) for name, group in groups.items()},
        masking=_masking(traced, tuple(masked)) if masked else None,
    )


def _means(items: Sequence[TracedItem]) -> tuple[dict[str, float], ...]:
    layers = zip(*(each.flows for each in items), strict=True)
    return tuple({name: fmean(row[name] for row in layer) for name in NAMES} for layer in layers)


def _masking(items: Sequence[TracedItem], layers: tuple[int, ...]) -> Masked:
    return Masked(
        layers=layers,
        n=len(items),
        before=fmean(each.correct for each in items),
        after=fmean(each.masked == each.right for each in items),
        left=max(each.left or 0.0 for each in items),
    )


def _chosen(logits: Sequence[float], letters: Sequence[int]) -> int:
    return max(range(len(letters)), key=lambda place: logits[letters[place]])


def _no_layers(text: str, layers: int) -> UsageError:
    return UsageError(
        f"no layers {text!r}",
        where="--mask",
        mend=f"give shallow, deep, all, or numbers from 0 to {layers - 1}, such as 0-3,7",
    )

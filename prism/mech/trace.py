"""Traces items through a model: flows by layer, correct and wrong answers apart, and masking."""

from collections.abc import Iterable, Mapping, Sequence
from statistics import fmean
from typing import Final, Literal, get_args

from pydantic import BaseModel, ConfigDict, computed_field

from prism.errors import BadInput, UsageError
from prism.graph import CausalGraph
from prism.mech.evidence import evidence_spans
from prism.mech.flows import REST, flows, without_flow
from prism.mech.groups import FLOWS, lay_out, token_groups
from prism.mech.model import Decoder, letter_tokens
from prism.records.item import Item, Rung

__all__ = [
    "NAMES",
    "Group",
    "Masked",
    "Outcome",
    "Trace",
    "TracedItem",
    "flow_shares",
    "layer_range",
    "trace",
    "trace_item",
]

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


class Group(_Record):
    """The flows of the ``n`` items of one rung (None: of all) that were answered alike.

    ``layers`` holds the mean saliency of every flow, layer by layer; ``raw`` is its mean over
    layers. ``shares`` holds the same with every layer's flows divided by their sum, so that layers
    of different scale weigh alike and the flows of a group sum to 1, as the columns of METER's
    table do (arXiv 2604.11502).
    """

    rung: Rung | None
    outcome: Outcome
    n: int
    layers: tuple[dict[str, float], ...]

    @computed_field  # type: ignore[prop-decorator]  # mypy issue 1362
    @property
    def raw(self) -> dict[str, float]:
        """Mean saliency of every flow over layers; ``{}`` without items."""
        return _average(self.layers)

    @computed_field  # type: ignore[prop-decorator]  # mypy issue 1362
    @property
    def shares(self) -> dict[str, float]:
        """Share of every flow, in [0, 1], over layers; ``{}`` without items or without flow."""
        return _average([shares for layer in self.layers if (shares := flow_shares(layer))])


class Trace(_Record):
    """All traced items, and the mean flows of the groups that rung and outcome make.

    ``groups`` starts with those of all rungs; ``skipped`` names the items without evidence or
    without a right option.
    """

    model: str
    items: tuple[TracedItem, ...]
    skipped: tuple[str, ...]
    layers: int
    groups: tuple[Group, ...]
    masking: Masked | None = None

    def of_all(self) -> tuple[Group, Group]:
        """Return the groups of all rungs: correct answers, then wrong ones."""
        return self.groups[0], self.groups[1]


def flow_shares(layer: Mapping[str, float]) -> dict[str, float]:
    """Return every flow of ``layer`` as a share of their sum; ``{}`` where nothing flows.

    >>> flow_shares({"E_O": 3.0, "rest": 1.0})
    {'E_O': 0.75, 'rest': 0.25}
    """
    whole = sum(layer.values())
    return {name: value / whole for name, value in layer.items()} if whole else {}


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
    return Trace(
        model=decoder.name,
        items=tuple(traced),
        skipped=tuple(skipped),
        layers=len(traced[0].flows),
        groups=_groups(traced),
        masking=_masking(traced, tuple(masked)) if masked else None,
    )


def _groups(items: Sequence[TracedItem]) -> tuple[Group, ...]:
    """Return the groups of all rungs, then those of each rung that occurs, in ladder order."""
    rungs = [rung for rung in get_args(Rung) if any(each.rung == rung for each in items)]
    return tuple(
        _group([each for each in items if rung in (None, each.rung)], rung, outcome)
        for rung in (None, *rungs)
        for outcome in get_args(Outcome)
    )


def _group(items: Sequence[TracedItem], rung: Rung | None, outcome: Outcome) -> Group:
    alike = [each for each in items if each.correct == (outcome == "correct")]
    layers = zip(*(each.flows for each in alike), strict=True)
    return Group(
        rung=rung, outcome=outcome, n=len(alike), layers=tuple(_average(each) for each in layers)
    )


def _average(rows: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {name: fmean(row[name] for row in rows) for name in NAMES} if rows else {}


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

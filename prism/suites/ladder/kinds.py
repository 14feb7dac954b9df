"""Kinds of error by setting and rung of the ladder: of one's own arms, and as published."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, get_args

from pydantic import BaseModel, ConfigDict
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from prism.display.plain import shorten
from prism.records.item import Rung
from prism.suites.ladder.distractors import KINDS
from prism.suites.ladder.published import published_meter
from prism.suites.modes import ModeTable

__all__ = ["ERROR_KINDS", "UNDECIDED", "KindRow", "kind_rows", "published", "render"]

UNDECIDED: Final = "undecided"
UNREAD: Final = "unextractable: "  # how a mode begins that says why no option was read
_SHORT: Final = ("contradict", "unfounded", "reversal", "irrelevant", UNDECIDED)


class KindRow(BaseModel):
    """Kinds of the ``n`` wrong answers of one setting on one rung, in counts.

    ``unread`` answers gave no option; they are in no kind.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    setting: str
    rung: str
    n: int
    unread: int
    kinds: dict[str, int]


def kind_rows(modes: Mapping[tuple[str, str], Counter[str]]) -> tuple[KindRow, ...]:
    """Return a row a setting and rung, rungs upwards; ``modes`` counts failure modes in each.

    >>> counts = Counter({"unfounded": 2, "unextractable: empty": 1})
    >>> (row,) = kind_rows({("ZS", "discovery"): counts})
    >>> row.n, row.unread, row.kinds
    (2, 1, {'unfounded': 2})
    """
    order = {rung: place for place, rung in enumerate(get_args(Rung))}
    rows = []
    for setting, rung in sorted(modes, key=lambda cell: (cell[0], order.get(cell[1], len(order)))):
        counts = modes[setting, rung]
        kinds = {mode: n for mode, n in sorted(counts.items()) if not mode.startswith(UNREAD)}
        wrong = sum(kinds.values())
        unread = counts.total() - wrong
        rows.append(KindRow(setting=setting, rung=rung, n=wrong, unread=unread, kinds=kinds))
    return tuple(rows)


def render(
    arms: Sequence[Sequence[KindRow]], heads: Sequence[str], width: int
) -> Iterator[RenderableType]:
    """Yield one table over all arms, under their ``heads`` if there are several; in per cent."""
    table = _table("setting", "rung", "n", *_SHORT, "unread")
    for label, rows in zip(heads, arms, strict=True):
        head = f"{label}. " if len(arms) > 1 else ""
        for row in rows:
            cells = [_share(row, kind) for kind in (*KINDS, UNDECIDED)]
            name = shorten(f"{head}{row.setting}", max(8, width - 76))
            table.add_row(name, row.rung, str(row.n), *cells, str(row.unread))
    yield table


def published(width: int) -> Iterator[RenderableType]:
    """Yield the paper's rows."""
    table = _table("model", "rung", "n", *_SHORT[:-1])
    rows = published_meter()
    for row in rows.error_kinds:
        cells = [f"{row.shares[kind]:.2f}" for kind in KINDS]
        name = shorten(f"{row.model} {row.setting}", max(16, width - 64))
        table.add_row(name, row.rung, str(row.n), *cells)
    yield table
    yield Text(f"Published, not run here: {rows.source}", style="dim")


def _share(row: KindRow, kind: str) -> str:
    return f"{100 * row.kinds.get(kind, 0) / row.n:.1f}" if row.n else "–"


ERROR_KINDS: Final = ModeTable(
    title="Kinds of error, % of the wrong answers",
    by=("setting", "rung"),
    rows=kind_rows,
    render=render,
    published=published,
)


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for place, name in enumerate(columns):
        table.add_column(name, justify="left" if place < 2 else "right", no_wrap=True)
    return table

"""Stored, recomputed and directed scores side by side."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from prism.display.plain import shorten
from prism.suites.whatif.replay import Replayed, Triple

__all__ = ["replay_table"]


def replay_table(replayed: Sequence[Replayed], width: int) -> RenderableType:
    """Return one row an item: stored and recomputed PM, RM, Final, and the directed PM."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("item", overflow="ellipsis", no_wrap=True, min_width=12)
    for name in ("PM", "RM", "Final"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("directed PM", no_wrap=True)
    table.add_column("", no_wrap=True)
    for entry in replayed:
        table.add_row(
            shorten(entry.item, max(12, width - 58)),
            *(_pair(triple) for triple in (entry.pm, entry.rm, entry.total)),
            _directed(entry.pm),
            Text("✓", style="green") if entry.agrees else Text("differs", style="bold red"),
        )
    wrong = sum(not entry.agrees for entry in replayed)
    said = (
        f"{_items(len(replayed))}; every stored PM, RM and Final was reproduced to 1e-9."
        if not wrong
        else f"{wrong} of {_items(len(replayed))} differ from what is stored."
    )
    note = (
        "Directed PM counts only links that were judged cause → effect; the rest is unscored, "
        "so its bounds are wide and it is no headline."
    )
    return Group(table, Text(), Text(said, style="bold"), Text(note, style="dim"))


def _pair(triple: Triple) -> Text:
    stored = "–" if triple.stored is None else f"{triple.stored * 100:.2f}"
    value = triple.recomputed.value if triple.recomputed else None
    if triple.agrees:
        return Text(stored)
    return Text(f"{stored}→{'–' if value is None else f'{value * 100:.2f}'}", style="bold red")


def _directed(triple: Triple) -> Text:
    score = triple.directed
    if score is None or score.value is None:
        reason = score.reason if score else None
        return Text((reason or "–").replace("_", " "), style="dim")
    low, high = score.bounds
    judged = score.n - sum(score.unscored.values())
    return Text.assemble(
        f"{score.value * 100:.1f} ",
        (f"{low * 100:.0f}–{high * 100:.0f}, {judged}/{score.n}", "dim"),
    )


def _items(count: int) -> str:
    return f"{count} item{'' if count == 1 else 's'}"

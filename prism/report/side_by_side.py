"""Several arms of a run beside each other: one column an arm, as many as the screen is wide."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, get_args

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from prism.display.plain import one_line, shorten
from prism.display.section import section
from prism.records.item import Rung
from prism.records.report import Controls
from prism.report.leaderboard import ArmTable, Cell, Climb

__all__ = ["failure_rate", "labels", "percent", "short_names", "side_by_side", "with_interval"]

HEAD: Final = 24  # cells of the first column
MOST_GROUPS: Final = 12  # values of one slice that are shown
AXIS: Final = "\0"  # between the name of an axis and a group in the key of a cell
Cells = Mapping[str, str]


def percent(value: float | None) -> str:
    """Return a share as 0–100 with one decimal, or a dash.

    >>> percent(0.6464), percent(None)
    ('64.6', '–')
    """
    return "–" if value is None else f"{100 * value:.1f}"


def with_interval(cell: Cell) -> str:
    """Return the mean and its 95 % interval, 0–100; a dash for each that there is none of."""
    found = cell.interval
    if cell.value is None:
        return "–"
    between = "–" if found is None else f"[{percent(found.low)}, {percent(found.high)}]"
    return f"{percent(cell.value)} {between}"


def failure_rate(cell: Cell) -> str:
    """Return the share that fails a check and its 95 % interval, 0–100."""
    found = cell.interval
    if cell.value is None:
        return "–"
    between = "–" if found is None else f"[{percent(1 - found.high)}, {percent(1 - found.low)}]"
    return f"{percent(1 - cell.value)} {between}"


def labels(arms: Sequence[ArmTable]) -> list[str]:
    """Return what tables call the arms: their rank, or ``u1``, ``u2`` … of those that have none."""
    unranked = iter(range(1, len(arms) + 1))
    return [f"u{next(unranked)}" if arm.rank is None else str(arm.rank) for arm in arms]


def short_names(names: Sequence[str]) -> list[str]:
    """Return names without the words that all have in common.

    >>> short_names(["openai:m plain · openai:j", "openai:m causal · openai:j"])
    ['plain', 'causal']
    >>> short_names(["a given · local", "a given · local (protocol=published)"])
    ['a given · local', 'a given · local (protocol=published)']
    """
    words = [name.split(" ") for name in names]
    if len({len(each) for each in words}) > 1 or len(words) < 2:
        return list(names)
    apart = [place for place, each in enumerate(zip(*words, strict=True)) if len(set(each)) > 1]
    told = [" · ".join(each[place] for place in apart) for each in words]
    return told if len(set(told)) == len(names) else list(names)


def side_by_side(arms: Sequence[ArmTable], width: int) -> Iterator[RenderableType]:
    """Yield slices, graph statistics, failure modes and the ladder, a column an arm."""
    wide = width >= HEAD + 21 * len(arms)
    score, heads = arms[0].score, labels(arms)
    tables: dict[str, Callable[[ArmTable], Cells]] = {
        f"Slices, {score}": lambda arm: _slices(arm, with_interval if wide else _value),
        "Failure rates by check": _failing,
        "How far up the ladder, in contexts": lambda arm: _climbed(arm.climb),
        f"Graph: mean, and Spearman with {score}": _shapes,
        "Controls that the judge believed": lambda arm: _controls(arm.controls),
    }
    for title, cells in tables.items():
        columns = [cells(arm) for arm in arms]
        if any(columns):
            yield section(title)
            yield from _tables(columns, heads, width)
    if any(arm.modes for arm in arms):
        yield section(f"Failure modes: responses, and their {score}")
        modes = list(dict.fromkeys(mode.mode for arm in arms for mode in arm.modes))
        yield from _tables([_counted(arm, modes) for arm in arms], heads, width)
        yield from _examples(arms, heads, width)


def _tables(columns: Sequence[Cells], heads: Sequence[str], width: int) -> Iterator[RenderableType]:
    """Yield tables of as many columns as fit; rows are those that any arm has, axis by axis."""
    found = dict.fromkeys(name for cells in columns for name in cells)
    axes = list(dict.fromkeys(name.rpartition(AXIS)[0] for name in found))
    rows = sorted(found, key=lambda name: axes.index(name.rpartition(AXIS)[0]))
    room = max((len(cell) for cells in columns for cell in cells.values()), default=1) + 2
    longest = max(len(part) + 2 for name in rows for part in name.split(AXIS))
    head = min(longest, max(HEAD, width - room * len(columns) - 2))
    fitting = max(1, (width - head - 2) // room)
    for start in range(0, len(columns), fitting):
        chunk = columns[start : start + fitting]
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        table.add_column("", no_wrap=True, overflow="ellipsis")
        for number in heads[start : start + len(chunk)]:
            table.add_column(number, justify="right", no_wrap=True)
        for name in rows:
            axis, _, group = name.rpartition(AXIS)
            if axis and not group:
                table.add_row(Text(shorten(axis, head), style="bold"))
            else:
                indent = "  " if axis else ""
                cell = (cells.get(name, "–") for cells in chunk)
                table.add_row(indent + shorten(group, head - len(indent)), *cell)
        yield Group(table)


def _slices(arm: ArmTable, shown: Callable[[Cell], str]) -> Cells:
    """Return the groups of every slice, each below the name of its axis, which is in its key."""
    cells: dict[str, str] = {}
    counts: Counter[str] = Counter()
    for row in arm.slices:
        axis, found = one_line(row.slice), row.cells.get(arm.score)
        cells.setdefault(f"{axis}{AXIS}", "")
        counts[axis] += 1
        if counts[axis] <= MOST_GROUPS and found is not None and found.n:
            cells[f"{axis}{AXIS}{one_line(row.group)}"] = shown(found)
        elif counts[axis] == MOST_GROUPS + 1:
            cells[f"{axis}{AXIS}… more: see --export"] = ""
    return cells


def _failing(arm: ArmTable) -> Cells:
    found = {name: arm.overall.cells[name] for name in arm.checks}
    return {name: f"{failure_rate(cell)} of {cell.n}" for name, cell in found.items() if cell.n}


def _counted(arm: ArmTable, modes: Sequence[str]) -> Cells:
    """Return how many responses show each mode, and their mean; none of those looked at is 0."""
    found = {mode.mode: mode for mode in arm.modes}
    looked = max((mode.of for mode in arm.modes), default=0)
    cells = {}
    for name in modes if looked else ():
        mode = found.get(name)
        value = percent(mode.shown.value) if mode and mode.shown else "–"
        cells[name.replace("_", " ")] = f"{mode.n if mode else 0}/{looked} {value:>5}"
    return cells


def _examples(arms: Sequence[ArmTable], heads: Sequence[str], width: int) -> Iterator[Text]:
    """Yield one response a failure mode, of the first arm that has one."""
    first: dict[str, str] = {}
    for name, arm in zip(heads, arms, strict=True):
        for mode in arm.modes:
            for item, evidence in mode.examples[:1]:
                first.setdefault(mode.mode, f"in {name}, {item}: {evidence}")
    for name, told in first.items():
        yield Text(shorten(f"{name} {told}", 2 * width), style="dim")


def _value(cell: Cell) -> str:
    return percent(cell.value)


def _shapes(arm: ArmTable) -> Cells:
    return {
        line.name: f"{line.mean:.2f} {'    –' if line.rho is None else f'{line.rho:+.2f}'}"
        for line in arm.shapes
    }


def _controls(controls: Controls | None) -> Cells:
    if controls is None or not controls.kinds:
        return {}
    lines = {**controls.kinds, "all": controls.all}
    return {
        kind.replace("_", "-"): f"{line.believed}/{line.judged}" for kind, line in lines.items()
    }


def _climbed(climb: Climb | None) -> Cells:
    if climb is None or not climb.contexts:
        return {}
    return {
        "with all three rungs": str(climb.contexts),
        "hold on all": str(climb.falls["none"]),
        **{f"fall at {rung}": str(climb.falls[rung]) for rung in get_args(Rung)},
        "hold above a fall": str(climb.inverted),
        "incomplete": str(climb.incomplete),
    }

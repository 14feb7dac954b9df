"""Several arms of a run beside each other: one column an arm, as many as the screen is wide."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, get_args

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from prism.envelope import Controls
from prism.items import Rung
from prism.report.leaderboard import ArmTable, Cell, Climb, ModeCount
from prism.report.plain import one_line, shorten
from prism.report.section import section

__all__ = ["percent", "short_names", "side_by_side", "with_interval"]

HEAD: Final = 24  # cells of the first column
MOST_GROUPS: Final = 12  # values of one slice that are shown
Cells = Mapping[str, str]


def percent(value: float | None) -> str:
    """Return a share as 0–100 with one decimal, or a dash.

    >>> percent(0.6464), percent(None)
    ('64.6', '–')
    """
    return "–" if value is None else f"{100 * value:.1f}"


def with_interval(cell: Cell) -> str:
    """Return the mean and its 95 % interval, 0–100."""
    found = cell.interval
    if found is None:
        return percent(cell.value)
    return f"{percent(cell.value)} [{percent(found.low)}, {percent(found.high)}]"


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
    tables: dict[str, Callable[[ArmTable], Cells]] = {
        "Slices": lambda arm: _slices(arm, with_interval if wide else _value),
        "How far up the ladder, in contexts": lambda arm: _climbed(arm.climb),
        "Graph: mean, and Spearman with final": _shapes,
        "Controls that the judge believed": lambda arm: _controls(arm.controls),
    }
    modes: dict[str, Callable[[ArmTable], Sequence[ModeCount]]] = {
        "Failure modes of weak responses": lambda arm: arm.modes,
        "Failures": lambda arm: arm.suite_modes,
    }
    for title, cells in tables.items():
        columns = [cells(arm) for arm in arms]
        if any(columns):
            yield section(title)
            yield from _tables(columns, width)
    for title, of in modes.items():
        found = [of(arm) for arm in arms]
        if any(found):
            yield section(title)
            yield from _tables([_counted(each) for each in found], width)
            yield from _examples(found, width)


def _tables(columns: Sequence[Cells], width: int) -> Iterator[RenderableType]:
    """Yield tables of as many columns as fit; rows are those that any arm has, in order."""
    rows = list(dict.fromkeys(name for cells in columns for name in cells))
    room = max((len(cell) for cells in columns for cell in cells.values()), default=1) + 2
    head = min(max(map(len, rows)), max(HEAD, width - room * len(columns) - 2))
    fitting = max(1, (width - head - 2) // room)
    for start in range(0, len(columns), fitting):
        chunk = columns[start : start + fitting]
        table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
        table.add_column("", no_wrap=True, overflow="ellipsis")
        for number in range(start + 1, start + len(chunk) + 1):
            table.add_column(str(number), justify="right", no_wrap=True)
        for name in rows:
            label = shorten(name.strip().removesuffix(":"), head)
            if name.endswith(":"):
                table.add_row(Text(label, style="bold"))
            else:
                indent = "  " if name[:1] == " " else ""
                table.add_row(indent + label, *(cells.get(name, "–") for cells in chunk))
        yield Group(table)


def _slices(arm: ArmTable, shown: Callable[[Cell], str]) -> Cells:
    """Return the groups of every slice below its name."""
    cells: dict[str, str] = {}
    counts: dict[str, int] = {}
    for row in arm.slices:
        slice_ = one_line(row.slice)
        cells.setdefault(f"{slice_}:", "")
        counts[slice_] = counts.get(slice_, 0) + 1
        if counts[slice_] <= MOST_GROUPS and row.headline is not None:
            # The mark after the group keeps groups of the same name in two slices apart.
            cells[f"  {one_line(row.group)}{' ' * len(counts)}"] = shown(row.headline)
        elif counts[slice_] == MOST_GROUPS + 1:
            cells[f"  … more: see --export{' ' * len(counts)}"] = ""
    return cells


def _counted(modes: Sequence[ModeCount]) -> Cells:
    return {mode.mode: f"{mode.n}/{mode.of}" for mode in modes}


def _examples(arms: Sequence[Sequence[ModeCount]], width: int) -> Iterator[Text]:
    """Yield one response a failure mode, of the first arm that has one."""
    first: dict[str, str] = {}
    for number, modes in enumerate(arms, 1):
        for mode in modes:
            for item, evidence in mode.examples[:1]:
                first.setdefault(mode.mode, f"in {number}, {item}: {evidence}")
    for name, told in first.items():
        yield Text(shorten(f"{name} {told}", 2 * width), style="dim")


def _value(cell: Cell) -> str:
    return percent(cell.value)


def _shapes(arm: ArmTable) -> Cells:
    return {
        f"  {line.name}": f"{line.mean:.2f} {'    –' if line.rho is None else f'{line.rho:+.2f}'}"
        for line in arm.shapes
    }


def _controls(controls: Controls | None) -> Cells:
    if controls is None or not controls.kinds:
        return {}
    lines = {**controls.kinds, "all": controls.all}
    return {
        f"  {kind.replace('_', '-')}": f"{line.believed}/{line.judged}"
        for kind, line in lines.items()
    }


def _climbed(climb: Climb | None) -> Cells:
    if climb is None or not climb.contexts:
        return {}
    return {
        "  with all three rungs": str(climb.contexts),
        "  hold on all": str(climb.falls["none"]),
        **{f"  fall at {rung}": str(climb.falls[rung]) for rung in get_args(Rung)},
        "  hold above a fall": str(climb.inverted),
        "  incomplete": str(climb.incomplete),
    }

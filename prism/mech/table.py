"""The flows of a trace: a table for the terminal and a plot as SVG."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from prism.display.plain import counted, one_line, shorten
from prism.mech.flows import REST
from prism.mech.trace import NAMES, Group, Trace, flow_shares
from prism.suites.ladder.published import published_meter

__all__ = ["plot", "render_trace"]

_TITLES: Final = {
    "E_O": "evidence → options",
    "N_O": "rest of context → options",
    "Q_O": "question → options",
    "O_T": "options → last token",
    "rest": "everything else",
}
_SHORT: Final = {"E_O": "E→O", "N_O": "N→O", "Q_O": "Q→O", "O_T": "O→T", "rest": "rest"}
_LEGEND: Final = "E evidence, N rest of the context, Q question, O options, T last token"
_COLOURS: Final = {
    "E_O": "#0072b2",
    "N_O": "#56b4e9",
    "Q_O": "#009e73",
    "O_T": "#d55e00",
    "rest": "#999999",
}
_WIDTH, _HEIGHT, _LEFT, _TOP = 640, 320, 60, 40


def render_trace(trace: Trace) -> Iterator[RenderableType]:
    """Yield the layer averages by rung and outcome, the published ones, and what masking changed.

    Shares of all flows come first, whose columns sum to 100 %; then the saliency they come from.
    """
    counts = ", ".join(f"{group.n} {group.outcome}" for group in trace.of_all())
    yield Text(f"{shorten(trace.model, 60)}: {trace.layers} layers, answers: {counts}")
    if trace.skipped:
        yield Text(
            f"without evidence or right option: {counted(len(trace.skipped), 'item')}",
            style="yellow",
        )
    ours = {_heading(group): group for group in trace.groups}
    shares = {name: group.shares for name, group in ours.items()}
    yield _table("share of all flows", {**shares, **_published()}, "{:.1%}")
    yield _table("mean saliency over layers", {n: g.raw for n, g in ours.items()}, "{:.1e}")
    yield Text(_LEGEND, style="dim")
    yield Text(
        f"published: {published_meter().source}; saliency shrinks with the length of the prompt, "
        "so compare shares, and shares of prompts of like length",
        style="dim",
    )
    if trace.masking is not None:
        m = trace.masking
        yield Text(
            f"evidence → options masked in layers {', '.join(map(str, m.layers))}: accuracy "
            f"{100 * m.before:.1f} → {100 * m.after:.1f} (n = {m.n}, weight left {m.left:.1e})"
        )


def _table(title: str, rows: Mapping[str, Mapping[str, float]], form: str) -> Table:
    """Return one row a group and one column a flow, which fits a narrow terminal."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column(title)
    for flow in NAMES:
        table.add_column(_SHORT[flow], justify="right")
    for name, flows in rows.items():
        cells = (flows.get(flow) for flow in NAMES)
        table.add_row(name, *("–" if v is None else form.format(v) for v in cells))
    return table


def _heading(group: Group) -> str:
    return f"{group.rung or 'all rungs'}, {group.outcome}"


def _published() -> dict[str, dict[str, float]]:
    """Return the paper's layer averages; what they leave of 1 is everything else."""
    row = published_meter().saliency
    return {
        f"published {row.rung}, {name}": {**flows, REST: 1 - sum(flows.values())}
        for name, flows in (("correct", row.correct), ("wrong", row.wrong))
    }


def plot(trace: Trace) -> str:
    """Return the flows by layer as an SVG picture: solid where correct, dashed where wrong.

    Each flow is drawn as a share of all flows of its layer and outcome, so that layers of
    different scale can be read side by side.
    """
    parts = [_frame(trace)]
    for group in trace.of_all():
        shares = [flow_shares(layer) for layer in group.layers]
        dash = "" if group.outcome == "correct" else ' stroke-dasharray="6 4"'
        for flow in NAMES:
            points = " ".join(
                f"{_x(place, len(shares)):.1f},{_y(layer.get(flow, 0.0)):.1f}"
                for place, layer in enumerate(shares)
            )
            title = escape(f"{_TITLES[flow]}, {group.outcome}")
            parts.append(
                f'<polyline points="{points}" fill="none" stroke="{_COLOURS[flow]}" '
                f'stroke-width="2"{dash}><title>{title}</title></polyline>'
                if points
                else ""
            )
    parts += [_legend(flow, place) for place, flow in enumerate(NAMES)]
    width, height = _WIDTH + _LEFT + 220, _HEIGHT + 2 * _TOP
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'font-family="sans-serif" font-size="12">\n'
        + "\n".join(filter(None, parts))
        + "\n</svg>\n"
    )


def _x(place: int, layers: int) -> float:
    return _LEFT + _WIDTH * place / max(1, layers - 1)


def _y(share: float) -> float:
    return _TOP + _HEIGHT * (1 - share)


def _frame(trace: Trace) -> str:
    title = escape(one_line(f"{trace.model}: share of saliency by layer"))
    ticks: Sequence[float] = (0, 0.25, 0.5, 0.75, 1)
    lines = [
        f'<line x1="{_LEFT}" x2="{_LEFT + _WIDTH}" y1="{_y(t):.1f}" y2="{_y(t):.1f}" '
        f'stroke="#ddd"/><text x="{_LEFT - 8}" y="{_y(t) + 4:.1f}" text-anchor="end">{t:g}</text>'
        for t in ticks
    ]
    below = _TOP + _HEIGHT + 18
    lines += [
        f'<text x="{_x(place, trace.layers):.1f}" y="{below}" text-anchor="middle">{place}</text>'
        for place in range(0, trace.layers, max(1, trace.layers // 12))
    ]
    note = "solid: correct answers, dashed: wrong answers"
    return (
        f'<text x="{_LEFT}" y="20" font-weight="bold">{title}</text>'
        f'<text x="{_LEFT}" y="{below + 18}">layer ({note})</text>' + "".join(lines)
    )


def _legend(flow: str, place: int) -> str:
    x, y = _LEFT + _WIDTH + 20, _TOP + 20 * place
    return (
        f'<rect x="{x}" y="{y}" width="14" height="4" fill="{_COLOURS[flow]}"/>'
        f'<text x="{x + 20}" y="{y + 6}">{escape(_TITLES[flow])}</text>'
    )

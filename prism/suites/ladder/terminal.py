"""Ladder reports as people see them: one answer in full, a file of answers as tables."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from prism.display.plain import shorten
from prism.errors import Unavailable
from prism.suites.ladder.distractors import KINDS
from prism.suites.ladder.positions import PositionBias
from prism.suites.ladder.published import published_meter
from prism.suites.ladder.report import DistractorLine, LadderReport
from prism.suites.ladder.table import (
    AccuracyRow,
    Comparison,
    ErrorRow,
    KindAgreement,
    LadderTable,
    Profile,
    RungTest,
    compare,
    ladder_table,
)
from prism.text.answer import letter

__all__ = ["ladder_tables", "render_many", "render_one"]

_UNDECIDED = "undecided"
_SHORT = ("contradict", "unfounded", "reversal", "irrelevant", _UNDECIDED)  # KINDS, to fit
_OUTCOME = {True: ("right", "green"), False: ("wrong", "red"), None: ("not counted", "yellow")}


def render_one(report: LadderReport, width: int) -> Iterator[RenderableType]:
    """Yield one answer in full: what was read from it, and every wrong option with its kind."""
    answer = report.answer
    word, style = _OUTCOME[answer.correct]
    line = Text(f"{report.rung or 'no rung'}: ")
    if answer.extracted is None:
        line.append(f"no option could be read ({answer.reason})", style="yellow")
    else:
        line.append(f"{letter(answer.extracted)} was answered, ")
        line.append(word, style=style)
    if answer.right is not None and not answer.correct:
        line.append(f"; {letter(answer.right)} is right")
    yield line
    yield Text()
    yield _distractors(report.distractors, width)
    for warning in report.warnings:
        yield Text(f"! {shorten(warning.message, width * 3)}", style="yellow")


def render_many(reports: Sequence[LadderReport], width: int) -> Iterator[RenderableType]:
    """Yield the tables over a file of answers, model by model, and the two models compared."""
    tables = ladder_tables(reports)
    for table in tables:
        yield _title(table.model or "answers")
        yield _accuracy(table.accuracy)
        yield from _optional(table, width)
    if len(tables) == 2 and tables[0].tested:
        first, second = (
            [report for report in reports if report.model == table.model] for table in tables
        )
        yield _title(f"{tables[0].model or 'first'} → {tables[1].model or 'second'}")
        yield _comparison(compare(first, second))
    yield _title("published (METER paper, not measured here)")
    yield _published()
    if not all(table.tested for table in tables):
        hint = "intervals and tests: pip install 'prism-causal[stats]'"
        yield Text(hint, style="yellow")


def ladder_tables(reports: Sequence[LadderReport]) -> list[LadderTable]:
    """Return one table a model; without the extra ``stats`` it has no intervals and tests."""
    by_model: defaultdict[str | None, list[LadderReport]] = defaultdict(list)
    for report in reports:
        by_model[report.model].append(report)
    groups = [by_model[model] for model in sorted(by_model, key=str)]
    try:
        return [ladder_table(group) for group in groups]
    except Unavailable:
        return [ladder_table(group, tested=False) for group in groups]


def _optional(table: LadderTable, width: int) -> Iterator[RenderableType]:
    errors = [row for row in table.errors if row.n]
    if errors:
        yield _title("kinds of the wrong answers")
        yield _errors(errors)
    profiles = [row for row in table.profiles if row.contexts]
    if profiles:
        yield _title("how far up the ladder, over the same facts")
        yield from (_profile(row) for row in profiles)
        yield from (_rung_test(test) for test in table.between_rungs)
    if len(table.places.places) > 1:
        yield _title("places of the options")
        yield _places(table.places)
    if table.kinds is not None:
        yield _title("kinds found against the file's labels")
        yield _kinds(table.kinds)


def _title(words: str) -> RenderableType:
    return Text(f"\n{shorten(words, 76)}", style="bold")


def _table(*columns: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    for number, name in enumerate(columns):
        text = number == 0 or name == "rung"
        table.add_column(name, justify="left" if text else "right", no_wrap=True)
    return table


def _distractors(lines: Sequence[DistractorLine], width: int) -> RenderableType:
    parts = []
    for line in lines:
        mark = "→" if line.chosen else " "
        kind = (line.kind or _UNDECIDED).replace("_", " ")
        label = f" (file: {line.label.replace('_', ' ')})" if line.label else ""
        head = Text(f"{mark} {letter(line.option)}  ")
        head.append(f"{kind}{label}", style="bold" if line.chosen else "")
        head.append(f"  {line.confidence:.2f}", style="dim")
        body = shorten(line.text, max(20, width - 6))
        parts += [head, Text(f"     {body}"), Text(f"     {shorten(line.evidence, width - 6)}")]
        parts[-1].stylize("dim")
    return Group(*parts)


def _accuracy(rows: Sequence[AccuracyRow]) -> RenderableType:
    table = _table("setting", "rung", "right", "%", "95 % interval", "unread", "as wrong")
    for row in rows:
        between = (
            f"{100 * row.interval.low:.1f}–{100 * row.interval.high:.1f}" if row.interval else "–"
        )
        table.add_row(
            shorten(row.setting, 12),
            row.rung,
            f"{row.right}/{row.read}",
            _percent(row.accuracy),
            between,
            ", ".join(f"{reason} {n}" for reason, n in row.unextracted.items()) or "0",
            _percent(row.as_wrong),
        )
    return table


def _errors(rows: Sequence[ErrorRow]) -> RenderableType:
    table = _table("setting", "rung", "n", *_SHORT)
    for row in rows:
        shares = row.shares
        cells = [_percent(shares.get(kind, 0.0)) for kind in (*KINDS, _UNDECIDED)]
        table.add_row(shorten(row.setting, 12), row.rung, str(row.n), *cells)
    return table


def _profile(row: Profile) -> RenderableType:
    patterns = "  ".join(f"{name} {n}" for name, n in row.patterns.items() if n)
    falls = ", ".join(f"{name} {n}" for name, n in row.falls.items() if n)
    return Text(
        f"{shorten(row.setting, 12)}: {row.contexts} contexts ({row.incomplete} incomplete)\n"
        f"  patterns (discovery, intervention, counterfactual): {patterns}\n"
        f"  falls at: {falls};  inverted: {row.inverted}"
    )


def _rung_test(row: RungTest) -> RenderableType:
    test = row.test
    return Text(
        f"  {row.setting}, {row.lower} against {row.higher}: {test.only_first} and "
        f"{test.only_second} contexts hold on one alone (McNemar p = {test.p:.3g})",
        style="dim",
    )


def _places(bias: PositionBias) -> RenderableType:
    table = _table("place", "right here", "chosen", "accuracy here")
    for place in bias.places:
        table.add_row(
            letter(place.place), str(place.right), str(place.chosen), _percent(place.accuracy)
        )
    return Group(table, Text(f"distance from no bias: {bias.distance:.3f}", style="dim"))


def _kinds(found: KindAgreement) -> RenderableType:
    kappa = "–" if found.kappa is None else f"{found.kappa:.2f}"
    line = Text(
        f"decided {found.decided}, undecided {found.undecided}, "
        f"right {_percent(found.accuracy)} %, kappa {kappa}"
    )
    table = _table("label", *_SHORT)
    counts = {(label, kind): n for label, kind, n in found.confusion}
    for label in KINDS:
        cells = [str(counts.get((label, kind), 0)) for kind in (*KINDS, _UNDECIDED)]
        table.add_row(label.replace("_", " "), *cells)
    return Group(line, table)


def _comparison(rows: Sequence[Comparison]) -> RenderableType:
    table = _table("setting", "rung", "n", "difference", "95 % interval", "McNemar p")
    for row in rows:
        gap = row.difference
        table.add_row(
            shorten(row.setting, 12),
            row.rung,
            str(row.n),
            f"{100 * gap.value:+.1f}" if gap else "–",
            f"{100 * gap.low:+.1f} to {100 * gap.high:+.1f}" if gap else "–",
            f"{row.test.p:.3g}",
        )
    return table


def _published() -> RenderableType:
    rows = published_meter().accuracy
    settings = list(dict.fromkeys(row.setting for row in rows))
    table = _table("model", "rung", *settings)
    cells = {(row.model, row.rung, row.setting): row.accuracy for row in rows}
    for model, rung in dict.fromkeys((row.model, row.rung) for row in rows):
        values = (cells.get((model, rung, setting)) for setting in settings)
        table.add_row(model, rung, *("–" if v is None else f"{v:.2f}" for v in values))
    return table


def _percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f}"

"""A run's tables and tasks as files: CSV, JSONL, Markdown, LaTeX, JUnit XML, Parquet."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from xml.etree import ElementTree

from prism.display.plain import one_line, visible
from prism.errors import UsageError
from prism.extras import import_extra
from prism.report.leaderboard import ArmTable, Cell
from prism.report.side_by_side import percent, with_interval
from prism.report.tables import NEEDS_STATS, NO_INTERVAL
from prism.runs.line import Line
from prism.suites.published_scores import PublishedScores

__all__ = [
    "KINDS",
    "as_csv",
    "as_jsonl",
    "as_junit",
    "as_latex",
    "as_markdown",
    "as_parquet",
    "check_kind",
    "flat",
    "harmless",
]

KINDS = (".csv", ".jsonl", ".md", ".tex", ".xml", ".parquet")
Flat = dict[str, str | float | None]
Published = Mapping[str, PublishedScores]  # papers' figures by suite
_LATEX = str.maketrans(
    {"&": r"\&", "%": r"\%", "$": r"\$", "#": r"\#", "_": r"\_", "{": r"\{", "}": r"\}",
     "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "\\": r"\textbackslash{}"}
)  # fmt: skip


def flat(line: Line, arm: str) -> Flat:
    """Return a task as one flat row: who, which, its slices, scores (0–100), bounds and shape.

    ``failure_modes`` are those of its report, with a semicolon between them.
    """
    row: Flat = {"arm": arm, "item": line.item, "cluster": line.cluster}
    row |= {f"slice.{name}": value for name, value in line.slices.items()}
    for name, score in line.scores.items():
        row[name] = None if score.value is None else round(100 * score.value, 4)
        row[f"{name}.low"], row[f"{name}.high"] = (round(100 * b, 4) for b in score.bounds)
        row[f"{name}.coverage"] = round(score.coverage, 4)
    row |= {f"graph.{name}": value for name, value in line.shape.items()}
    row["failure_modes"] = "; ".join(mode.mode for mode in line.modes)
    row["signature"] = line.signature
    return row


def harmless(cell: object) -> object:
    """Return a cell that no spreadsheet takes for a formula.

    >>> harmless("=HYPERLINK(1)"), harmless(-1.5)
    ("'=HYPERLINK(1)", -1.5)
    """
    if isinstance(cell, str):
        text = visible(cell)
        return f"'{text}" if text.lstrip()[:1] in ("=", "+", "-", "@", "\t", "\r") else text
    return cell


def as_csv(rows: Iterable[Flat]) -> str:
    """Return tasks as CSV with a header; cells are neutralised for spreadsheets."""
    every = list(rows)
    names = list(dict.fromkeys(name for row in every for name in row))
    out = io.StringIO()
    writer = csv.DictWriter(out, names, lineterminator="\n", restval="")
    writer.writeheader()
    for row in every:
        writer.writerow({name: harmless(value) for name, value in row.items()})
    return out.getvalue()


def as_jsonl(rows: Iterable[Flat]) -> str:
    """Return tasks as JSON Lines."""
    return "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def as_parquet(rows: Iterable[Flat]) -> bytes:
    """Return tasks as Parquet: columns of text, and of numbers as doubles.

    Raises
    ------
    Unavailable
        The extra ``parquet`` is not installed.
    """
    arrow = import_extra("pyarrow", "parquet")
    every = list(rows)
    columns = {}
    for name in dict.fromkeys(name for row in every for name in row):
        cells = [row.get(name) for row in every]
        # Told, not guessed: a score that no task has would become a column without a type.
        text = any(isinstance(cell, str) for cell in cells)
        columns[name] = arrow.array(cells, arrow.string() if text else arrow.float64())
    out = io.BytesIO()
    import_extra("pyarrow.parquet", "parquet").write_table(arrow.table(columns), out)
    return out.getvalue()


def as_markdown(arms: Sequence[ArmTable], published: Published, least: float = 0.0) -> str:
    """Return the leaderboard and slices as Markdown tables, signatures below.

    Arms are in the order of :func:`prism.report.leaderboard.ranked`, of coverage from ``least``.

    Papers' own figures follow in tables of their own, marked as published.
    """
    parts = []
    for title, rows in (*_tables(arms, published, least), *_published(published.values())):
        head, *body = [[_markdown(cell) for cell in row] for row in rows]
        lines = [head, ["---"] + ["---:"] * (len(head) - 1), *body]
        parts.append(f"### {title}\n\n" + "\n".join(f"| {' | '.join(x)} |" for x in lines) + "\n")
    signatures = [f"- `{one_line(s)}`" for arm in arms for s in arm.signatures]
    notes = [f"{note}\n" for note in _notes(arms)]
    return "\n".join([*parts, *notes, *dict.fromkeys(signatures)]) + "\n"


def as_latex(arms: Sequence[ArmTable], published: Published, least: float = 0.0) -> str:
    """Return the leaderboard and slices as LaTeX tabulars, signatures as comments.

    Arms are in the order of :func:`prism.report.leaderboard.ranked`, of coverage from ``least``.

    Papers' own figures follow in tables of their own, marked as published.
    """
    parts = [f"% {one_line(signature)}" for arm in arms for signature in arm.signatures]
    parts += [f"% {note}" for note in _notes(arms)]
    for title, rows in (*_tables(arms, published, least), *_published(published.values())):
        head, *body = [[_latex(cell) for cell in row] for row in rows]
        lines = "\n".join(" & ".join(row) + r" \\" for row in body)
        parts.append(
            f"% {one_line(title)}\n"
            f"\\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}\n\\hline\n"
            f"{' & '.join(head)} \\\\\n\\hline\n{lines}\n\\hline\n\\end{{tabular}}\n"
        )
    return "\n".join(dict.fromkeys(parts))


def as_junit(rows: Iterable[tuple[str, Line]], fail_under: float | None) -> str:
    """Return every task as a test case: failed below ``fail_under``, skipped where unscored.

    The lower bound of the final score counts, on the scale 0–100.
    """
    suite = ElementTree.Element("testsuite", name="prism")
    counts = {"tests": 0, "failures": 0, "skipped": 0}
    for arm, line in rows:
        final = line.scores.get("final")
        name = " ".join([line.item, *line.variant.values()])
        case = ElementTree.SubElement(suite, "testcase", classname=_xml(arm), name=_xml(name))
        counts["tests"] += 1
        if final is None or final.value is None:
            why = (final.reason if final else None) or "unscored"
            ElementTree.SubElement(case, "skipped", message=why)
            counts["skipped"] += 1
        elif fail_under is not None and 100 * final.bounds[0] < fail_under:
            said = f"final {100 * final.bounds[0]:.1f} < {fail_under:g}"
            ElementTree.SubElement(case, "failure", message=said).text = _xml(line.signature)
            counts["failures"] += 1
    suite.attrib.update({name: str(count) for name, count in counts.items()})
    ElementTree.indent(suite)
    return ElementTree.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _tables(
    arms: Sequence[ArmTable], published: Published, least: float
) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield title and rows, the header first: the leaderboard, then every arm's slices.

    Arms of low coverage stand in a table of their own, without means.
    """
    names = list(dict.fromkeys(name for arm in arms for name in arm.overall.cells))
    best = [arm for arm in arms if arm.rank is not None or len(arms) == 1]
    told = {arm.name: _figures(arm, published) for arm in best}
    beside = ["published"] if any(told.values()) else []
    head = ["", *names, "bounds", "scored"]
    if best:
        rows = [
            [*_cells(arm.name, arm.overall.cells, names, arm.score), *(told[arm.name] or ["–"])]
            for arm in best
        ]
        width = len(head) + len(beside)
        yield "Scores", [[*head, *beside], *(row[:width] for row in rows)]
    withheld = [arm for arm in arms if arm.withheld and arm not in best]
    if withheld:
        rows = [_cells(arm.name, arm.overall.cells, names, arm.score) for arm in withheld]
        yield "Not ranked: their judge estimates no final score", [head, *rows]
    rest = [arm for arm in arms if arm not in best and arm not in withheld]
    if rest:
        rows = [[arm.name, *_low(arm)] for arm in rest]
        title = f"Under {100 * least:g} % coverage, not ranked"
        yield title, [["", "bounds", "coverage", "scored"], *rows]
    for arm in arms:
        if arm.slices:
            rows = [_cells(f"{r.slice}: {r.group}", r.cells, names, arm.score) for r in arm.slices]
            yield f"Slices of {arm.name}", [head, *rows]


def _figures(arm: ArmTable, published: Published) -> list[str]:
    """Return what the paper reports of the arm's model, as a cell; nothing where it does not."""
    paper = published.get(arm.suite)
    figure = paper.beside(arm.model, arm.strategy).get(arm.score) if paper is not None else None
    return [] if figure is None else [f"{figure:.2f}"]


def _low(arm: ArmTable) -> list[str]:
    found = arm.headline
    if found is None:
        return ["–", "–", "–"]
    low, high = found.bounds
    return [
        f"{percent(low)}–{percent(high)}",
        percent(found.coverage),
        f"{found.scored}/{found.n}",
    ]


def _notes(arms: Sequence[ArmTable]) -> list[str]:
    """Return why means have no interval, where any has none."""
    cells = [c for arm in arms for row in (arm.overall, *arm.slices) for c in row.cells.values()]
    if not any(cell.value is not None and cell.interval is None for cell in cells):
        return []
    every = all(cell.interval is None for cell in cells)
    return [f"{NO_INTERVAL}; {NEEDS_STATS}" if every else NO_INTERVAL]


def _published(papers: Iterable[PublishedScores]) -> Iterator[tuple[str, list[list[str]]]]:
    for paper in papers:
        for table in paper.only("scores"):
            rows = [[row.name, *table.cells(row)] for row in table.rows]
            yield (
                f"Published, not run here: {table.title} ({paper.source})",
                [
                    ["", *table.columns],
                    *rows,
                ],
            )


def _cells(name: str, cells: dict[str, Cell], names: Sequence[str], score: str) -> list[str]:
    found = cells.get(score)
    bounds = f"{percent(found.bounds[0])}–{percent(found.bounds[1])}" if found else "–"
    scored = f"{found.scored}/{found.n}" if found else "–"
    return [name, *(with_interval(cells[n]) if n in cells else "–" for n in names), bounds, scored]


def _markdown(cell: str) -> str:
    return one_line(cell).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")


def _latex(cell: str) -> str:
    return one_line(cell).translate(_LATEX).replace("–", "--")


def _xml(text: str) -> str:
    return one_line(text)


def check_kind(path: Path) -> str:
    """Return the kind of file that ``path`` names by its suffix.

    Raises
    ------
    UsageError
        It names none of ours.
    """
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise UsageError(
            f"no export to {kind or 'this'!r}", where="--export", mend=", ".join(KINDS)
        )
    return kind

"""Edits in the terminal: the three checks, what became of every claim, and the intervention."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from prism.display.plain import shorten
from prism.display.section import NARROW, section
from prism.records.subject import ClaimSubject, read_subject
from prism.suites.edit.report import Check, ClaimLine, EditReport

__all__ = ["claim_key", "render_many", "render_one"]

_CHECKS: Mapping[Literal["E0", "E1", "E2"], str] = {
    "E1": "preserve: facts the change does not cause",
    "E2": "revise: facts that must no longer hold",
    "E0": "connectors: because, despite, therefore …",
}
_FORMS = {
    "empty": "the reply is empty",
    "refused": "the reply refuses to rewrite",
    "explained": "the reply explains instead of rewriting",
    "unchanged": "the story came back unchanged",
}


def render_one(report: EditReport, width: int) -> Iterator[RenderableType]:
    """Yield the checks of one edit, claim by claim, and what was changed in the story's graph."""
    yield _outcome(report)
    if report.form in _FORMS:
        yield Text(_FORMS[report.form], style="yellow")
    if report.versions > 1:
        yield Text(f"{report.versions} alternatives; every one was checked", style="dim")
    if report.intervention:
        yield section("Intervention")
        for anchor in report.intervention:
            place = "a new event" if anchor.unit_text is None else f"“{anchor.unit_text.strip()}”"
            yield Text.assemble(
                shorten(anchor.text, width // 2), ("  at ", "dim"), shorten(place, width // 2 - 6)
            )
    for name, title in _CHECKS.items():
        check = report.checks[name]
        yield section(f"{name} {title}")
        yield from _check(check, kept=name, width=width, versions=report.versions)
    yield from _beside_checks(report, width)
    if report.failure_modes:
        yield section("Failure modes")
        for mode in report.failure_modes:
            yield Text.assemble(
                (mode.mode.replace("_", " "), "red"), f": {shorten(mode.evidence, width)}"
            )
    said = "derived from the story's graph" if report.derived else "as the item gives them"
    yield Text()
    yield Text(f"Criteria {said}; shape of the story: {report.motif or 'unknown'}", style="dim")


def _beside_checks(report: EditReport, width: int) -> Iterator[RenderableType]:
    """Yield the sub-checks that enter no score: numbers (E4), and facts left untold (E5)."""
    if report.quantities:
        yield section("E4 numbers: which way they went")
        fits = {True: Text("fits", "green"), False: Text("does not fit", "red"), None: Text()}
        table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 2, 0, 0))
        for told in report.quantities:
            after = "gone" if told.after is None else f"{told.after:g}"
            what = shorten(told.text, max(12, width - 40))
            table.add_row(what, f"{told.before:g} → {after}", told.direction, fits[told.fits])
        yield table
    if report.latent:
        yield section("E5 latent facts: implied, not told")
        colours = {"kept": "green", "broken": "red"}
        for fact, state in report.latent.items():
            words = shorten(fact, max(12, width - 12))
            yield Text.assemble((f"{state:<10}", colours.get(state, "yellow")), f" {words}")


def render_many(reports: Sequence[EditReport], width: int) -> Iterator[RenderableType]:
    """Yield one row an edit, and how many passed."""
    table = Table(box=None, pad_edge=False, header_style="dim", padding=(0, 2, 0, 0))
    table.add_column("item", no_wrap=True)
    for name in ("passed", *sorted(_CHECKS)):
        table.add_column(name, no_wrap=True)
    table.add_column("failure modes", overflow="ellipsis", no_wrap=True)
    for report in reports:
        modes = ", ".join(mode.mode.replace("_", " ") for mode in report.failure_modes)
        table.add_row(
            shorten(report.name, max(12, width - NARROW + 28)),
            _mark(None if report.passed is None else float(report.passed)),
            *(_mark(report.checks[name].value) for name in sorted(_CHECKS)),
            Text(shorten(modes, 40), style="dim"),
        )
    yield table
    decided = [report.passed for report in reports if report.passed is not None]
    yield Text()
    yield Text(
        f"{sum(decided)} of {len(decided)} passed, {len(reports) - len(decided)} unscored",
        style="bold",
    )


def _outcome(report: EditReport) -> Text:
    if report.passed is None:
        return Text(f"unscored: {_open(report)}", style="bold yellow")
    text = Text(
        "passes" if report.passed else "fails", style="bold green" if report.passed else "bold red"
    )
    if report.strict is False and report.passed:
        text.append("  (not strictly: a fact was left out, not revised)", style="yellow")
    elif report.strict is False and all(check.value == 1 for check in report.checks.values()):
        text.append("  (strictly: a fact was left out, not revised)", style="yellow")
    return text


def _open(report: EditReport) -> str:
    """Return which checks leave open whether the edit passes, and why."""
    by_reason: dict[str, list[str]] = {}
    for name, check in report.checks.items():
        if check.value is None:
            by_reason.setdefault(check.reason or "no answer", []).append(name)
    told = {"not_applicable": "asked nothing"}
    said = [
        f"{' and '.join(names)} {told.get(reason, reason.replace('_', ' '))}"
        for reason, names in by_reason.items()
    ]
    return "; ".join(said) or "whether facts were revised or left out was not asked"


def claim_key(line: ClaimLine, versions: int) -> str:
    """Return what a claim is called: of an only version without that version's number."""
    about = read_subject(line.id)
    if versions <= 1 and isinstance(about, ClaimSubject):
        return f"{about.check}/{about.number}"
    return line.id


def _check(check: Check, *, kept: str, width: int, versions: int) -> Iterator[RenderableType]:
    if not check.claims:
        reason = (check.reason or "no connectors").replace("_", " ")
        yield Text("nothing was asked" if check.reason == "not_applicable" else reason, style="dim")
        return
    table = Table(box=None, pad_edge=False, show_header=False, padding=(0, 1, 0, 0))
    for _ in range(3):
        table.add_column(no_wrap=True)
    table.add_column()
    for line in check.claims:
        key = Text(claim_key(line, versions), style="dim")
        table.add_row(_claim_mark(line, kept), key, _status(line), _claim(line, width - len(key)))
    yield table


def _claim_mark(line: ClaimLine, check: str) -> Text:
    if line.status is None:
        return Text("?", style="yellow")
    good = {"E0": line.status in ("fits", "T"), "E1": line.status in ("holds", "T")}
    fine = good.get(check, line.status not in ("holds", "F"))
    return _mark(float(fine))


def _status(line: ClaimLine) -> Text:
    return Text((line.status or line.reason or "").replace("_", " "), style="dim")


def _claim(line: ClaimLine, width: int) -> Text:
    text = Text(shorten(line.text, max(24, width - 20)))
    found = next((span.text for span in line.evidence if span.role == "response"), "")
    if found:
        text.append(f"\n“{shorten(found, max(24, width - 22))}”", style="dim")
    if line.disagree:
        text.append(f"\nthe graph finds: {line.graph}", style="yellow")
    return text


def _mark(value: float | None) -> Text:
    if value is None:
        return Text("?", style="yellow")
    return Text("✓", style="green") if value else Text("✗", style="red")

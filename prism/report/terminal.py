"""Reports as people see them in a terminal: at any width, with or without colour, or in a pipe."""

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from types import ModuleType

from rich.console import RenderableType
from rich.text import Text

from prism.envelope import Controls, Notice, Report
from prism.items import Kind
from prism.report import controls, votes
from prism.report.plain import shorten
from prism.report.section import section

__all__ = ["RENDERERS", "render"]

# A kind's module has render_one(report, width) and render_many(reports, width); it is loaded when
# a report of its kind is met.
RENDERERS: Mapping[Kind, str] = {
    "whatif": "prism.report.whatif",
    "structure": "prism.report.whatif",
    "ladder": "prism.report.ladder",
    "edit": "prism.report.edit",
    "truth": "prism.report.truth",
}
OTHERS = "prism.report.final"
ESTIMATE = "judge=local"  # how the signature names the embedded judge


def render(reports: Sequence[Report], width: int) -> Iterator[RenderableType]:
    """Yield what is to be printed for ``reports``: one in full, several as tables, kind by kind."""
    if len(reports) == 1:
        yield from _full(reports[0], width)
        return
    by_home: dict[str, list[Report]] = {}
    for report in reports:
        by_home.setdefault(RENDERERS.get(report.kind, OTHERS), []).append(report)
    for home, alike in by_home.items():
        yield from import_module(home).render_many(alike, width)
    yield from _controls(controls.pooled(reports))
    yield from _signatures(reports)


def _full(report: Report, width: int) -> Iterator[RenderableType]:
    yield Text.assemble((shorten(report.item, 60), "bold"), (f"  {report.kind}", "dim"))
    yield Text()
    yield from _renderer(report).render_one(report, width)
    if report.votes is not None:
        yield section("Votes")
        yield from votes.render(report.votes)
    yield from _controls(report.controls)
    if report.warnings:
        yield section("Warnings")
        yield from (_warning(warning, width) for warning in report.warnings)
    yield from _signatures([report])


def _controls(told: Controls | None) -> Iterator[RenderableType]:
    if told is not None:
        yield section("Controls: edges with known answers, never counted")
        yield from controls.render(told)


def _renderer(report: Report) -> ModuleType:
    return import_module(RENDERERS.get(report.kind, OTHERS))


def _signatures(reports: Sequence[Report]) -> Iterator[RenderableType]:
    yield Text()
    signatures = {report.signature for report in reports}
    if any(ESTIMATE in signature for signature in signatures):
        yield Text("The local judge is an estimate, made without a language model.", style="dim")
    if len(signatures) > 1:
        yield Text(f"{len(signatures)} different signatures: not comparable", style="yellow")
    else:
        yield Text(signatures.pop(), style="dim", overflow="fold")


def _warning(warning: Notice, width: int) -> Text:
    text = Text(f"! {shorten(warning.message, width * 3)}", style="yellow")
    if warning.span is not None:
        text.append(f"  “{shorten(warning.span.text, 48)}”", style="dim")
    return text

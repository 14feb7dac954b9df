"""Reports as people see them in a terminal: at any width, with or without colour, or in a pipe."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from importlib import import_module
from itertools import zip_longest
from types import ModuleType

from rich.console import RenderableType
from rich.text import Text

from prism.display import controls, notices, votes
from prism.display.plain import shorten
from prism.display.section import section, signed
from prism.records.item import Kind
from prism.records.report import Controls, Report

__all__ = ["RENDERERS", "render"]

# A kind's module has render_one(report, width) and render_many(reports, width); it is loaded when
# a report of its kind is met.
RENDERERS: Mapping[Kind, str] = {
    "whatif": "prism.suites.whatif.terminal",
    "structure": "prism.suites.whatif.terminal",
    "ladder": "prism.suites.ladder.terminal",
    "edit": "prism.suites.edit.terminal",
    "truth": "prism.suites.truth.terminal",
}
OTHERS = "prism.display.final"
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
    yield from notices.section_of(reports, width)
    yield from _signatures(reports, width)


def _full(report: Report, width: int) -> Iterator[RenderableType]:
    yield Text.assemble((shorten(report.item, 60), "bold"), (f"  {report.kind}", "dim"))
    yield Text()
    yield from _renderer(report).render_one(report, width)
    if report.votes is not None:
        yield section("Votes")
        yield from votes.render(report.votes)
    yield from _controls(report.controls)
    yield from notices.section_of([report], width)
    yield from _signatures([report], width)


def _controls(told: Controls | None) -> Iterator[RenderableType]:
    if told is not None:
        yield section("Controls: edges with known answers, never counted")
        yield from controls.render(told)


def _renderer(report: Report) -> ModuleType:
    return import_module(RENDERERS.get(report.kind, OTHERS))


def _signatures(reports: Sequence[Report], width: int) -> Iterator[RenderableType]:
    yield Text()
    signatures = {report.signature for report in reports}
    if any(ESTIMATE in signature for signature in signatures):
        yield Text("The local judge is an estimate, made without a language model.", style="dim")
    if len(signatures) > 1:
        told = f"{len(signatures)} different signatures ({_apart(signatures)}): not comparable"
        yield Text(told, style="yellow")
    else:
        yield signed(signatures.pop(), width)


def _apart(signatures: Collection[str]) -> str:
    """Return the names of the fields in which ``signatures`` differ.

    >>> _apart({"prism=1|judge=local", "prism=1|judge=openai:m"})
    'judge'
    """
    fields = [signature.split("|") for signature in signatures]
    apart = (set(column) for column in zip_longest(*fields, fillvalue=""))
    return ", ".join(max(column).partition("=")[0] for column in apart if len(column) > 1)

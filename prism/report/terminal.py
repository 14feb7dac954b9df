"""Reports as people see them in a terminal: at any width, with or without colour, or in a pipe."""

from collections.abc import Collection, Iterator, Sequence
from itertools import zip_longest

from rich.console import RenderableType
from rich.text import Text

from prism.display import controls, notices, votes
from prism.display.plain import shorten
from prism.display.section import section, signed
from prism.records.report import Controls, Report
from prism.suites.registry import find_suite, suite_of

__all__ = ["render"]

ESTIMATE = "judge=local"  # how the signature names the embedded judge


def render(reports: Sequence[Report], width: int) -> Iterator[RenderableType]:
    """Yield what is to be printed for ``reports``: one in full, several as tables, kind by kind."""
    if len(reports) == 1:
        yield from _full(reports[0], width)
        return
    by_suite: dict[str, list[Report]] = {}
    for report in reports:
        by_suite.setdefault(suite_of(report.kind).name, []).append(report)
    for name, alike in by_suite.items():
        yield from find_suite(name).render_many(alike, width)
    yield from _controls(controls.pooled(reports))
    yield from notices.section_of(reports, width)
    yield from _signatures(reports, width)


def _full(report: Report, width: int) -> Iterator[RenderableType]:
    yield Text.assemble((shorten(report.item, 60), "bold"), (f"  {report.kind}", "dim"))
    yield Text()
    yield from suite_of(report.kind).render_one(report, width)
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


_NO_FINAL = (
    "It reads form, not sense: it shows what was found for each criterion and gives no mark, so "
    "there is no final score. --judge openai:MODEL or replay:FILE give one."
)


def _signatures(reports: Sequence[Report], width: int) -> Iterator[RenderableType]:
    yield Text()
    signatures = {report.signature for report in reports}
    if any(ESTIMATE in signature for signature in signatures):
        said = "The local judge is an estimate, made without a language model."
        if any(report.headline and report.headline.withheld for report in reports):
            said += f" {_NO_FINAL}"
        yield Text(said, style="dim")
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

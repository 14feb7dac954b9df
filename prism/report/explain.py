"""Anything of a report that has a verdict, told in full: the question, the verdict, the reason."""

from collections.abc import Callable, Iterable, Iterator

from rapidfuzz import fuzz, process
from rich.console import Group, RenderableType

from prism.display.telling import Entry
from prism.errors import BadInput, ItemNotFound
from prism.records.report import Report
from prism.suites.registry import suite_of

__all__ = ["explain", "listed"]

_LISTED = 12  # names told where none was near


def explain(report: Report, name: str) -> RenderableType:
    """Return the story of what ``report`` calls ``name``; large and small letters are one.

    The beginning of a name is enough where nothing else begins so.

    Edges (``e3``) and criteria (``c2`` or the name) of an explanation, its ``outcome``; checks
    (``E1``), claims (``E1/2``), facts (``u4``) and changes (``i1``) of an edit; options (``B``)
    and the ``answer`` of a ladder; the ``truth`` of a computed answer.

    Raises
    ------
    ItemNotFound
        The report has nothing of that name; the nearest one is told.
    BadInput
        Several things of the report have it, such as two criteria; what sets them apart is told.
    """
    entries = list(_entries(report))
    matches: tuple[Callable[[Entry], bool], ...] = (
        lambda entry: name == entry.names[0],
        lambda entry: name in entry.names,
        lambda entry: any(_alike(name, known) for known in entry.names),
        lambda entry: any(_begins(known, name) for known in entry.names),
    )
    for match in matches:
        found = list(filter(match, entries))
        if len(found) > 1:
            firsts = [entry.names[0] for entry in found]
            more = " or …" if len(firsts) > _LISTED else ""
            how = "begin with" if match is matches[-1] else "are called"
            what = f"{len(found)} entries of this report {how} {name!r}"
            raise BadInput(what, mend=f"give {' or '.join(firsts[:_LISTED])}{more}")
        if found:
            return Group(*found[0].tell())
    raise ItemNotFound(f"nothing is called {name!r} in this report", mend=_nearest(entries, name))


def listed(report: Report) -> Iterator[tuple[str, str, str]]:
    """Yield name, verdict and text of everything that :func:`explain` can tell of."""
    for entry in _entries(report):
        yield entry.names[0], entry.verdict, entry.text


def _entries(report: Report) -> Iterable[Entry]:
    return suite_of(report.kind).entries(report)


def _alike(one: str, other: str) -> bool:
    return one.casefold().strip() == other.casefold().strip()


def _begins(one: str, other: str) -> bool:
    return bool(other.strip()) and one.casefold().startswith(other.casefold().strip())


def _nearest(entries: list[Entry], name: str) -> str:
    known = [each for entry in entries for each in entry.names]
    if not known:
        return "the report holds no verdict"
    near = process.extractOne(name, known, scorer=fuzz.ratio)
    firsts = [entry.names[0] for entry in entries]
    listed = ", ".join(firsts[:_LISTED]) + (" …" if len(firsts) > _LISTED else "")
    return f"did you mean {near[0]!r}? known: {listed}"

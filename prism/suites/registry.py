"""Every suite, one row each; a suite is loaded when it is named, or an item of its kind is met.

A package outside prism adds one the same way: one file, and one row among its entry points, such as
``[project.entry-points."prism.suites"]`` with ``riddles = "riddles.suite:SUITE"``. The kind of its
items is its name. One that cannot be loaded is told in one line when it is named, and stands in the
way of nothing else.
"""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pkgutil import resolve_name
from types import MappingProxyType
from typing import Final, NamedTuple

from pydantic import BaseModel, JsonValue
from pydantic.fields import FieldInfo

from prism.errors import Unavailable, UsageError
from prism.files.formats import Format
from prism.records.item import Item, Kind
from prism.suites.base import Suite, Variant
from prism.suites.recorded import Recorded

__all__ = [
    "ALONE",
    "SUITES",
    "Row",
    "every_suite",
    "find_suite",
    "mode_limits",
    "present",
    "recorded_in",
    "suite_for",
    "suite_formats",
    "suite_of",
]


class Row(NamedTuple):
    """Where a suite stands, the kinds of item it scores, and the package it came with.

    ``reports`` are kinds of its reports that no kind of item is called. ``formats``,
    ``limits`` and ``recorded`` are where its formats stand, the limits of its failure modes, and
    what its files hold of earlier judging: each is loaded by itself. Formats with ``keys`` are
    loaded where a record has one of these.
    """

    place: str
    kinds: tuple[Kind, ...]
    package: str = "prism-causal"
    reports: tuple[Kind, ...] = ()
    formats: str | None = None
    keys: frozenset[str] = frozenset()
    limits: str | None = None
    recorded: str | None = None


def _keys(words: str) -> frozenset[str]:
    return frozenset(words.split(","))


# The kind of an item of which nothing is known but the response.
ALONE: Final[Kind] = "whatif"

SUITES: Final[Mapping[str, Row]] = MappingProxyType(
    {
        "whatif": Row(
            "prism.suites.whatif.suite:SUITE",
            (ALONE,),
            reports=("structure",),
            formats="prism.suites.whatif.formats:FORMATS",
            limits="prism.suites.whatif.failure:Thresholds",
            recorded="prism.suites.whatif.replay:RECORDED",
        ),
        "cobe": Row(
            "prism.suites.edit.suite:SUITE",
            ("edit",),
            formats="prism.suites.edit.formats:FORMATS",
            keys=_keys(
                "Core Set ID,Story,story,counterfactual,Answer.mod_assertion,Answer.sb_entail_a.0"
            ),
        ),
        "meter": Row(
            "prism.suites.ladder.suite:SUITE",
            ("ladder",),
            formats="prism.suites.ladder.formats:FORMATS",
        ),
        "truth": Row(
            "prism.suites.truth.suite:SUITE",
            ("truth",),
            formats="prism.suites.truth.formats:FORMATS",
            keys=_keys("format,mechanisms,edges,params,truth,gt_answer,questions_and_answers"),
        ),
    }
)


@cache
def every_suite() -> Mapping[str, Row]:
    """Return the rows of all suites by name: prism's own, then those of other packages."""
    others = entry_points(group="prism.suites")
    found = {e.name: Row(e.value, (e.name,), _package(e)) for e in others if e.name not in SUITES}
    return {**SUITES, **found}


def find_suite(name: str) -> Suite:
    """Return the suite called ``name``.

    Raises
    ------
    UsageError
        There is none of that name.
    Unavailable
        It came with another package, and cannot be loaded.
    """
    row = SUITES.get(name) or every_suite().get(name)
    if row is None:
        raise UsageError(f"no benchmark {name!r}", mend=f"give {', '.join(every_suite())}")
    return _load(row)


def suite_for(kind: Kind) -> Suite:
    """Return the suite that scores items of ``kind``.

    Raises
    ------
    UsageError
        No suite scores them.

    >>> suite_for("edit").name
    'cobe'
    """
    for rows in (SUITES, every_suite()):
        found = next((row for row in rows.values() if kind in row.kinds), None)
        if found is not None:
            return _load(found)
    raise UsageError(f"no suite scores items of kind {kind!r}")


def suite_of(kind: Kind) -> Suite:
    """Return the suite whose reports are of ``kind``.

    Raises
    ------
    UsageError
        No suite makes such reports.

    >>> suite_of("structure").name
    'whatif'
    """
    for rows in (SUITES, every_suite()):
        found = next((row for row in rows.values() if kind in row.kinds + row.reports), None)
        if found is not None:
            return _load(found)
    raise UsageError(
        f"no suite knows reports of kind {kind!r}", mend="install the package that brings it"
    )


def suite_formats(keys: AbstractSet[str]) -> list[Format]:
    """Return the formats of all suites that records with ``keys`` may be in.

    A suite of another package that cannot be loaded has none.
    """
    return [form for name, row in every_suite().items() for form in _formats(name, row, keys)]


def recorded_in(form: Format) -> Recorded | None:
    """Return what files of a format hold of what was judged before; None where nothing."""
    for name, row in every_suite().items():
        if form in _formats(name, row, row.keys):
            found = _recorded(name, row)
            return found if found is not None and found.form == form else None
    return None


def _recorded(name: str, row: Row) -> Recorded | None:
    if row.recorded is not None:
        found: Recorded = resolve_name(row.recorded)
        return found
    suite = None if name in SUITES else _loaded(row)
    return suite.recorded if suite is not None else None


def _formats(name: str, row: Row, keys: AbstractSet[str]) -> tuple[Format, ...]:
    if row.formats is not None:
        if row.keys and row.keys.isdisjoint(keys):
            return ()
        found: tuple[Format, ...] = resolve_name(row.formats)
        return found
    suite = None if name in SUITES else _loaded(row)
    return suite.formats if suite is not None else ()


def mode_limits() -> dict[str, FieldInfo]:
    """Return every limit of failure modes by name, with its default and what it is in words.

    Where two suites have a limit of one name, the first one's words are given. A suite of another
    package that cannot be loaded has none.
    """
    found: dict[str, FieldInfo] = {}
    for name, row in every_suite().items():
        for limit, told in _limits(name, row).items():
            found.setdefault(limit, told)
    return found


def _limits(name: str, row: Row) -> Mapping[str, FieldInfo]:
    if row.limits is not None:
        model: type[BaseModel] = resolve_name(row.limits)
        return model.model_fields
    suite = None if name in SUITES else _loaded(row)
    return suite.modes.limits.model_fields if suite is not None and suite.modes is not None else {}


@cache
def _loaded(row: Row) -> Suite | None:
    """Return the suite of another package; None where it cannot be loaded."""
    try:
        return _load(row)
    except Unavailable:
        return None


def present(item: Item, variant: Variant, answer: str, who: Mapping[str, JsonValue]) -> Item:
    """Return ``item`` as it is judged: in its variant, answered, with who answered it and how."""
    placed = suite_for(item.kind).place(item, variant)
    answered = placed.with_text("response", answer)
    return answered.model_copy(update={"meta": {**placed.meta, **variant, **who}})


def _package(entry: EntryPoint) -> str:
    return f"{entry.dist.name} {entry.dist.version}" if entry.dist is not None else "unknown"


@cache
def _load(row: Row) -> Suite:
    """Return the suite of ``row``; whatever another package does on loading is its own fault."""
    try:
        suite = resolve_name(row.place)
    except KeyboardInterrupt:
        raise
    except BaseException as exc:  # a module may do anything, also end the program
        raise _broken(row, f"{type(exc).__name__}: {exc}") from exc
    if not isinstance(suite, Suite):
        raise _broken(row, f"a {type(suite).__name__} stands there, not a Suite")
    if not set(row.kinds) <= set(suite.kinds):
        raise _broken(row, f"the suite scores {', '.join(map(str, suite.kinds)) or 'nothing'}")
    return suite


def _broken(row: Row, why: str) -> Unavailable:
    return Unavailable(
        f"the benchmark {row.kinds[0]!r} cannot be loaded: {' '.join(why.split())[:300]}",
        where=f"package {row.package}, entry point {row.kinds[0]} = {row.place}",
        mend="update or remove that package",
    )

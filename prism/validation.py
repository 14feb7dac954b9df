"""What is wrong with a record, and where: one form for every file prism reads."""

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from prism.errors import BadRecord

__all__ = ["Fault", "faults_of", "json_path", "refuse", "repeated"]

_PLAIN = {
    "missing": "required key is missing",
    "extra_forbidden": "unknown key",
    "unexpected_keyword_argument": "unknown key",
    "string_type": "not a text",
    "string_too_short": "is empty",
    "tuple_type": "not a list",
    "list_type": "not a list",
    "dict_type": "not an object",
    "model_type": "not an object",
    "model_attributes_type": "not an object",
    "too_short": "{actual_length} entries where at least {min_length} are due",
    "too_long": "{actual_length} entries where at most {max_length} are due",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing wrong with a file: where (a JSON path or a line), what, and how to mend it."""

    path: str
    what: str
    mend: str = ""

    def __str__(self) -> str:
        """Return ``path: what (mend)``."""
        return f"{self.path}: {self.what}" + (f" ({self.mend})" if self.mend else "")


def json_path(place: Iterable[str | int]) -> str:
    """Return a JSON path for the keys and indices in ``place``.

    >>> json_path(("items", 0, "rubrics"))
    '$.items[0].rubrics'
    """
    return "$" + "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in place)


def faults_of(error: ValidationError, place: str = "$") -> list[Fault]:
    """Return the faults that pydantic found, each with its JSON path below ``place``."""
    return [
        Fault(place + json_path(entry["loc"])[1:], _in_words(entry))
        for entry in error.errors(include_url=False, include_input=False)
    ]


def repeated(names: Iterable[tuple[str, str]]) -> list[Fault]:
    """Return a fault for every name that has stood before; ``names`` are places and names.

    >>> [str(fault) for fault in repeated([("$[0].id", "a"), ("$[1].id", "a")])]
    ["$[1].id: 'a' stands at $[0].id too (rename one)"]
    """
    first: dict[str, str] = {}
    return [
        Fault(place, f"{name!r} stands at {first[name]} too", "rename one")
        for place, name in names
        if first.setdefault(name, place) != place
    ]


def _in_words(entry: ErrorDetails) -> str:
    if entry["type"] in _PLAIN:
        return _PLAIN[entry["type"]].format_map(entry.get("ctx", {}))
    return entry["msg"].removeprefix("Value error, ")


def refuse(name: str, faults: list[Fault]) -> BadRecord:
    """Return the error for a file with ``faults``: the first one, and how many more there are.

    >>> print(refuse("q.json", [Fault("$.id", "required key is missing")]))
    q.json: $.id: required key is missing ('prism validate q.json' lists every fault)
    """
    more = f", and {len(faults) - 1} more faults" if len(faults) > 1 else ""
    return BadRecord(
        f"{faults[0].what}{more}",
        where=f"{name}: {faults[0].path}",
        mend=faults[0].mend or f"'prism validate {name}' lists every fault",
    )

"""Reads Bayesian networks in BIF, the Interchange Format for Bayesian Networks (version 0.15).

::

    variable rain { type discrete [ 2 ] { yes, no }; }
    probability ( rain ) { table 0.2, 0.8; }
    probability ( wet | rain ) { (yes) 0.9, 0.1; default 0.1, 0.9; }

Names and states may stand in double quotes and then hold anything, commas too. ``default`` is the
row of every parent state that has none. In a ``table`` below parents the last parent varies
fastest and the variable slowest, as in the format's own examples. ``property`` lines and comments
are passed over.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from prism.errors import BadInput, BadRecord
from prism.scm.model import Model, Table, Variable

__all__ = ["read_bif"]

_TOKEN: Final = re.compile(
    r'(?P<gap>\s+|//[^\n]*|/\*.*?\*/)|(?P<quoted>"[^"]*")|(?P<sign>[{}()\[\],;|])'
    r'|(?P<word>[^\s{}()\[\],;|"]+)',
    re.DOTALL,
)
_END: Final = ("", 0)


@dataclass(slots=True)
class _Rows:
    """What one probability block says: rows by the states of the parents."""

    name: str
    parents: list[str]
    line: int
    rows: dict[tuple[str, ...], list[float]] = field(default_factory=dict)
    default: list[float] | None = None
    table: list[float] | None = None


def read_bif(text: str, name: str, where: str) -> Model:
    """Return the network that ``text`` describes.

    Raises
    ------
    BadRecord
        The text is not BIF, or a table does not fit its variables; ``where`` gains the line.
    """
    reader = _Reader(text, where)
    states: dict[str, tuple[str, ...]] = {}
    blocks: list[_Rows] = []
    while (word := reader.take()) != "":
        if word == "network":
            reader.until("{")
            reader.until("}")
        elif word == "variable":
            variable = reader.take()
            states[variable] = reader.states()
        elif word == "probability":
            blocks.append(reader.probability())
        else:
            raise reader.fault(f"{word!r} where network, variable or probability is due")
    try:
        mechanisms = {block.name: _table(block, states) for block in blocks}
        return Model(tuple(Variable(n, s) for n, s in states.items()), mechanisms, name)
    except BadInput as exc:
        raise BadRecord(str(exc), where=where) from exc


class _Reader:
    """The tokens of a BIF text, one after the other."""

    def __init__(self, text: str, where: str) -> None:
        self._where, self._tokens = where, _tokens(text)
        self._line = 1
        self._next = next(self._tokens, _END)

    def fault(self, what: str) -> BadRecord:
        return BadRecord(f"not BIF: {what}", where=f"{self._where}: line {self._line}")

    def take(self, wanted: str | None = None) -> str:
        """Return the next token, '' at the end; it has to be ``wanted`` if that is given."""
        (token, self._line), self._next = self._next, next(self._tokens, _END)
        if wanted is not None and token != wanted:
            raise self.fault(f"{token or 'the end'!r} where {wanted!r} is due")
        return token.strip('"') if token.startswith('"') else token

    def peek(self) -> str:
        return self._next[0]

    def until(self, sign: str) -> list[str]:
        """Return what stands before ``sign``, commas left out."""
        found = []
        while (following := self.peek()) != sign:
            if not following:
                raise self.fault(f"the text ends where {sign!r} is due")
            word = self.take()
            if following != ",":
                found.append(word)
        self.take()
        return found

    def states(self) -> tuple[str, ...]:
        """Read the block of a variable."""
        found: list[str] = []
        self.take("{")
        while self.peek() != "}":
            if self.take() == "type":
                self.until("{")
                found = self.until("}")
            self.until(";")
        self.take("}")
        return tuple(found)

    def probability(self) -> _Rows:
        """Read the block of a table, from its bracket on."""
        self.take("(")
        line = self._line
        head = self.until(")")
        name, *parents = [part for part in head if part != "|"] or [""]
        block = _Rows(name, parents, line)
        self.take("{")
        while self.peek() != "}":
            word = self.take()
            if word == "(":
                given = tuple(self.until(")"))
                block.rows[given] = self.numbers()
            elif word == "table":
                block.table = self.numbers()
            elif word == "default":
                block.default = self.numbers()
            elif word == "property":
                self.until(";")
            else:
                raise self.fault(f"{word!r} where a row, table or default is due")
        self.take("}")
        return block

    def numbers(self) -> list[float]:
        words = self.until(";")
        try:
            return [float(word) for word in words]
        except ValueError as exc:
            raise self.fault(str(exc)) from exc


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    place, line = 0, 1
    while place < len(text):
        match = _TOKEN.match(text, place)
        token = match[0] if match is not None else text[place]
        if match is None or match.lastgroup != "gap":
            yield token, line
        line += token.count("\n")
        place += len(token)


def _table(block: _Rows, states: Mapping[str, tuple[str, ...]]) -> Table:
    """Return the table of a block: parents first, the states of the variable last."""
    for name in (block.name, *block.parents):
        if name not in states:
            raise BadInput(f"line {block.line}: no variable {name!r}")
    shape = tuple(len(states[parent]) for parent in block.parents)
    own = len(states[block.name])
    if block.table is not None:
        values = np.asarray(block.table)
        if values.size != own * int(np.prod(shape, dtype=int)):
            raise BadInput(f"table of {block.name}: {values.size} numbers do not fill it")
        return Table(tuple(block.parents), np.moveaxis(values.reshape(own, *shape), 0, -1))
    rows = dict(block.rows)
    values = np.empty((*shape, own))
    for place in np.ndindex(shape):
        given = tuple(states[p][at] for p, at in zip(block.parents, place, strict=True))
        row = rows.pop(given, block.default)
        told = f"table of {block.name}, row ({', '.join(given)})"
        if row is None:
            raise BadInput(f"{told}: it is missing, and there is no default")
        if len(row) != own:
            raise BadInput(f"{told}: {len(row)} numbers for {own} states")
        values[place] = row
    if rows:
        told = ", ".join(next(iter(rows)))
        raise BadInput(f"table of {block.name}: no parents have the states ({told})")
    return Table(tuple(block.parents), values)

"""Boolean expressions over variables: a strict parser and no ``eval``.

::

    expression := conjunct { ("or" | "xor") conjunct }
    conjunct   := negation { "and" negation }
    negation   := "not" negation | "(" expression ")" | atom
    atom       := NAME | NAME "=" STATE | "0" | "1"

``and`` binds tighter than ``or`` and ``xor``; those two associate to the left. A bare ``NAME``
holds when the variable takes its last state, so that for states 0 and 1 it reads as usual.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from prism.errors import BadInput

__all__ = ["Expression", "names", "parse_expression", "truth"]

_TOKEN = re.compile(r"\s*(?:(?P<word>\w+)|(?P<sign>[()=]))")
_WORDS = frozenset({"and", "or", "xor", "not"})
_DEEPEST = 200


@dataclass(frozen=True, slots=True)
class Expression:
    """A node of the syntax tree.

    ``operator`` is ``atom``, ``constant``, ``not``, ``and``, ``or`` or ``xor``; an atom has a
    ``name`` and a ``state`` (None: the last one), a constant its ``state`` ``"0"`` or ``"1"``.
    """

    operator: Literal["atom", "constant", "not", "and", "or", "xor"]
    parts: tuple["Expression", ...] = ()
    name: str = ""
    state: str | None = None


def parse_expression(text: str) -> Expression:
    """Return the syntax tree of ``text``.

    Raises
    ------
    BadInput
        The text is not an expression of the grammar above; the message shows the place.

    >>> tree = parse_expression("X and not (Z or U=2)")
    >>> tree.operator, names(tree)
    ('and', ('X', 'Z', 'U'))
    >>> parse_expression("X and")
    Traceback (most recent call last):
    prism.errors.BadInput: expression 'X and': ends too early (expected a variable, 'not' or '(')
    """
    parser = _Parser(text)
    tree = parser.expression(0)
    if parser.here:
        raise parser.fault(f"unexpected {parser.here!r}", "the expression should end here")
    return tree


def names(tree: Expression) -> tuple[str, ...]:
    """Return the variables an expression mentions, each once, in order of appearance."""
    if tree.operator == "atom":
        return (tree.name,)
    return tuple(dict.fromkeys(name for part in tree.parts for name in names(part)))


def truth(tree: Expression, values: Mapping[str, str], last: Mapping[str, str]) -> bool:
    """Return whether the expression holds.

    Parameters
    ----------
    values
        The state each variable takes.
    last
        The last state of each variable, which a bare name stands for.

    >>> truth(parse_expression("A xor B"), {"A": "1", "B": "0"}, {"A": "1", "B": "1"})
    True
    """
    if tree.operator == "atom":
        return values[tree.name] == (last[tree.name] if tree.state is None else tree.state)
    if tree.operator == "constant":
        return tree.state == "1"
    parts = [truth(part, values, last) for part in tree.parts]
    match tree.operator:
        case "not":
            return not parts[0]
        case "and":
            return all(parts)
        case "or":
            return any(parts)
        case _:
            return parts[0] != parts[1]


class _Parser:
    """Recursive descent over the tokens of one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.here = ""
        self.advance()

    def fault(self, what: str, mend: str) -> BadInput:
        return BadInput(what, where=f"expression {self.text!r}", mend=mend)

    def advance(self) -> str:
        """Step to the next token and return the one that was passed."""
        passed = self.here
        rest = self.text[self.place :]
        match = _TOKEN.match(rest)
        if match:
            self.here = match["word"] or match["sign"]
            self.place += match.end()
        elif rest.strip():
            raise self.fault(
                f"unexpected {rest.strip()[0]!r}", "use names, and, or, xor, not, =, ( )"
            )
        else:
            self.here = ""
        return passed

    def expression(self, depth: int) -> Expression:
        tree = self.conjunct(depth)
        while self.here in ("or", "xor"):
            operator: Literal["or", "xor"] = "or" if self.advance() == "or" else "xor"
            tree = Expression(operator, (tree, self.conjunct(depth)))
        return tree

    def conjunct(self, depth: int) -> Expression:
        parts = [self.negation(depth)]
        while self.here == "and":
            self.advance()
            parts.append(self.negation(depth))
        return parts[0] if len(parts) == 1 else Expression("and", tuple(parts))

    def negation(self, depth: int) -> Expression:
        if depth > _DEEPEST:
            raise self.fault("nested too deeply", f"at most {_DEEPEST} levels")
        if self.here == "not":
            self.advance()
            return Expression("not", (self.negation(depth + 1),))
        if self.here == "(":
            self.advance()
            tree = self.expression(depth + 1)
            if self.here != ")":
                raise self.fault("a parenthesis is not closed", "add ')'")
            self.advance()
            return tree
        return self.atom()

    def atom(self) -> Expression:
        word = self.here
        if not word or word in _WORDS or word in "()=":
            what = f"unexpected {word!r}" if word else "ends too early"
            raise self.fault(what, "expected a variable, 'not' or '('")
        self.advance()
        if self.here == "=":
            self.advance()
            if not self.here or self.here in "()=":
                raise self.fault(f"no state after '{word}='", "write NAME=STATE")
            return Expression("atom", name=word, state=self.advance())
        if word in ("0", "1"):
            return Expression("constant", state=word)
        return Expression("atom", name=word)

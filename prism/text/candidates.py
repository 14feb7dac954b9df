"""Where a unit may start: tokens that open a clause, follow one, or are opened by a mark."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from prism.text.segment import is_clause
from prism.text.tokens import Tokens

__all__ = ["Candidates", "candidates", "line_starts", "sentence_starts"]

_OPENING_TAGS: Final = frozenset(
    {"CC", "IN", "TO", "WDT", "WP", "WP$", "WRB", "VBG", "VBN", "-LRB-", "``", ":", "NFP", "HYPH"}
)
_OPENING_WORDS: Final = frozenset({"(", "[", "{", "—", "–", "-", "“", "‘", '"'})
_CLAUSAL: Final = frozenset(
    {
        "advcl",
        "relcl",
        "acl",
        "ccomp",
        "xcomp",
        "conj",
        "parataxis",
        "pcomp",
        "csubj",
        "appos",
        "ROOT",
    }
)
_ADJOINED: Final = frozenset({"relcl", "acl", "advcl", "appos"})


@dataclass(frozen=True, slots=True)
class Candidates:
    """Tokens at which a unit may start, and those at which one surely does.

    ``opened`` and ``closed`` hold the heads of clauses by the token that opens them, and by the
    token that follows them.
    """

    places: list[int]
    fixed: list[int]
    opened: dict[int, list[int]]
    closed: dict[int, list[int]]


def candidates(tokens: Tokens) -> Candidates:
    """Return where a unit may start. Linear in the text."""
    opened: dict[int, list[int]] = {}
    closed: dict[int, list[int]] = {}
    for place, dep in enumerate(tokens.dep):
        if dep in _CLAUSAL and (dep in _ADJOINED or is_clause(tokens, place)):
            opened.setdefault(tokens.left[place], []).append(place)
            closed.setdefault(tokens.right[place] + 1, []).append(place)
    opening, fixed = set(sentence_starts(tokens)), line_starts(tokens)
    never = set(fixed) | (idle_brackets(tokens, opened) - opening)
    likely = opening | opened.keys() | closed.keys()
    places = [
        place
        for place, pos in enumerate(tokens.pos)
        if pos != "SPACE"
        and place not in never
        and (
            place in likely
            or tokens.tag[place] in _OPENING_TAGS
            or tokens.low[place] in _OPENING_WORDS
            or (pos == "ADV" and place + 1 in opened)
            or tokens.pos[place - 1] in ("PUNCT", "SPACE")
        )
    ]
    return Candidates(places, fixed, opened, closed)


def sentence_starts(tokens: Tokens) -> list[int]:
    """Return the first visible token of every sentence that has one."""
    found = []
    for first, last in tokens.sentences:
        place = next((i for i in range(first, last) if tokens.pos[i] != "SPACE"), None)
        if place is not None:
            found.append(place)
    return found


def line_starts(tokens: Tokens) -> list[int]:
    """Return the sentence starts that open a line: these are never in doubt."""
    return [
        place
        for place in sentence_starts(tokens)
        if place == 0
        or all(tokens.pos[i] == "SPACE" for i in range(place))
        or (tokens.pos[place - 1] == "SPACE" and "\n" in tokens.low[place - 1])
    ]


def idle_brackets(tokens: Tokens, opened: Collection[int]) -> frozenset[int]:
    """Return the tokens in short round brackets that tell nothing, such as ``(WHO)``.

    The one after them counts too, unless a clause opens there: the bracket cut nothing off.
    """
    idle: set[int] = set()
    for place, word in enumerate(tokens.low):
        if word != "(":
            continue
        inner = place + 1
        while inner < min(len(tokens), place + 5) and tokens.low[inner] != ")":
            inner += 1
        inside = range(place + 1, inner)
        if (
            inner < len(tokens)
            and tokens.low[inner] == ")"
            and not any(tokens.pos[i] in ("VERB", "AUX") for i in inside)
        ):
            idle.update(range(place, inner + 1))
            after = inner + 1
            if after not in opened and after + 1 not in opened:
                idle.add(after)
    return frozenset(idle)

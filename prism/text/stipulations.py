"""Reads a request's stipulation off its frame: *would have happened had …*, *instead of …, …*.

Three frames, each of which says where the slot of the change opens (CoBe, arXiv 2610.13057,
phrasings A to H):

- an asked outcome, then its premise: *would have happened (instead) had SLOT*, *… if SLOT*;
- both sides: *where instead of ORIGINAL, SLOT*;
- an altered past: *gone back in time and altered ORIGINAL to SLOT*.

The slot runs to the end of the sentence, without what is no part of it: an outcome that is fixed
(*so that …*), orders (*and keep the rest*), a question (*…, how would it read?*).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from prism.text.finding import Range
from prism.text.sentences import sentence_spans
from prism.text.shallow import Kind, clause, noun_starts, within
from prism.text.tokens import Tokens

__all__ = ["Stipulation", "ended", "led", "outcome_told", "parts", "stipulations"]

_MODALS: Final = frozenset({"would", "'d", "’d", "could", "might"})
_INVERTED: Final = frozenset({"had", "were", "should"})
_NEGATORS: Final = frozenset({"not", "n't", "n’t", "never"})
_INSTEAD: Final = (
    ("instead", "of"),
    ("rather", "than"),
    ("in", "place", "of"),
    ("in", "lieu", "of"),
)
_OPENS_SIDES: Final = frozenset(
    "where wherein whereby which that if but and suppose imagine assume supposing imagining "
    'assuming picture say so had : — – - ; ( “ "'.split()
)
_NO_CLAUSE: Final = frozenset(  # what opens no slot of its own, but goes on with the original
    "and or but nor as because since while when which who whose whom that where so although though "
    "if unless until after before than not".split()
)
_ALTERS: Final = {
    "alter": ("to", "into"), "change": ("to", "into"), "turn": ("into", "to"),
    "modify": ("to", "into"), "transform": ("into", "to"), "convert": ("into", "to"),
    "switch": ("to", "for", "with"), "shift": ("to",), "amend": ("to",), "revise": ("to",),
    "rewrite": ("to", "as"), "edit": ("to",), "make": ("into",), "replace": ("with", "by"),
    "swap": ("for", "with"), "exchange": ("for",), "substitute": ("with", "by"),
}  # fmt: skip
_PAST: Final = re.compile(
    r"\b(?:back\s+(?:in|through)\s+time|back\s+to\s+the\s+past|into\s+the\s+past)\b[^.?!]*?\band\s+",
    re.IGNORECASE,
)
_REST: Final = (
    r"(?:everything|anything|nothing|all|the\s+(?:rest|others?|remainder)|(?:any\s+)?other)\b"
)
_ORDERS: Final = (
    "keep|leave|give|answer|reply|return|write|rewrite|retell|change|do|don't|don’t|output|show|"
    "adjust|update|preserve|retain|revise|edit|tell|describe|make\\s+sure|ensure|please"
)
# A run of blanks is tried from its first alone: from each of them it costs the square of the run.
_GAP: Final = r"(?:[,;:—–]|(?<!\s))\s*"
_OUTCOME: Final = re.compile(
    r"(?:[,;]|(?<!\s))\s*(?:\band\s+)?\b"
    r"(?:so\s+that|(?:with|to)\s+the\s+(?:result|effect|outcome|consequence)"
    r"\s+that|in\s+such\s+a\s+way\s+that)\s+(?P<a>\S.*)"
    r"|[,;]\s*(?:and\s+)?(?:such\s+that|so|as\s+a\s+(?:result|consequence),?|consequently,?"
    r"|therefore,?|thus,?|hence,?)\s+(?P<b>\S.*)"
    # A clause that says *would* is no part of a premise: *…; she would still have left*.
    r"|(?:;\s*(?:(?:and|but|yet|though)\s+)?|,\s*(?:and|but|yet|though)\s+)"
    r"(?P<c>(?!(?:what|how|who|where|why|that)\b)(?:[^\s,;]+\s+){1,6}?(?:would|must)\s+\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_TAIL: Final = re.compile(
    rf"""[,;:—–]\s*(?:(?:and|but|then)\s+)*(?:{_ORDERS})\b
    | {_GAP}\b(?:and|but)\s+(?:please\s+)?(?:keep|leave|preserve|change|alter)\s+{_REST}
    | {_GAP}\b(?:while\s+)?(?:keeping|leaving|preserving|changing|altering|touching)\s+{_REST}
    | {_GAP}\bwithout\s+(?:changing|touching|altering|affecting)\s+{_REST}
    | {_GAP}\b(?:but\s+)?(?:with\s+)?(?:all|everything|other\s+things)\s+(?:else\s+)?
      (?:equal|being|staying|remaining|kept|held|unchanged|as\s+it\s+(?:is|was))\b
    | ,\s*(?:then\s+)?(?:what|how|where|why|would|could)\s+(?:\w+\s+)?
      (?:would|will|might|could|does|do|did|is|are|have|happen\w*)\b
    | [?!](?=\s|$)
    """,
    re.IGNORECASE | re.VERBOSE,
)
_LEAD: Final = re.compile(
    r"[\s,:“\"‘'—–-]*(?:(?:instead|rather|say|by\s+contrast|on\s+the\s+contrary|only)\b[\s,]+)*"
    r"(?:it\s+(?:(?:had|were|was|been|be|so|to)\s+)*(?:the\s+case|true|so|happened)\s+that\s+)?",
    re.IGNORECASE,
)
# Read from the end of a text backwards: looked for from its start, it costs the square of a run.
_CLOSE: Final = re.compile(r"[\s,;:.?!“”\"‘’'—–)]*(?:daetsni[\s,;]+)?", re.IGNORECASE)
_FIXED: Final = re.compile(
    r"\b(?:outcome|result|end|ending|consequence)\b[^.?!]{0,20}?\b(?:must|should|is|has\s+to|shall)"
    r"(?:\s+still)?(?:\s+be)?\s+that\s+(?P<told>[^.?!]+)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Stipulation:
    """What a frame stipulates, in half-open character offsets of the request.

    ``slot`` is what becomes true, ``original`` what it replaces and ``outcome`` what is fixed to
    follow; ``cue`` is the words that open the slot.
    """

    slot: Range
    cue: str
    original: Range | None = None
    outcome: Range | None = None


def stipulations(text: str, tokens: Tokens) -> list[Stipulation]:
    """Return what the frames of a request stipulate, in text order; at most one a sentence."""
    found = (_framed(text, tokens, span) for span in sentence_spans(text))
    return [each for each in found if each is not None]


def outcome_told(text: str) -> Range | None:
    """Return the outcome that a sentence of its own fixes: *the result must be that …*."""
    found = _FIXED.search(text)
    return led(text, ended(text, found.span("told"))) if found else None


def ended(text: str, span: Range) -> Range:
    """Return ``span`` without *instead*, marks and blanks at its end; linear in its length.

    >>> ended("it rained, instead?!", (0, 20)), ended("he stayed instead", (0, 17))
    ((0, 9), (0, 9))
    """
    found = _CLOSE.match(text[slice(*span)][::-1])
    return span[0], span[1] - (found.end() if found else 0)


def led(text: str, span: Range) -> Range:
    """Return ``span`` without marks, *instead* and *it was the case that* at its start."""
    found = _LEAD.match(text[slice(*span)])
    return span[0] + (found.end() if found else 0), span[1]


def _framed(text: str, tokens: Tokens, chars: Range) -> Stipulation | None:
    span = within(tokens, chars)
    if span is None:
        return None
    for frame in (_altered, _sides, _premise):
        found = frame(text, tokens, span)
        if found is not None:
            return found
    return None


def _premise(text: str, tokens: Tokens, span: Range) -> Stipulation | None:
    """*Would have happened had SLOT*, or *if SLOT*: the premise stands after what is asked."""
    asked = next((i for i in range(*span) if tokens.low[i] in _MODALS), None)
    if asked is None or _premise_before(tokens, span[0], asked):
        return None
    for place in range(asked + 2, span[1] - 1):
        word = tokens.low[place]
        negated = (
            tokens.low[place + 1] in _NEGATORS and tokens.end[place] == tokens.start[place + 1]
        )
        if word in ("if", "unless") or (word in _INVERTED and _inverted(tokens, place)):
            start = tokens.start[place] if negated or word == "unless" else tokens.end[place]
            return _slot(text, (start, _stop(tokens, span)), text[slice(*_at(tokens, place))])
    return None


def _premise_before(tokens: Tokens, start: int, asked: int) -> bool:
    """Whether a premise stands before what is asked: *Had it rained, what would …*."""
    opens = tokens.low[start] in _INVERTED and noun_starts(tokens, start + 1)
    return opens or any(tokens.low[i] in ("if", "unless") for i in range(start, asked))


def _inverted(tokens: Tokens, place: int) -> bool:
    """Whether a subject follows the auxiliary at ``place`` and none of its own stands before it."""
    after = place + 1
    while tokens.at(after, tokens.low) in ("instead", "only", ",", *_NEGATORS):
        after += 1
    before, tag = tokens.at(place - 1, tokens.low), tokens.at(place - 1, tokens.tag)
    if before in ("who", "which", "that", "it", "he", "she", "they", "we", "i", "there"):
        return False
    if tag.startswith(("VB", "RB")) or before == ",":
        return True
    related = tokens.at(place - 2, tokens.low) in ("what", "which", "who", "that", "whatever")
    return noun_starts(tokens, after) and not (related and tag in ("NN", "NNS", "NNP", "PRP"))


def _sides(text: str, tokens: Tokens, span: Range) -> Stipulation | None:
    """*Where instead of ORIGINAL, SLOT*."""
    for place in range(*span):
        cue = next((c for c in _INSTEAD if tuple(tokens.low[place : place + len(c)]) == c), None)
        if cue is None or not _opens_sides(tokens, span[0], place):
            continue
        first, last = place + len(cue), span[1]
        cut = (
            _quoted(tokens, first, last)
            or _comma(tokens, first, last)
            or _bare(tokens, place + len(cue) - 1, last)
        )
        if cut is None:
            return None
        old = led(text, ended(text, (tokens.start[first], tokens.end[cut - 1])))
        words = text[tokens.start[place] : tokens.end[first - 1]]
        return _slot(text, (tokens.start[cut], _stop(tokens, span)), words, old)
    return None


def _opens_sides(tokens: Tokens, start: int, place: int) -> bool:
    before = place - 1
    while before >= start and tokens.low[before] in (",", "however", "now"):
        before -= 1
    return before < start or tokens.low[before] in _OPENS_SIDES


def _quoted(tokens: Tokens, first: int, last: int) -> int | None:
    """Return the token after the closing mark of a quotation that opens at ``first``."""
    if tokens.low[first] not in ("“", '"', "‘", "'", "«", "``"):
        return None
    closing = (
        i for i in range(first + 1, last) if tokens.low[i] in ("”", '"', "’", "'", "»", "''")
    )
    found = next(closing, None)
    return found + 1 if found is not None and found + 1 < last else None


def _comma(tokens: Tokens, first: int, last: int) -> int | None:
    """Return the token after the comma where the original ends: the first before a clause.

    Of two such commas it is the one before which the original tells what was done, since the other
    opens an apposition: *instead of Vera, a nurse, mixing up charts, Vera kept them apart*.
    """
    commas = [
        i + 1 for i in range(first + 1, last - 1)
        if tokens.low[i] in (",", ";", "—", "–") and tokens.low[i + 1] not in _NO_CLAUSE
    ]  # fmt: skip
    kinds = [(cut, found[1]) for cut in commas if (found := clause(tokens, cut, last))]
    done = next((i for i in range(first, last) if tokens.tag[i] == "VBG"), last)
    told = [cut for cut, kind in kinds if kind == "finite" and done < cut]
    if told:
        return told[0]
    for wanted in ("finite", "participle", "gerund"):
        cut = next((cut for cut, kind in kinds if kind == wanted), None)
        if cut is not None:
            return cut
    return commas[0] if commas else None


def _bare(tokens: Tokens, of: int, last: int) -> int | None:
    """Without a comma: the token after what hangs on *of*, as the parser has it."""
    cut = max((tokens.right[below] + 1 for below in tokens.children[of]), default=last)
    return cut if of + 1 < cut < last - 1 else None


def _altered(text: str, tokens: Tokens, span: Range) -> Stipulation | None:
    """*Gone back in time and altered ORIGINAL to SLOT*."""
    chars = (tokens.start[span[0]], tokens.end[span[1] - 1])
    past = _PAST.search(text, *chars)
    if past is None:
        return None
    verb = next((i for i in range(*span) if tokens.start[i] >= past.end()), None)
    while verb is not None and tokens.tag[verb] in ("RB", "RBR") and verb + 1 < span[1]:
        verb += 1
    if verb is None:
        return None
    stop, links = _stop(tokens, span), _ALTERS.get(tokens.lemma[verb], ())
    whole = _slot(text, (tokens.start[verb], stop), past[0].strip())
    inside = within(tokens, whole.slot)
    link = _link(tokens, verb + 1, inside[1], links) if inside else None
    if link is None:
        return whole
    old = led(text, ended(text, (tokens.start[verb + 1], tokens.end[link - 1])))
    return _slot(text, (tokens.end[link], stop), tokens.low[verb], old)


def _link(tokens: Tokens, first: int, last: int, links: tuple[str, ...]) -> int | None:
    """Return the *to* that parts the two sides: the one with the likest beginnings around it."""
    quote = _quoted(tokens, first, last)
    places = [
        i for i in range(quote or first + 1, last - 1)
        if tokens.low[i] in links and tokens.tag[i + 1] != "VB"
    ]  # fmt: skip
    if quote and places:
        return places[0]
    return max(
        places, key=lambda i: (_likeness(tokens, (first, i), (i + 1, last)), i), default=None
    )


def _likeness(tokens: Tokens, one: Range, other: Range) -> float:
    """Return how alike two stretches begin: clauses of a kind, the same words, the same tags."""
    kinds = [found[1] if (found := clause(tokens, *span)) else "phrase" for span in (one, other)]
    words = _common(tokens.low[slice(*one)], tokens.low[slice(*other)])
    tags = _common(tokens.tag[slice(*one)], tokens.tag[slice(*other)])
    return 2 * (kinds[0] == kinds[1]) + words + tags / 2


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the beginning that two lists share."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((n for n, (a, b) in pairs if a != b), min(len(one), len(other)))


def _slot(text: str, span: Range, cue: str, original: Range | None = None) -> Stipulation:
    """Cut the outcome and what is no part of a slot off its end."""
    start, stop = led(text, span)
    tail = _TAIL.search(text, start + 1, stop)
    stop = tail.start() if tail else stop
    fixed, outcome = _OUTCOME.search(text, start + 1, stop), None
    if fixed:
        stop, outcome = fixed.start(), ended(text, fixed.span(fixed.lastgroup or 0))
    return Stipulation(ended(text, (start, stop)), cue, original, outcome)


def _stop(tokens: Tokens, span: Range) -> int:
    return tokens.end[span[1] - 1]


def _at(tokens: Tokens, place: int) -> Range:
    return tokens.start[place], tokens.end[place]


def parts(tokens: Tokens, slot: Range) -> Iterator[Range]:
    """Yield the clauses of a slot that are joined by *and* and have each a subject of their own."""
    start, places = slot[0], within(tokens, slot) or (0, 0)
    own = clause(tokens, *places)
    for place in range(places[0] + 1, places[1] - 1):
        if own is None or place <= own[0] or tokens.low[place] not in ("and", "but", ",", ";"):
            continue
        after = place + 1
        while tokens.at(after, tokens.low) in ("and", "but", "had", "if", "that", "were"):
            after += 1
        found = clause(tokens, after, places[1])
        if found is not None and (
            _alike(own[1], found[1]) or tokens.low[found[0]] == "been"
        ):  # *had the pump held and the tank been full*: its *had* stands before the first
            yield start, tokens.end[place - 1]
            start, own = tokens.start[after], found
    yield start, slot[1]


def _alike(one: Kind, other: Kind) -> bool:
    """Whether a clause of the kind ``other`` can be joined to one of the kind ``one``."""
    return one == other or (one == "participle" and other == "finite")

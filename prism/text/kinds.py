"""What a unit tells: its kind (event, state, mechanism), its polarity and its modality."""

from typing import Final, Literal, NamedTuple

from prism.text.finding import Range
from prism.text.tokens import Tokens

__all__ = ["Kinds", "head_of", "kinds"]

Kind = Literal["event", "state", "mechanism"]
Polarity = Literal["affirmed", "negated"]
Modality = Literal["asserted", "possible", "hypothetical", "counterfactual", "attributed"]

_STATIVE: Final = frozenset(
    "be have know need want lack seem remain believe contain own belong exist cost love fear hate "
    "prefer stand lie owe face consist include possess resemble deserve equal outnumber date stay "
    "matter differ fit hold appear feel look sound think hope doubt trust like".split()
)
_HEDGES: Final = frozenset(
    "perhaps maybe possibly probably likely presumably potentially conceivably arguably "
    "apparently seemingly".split()
)
_POSSIBLE: Final = frozenset({"may", "might", "could", "can"})
_UNREAL: Final = frozenset({"would", "'d", "’d"})
_CONDITIONAL: Final = frozenset({"if", "unless", "whether", "suppose", "assuming", "provided"})
_NEGATIVE: Final = frozenset(
    {"no", "never", "neither", "nor", "nobody", "nothing", "none", "without"}
)
_EVENT_NOUNS: Final = (
    "tion", "sion", "ment", "arrival", "collapse", "fall", "rise", "war", "attack", "death",
    "birth", "loss", "failure", "defeat", "victory", "revolution", "crash", "storm", "flood",
)  # fmt: skip


class Kinds(NamedTuple):
    """Kind, polarity and modality of one unit."""

    kind: Kind
    polarity: Polarity
    modality: Modality


def head_of(tokens: Tokens, span: Range) -> int:
    """Return the word the unit hangs on: the one whose own head lies outside, a verb if any."""
    outer = [
        place
        for place in range(*span)
        if tokens.pos[place] not in ("SPACE", "PUNCT")
        and (tokens.head[place] == place or not span[0] <= tokens.head[place] < span[1])
    ]
    if not outer:
        return span[0]
    verbs = [place for place in outer if tokens.pos[place] in ("VERB", "AUX")]
    return max(verbs or outer, key=lambda i: (tokens.right[i] - tokens.left[i], -i))


def kinds(
    tokens: Tokens, span: Range, head: int | None = None, *, attributed: bool = False
) -> Kinds:
    """Return what the unit over ``span`` tells.

    ``head`` is the word it hangs on, found if not given; ``attributed`` says that someone else
    says it.
    """
    if head is None:
        head = head_of(tokens, span)
    auxiliaries = _auxiliaries(tokens, head)
    return Kinds(
        _kind(tokens, head, auxiliaries),
        _polarity(tokens, span, head),
        _modality(tokens, span, head, auxiliaries, attributed=attributed),
    )


def _auxiliaries(tokens: Tokens, place: int) -> frozenset[str]:
    return frozenset(
        tokens.low[below]
        for below in tokens.children[place]
        if tokens.dep[below] in ("aux", "auxpass")
    )


def _kind(tokens: Tokens, head: int, auxiliaries: frozenset[str]) -> Kind:
    if tokens.pos[head] not in ("VERB", "AUX"):
        noun = tokens.lemma[head]
        return "event" if noun.endswith(_EVENT_NOUNS) else "state"
    if tokens.lemma[head] in _STATIVE:
        return "state"
    if (
        tokens.tag[head] == "VBN"
        and auxiliaries & {"is", "are", "was", "were", "been"}
        and (not tokens.has(head, "agent"))
    ):
        return (
            "state" if auxiliaries & {"is", "are", "been"} or tokens.has(head, "neg") else "event"
        )
    if tokens.tag[head] in ("VBZ", "VBP") and not auxiliaries:
        return "mechanism"
    return "event"


def _polarity(tokens: Tokens, span: Range, head: int) -> Polarity:
    if tokens.has(head, "neg"):
        return "negated"
    first = next((i for i in range(*span) if tokens.pos[i] not in ("PUNCT", "SPACE")), span[0])
    subject = tokens.child(head, "nsubj", "nsubjpass", "expl")
    objects = tokens.child(head, "dobj", "attr")
    for noun in (subject, objects):
        if noun is not None and any(
            tokens.low[i] in _NEGATIVE for i in (noun, *tokens.children[noun])
        ):
            return "negated"
    return "negated" if tokens.low[first] in ("never", "neither", "nor", "without") else "affirmed"


def _modality(
    tokens: Tokens, span: Range, head: int, auxiliaries: frozenset[str], *, attributed: bool
) -> Modality:
    first = next((i for i in range(*span) if tokens.pos[i] not in ("PUNCT", "SPACE", "CCONJ")), 0)
    opener = tokens.low[first]
    unreal = bool(auxiliaries & _UNREAL)
    perfect = "have" in auxiliaries or ("had" in auxiliaries and opener in _CONDITIONAL)
    inverted = opener in ("had", "were") and first == tokens.left[head]
    if (unreal and perfect) or (perfect and opener in _CONDITIONAL) or inverted:
        return "counterfactual"
    if unreal or opener in _CONDITIONAL:
        return "hypothetical"
    if attributed:
        return "attributed"
    if auxiliaries & _POSSIBLE or not _HEDGES.isdisjoint(tokens.low[slice(*span)]):
        return "possible"
    return "asserted"

"""What a predicate tells by its form: tense, aspect, modality, negation, state or event."""

from typing import Final

from prism.text.tokens import Tokens

__all__ = ["asks", "auxiliaries", "describes", "has_modal", "is_past", "is_perfect", "is_static"]

_STATIVE: Final = frozenset(
    "be have know need want lack seem remain believe contain own belong exist cost like love fear "
    "hate prefer depend mean think require expect understand include involve consist".split()
)
_UNREAL: Final = frozenset({"would", "could", "might", "'d", "’d"})
_MODALS: Final = _UNREAL | {"can", "may", "will", "should", "'ll", "’ll", "must"}


def asks(tokens: Tokens, place: int) -> bool:
    """Whether the sentence of ``place`` is a question."""
    first, last = tokens.sentences[tokens.sentence[place]]
    return any(tokens.low[i] == "?" for i in range(max(first, last - 3), last))


def auxiliaries(tokens: Tokens, place: int) -> set[str]:
    """Return the auxiliaries of ``place``, as words."""
    return {
        tokens.low[below]
        for below in tokens.children[place]
        if tokens.dep[below] in ("aux", "auxpass")
    }


def has_modal(tokens: Tokens, place: int, *, unreal: bool = False) -> bool:
    """Whether a modal auxiliary governs ``place``; with ``unreal`` only would, could, might."""
    return bool(auxiliaries(tokens, place) & (_UNREAL if unreal else _MODALS))


def is_perfect(tokens: Tokens, place: int) -> bool:
    """Whether the predicate is a perfect: ``has risen``, ``has been rising``."""
    helping = auxiliaries(tokens, place)
    risen = tokens.tag[place] == "VBN" or (tokens.tag[place] == "VBG" and "been" in helping)
    return risen and bool(helping & {"have", "has", "had", "'ve", "'s", "having", "’ve", "’s"})


def is_past(tokens: Tokens, place: int) -> bool:
    """Whether the predicate is in the past."""
    return tokens.tag[place] == "VBD" or bool(
        auxiliaries(tokens, place) & {"was", "were", "did", "had"}
    )


def is_static(tokens: Tokens, place: int) -> bool:
    """Whether the clause tells a state: copula, stative verb, perfect, negation, modal."""
    return (
        tokens.lemma[place] in _STATIVE
        or tokens.pos[place] not in ("VERB",)
        or is_perfect(tokens, place)
        or tokens.has(place, "neg")
        or has_modal(tokens, place)
        or (
            tokens.has(place, "auxpass")
            and tokens.tag[place] == "VBN"
            and "being" not in auxiliaries(tokens, place)
        )
    )


def describes(tokens: Tokens, place: int) -> bool:
    """Whether a clause says how something is: ``as the battery was empty``, ``as there is …``."""
    return tokens.lemma[place] == "be" and tokens.has(place, "acomp", "expl")

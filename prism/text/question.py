"""What a causal question asks: for the cause or the effect, and of which event or condition."""

import re
from dataclasses import dataclass
from typing import Final, Literal

__all__ = ["Asked", "asked"]

_EFFECT: Final = re.compile(
    r"\b(?:lead\s+to|led\s+to|result\s+in|resulted\s+in|resulted\s+from|happen(?:s|ed)?|"
    r"(?:result|effect|consequence|outcome|impact|influence)s?\s+of|came\s+of|follow(?:ed|s)?|"
    r"affect(?:ed)?|bring\s+about|cause)\b",
    re.IGNORECASE,
)
_CAUSE: Final = re.compile(
    r"^\W*why\b|\bwhat\s+(?:\w+\s+)?(?:caused|led|made|prompted|drove|triggered|brought|explains?|"
    r"forced|is\s+the\s+reason|was\s+the\s+reason|were\s+the\s+reasons)\b|"
    r"\b(?:reasons?|causes?)\s+(?:for|of|that|why)\b|\bwhat\s+(?:\w+\s+){0,3}cause\s+of\b",
    re.IGNORECASE,
)
_IF: Final = re.compile(
    r"\b(?:if|suppose|supposing|assuming|imagine|provided|in\s+case|had\s+it\s+not\s+been)\b",
    re.IGNORECASE,
)
_INVERTED: Final = re.compile(r"^\W*(?:had|were|should)\b", re.IGNORECASE)
_ASKING: Final = re.compile(
    r",\s*(?:then\s+)?(?:what|how|which|who|where|would|will)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for, and the half-open span of the event or condition it is asked of."""

    wanted: Literal["cause", "effect"]
    start: int
    end: int


def asked(question: str) -> Asked:
    """Return what ``question`` asks for.

    With a condition (if …, suppose …, had …) the effect of that condition is asked for; without
    one the words decide, and where they do not, the cause.

    >>> text = "What would have happened if the bridge had held?"
    >>> found = asked(text)
    >>> found.wanted, text[found.start : found.end]
    ('effect', 'if the bridge had held?')
    >>> asked("Why did the bridge fall?").wanted
    'cause'
    """
    opening = _IF.search(question) or _INVERTED.search(question)
    if opening is not None:
        asking = _ASKING.search(question, opening.end())
        return Asked("effect", opening.start(), asking.start() if asking else len(question))
    effect = not _CAUSE.search(question) and _EFFECT.search(question)
    return Asked("effect" if effect else "cause", 0, len(question))

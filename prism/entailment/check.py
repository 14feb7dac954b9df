"""Claims against texts, from strings: the front door of this package."""

from functools import lru_cache

from prism.entailment.entail import Answer, answer
from prism.entailment.status import Expectation, Finding, status
from prism.entailment.terms import Reading, read
from prism.text.nlp import analyse

__all__ = ["check", "entails", "reading"]

_KEPT = 512  # readings of texts kept: a story and its rewrites are asked many times


@lru_cache(maxsize=_KEPT)
def reading(text: str) -> Reading:
    """Return the terms and links of ``text``; the last few hundred are kept."""
    return read(analyse(text))


def entails(premise: str, claim: str) -> Answer:
    """Return whether ``premise`` implies ``claim``, excludes it, or leaves it open.

    >>> entails("A boy is not wearing a hat.", "A boy is not wearing a sunhat.")
    'yes'
    >>> entails("A boy is sleeping.", "A boy is awake.")
    'contradicted'
    """
    return answer(reading(claim), reading(premise))


def check(
    claim: str, text: str, story: str | None = None, expected: Expectation | None = None
) -> Finding:
    """Return the status of ``claim``, which holds in ``story``, against ``text``.

    >>> check("The valve was fitted in 2011.", "In 2012 the valve was fitted.").status
    'revised'
    """
    return status(
        reading(claim), reading(text), reading(story) if story is not None else None, expected
    )

"""Expository prose around its thesis: ``we propose X``; what leads up to it, and what it earned.

In abstracts and reports the sentence that presents the work is the nucleus of what stands around
it: what comes before is its context, a later report of results evaluates it, and whatever else
comes later elaborates on it.
"""

from typing import Final

from prism.text.units import Units

__all__ = ["thesis_type"]

_PRESENTING: Final = frozenset(
    "propose present introduce describe develop investigate study address explore design "
    "extend report examine build".split()
)
_AUTHORS: Final = frozenset({"we", "i", "paper", "article", "work", "study", "thesis"})
_OUTCOMES: Final = frozenset(
    "result experiment experimental evaluation evaluate show demonstrate outperform improve "
    "improvement achieve significantly significant effective effectiveness accuracy performance "
    "perform superior better competitive gain reduce indicate baseline benchmark compare state "
    "empirical empirically reveal confirm scale".split()
)
_LEAST: Final = 2  # words of outcome that make a report of results


def thesis_type(units: Units, satellite: int, nucleus: int) -> str | None:
    """Return the type of a pair in two sentences whose nucleus presents the work, else None."""
    if units.sentence(satellite) == units.sentence(nucleus) or not _presents(units, nucleus):
        return None
    if satellite < nucleus:
        return "context"
    outcomes = _words(units, satellite) & _OUTCOMES
    return "evaluation" if len(outcomes) >= _LEAST else "elaboration"


def _presents(units: Units, unit: int) -> bool:
    tokens, head = units.tokens, units.heads[unit]
    subject = tokens.child(head, "nsubj", "nsubjpass")
    if tokens.lemma[head] not in _PRESENTING or subject is None:
        return False
    return tokens.lemma[subject] in _AUTHORS


def _words(units: Units, unit: int) -> set[str]:
    tokens = units.tokens
    first, last = tokens.sentences[units.sentence(unit)]
    return {tokens.lemma[place] for place in range(first, last)}

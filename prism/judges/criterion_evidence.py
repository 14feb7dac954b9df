"""How much of what a criterion asks for stands in a text, and the mark that this suggests.

A mark is 1 for a text that adds nothing to its question, and grows with how much the text says
(words of the sentences that bring something new, so that padding does not count) and with the
share of the things named by the criterion's upper bands that are found there.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import log1p
from typing import Final

from prism.judges.content import akin, content
from prism.judges.reading import Reading
from prism.text.finding import Range
from prism.text.nlp import analyse
from prism.text.tokens import Tokens

__all__ = ["COEFFICIENTS", "Evidence", "Finding", "concepts", "mark", "weigh"]

# Mark = 1 + log1p(new words / 50) · (substance + coverage · share found). Fitted on the fifty
# GPT-5.4 marks of WhatIfBench's ten public records in the external data folder and rounded to one
# decimal; what the same fit reaches on records it has not seen is printed by
# benchmarks/fidelity/judge.py.
COEFFICIENTS: Final[Mapping[str, float]] = {"substance": 1.0, "coverage": 1.9}
_WORDS: Final = 50.0
_NEW: Final = 3  # content words a sentence must add to count
_UPPER: Final = 5  # bands that reach this mark say what a good answer has

_RUBRIC_TALK: Final = frozenset(
    """
    accurate account address adequate analysis analyze assess avoid balance basic beyond broad
    build calibrate calibration careful cause causal caveat chain claim clarify coherence coherent
    compare complete concrete connect consequence consistency consistent contradiction convincing
    correct counterfactual cover coverage credible criterion deep detail detailed develop
    distinguish downstream effect engage evaluate evidence explain explicit explanation flag gap
    generic handle handling identify ignore incomplete include incorrect integrate internal
    justify limited link long-range long-term maintain major mechanism medium-term minor misstate
    multiple nuanced offer omit overclaim partial plausibility plausible precise provide qualify
    range reasonable reasoning recognize relevant rich rigorous robust sequence several shallow
    simplistic sound speculative step strong superficial support sustain systematic term thorough
    tie trace track treat treatment uncertain uncertainty understand unsupported vague weak whether
    """.split()
)
_DOUBT: Final = frozenset({"uncertain", "uncertainty", "calibration", "calibrate", "speculative"})
_DOUBT_MORE: Final = frozenset({"speculation", "caution", "caveat", "hedge", "honesty"})
_HARMONY: Final = frozenset({"consistency", "consistent", "contradiction", "contradictory"})
_HEDGES: Final = frozenset(
    """
    may might could perhaps possibly probably likely unlikely potentially presumably arguably
    roughly approximately uncertain unclear unknown plausible plausibly depends depend estimate
    guess speculative conceivably maybe seems appears
    """.split()
)
_HEDGED: Final = 2.0  # hedges per hundred words from which a text counts as cautious
_DENIED: Final = 0.5  # what a concept counts that stands only where something is denied
_APART: Final = 0.8  # what a concept counts that no other one shares a sentence or a link with


@dataclass(frozen=True, slots=True)
class Finding:
    """A thing the criterion names that the text has: its word there, where, and what it counts."""

    concept: str
    word: str
    chars: Range
    credit: float


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was found for one criterion.

    ``new_words`` counts the words of the sentences that add something. ``share`` is the credit
    over what was asked for, in [0, 1]. ``hedges`` (per hundred words) is None where the criterion
    does not ask for caution; ``conflicts`` counts units that contradict one another, None where it
    does not ask for consistency.
    """

    new_words: int
    asked: tuple[str, ...]
    found: tuple[Finding, ...]
    share: float
    hedges: float | None
    conflicts: int | None


def mark(evidence: Evidence, coefficients: Mapping[str, float] = COEFFICIENTS) -> float:
    """Return the mark in [1, 10] that the evidence suggests, not rounded."""
    said = log1p(evidence.new_words / _WORDS)
    raw = 1 + said * (coefficients["substance"] + coefficients["coverage"] * evidence.share)
    return min(10.0, max(1.0, raw))


def weigh(
    reading: Reading,
    question: frozenset[str],
    name: str,
    description: str,
    bands: Mapping[str, str],
) -> Evidence:
    """Return what the text has of what the criterion asks for."""
    asked = concepts([name, description, *_upper(bands)], question)
    found = _find(reading, asked)
    words = _lemmas(f"{name}. {description}")
    share = sum(each.credit for each in found) / len(asked) if asked else 0.0
    hedges = conflicts = None
    if words & (_DOUBT | _DOUBT_MORE):
        hedges = 100 * _count(reading, _HEDGES) / max(1, len(reading.tokens))
        share = (share + min(1.0, hedges / _HEDGED)) / 2
    if words & _HARMONY:
        conflicts = len(reading.opposed)
        share = share / (1 + conflicts)
    return Evidence(new_words(reading, question), asked, found, share, hedges, conflicts)


def concepts(texts: Iterable[str], question: frozenset[str]) -> tuple[str, ...]:
    """Return the things that ``texts`` name, sorted; not what any rubric says or the question did.

    >>> concepts(["Explains the causal role of lignin."], frozenset())
    ('lignin', 'role')
    """
    return tuple(sorted(_lemmas(" ".join(texts)) - _RUBRIC_TALK - question))


def new_words(reading: Reading, question: frozenset[str]) -> int:
    """Count the words of the sentences that bring at least three content words not used before."""
    tokens, known, total = reading.tokens, set(question), 0
    for first, last in tokens.sentences:
        words = content(tokens, (first, last))
        if len(words - known) >= _NEW:
            total += len(reading.text[tokens.start[first] : tokens.end[last - 1]].split())
        known |= words
    return total


def _upper(bands: Mapping[str, str]) -> list[str]:
    """Return the descriptions of the bands that say what a good answer has."""
    upper = [text for band, text in bands.items() if _top(band) > _UPPER]
    return upper or list(bands.values())


def _top(band: str) -> int:
    digits = band.rsplit("-", maxsplit=1)[-1].strip()
    return int(digits) if digits.isdigit() else 0


def _lemmas(text: str) -> frozenset[str]:
    tokens = Tokens.of(analyse(text))
    return content(tokens, (0, len(tokens)))


def _count(reading: Reading, words: frozenset[str]) -> int:
    return sum(word in words for word in reading.tokens.low)


def _find(reading: Reading, asked: tuple[str, ...]) -> tuple[Finding, ...]:
    """Return, for every thing asked for that the text has, its best place."""
    tokens = reading.tokens
    matches = {concept: _matches(concept, reading.words) for concept in asked}
    company = [
        {concept for concept in asked if matches[concept] & words} for words in reading.clusters
    ]
    together = {concept for group in company if len(group) > 1 for concept in group}
    found = []
    for concept in asked:
        places = [i for i in range(len(tokens)) if tokens.lemma[i] in matches[concept]]
        if not places:
            continue
        held = [i for i in places if i not in reading.denied]
        best = (held or places)[0]
        credit = (1.0 if held else _DENIED) * (1.0 if concept in together else _APART)
        chars = (tokens.start[best], tokens.end[best])
        found.append(Finding(concept, reading.text[slice(*chars)], chars, credit))
    return tuple(found)


def _matches(concept: str, words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if akin(concept, word))

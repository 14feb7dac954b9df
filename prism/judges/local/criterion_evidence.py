"""How much of what a criterion asks for stands in a text, and the mark that this suggests.

A mark is 1 for a text that adds nothing to its question, and grows with how much the text says
(words of the sentences that bring something new, so that padding does not count) and with the
share of the things named by the criterion's upper bands that are found there.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import log1p
from typing import Final

from prism.judges.local.content import akin, content, text_content, wording
from prism.judges.model.reading import Reading
from prism.text.finding import Range

__all__ = ["SLOPE", "Evidence", "Finding", "concepts", "mark", "quality", "saying", "weigh"]

# Mark = 1 + SLOPE · log1p(new words / 50) · (½ + share found). The one number was fitted to the
# fifty GPT-5.4 marks of WhatIfBench's ten public records in the external data folder, the form
# chosen with them in sight; what the same fit reaches on a record it has not seen is printed by
# benchmarks/fidelity/judge.py.
SLOPE: Final = 2.0
_BASE: Final = 0.5  # what a text earns that has nothing of what is asked for
_WORDS: Final = 50.0
_OLD: Final = 2  # so many new content words a sentence may bring and still say nothing new
_NEW: Final = 5  # new content words from which every word of a sentence counts
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
_DOUBT: Final = frozenset(
    """
    uncertain uncertainty calibration calibrate speculative speculation caution caveat hedge honesty
    """.split()
)
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

    ``new_words`` counts the words of the sentences that add something. ``asked`` holds the things
    asked for, each with the word that the criterion has for it. ``share`` is the credit
    over what was asked for, in [0, 1]. ``hedges`` (per hundred words) is None where the criterion
    does not ask for caution; ``conflicts`` counts units that contradict one another, None where it
    does not ask for consistency.
    """

    new_words: int
    asked: Mapping[str, str]
    found: tuple[Finding, ...]
    share: float
    hedges: float | None
    conflicts: int | None


def mark(evidence: Evidence) -> float:
    """Return the mark in [1, 10] that the evidence suggests, not rounded."""
    return min(10.0, 1 + SLOPE * quality(evidence))


def quality(evidence: Evidence) -> float:
    """Return how much the text says times how much of what is asked for is in it; 0 for nothing."""
    return log1p(evidence.new_words / _WORDS) * (_BASE + evidence.share)


def weigh(
    reading: Reading,
    question: frozenset[str],
    name: str,
    description: str,
    bands: Mapping[str, str],
) -> Evidence:
    """Return what the text has of what the criterion asks for."""
    heading = f"{name}. {description}"
    asked = concepts([heading, " ".join(_upper(bands))], question)
    fresh = saying(reading, question)
    found = _find(reading, asked, fresh)
    words = text_content(heading)
    share = sum(each.credit for each in found) / len(asked) if asked else 0.0
    hedges = conflicts = None
    if words & _DOUBT:
        hedges = 100 * _count(reading, _HEDGES) / max(1, len(reading.tokens))
        share = (share + min(1.0, hedges / _HEDGED)) / 2
    if words & _HARMONY:
        conflicts = len(reading.opposed)
        share = share / (1 + conflicts)
    return Evidence(_new_words(reading, fresh), asked, found, share, hedges, conflicts)


def concepts(texts: Iterable[str], question: frozenset[str]) -> Mapping[str, str]:
    """Return the things that ``texts`` name, sorted, each as it is written there first.

    Left out is what any rubric says, and what the question said.

    >>> concepts(["Explains the causal roles of lignin."], frozenset())
    {'lignin': 'lignin', 'role': 'roles'}
    """
    named = {lemma: word for text in reversed(list(texts)) for lemma, word in wording(text).items()}
    return {lemma: named[lemma] for lemma in sorted(named.keys() - _RUBRIC_TALK - question)}


def saying(reading: Reading, question: frozenset[str]) -> dict[int, float]:
    """Return the sentences that say something new, by number, and how much of each counts.

    A sentence counts whole if it brings five content words that neither the question nor the text
    before it had, in part from three on: filler and repetition bring hardly any.
    """
    known, found = set(question), {}
    for number, span in enumerate(reading.tokens.sentences):
        words = content(reading.tokens, span)
        part = min(1.0, (len(words - known) - _OLD) / (_NEW - _OLD))
        if part > 0:
            found[number] = part
        known |= words
    return found


def _new_words(reading: Reading, fresh: Mapping[int, float]) -> int:
    tokens, total = reading.tokens, 0.0
    for number, part in fresh.items():
        first, last = tokens.sentences[number]
        total += part * len(reading.text[tokens.start[first] : tokens.end[last - 1]].split())
    return round(total)


def _upper(bands: Mapping[str, str]) -> list[str]:
    """Return the descriptions of the bands that say what a good answer has."""
    upper = [text for band, text in bands.items() if _top(band) > _UPPER]
    return upper or list(bands.values())


def _top(band: str) -> int:
    digits = band.rsplit("-", maxsplit=1)[-1].strip()
    return int(digits) if digits.isdigit() else 0


def _count(reading: Reading, words: frozenset[str]) -> int:
    return sum(word in words for word in reading.tokens.low)


def _find(reading: Reading, asked: Iterable[str], fresh: Collection[int]) -> tuple[Finding, ...]:
    """Return, for every thing asked for that the sentences ``fresh`` have, its best place."""
    tokens = reading.tokens
    matches = {concept: _matches(concept, reading.words) for concept in asked}
    company = [
        {concept for concept in asked if matches[concept] & words} for words in reading.clusters
    ]
    together = {concept for group in company if len(group) > 1 for concept in group}
    found = []
    for concept in asked:
        places = [
            i
            for i, lemma in enumerate(tokens.lemma)
            if lemma in matches[concept] and tokens.sentence[i] in fresh
        ]
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

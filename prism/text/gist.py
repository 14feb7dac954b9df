"""What a short text is about: its content words with their polarity, and how two texts compare."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from prism.lexicon.opposites import opposed
from prism.lexicon.wordnet import related
from prism.text.nlp import analyse
from prism.text.tokens import Tokens

__all__ = ["Gist", "Term", "clash", "coverage", "gist", "likeness", "uncovered"]

_WEIGHTS: Final = {"NOUN": 1.0, "PROPN": 1.0, "NUM": 1.0, "VERB": 1.0, "ADJ": 0.8, "ADV": 0.4}
_LIGHT: Final = frozenset(
    "be have do get make take give go come become happen occur lead cause result bring would will "
    "can could may might let use thing way so then also even just very too most other such "
    "different instead likely still now there here when why how what who which because therefore "
    "due prompt begin start keep seem however only soon already that this as".split()
)
_DENIERS: Final = frozenset("not n't n’t never no nobody nothing none neither nor without".split())
_PREVENTERS: Final = frozenset(
    "prevent avoid stop fail refuse lack cease deny decline forbid spare escape skip cancel".split()
)
LIKE: Final = 0.5  # likeness from which two words are taken for the same thing
_LIKENESS: Final = {
    "same": 1.0,
    "derived": 0.9,
    "synonym": 0.8,
    "hypernym": 0.4,
    "hyponym": 0.4,
}


@dataclass(frozen=True, slots=True)
class Term:
    """One content word: lemma and form, how much it weighs, whether it is denied, its place."""

    lemma: str
    form: str
    weight: float
    denied: bool
    start: int
    verbal: bool


@dataclass(frozen=True, slots=True)
class Gist:
    """The content words of a text, in text order."""

    text: str
    terms: tuple[Term, ...]

    @property
    def weight(self) -> float:
        """Summed weight of the terms."""
        return sum(term.weight for term in self.terms)

    def within(self, start: int, end: int) -> "Gist":
        """Return the part of the gist whose words start in [start, end)."""
        return Gist(self.text, tuple(t for t in self.terms if start <= t.start < end))


@lru_cache(maxsize=2_000)
def gist(text: str) -> Gist:
    """Return the gist of ``text``; linear in its length but for the depth of the trees.

    >>> [(t.lemma, t.denied) for t in gist("The dam did not burst.").terms]
    [('dam', True), ('burst', True)]
    """
    tokens = Tokens.of(analyse(text))
    terms = []
    for place, pos in enumerate(tokens.pos):
        weight = _WEIGHTS.get(pos, 0.0)
        lemma = tokens.lemma[place]
        if not weight or lemma in _LIGHT or lemma in _DENIERS or not any(map(str.isalnum, lemma)):
            continue
        terms.append(
            Term(
                lemma=lemma,
                form=tokens.low[place],
                weight=weight,
                denied=_denied(tokens, place),
                start=tokens.start[place],
                verbal=pos == "VERB",
            )
        )
    return Gist(text, tuple(terms))


@lru_cache(maxsize=100_000)
def likeness(a: str, b: str) -> float:
    """Return how alike two lemmas are, in [0, 1].

    >>> likeness("flood", "flood"), likeness("flood", "cloud")
    (1.0, 0.0)
    """
    if a == b:
        return 1.0
    if a.isdigit() or b.isdigit():
        return 0.0
    if opposed(a, b):
        return 0.0
    shorter, longer = sorted((a, b), key=len)
    if len(shorter) >= 5 and longer.startswith(shorter[: max(5, len(shorter) - 2)]):
        return 0.9
    return _LIKENESS.get(related(a, b) or "", 0.0)


def coverage(of: Gist, by: Iterable[Gist]) -> float:
    """Return how much of the weight of ``of`` the words of ``by`` account for, in [0, 1]."""
    pool = _pool(by)
    covered = sum(term.weight * _best(term, pool) for term in of.terms)
    return covered / of.weight if of.weight else 0.0


def uncovered(of: Gist, by: Iterable[Gist]) -> tuple[Term, ...]:
    """Return the terms of ``of`` that no word of ``by`` is like, nor opposed to."""
    pool = _pool(by)
    return tuple(
        term
        for term in of.terms
        if _best(term, pool) < LIKE and not any(opposed(term.lemma, w) for w in pool)
    )


def clash(one: Gist, other: Gist) -> tuple[float, str]:
    """Return how much ``one`` contradicts ``other``, in [0, 1], and the words that show it.

    Two texts clash where they speak of the same things and one denies what the other affirms, or
    uses an opposite word. The strength is the share of ``one`` that the words they have in common
    make up, the clashing ones left out; without such words nothing clashes.
    """
    agreed, shown = 0.0, []
    for term in one.terms:
        twin = max(other.terms, key=lambda t: likeness(term.lemma, t.lemma), default=None)
        alike = likeness(term.lemma, twin.lemma) if twin else 0.0
        foe = _opposite(term, other.terms) if alike < 1.0 else None
        if foe is not None:
            shown.append(f"{_words(foe)} – {_words(term)}")
        elif twin is not None and alike >= LIKE:
            if term.denied != twin.denied and (term.verbal or twin.verbal):
                shown.append(f"{_words(twin)} – {_words(term)}")
            else:
                agreed += term.weight * alike
    if not shown or not agreed:
        return 0.0, ""
    return agreed / one.weight, "; ".join(shown[:2])


def _opposite(term: Term, others: Sequence[Term]) -> Term | None:
    """Return a term that ``term`` opposes with the same polarity."""
    foes = (t for t in others if opposed(term.lemma, t.lemma) and t.denied == term.denied)
    return next(foes, None)


def _words(term: Term) -> str:
    return f"not {term.lemma}" if term.denied else term.lemma


def _pool(gists: Iterable[Gist]) -> frozenset[str]:
    """Return lemmas and forms: the tagger does not give every form the same lemma everywhere."""
    return frozenset(word for each in gists for t in each.terms for word in (t.lemma, t.form))


def _best(term: Term, pool: frozenset[str]) -> float:
    if term.lemma in pool or term.form in pool:
        return 1.0
    return max((likeness(term.lemma, other) for other in pool), default=0.0)


def _denied(tokens: Tokens, place: int) -> bool:
    """Whether an odd number of negating words governs the token."""
    count, at = 0, place
    while True:
        count += sum(_denies(tokens, below) for below in tokens.children[at])
        above = tokens.head[at]
        if above == at or tokens.dep[at] in ("advcl", "relcl", "acl", "conj", "ccomp"):
            break
        if tokens.lemma[above] in _PREVENTERS and tokens.dep[at] not in ("nsubj", "nsubjpass"):
            count += 1
        if tokens.low[above] in ("without", "instead") or tokens.low[at] == "instead":
            count += 1
        at = above
    return count % 2 == 1


def _denies(tokens: Tokens, place: int) -> bool:
    """Whether the word denies what it belongs to: a negation, or *no longer*."""
    if tokens.low[place] in _DENIERS:
        return True
    return tokens.low[place] in ("longer", "more") and tokens.at(place - 1, tokens.low) == "no"

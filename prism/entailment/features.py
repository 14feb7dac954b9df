"""What speaks for and against a claim in a text, as a few named numbers.

They are what the decision whether the claim holds is learned from: how well its words are answered,
all in all and in the one sentence that says most of it, what clashes with it, and how the text
tells that sentence: as denied, as unreal, or as running against what was to be expected.
"""

from collections.abc import Iterator
from typing import Final

from prism.entailment.align import Match, implied, phrased
from prism.entailment.clash import Clash
from prism.entailment.cohere import scattered
from prism.entailment.concessions import concessions
from prism.entailment.entail import Comparison
from prism.entailment.predicates import core, of_another
from prism.entailment.said import said_of_subject
from prism.entailment.sentence import Told, mean, told
from prism.entailment.terms import Reading, Term
from prism.lexicon.likeness import alike, likeness

__all__ = ["features"]

_SUPPORTED: Final = 0.9
_CORE: Final = 0.7
_HALF: Final = 0.5
_ANSWERED: Final = 0.85  # a claim word answered less than this is told otherwise or not at all
_LINKED: Final = 0.6  # one answered so well shows where its neighbours would stand
_KINDS: Final = ("name", "number", "noun", "verb", "adj")
_OPEN: Final = ("noun", "verb", "adj", "adv")
_WORDS: Final = 10


def features(
    claim: Reading, text: Reading, story: Reading | None, found: Comparison
) -> dict[str, float]:
    """Return the named evidence on whether ``text`` says ``claim``; each value is in [0, 1].

    ``found`` compares the two; ``story`` is what the text rewrites; where it is not known,
    the claim is all that is known of it.
    """
    best = told(claim, text)
    apart = scattered(claim, text, found.matches)
    stands = not found.clashes and found.support >= _SUPPORTED and found.core >= _CORE
    named = {
        "support": found.support,
        "core": found.core,
        "unreal": found.unreal,
        "scattered": float(apart),
        "stands": float(stands and not apart and found.unreal <= _HALF),
        "length": min(1.0, len(claim.terms) / _WORDS),
        **_answers(claim, best),
        **_clashes(claim, text, found.clashes),
        **_telling(claim, text, best),
        **concessions(text, best),
        **_repeated(text, story or claim, best),
        **_leftovers(claim, text, best),
        **_phrases(claim, text, best),
        **said_of_subject(claim, text),
        **_ties(claim, text, found.matches),
    }
    return named | {
        "clash where repeated": named["clash"] * named["repeated here"],
        "clash where answered": named["clash"] * named["answered"],
        "denied where answered": named["denied"] * named["answered"],
    }


def _answers(claim: Reading, best: Told) -> dict[str, float]:
    """How well the sentence answers the claim: all of it, its parts, its kinds of words."""
    predicates = core(claim)
    subjects = {below for (_, below), role in claim.links.items() if role == "subj"} - predicates
    parts = {
        "subject": subjects,
        "predicate": predicates,
        "rest": claim.terms.keys() - subjects - predicates,
        **{f"{k}s": {p for p, t in claim.terms.items() if t.kind == k} for k in _KINDS},
    }
    whole = mean(claim, claim.terms, best.shares)
    named = {
        f"{name} answered": mean(claim, sorted(places), best.shares) if places else whole
        for name, places in parts.items()
    }
    return named | {"answered": whole, "answered around": mean(claim, claim.terms, best.around)}


def _clashes(claim: Reading, text: Reading, clashes: tuple[Clash, ...]) -> dict[str, float]:
    """Which clashes there are, and how much alike the words are that clash."""
    named = {f"clash {clash.kind}": 1.0 for clash in clashes}
    close = 0.0
    for clash in clashes:
        if clash.kind not in ("negation", "swap", "place"):
            [one], [other] = clash.claim, clash.text
            close = max(close, likeness(claim.terms[one].lemma, text.terms[other].lemma))
    return named | {"clash": float(bool(clashes)), "clash of like words": close}


def _telling(claim: Reading, text: Reading, best: Told) -> dict[str, float]:
    """How the text tells the sentence."""
    said = [text.terms[p] for p in core(text) if text.sentence[p] == best.number]
    pairs = [(text.terms[p], claim.terms[c]) for p, c in best.answers.items()]
    denies = any(claim.terms[p].denied for p in core(claim))
    return {
        "asked": float(_is_question(text, best.number)),
        "denied": _share([one.denied != other.denied for one, other in pairs]),
        "told as unreal": _share([one.unreal for one, _ in pairs]),
        "predicates denied": 0.0 if denies else _share([term.denied for term in said]),
    }


def _repeated(text: Reading, story: Reading, best: Told) -> dict[str, float]:
    """How much of the text, and of its sentence, is told in the story's words."""
    old = story.lemmas
    own = {p: t.lemma in old for p, t in text.terms.items() if t.kind != "pronoun"}
    here = {p: mark for p, mark in own.items() if text.sentence[p] == best.number}
    beside = [mark for p, mark in here.items() if p not in best.answers]
    return {
        "repeated": _share(list(own.values())),
        "repeated here": _share(list(here.values())),
        "repeated beside": _share(beside) if beside else 1.0,
    }


def _leftovers(claim: Reading, text: Reading, best: Told) -> dict[str, float]:
    """What the sentence says beside: does it stand where the unanswered words would?"""
    weak = [t for p, t in claim.terms.items() if best.shares.get(p, 0.0) < _ANSWERED]
    here = [p for p in text.terms if text.sentence[p] == best.number]
    loose = [
        text.terms[p] for p in here
        if p not in best.answers or best.shares[best.answers[p]] < _ANSWERED
    ]  # fmt: skip
    spare = [text.terms[p] for p in here if p not in best.answers]
    wanted = [term.lemma for term in weak if term.kind in _OPEN]
    return {
        "other name": float(all("name" in {t.kind for t in terms} for terms in (weak, spare))),
        "other filler": float(any(True for _ in _fillers(claim, text, best))),
        "alike": alike(wanted, [t.lemma for t in loose if t.kind in _OPEN]) if wanted else 1.0,
    }


def _fillers(claim: Reading, text: Reading, best: Told) -> Iterator[Term]:
    """Yield words of the claim's kinds that hang where an unanswered word of it would."""
    back = {place: beside for beside, place in best.answers.items()}
    taken = {beside for beside, place in best.answers.items() if best.shares[place] >= _LINKED}
    for place, term in claim.terms.items():
        if best.shares.get(place, 0.0) >= _ANSWERED or term.weight < _HALF:
            continue
        for near in claim.near[place]:
            if near not in back or best.shares[near] < _LINKED:
                continue
            for beside in text.near[back[near]]:
                other = text.terms[beside]
                if beside not in taken and other.kind == term.kind and other.weight >= _HALF:
                    yield other


def _ties(claim: Reading, text: Reading, matches: dict[int, Match]) -> dict[str, float]:
    """Whether the words that answer the claim belong together as they do there."""
    predicates = [m for p, m in matches.items() if p in core(claim) and implied(m)]
    numbers = [m for m in matches.values() if m.claim.number is not None and implied(m)]
    return {
        "said of another": _share([of_another(m, claim, text, matches) for m in predicates]),
        "number of another": _share([_is_loose(m, claim, text, matches) for m in numbers]),
    }


def _is_loose(number: Match, claim: Reading, text: Reading, matches: dict[int, Match]) -> bool:
    """Whether a number stands beside none of the words that it stands beside in the claim."""
    beside = [matches[n].text.place for n in claim.near[number.claim.place] if n in matches]
    return all(place not in text.near[number.text.place] for place in beside)


def _phrases(claim: Reading, text: Reading, best: Told) -> dict[str, float]:
    """Whether a phrase tells a fact of the claim, or excludes it: in the sentence and anywhere."""
    told, excluded = set[bool](), set[bool]()
    for match in phrased(claim, text):
        if match.claim.place not in core(claim):
            continue
        here = text.sentence[match.text.place] == best.number
        same = (match.bond == "synonym") == (match.claim.denied == match.text.denied)
        (told if same else excluded).add(here)
    return {
        "phrase tells": float(True in told),
        "phrase excludes": float(True in excluded),
        "phrase tells elsewhere": float(False in told),
        "phrase excludes elsewhere": float(False in excluded),
    }


def _is_question(text: Reading, number: int) -> bool:
    sentence = next(s for n, s in enumerate(text.doc.sents) if n == number)
    return sentence.text.rstrip(" \n\"'”’)").endswith("?")


def _share(marks: list[bool]) -> float:
    return sum(marks) / (len(marks) or 1)

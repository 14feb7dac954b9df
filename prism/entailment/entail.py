"""Whether a text says a claim, denies it, or leaves it open: natural logic over aligned words."""

from dataclasses import dataclass
from typing import Final, Literal

from prism.entailment.align import Match, align, implied
from prism.entailment.clash import Clash
from prism.entailment.clashes import find_clashes
from prism.entailment.negations import NO, denied_extra, flips
from prism.entailment.predicates import core, is_light_verb, same_predicate, weight
from prism.entailment.terms import Reading

__all__ = ["Answer", "Comparison", "answer", "compare_readings"]

Answer = Literal["yes", "contradicted", "unsaid"]
_ENTAIL: Final = 0.84  # share of the claim's weight that must be answered
_ABOUT: Final = 0.5  # share of the claim that the text must speak of for a clash to count


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the alignment of a claim with a text shows.

    ``support`` is the share of the claim's weight that the text implies, ``answered`` the share
    that has a match of any kind, both in [0, 1]; ``clashes`` are what speaks against the claim;
    ``missing`` are claim terms without a match; ``unreal`` is the share of the answered weight that
    the text tells as unreal only; ``core`` the share of the claim's predicates that is implied.
    """

    matches: dict[int, Match]
    support: float
    answered: float
    clashes: tuple[Clash, ...]
    missing: tuple[int, ...]
    unreal: float
    core: float


def compare_readings(claim: Reading, text: Reading, *, strict: bool = False) -> Comparison:
    """Align ``claim`` with ``text`` and collect what supports it and what clashes with it.

    ``strict`` asks for logical exclusion: what a text denies of more than the claim says does not
    clash with the claim. Otherwise a denial of the same thing is enough.
    """
    matches = align(claim, text)
    total = sum(t.weight for t in claim.terms.values())
    support = answered = 0.0
    missing: list[int] = []
    predicates = core(claim)
    for place, term in claim.terms.items():
        match = matches.get(place)
        if match is None:
            if term.negated and place not in predicates:
                support += term.weight  # what is denied of more is denied of less
            else:
                missing.append(place)
            continue
        answered += term.weight
        if implied(match):
            support += term.weight
    said = sum(claim.terms[p].weight for p in predicates)
    held = sum(claim.terms[p].weight for p in predicates if p in matches and implied(matches[p]))
    return Comparison(
        matches=matches,
        support=support / total if total else 0.0,
        answered=answered / total if total else 0.0,
        clashes=tuple(find_clashes(claim, text, matches, strict)),
        missing=tuple(missing),
        unreal=_unreal(claim, text, matches, predicates),
        core=held / said if said else 1.0,
    )


def answer(claim: Reading, text: Reading) -> Answer:
    """Return whether ``text`` implies ``claim``, excludes it, or does neither."""
    found = compare_readings(claim, text, strict=True)
    if found.clashes:
        return "contradicted" if found.answered >= _ABOUT else "unsaid"
    if found.unreal > 0.5 or denied_extra(text, found.matches, NO):
        return "unsaid"
    if any(flips(m) or not implied(m) for m in found.matches.values()):
        return "unsaid"
    return "yes" if found.support >= _ENTAIL else "unsaid"


def _unreal(
    claim: Reading, text: Reading, matches: dict[int, Match], predicates: frozenset[int]
) -> float:
    """Return the share of the answered predicates, else of all answered words, told as unreal."""
    answered = [
        m for p, m in matches.items()
        if (p in predicates and not is_light_verb(m.claim))
        or same_predicate(m, claim, text, matches)
    ] or list(matches.values())  # fmt: skip
    told = [m for m in answered if m.text.unreal and not m.text.presupposed and not m.claim.unreal]
    granted = [m for m in answered if m.text.unreal and m.text.presupposed]
    return weight(told) / (weight(answered) - weight(granted) or 1.0)

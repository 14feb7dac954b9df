"""Whether a text says a claim, denies it, or leaves it open: natural logic over aligned words."""

from dataclasses import dataclass
from typing import Final, Literal

from prism.claims.align import Match, align
from prism.claims.terms import Reading, Term

__all__ = ["Answer", "Comparison", "answer", "compare_readings"]

Answer = Literal["yes", "contradicted", "unsaid"]
_ENTAIL: Final = 0.88  # share of the claim's weight that must be answered
_CLASH: Final = 0.5  # share of the rest that must be answered for a clash to count


@dataclass(frozen=True, slots=True)
class Clash:
    """A place where the text says something that excludes the claim."""

    kind: Literal["negation", "antonym", "number", "name", "sibling", "swap", "other"]
    claim: tuple[int, ...]
    text: tuple[int, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """What the alignment of a claim with a text shows.

    ``support`` is the share of the claim's weight that the text implies, ``answered`` the share
    that has a match of any kind, both in [0, 1]; ``clashes`` are what speaks against the claim;
    ``missing`` are claim terms without a match; ``unreal`` is the share of the answered weight that
    the text tells as unreal only.
    """

    matches: dict[int, Match]
    support: float
    answered: float
    clashes: tuple[Clash, ...]
    missing: tuple[int, ...]
    unreal: float
    denied_extra: int  # words of a negated part of the text that the claim lacks


def compare_readings(claim: Reading, text: Reading) -> Comparison:
    """Align ``claim`` with ``text`` and collect what supports it and what clashes with it."""
    matches = align(claim, text)
    total = sum(t.weight for t in claim.terms.values()) or 1.0
    support = answered = unreal = 0.0
    missing: list[int] = []
    for place, term in claim.terms.items():
        match = matches.get(place)
        if match is None:
            if term.negated and not _is_predicate(place, claim):
                support += term.weight  # what is denied of more is denied of less
            else:
                missing.append(place)
            continue
        answered += term.weight
        if _implied(match):
            support += term.weight
        if match.text.unreal and not term.unreal:
            unreal += term.weight
    clashes = _clashes(claim, text, matches)
    return Comparison(
        matches,
        support / total,
        answered / total,
        tuple(clashes),
        tuple(missing),
        unreal / (answered or 1.0),
        _denied_extra(claim, text, matches),
    )


def answer(claim: Reading, text: Reading) -> Answer:
    """Return whether ``text`` implies ``claim``, excludes it, or does neither."""
    found = compare_readings(claim, text)
    if found.clashes:
        return "contradicted" if _clash_counts(found, claim) else "unsaid"
    if found.unreal > 0.5 or found.denied_extra:
        return "unsaid"
    return "yes" if found.support >= _ENTAIL else "unsaid"


def _clash_counts(found: Comparison, claim: Reading) -> bool:
    clashing = {place for clash in found.clashes for place in clash.claim}
    rest = [t for p, t in claim.terms.items() if p not in clashing]
    total = sum(t.weight for t in rest)
    held = sum(t.weight for t in rest if t.place in found.matches and _implied(found.matches[t.place]))
    return total == 0 or held / total >= _CLASH


def _is_predicate(place: int, claim: Reading) -> bool:
    return claim.doc[place].pos_ in ("VERB", "AUX")


def _implied(match: Match) -> bool:
    """Whether the text's word implies the claim's, in the monotonicity of its place."""
    if match.bond in ("same", "synonym"):
        return True
    downward = (match.claim.negated and match.text.negated) or (
        match.claim.every and match.text.every
    )
    if match.bond == "broader":
        return not downward
    if match.bond == "narrower":
        return downward
    if match.bond == "antonym":
        return match.claim.negated != match.text.negated
    return False


def _clashes(claim: Reading, text: Reading, matches: dict[int, Match]) -> list[Clash]:
    found: list[Clash] = []
    flipped = [m for m in matches.values() if _flips(m)]
    if flipped:
        found += _negations(flipped, claim, text, matches)
    for match in matches.values():
        if match.bond == "antonym" and match.claim.negated == match.text.negated and _in_place(match, claim, text, matches):
            found.append(_clash("antonym", match))
        if match.bond == "sibling" and not match.claim.negated and not match.text.negated and _in_place(match, claim, text, matches):
            kind = "number" if match.claim.number is not None else "sibling"
            found.append(_clash(kind, match))
    found += _swaps(claim, text, matches)
    return found


def _clash(kind: str, match: Match) -> Clash:
    return Clash(kind, (match.claim.place,), (match.text.place,), match.claim.weight)  # type: ignore[arg-type]


def _flips(match: Match) -> bool:
    if match.bond in ("sibling", "none", "antonym") or match.claim.kind == "pronoun" or match.text.kind == "pronoun":
        return False
    return match.claim.negated != match.text.negated


def _negations(
    flipped: list[Match], claim: Reading, text: Reading, matches: dict[int, Match]
) -> list[Clash]:
    """A clash where what one side denies is what the other asserts, no more and no less."""
    out = []
    weight = sum(m.claim.weight for m in flipped)
    text_negative = [m for m in flipped if m.text.negated]
    if text_negative:
        # what the text denies must be said by the claim: not(hat) excludes sunhat, not the reverse
        if any(m.bond == "broader" for m in text_negative) or _denied_extra(claim, text, matches):
            return [Clash("other", tuple(m.claim.place for m in text_negative), tuple(m.text.place for m in text_negative), 0.0)] and []
        out.append(Clash("negation", tuple(m.claim.place for m in text_negative), tuple(m.text.place for m in text_negative), weight))
    claim_negative = [m for m in flipped if m.claim.negated]
    if claim_negative:
        if any(m.bond == "narrower" for m in claim_negative):
            return out
        scoped = [t for t in claim.terms.values() if t.negated and t.place not in matches]
        if sum(t.weight for t in scoped) > 0.5:
            return out
        out.append(Clash("negation", tuple(m.claim.place for m in claim_negative), tuple(m.text.place for m in claim_negative), weight))
    return out


def _denied_extra(claim: Reading, text: Reading, matches: dict[int, Match]) -> int:
    """Count words that the text denies together with a matched one, and that the claim lacks."""
    answered = {m.text.place for m in matches.values()}
    operators = {
        op for m in matches.values() if m.text.negated for op in text.scopes.negations[m.text.place]
    }
    return sum(
        1
        for place, term in text.terms.items()
        if term.negated
        and place not in answered
        and term.weight >= 0.5
        and text.scopes.negations[place] & operators
    )


def _in_place(match: Match, claim: Reading, text: Reading, matches: dict[int, Match]) -> bool:
    """Whether the neighbours of a clashing word are answered next to it."""
    near = claim.near.get(match.claim.place, {})
    answered = [matches[n] for n in near if n in matches]
    if not near:
        return True
    return any(
        text.distance(match.text.place, other.text.place) <= 2
        and other.bond not in ("sibling", "antonym")
        for other in answered
    )


def _swaps(claim: Reading, text: Reading, matches: dict[int, Match]) -> list[Clash]:
    """Who did it and to whom it was done, exchanged."""
    out = []
    for (verb, noun), role in claim.links.items():
        if role not in ("subj", "obj") or verb not in matches or noun not in matches:
            continue
        pv, pn = matches[verb].text.place, matches[noun].text.place
        said = text.links.get((pv, pn))
        if said in ("subj", "obj") and said != role and claim.terms[noun].kind != "pronoun":
            other = [n for (v, n), r in claim.links.items() if v == verb and r == said and n != noun]
            if other and other[0] in matches and text.links.get((pv, matches[other[0]].text.place)) == role:
                out.append(Clash("swap", (verb, noun), (pv, pn), 1.0))
    return out

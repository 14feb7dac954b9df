"""Whether a text says a claim, denies it, or leaves it open: natural logic over aligned words."""

from dataclasses import dataclass
from typing import Final, Literal

from prism.claims.align import Match, align, compare, implied
from prism.claims.cohere import displaced
from prism.claims.terms import Reading, Term, is_said_of
from prism.claims.values import other_values
from prism.claims.words import converse

__all__ = ["Answer", "Clash", "ClashKind", "Comparison", "answer", "compare_readings"]

Answer = Literal["yes", "contradicted", "unsaid"]
ClashKind = Literal[
    "negation",
    "antonym",
    "number",
    "name",
    "sibling",
    "swap",
    "value",
    "place",
    "exchange",
    "displaced",
]
_ENTAIL: Final = 0.84  # share of the claim's weight that must be answered
_ONE_WAY: Final = frozenset("to over above below before after behind than from".split())
_NO: Final = frozenset(
    {"no", "without", "neither", "few", "nor", "lack", "absence", "nobody", "none", "nothing"}
)
_NEGATED_NEAR: Final = 3
_SLACK: Final = 0.5  # weight of denied claim words that the text may leave out
_FULL: Final = 0.5  # a word below this weight says too little to exclude another filler
_ABOUT: Final = 0.5  # share of the claim that the text must speak of for a clash to count
_NAMING: Final = frozenset("of beside near opposite next behind before after by from".split())
_OPPOSED_ROLES: Final = frozenset(
    frozenset(pair.split())
    for pair in (
        "above below|over under|before after|to from|into from|inside outside|up down|"
        "behind before|towards from|with without|within outside|on off|under above|below over|"
        "until after|for against|in outside"
    ).split("|")
)


@dataclass(frozen=True, slots=True)
class Clash:
    """A place where the text says something that excludes the claim; token places on both sides."""

    kind: ClashKind
    claim: tuple[int, ...]
    text: tuple[int, ...]


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
    total = sum(t.weight for t in claim.terms.values()) or 1.0
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
        support=support / total,
        answered=answered / total,
        clashes=tuple(_clashes(claim, text, matches, strict)),
        missing=tuple(missing),
        unreal=_unreal(claim, text, matches, predicates),
        core=held / said if said else 1.0,
    )


def answer(claim: Reading, text: Reading) -> Answer:
    """Return whether ``text`` implies ``claim``, excludes it, or does neither."""
    found = compare_readings(claim, text, strict=True)
    if found.clashes:
        return "contradicted" if found.answered >= _ABOUT else "unsaid"
    if found.unreal > 0.5 or _denied_extra(text, found.matches, _NO):
        return "unsaid"
    if any(_flips(m) or not implied(m) for m in found.matches.values()):
        return "unsaid"
    return "yes" if found.support >= _ENTAIL else "unsaid"


def core(reading: Reading) -> frozenset[int]:
    """Return the terms that carry what is said: full verbs, and what light verbs and *be* say."""
    found = {place for place, term in reading.terms.items() if _carries(reading, term)}
    return frozenset(found) or frozenset(p for p, t in reading.terms.items() if t.kind == "verb")


def _carries(reading: Reading, term: Term) -> bool:
    token = reading.doc[term.place]
    if term.kind == "verb" and term.weight >= _FULL:
        return True
    if token.dep_ in ("attr", "acomp", "oprd", "ROOT"):
        return term.kind != "pronoun"
    above = reading.terms.get(token.head.i)
    light = above is not None and above.weight < _FULL
    if is_said_of(token):
        return True
    return light and token.dep_ in ("dobj", "xcomp", "ccomp")


def _unreal(
    claim: Reading, text: Reading, matches: dict[int, Match], predicates: frozenset[int]
) -> float:
    """Return the share of the answered predicates, else of all answered words, told as unreal."""
    answered = [
        m for p, m in matches.items()
        if (p in predicates and not _is_light_verb(m.claim))
        or _same_predicate(m, claim, text, matches)
    ] or list(matches.values())  # fmt: skip
    told = [m for m in answered if m.text.unreal and not m.text.presupposed and not m.claim.unreal]
    granted = [m for m in answered if m.text.unreal and m.text.presupposed]
    return _weight(told) / (_weight(answered) - _weight(granted) or 1.0)


def _clashes(claim: Reading, text: Reading, matches: dict[int, Match], strict: bool) -> list[Clash]:
    found = _negations(claim, text, matches, strict)
    for match in matches.values():
        if match.bond == "antonym" and match.claim.denied == match.text.denied:
            light = match.claim.kind == "verb" and match.claim.weight < _FULL
            other = _of_another(match, claim, text, matches)
            if not light and not other and _in_place(match, claim, text, matches):
                found.append(_clash("antonym", match))
        elif match.bond == "sibling" and not match.claim.negated and not match.text.negated:
            if match.claim.number is not None:
                if _same_slot(match, claim, text, matches):
                    found.append(_clash("number", match))
            elif _same_slot(match, claim, text, matches):
                found.append(_clash("sibling", match))
    found += _swaps(claim, text, matches)
    found += _opposed_roles(claim, text, matches)
    found += _other_doers(claim, text, matches)
    if not found:
        found += [
            Clash("displaced" if telling else "value", (wanted,), (said,))
            for wanted, said, telling in displaced(claim, text, matches)
        ]
    if not found:
        values = other_values(claim, text, matches)
        found += [Clash("name" if _named(claim, w) else "value", (w,), (t,)) for w, t in values]
    return found


def _named(claim: Reading, place: int) -> bool:
    return claim.terms[place].kind == "name"


def _clash(kind: ClashKind, match: Match) -> Clash:
    return Clash(kind, (match.claim.place,), (match.text.place,))


def _flips(match: Match) -> bool:
    """Whether one side denies what the other asserts."""
    if match.bond in ("sibling", "none", "antonym"):
        return False
    if "pronoun" in (match.claim.kind, match.text.kind):
        return False
    return match.claim.denied != match.text.denied


def _negations(
    claim: Reading, text: Reading, matches: dict[int, Match], strict: bool
) -> list[Clash]:
    """One clash at most: what one side denies of the claim's predicates the other asserts."""
    asked, said = core(claim), core(text)
    central = [
        m for m in matches.values()
        if m.claim.place in asked
        or m.text.place in said
        or _same_predicate(m, claim, text, matches)
    ]  # fmt: skip
    flipped = [m for m in central if _flips(m)]
    agreed = [
        m for m in central
        if not _flips(m) and m.bond not in ("sibling", "antonym") and not _granted(m)
    ]  # fmt: skip
    if not flipped:
        flipped = [m for m in matches.values() if _flips(m) and _quantified_by_no(m, claim, text)]
        agreed = []
    flipped = [
        m for m in flipped
        if _in_place(m, claim, text, matches, _NEGATED_NEAR)
        and not _of_another(m, claim, text, matches)
    ]  # fmt: skip
    if not flipped or _weight(flipped) < _weight(agreed):
        return []
    if strict and not _excludes(claim, text, matches):
        return []
    return [
        Clash(
            "negation",
            tuple(m.claim.place for m in flipped),
            tuple(m.text.place for m in flipped),
        )
    ]


def _weight(matches: list[Match]) -> float:
    """Sum of weights; a light verb, which carries the polarity of its clause, counts whole."""
    return sum(1.0 if m.claim.kind == "verb" else m.claim.weight for m in matches)


def _is_light_verb(term: Term) -> bool:
    return term.kind == "verb" and term.weight < _FULL


def _same_predicate(match: Match, claim: Reading, text: Reading, matches: dict[int, Match]) -> bool:
    """Whether a light verb is said of the same participant on both sides: *had the evening off*."""
    if not _is_light_verb(match.claim) or match.bond != "same":
        return False
    return _same_slot(match, claim, text, matches)


def _granted(match: Match) -> bool:
    """Whether the text takes the word for granted under a negation, which speaks neither way."""
    return match.text.negated and match.text.presupposed and not match.claim.negated


def _quantified_by_no(match: Match, claim: Reading, text: Reading) -> bool:
    """Whether the denied word stands right under *no* or its like: *no hat*, *no less*."""
    reading, term = (text, match.text) if match.text.denied else (claim, match.claim)
    token = reading.doc[term.place]
    operators = reading.scopes.negations[term.place]
    if token.pos_ in ("ADJ", "ADV"):
        return any(reading.doc[op].head.i == term.place for op in operators)
    if token.pos_ not in ("NOUN", "PROPN", "PRON"):
        return False
    return any(
        reading.doc[op].lower_ in _NO
        and (reading.doc[op].head.i == term.place or reading.doc[op].i == token.head.i)
        for op in operators
    )


def _excludes(claim: Reading, text: Reading, matches: dict[int, Match]) -> bool:
    """Whether the denial leaves no room: *no hat* excludes a sunhat, *no sunhat* not a hat."""
    flipped = [m for m in matches.values() if _flips(m)]
    if any(m.text.denied and m.bond == "broader" for m in flipped):
        return False
    if any(m.text.denied for m in flipped) and _denied_extra(text, matches):
        return False
    if any(m.claim.denied and m.bond == "narrower" for m in flipped):
        return False
    if any(m.bond in ("sibling", "antonym") for m in matches.values()):
        return False
    unanswered = sum(t.weight for t in claim.terms.values() if t.denied and t.place not in matches)
    return unanswered <= _SLACK


def _denied_extra(
    text: Reading, matches: dict[int, Match], words: frozenset[str] | None = None
) -> int:
    """Count words that the text denies together with a matched one, and that the claim lacks.

    With ``words`` only those operators count: *no tall boy ran* does not deny that a boy did, while
    what stands beside *not* is mostly taken for granted.
    """
    answered = {m.text.place for m in matches.values()}
    operators = {
        op
        for m in matches.values()
        if m.text.negated
        for op in text.scopes.negations[m.text.place]
        if words is None or text.doc[op].lower_ in words
    }
    return sum(
        1
        for place, term in text.terms.items()
        if term.negated
        and place not in answered
        and term.weight >= _FULL
        and text.scopes.negations[place] & operators
    )


def _in_place(
    match: Match, claim: Reading, text: Reading, matches: dict[int, Match], limit: int = 2
) -> bool:
    """Whether the neighbours of a clashing word are answered near it."""
    near = set(claim.near.get(match.claim.place, {}))
    if not near:
        return True
    if near.isdisjoint(matches):  # what links it to the rest is told in other words
        near = {far for n in near for far in claim.near.get(n, {})} - {match.claim.place}
    answered = [matches[n] for n in near if n in matches]
    return not answered or any(
        text.distance(match.text.place, other.text.place) <= limit
        and other.bond not in ("sibling", "antonym")
        for other in answered
    )


def _of_another(match: Match, claim: Reading, text: Reading, matches: dict[int, Match]) -> bool:
    """Whether the text says it of another subject: *the lathe did not lose its precision*."""
    asked = _subject(claim, match.claim.place)
    said = _subject(text, match.text.place)
    if asked is None or said is None or asked not in matches:
        return False
    if matches[asked].text.place == said or text.terms[said].kind in ("pronoun", "number"):
        return False
    if _tied_nouns(text, said, matches[asked].text.place):
        return False
    return compare(text.terms[said], claim.terms[asked], text) in ("none", "antonym", "sibling")


def _tied_nouns(text: Reading, one: int, other: int) -> bool:
    """Whether two nouns stand in one phrase: *the number of fractures*."""
    near = text.near.get(one, {})
    return other in near or any(
        other in text.near[between] and text.terms[between].kind != "verb" for between in near
    )


def _subject(reading: Reading, place: int) -> int | None:
    """Return the nearest subject of a verb, or of the verb that a word hangs on directly."""
    for verb in (place, *(n for n, role in reading.near.get(place, {}).items() if role != "subj")):
        if reading.terms[verb].kind != "verb":
            continue
        subjects = [below for below, role in reading.near[verb].items() if role == "subj"]
        if subjects:
            return min(subjects, key=lambda below: abs(below - verb))
    return None


def _same_slot(match: Match, claim: Reading, text: Reading, matches: dict[int, Match]) -> bool:
    """Whether the two words fill the same role of words that answer each other."""
    for neighbour, role in claim.near.get(match.claim.place, {}).items():
        other = matches.get(neighbour)
        if other is None or other.bond in ("sibling", "antonym", "none"):
            continue
        if text.near.get(match.text.place, {}).get(other.text.place) == role:
            return True
    return False


def _swaps(claim: Reading, text: Reading, matches: dict[int, Match]) -> list[Clash]:
    """Two participants that change places: who did it to whom, what is preferred to what."""
    out = []
    for (verb, noun), role in claim.links.items():
        if verb not in matches or noun not in matches or claim.terms[noun].kind == "pronoun":
            continue
        said_verb, said_noun = matches[verb].text, matches[noun].text
        if matches[verb].bond == "antonym" or said_noun.kind == "pronoun":
            continue
        if role in _ONE_WAY and text.links.get((said_noun.place, said_verb.place)) == role:
            out.append(Clash("swap", (verb, noun), (said_verb.place, said_noun.place)))
        if converse(said_verb.lemma, claim.terms[verb].lemma):
            if role == "subj" and text.links.get((said_verb.place, said_noun.place)) == role:
                out.append(Clash("swap", (verb, noun), (said_verb.place, said_noun.place)))
            continue
        for (other_verb, other), wanted in claim.links.items():
            if other_verb != verb or other <= noun or wanted == role or other not in matches:
                continue
            said = matches[other].text
            roles = (
                text.role(said_verb.place, said_noun.place),
                text.role(said_verb.place, said.place),
            )
            if roles == (wanted, role):
                out.append(Clash("swap", (noun, other), (said_noun.place, said.place)))
    return out


def _other_doers(claim: Reading, text: Reading, matches: dict[int, Match]) -> list[Clash]:
    """*The nurse beside Ada fainted* is not said of Ada, who merely helps to name the nurse."""
    out = []
    for (head, noun), role in claim.links.items():
        if role != "subj" or claim.terms[noun].kind != "name" or not {head, noun} <= matches.keys():
            continue
        doing, named = matches[head].text.place, matches[noun].text.place
        doers = [n for n, r in text.near.get(doing, {}).items() if r == "subj"]
        if any(text.links.get((doer, named), "subj") in _NAMING for doer in doers):
            out.append(Clash("swap", (head, noun), (doing, named)))
    return out


def _opposed_roles(claim: Reading, text: Reading, matches: dict[int, Match]) -> list[Clash]:
    """*Above the bank* against *below the bank*."""
    out = []
    for (head, noun), role in claim.links.items():
        if head not in matches or noun not in matches:
            continue
        if not implied(matches[noun]) or matches[head].bond == "sibling":
            continue
        place = (matches[head].text.place, matches[noun].text.place)
        said = text.links.get(place)
        if said is not None and frozenset((said, role)) in _OPPOSED_ROLES:
            out.append(Clash("place", (head, noun), place))
    return out

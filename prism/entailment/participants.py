"""Participants that change places, and places that are opposed."""

from typing import Final

from prism.entailment.align import Match, implied
from prism.entailment.clash import Clash
from prism.entailment.terms import Reading
from prism.entailment.words import converse

__all__ = ["opposed_roles", "other_doers", "swaps"]

_FULL: Final = 0.5  # a verb below this weight says too little
_ONE_WAY: Final = frozenset("to over above below before after behind than from".split())
_NAMING: Final = frozenset("of beside near opposite next behind before after by from".split())
_OPPOSED_ROLES: Final = frozenset(
    frozenset(pair.split())
    for pair in (
        "above below|over under|before after|to from|into from|inside outside|up down|"
        "behind before|towards from|with without|within outside|on off|under above|below over|"
        "until after|for against|in outside"
    ).split("|")
)


def swaps(claim: Reading, text: Reading, matches: dict[int, Match]) -> list[Clash]:
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


def other_doers(claim: Reading, text: Reading, matches: dict[int, Match]) -> list[Clash]:
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


def _same_word(match: Match) -> bool:
    """Whether two words are one, or two full words for one thing: *came from* is *went back to*."""
    if match.bond in ("sibling", "antonym"):
        return False
    return match.bond == "same" or match.claim.weight >= _FULL


def opposed_roles(claim: Reading, text: Reading, matches: dict[int, Match]) -> list[Clash]:
    """*Above the bank* against *below the bank*."""
    out = []
    for (head, noun), role in claim.links.items():
        if head not in matches or noun not in matches:
            continue
        if not implied(matches[noun]) or not _same_word(matches[head]):
            continue
        place = (matches[head].text.place, matches[noun].text.place)
        said = text.links.get(place)
        if said is not None and frozenset((said, role)) in _OPPOSED_ROLES:
            out.append(Clash("place", (head, noun), place))
    return out

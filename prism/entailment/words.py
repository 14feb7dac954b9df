"""How two words stand to each other: does one imply, exclude or merely resemble the other?

WordNet first; beside it small tables of our own in ``data/``, for what it lacks in telling of
everyday things.
"""

from functools import lru_cache
from importlib.resources import files
from typing import Final, Literal

from prism.lexicon import wordnet
from prism.lexicon.wordnet import Pos

__all__ = ["Bond", "bond", "converse", "exclusive", "family", "rivals"]

Bond = Literal["same", "synonym", "broader", "narrower", "antonym", "sibling", "none"]


_ACTIVITIES: Final = frozenset(
    "sleep run walk swim ride drive sit stand dance eat cook sing fight climb ski surf read fly "
    "jog fish shop kneel crawl nap skate bake paint drink bike kayak cycle wrestle box row dive "
    "juggle sew knit golf bowl".split()
)


_POS: Final[dict[str, Pos]] = {"NOUN": "n", "PROPN": "n", "VERB": "v", "ADJ": "a", "ADV": "r"}
_PREFIXES: Final = ("un", "in", "im", "il", "ir", "dis", "non", "mis")
_VAGUE: Final = frozenset(
    "entity object whole unit thing act event state abstraction attribute be move change make "
    "get have go measure group relation matter artifact being cause cognition content".split()
)


_RIVAL_KINDS: Final = frozenset(
    "conveyance vehicle fruit relative animal garment color beverage month weekday disease sport "
    "metal furniture season vegetable weapon".split()
)


def _rows(name: str) -> list[str]:
    text = (files("prism.entailment") / "data" / f"{name}.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@lru_cache(maxsize=4)
def _pairs(name: str) -> frozenset[frozenset[str]]:
    """Return every two words of one line of the table ``name``."""
    found = set()
    for row in _rows(name):
        words = row.split()
        found |= {frozenset((a, b)) for a in words for b in words if a != b}
    return frozenset(found)


@lru_cache(maxsize=1)
def _kinds() -> dict[str, frozenset[str]]:
    table: dict[str, frozenset[str]] = {}
    for row in _rows("kinds"):
        broad, _, words = row.partition(":")
        table[broad] = table.get(broad, frozenset()) | frozenset(words.split())
    return table


_INDOORS: Final = frozenset({"indoors", "indoor", "inside"})
_OUTDOORS: Final = frozenset({"outdoors", "outdoor", "outside"})


@lru_cache(maxsize=50_000)
def bond(premise: str, claim: str, pos: str, other: str) -> Bond:
    """Return how the word of a premise stands to the word of a claim, both lemmas.

    Parameters
    ----------
    premise, claim
        Lower-case lemmas.
    pos, other
        Their universal parts of speech, in that order.

    ``broader`` says that the claim's word is the broader one, so that the premise implies it;
    ``narrower`` the reverse; ``sibling`` that both are kinds of one thing and exclude each other
    more often than not.

    >>> bond("sunhat", "hat", "NOUN", "NOUN"), bond("hat", "sunhat", "NOUN", "NOUN")
    ('broader', 'narrower')
    >>> bond("dry", "wet", "ADJ", "ADJ"), bond("unhappy", "happy", "ADJ", "ADJ")
    ('antonym', 'antonym')
    """
    if premise == claim:
        return "same"
    own = _tabled(premise, claim, pos, other)
    return own if own is not None else _by_wordnet(premise, claim, pos, other)


def _tabled(premise: str, claim: str, pos: str, other: str) -> Bond | None:
    """Return what the tables and direct antonymy say, or None."""
    pair = frozenset((premise, claim))
    found: Bond | None = None
    if pair in _pairs("converses"):
        found = "synonym"
    elif _opposed(premise, claim) or _other_side(premise, claim, pos):
        found = "antonym"
    elif pair in _pairs("alike"):
        found = "synonym"
    elif _is_activity(premise, pos) and _is_activity(claim, other):
        found = "antonym" if _apart(premise, claim) else "synonym"
    elif _among(premise, claim, pos) or _again(premise, claim):
        found = "broader"
    elif _among(claim, premise, other) or _again(claim, premise):
        found = "narrower"
    return found


def _opposed(one: str, other: str) -> bool:
    tabled = frozenset((one, other)) in _pairs("opposites")
    return tabled or other in wordnet.antonyms(one) or _negates(one, other)


def _other_side(premise: str, claim: str, pos: str) -> bool:
    """Whether one word is of the open air and the other says *inside*, or the reverse."""
    return (claim in _INDOORS and _among(premise, "outside", pos)) or (
        claim in _OUTDOORS and _among(premise, "inside", pos)
    )


def _by_wordnet(premise: str, claim: str, pos: str, other: str) -> Bond:
    kind, wanted = _kind_of(premise, pos), _kind_of(claim, other)
    if kind is None or wanted is None:
        return "none"
    if claim in family(premise) or premise in family(claim):
        return "synonym"
    return _same_kind(premise, claim, kind) if kind == wanted else _across(premise, claim)


def exclusive(one: str, other: str) -> bool:
    """Whether two verbs are activities that nobody does at once, but one after the other.

    >>> exclusive("sleep", "ride"), exclusive("sleep", "wake")
    (True, False)
    """
    return {one, other} <= _ACTIVITIES


def converse(one: str, other: str) -> bool:
    """Whether two verbs tell one event from its two ends, so that the participants change places.

    >>> converse("buy", "sell")
    True
    """
    return frozenset((one, other)) in _pairs("converses")


@lru_cache(maxsize=20_000)
def rivals(one: str, other: str) -> bool:
    """Whether two nouns are kinds of one thing of which only one can be meant: *boat*, *bus*.

    >>> rivals("ferry", "tram"), rivals("ferry", "boat"), rivals("tour", "walk")
    (True, False, False)
    """
    above, beyond = (_above(word, "n", 7) for word in (one, other))
    if one == other or one in beyond or other in above or other in wordnet.synonyms(one, "n"):
        return False
    return not above.isdisjoint(beyond & _RIVAL_KINDS)


def _is_activity(word: str, pos: str) -> bool:
    return word == "asleep" or (word in _ACTIVITIES and pos == "VERB")


def _apart(one: str, other: str) -> bool:
    """Whether neither activity is a kind of the other, so that nobody does both at once."""
    related = {*wordnet.hypernyms(one, "v", 2), *wordnet.synonyms(one, "v")}
    back = {*wordnet.hypernyms(other, "v", 2), *wordnet.synonyms(other, "v")}
    return other not in related and one not in back


def _again(one: str, other: str) -> bool:
    """Whether ``one`` says that the other is done again: *recalibrate*, *calibrate*."""
    return len(other) > 4 and one in ("re" + other, "re-" + other)


def _among(one: str, other: str, pos: str) -> bool:
    members = _kinds().get(other, frozenset())
    return one in members or ("*" in members and pos in ("NOUN", "PROPN"))


@lru_cache(maxsize=20_000)
def _kind_of(word: str, pos: str) -> Pos | None:
    """Return the word's kind as tagged, or the only one that WordNet knows where taggers erred."""
    kind = _POS.get(pos)
    if kind is not None and (wordnet.synonyms(word, kind) or wordnet.hypernyms(word, kind)):
        return kind
    order: tuple[Pos, ...] = ("n", "v", "a", "r")
    return next((k for k in order if wordnet.hypernyms(word, k)), kind)


def _same_kind(premise: str, claim: str, kind: Pos) -> Bond:
    if claim in wordnet.synonyms(premise, kind):
        return "synonym"
    depth = 8 if kind == "n" else 3
    if kind in "nv":
        if claim in _above(premise, kind, depth):
            return "broader"
        if premise in _above(claim, kind, depth):
            return "narrower"
        if kind == "n" and _above(premise, kind, 1) & _above(claim, kind, 1):
            return "sibling"
        return "none"
    if _poles(premise) & set(wordnet.antonyms(claim)) or _poles(claim) & set(
        wordnet.antonyms(premise)
    ):
        return "antonym"
    return "synonym" if claim in _poles(premise) or premise in _poles(claim) else "none"


def _across(premise: str, claim: str) -> Bond:
    """Bond of words of different kinds: through the words that one is derived from."""
    for word in family(premise):
        if frozenset((word, claim)) in _pairs("opposites") or claim in wordnet.antonyms(word):
            return "antonym"
        if frozenset((word, claim)) in _pairs("alike"):
            return "synonym"
    return "none"


@lru_cache(maxsize=50_000)
def family(word: str) -> frozenset[str]:
    """Return ``word`` and the words of its derivational family.

    >>> "refusal" in family("refuse")
    True
    """
    near = set(wordnet.derived(word))
    for end in ("ed", "d", "ing"):  # participles read as adjectives
        stem = word.removesuffix(end)
        if stem != word and len(stem) > 2:
            near |= {base for base in (stem, stem + "e") if wordnet.synonyms(base, "v")}
    return frozenset(near | {word})


@lru_cache(maxsize=50_000)
def _above(word: str, kind: Pos, depth: int) -> frozenset[str]:
    return frozenset(wordnet.hypernyms(word, kind, depth)) - _VAGUE


@lru_cache(maxsize=20_000)
def _poles(word: str) -> set[str]:
    return {word, *wordnet.hypernyms(word, "a", 1)}


def _negates(one: str, other: str) -> bool:
    """Whether one word is the other with a negative prefix, or they end in -less and -ful."""
    long, short = (one, other) if len(one) > len(other) else (other, one)
    for prefix in _PREFIXES:
        if long.startswith(prefix) and len(short) > 3:
            stem = long[len(prefix) :]
            if stem == short or stem in (short + "ed", short + "d", short + "ped", short + "ted"):
                return True
    return (one[:-4] == other[:-3] and one.endswith("less") and other.endswith("ful")) or (
        other[:-4] == one[:-3] and other.endswith("less") and one.endswith("ful")
    )

"""A parsed text as the words that carry meaning, and who does what to whom among them."""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

from spacy.tokens import Doc, Token

from prism.entailment.lemmas import mended
from prism.entailment.links import find_links
from prism.entailment.numbers import is_part_of_number, is_unit_of_number, unit_factor, value
from prism.entailment.phrases import Phrase, find_phrases
from prism.entailment.scope import Scopes, scopes
from prism.lexicon import wordnet

__all__ = ["Reading", "Term", "is_said_of", "read"]

_LIGHT: Final = frozenset(
    "be have do make take get go come become give put use keep let seem happen there own "
    "hold set wear play use look watch enjoy perform do dress seat see".split()
)
_EMPTY: Final = frozenset(
    "also then there so very just too even still yet already only again however therefore thus "
    "hence moreover meanwhile instead otherwise as well rather quite really actually".split()
)
_TITLES: Final = frozenset({"mr", "mrs", "ms", "dr", "miss"})
_CONTAINERS: Final = frozenset("group lot bunch number kind pair couple".split())
_TOTAL: Final = frozenset({"nobody", "nothing", "none", "everyone", "everybody"})
_LACKS: Final = frozenset("lack absence failure refusal".split())
_PRONOUNS: Final = {
    "he": "person", "she": "person", "him": "person", "her": "person", "they": "any",
    "them": "any", "it": "thing", "his": "person", "hers": "person", "their": "any",
    "its": "thing", "i": "person", "we": "any", "you": "person", "who": "any", "which": "any",
    "that": "any", "this": "thing", "these": "any", "those": "any", "one": "any",
    "someone": "person", "somebody": "person", "something": "thing", "anyone": "person",
    "anything": "thing", "everyone": "person", "ones": "any",
}  # fmt: skip
_PHRASAL: Final = {
    ("call", "off"): "cancel", ("turn", "down"): "reject", ("put", "off"): "postpone",
    ("take", "on"): "hire", ("set", "up"): "establish", ("go", "up"): "rise",
    ("put", "up"): "raise", ("go", "down"): "fall", ("turn", "away"): "reject",
    ("find", "out"): "discover", ("break", "down"): "fail", ("give", "up"): "quit",
    ("go", "ahead"): "proceed", ("take", "off"): "depart", ("shut", "down"): "close",
    ("close", "down"): "close", ("throw", "out"): "discard", ("bring", "down"): "lower",
    ("cut", "down"): "reduce", ("hold", "up"): "delay", ("come", "down"): "fall",
    ("put", "out"): "extinguish", ("turn", "out"): "prove", ("get", "up"): "rise",
    ("carry", "on"): "continue", ("go", "on"): "continue", ("turn", "up"): "arrive",
    ("fill", "in"): "complete", ("hand", "in"): "submit", ("take", "down"): "remove",
    ("blow", "up"): "explode", ("leave", "out"): "omit", ("fall", "through"): "fail",
    ("bring", "up"): "raise", ("pull", "in"): "arrive", ("sit", "out"): "miss",
    ("throw", "away"): "discard", ("take", "over"): "assume", ("cave", "in"): "collapse",
    ("come", "round"): "recover", ("pull", "out"): "withdraw", ("back", "out"): "withdraw",
    ("set", "off"): "depart", ("set", "out"): "depart", ("send", "off"): "dispatch",
    ("wake", "up"): "wake", ("fill", "up"): "fill", ("end", "up"): "end", ("speed", "up"): "hasten",
    ("slow", "down"): "slow", ("burn", "down"): "burn", ("lay", "off"): "dismiss",
    ("wear", "off"): "fade", ("run", "out"): "exhaust", ("spill", "over"): "overflow",
    ("give", "away"): "donate", ("give", "back"): "return", ("put", "back"): "return",
    ("take", "part"): "participate", ("look", "after"): "tend", ("pass", "out"): "faint",
    ("hand", "over"): "deliver", ("hand", "out"): "distribute", ("sell", "out"): "sell",
    ("work", "out"): "solve", ("point", "out"): "mention", ("leave", "behind"): "leave",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Term:
    """One word that carries meaning.

    ``kind`` is ``name``, ``number``, ``pronoun`` or the universal part of speech in lower case;
    ``number`` its value; ``measure`` the dimension and size in base units of a number with a unit.
    """

    place: int
    lemma: str
    pos: str
    kind: str
    weight: float
    number: float | None = None
    measure: tuple[str, float] | None = None
    negated: bool = False
    unreal: bool = False
    every: bool = False
    presupposed: bool = False

    @property
    def denied(self) -> bool:
        """Whether the text denies it: under a negation, and not merely taken for granted there."""
        return self.negated and not self.presupposed


@dataclass(frozen=True, eq=False)
class Reading:
    """The terms of a text by their token's place, and the links between them.

    ``links`` maps (head, dependent) to the role: ``subj``, ``obj``, ``mod``, ``comp`` or a
    preposition; both are token places.
    """

    doc: Doc
    terms: dict[int, Term]
    links: dict[tuple[int, int], str]
    scopes: Scopes
    sentence: dict[int, int] = field(default_factory=dict)

    @cached_property
    def near(self) -> dict[int, dict[int, str]]:
        """Neighbours of each term with the role of the link, in both directions."""
        found: dict[int, dict[int, str]] = {place: {} for place in self.terms}
        for (head, below), role in self.links.items():
            found.setdefault(head, {})[below] = role
            found.setdefault(below, {}).setdefault(head, role + "-of")
        return found

    def role(self, head: int, below: int) -> str | None:
        """Return the role of ``below`` at ``head``, also through a noun (*brother Carlo*)."""
        direct = self.links.get((head, below))
        if direct is not None:
            return direct
        for (above, place), role in self.links.items():
            if place == below and role == "mod" and self.terms[above].kind in ("noun", "name"):
                found = self.links.get((head, above))
                if found is not None:
                    return found
        return None

    @cached_property
    def phrases(self) -> dict[int, tuple[Phrase, ...]]:
        """Phrases that tell or exclude a known fact, by the fact; their head is a term."""
        found: dict[int, tuple[Phrase, ...]] = {}
        for phrase in find_phrases(self.doc):
            heads = [p for p in (phrase.head, *sorted(phrase.places)) if p in self.terms]
            if heads:
                known = found.get(phrase.fact, ())
                found[phrase.fact] = (*known, replace(phrase, head=heads[0]))
        return found

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """Lemmas of all terms."""
        return frozenset(term.lemma for term in self.terms.values())

    def distance(self, one: int, other: int, limit: int = 3) -> int:
        """Return the number of links between two terms, ``limit`` + 1 where they are farther."""
        if one == other:
            return 0
        seen, level = {one}, {one}
        for step in range(1, limit + 1):
            level = {n for place in level for n in self.near.get(place, {})} - seen
            if other in level:
                return step
            seen |= level
        return limit + 1


def read(doc: Doc) -> Reading:
    """Return the terms and links of a parsed text; linear in its length."""
    scope = scopes(doc)
    terms = {term.place: term for token in doc if (term := _term(token, scope)) is not None}
    links = find_links(doc, {place: term.number is not None for place, term in terms.items()})
    sentence = {t.i: n for n, s in enumerate(doc.sents) for t in s}
    return Reading(doc, terms, links, scope, sentence)


def _term(token: Token, scope: Scopes) -> Term | None:
    pos, number = token.pos_, value(token)
    if token.i in scope.wrappers or is_part_of_number(token):
        return None
    if number is None and is_unit_of_number(token):
        return None  # the number carries its unit
    kind, weight = _kind(token, number)
    if not kind:
        return None
    return Term(
        place=token.i,
        lemma=_lemma(token),
        pos=pos,
        kind=kind,
        weight=weight,
        number=number,
        measure=_measure(token, number),
        negated=scope.negated(token.i),
        unreal=scope.unreal[token.i],
        every=scope.every[token.i],
        presupposed=_presupposed(token) and token.i not in scope.misread,
    )


def is_said_of(token: Token) -> bool:
    """Whether a place is what a sentence says of its subject: *they are not from Malta*."""
    if token.dep_ != "pobj":
        return False
    above = token.head.head
    said = above.lemma_ == "be" and all(
        c.dep_ not in ("attr", "acomp", "expl") for c in above.children
    )
    return said or above.lower_ in ("neither", "none")


def _presupposed(token: Token) -> bool:
    """Whether the word stands in a definite noun phrase, which negation leaves alone."""
    here = token
    if is_said_of(token):
        return False
    while here.pos_ not in ("VERB", "AUX"):
        if here.pos_ == "PROPN" or any(
            (c.lower_ in ("the", "this", "that", "these", "those") and c.dep_ == "det")
            or c.dep_ == "poss"
            for c in here.children
        ):
            return True
        above = here.head
        if above.pos_ == "ADP" and above.head.pos_ == "NOUN" and above.head.lemma_ not in _LACKS:
            above = above.head
        if above.i == here.i or here.dep_ == "conj" or above.pos_ == "ADP":
            return False
        here = above
    return False


def _lemma(token: Token) -> str:
    lemma = token.lemma_.lower()
    if token.pos_ == "PROPN":
        plain = token.lower_
        if (
            token.is_sent_start
            and not wordnet.known(plain)
            and wordnet.known(plain.removesuffix("s"))
        ):
            return plain.removesuffix("s")  # a plural noun that a capital made a name
        return plain
    if lemma in ("people", "men", "women", "children"):
        lemma = {"people": "person", "men": "man", "women": "woman", "children": "child"}[lemma]
    if token.pos_ == "VERB":
        lemma = mended(lemma, token.lower_)
    for child in token.children:
        if child.dep_ in ("prt", "advmod") and (lemma, child.lower_) in _PHRASAL:
            return _PHRASAL[lemma, child.lower_]
    return lemma


def _kind(token: Token, number: float | None) -> tuple[str, float]:
    """Return kind and weight of a word; kind '' where it says nothing by itself."""
    word, pos = token.lower_, token.pos_
    if number is not None:
        return "number", 1.3
    if word in _PRONOUNS and (pos == "PRON" or token.dep_ == "poss"):
        return ("", 0.0) if token.dep_ == "expl" else ("pronoun", 0.3)
    if pos in ("PROPN", "NOUN") or word in _TOTAL:
        return _noun(token)
    if pos in ("VERB", "AUX"):
        if token.dep_ in ("aux", "auxpass") or token.lemma_ == "be":
            return "", 0.0
        return "verb", 0.3 if _lemma(token) in _LIGHT else 1.0
    if pos == "ADJ" or word in ("most", "few", "many", "all", "every"):
        return "adj", 0.8
    return _adverb(token)


def _noun(token: Token) -> tuple[str, float]:
    word = token.lower_
    if token.pos_ == "PROPN":
        return "name", 0.4 if word.rstrip(".") in _TITLES else 1.3
    measures = word in _CONTAINERS and any(c.lower_ == "of" for c in token.children)
    return "noun", 0.2 if measures else 1.0


def _adverb(token: Token) -> tuple[str, float]:
    if token.lower_ in _EMPTY:
        return "", 0.0
    if token.pos_ == "ADV" and token.dep_ != "neg":
        return "adv", 0.7
    particle = token.pos_ == "ADP" and token.dep_ in ("prt", "advmod", "prep")
    return ("adv", 0.3) if particle and not list(token.children) else ("", 0.0)


def _measure(token: Token, number: float | None) -> tuple[str, float] | None:
    if number is None:
        return None
    for near in (
        token.head,
        *token.rights,
        *([token.nbor(1)] if token.i + 1 < len(token.doc) else []),
    ):
        unit = unit_factor(near.lemma_.lower())
        if unit is not None and near.i != token.i:
            return unit[0], number * unit[1]
    return None

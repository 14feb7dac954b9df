"""A parsed text as the words that carry meaning, and who does what to whom among them."""

from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from spacy.tokens import Doc, Token

from prism.claims.numbers import unit_factor, value
from prism.claims.scope import Scopes, scopes
from prism.text import wordnet

__all__ = ["Reading", "Term", "read"]

_LIGHT: Final = frozenset(
    "be have do make take get go come become give put use keep let seem happen there own "
    "hold set wear play use look watch enjoy perform do dress seat see".split()
)
_EMPTY: Final = frozenset(
    "also then there so very just too even still yet already only again however therefore thus "
    "hence moreover meanwhile instead otherwise as well rather quite really actually".split()
)
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
}  # fmt: skip
_SUBJECT: Final = ("nsubj", "csubj")
_OBJECT: Final = ("dobj", "nsubjpass", "oprd", "csubjpass", "dative")
_MODIFIER: Final = ("amod", "compound", "nummod", "poss", "advmod", "npadvmod", "nmod", "appos", "quantmod", "neg", "attr", "acomp")  # fmt: skip


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


@dataclass(frozen=True)
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
        """Return the role of ``below`` at ``head``, also through a noun that it names (*brother Carlo*)."""
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
    links: dict[tuple[int, int], str] = {}
    for token in doc:
        if token.i in terms:
            _link(token, terms, links)
    for token in doc:
        if token.pos_ in ("VERB", "AUX", "ADJ", "NOUN"):
            _share_subject(token, terms, links)
    sentence = {t.i: n for n, s in enumerate(doc.sents) for t in s}
    return Reading(doc, terms, links, scope, sentence)


def _term(token: Token, scope: Scopes) -> Term | None:
    word, pos = token.lower_, token.pos_
    number = value(token)
    if number is None and pos == "NUM" and token.i + 1 < len(token.doc):
        following = value(token.doc[token.i + 1])
        if following is not None:
            return None  # the number is spelt on, and counted there
    if token.i in scope.wrappers:
        return None
    if number is None and _is_unit_of_number(token):
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
        presupposed=_presupposed(token),
    )


def _presupposed(token: Token) -> bool:
    """Whether the word stands in a definite noun phrase, which a negation around it leaves alone."""
    here = token
    while here.pos_ not in ("VERB", "AUX"):
        if here.pos_ == "PROPN" or any(
            (c.lower_ in ("the", "this", "that", "these", "those")
            and c.dep_ == "det")
            or c.dep_ == "poss"
            for c in here.children
        ):
            return True
        if here.head.i == here.i or here.dep_ in ("conj", "appos") or here.head.pos_ == "ADP":
            return False
        here = here.head
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
        lemma = _mended(lemma, token.lower_)
    for child in token.children:
        if child.dep_ in ("prt", "advmod") and (lemma, child.lower_) in _PHRASAL:
            return _PHRASAL[lemma, child.lower_]
    return lemma


def _mended(lemma: str, word: str) -> str:
    """Undo a lemmatiser's slip: *riding* is not from *rid*, which would double its last letter.

    >>> _mended("rid", "riding"), _mended("visit", "visited")
    ('ride', 'visit')
    """
    if word in (lemma + "ing", lemma + "ed") and len(lemma) > 2:
        a, b, c = lemma[-3:]
        closed = a not in "aeiou" and b in "aeiou" and c not in "aeiouwxy"
        if closed and wordnet.known(lemma + "e"):
            return lemma + "e"
    return lemma


def _kind(token: Token, number: float | None) -> tuple[str, float]:
    word, pos = token.lower_, token.pos_
    if number is not None:
        return "number", 1.3
    if word in _PRONOUNS and (pos == "PRON" or token.dep_ == "poss"):
        return ("pronoun", 0.3) if token.dep_ != "expl" else ("", 0.0)
    if pos == "PROPN":
        return (
            ("name", 0.4)
            if word.rstrip(".") in ("mr", "mrs", "ms", "dr", "miss")
            else ("name", 1.3)
        )
    if word in ("group", "lot", "bunch", "number", "kind", "pair", "couple") and any(
        c.lower_ == "of" for c in token.children
    ):
        return "noun", 0.2
    if pos == "NOUN" or word in ("nobody", "nothing", "none", "everyone", "everybody"):
        return "noun", 1.0
    if pos in ("VERB", "AUX"):
        if token.dep_ in ("aux", "auxpass") or token.lemma_ == "be":
            return "", 0.0
        return "verb", 0.3 if token.lemma_ in _LIGHT else 1.0
    if pos == "ADJ" or token.lower_ in ("most", "few", "many", "all", "every"):
        return "adj", 0.8
    if pos == "ADV" and token.dep_ != "neg" and word not in _EMPTY:
        return "adv", 0.7
    if (
        pos in ("ADP", "ADV")
        and token.dep_ in ("prt", "advmod", "prep")
        and not list(token.children)
    ):
        return ("adv", 0.3) if word not in _EMPTY else ("", 0.0)
    return "", 0.0


def _is_unit_of_number(token: Token) -> bool:
    return unit_factor(token.lemma_.lower()) is not None and any(
        value(near) is not None for near in (*token.lefts, *([token.nbor(-1)] if token.i else []))
    )


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


def _above(token: Token, terms: dict[int, Term]) -> tuple[int, str] | None:
    """Climb to the next term, with the preposition passed on the way."""
    here, passed = token, ""
    while here.head.i != here.i:
        if here.head.dep_ == "agent":
            passed = "subj"
        elif here.head.pos_ in ("ADP", "SCONJ") and not passed:
            passed = here.head.lower_
        here = here.head
        if here.i in terms:
            return here.i, passed
    return None


def _link(token: Token, terms: dict[int, Term], links: dict[tuple[int, int], str]) -> None:
    dep, up = token.dep_, _above(token, terms)
    if token.i in terms and terms[token.i].number is not None and _is_unit_of_number(token.head):
        dep = token.head.dep_  # the unit is part of the number: its place is the number's
    if dep in ("relcl", "acl") and up is not None:
        links[token.i, up[0]] = _role_in_relative(token)
        return
    if dep == "conj":
        first = token.head
        while first.dep_ == "conj":
            first = first.head
        outer = _above(first, terms)
        if outer is not None and token.pos_ == first.pos_:
            links.setdefault((outer[0], token.i), _role(first.dep_, outer[1]))
        return
    if up is not None:
        links[up[0], token.i] = _role(dep, up[1])


def _role(dep: str, passed: str) -> str:
    if passed:
        return passed
    if dep in _SUBJECT:
        return "subj"
    if dep in _OBJECT:
        return "obj"
    return "mod" if dep in _MODIFIER else "comp"


def _role_in_relative(verb: Token) -> str:
    for child in verb.children:
        if child.dep_ in ("nsubj", "nsubjpass"):
            if child.tag_ in ("WDT", "WP"):
                return "obj" if child.dep_ == "nsubjpass" else "subj"
            return "obj"
    passive = verb.tag_ == "VBN" and not any(c.dep_ == "dobj" for c in verb.children)
    return "obj" if passive else "subj"


def _share_subject(token: Token, terms: dict[int, Term], links: dict[tuple[int, int], str]) -> None:
    """Give predicates after a copula, an infinitive or a coordination the subject they share."""
    subject = next((c for c in token.children if c.dep_ in ("nsubj", "nsubjpass")), None)
    if subject is None or subject.i not in terms:
        return
    passive = subject.dep_ == "nsubjpass"
    if token.i not in terms:  # a copula: its complements are what the subject is
        for child in token.children:
            if child.dep_ in ("attr", "acomp", "advmod") and child.i in terms:
                links[child.i, subject.i] = "subj"
            if child.dep_ == "prep":
                for below in child.children:
                    if below.i in terms:
                        links[subject.i, below.i] = child.lower_
    for child in token.children:
        own = any(c.dep_ in ("nsubj", "nsubjpass") for c in child.children)
        if child.i in terms and not own and child.dep_ in ("conj", "xcomp", "advcl"):
            if child.dep_ == "xcomp" and any(c.dep_ == "dobj" for c in token.children):
                continue
            be_passive = any(c.dep_ == "auxpass" for c in child.children)
            links.setdefault(
                (child.i, subject.i),
                "obj"
                if be_passive or (passive and child.dep_ == "conj" and child.tag_ == "VBN")
                else "subj",
            )
        elif child.dep_ == "conj" and not own and child.lemma_ == "be":
            for below in child.children:
                if below.dep_ in ("attr", "acomp") and below.i in terms:
                    links.setdefault((below.i, subject.i), "subj")

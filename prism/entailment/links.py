"""Who does what to whom: the links between the words of a parsed text that carry meaning."""

from collections.abc import Mapping
from typing import Final

from spacy.tokens import Doc, Token

from prism.entailment.numbers import is_unit_of_number

__all__ = ["find_links"]

Links = dict[tuple[int, int], str]
_SUBJECT: Final = ("nsubj", "csubj")
_OBJECT: Final = ("dobj", "nsubjpass", "oprd", "csubjpass", "dative")
_PARTICLES: Final = frozenset("away out back off down up over on in".split())
_MODIFIER: Final = (
    "amod", "compound", "nummod", "poss", "advmod", "npadvmod", "nmod", "appos", "quantmod", "neg",
    "attr", "acomp",
)  # fmt: skip


def find_links(doc: Doc, terms: Mapping[int, bool]) -> Links:
    """Return the role of every pair (head, dependent) of ``terms``, by their token places.

    ``terms`` tells of every word that carries meaning whether it is a number. Roles are ``subj``,
    ``obj``, ``mod``, ``comp`` or a preposition; a passive's subject is an ``obj``.
    """
    links: Links = {}
    for token in doc:
        if token.i in terms:
            _link(token, terms, links)
    for token in doc:
        if token.pos_ in ("VERB", "AUX", "ADJ", "NOUN"):
            _share_subject(token, terms, links)
    return links


def _above(token: Token, terms: Mapping[int, bool]) -> tuple[int, str] | None:
    """Climb to the next term, with the preposition passed on the way."""
    if token.dep_ in _SUBJECT and token.head.pos_ == "AUX" and token.head.i not in terms:
        return None  # the subject of *be*: what it is hangs on it
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


def _link(token: Token, terms: Mapping[int, bool], links: Links) -> None:
    dep, up = token.dep_, _above(token, terms)
    if terms.get(token.i, False) and is_unit_of_number(token.head):
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
        over = token.doc[up[0]]
        if up[1] and over.lower_ in _PARTICLES and over.head.i in terms:
            links.setdefault((over.head.i, token.i), up[1])  # *moved away from Graz*


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


def _share_subject(token: Token, terms: Mapping[int, bool], links: Links) -> None:
    """Give predicates after a copula, an infinitive or a coordination the subject they share."""
    subject = next((c for c in token.children if c.dep_ in ("nsubj", "nsubjpass")), None)
    if subject is None or subject.i not in terms:
        return
    if token.i not in terms:
        _copula(token, subject, terms, links)
    for child in token.children:
        if any(c.dep_ in ("nsubj", "nsubjpass") for c in child.children):
            continue
        if child.i in terms and child.dep_ in ("conj", "xcomp", "advcl"):
            if child.dep_ != "xcomp" or all(c.dep_ != "dobj" for c in token.children):
                role = "obj" if _undergone(child, subject) else "subj"
                links.setdefault((child.i, subject.i), role)
        elif child.dep_ == "conj" and child.lemma_ == "be":
            for below in child.children:
                if below.dep_ in ("attr", "acomp") and below.i in terms:
                    links.setdefault((below.i, subject.i), "subj")


def _copula(token: Token, subject: Token, terms: Mapping[int, bool], links: Links) -> None:
    """The complements of *be* are what the subject is; its places hang on the subject."""
    for child in token.children:
        if child.dep_ in ("attr", "acomp", "advmod") and child.i in terms:
            links[child.i, subject.i] = "subj"
        if child.dep_ == "prep":
            for below in child.children:
                if below.i in terms:
                    links[subject.i, below.i] = child.lower_


def _undergone(verb: Token, subject: Token) -> bool:
    if any(c.dep_ == "auxpass" for c in verb.children):
        return True
    return subject.dep_ == "nsubjpass" and verb.dep_ == "conj" and verb.tag_ == "VBN"

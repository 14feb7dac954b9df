"""What negates, weakens or makes unreal which words of a parsed text."""

from dataclasses import dataclass
from typing import Final

from spacy.tokens import Doc, Token

from prism.entailment.reported import reports
from prism.entailment.stances import Report
from prism.entailment.windows import carried_on, contrasted, fronted, passed_over

__all__ = ["Scopes", "reported", "scopes"]

_NEGATIVE_SUBJECT: Final = frozenset({"nobody", "none", "nothing", "no-one", "neither", "noone"})
_NEGATIVE_ADVERB: Final = frozenset(
    {"never", "hardly", "barely", "scarcely", "rarely", "seldom", "nowhere", "almost", "nearly"}
)
# verbs, nouns and adjectives whose complement did not happen
_DENIERS: Final = frozenset(
    "fail refuse forget decline omit neglect cease avoid prevent stop deny lack miss "
    "unable incapable impossible unnecessary absence lack refusal failure spare drop cancel "
    "abandon hesitate forgo forego skip resist abstain refrain hinder".split()
)
_DENYING_NOUNS: Final = frozenset("absence lack refusal failure".split())
_NOMINAL_DENIERS: Final = frozenset("lack absence free devoid without avoid incapable".split())
_DENYING_PREPOSITIONS: Final = frozenset({"without", "than", "except", "minus"})
_UNREAL_VERBS: Final = frozenset(
    "plan want hope intend wish expect threaten consider fear dream promise prepare "
    "decide ask tell offer propose recommend need allow agree seek urge advise order".split()
)
_MODALS: Final = frozenset({"would", "might", "may", "should", "'d", "’d"})
_WHITHER: Final = frozenset("into in onto on off from at to".split())
_SUPPOSERS: Final = frozenset({"if", "unless", "whether", "lest"})


@dataclass(frozen=True, slots=True)
class Scopes:
    """Per token: which operators negate it, and whether it is told as unreal.

    ``negations[i]`` holds the tokens that negate token ``i``; ``unreal[i]`` says that it stands
    under *would*, *if*, a wish or a plan; ``every[i]`` that it is what *all* ranges over.
    ``wrappers`` are words like *it is a lie that*, which deny a whole sentence and say no more.
    ``misread`` are the words of reported clauses in which the parser found no verb.
    """

    negations: tuple[frozenset[int], ...]
    unreal: tuple[bool, ...]
    every: tuple[bool, ...]
    wrappers: frozenset[int] = frozenset()
    misread: frozenset[int] = frozenset()

    def negated(self, place: int) -> bool:
        """Whether an odd number of operators negate the token."""
        return len(self.negations[place]) % 2 == 1


def reported(doc: Doc) -> tuple[Report, ...]:
    """Return the clauses that ``doc`` only reports, and what it makes of each."""
    return tuple(reports(doc, _negations(doc)))


def scopes(doc: Doc) -> Scopes:
    """Return the scopes of negation, unreality and universal quantifiers in ``doc``."""
    over = _negations(doc)
    unreal = [False] * len(doc)
    every = [False] * len(doc)
    for token in doc:
        for place in _unreal_by(token):
            unreal[place] = True
        if token.lower_ in ("all", "every", "each", "any") and token.dep_ in ("det", "predet"):
            for word in token.head.subtree:
                every[word.i] = True
    wrappers, misread = _reported(doc, over, unreal)
    return Scopes(
        tuple(map(frozenset, over)), tuple(unreal), tuple(every), wrappers, misread
    )  # fmt: skip


def _negations(doc: Doc) -> list[set[int]]:
    """Return, for every token, the tokens that negate it."""
    over: list[set[int]] = [set() for _ in doc]
    for token in doc:
        for place in _negated_by(token):
            if place != token.i:
                over[place].add(token.i)
    return over


def _reported(
    doc: Doc, over: list[set[int]], unreal: list[bool]
) -> tuple[frozenset[int], frozenset[int]]:
    """Turn what reported clauses say in ``over`` and ``unreal``; return wrappers and misread."""
    wrappers: set[int] = set()
    misread: set[int] = set()
    for report in reports(doc, over):
        for place in report.content:
            over[place] &= report.content  # what negates the report is not in the clause
            if report.stance == "denied":
                over[place].add(min(report.by))
            elif report.stance == "open":
                unreal[place] = True
        if report.stance == "denied":
            wrappers |= report.by
        if all(doc[place].pos_ not in ("VERB", "AUX") for place in report.content):
            misread |= report.content
    return frozenset(wrappers), frozenset(misread)


def _negated_by(token: Token) -> set[int]:
    """Return what ``token`` negates, itself not counted."""
    between = contrasted(token)
    if between is not None:
        return between
    return fronted(token) or passed_over(token) or _by_adverb(token) or _by_word(token)


def _by_adverb(token: Token) -> set[int]:
    """*Not*, *never*, *no longer* and *nor* deny the verb they hang on, *not one* a noun."""
    word = token.lower_
    if word == "not" and token.head.lower_ == "one":
        return _quantified_pronoun(token.head)
    no_longer = word == "no" and token.head.lower_ in ("longer", "more")
    nor = word == "nor" and token.head.pos_ in ("VERB", "AUX")
    return _not(token) if _is_adverb_of_negation(token) or no_longer or nor else set()


def _by_word(token: Token) -> set[int]:
    """*No*, *nobody*, *without*, *fail* and *anything but* deny what they go with."""
    word = token.lower_
    if (word in _NEGATIVE_SUBJECT and _followed_by(token, "but")) or _anyway(token):
        return set()
    if _is_quantifier(token):
        return _quantified(token)
    if word in _NEGATIVE_SUBJECT or (word == "no" and _followed_by(token, "one")):
        return _quantified_pronoun(token)
    if token.dep_ == "prep" and _denies(token):
        return {t.i for t in _within(token)}
    return _denied(token) if _is_denier(token) else _set_phrase(token)


def _anyway(token: Token) -> bool:
    """Whether *no* stands in *rain or no rain*, which denies nothing."""
    doc, place = token.doc, token.i
    return (
        token.lower_ == "no"
        and 1 < place < len(doc) - 1
        and doc[place - 1].lower_ == "or"
        and doc[place - 2].lower_ == doc[place + 1].lower_
    )


def _is_denier(token: Token) -> bool:
    lemma = token.lemma_.lower()
    if token.i and token.nbor(-1).text == "-":
        return False  # *a forty-drop bottle*
    if token.pos_ == "NOUN":
        return lemma in _DENYING_NOUNS
    return lemma in _DENIERS and token.pos_ in ("VERB", "ADJ")


def _set_phrase(token: Token) -> set[int]:
    """*Mould-free* and *anything but witty* deny the mould and the wit."""
    word = token.lower_
    if word == "free" and token.i > 1 and token.nbor(-1).text == "-":
        return {token.i - 2}
    if word == "anything" and _followed_by(token, "but") and token.i + 2 < len(token.doc):
        return {t.i for t in token.nbor(2).subtree if t.i > token.i + 1}
    return set()


def _is_adverb_of_negation(token: Token) -> bool:
    word = token.lower_
    if token.dep_ == "neg" and word != "no":
        return True
    if word not in _NEGATIVE_ADVERB or token.dep_ not in ("neg", "advmod"):
        return False
    before_verb = token.head.pos_ in ("VERB", "AUX") and token.i + 1 == token.head.i
    return before_verb or word not in ("almost", "nearly", "rarely", "seldom", "nowhere")


def _is_quantifier(token: Token) -> bool:
    if token.lower_ == "few":
        before = (*token.lefts, *token.head.lefts)  # *a few*, *the few*, *her few* are some
        return token.dep_ == "amod" and all(c.tag_ != "DT" and c.dep_ != "poss" for c in before)
    if token.lower_ == "no":
        return token.dep_ in ("det", "neg", "advmod", "preconj", "cc")
    if token.i + 1 == token.head.i and token.head.pos_ == "AUX":
        return False  # *neither is the case*
    return token.lower_ == "neither" and token.dep_ in ("det", "preconj", "cc")


def _denies(preposition: Token) -> bool:
    word = preposition.lower_
    before = preposition.head
    if word == "of" and before.lower_ == "out":  # *ran out of milk*, but not *out of forty*
        return before.head.lemma_ in ("run", "be", "sell")
    instead = preposition.i and preposition.nbor(-1).lower_ == "instead"
    return word in _DENYING_PREPOSITIONS or (
        word == "of" and (instead or before.lower_ in ("instead", "short"))
    )


def _followed_by(token: Token, word: str) -> bool:
    return token.i + 1 < len(token.doc) and token.nbor(1).lower_ == word


def _not(token: Token) -> set[int]:
    """The head of *not* and what follows it, but for clauses with a subject of their own."""
    head = token.head
    if head.lower_ == "more" and head.dep_ in ("amod", "det"):  # *drank no more tea*
        return _quantified(head)
    if token.dep_ == "cc":  # *nor was it*
        head = next((c for c in head.children if c.dep_ == "conj" and c.i > token.i), head)
    if head.lower_ in ("longer", "more") and head.dep_ == "advmod":
        head = head.head
    found = {head.i}
    for child in head.children:
        if child.i < token.i or child.dep_ in ("punct", "nsubj", "nsubjpass", "cc"):
            continue
        if child.dep_ == "conj" and _own_clause(child):
            continue
        if child.dep_ in ("advcl", "parataxis") and child.i > head.i and _has_mark(child):
            continue
        found |= {t.i for t in _within(child)}
    return found


def _within(token: Token) -> list[Token]:
    """The subtree of ``token`` without coordinated clauses that have a subject of their own."""
    found, queue = [], [token]
    while queue:
        here = queue.pop()
        found.append(here)
        queue += [c for c in here.children if not _stands_apart(c)]
    return found


def _stands_apart(token: Token) -> bool:
    """Whether a clause below a negated word is none of its business: coordinated, or on *the X*."""
    if token.dep_ == "conj":
        return _own_clause(token)
    if token.dep_ == "relcl":
        noun = token.head
        if token.left_edge.i and token.doc[token.left_edge.i - 1].text == ",":
            return True
        return noun.pos_ == "PROPN" or any(
            c.dep_ == "poss" or c.lower_ in ("the", "this", "that") for c in noun.children
        )
    return token.dep_ in ("parataxis",)


def _own_clause(token: Token) -> bool:
    return (
        any(c.dep_ in ("nsubj", "nsubjpass", "expl") for c in token.children)
        or (
            token.pos_ in ("VERB", "AUX")
            and any(c.dep_ in ("aux", "auxpass") for c in token.children)
            and not any(c.dep_ == "neg" for c in token.children)
            and token.head.lemma_ != token.lemma_
        )
        or (token.pos_ == "VERB" and token.tag_ in ("VBD", "VBZ", "VBP"))
    )


def _has_mark(token: Token) -> bool:
    return any(c.dep_ == "mark" for c in token.children)


def _quantified(token: Token) -> set[int]:
    """A noun under *no*: its own words, and the verb it is an argument of with what follows."""
    noun = token.head
    found = {t.i for t in _within(noun)}
    verb = noun.head
    if noun.dep_ in ("pobj",):
        verb = noun.head.head
    if noun.dep_ in (
        "nsubj",
        "nsubjpass",
        "dobj",
        "attr",
        "pobj",
        "dative",
        "oprd",
    ) and verb.pos_ in (
        "VERB",
        "AUX",
    ):
        found.add(verb.i)
        for child in verb.children:
            if (
                child.i > verb.i
                and child.dep_ not in ("punct", "cc", "advcl")
                and not (child.dep_ == "conj" and _own_clause(child))
            ):
                found |= {t.i for t in _within(child)}
    return found


def _quantified_pronoun(token: Token) -> set[int]:
    noun = token
    verb = noun.head
    if noun.dep_ in ("nsubj", "nsubjpass", "dobj", "attr", "pobj", "det"):
        if noun.dep_ == "det":
            return _quantified(token)
        if noun.dep_ == "pobj":
            verb = noun.head.head
        found = {verb.i} | {t.i for t in noun.subtree if not _set_off(t, noun)}
        for child in verb.children:
            if (
                child.i > verb.i
                and child.dep_ not in ("punct", "cc", "advcl", "nsubj")
                and not (child.dep_ == "conj" and _own_clause(child))
            ):
                found |= {t.i for t in _within(child)}
        return found
    return {t.i for c in token.children if c.dep_ == "prep" and c.lower_ != "of" for t in c.subtree}


def _set_off(token: Token, noun: Token) -> bool:
    """Whether a word only names more closely who is meant: *nobody at the Rialto, a theatre*."""
    here = token
    while here.i != noun.i and here.head.i != here.i:
        if here.dep_ == "appos":
            return True
        here = here.head
    return False


def _denied(token: Token) -> set[int]:
    found: set[int] = set()
    if token.lemma_ == "drop" and any(c.lower_ in _WHITHER for c in token.children):
        return found  # let fall, not left out
    for child in token.children:
        if child.dep_ in ("xcomp", "ccomp", "pcomp") and child.i > token.i:
            found |= {t.i for t in _within(child)}
        if child.dep_ == "prep" and child.lower_ in ("from", "of", "to") and token.lemma_ != "stop":
            inside = [c for c in child.children if c.dep_ in ("pcomp", "pobj")]
            if child.lower_ == "from" or token.lemma_.lower() in _NOMINAL_DENIERS:
                found |= {t.i for c in inside for t in _within(c)}
        if child.dep_ in ("dobj", "nsubjpass") and token.lemma_.lower() in (
            "lack",
            "avoid",
            "prevent",
            "deny",
            "cancel",
            "drop",
            "abandon",
            "skip",
            "refuse",
            "decline",
            "spare",
            "forget",
            "forgo",
        ):
            found |= {t.i for t in _within(child)}
    return found


def _unreal_by(token: Token) -> set[int]:
    word = token.lower_
    unreal_could = word == "could" and any(c.lemma_ == "have" for c in token.head.children)
    if (word in _MODALS or unreal_could) and token.dep_ == "aux" and not _narrates(token):
        return {
            t.i
            for c in token.head.children
            if c.i > token.i or c.dep_ in ("nsubj", "nsubjpass")
            if not _stands_apart(c)
            for t in _within(c)
        } | {token.head.i, *carried_on(token)}
    if (
        word in _SUPPOSERS
        and token.dep_ == "mark"
        and token.nbor(-1 if token.i else 0).lower_ != "even"
    ):
        return {t.i for t in _within(token.head)}
    if token.lemma_.lower() in _UNREAL_VERBS and token.pos_ == "VERB":
        return {
            t.i
            for c in token.children
            if c.dep_ in ("xcomp", "ccomp") and any(g.lower_ == "to" for g in c.children)
            for t in _within(c)
        }
    if token.lower_ == "had" and token.dep_ == "aux" and token.head.dep_ == "advcl":
        subjects = [c for c in token.head.children if c.dep_ in ("nsubj", "nsubjpass")]
        if subjects and token.i < subjects[0].i and not _has_mark(token.head):
            return {t.i for t in token.head.subtree}
    return set()


def _narrates(modal: Token) -> bool:
    """Whether *would* tells what came later or was usual, or *'d* stands for *had*.

    *They knew it would rain*; what is unreal says *would have*, or has its condition beside it.
    """
    if modal.lower_ in ("'d", "’d") and modal.head.tag_ in ("VBN", "VBD"):
        return True
    return (
        modal.lower_ in ("would", "'d", "’d")
        and all(c.lemma_ != "have" or c.dep_ != "aux" for c in modal.head.children)
        and all(t.lower_ not in _SUPPOSERS for t in modal.sent)
    )

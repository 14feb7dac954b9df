"""What a text makes of a clause it only reports: *the rumour that …* is false, *she knew that …*.

The stance is read from what governs the clause: the truth it is given (*it is untrue that*), the
noun it fills (*the tale that … has no basis*), or the verb of saying, believing or knowing above
it, and whether that is denied. Verbs of knowing grant their clause even where they are denied
(Karttunen 1971, Implicative verbs; Kiparsky and Kiparsky 1970, Fact).
"""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final

from spacy.tokens import Doc, Token

from prism.entailment.frames import frames
from prism.entailment.stances import (
    BELIEVING,
    DENYING,
    FALSE,
    GROUNDS,
    KNOWING,
    NOUNS,
    SAYING,
    TRUE,
    Report,
    Stance,
)

__all__ = ["reports"]

_COPULAS: Final = frozenset("be remain prove turn stay sound ring".split())
_SUBJECTS: Final = ("nsubj", "nsubjpass", "csubj", "expl")


def reports(doc: Doc, negations: Sequence[AbstractSet[int]]) -> Iterator[Report]:
    """Yield the reported clauses of ``doc``; ``negations[i]`` are the words that negate word i.

    What stands within a frame is left to it; the rest is read from what governs the clause.
    """
    framed: set[int] = set()
    for report in frames(doc):
        framed |= report.content
        yield report
    for verb in doc:
        governor = _governor(verb)
        if governor is None or verb.i in framed:
            continue
        found = _stance(governor, negations)
        if found is not None:
            stance, by = found
            content = _content(verb)
            yield Report(content, stance, frozenset(t.i for t in by) - content)


def _governor(verb: Token) -> Token | None:
    """Return the word that ``verb``, the head of a reported clause, depends on."""
    if verb.pos_ not in ("VERB", "AUX") or verb.head is verb or verb.head.i > verb.i:
        return None
    opener = next((c for c in verb.children if c.lower_ == "that" and c.i < verb.i), None)
    told = any(c.dep_ in _SUBJECTS and c is not opener for c in verb.children)
    head = verb.head
    if verb.dep_ == "ccomp" and told:
        return head
    if opener is None or not told:
        return None
    if verb.dep_ in ("acl", "relcl", "appos") and head.lemma_.lower() in NOUNS:
        return head
    if verb.dep_ == "relcl" and head.dep_ == "npadvmod":  # *report this time that …*
        return head.head
    if head.dep_ in ("prep", "prt") and head.i + 1 == opener.i:  # *it never came about that …*
        head = head.head
    told_of = head.lemma_ == "be" or (head.i + 2 >= opener.i and head.lemma_ in SAYING)
    return head if verb.dep_ == "advcl" and told_of else None  # *not so that …*


def _stance(
    governor: Token, negations: Sequence[AbstractSet[int]]
) -> tuple[Stance, list[Token]] | None:
    lemma = governor.lemma_.lower()
    if governor.pos_ in ("NOUN", "PROPN"):
        return _of_noun(governor, negations)
    if lemma in _COPULAS and governor.pos_ == "AUX":
        return _of_predicate(governor, negations)
    if governor.pos_ not in ("VERB", "AUX"):
        return None
    return _of_verb(governor, lemma, negations)


def _of_verb(
    verb: Token, lemma: str, negations: Sequence[AbstractSet[int]]
) -> tuple[Stance, list[Token]] | None:
    denied = _odd(verb, negations)
    if lemma in DENYING:
        return ("granted" if denied else "denied"), [verb]
    if lemma in KNOWING:
        return "granted", [verb]
    if lemma not in SAYING and lemma not in BELIEVING:
        return None
    if denied:
        return "denied", [verb]
    teller = _teller(verb)
    if teller is not None:
        return "denied", teller
    if verb.dep_ == "xcomp" and verb.head.lemma_ in _COPULAS:  # *it would be false to say*
        return _of_predicate(verb.head, negations)
    return ("open", [verb]) if lemma in BELIEVING else None


def _of_noun(
    noun: Token, negations: Sequence[AbstractSet[int]]
) -> tuple[Stance, list[Token]] | None:
    if noun.lemma_.lower() in FALSE or _odd(noun, negations):
        return "denied", [noun]
    above = noun.head
    if noun.dep_ not in ("nsubj", "nsubjpass"):
        return "open", [noun]
    held = [c for c in above.children if c.dep_ == "dobj" and c.lemma_.lower() in GROUNDS]
    if held:
        return ("denied" if _odd(held[0], negations) else "granted"), [noun, above, *held]
    if above.lemma_ == "fall" and any(c.lower_ == "flat" for c in above.children):
        return "denied", [noun, above]
    found = _of_predicate(above, negations) if above.lemma_ in _COPULAS else None
    return ("open", [noun]) if found is None else (found[0], [noun, *found[1]])


def _of_predicate(
    copula: Token, negations: Sequence[AbstractSet[int]]
) -> tuple[Stance, list[Token]] | None:
    """*It is untrue*, *it is not so*: the truth a predicate gives, turned where it is negated."""
    before = copula.head
    if any(c.lower_ == "so" and c.i + 1 == copula.i for c in copula.children):  # *so is the idea*
        return _of_predicate(before, negations) if before.lemma_ in _COPULAS else None
    inner = next((c for c in copula.children if c.dep_ == "xcomp" and c.lemma_ == "be"), copula)
    said = [c for c in inner.children if c.dep_ in ("acomp", "attr", "oprd", "advmod")]
    words = [c for c in said if c.lemma_.lower() in FALSE | TRUE]
    negated = _odd(copula, negations)
    if not words:
        bare = not any(c.dep_ in ("acomp", "attr", "oprd") for c in said)
        return ("denied", [copula]) if bare and negated else None
    false = words[0].lemma_.lower() in FALSE
    return ("granted" if false == negated else "denied"), [copula, *words]


def _teller(verb: Token) -> list[Token] | None:
    """*Whoever says so is mistaken*, *he said so, but was wrong*: the words that say it of him."""
    if verb.dep_ in ("relcl", "acl") and verb.head.dep_ in ("nsubj", "nsubjpass"):
        told = [verb.head.head]
    elif verb.dep_ == "advcl" and verb.head.lemma_ in ("lie", "err"):  # *they lied when they said*
        return [verb, verb.head]
    else:
        told = [c for c in verb.children if c.dep_ == "conj"]
    for above in told:
        said = [c for c in above.children if c.dep_ in ("acomp", "attr") and c.lemma_ in FALSE]
        invents = above.lemma_ == "make" and any(c.lower_ == "up" for c in above.children)
        if said or invents or above.lemma_ in ("lie", "err"):
            return [verb, above, *said]
    return None


def _odd(token: Token, negations: Sequence[AbstractSet[int]]) -> bool:
    return len(negations[token.i]) % 2 == 1


def _content(verb: Token) -> frozenset[int]:
    """The words of the clause, and of those joined to it by *or that*."""
    found, queue = set(), [verb]
    while queue:
        here = queue.pop()
        found.add(here.i)
        queue += [c for c in here.children if c.dep_ != "parataxis" and not _breaks_off(c)]
    return frozenset(found)


def _breaks_off(token: Token) -> bool:
    """Whether a coordinated clause is told by the text itself again, not reported."""
    if token.dep_ != "conj" or token.pos_ not in ("VERB", "AUX"):
        return False
    subject = any(c.dep_ in _SUBJECTS for c in token.children)
    return subject and not any(c.lower_ == "that" for c in token.children)

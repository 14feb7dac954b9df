"""Causal constructions that need no connective.

Causative verbs (``lead to``, ``force``, ``prevent``), relative clauses that tell a result
(``, which exposed …``), resultative and perfect participles, purpose infinitives, inverted
conditions (``Had the frost come …``), degree (``so … that``, ``too … to``), nouns of cause
(``the reason … is``), imperatives with ``and`` or ``or``.
"""

from collections.abc import Callable, Iterator
from typing import Final, Literal

from prism.lexicon.lexicon import VERBS
from prism.lexicon.wordnet import is_kind_of
from prism.text.correlatives import correlative
from prism.text.finding import (
    Finding,
    FindingKind,
    Range,
    clause_head,
    earlier_clause,
    is_finite,
    split,
    subtree,
    told,
    trimmed,
)
from prism.text.predicates import has_modal
from prism.text.tokens import Tokens

__all__ = ["constructions"]

_CAUSE_NOUNS: Final = frozenset({"cause", "reason", "source", "driver", "origin"})
_EFFECT_NOUNS: Final = frozenset({"result", "consequence", "effect", "outcome", "product"})
_NOUNS: Final = _CAUSE_NOUNS | _EFFECT_NOUNS
_CONSEQUENTLY: Final = frozenset(
    "thereby thus potentially possibly ultimately effectively eventually consequently".split()
)
# What follows from an absence may be one: *no bees means no nuts*.
_IMPLYING: Final = frozenset({"mean", "imply", "ensure", "guarantee", "entail"})
_HARDLY: Final = frozenset({"hardly", "scarcely", "barely"})
_NONE: Final = frozenset({"no", "nothing", "nobody", "none"})
_BREAKS: Final = frozenset({",", "—", "–", ";", "-", "--", ":"})


def constructions(tokens: Tokens) -> Iterator[Finding]:
    """Yield the findings of every construction, token by token."""
    for place, pos in enumerate(tokens.pos):
        if pos in ("VERB", "AUX"):
            for rule in _VERBAL:
                finding = rule(tokens, place)
                if finding is not None:
                    yield finding
                    break
        elif pos == "NOUN" and tokens.lemma[place] in _NOUNS:
            finding = _noun(tokens, place)
            if finding is not None:
                yield finding
        if tokens.low[place] == "the":
            finding = correlative(tokens, place)
            if finding is not None:
                yield finding


def _finding(
    tokens: Tokens,
    cue: Range,
    label: str,
    kind: FindingKind,
    heads: tuple[int, int],
    spans: tuple[Range, Range] | None,
    cause: Literal["arg1", "arg2"] = "arg1",
    *,
    negated: bool = False,
) -> Finding | None:
    if spans is None:
        return None
    arg1, arg2 = trimmed(tokens, spans[0]), trimmed(tokens, spans[1])
    if arg1[0] >= arg1[1] or arg2[0] >= arg2[1]:
        return None
    return Finding(cue, label, kind, cause, *heads, arg1, arg2, negated)


def _negated(tokens: Tokens, place: int, effect: int | None = None) -> bool:
    """Whether the verb at ``place`` is denied, or brings about none: *gave rise to no law*."""
    below = tokens.children[place]
    if tokens.has(place, "neg") or any(tokens.low[i] in _HARDLY for i in below):
        return True
    none = () if effect is None else (effect, *tokens.children[effect])
    return any(tokens.low[i] in _NONE for i in none)


# -- verbs -----------------------------------------------------------------------------------


def _relative(tokens: Tokens, place: int) -> Finding | None:
    """``X, which exposed Y``: the relative clause tells what the whole clause before it did."""
    subject = tokens.child(place, "nsubj")
    if tokens.dep[place] not in ("relcl", "advcl", "ccomp") or subject is None:
        return None
    if (
        tokens.low[subject] != "which"
        or tokens.at(tokens.left[place] - 1, tokens.low) not in _BREAKS
    ):
        return None
    turn = tokens.low[place - 2 : place] == ["in", "turn"]
    if tokens.lemma[place] not in VERBS and not turn:
        return None
    if tokens.lemma[place] == "mean" and not tokens.has(place, "ccomp"):
        return None
    head1 = clause_head(tokens, tokens.head[place])
    if head1 >= place:
        return None
    spans = (tokens.left[head1], tokens.left[place]), (place, tokens.right[place] + 1)
    cue = (subject, place + 1)
    heads = head1, told(tokens, place)
    return _finding(
        tokens, cue, "RESULT", "relative", heads, spans, negated=_negated(tokens, place)
    )


def _cleft(tokens: Tokens, place: int) -> Finding | None:
    """``It was the heat that killed the crop``: what is brought out is the cause."""
    subject, brought_out = tokens.child(place, "nsubj"), tokens.head[place]
    copula = tokens.head[brought_out]
    if tokens.dep[place] != "relcl" or subject is None or tokens.lemma[place] not in VERBS:
        return None
    opens = tokens.child(copula, "nsubj")
    if tokens.low[subject] not in ("that", "which", "who") or opens is None:
        return None
    if tokens.lemma[copula] != "be" or tokens.low[opens] != "it" or opens > copula:
        return None
    spans = (tokens.left[brought_out], subject), (place, tokens.right[place] + 1)
    cue = (subject, place + 1)
    denied = tokens.has(copula, "neg") or tokens.has(place, "neg")
    return _finding(tokens, cue, "CAUSE", "cleft", (brought_out, place), spans, negated=denied)


def _participle(tokens: Tokens, place: int) -> Finding | None:
    """``X, flooding the valley``: a participle after a break whose verb tells a result."""
    if tokens.tag[place] != "VBG" or tokens.dep[place] not in ("advcl", "acl", "conj", "xcomp"):
        return None
    if tokens.has(place, "mark", "nsubj", "nsubjpass", "aux"):
        return None
    marked = next(
        (i for i in tokens.children[place] if tokens.low[i] in _CONSEQUENTLY and i < place),
        None,
    )
    after = tokens.at(tokens.left[place] - 1, tokens.low) in _BREAKS
    if not (after and (marked is not None or tokens.lemma[place] in VERBS)):
        return None
    head1 = told(tokens, clause_head(tokens, tokens.head[place]))
    if head1 >= place:
        return None
    spans = (tokens.left[head1], tokens.left[place]), (place, tokens.right[place] + 1)
    cue = (marked, place + 1) if marked is not None else (place, place + 1)
    return _finding(tokens, cue, "RESULT", "participle", (head1, told(tokens, place)), spans)


def _perfect_participle(tokens: Tokens, place: int) -> Finding | None:
    """``Having lost her glasses, she misread it``: the fronted perfect gives the cause."""
    aux = tokens.child(place, "aux")
    if aux is None or tokens.low[aux] != "having" or tokens.dep[place] != "advcl":
        return None
    head1 = clause_head(tokens, tokens.head[place])
    if aux != tokens.left[place] or head1 < place:
        return None
    spans = (tokens.right[place] + 1, tokens.right[head1] + 1), subtree(tokens, place)
    return _finding(
        tokens, (aux, aux + 1), "CAUSE", "participle", (head1, place), spans, cause="arg2"
    )


def _infinitive(tokens: Tokens, place: int) -> Finding | None:
    """``She left to save fuel``: an adverbial infinitive is a purpose."""
    aux = tokens.child(place, "aux")
    if aux is None or tokens.low[aux] != "to" or tokens.dep[place] != "advcl":
        return None
    if tokens.tag[place] != "VB" or tokens.has(place, "mark", "nsubj"):
        return None
    above = tokens.head[place]
    if tokens.pos[above] not in ("VERB", "AUX") or tokens.lemma[above] in ("be", "seem"):
        return None
    start = tokens.left[place]
    if tokens.at(start - 1, tokens.low) in ("only", "enough", "as") or tokens.low[start] == "only":
        return None
    if start < aux and tokens.low[start] not in ("not", "in"):
        return None
    spans = split(tokens, above, place, (start, aux + 1))
    return _finding(tokens, (aux, aux + 1), "PURPOSE", "infinitive", (above, place), spans)


def _inversion(tokens: Tokens, place: int) -> Finding | None:
    """``Had the frost come earlier, …``; ``Were the dam to fail, …``; ``Should it sound, …``."""
    aux = _inverted_auxiliary(tokens, place)
    above = tokens.head[place]
    if aux is None or tokens.dep[place] not in ("advcl", "ccomp") or above == place:
        return None
    if not (has_modal(tokens, above) or tokens.low[aux] == "should"):
        return None
    head1 = clause_head(tokens, above)
    spans = split(tokens, head1, place, (aux, aux))
    return _finding(
        tokens, (aux, aux + 1), "CONDITION", "inversion", (head1, place), spans, cause="arg2"
    )


def _inverted_auxiliary(tokens: Tokens, place: int) -> int | None:
    subject = tokens.child(place, "nsubj", "nsubjpass", "expl")
    first = tokens.left[place]
    if subject is None or tokens.low[first] not in ("had", "were", "should"):
        return None
    return first if first < tokens.left[subject] <= first + 1 or first == place else None


def _degree(tokens: Tokens, place: int) -> Finding | None:
    """``so strong that X``, ``such a spring that X``, ``too thick to X``, ``long enough to X``."""
    above = tokens.head[place]
    start = tokens.left[place]
    if start <= 0 or tokens.dep[place] not in ("ccomp", "advcl", "xcomp", "acl", "relcl"):
        return None
    opener = tokens.low[start]
    number = tokens.sentence[place]
    window = range(max(tokens.sentences[number][0], start - 8), start)
    wanted = {"that": ("so", "such"), "to": ("too", "enough")}.get(opener)
    if wanted is None or above >= start:
        return None
    degree = next((i for i in reversed(window) if tokens.low[i] in wanted), None)
    if degree is None or tokens.at(degree + 1, tokens.low) == "that":
        return None
    if tokens.low[degree] in ("so", "too") and tokens.pos[tokens.head[degree]] not in (
        "ADJ",
        "ADV",
    ):
        return None
    head1 = clause_head(tokens, above)
    if head1 >= start:
        return None
    spans = (tokens.left[head1], start), (start + 1, tokens.right[place] + 1)
    return _finding(tokens, (start, start + 1), "RESULT", "degree", (head1, place), spans)


def _imperative(tokens: Tokens, place: int) -> Finding | None:
    """``Touch the wire and the alarm goes off``: an imperative, then a clause with a subject."""
    above = tokens.head[place]
    if tokens.dep[place] != "conj" or tokens.tag[above] != "VB" or tokens.left[above] != above:
        return None
    if not is_finite(tokens, place) or not tokens.has(place, "nsubj", "nsubjpass"):
        return None
    joiner = tokens.child(above, "cc")
    if joiner is None or tokens.low[joiner] not in ("and", "or") or tokens.has(above, "nsubj"):
        return None
    spans = (above, joiner), (joiner + 1, tokens.right[place] + 1)
    return _finding(tokens, (joiner, joiner + 1), "CONDITION", "imperative", (above, place), spans)


def _causative(tokens: Tokens, place: int) -> Finding | None:
    """``X led to Y``, ``X was caused by Y``, ``X stems from Y``."""
    entry = VERBS.get(tokens.lemma[place])
    passive = tokens.has(place, "nsubjpass", "auxpass") or (
        tokens.tag[place] == "VBN" and tokens.dep[place] == "acl"
    )
    result_verb = tokens.lemma[place] == "result"
    if result_verb:
        return _result(tokens, place)
    if entry is None or not entry.strong:
        return None
    subject = tokens.child(place, "nsubj", "nsubjpass", "csubj")
    found = (_agent if passive else _complement)(tokens, place, entry.links)
    if found is None:
        return None
    cue_last, span2, head2 = found
    acting = _subject(tokens, place, subject)
    if acting is None or (tokens.lemma[place] == "lead" and _is_way(tokens, acting[0], head2)):
        return None
    forward = (entry.cause == "subject") != passive
    effect = head2 if forward else acting[0]
    return _finding(
        tokens,
        (place, cue_last + 1),
        "CAUSE",
        "verb",
        (acting[0], head2),
        (acting[1], span2),
        cause="arg1" if forward else "arg2",
        negated=_negated(tokens, place, None if tokens.lemma[place] in _IMPLYING else effect),
    )


def _is_way(tokens: Tokens, subject: int, end: int) -> bool:
    """Whether a thing leads to a thing, as *the road leads to the coast*: no cause."""
    counted = any(tokens.tag[i] == "JJR" for i in tokens.children[end])
    things = is_kind_of(tokens.lemma[subject], "artifact"), is_kind_of(tokens.lemma[end], "object")
    return all(things) and not counted


def _result(tokens: Tokens, place: int) -> Finding | None:
    """``result in`` runs forward, ``result from`` backward."""
    subject = tokens.child(place, "nsubj", "csubj")
    acting = _subject(tokens, place, subject)
    for prep in tokens.children[place]:
        if tokens.low[prep] in ("in", "from") and tokens.children[prep] and acting is not None:
            head2 = tokens.children[prep][0]
            return _finding(
                tokens,
                (place, prep + 1),
                "CAUSE",
                "verb",
                (acting[0], head2),
                (acting[1], (prep + 1, tokens.right[prep] + 1)),
                cause="arg1" if tokens.low[prep] == "in" else "arg2",
                negated=_negated(tokens, place, head2 if tokens.low[prep] == "in" else None),
            )
    return None


def _subject(tokens: Tokens, place: int, subject: int | None) -> tuple[int, Range] | None:
    """Return head and range of what acts: the subject, or what a pronoun there stands for."""
    above = tokens.head[place]
    relative = subject is not None and tokens.low[subject] in ("which", "that", "who")
    if tokens.dep[place] in ("acl", "relcl") and (subject is None or relative):
        return above, (tokens.left[above], max(above + 1, tokens.left[place]))
    if subject is None:
        if tokens.dep[place] in ("conj", "xcomp") and above != place:
            return _subject(tokens, above, tokens.child(above, "nsubj", "nsubjpass", "csubj"))
        return None
    if tokens.low[subject] in ("this", "that") and tokens.dep[place] == "ROOT":
        return earlier_clause(tokens, subject, place)
    return subject, subtree(tokens, subject)


def _agent(tokens: Tokens, place: int, links: frozenset[str]) -> tuple[int, Range, int] | None:
    """Return what acts in a passive; where a verb needs a particle, with it: *brought about by*."""
    agent = tokens.child(place, "agent")
    if links.isdisjoint({"dobj", "clause"} | {tokens.low[i] for i in tokens.children[place]}):
        return None
    if agent is None or not tokens.children[agent]:
        return None
    return agent, (agent + 1, tokens.right[agent] + 1), tokens.children[agent][-1]


def _complement(tokens: Tokens, place: int, links: frozenset[str]) -> tuple[int, Range, int] | None:
    """Return the last token of the cue, the range of the other argument, and its head."""
    for below in tokens.children[place]:
        if below < place:
            continue
        word, dep = tokens.low[below], tokens.dep[below]
        rest = below + 1, tokens.right[place] + 1
        if word in links and dep in ("prep", "prt", "dative") and word != "from":
            object_ = tokens.children[below][-1] if tokens.children[below] else below
            return (below, rest, object_) if rest[0] < rest[1] else None
        if "rise" in links:
            if word == "rise" and tokens.at(below + 1, tokens.low) == "to":
                object_ = next(iter(tokens.children[below + 1]), below)
                return below + 1, (below + 2, tokens.right[place] + 1), object_
            continue
        if "clause" in links and dep in ("ccomp", "xcomp"):
            return place, (place + 1, tokens.right[place] + 1), below
        if "dobj" in links and dep == "dobj":
            return place, (place + 1, tokens.right[place] + 1), below
        if "from" in links and word == "from" and dep == "prep":
            return place, (place + 1, tokens.right[place] + 1), below
    return None


_VERBAL: Final[tuple[Callable[[Tokens, int], Finding | None], ...]] = (
    _relative,
    _cleft,
    _participle,
    _perfect_participle,
    _degree,
    _infinitive,
    _inversion,
    _imperative,
    _causative,
)


# -- nouns -----------------------------------------------------------------------------------


def _noun(tokens: Tokens, place: int) -> Finding | None:
    """``the reason X failed was that Y``; ``X was the result of Y``; ``Y is the cause of X``."""
    copula = tokens.head[place]
    if tokens.lemma[copula] != "be":
        return None
    subject = tokens.child(copula, "nsubj")
    predicate = tokens.child(copula, "attr", "ccomp", "acomp", "advcl")
    if subject is None or predicate is None:
        return None
    causes = tokens.lemma[place] in _CAUSE_NOUNS
    inner = _inside(tokens, place)
    if inner is None:
        return None
    if place == subject:  # the reason X failed | was | that Y: the noun holds one end, the rest
        other = copula + 1, tokens.right[copula] + 1  # of the sentence the other
        return _finding(
            tokens,
            (place, place + 1),
            "CAUSE" if causes else "RESULT",
            "noun",
            (_told_by(tokens, place), predicate),
            (inner, other),
            cause="arg2" if causes else "arg1",
        )
    return _finding(
        tokens,
        (place, place + 1),
        "RESULT" if causes else "CAUSE",
        "noun",
        (subject, place),
        (subtree(tokens, subject), inner),
        cause="arg1" if causes else "arg2",
        negated=_negated(tokens, copula),
    )


def _told_by(tokens: Tokens, place: int) -> int:
    """Return the clause that a noun of cause is about, else the noun: ``the reason (why) X …``."""
    below = tokens.child(place, "relcl", "acl")
    subject = None if below is None else tokens.child(below, "nsubj", "nsubjpass", "expl")
    if below is None or subject is None or tokens.low[subject] in ("that", "which", "who"):
        return place
    return below


def _inside(tokens: Tokens, place: int) -> Range | None:
    """Return what the noun of cause is about: ``of Y``, ``for Y``, ``(why) X failed``."""
    for below in tokens.children[place]:
        if below > place and tokens.dep[below] in ("prep", "relcl", "acl"):
            skip = tokens.low[tokens.left[below]] in ("of", "for", "behind", "why", "that")
            return tokens.left[below] + skip, tokens.right[below] + 1
    return None

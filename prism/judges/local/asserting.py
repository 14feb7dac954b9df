"""What a text does not assert of what it says: denied, doubted, pretended, hearsay, sarcasm.

What governs a clause decides whether its writer stands by it (factuality: Saurí and Pustejovsky
2009, FactBank). The frames and predicates are those of :mod:`prism.entailment`; the writer's own
belief (*I think that …*) counts as assertion.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from spacy.tokens import Doc, Span

from prism.entailment.scope import reported
from prism.entailment.stances import BELIEVING, Report
from prism.text.nlp import analyse

__all__ = ["unasserted"]

_KEPT: Final = 4
_SUBJECTS: Final = ("nsubj", "nsubjpass", "expl")
_WRITER: Final = frozenset({"i", "we", "it", "one"})
_DISBELIEF: Final = frozenset({"doubt", "dream"})
_MOCKING: Final = frozenset({("as", "if"), ("as", "though")})
_INTERJECTIONS: Final = frozenset(
    "oh ah sure yeah yes well right ha please come on , ! … . –".split()
)


@lru_cache(maxsize=_KEPT)
def unasserted(text: str) -> Mapping[int, str]:
    """Return the tokens of ``text`` that it does not assert, each with the words that say so.

    >>> sorted(set(unasserted("There is no evidence that the road flooded.").values()))
    ['no evidence']
    >>> dict(unasserted("I think that the road flooded.")), dict(unasserted("It flooded."))
    ({}, {})
    """
    doc = analyse(text)
    found: dict[int, str] = {}
    for report in reported(doc):
        if report.stance != "granted" and not _own_belief(doc, report):
            words = " ".join(doc[i].text for i in sorted(report.by))
            found.update(dict.fromkeys(report.content, words))
    for sentence, words in _mocked(doc):
        found.update({token.i: words for token in sentence})
    return MappingProxyType(found)


def _own_belief(doc: Doc, report: Report) -> bool:
    """Whether the writer believes or supposes it: *we expect that*, not *I doubt that*."""
    if report.stance != "open":
        return False
    believing = [doc[i] for i in report.by if doc[i].lemma_.lower() in BELIEVING - _DISBELIEF]
    verbs = [token for token in believing if token.pos_ == "VERB"]
    subjects = [c.lower_ for verb in verbs for c in verb.children if c.dep_ in _SUBJECTS]
    return bool(verbs) and set(subjects) <= _WRITER


def _mocked(doc: Doc) -> Iterator[tuple[Span, str]]:
    """Yield the sentences that open like *Oh sure, as if …*, with those words."""
    for sentence in doc.sents:
        start = next((t.i for t in sentence if t.lower_ not in _INTERJECTIONS), None)
        if start is None or start + 1 >= sentence.end:
            continue
        pair = (doc[start].lower_, doc[start + 1].lower_)
        main = next((t for t in sentence if t.dep_ == "ROOT"), None)
        inside = main is not None and main.left_edge.i <= start
        if pair in _MOCKING and inside and not _goes_on(sentence, start):
            yield sentence, f"{pair[0]} {pair[1]}"


def _goes_on(sentence: Span, start: int) -> bool:
    """Whether *as if …* is but an aside before a main clause: *As if by magic, it rained.*"""
    opener = sentence.doc[start + 1]
    clause = opener.head
    return clause.dep_ == "advcl" and clause.head.i > clause.right_edge.i

"""What a stretch of text is about: its content words, and how two such sets compare."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from prism.lexicon.wordnet import related
from prism.text.finding import Range
from prism.text.nlp import analyse
from prism.text.tokens import Tokens

__all__ = ["akin", "content", "likeness", "novel", "text_content", "wording"]

_CACHE: Final = 2**16  # texts; a graph of a thousand units asks for each of them many times
_OPEN_CLASS: Final = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "ADV", "NUM"})

_KIN: Final = frozenset({"same", "synonym", "derived", "hypernym", "hyponym"})
_SAID: Final = frozenset({"same", "synonym", "derived", "antonym"})

# Words that talk about the talk, or about anything at all: they carry no claim of their own.
_EMPTY: Final = frozenset(
    """
    accord account angle answer ask aspect assume assumption be become begin big bring call case
    century certain certainly chapter clear clearly come complex complexity concern conclude
    conclusion consider context could day deal decade degree describe description difference
    different differently do doubt else essence essentially even event ever exactly exist
    existence extent fact far find follow front further general generally get give given go goes
    good great greatly have heart here however happen hypothetical hypothetically idea imagine
    importance important in indeed instead interesting invite issue just keep kind know large
    later lie likely long look lot make manner many matter may mean mention merely might mind
    more most much must need never new not note now number often one only oppose ordinarily
    other otherwise outcome own part particular particularly people perhaps picture place plenty
    point ponder possible possibly premise present probably problem put question quite rather
    real reality really reason remain remarkable repeat respect result same say scenario see
    seem sense serious shall short should show side simply situation small so some sort speak
    stand state still stipulate stress such sum suppose supposition take task tell that then
    there therefore thing think thought thus time today together topic truly turn two type
    underline use utterly valuable value very view want way well what word world worth would
    year yet
    """.split()
)


def content(tokens: Tokens, span: Range) -> frozenset[str]:
    """Return the lemmas in ``span`` that carry a claim.

    Left out: function words, auxiliaries, and words that talk about the talk (question, suppose).
    """
    return frozenset(
        tokens.lemma[i]
        for i in range(*span)
        if tokens.pos[i] in _OPEN_CLASS
        and tokens.lemma[i] not in _EMPTY
        and any(map(str.isalnum, tokens.lemma[i]))
        and not (tokens.pos[i] == "ADV" and tokens.lemma[i].endswith("ly"))
    )


@lru_cache(maxsize=_CACHE)
def text_content(text: str) -> frozenset[str]:
    """Return the content words of ``text``.

    >>> sorted(text_content("What if the moon had never formed?"))
    ['form', 'moon']
    """
    return frozenset(wording(text))


@lru_cache(maxsize=_CACHE)
def wording(text: str) -> Mapping[str, str]:
    """Return the content words of ``text`` by lemma, each as it is written there first.

    The capital of a word that is no name, such as at the start of a sentence, is dropped.

    >>> dict(wording("What if the moons had never formed?"))
    {'moon': 'moons', 'form': 'formed'}
    """
    tokens = Tokens.of(analyse(text))
    carrying = content(tokens, (0, len(tokens)))
    written: dict[str, str] = {}
    for i, lemma in enumerate(tokens.lemma):
        if lemma in carrying:
            word = text[tokens.start[i] : tokens.end[i]]
            name = tokens.pos[i] == "PROPN" or not word.istitle()
            written.setdefault(lemma, word if name else tokens.low[i])
    return MappingProxyType(written)


def akin(a: str, b: str) -> bool:
    """Whether two lemmas can name the same matter: same, synonym, derived, or broader by little.

    >>> akin("survive", "survival"), akin("survive", "river")
    (True, False)
    """
    return related(a, b) in _KIN


def novel(words: Collection[str], known: Collection[str]) -> frozenset[str]:
    """Return the ``words`` that ``known`` says in no form: same, derived, synonym or antonym."""
    return frozenset(w for w in words if not any(related(w, k) in _SAID for k in known))


def likeness(a: frozenset[str], b: frozenset[str]) -> float:
    """Return the share of the larger set that has its match in the smaller, in [0, 1].

    >>> likeness(frozenset({"road", "collapse"}), frozenset({"road", "collapse"}))
    1.0
    """
    if not a or not b:
        return 0.0
    small, large = sorted((a, b), key=lambda s: (len(s), sorted(s)))
    return sum(any(akin(word, other) for other in small) for word in large) / len(large)

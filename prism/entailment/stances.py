"""What a text may make of a clause it only reports, and the words that say so."""

from dataclasses import dataclass
from typing import Final, Literal

from spacy.tokens import Token

from prism.entailment.lemmas import mended

__all__ = [
    "BELIEVING", "DENYING", "FALSE", "GROUNDS", "KNOWING", "NOUNS", "SAYING", "TRUE", "Report",
    "Stance", "Word", "word_of",
]  # fmt: skip

Stance = Literal["denied", "open", "granted"]
Word = Literal["false", "true", "saying", "knowing", "believing", "telling"]

FALSE: Final = frozenset(
    "untrue false wrong incorrect mistaken baseless unfounded groundless lie myth fiction nonsense "
    "dream invention falsehood error mistake inaccurate absurd fable slander fib fantasy delusion "
    "hoax fabrication misunderstanding exaggeration misprint illusion misinformed untruth canard "
    "superstition unthinkable impossible vain".split()
)
TRUE: Final = frozenset("true so case correct fact right certain clear evident truth sure".split())
GROUNDS: Final = frozenset("basis foundation truth ground substance".split())
NOUNS: Final = frozenset(
    "rumour rumor gossip tale story claim idea notion belief fear joke talk suggestion assertion "
    "allegation theory myth lie report word hope statement proposition thought expectation "
    "impression suspicion legend news complaint prediction warning sign evidence chance "
    "entry line passage sentence memo picture scene version film novel note danger".split()
)
SAYING: Final = frozenset(
    "say claim tell report write insist come argue state assert maintain complain record mention "
    "note hear appear seem happen hold prove follow show find suggest mean".split()
)
KNOWING: Final = frozenset("know notice realise realize remember regret learn discover".split())
BELIEVING: Final = frozenset(
    "believe think hope fear expect imagine dream assume suppose guess suspect doubt".split()
)
DENYING: Final = frozenset("deny refute disprove dispute pretend doubt".split())
_DOUBTFUL: Final = frozenset(
    "unlikely doubtful improbable implausible questionable dubious".split()
)
_TRUTH: Final = frozenset(
    "true truth correct case basis foundation accurate substance apply".split()
)
_SAID: Final = SAYING | frozenset("see joke swear boast recall read allege".split())
# verbs that take back what was written or said, some of them only with one of these words
_WITHDRAWING: Final = {
    "withdraw": "", "retract": "", "delete": "", "erase": "", "refute": "", "disprove": "",
    "deny": "", "strike": "from out off", "cross": "out off", "tear": "up", "rule": "out",
    "make": "up", "mix": "up", "correct": "itself himself herself themselves",
}  # fmt: skip
_PARTICIPLES: Final = frozenset({"mistaken", "misinformed", "unfounded"})


@dataclass(frozen=True, slots=True)
class Report:
    """A reported clause: its words, what the text makes of it, and the words that say so."""

    content: frozenset[int]
    stance: Stance
    by: frozenset[int]


def word_of(token: Token) -> Word | None:
    """Return what a word does for a clause it is near to: takes truth, gives it, says, knows, …"""
    word, verb = token.lower_, token.pos_ == "VERB"
    lemma = mended(token.lemma_.lower(), word) if verb else token.lemma_.lower()
    if word in _PARTICIPLES or (not verb and lemma in FALSE) or (verb and _withdraws(token)):
        return "false"
    if lemma in _TRUTH and not (verb and lemma == "correct"):
        return "true"
    if not verb:
        doubted = lemma in _DOUBTFUL and all(c.dep_ != "neg" for c in token.head.children)
        return "believing" if doubted else "telling" if lemma in NOUNS else None
    if lemma in KNOWING:
        return "knowing"
    if lemma in BELIEVING:
        return "believing"
    return "saying" if lemma in _SAID else None


def _withdraws(token: Token) -> bool:
    particles = _WITHDRAWING.get(token.lemma_.lower())
    if particles is None:
        return False
    near = token.doc[token.i + 1 : token.i + 4]
    return not particles or any(t.lower_ in particles.split() for t in near)

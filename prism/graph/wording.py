"""How much two short texts say the same in words: the similarity that alignment rests on."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

import Stemmer
from rapidfuzz import fuzz

__all__ = ["Bag", "Wording", "negated"]

Bag = frozenset[str]

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_PREFIXES = ("dis", "un", "in", "im", "mis", "non", "re")
_TOKEN = re.compile(r"\S+")
_NEGATORS = frozenset(
    _TOKEN.findall("no not never nobody nothing none nor neither without cannot hardly")
)
_FUNCTION_WORDS = _NEGATORS | frozenset(
    _TOKEN.findall("""
        a an the this that these those it its he him his she her hers they them their we us our
        you your i me my who whom whose which what there here and or but so as if then than when
        while because since although though therefore thus of to in on at by for from with into
        onto over under about after before until during through between out off up down again
        also only just very too more most much many some any each every all both such own same be
        is are was were been being am have has had having do does did done doing will would can
        could may might must shall should get got one result
    """)
)


def negated(text: str) -> bool:
    """Whether ``text`` holds an odd number of negating words.

    >>> negated("It did not rain."), negated("It was not without effect.")
    (True, False)
    """
    return sum(word in _NEGATORS or word.endswith("n't") for word in _words(text)) % 2 == 1


class Wording:
    """The content words of some texts, brought to common stems and weighed by rarity.

    The stems are Snowball's for English. Words that differ in ending, in a negating prefix whose
    rest is itself in the texts (*disbelieved*, *believed*) or by a slip of spelling count as one.
    A word weighs ln(1 + texts ÷ texts that hold it).

    >>> w = Wording(["The dam burst.", "Dams were bursting.", "Rain fell."])
    >>> w.bags[0] == w.bags[1], w.similarity(w.bags[0], w.bags[2])
    (True, 0.0)
    """

    def __init__(self, texts: Sequence[str]) -> None:
        stemmer = Stemmer.Stemmer("english")  # here: one is not for several threads at once
        stems = [stemmer.stemWords(_content(text)) for text in texts]
        merged = _merge_variants({stem for each in stems for stem in each})
        self.bags: tuple[Bag, ...] = tuple(frozenset(merged[stem] for stem in s) for s in stems)
        held = Counter(word for bag in self.bags for word in bag)
        self._weight = {word: math.log(1 + len(texts) / n) for word, n in held.items()}

    def weight(self, words: Iterable[str]) -> float:
        """Return the summed weight of ``words``."""
        return sum(self._weight[word] for word in words)

    def similarity(self, one: Bag, other: Bag) -> float:
        """Return, in [0, 1], the mean of shared weight over both and over the lighter text."""
        shared = self.weight(one & other)
        if not shared:
            return 0.0
        weights = self.weight(one), self.weight(other)
        return (2 * shared / sum(weights) + shared / min(weights)) / 2


def _words(text: str) -> list[str]:
    return [word.replace("’", "'") for word in _WORD.findall(text.lower())]


def _content(text: str) -> list[str]:
    """Return the content words of ``text``, or all its words where it has none."""
    words = [word.removesuffix("'s") for word in _words(text)]
    content = [w for w in words if w not in _FUNCTION_WORDS and not w.endswith("n't")]
    return content or words


def _merge_variants(stems: set[str]) -> dict[str, str]:
    """Map every stem to the one that stands for it and its close variants."""
    chosen: dict[str, str] = {}
    by_start: defaultdict[str, list[str]] = defaultdict(list)
    for stem in sorted(stems, key=lambda s: (len(s), s)):
        bare = next(
            (stem[len(p) :] for p in _PREFIXES if stem[len(p) :] in chosen and stem.startswith(p)),
            None,
        )
        near = bare or next((s for s in by_start[stem[:3]] if _variants(s, stem)), None)
        chosen[stem] = chosen[near] if near else stem
        if not near:
            by_start[stem[:3]].append(stem)
    return chosen


def _variants(short: str, long: str) -> bool:
    if short.isdigit() or long.isdigit():
        return False
    if len(short) >= 5 and long.startswith(short):
        return True
    return len(short) >= 4 and fuzz.ratio(short, long) >= 85

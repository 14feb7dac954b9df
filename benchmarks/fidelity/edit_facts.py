"""Facts for the story sets: lines told in other words, and which lines people kept or reworded."""

import re

from prism.lexicon.wordnet import antonyms
from prism.text.nlp import analyse

__all__ = ["negations", "restate", "reworded", "verbatim"]

_CONTRACTED = {
    "n't": " not", "'ll": " will", "'re": " are", "'ve": " have", "'m": " am",
}  # fmt: skip
_LEADING = re.compile(
    r"^(?:but|and|so|then|however|therefore|finally|suddenly|eventually|luckily|unfortunately)\b,?\s+",
    re.IGNORECASE,
)
_CONTENT = ("NOUN", "PROPN", "VERB", "ADJ", "NUM")


def restate(line: str, story: str) -> str:
    """Tell ``line`` without its leading connective and with its first pronoun named."""
    text = _LEADING.sub("", line)
    for short, long in _CONTRACTED.items():
        text = re.sub(rf"(?<=\w){short}\b", long, text)
    text = re.sub(r"\bca not\b", "cannot", text).replace("wo not", "will not")
    name = next((t.text for t in analyse(story) if t.pos_ == "PROPN" and t.dep_ == "nsubj"), None)
    names = {
        t.text for t in analyse(story) if t.pos_ == "PROPN" and t.dep_ in ("nsubj", "dobj", "pobj")
    }
    if name is not None and len(names) == 1:
        text = re.sub(r"^(?:He|She|he|she)\b", name, text)
    return text[:1].upper() + text[1:]


def verbatim(fact: str, text: str) -> bool:
    """Whether ``fact`` stands word for word in ``text``."""
    return _plain(fact) in _plain(text)


def reworded(old: str, new: str) -> bool:
    """Whether two different lines share all content words and the number of negations.

    A mechanical stand-in for *told in other words*: it knows no synonyms. Adverbs are no content
    words but where they have an opposite: *three hours late* is not *three hours early*.
    """
    if _plain(old) == _plain(new):
        return False
    return _content(old) == _content(new) and negations(old) == negations(new)


def negations(text: str) -> int:
    """Count negating words."""
    return len(
        re.findall(r"\b(?:no|not|never|nobody|nothing|none|without|cannot)\b|n't\b", text.lower())
    )


def _content(text: str) -> frozenset[str]:
    return frozenset(
        t.lemma_.lower()
        for t in analyse(text)
        if t.pos_ in _CONTENT or (t.pos_ == "ADV" and antonyms(t.lemma_.lower()))
    )


def _plain(text: str) -> str:
    return re.sub(r"\W+", " ", text.lower()).strip()

"""Does a text read as English? Told by its little words, sentence by sentence."""

from typing import Final

from prism.text.tokens import Tokens

__all__ = ["foreign_share", "is_english"]

_ENGLISH: Final = frozenset(
    "the a an and or but of to in on at by for with from as is are was were be been it its this "
    "that these those he she they we you i not no if would will can have has had do does did which "
    "who what when where there their his her our your than then so".split()
)
# Little words of German, French, Spanish, Italian, Portuguese and Dutch that English lacks.
_FOREIGN: Final = frozenset(
    "der das und ist nicht ein eine einen dem den zu mit auf für von wird wurde sich auch wenn "
    "weil deshalb haben musste konnte kein keine wir sie "
    "le la les des et est une dans pour que qui pas sur au du ne ce cette plus par "
    "il elle ils nous vous avec toute parce pourquoi donc été était sont ont aux leur "
    "el los las una en es por con para del se lo su pero como si "
    "il che di per non della sono anche nel "
    "os um uma não com mais foi "
    "het een van niet dat zijn wordt door".split()
)
_LEAST: Final = 2  # foreign little words that a sentence must have to be told as foreign
_ENOUGH: Final = 20  # words from which on English must show
_SHARE: Final = 0.08  # of the words of an English text are English little words, at the least


def foreign_share(tokens: Tokens) -> float:
    """Return the share of words that stand in sentences of another language, in [0, 1].

    >>> from prism.text.nlp import analyse
    >>> told = "The road was dry. Die Straße ist nicht mehr trocken."
    >>> round(foreign_share(Tokens.of(analyse(told))), 2)
    0.6
    """
    total = foreign = 0
    for first, last in tokens.sentences:
        words = [word for word in tokens.low[first:last] if word[:1].isalpha()]
        strange = sum(word in _FOREIGN for word in words)
        total += len(words)
        if strange >= _LEAST and strange > sum(word in _ENGLISH for word in words):
            foreign += len(words)
    return foreign / total if total else 0.0


def is_english(tokens: Tokens) -> bool:
    """Whether enough of the words are English for the parse to mean anything."""
    words = [word for word in tokens.low if word[:1].isalpha()]
    if not words:
        return True
    if sum(word.isascii() for word in words) < len(words) / 2:
        return False
    return len(words) < _ENOUGH or sum(word in _ENGLISH for word in words) >= _SHARE * len(words)

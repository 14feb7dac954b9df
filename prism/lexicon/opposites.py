"""Pairs of groups of words that cannot both hold of one thing: what WordNet's antonyms leave out.

WordNet pairs single senses (*rise*, *fall*); texts contrast whole fields (*grew*, *shrank*;
*stayed*, *fled*). A field is two groups of lemmas; any word of one opposes any word of the other.
"""

from functools import lru_cache
from types import MappingProxyType
from typing import Final

from prism.lexicon.wordnet import related

__all__ = ["opposed"]

_FIELDS: Final = (
    (
        "increase rise grow climb swell expand strengthen improve gain multiply widen lengthen "
        "deepen boost raise soar double extend flourish thrive prosper accelerate intensify more "
        "higher larger greater bigger stronger faster better longer upward rich abundant plentiful "
        "surge heighten busy crowded full recover many",
        "decrease fall drop shrink decline dwindle weaken worsen lose narrow shorten reduce lower "
        "cut halve wither falter slow lessen diminish ease less fewer smaller weaker slower worse "
        "shorter downward poor scarce slump subside quiet empty deserted few little",
    ),
    (
        "begin start open launch establish found create introduce resume continue keep build adopt "
        "install restore maintain sustain persist",
        "end stop close shut cease abolish cancel halt suspend quit finish discontinue dissolve "
        "destroy remove dismantle scrap drop abandon demolish interrupt",
    ),
    ("receive get gain keep regain have", "lose miss lack forgo"),
    (
        "succeed win pass achieve complete work function save rescue solve",
        "fail lose miss break malfunction flunk ruin wreck",
    ),
    (
        "accept approve allow permit welcome support grant agree endorse praise authorize let "
        "embrace favour favor invite",
        "reject refuse forbid ban oppose deny prohibit decline disagree block condemn veto bar "
        "protest dismiss resist prevent",
    ),
    (
        "stay remain keep wait hold settle linger",
        "leave flee evacuate depart move escape migrate abandon vacate withdraw scatter",
    ),
    ("survive live recover heal healthy unharmed safe", "die perish kill sicken ill harmed dead"),
    ("arrive come enter return appear reach", "leave go exit depart disappear vanish"),
    (
        "dry drought arid parched dried",
        "wet flood rain damp soaked moist humid flooded rainy",
    ),
    ("hot warm heat melt thaw", "cold cool chill freeze frost frozen icy"),
    ("early before sooner advance prompt", "late after delay postpone later delayed"),
    ("intact whole undamaged unharmed repair mend unbroken sound", "damage break destroy crack "
     "collapse burst snap shatter ruin damaged broken split wreck"),
    ("friend ally bond affection love trust friendly close", "enemy rival hostility hatred hate "
     "distrust hostile feud quarrel"),
    ("buy purchase hire recruit employ", "sell fire dismiss sack lay"),
    ("true genuine real accurate correct right", "false fake mistaken inaccurate wrong"),
    ("know notice see find discover detect remember", "ignore overlook miss hide forget"),
    ("easy simple cheap free", "hard difficult costly expensive"),
    ("always every all everyone both", "never none nobody neither"),
    ("unite join gather merge together", "separate split divide apart scatter"),
    ("light bright clear", "dark dim murky cloudy"),
    ("happy pleased glad calm relieved", "sad angry upset worried afraid"),
)  # fmt: skip


@lru_cache(maxsize=50_000)
def opposed(a: str, b: str) -> bool:
    """Whether the lemmas ``a`` and ``b`` stand on opposite sides of one field.

    >>> opposed("grow", "dwindle"), opposed("grow", "swell"), opposed("hot", "cold")
    (True, False, True)
    """
    if a == b:
        return False
    if _sides(a) & {(field, not side) for field, side in _sides(b)}:
        return not _sides(a) & _sides(b)
    return related(a, b) == "antonym"


def _sides(word: str) -> frozenset[tuple[int, bool]]:
    return _INDEX.get(word, frozenset())


def _index() -> dict[str, frozenset[tuple[int, bool]]]:
    found: dict[str, set[tuple[int, bool]]] = {}
    for number, pair in enumerate(_FIELDS):
        for side, words in enumerate(pair):
            for word in words.split():
                found.setdefault(word, set()).add((number, bool(side)))
    return {word: frozenset(sides) for word, sides in found.items()}


_INDEX: Final = MappingProxyType(_index())

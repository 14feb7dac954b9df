"""What two units have to do with each other: features of pairs for the models of attachment and
of relation type, and the types these models know.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from prism.text.templates import Column, Samples, Templates, code
from prism.text.tree import standing
from prism.text.units import Units

__all__ = ["TYPES", "attachment_features", "type_features"]

TYPES: Final = (
    "adversative", "attribution", "causal", "context", "contingency", "elaboration",
    "evaluation", "explanation", "joint", "mode", "organization", "purpose",
)  # fmt: skip
_TELLING: Final = frozenset({"VERB", "NOUN", "ADJ", "ADV", "AUX", "SCONJ", "CCONJ", "PRON"})
_NAMING: Final = frozenset({"NUM", "PROPN"})  # these count by their class alone
_MOST: Final = 40  # words of a unit that are looked at

_ATTACHMENT: Final = Templates(
    "attachment",
    """down up root, after gap down up, link_dep after, link_dep after gap root, link link_dep,
    cue introduced after, cue introduced link_dep, word1 after gap, word1 down up after,
    tag other_tag after gap, dep other_dep after gap down up, alike after gap,
    mark after gap down up, first_tag after gap down up, free root after gap,
    other_word1 after down up, dep tag root after gap, lemma other_lemma after, lemma down up after,
    word1 word2 after gap, word1 dep after gap, other_word1 other_dep after gap,
    word1 other_word1 after gap, first_tag other_first_tag after gap, dep other_dep after gap,
    pos other_pos first_tag after gap, above_lemma dep down up, before other_before after gap,
    last after gap, other_last after gap, size other_size after gap, index count after gap,
    subject verb other_subject other_verb after gap,
    modal subject other_modal other_subject after gap""",
)
_UNIT: Final = """after word1 level, after word1 word2, after word1 word2 word3, after lemma,
    after tag dep level, after first_tag tag level, after dep word1, after size level,
    after last level, after subject modal level, after subject_word level, after lemma dep level,
    after before level, after negated tag level, after pos first_tag level"""
_SATELLITE: Final = Templates("satellite", _UNIT)
_NUCLEUS: Final = Templates("nucleus", _UNIT)
_SATELLITE_WORDS: Final = Templates("words of the satellite", "after word")
_NUCLEUS_WORDS: Final = Templates("words of the nucleus", "after word")
_PAIR: Final = Templates(
    "pair",
    """level after, level after distance, cue introduced, cue kind level after, phrase introduced,
    phrase level after, dep other_dep level after down up, tag other_tag level after down up,
    word1 other_word1 level, first_tag other_first_tag level after down up,
    dep above_lemma level after down up, other_dep other_above_lemma level after down up,
    word1 dep level after down up, same level, dep tag first_tag level after down up,
    other_lemma dep level after down up, begins ends verb level after down up,
    other_begins other_ends other_verb level after down up, sentence_first level after,
    sentence_last level after, other_sentence_first level after, other_sentence_last level after,
    paragraphs level after, opening level after, shared level after""",
)
_TREE: Final = Templates(
    "tree",
    """kids level after, weight level after, siblings level after, rank behind level after,
    hangs level after, kids siblings level after down up, weight level after dep,
    word1 weight level after, word1 rank level after, weight other_weight level after,
    kids level after other_dep dep, rank behind kids level after, weight distance level after""",
)

Pairs = Sequence[tuple[int, int]]


def attachment_features(units: Units, pairs: Pairs) -> Samples:
    """Return what speaks for each child hanging on the parent: two units of one sentence."""
    columns = _paired(units, pairs)
    after, down, up = columns["after"], columns["down"], columns["up"]
    child, parent = _sides(pairs)
    above, other_above = columns["above"], columns["other_above"]
    _, first, sentence, count = np.unique(
        units.columns["sentence"], return_index=True, return_inverse=True, return_counts=True
    )
    nothing = np.uint64(0)
    columns |= {
        "root": other_above < 0,
        "free": above < 0,
        "alike": (above == other_above) & (above >= 0),
        "gap": np.minimum(4, np.abs(child - parent)),
        "index": np.minimum(4, child - first[sentence[child]]),
        "count": np.minimum(5, count[sentence[child]]),
        "link_dep": np.where(down, columns["dep"], np.where(up, ~columns["other_dep"], nothing)),
        "link": np.where(down, columns["above_lemma"], np.where(up, columns["lemma"], nothing)),
        "mark": np.where(after, columns["other_before"], columns["before"]),
    }
    return _ATTACHMENT.samples(columns)


def type_features(units: Units, pairs: Pairs) -> Samples:
    """Return what tells the relation of each satellite to its nucleus: ``pairs`` are all links."""
    columns = _paired(units, pairs) | standing(pairs)
    satellite, nucleus = _sides(pairs)
    apart = columns["sentence"] != columns["other_sentence"]
    paragraphs = columns["other_paragraph"] - columns["paragraph"]
    columns |= {
        "level": np.where(apart, 1 + (paragraphs != 0), 0),
        "distance": np.minimum(6, np.abs(satellite - nucleus)),
        "same": columns["lemma"] == columns["other_lemma"],
        "paragraphs": paragraphs,
        "opening": np.minimum(satellite, nucleus) == 0,
        "shared": _shared(units, pairs),
    }
    turned = {name: columns[f"other_{name}"] for name in units.columns}
    turned |= {name: columns[name] for name in ("after", "level")}
    return Samples.joined(
        [
            _PAIR.samples(columns),
            _TREE.samples(columns),
            _SATELLITE.samples(columns),
            _NUCLEUS.samples(turned),
            _bag(_SATELLITE_WORDS, units, satellite, columns["after"]),
            _bag(_NUCLEUS_WORDS, units, nucleus, columns["after"]),
        ]
    )


def _sides(pairs: Pairs) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    table = np.array(pairs, dtype=np.int64).reshape(-1, 2)
    return table[:, 0], table[:, 1]


def _paired(units: Units, pairs: Pairs) -> dict[str, Column]:
    """Return the columns of the first units, of the others (``other_…``), and of the pairs."""
    one, other = _sides(pairs)
    columns: dict[str, Column] = {name: column[one] for name, column in units.columns.items()}
    columns |= {f"other_{name}": column[other] for name, column in units.columns.items()}
    cue, kind, phrase, introduced = _cues(units, pairs)
    return columns | {
        "after": one < other,
        "down": columns["above"] == other,
        "up": columns["other_above"] == one,
        "cue": cue,
        "kind": kind,
        "phrase": phrase,
        "introduced": introduced,
    }


def _cues(units: Units, pairs: Pairs) -> NDArray[np.int64]:
    """Return four rows: label, kind, words of what marks a pair; whether it introduces the first.

    Pairs that no words mark have zeros.
    """
    found = np.zeros((4, len(pairs)), dtype=np.int64)
    for number, (one, other) in enumerate(pairs):
        finding = units.between(one, other)
        if finding is not None:
            phrase = " ".join(units.tokens.low[slice(*finding.cue)])
            introduced = units.owner[finding.head2] == one
            found[:, number] = (
                code(finding.label), code(finding.kind), code(phrase), introduced
            )  # fmt: skip
    return found


def _shared(units: Units, pairs: Pairs) -> NDArray[np.int64]:
    """Return how many content words the two of each pair have in common, 3 for more."""
    words = {unit: units.content(unit) for pair in pairs for unit in pair}
    return np.array([min(3, len(words[one] & words[other])) for one, other in pairs])


def _bag(templates: Templates, units: Units, unit: NDArray[np.int64], after: Column) -> Samples:
    """Describe the words of one unit of every pair, each a feature."""
    tokens, columns = units.tokens, units.columns
    telling = np.array([pos in _TELLING for pos in tokens.pos])
    naming = np.array([pos in _NAMING for pos in tokens.pos])
    words = np.where(naming, tokens.codes["pos"], tokens.codes["lemma"])
    places = np.flatnonzero(telling | naming)
    start = columns["start"][unit]
    first = np.searchsorted(places, start)
    last = np.searchsorted(places, np.minimum(columns["end"][unit], start + _MOST))
    owner = np.repeat(np.arange(len(unit)), last - first)
    ahead = np.arange(len(owner)) - np.repeat(
        np.cumsum(last - first) - (last - first), last - first
    )
    at = places[first[owner] + ahead]
    return templates.samples({"after": after[owner], "word": words[at]}, owner)

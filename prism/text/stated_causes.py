"""Sentences of a single unit that state a cause in so many words are cut between cause and effect.

Discourse segmentation leaves ``Smoking causes cancer.`` whole, and a whole unit has no edge. Only
sentences that would otherwise be one unit are cut: elsewhere the clauses already carry the links.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from prism.graph.relations import CAUSAL
from prism.text.finding import Finding, Range
from prism.text.tokens import Tokens

__all__ = ["cut_stated_causes"]

# Verbs that claim a cause whatever their subject is; "the drug blocks an enzyme" tells an act.
_CAUSATION: Final = frozenset(
    "arise bring cause force generate give induce keep lead make owe prevent produce provoke "
    "result spark stem trigger".split()
)
_NAMING: Final = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM"})


def cut_stated_causes(
    tokens: Tokens, ranges: Sequence[Range], findings: Iterable[Finding]
) -> list[Range]:
    """Return ``ranges`` with one-unit sentences cut where a finding joins two parts of them.

    >>> from prism.text.connectives import find
    >>> from prism.text.nlp import analyse
    >>> tokens = Tokens.of(analyse("Smoking causes cancer. It rained."))
    >>> cut_stated_causes(tokens, list(tokens.sentences), find(tokens))
    [(0, 1), (1, 4), (4, 7)]
    """
    whole = set(ranges) & set(tokens.sentences)
    cuts: dict[Range, int] = {}
    for finding in findings:
        sentence = tokens.sentences[tokens.sentence[finding.cue[0]]]
        claims = finding.kind != "verb" or tokens.lemma[finding.cue[0]] in _CAUSATION
        if sentence in whole and finding.label in CAUSAL and claims and not finding.negated:
            cut = _between(tokens, finding, sentence)
            if cut is not None and _has(tokens, _NAMING, sentence[0], cut):
                cuts.setdefault(sentence, cut)
    parts: list[Range] = []
    for span in ranges:
        cut = cuts.get(span)
        parts += [span] if cut is None else [(span[0], cut), (cut, span[1])]
    return parts


def _between(tokens: Tokens, finding: Finding, sentence: Range) -> int | None:
    """Return where the later argument begins, its cue included.

    None unless the arguments stand apart and nothing but the cue and adverbs precede the first.
    """
    first, second = sorted((finding.arg1, finding.arg2))
    if first[0] < sentence[0] or second[1] > sentence[1] or first[1] > second[0]:
        return None
    begins = min(first[0], finding.cue[0])
    if _has(tokens, _NAMING | {"PRON", "AUX"}, sentence[0], begins):
        return None
    return finding.cue[0] if first[1] <= finding.cue[0] <= second[0] else second[0]


def _has(tokens: Tokens, classes: frozenset[str], first: int, last: int) -> bool:
    """Whether a word of these classes stands there; a bare ``this can`` names nothing."""
    return any(tokens.pos[place] in classes for place in range(first, last))

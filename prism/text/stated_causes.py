"""Units that state a cause in so many words are cut between cause and effect.

Discourse segmentation leaves ``Smoking causes cancer.`` whole, and a whole unit has no edge. Only
units that hold both ends are cut: elsewhere the clauses already carry the links.
The words that link the two ends, here ``causes``, belong to neither.
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
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
# … of which these say more than that: "the dam prevented the flood" does not tell of a flood.
_TELLING: Final = frozenset({"keep", "owe", "prevent"})
_NAMING: Final = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM"})


def cut_stated_causes(
    tokens: Tokens, ranges: Sequence[Range], findings: Iterable[Finding]
) -> tuple[list[Range], frozenset[int]]:
    """Return ``ranges``, cut where a finding joins two parts of one of them.

    With them come the tokens that only link the ends of a stated cause: no unit tells them.

    >>> from prism.text.connectives import find
    >>> from prism.text.nlp import analyse
    >>> tokens = Tokens.of(analyse("Smoking causes cancer. It rained."))
    >>> cut_stated_causes(tokens, list(tokens.sentences), find(tokens))
    ([(0, 1), (1, 4), (4, 7)], frozenset({1}))
    """
    firsts = [first for first, _ in ranges]
    cuts: dict[Range, int] = {}
    linking: set[int] = set()
    for finding in findings:
        unit = ranges[bisect_right(firsts, finding.cue[0]) - 1]
        if finding.kind == "cleft":
            opens = tokens.sentences[tokens.sentence[finding.cue[0]]][0]
            linking.update(range(opens, finding.arg1[0]))  # *it was* the heat that …
        if finding.kind == "arrow":
            linking.update(range(*finding.cue))
        if unit in cuts or not _states(tokens, finding):
            continue
        cut = _between(tokens, finding, unit)
        if cut is not None and _has(tokens, _NAMING, unit[0], cut):
            cuts[unit] = cut
            linking.update(_linking(tokens, finding))
    parts: list[Range] = []
    for span in ranges:
        cut = cuts.get(span)
        parts += [span] if cut is None else [(span[0], cut), (cut, span[1])]
    return parts, frozenset(linking)


def _states(tokens: Tokens, finding: Finding) -> bool:
    claims = finding.kind != "verb" or _claims(tokens, finding)
    return finding.label in CAUSAL and claims and not finding.negated


def _linking(tokens: Tokens, finding: Finding) -> Iterator[int]:
    """Yield the words of the cue and those between the two ends that tell nothing by themselves."""
    if tokens.lemma[finding.cue[0]] in _TELLING:
        return
    first, second = sorted((finding.arg1, finding.arg2))
    between = range(first[1], second[0])
    cue = range(*finding.cue) if finding.kind in ("verb", "noun") else ()
    yield from (place for place in (*between, *cue) if tokens.pos[place] != "PUNCT")


def _claims(tokens: Tokens, finding: Finding) -> bool:
    """Whether the verb claims a cause; *mean* does of amounts: *fewer birds means fewer seeds*."""
    verb = tokens.lemma[finding.cue[0]]
    ends = (finding.head1, finding.head2)
    counted = all(
        any(tokens.tag[i] == "JJR" or tokens.low[i] == "no" for i in tokens.children[end])
        for end in ends
    )
    return verb in _CAUSATION or (verb == "mean" and counted)


def _between(tokens: Tokens, finding: Finding, unit: Range) -> int | None:
    """Return where the later argument begins, its cue included.

    None unless the arguments stand apart and nothing but the cue and adverbs precede the first.
    """
    first, second = sorted((finding.arg1, finding.arg2))
    if first[0] < unit[0] or second[1] > unit[1] or first[1] > second[0]:
        return None
    begins = min(first[0], finding.cue[0])
    if _has(tokens, _NAMING | {"PRON", "AUX"}, unit[0], begins):
        return None
    return finding.cue[0] if first[1] <= finding.cue[0] <= second[0] else second[0]


def _has(tokens: Tokens, classes: frozenset[str], first: int, last: int) -> bool:
    """Whether a word of these classes stands there; a bare ``this can`` names nothing."""
    return any(tokens.pos[place] in classes for place in range(first, last))

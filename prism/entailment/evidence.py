"""Where a text says what a claim's status rests on."""

from collections.abc import Iterable

from prism.entailment.align import align
from prism.entailment.status import Finding
from prism.entailment.terms import Reading

__all__ = ["rests_on", "told_at"]

Range = tuple[int, int]


def rests_on(finding: Finding, text: Reading) -> tuple[Range, ...]:
    """Return the character ranges of ``text`` that decide: what clashes, else what was matched."""
    clashing = [place for clash in finding.comparison.clashes for place in clash.text]
    matched = [match.text.place for match in finding.comparison.matches.values()]
    return _ranges(clashing or matched, text)


def told_at(claim: Reading, story: Reading) -> tuple[Range, ...]:
    """Return the character ranges of ``story`` that tell ``claim``, as far as its words show."""
    return _ranges([match.text.place for match in align(claim, story).values()], story)


def _ranges(places: Iterable[int], text: Reading) -> tuple[Range, ...]:
    """One range a sentence, from the first to the last of its places."""
    found: dict[int, Range] = {}
    for place in sorted(set(places)):
        token = text.doc[place]
        start, end = token.idx, token.idx + len(token)
        first, last = found.get(text.sentence[place], (start, end))
        found[text.sentence[place]] = (min(first, start), max(last, end))
    return tuple(found.values())

"""Whether matched words belong together in the text as they do in the claim."""

from collections.abc import Iterator
from typing import Final

from prism.entailment.align import Match, compare, implied
from prism.entailment.terms import Reading

__all__ = ["displaced", "scattered"]

_HOLDERS: Final = ("noun", "name", "number", "adj")
_FULL: Final = 0.5  # a link to a word below this weight is no evidence


def scattered(claim: Reading, text: Reading, matches: dict[int, Match]) -> bool:
    """Whether the text has the words of a predication, but not said of one another.

    *The job went to her, because Mr Lind …* has all words of *the job went to Mr Lind*.
    """
    return any(True for _ in _untied(claim, text, matches))


def displaced(
    claim: Reading, text: Reading, matches: dict[int, Match]
) -> Iterator[tuple[int, int, bool]]:
    """Yield words of the claim whose place something else holds in the text, and what holds it.

    The third says whether the word that both hang on tells much (*choose*) or little (*come*). The
    claim's word itself is told of something else there: *took the tunnel, as the bridge was
    closed* against *took the bridge*.
    """
    taken = {match.text.place for match in matches.values()}
    for head, below, role in _untied(claim, text, matches):
        if matches[head].bond != "same" or claim.terms[below].kind not in _HOLDERS:
            continue
        for place, said in text.near.get(matches[head].text.place, {}).items():
            term = text.terms[place]
            same_kind = (term.kind == "adj") == (claim.terms[below].kind == "adj")
            if said != role or place in taken or term.kind not in _HOLDERS or not same_kind:
                continue
            if compare(term, claim.terms[below], text) in ("none", "sibling", "antonym"):
                yield below, place, claim.terms[head].weight >= _FULL
                break


def _untied(
    claim: Reading, text: Reading, matches: dict[int, Match]
) -> Iterator[tuple[int, int, str]]:
    """Yield the predications of the claim whose words the text has, but not together."""
    for (head, below), role in claim.links.items():
        if head not in matches or below not in matches:
            continue
        one, two = matches[head], matches[below]
        if not implied(one) or not implied(two) or not _predicates(claim, head, below, role):
            continue
        places = one.text.place, two.text.place
        if not _tied(text, *places) and not _by_pronoun(text, *places, role):
            yield head, below, role


def _predicates(claim: Reading, head: int, below: int, role: str) -> bool:
    """Whether a link says something of something, other than naming it more closely."""
    if claim.terms[below].weight < _FULL or claim.doc[below].dep_ in ("predet", "det", "appos"):
        return False
    kinds = claim.terms[head].kind, claim.terms[below].kind
    return kinds[0] in ("verb", "adj", "adv") or kinds[1] == "adj" or role in ("subj", "obj")


def _tied(text: Reading, one: int, other: int) -> bool:
    """Whether two words are one, linked, or linked to one word that is no verb."""
    near = text.near.get(one, {})
    return (
        one == other
        or other in near
        or any(
            other in text.near.get(between, {}) and _passes(text, one, between, other)
            for between in near
        )
    )


def _passes(text: Reading, one: int, between: int, other: int) -> bool:
    """Whether a link may pass over a word: any but a verb, or a verb that shares its subject."""
    if text.terms[between].kind != "verb":
        return True
    if text.near[between].get(other) != "subj" or text.terms[one].kind != "verb":
        return False
    return "subj" not in text.near[one].values()


def _by_pronoun(text: Reading, head: int, below: int, role: str) -> bool:
    """Whether a pronoun after the word stands for it in the same role."""
    if role not in ("subj", "obj"):
        return False
    return any(
        said == role and place > below and text.terms[place].kind == "pronoun"
        for place, said in text.near.get(head, {}).items()
    )

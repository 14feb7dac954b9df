"""Other values: what a text has in the place of a word of the claim."""

from typing import Final

from prism.entailment.align import Match, compare
from prism.entailment.terms import Reading, Term
from prism.entailment.words import bond

__all__ = ["other_values"]

_LINKED: Final = 2  # links between two words that belong together
_FULL: Final = 0.5  # a word below this weight says too little to exclude another filler


def other_values(claim: Reading, text: Reading, matches: dict[int, Match]) -> list[tuple[int, int]]:
    """Another thing stands in the claim's place: *painted it grey* against *yellow*.

    The claim's own word is missing, or the text has it elsewhere, under another word. Returns the
    places of the claim's word and of the text's.
    """
    out = []
    for (head, filler), role in claim.links.items():
        match, wanted = matches.get(head), claim.terms[filler]
        if role == "subj" and wanted.kind == "noun":
            continue  # somebody else may do the same beside
        if match is None or match.bond not in ("same", "synonym") or match.text.kind == "pronoun":
            continue
        light = match.claim.weight < _FULL and wanted.kind != "name"
        if light or not _fills(wanted):
            continue
        found = matches.get(filler)
        if found is not None and (
            found.text.kind == "pronoun"
            or text.distance(match.text.place, found.text.place) <= _LINKED
        ):
            continue
        if found is not None and claim.doc[head].pos_ != "VERB":
            continue
        other = _filler(text, match.text.place, role, wanted, matches, filler)
        if other is not None and not _describes(text.terms[other], wanted):
            out.append((filler, other))
    return out


def _describes(said: Term, wanted: Term) -> bool:
    """Whether a common noun may stand for a name: *her husband* for *Mr Parker*."""
    person = bond(said.lemma, "person", "NOUN", "NOUN") == "broader"
    return wanted.kind == "name" and said.kind == "noun" and person


def _fills(term: Term) -> bool:
    return term.kind in ("noun", "name", "number") and not term.denied and term.weight >= _FULL


def _filler(
    text: Reading, head: int, role: str, wanted: Term, matches: dict[int, Match], own: int
) -> int | None:
    """Return what stands in ``role`` at ``head`` and answers no other word of the claim."""
    taken = {m.text.place for place, m in matches.items() if place != own}
    for place, said in text.near.get(head, {}).items():
        term = text.terms[place]
        if said != role or place in taken or not _fills(term):
            continue
        if compare(term, wanted, text) in ("none", "sibling", "antonym"):
            return place
    return None

"""Everything in a text that speaks against a claim."""

from prism.entailment.align import Match
from prism.entailment.clash import Clash, ClashKind
from prism.entailment.cohere import displaced
from prism.entailment.negations import negations
from prism.entailment.opposites import opposed
from prism.entailment.participants import opposed_roles, other_doers, swaps
from prism.entailment.predicates import same_slot
from prism.entailment.terms import Reading
from prism.entailment.values import other_values

__all__ = ["find_clashes"]


def find_clashes(
    claim: Reading, text: Reading, matches: dict[int, Match], strict: bool
) -> list[Clash]:
    """Return what ``text`` says that excludes ``claim``: denied, opposed, exchanged, elsewhere.

    ``strict`` asks for logical exclusion, see ``compare_readings``.
    """
    found = negations(claim, text, matches, strict)
    for match in matches.values():
        if match.bond == "antonym":
            if opposed(match, claim, text, matches, strict):
                found.append(_clash("antonym", match))
        elif (
            match.bond == "sibling"
            and not (match.claim.negated or match.text.negated)
            and same_slot(match, claim, text, matches)
        ):
            found.append(_clash("sibling" if match.claim.number is None else "number", match))
    found += swaps(claim, text, matches)
    found += opposed_roles(claim, text, matches)
    found += other_doers(claim, text, matches)
    if not found:
        found += [
            Clash("displaced" if telling else "value", (wanted,), (said,))
            for wanted, said, telling in displaced(claim, text, matches)
        ]
    if not found:
        values = other_values(claim, text, matches)
        found += [Clash("name" if _named(claim, w) else "value", (w,), (t,)) for w, t in values]
    return found


def _named(claim: Reading, place: int) -> bool:
    return claim.terms[place].kind == "name"


def _clash(kind: ClashKind, match: Match) -> Clash:
    return Clash(kind, (match.claim.place,), (match.text.place,))

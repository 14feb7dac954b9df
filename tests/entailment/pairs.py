"""A claim beside a text, as the tests of this folder ask about them."""

from dataclasses import dataclass

from prism.entailment.align import Match, align
from prism.entailment.check import reading
from prism.entailment.terms import Reading


@dataclass(frozen=True, slots=True)
class Pair:
    """Both readings and the matches between them."""

    claim: Reading
    text: Reading
    matches: dict[int, Match]

    def words(self, claim: tuple[int, ...], text: tuple[int, ...]) -> tuple[str, str]:
        """Return the words at places of the claim and of the text."""
        asked = " ".join(self.claim.doc[place].text for place in claim)
        return asked, " ".join(self.text.doc[place].text for place in text)


def pair(claim: str, text: str) -> Pair:
    """Return a claim and a text, read and aligned."""
    one, other = reading(claim), reading(text)
    return Pair(one, other, align(one, other))

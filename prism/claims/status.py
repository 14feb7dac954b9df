"""The status of a claim against a rewrite, with the words it rests on."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from prism.claims.align import implied
from prism.claims.decide import Expectation, model
from prism.claims.entail import Clash, ClashKind, Comparison, compare_readings
from prism.claims.exchange import exchanged, replaced
from prism.claims.features import features
from prism.claims.terms import Reading

__all__ = ["Expectation", "Finding", "Status", "compared", "status"]

Status = Literal["holds", "contradicted", "revised", "hypothetical", "omitted"]
_HOLDS: Final = 0.6  # share of a claim that must stand where nobody says what to expect
_NAMED: Final = 0.6  # below this support every name and number of the claim must be there
_ABOUT_IT: Final = 0.5  # a sentence that says so much of a claim, and not the claim, says otherwise
_UNREAL: Final = 0.5
_ABOUT: Final = 0.4
_CORE: Final = 0.7


@dataclass(frozen=True, slots=True)
class Finding:
    """A status and why.

    ``chance`` is how likely the claim holds, in [0, 1], where it was known what to expect.
    """

    status: Status
    why: str
    support: float
    comparison: Comparison
    chance: float | None = None

    @property
    def confidence(self) -> float:
        """How sure the status is, in [0, 1]; by rule alone, an uncalibrated reading of support."""
        if self.chance is not None:
            return self.chance if self.status == "holds" else 1 - self.chance
        if self.comparison.clashes:
            return 0.7
        return max(0.3, self.support if self.status == "holds" else 1 - self.support)

    def account(self, claim: Reading, text: Reading) -> str:
        """Return in one line why."""
        if self.why == "clash":
            clash = self.comparison.clashes[0]
            said = " ".join(text.doc[p].text for p in clash.text)
            asked = " ".join(claim.doc[p].text for p in clash.claim)
            return f"{clash.kind}: the text has “{said}” where the claim has “{asked}”"
        if self.why == "otherwise":
            return "the text speaks of it and says otherwise"
        lacking = ", ".join(claim.doc[p].text for p in self.comparison.missing)
        share = f"{self.support:.0%} of the claim's words are answered"
        return f"{share}; not found: {lacking}" if lacking else share


def status(
    claim: Reading,
    text: Reading,
    story: Reading | None = None,
    expected: Expectation | None = None,
) -> Finding:
    """Return the status of ``claim``, which holds in ``story``, in ``text``."""
    found = compared(claim, text, story, expected)
    if expected is None:
        return _by_rule(found, claim)
    chance = model(expected).chance(features(claim, text, story, found))
    if chance >= model(expected).threshold:
        return Finding("holds", "support", found.support, found, chance)
    refused = _refused(found, claim) or _left_out(found, claim, text, expected)
    return replace(refused, chance=chance)


def compared(
    claim: Reading, text: Reading, story: Reading | None, expected: Expectation | None
) -> Comparison:
    """Compare a claim with a rewrite of the story that it holds in."""
    return _with_exchange(compare_readings(claim, text), claim, text, story, expected)


def _by_rule(found: Comparison, claim: Reading) -> Finding:
    """Return the status where nobody says what to expect."""
    refused = _refused(found, claim)
    if refused is not None:
        return refused
    enough = found.support >= _HOLDS and found.core >= _CORE
    if enough and not (found.support < _NAMED and _lacks_name(found, claim)):
        return Finding("holds", "support", found.support, found)
    return Finding("omitted", "", found.support, found)


def _refused(found: Comparison, claim: Reading) -> Finding | None:
    """Return the status of a claim that something excludes or that is told as unreal."""
    if found.clashes and found.answered >= _ABOUT:
        kinds = {clash.kind for clash in found.clashes}
        opposed = kinds & {"negation", "antonym", "swap", "place"}
        which: Status = "contradicted" if opposed else "revised"
        return Finding(which, "clash", found.support, found)
    if found.unreal > _UNREAL:
        return Finding("hypothetical", "unreal", found.support, found)
    return None


def _left_out(found: Comparison, claim: Reading, text: Reading, expected: Expectation) -> Finding:
    """Return the status of a claim that nothing excludes and that does not hold."""
    if expected == "changed" and _spoken_of(found, claim, text) >= _ABOUT_IT:
        return Finding("contradicted", "otherwise", found.support, found)
    return Finding("omitted", "", found.support, found)


def _spoken_of(found: Comparison, claim: Reading, text: Reading) -> float:
    """Return the share of the claim that one sentence of the text speaks of, at most."""
    shares: dict[int, float] = {}
    for match in found.matches.values():
        if implied(match):
            number = text.sentence[match.text.place]
            shares[number] = shares.get(number, 0.0) + match.claim.weight
    return max(shares.values(), default=0.0) / (sum(t.weight for t in claim.terms.values()) or 1.0)


def _lacks_name(found: Comparison, claim: Reading) -> bool:
    """Whether a name or a number of the claim is nowhere in the text: paraphrase spares those."""
    return any(claim.terms[place].kind in ("name", "number") for place in found.missing)


def _with_exchange(
    found: Comparison,
    claim: Reading,
    text: Reading,
    story: Reading | None,
    expected: Expectation | None,
) -> Comparison:
    """Put in what the rewrite exchanged in a repeated sentence of the story, if nothing clashes."""
    if story is None or _counted(found, claim, expected):
        return found
    swapped = exchanged(claim, text, story) or replaced(claim, text, found)
    if swapped is None:
        return found
    kind: ClashKind = "antonym" if claim.terms[swapped[0]].kind == "verb" else "exchange"
    return replace(found, clashes=(Clash(kind, (swapped[0],), (swapped[1],)),))


def _counted(found: Comparison, claim: Reading, expected: Expectation | None) -> tuple[Clash, ...]:
    """Return the clashes that count: of a fact expected to be kept, no mere other noun.

    Two nouns in one place are as often two words for one thing.
    """
    if expected != "kept":
        return found.clashes
    return tuple(
        c for c in found.clashes
        if c.kind != "value" or any(claim.terms[p].kind == "number" for p in c.claim)
    )  # fmt: skip

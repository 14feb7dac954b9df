"""The status of a claim against a rewrite, with the words it rests on."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from prism.entailment.align import implied
from prism.entailment.clash import Clash, ClashKind
from prism.entailment.cohere import scattered
from prism.entailment.decide import Expectation, model
from prism.entailment.entail import Comparison, compare_readings
from prism.entailment.exchange import exchanged, replaced
from prism.entailment.features import features
from prism.entailment.negations import beside
from prism.entailment.terms import Reading
from prism.entailment.words import rivals

__all__ = ["Expectation", "Finding", "Status", "evidence", "ruled", "status"]

Status = Literal["holds", "contradicted", "revised", "hypothetical", "omitted"]
_HOLDS: Final = {None: 0.6, "kept": 0.25, "changed": 0.9}
_NAMED: Final = 0.6  # below this support every name and number of the claim must be there
_ABOUT_IT: Final = 0.5  # a sentence that says so much of a claim, and not the claim, says otherwise
_UNREAL: Final = 0.5
_ABOUT: Final = 0.4
_CORE: Final = 0.7
_STANDS: Final = 0.8


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
    found = ruled(claim, text, story, expected)
    if expected is None:
        return found
    chance = model(expected).chance(evidence(claim, text, story, found))
    if chance >= model(expected).threshold:
        return replace(found, status="holds", why="support", chance=chance)
    if found.status == "holds":
        return replace(found, status="omitted", why="", chance=chance)
    return replace(found, chance=chance)


def evidence(
    claim: Reading, text: Reading, story: Reading | None, found: Finding
) -> dict[str, float]:
    """Return the named evidence on whether the claim holds; what the rules found is part of it."""
    named = features(claim, text, story, found.comparison)
    return named | {f"ruled {found.status}": 1.0}


def ruled(
    claim: Reading, text: Reading, story: Reading | None, expected: Expectation | None
) -> Finding:
    """Return the status by the rules alone."""
    found = _with_exchange(compare_readings(claim, text), claim, text, story, expected)
    clashes = _counted(found, claim, text, expected)
    if clashes and found.answered >= _ABOUT:
        kinds = {c.kind for c in clashes}
        opposed = kinds & {"negation", "antonym", "swap", "place"}
        which: Status = "contradicted" if opposed else "revised"
        return Finding(which, "clash", found.support, found)
    if _is_unreal(found, expected):
        return Finding("hypothetical", "unreal", found.support, found)
    enough = found.support >= _HOLDS[expected] and (expected == "kept" or found.core >= _CORE)
    if expected == "changed" and enough:
        enough = not scattered(claim, text, found.matches)
    if enough and not (found.support < _NAMED and _lacks_name(found, claim)):
        return Finding("holds", "support", found.support, found)
    if expected == "changed" and _spoken_of(found, claim, text) >= _ABOUT_IT:
        return Finding("contradicted", "otherwise", found.support, found)
    return Finding("omitted", "", found.support, found)


def _is_unreal(found: Comparison, expected: Expectation | None) -> bool:
    """Whether the claim stands there as unreal only; a fact that has to stay, in its own words."""
    whole = found.support >= _STANDS and found.core >= _CORE
    return found.unreal > _UNREAL and (expected != "kept" or whole)


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
    if story is None or _counted(found, claim, text, expected):
        return found
    swapped = exchanged(claim, text, story) or replaced(claim, text, found)
    if swapped is None:
        return found
    kind: ClashKind = "antonym" if claim.terms[swapped[0]].kind == "verb" else "exchange"
    return replace(found, clashes=(Clash(kind, (swapped[0],), (swapped[1],)),))


def _counted(
    found: Comparison, claim: Reading, text: Reading, expected: Expectation | None
) -> tuple[Clash, ...]:
    """Return the clashes that count: of a fact expected to be kept, no weak ones.

    Two nouns in one place are as often two words for one thing, and what is denied beside a fact
    leaves the fact alone.
    """
    if expected != "kept":
        return found.clashes
    return tuple(clash for clash in found.clashes if not _weak(clash, found, claim, text))


def _weak(clash: Clash, found: Comparison, claim: Reading, text: Reading) -> bool:
    if clash.kind == "value":
        sides = ((claim, clash.claim), (text, clash.text))
        return any(side.terms[p].kind != "number" for side, places in sides for p in places)
    if clash.kind == "name":
        return all(text.terms[p].kind not in ("name", "number") for p in clash.text)
    if clash.kind == "number":
        return any(text.terms[p].lemma == "one" for p in clash.text)
    if clash.kind == "negation":
        return beside(clash, claim, text, found.matches)
    if clash.kind == "sibling":
        [asked], [said] = clash.claim, clash.text
        return not rivals(claim.terms[asked].lemma, text.terms[said].lemma)
    return clash.kind == "displaced"

"""CoBe's seven failure modes, assigned from the checks' facts, each with its evidence.

Sources: arXiv 2610.13057 (the seven modes). None is assigned without a line that shows it.
"""

from collections.abc import Mapping
from typing import Final

from prism.entailment.fit import joint_graph
from prism.graph import CausalGraph
from prism.graph.reach import descendants
from prism.records.report import FailureMode
from prism.suites.edit.invariants import Plan
from prism.suites.edit.report import Check, ClaimLine, Quantity
from prism.text.nlp import analyse

__all__ = ["failure_modes"]

_SPATIAL: Final = frozenset(
    "north south east west northern southern eastern western left right up down upstream "
    "downstream shadow sun above below behind front inside outside port starboard "
    "upstairs downstairs".split()
)
_ATTITUDES: Final = frozenset(
    "love like prefer admire adore enjoy hate dislike loathe fear want wish vote choose favour "
    "favor believe dream long care value trust think consider regard hold swear convince convinced "
    "sure certain suspect blame attribute assume suppose guess reckon hope faith belief opinion "
    "view theory conviction fan admirer believer".split()
)
_LOST: Final = ("contradicted", "omitted", "hypothetical", "revised")


def failure_modes(
    checks: Mapping[str, Check], plan: Plan, story: str, quantities: tuple[Quantity, ...]
) -> tuple[FailureMode, ...]:
    """Return every mode that the checks show, in the paper's order."""
    told = joint_graph(story)
    lost = [line for line in checks["E1"].claims if line.status in _LOST]
    kept = [line for line in checks["E2"].claims if line.status == "holds"]
    attitude = _is_attitude(plan)
    wrong = [line for line in checks["E0"].claims if line.status not in (None, "fits", "T", "F")]
    found = [
        *(_mode("drops_action", line) for line in lost if _drops(line, plan, told)),
        *(
            _mode("background_changed", line)
            for line in lost
            if line.status != "omitted" and not (attitude and _made_otherwise(line))
        ),
        *(_mode("keeps_consequence", line) for line in kept if not _intervened(line, plan)),
        *(
            FailureMode(mode="breaks_constraint", evidence=q.evidence)
            for q in quantities
            if q.fits is False
        ),
        *(_mode("spatial_inconsistent", line) for line in kept if _spatial(line)),
        *(_mode("unsupported_connector", line) for line in wrong),
        *(_mode("history_rewritten", line) for line in lost if attitude and _made_otherwise(line)),
    ]
    return tuple(dict.fromkeys(found))


def _mode(name: str, line: ClaimLine) -> FailureMode:
    spans = [span.text for span in line.evidence if span.role == "response"]
    said = f": “{spans[0]}”" if spans else ""
    return FailureMode(mode=name, evidence=f"{line.text} → {line.status}{said}")


def _units(line: ClaimLine, plan: Plan) -> set[str]:
    """The story's units that tell a claim."""
    spans = [span for span in line.evidence if span.role == "story"]
    return {
        fact.unit
        for fact in plan.facts
        for span in spans
        if fact.start < span.end and span.start < fact.end
    }


def _intervened(line: ClaimLine, plan: Plan) -> bool:
    hit = {anchor.unit for anchor in plan.anchors}
    return bool(_units(line, plan) & hit)


def _drops(line: ClaimLine, plan: Plan, story: CausalGraph) -> bool:
    """Whether a fact that had to stay is denied although the story gives it a reason that stays.

    Either the story tells a cause of it that the intervention leaves alone, or it is an event that
    follows the intervention in the telling: that it had to stay says that it has its own reason.
    """
    hit = {anchor.unit for anchor in plan.anchors if anchor.unit in story.by_id}
    changed = hit.union(*(descendants(story, unit) for unit in hit if unit is not None))
    units = [unit for unit in _units(line, plan) if unit in story.by_id and unit not in hit]
    if any(c not in changed for unit in units for c in story.reach.predecessors(unit)):
        return True
    place = {unit.id: n for n, unit in enumerate(story.units)}
    first = min((place[unit] for unit in hit if unit is not None), default=len(place))
    after = bool(units) and all(place[unit] > first for unit in units)
    denied = line.status == "contradicted" and (line.why or "").startswith("negation")
    return after and denied and _is_event(line.text)


def _is_event(text: str) -> bool:
    """Whether a claim tells in the simple past that somebody did something."""
    root = next((t for t in analyse(text) if t.dep_ == "ROOT"), None)
    return (
        root is not None
        and root.tag_ == "VBD"
        and root.lemma_.lower() not in ("be", "have", "stay", "remain")
        and any(c.dep_ == "nsubj" for c in root.children)
    )


def _spatial(line: ClaimLine) -> bool:
    return any(token.lower_ in _SPATIAL for token in analyse(line.text))


def _is_attitude(plan: Plan) -> bool:
    """Whether the request changes what somebody likes, wants or takes to be true."""
    return any(
        token.lemma_.lower() in _ATTITUDES
        for anchor in plan.anchors
        for token in analyse(anchor.change.text)
    )


def _made_otherwise(line: ClaimLine) -> bool:
    """Whether a fact was made another: what is so does not follow what somebody thinks of it."""
    return line.status in ("contradicted", "revised")

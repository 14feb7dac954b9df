"""CoBe's seven failure modes, assigned from the checks' facts, each with its evidence.

Sources: arXiv 2610.13057 (the seven modes). None is assigned without a line that shows it.
"""

from collections.abc import Mapping
from typing import Final

from prism.envelope import Check, ClaimLine, FailureMode, Quantity
from prism.graph import CausalGraph
from prism.metrics.invariants import Plan
from prism.text.nlp import analyse

__all__ = ["failure_modes"]

_SPATIAL: Final = frozenset(
    "north south east west northern southern eastern western left right up down upstream "
    "downstream shadow sun above below behind front inside outside port starboard "
    "upstairs downstairs".split()
)
_LOST: Final = ("contradicted", "omitted", "hypothetical", "revised")


def failure_modes(
    checks: Mapping[str, Check], plan: Plan, graph: CausalGraph, quantities: tuple[Quantity, ...]
) -> tuple[FailureMode, ...]:
    """Return every mode that the checks show, in the paper's order."""
    lost = [line for line in checks["E1"].claims if line.status in _LOST]
    kept = [line for line in checks["E2"].claims if line.status == "holds"]
    wrong = [line for line in checks["E0"].claims if line.status not in (None, "fits", "T", "F")]
    found = [
        *(_mode("drops_action", line) for line in lost if _has_other_cause(line, plan, graph)),
        *(_mode("background_changed", line) for line in lost if line.status != "omitted"),
        *(_mode("keeps_consequence", line) for line in kept if not _intervened(line, plan)),
        *(
            FailureMode(mode="breaks_constraint", evidence=q.evidence)
            for q in quantities
            if q.fits is False
        ),
        *(_mode("spatial_inconsistent", line) for line in kept if _spatial(line)),
        *(_mode("unsupported_connector", line) for line in wrong),
        *(_mode("history_rewritten", line) for line in lost if _history(line)),
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


def _has_other_cause(line: ClaimLine, plan: Plan, graph: CausalGraph) -> bool:
    """Whether the story gives the lost fact a cause that the intervention leaves alone."""
    hit = {anchor.unit for anchor in plan.anchors}
    for unit in _units(line, plan):
        causes = set(graph.reach.predecessors(unit))
        if causes - hit:
            return True
    return False


def _spatial(line: ClaimLine) -> bool:
    return any(token.lower_ in _SPATIAL for token in analyse(line.text))


def _history(line: ClaimLine) -> bool:
    """Whether a changed fact lies before the story: it is told in the pluperfect or dated."""
    doc = analyse(line.text)
    past = any(t.lower_ == "had" and t.dep_ == "aux" for t in doc)
    dated = any(t.like_num and len(t.text) == 4 for t in doc)
    return line.status != "omitted" and (past or dated)

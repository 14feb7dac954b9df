"""What a report says of the judge itself: controls it failed, models that changed, disagreement."""

from collections.abc import Mapping, Sequence
from typing import get_args

from prism.envelope import ControlLine, Controls, Notice
from prism.graph.relations import is_causal
from prism.items import Probe, Verdict
from prism.judges.base import Judge
from prism.judges.controls import ControlKind, ControlResult
from prism.judges.panel import Panel, agreement, vote_interval

__all__ = [
    "control_notices",
    "control_section",
    "mixed_models",
    "mixed_notices",
    "panel_notices",
]

SUPPORT = frozenset({"forward", "backward", "yes"})


def mixed_models(verdicts: Sequence[Verdict]) -> dict[str, tuple[str, ...]]:
    """Return, by model requested, what answered in its name where that was more than one thing.

    >>> mixed_models([])
    {}
    """
    served: dict[str, set[str]] = {}
    for verdict in verdicts:
        given = verdict.provenance
        if verdict.value is not None and given.model_requested and given.model_served:
            name = f"{given.model_served}@{given.fingerprint or '-'}"
            served.setdefault(given.model_requested, set()).add(name)
    return {model: tuple(sorted(names)) for model, names in served.items() if len(names) > 1}


def mixed_notices(mixed: Mapping[str, Sequence[str]]) -> list[Notice]:
    """Return a warning for each model in whose name several things answered."""
    return [
        Notice(code="mixed", message=f"{model} was served by {' and '.join(names)} in one run")
        for model, names in sorted(mixed.items())
    ]


def control_section(result: ControlResult) -> Controls:
    """Return the false positives of a judge, by kind and together, as they stand in a report.

    >>> section = control_section(ControlResult.of({"canary": 0}, {"canary": 1, "reversed": 3}))
    >>> section.kinds["reversed"].rate, section.all.judged, section.alarm
    (0.0, 4, False)
    """
    kinds = {
        kind: _line([kind], result)
        for kind in get_args(ControlKind)
        if result.judged.get(kind) or result.unscored.get(kind)
    }
    return Controls(kinds=kinds, all=_line(list(kinds), result), alarm=result.alarm)


def control_notices(controls: Controls) -> list[Notice]:
    """Return an alarm where the judge believed a canary, and a word where nothing was judged."""
    if controls.all.judged == 0:
        return [Notice(code="controls", message="no control was judged")]
    if not controls.alarm:
        return []
    return [
        Notice(
            code="canary",
            message="the judge believed a unit that is nowhere in the response: "
            "its other verdicts deserve no trust",
        )
    ]


def _line(kinds: Sequence[str], result: ControlResult) -> ControlLine:
    judged, believed, unscored = (
        sum(counts.get(kind, 0) for kind in kinds)
        for counts in (result.judged, result.believed, result.unscored)
    )
    rate = believed / judged if judged else None
    return ControlLine(judged=judged, believed=believed, unscored=unscored, rate=rate)


def panel_notices(judge: Judge, probes: Sequence[Probe], seed: int = 0) -> list[Notice]:
    """Return how far a panel, or the replicates of one judge, agreed, and what that leaves open."""
    if not isinstance(judge, Panel):
        return []
    votes = {p.digest: judge.ballots.get(p.digest, {}) for p in probes}
    agreed = agreement(list(votes.values()))
    causal = [
        votes[p.digest]
        for p in probes
        if p.kind == "edge" and is_causal(str(p.question["relation"])) and votes[p.digest]
    ]
    notices = []
    if agreed is not None:
        notices.append(
            Notice(
                code="agreement",
                message=f"{agreed:.0%} of the pairs of votes agree ({len(judge.judges)} votes)",
            )
        )
    if causal:
        low, high = vote_interval(causal, SUPPORT, seed=seed)
        notices.append(
            Notice(
                code="interval",
                message=f"process metric given these votes: {100 * low:.1f} to {100 * high:.1f} "
                f"(95 %, Monte Carlo over {len(causal)} causal edges)",
            )
        )
    return notices

"""What a report says of the judge itself: controls it failed, models that changed, disagreement."""

from collections.abc import Mapping, Sequence

from prism.envelope import Notice
from prism.graph.relations import is_causal
from prism.items import Probe, Verdict
from prism.judges.base import Judge
from prism.judges.controls import ControlResult
from prism.judges.panel import Panel, agreement, vote_interval

__all__ = ["control_notices", "mixed_models", "mixed_notices", "panel_notices"]

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


def control_notices(result: ControlResult) -> list[Notice]:
    """Return the judge's false-positive rate, and an alarm where it believed the canary."""
    if result.rate is None:
        return [Notice(code="controls", message="no control was judged")]
    kinds = ", ".join(
        f"{kind} {result.believed.get(kind, 0)} of {count}" for kind, count in result.judged.items()
    )
    notices = [
        Notice(
            code="controls",
            message=f"the judge believed {result.rate:.0%} of the controls ({kinds})",
        )
    ]
    if result.alarm:
        notices.append(
            Notice(
                code="canary",
                message="the judge believed a unit that is nowhere in the response: "
                "its other verdicts deserve no trust",
            )
        )
    return notices


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

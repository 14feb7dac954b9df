"""What a report says of the judge itself: controls it failed, models that changed, disagreement."""

from collections.abc import Mapping, Sequence
from typing import get_args

from prism.envelope import ControlLine, Controls, Notice, Votes
from prism.graph.relations import is_causal
from prism.items import Probe, Verdict
from prism.judges.base import Judge
from prism.judges.controls import ControlKind, ControlResult
from prism.judges.panel import Ballot, Panel, agreement, vote_interval

__all__ = [
    "control_notices",
    "control_section",
    "mixed_models",
    "mixed_notices",
    "votes_section",
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


def votes_section(judge: Judge, probes: Sequence[Probe], seed: int = 0) -> Votes | None:
    """Return how far a panel, or the replicates of one judge, agreed; None for a single judge."""
    if not isinstance(judge, Panel):
        return None
    ballots = {probe.subject: judge.ballots.get(probe.digest, {}) for probe in probes}
    cast = {
        probe.subject: ballots[probe.subject]
        for probe in probes
        if probe.kind == "edge" and ballots[probe.subject]
    }
    causal = [
        cast[probe.subject]
        for probe in probes
        if probe.subject in cast and is_causal(str(probe.question["relation"]))
    ]
    return Votes(
        voters=len(judge.judges),
        agreement=agreement(list(ballots.values())),
        support={subject: _support(ballot) for subject, ballot in cast.items()},
        process=vote_interval(causal, SUPPORT, seed=seed) if causal else None,
    )


def _support(ballot: Ballot) -> float:
    supporting = sum(votes for answer, votes in ballot.items() if answer in SUPPORT)
    return supporting / sum(ballot.values())

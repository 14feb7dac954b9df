"""What a report says of the judge itself: controls it failed, models that changed, disagreement."""

from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

from pydantic import BaseModel, ConfigDict

from prism.graph.relations import is_causal
from prism.judges.controls import ControlKind, ControlResult
from prism.judges.panel import Ballot, agreement, vote_interval
from prism.records.item import Item
from prism.records.probe import Probe
from prism.records.question import EdgeQuestion
from prism.records.report import ControlLine, Controls, Notice, Votes
from prism.records.verdict import Verdict

__all__ = [
    "Polled",
    "control_notices",
    "control_section",
    "mixed_models",
    "mixed_notices",
    "polled",
    "reasoning_notices",
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


def reasoning_notices(item: Item) -> list[Notice]:
    """Return the warning of a response out of which reasoning was taken; none otherwise."""
    words = item.meta.get("reasoning_words")
    if not words:
        return []
    some = ("1 word", "is") if words == 1 else (f"{words} words", "are")
    told = "{} of reasoning around the response {} kept apart: not parsed, not scored".format(*some)
    return [Notice(code="reasoning_removed", message=told)]


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


def votes_section(
    probes: Sequence[Probe], verdicts: Sequence[Verdict], seed: int = 0
) -> Votes | None:
    """Return how far a panel, or the replicates of one judge, agreed; None without any votes."""
    pairs = list(zip(probes, verdicts, strict=True))
    ballots = {probe.subject: verdict.votes for probe, verdict in pairs if verdict.votes}
    if not ballots:
        return None
    cast = {p.subject: v.votes for p, v in pairs if p.kind == "edge" and v.votes}
    causal = [
        cast[probe.subject]
        for probe in probes
        if probe.subject in cast and is_causal(probe.asks(EdgeQuestion).relation)
    ]
    return Votes(
        voters=max(sum(ballot.values()) for ballot in ballots.values()),
        agreement=agreement(list(ballots.values())),
        support={subject: _support(ballot) for subject, ballot in cast.items()},
        process=vote_interval(causal, SUPPORT, seed=seed) if causal else None,
    )


class Polled(BaseModel):
    """How far the votes on the probes of many responses agree.

    ``voters`` is the most votes that one of the ``probes`` got, ``agreed`` of the ``pairs`` of
    votes on one probe are alike, ``disputed`` probes got different votes, and ``tied`` of these no
    majority.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    voters: int = 0
    probes: int = 0
    pairs: int = 0
    agreed: int = 0
    disputed: int = 0
    tied: int = 0

    @property
    def agreement(self) -> float | None:
        """Share of the pairs of votes that agree, in [0, 1]; None without pairs."""
        return self.agreed / self.pairs if self.pairs else None

    def __add__(self, other: "Polled") -> "Polled":
        mine, theirs = self.model_dump(), other.model_dump()
        sums = {name: mine[name] + theirs[name] for name in mine}
        return Polled(**{**sums, "voters": max(self.voters, other.voters)})


def polled(verdicts: Iterable[Verdict]) -> Polled | None:
    """Return how far the votes behind ``verdicts`` agree; None where nothing was voted on."""
    cast = [verdict for verdict in verdicts if verdict.votes]
    if not cast:
        return None
    sizes = [sum(verdict.votes.values()) for verdict in cast]
    counts = [n for verdict in cast for n in verdict.votes.values()]
    return Polled(
        voters=max(sizes),
        probes=len(cast),
        pairs=sum(n * (n - 1) // 2 for n in sizes),
        agreed=sum(n * (n - 1) // 2 for n in counts),
        disputed=sum(len(verdict.votes) > 1 for verdict in cast),
        tied=sum(verdict.reason == "tie" for verdict in cast),
    )


def _support(ballot: Ballot) -> float:
    supporting = sum(votes for answer, votes in ballot.items() if answer in SUPPORT)
    return supporting / sum(ballot.values())

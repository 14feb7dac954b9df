"""Several judges as one: the majority decides, a tie is unscored, disagreement is reported."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from prism.errors import UsageError
from prism.judges.base import Bench, Judge, JudgeKind
from prism.llm.budget import Price
from prism.llm.estimate import Estimate
from prism.records.probe import Probe
from prism.records.verdict import Provenance, Reason, Verdict

__all__ = ["KIND", "Ballot", "Panel", "agreement", "vote_interval"]

Ballot = Mapping[str, int]


class Panel(Judge):
    """Asks all judges and gives the verdict that more of them chose than any other.

    Replicates are a panel of one judge repeated. ``votes`` of a verdict counts who said what, and
    ``confidence`` is its share of the votes cast. Judges that gave no verdict have no vote; where
    nobody has one, the commonest reason stands. A tie is unscored, for the reason ``tie``.

    Parameters
    ----------
    judges
        At least two.
    name
        What the signature calls it; ``panel:A,B`` if not given.
    """

    def __init__(self, judges: Sequence[Judge], name: str | None = None) -> None:
        if len(judges) < 2:
            raise UsageError("a panel needs at least two judges", where="--judge")
        self.judges = tuple(judges)
        self._name = name or f"panel:{','.join(judge.name for judge in judges)}"

    @property
    def name(self) -> str:
        """What the signature calls it."""
        return self._name

    @property
    def estimates(self) -> bool:
        """Whether all of them estimate."""
        return all(judge.estimates for judge in self.judges)

    @property
    def reads_prompts(self) -> bool:
        """Whether one of them does: it is asked all that any can answer."""
        return any(judge.reads_prompts for judge in self.judges)

    @property
    def portable(self) -> bool:
        """Whether all of them are."""
        return all(judge.portable for judge in self.judges)

    @property
    def decoding(self) -> str | None:
        """What they ask for, once where they ask for the same."""
        lines = [judge.decoding for judge in self.judges]
        return ";".join(dict.fromkeys(line for line in lines if line is not None)) or None

    def cost(self, probes: Sequence[Probe], prices: Mapping[str, Price]) -> Estimate:
        """Return what all of them would ask and pay."""
        return sum((judge.cost(probes, prices) for judge in self.judges), Estimate())

    async def answer(self, probes: Sequence[Probe]) -> list[Verdict]:
        """Return one verdict a probe, in order."""
        sittings = await asyncio.gather(*(judge.answer(probes) for judge in self.judges))
        columns = zip(*sittings, strict=True)
        return [self._decide(p, column) for p, column in zip(probes, columns, strict=True)]

    def _decide(self, probe: Probe, verdicts: Sequence[Verdict]) -> Verdict:
        votes = Counter(verdict.value for verdict in verdicts if verdict.value is not None)
        said = ", ".join(
            f"{judge.name}: {verdict.value or verdict.reason}"
            for judge, verdict in zip(self.judges, verdicts, strict=True)
        )
        counted, ranked = dict(sorted(votes.items())), votes.most_common(2)
        tied = len(ranked) == 2 and ranked[0][1] == ranked[1][1]
        if tied or not ranked:
            reasons = Counter(v.reason for v in verdicts if v.reason is not None)
            reason: Reason = "tie" if tied else reasons.most_common(1)[0][0]
            return Verdict(
                probe=probe.digest,
                reason=reason,
                rationale=said,
                votes=counted,
                provenance=self._provenance(Provenance(judge=self.name), verdicts),
            )
        value, most = ranked[0]
        chosen = next(verdict for verdict in verdicts if verdict.value == value)
        return chosen.model_copy(
            update={
                "confidence": most / votes.total(),
                "rationale": f"{said}. {chosen.rationale}",
                "votes": counted,
                "provenance": self._provenance(chosen.provenance, verdicts),
            }
        )

    def _provenance(self, chosen: Provenance, verdicts: Sequence[Verdict]) -> Provenance:
        """Return ``chosen`` under the panel's name, with what was read and sent by all."""
        every = [verdict.provenance for verdict in verdicts]
        changes = {
            "judge": self.name,
            "mode": "+".join(sorted({p.mode for p in every if p.mode is not None})) or None,
            "prompts": tuple(sorted({name for p in every for name in p.prompts})),
            "sent": tuple(sorted({note for p in every for note in p.sent})),
        }
        return chosen.model_copy(update=changes)


def _parts(rest: str) -> list[str]:
    return [name.strip() for name in rest.split(",")]


async def _make(rest: str, bench: Bench) -> Judge:
    return Panel([await bench.judge(name) for name in _parts(rest)])


KIND: Final = JudgeKind("panel:A,B", _make, parts=_parts)


def agreement(ballots: Sequence[Ballot]) -> float | None:
    """Return the share of pairs of votes on the same probe that agree, in [0, 1].

    None where no probe has two votes.

    >>> agreement([{"yes": 2}, {"yes": 1, "no": 1}])
    0.5
    """
    pairs = [(sum(ballot.values()), ballot) for ballot in ballots]
    cast = sum(n * (n - 1) for n, _ in pairs)
    agreed = sum(v * (v - 1) for _, ballot in pairs for v in ballot.values())
    return agreed / cast if cast else None


def vote_interval(
    ballots: Sequence[Ballot],
    supported: frozenset[str],
    *,
    level: float = 0.95,
    draws: int = 4000,
    seed: int = 0,
) -> tuple[float, float]:
    """Return an interval for the share of supported edges of one response, by Monte Carlo.

    Each edge's probability of being supported is drawn from its Beta posterior (Jeffreys prior)
    given its votes, then whether it is; the interval holds the middle ``level`` of the shares.

    Parameters
    ----------
    ballots
        Votes on each edge of the graph, one ballot an edge; edges without votes count as unknown.
    supported
        The answers that support an edge, such as ``forward`` and ``backward``.

    >>> low, high = vote_interval([{"yes": 5}, {"no": 5}, {"yes": 3, "no": 2}], frozenset({"yes"}))
    >>> 0.0 <= low < high <= 1.0
    True
    """
    if not ballots:
        raise UsageError("an interval needs at least one edge")
    dice = np.random.default_rng(seed)
    yes = np.array([sum(n for a, n in ballot.items() if a in supported) for ballot in ballots])
    cast = np.array([sum(ballot.values()) for ballot in ballots])
    chances = dice.beta(yes + 0.5, cast - yes + 0.5, size=(draws, len(ballots)))
    shares = (dice.random(chances.shape) < chances).mean(axis=1)
    tail = (1 - level) / 2
    low, high = np.quantile(shares, [tail, 1 - tail])
    return float(low), float(high)

"""A number with what it rests on: coverage, bounds, and what is missing."""

from collections import Counter
from collections.abc import Iterable
from typing import Literal, Self

from pydantic import Field, model_validator

from prism.records.base import Record
from prism.records.verdict import Finding, Reason

__all__ = ["Protocol", "Score"]


# The convention by which questions are put, and by which the headline counts.
Protocol = Literal["published", "directed"]


class Score(Record):
    """A number in [0, 1] with what it rests on.

    Attributes
    ----------
    value
        The mean over what was judged, or None (then ``reason`` says why).
    coverage
        Judged ÷ asked, in [0, 1]; 1 where nothing was asked.
    bounds
        What the value would be with every missing verdict at its worst and at its best: they
        contain the value, and a verdict that goes missing can only widen them.
    unscored
        How many verdicts are missing, by reason.
    n
        How many verdicts were asked for.
    total
        Sum over what was judged: with ``n`` and ``unscored`` the sufficient statistic. None where
        the score is no mean over marks, such as the average of several scores.
    reason
        Why there is no value; beside a value, the finding that settled it (``no_causal_edge``).
    """

    value: float | None
    coverage: float = 1.0
    bounds: tuple[float, float]
    unscored: dict[Reason, int] = Field(default_factory=dict)
    n: int
    total: float | None = None
    reason: Reason | Finding | None = None

    @model_validator(mode="after")
    def _lawful(self) -> Self:
        low, high = self.bounds
        if self.value is None and self.reason is None:
            raise ValueError("a score has either a value or the reason why it has none")
        if self.value is not None and not low - 1e-9 <= self.value <= high + 1e-9:
            raise ValueError(f"the value {self.value} lies outside its bounds {low} to {high}")
        return self

    @property
    def gaps(self) -> int:
        """How many verdicts are missing that could be there: not those a judge cannot estimate."""
        return sum(n for why, n in self.unscored.items() if why != "not_estimated")

    @property
    def withheld(self) -> bool:
        """Whether there is no value because the judge cannot estimate it, and for nothing else."""
        return self.value is None and self.reason == "not_estimated" and not self.gaps

    @classmethod
    def mean(
        cls, marks: Iterable[float | Reason], *, worst: float = 0.0, best: float = 1.0
    ) -> "Score":
        """Count ``marks`` into a score: a number is a mark, a string is why one is missing.

        Parameters
        ----------
        marks
            One entry a probe.
        worst, best
            The range a mark can take; missing ones stand there in the bounds.

        >>> s = Score.mean([1.0, 0.0, "truncated", 1.0])
        >>> round(s.value, 3), s.coverage, s.bounds, s.unscored
        (0.667, 0.75, (0.5, 0.75), {'truncated': 1})
        >>> Score.mean([]).reason
        'not_applicable'
        """
        entries = list(marks)
        judged = [float(mark) for mark in entries if not isinstance(mark, str)]
        missing = Counter(mark for mark in entries if isinstance(mark, str))
        n, gaps, total = len(entries), sum(missing.values()), sum(judged)
        if not n:
            return cls(value=None, bounds=(worst, best), n=0, total=0.0, reason="not_applicable")
        value = total / len(judged) if judged else None
        bounds = (total + gaps * worst) / n, (total + gaps * best) / n
        return cls(
            value=value,
            coverage=len(judged) / n,
            bounds=_around(value, bounds),
            unscored=dict(sorted(missing.items())),
            n=n,
            total=total,
            reason=None if judged else missing.most_common(1)[0][0],
        )

    @classmethod
    def every(cls, marks: Iterable[float | Reason]) -> "Score":
        """Return 1 where every mark is 1, 0 where one is 0; unscored where one is missing.

        What was not asked has not been passed: without marks there is no value. Where a mark is 0
        the bounds say so, whatever is missing beside it.

        >>> Score.every([1.0, "truncated"]).bounds, Score.every([0.0, "truncated"]).bounds
        ((0.0, 1.0), (0.0, 0.0))
        >>> Score.every([]).reason
        'not_applicable'
        """
        entries = list(marks)
        missing = [mark for mark in entries if isinstance(mark, str)]
        if not entries:
            missing = ["not_applicable"]
        failed = 0.0 in entries
        return cls.mean(missing[:1] or [float(not failed)], best=0.0 if failed else 1.0)

    @classmethod
    def average(cls, parts: Iterable["Score"]) -> "Score":
        """Return the unweighted mean of several scores; None where any part has no value.

        >>> Score.average([Score.mean([1.0]), Score.mean([0.0])]).value
        0.5
        """
        scores = list(parts)
        values = [score.value for score in scores]
        unscored: Counter[Reason] = Counter()
        for score in scores:
            unscored.update(score.unscored)
        n = sum(score.n for score in scores)
        known = [value for value in values if value is not None]
        value = sum(known) / len(known) if known and len(known) == len(values) else None
        low, high = (sum(score.bounds[end] for score in scores) for end in (0, 1))
        bounds = (low / len(scores), high / len(scores)) if scores else (0.0, 1.0)
        return cls(
            value=value,
            coverage=(n - sum(unscored.values())) / n if n else 1.0,
            bounds=_around(value, bounds),
            unscored=dict(sorted(unscored.items())),
            n=n,
            reason=None
            if value is not None
            else next((s.reason for s in scores if s.value is None), "not_applicable"),
        )


def _around(value: float | None, bounds: tuple[float, float]) -> tuple[float, float]:
    """Return ``bounds`` with ``value`` within: rounding may put it outside by a last digit."""
    if value is None:
        return bounds
    return min(bounds[0], value), max(bounds[1], value)

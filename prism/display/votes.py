"""How far several judges, or replicates of one, agree, in the terminal."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from prism.judges.quality import Polled
from prism.records.report import Votes

__all__ = ["polled_line", "render"]


def polled_line(votes: Polled) -> str:
    """Return how far the votes of a whole arm agree.

    >>> polled_line(Polled(voters=3, probes=40, pairs=120, agreed=112, disputed=4, tied=1))
    '3 votes a probe · 93% of the pairs of votes agree · 4 of 40 probes in dispute, 1 tied'
    """
    agreed = "–" if votes.agreement is None else f"{votes.agreement:.0%}"
    return (
        f"{votes.voters} votes a probe · {agreed} of the pairs of votes agree · "
        f"{votes.disputed} of {votes.probes} probes in dispute, {votes.tied} tied"
    )


def render(votes: Votes) -> Iterator[RenderableType]:
    """Yield agreement, how many edges are in dispute, and what that leaves open of the metric."""
    agreed = "–" if votes.agreement is None else f"{votes.agreement:.0%}"
    split = sum(0 < share < 1 for share in votes.support.values())
    yield Text(
        f"{votes.voters} votes a probe · {agreed} of the pairs of votes agree · "
        f"{split} of {len(votes.support)} edges in dispute"
    )
    if votes.process is not None:
        low, high = votes.process
        yield Text(
            f"process metric, 95 % by Monte Carlo: {100 * low:.1f} to {100 * high:.1f}; random in "
            "it are the votes on the causal edges alone, text and graph held fixed; every edge has "
            "half a vote more for and against (Jeffreys prior), which widens unanimous ones, too"
        )

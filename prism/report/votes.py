"""How far several judges, or replicates of one, agree, in the terminal."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.text import Text

from prism.envelope import Votes

__all__ = ["render"]


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
            f"process metric given these votes: {100 * low:.1f} to {100 * high:.1f} "
            "(95 %, Monte Carlo over the causal edges)"
        )

"""From the name of a judge to the judge."""

from prism.errors import UsageError
from prism.judges.base import Judge
from prism.judges.local.judge import LocalJudge

__all__ = ["make_judge"]


def make_judge(spec: str) -> Judge:
    """Return the judge called ``spec``.

    Raises
    ------
    UsageError
        No judge has that name.
    """
    if spec == "local":
        return LocalJudge()
    raise UsageError(
        f"no judge {spec!r}",
        where="--judge",
        mend="give local, openai:MODEL, panel:A,B or replay:STORE",
    )

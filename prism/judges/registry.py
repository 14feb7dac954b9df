"""Every judge that has a name, one row each: prism's own, and those of other packages.

A package outside prism adds one by an entry point of the group ``prism.judges``, such as
``[project.entry-points."prism.judges"]`` with ``coin = "coins.judge:KIND"``; what stands there is a
:class:`~prism.judges.base.JudgeKind`, as ``KIND`` is in every file that a row here names.
"""

from dataclasses import replace
from typing import Final

from prism.judges import panel, replay
from prism.judges.base import Bench, Judge, JudgeKind
from prism.judges.callable import as_judge
from prism.judges.local import judge as local
from prism.judges.model import judge as model
from prism.plugins import Registry

__all__ = ["JUDGES", "kind_of", "make_judge"]

JUDGES: Final = Registry(
    what="judge",
    group="prism.judges",
    kind=JudgeKind,
    own=(local.KIND, model.KIND, panel.KIND, replay.KIND),
)


def kind_of(spec: str) -> JudgeKind:
    """Return what is known of the judge called ``spec`` without making it.

    Raises
    ------
    UsageError
        No judge has that name.
    Unavailable
        It came with another package, and cannot be loaded.

    >>> kind_of("panel:local,openai:m").remote, kind_of("panel:local,local").estimates
    (True, True)
    """
    row, rest = JUDGES.find(spec)
    parts = [kind_of(part) for part in row.parts(rest)]
    if not parts:
        return row
    return replace(
        row,
        estimates=all(part.estimates for part in parts),
        reads_prompts=any(part.reads_prompts for part in parts),
        remote=any(part.remote for part in parts),
    )


async def make_judge(spec: str, bench: Bench) -> Judge:
    """Return the judge called ``spec``, made with what is at hand.

    Raises
    ------
    UsageError
        No judge has that name.
    Unavailable
        It came with another package, and cannot be loaded.
    """
    row, rest = JUDGES.find(spec)
    return as_judge(await row.make(rest, bench))

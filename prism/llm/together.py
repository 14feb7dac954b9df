"""Several things at once, all or none."""

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, TypeVar

from prism.errors import PrismError

__all__ = ["together"]

T = TypeVar("T")


async def together(works: Iterable[Coroutine[Any, Any, T]]) -> list[T]:
    """Await all works and return their results in order; the first error cancels the rest.

    An error of prism's own is raised as itself, not as a group.
    """
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(work) for work in works]
    except* PrismError as errors:
        raise _first(errors) from None
    return [task.result() for task in tasks]


def _first(errors: BaseExceptionGroup[PrismError]) -> PrismError:
    first = errors.exceptions[0]
    return _first(first) if isinstance(first, BaseExceptionGroup) else first

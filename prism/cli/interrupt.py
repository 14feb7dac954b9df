"""Ctrl-C in a long command: the first stops it cleanly, the second at once."""

import asyncio
import multiprocessing
import os
import signal
import sys
from collections.abc import Coroutine
from types import FrameType
from typing import Any, Final

__all__ = ["run_interruptible"]

INTERRUPTED: Final = 130
SHOW_CURSOR: Final = b"\x1b[?25h"  # a live view hides it


def run_interruptible(work: Coroutine[Any, Any, None]) -> None:
    """Run ``work`` to its end, or until Ctrl-C cancels it; a second Ctrl-C ends the process.

    Call it from the main thread, and not while a loop is running.

    Raises
    ------
    KeyboardInterrupt
        It was cancelled, and has cleaned up.
    """
    running: list[asyncio.Task[None]] = []
    stopping = False

    async def main() -> None:
        task = asyncio.create_task(work)
        running.append(task)
        await task

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopping
        if stopping:
            _end_at_once()
        stopping = True
        # Not print: the signal may have come in the middle of one.
        os.write(2, b"\nprism: stopping; Ctrl-C again stops at once\n")
        for task in running:
            task.get_loop().call_soon_threadsafe(task.cancel)
        if not running:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGINT, stop)
    try:
        asyncio.run(main())
    except asyncio.CancelledError as exc:
        raise KeyboardInterrupt from exc
    finally:
        signal.signal(signal.SIGINT, before)


def _end_at_once() -> None:
    """End this process and its workers here and now; what is committed is safe."""
    for process in multiprocessing.active_children():
        process.kill()
    if sys.stderr.isatty():
        os.write(2, SHOW_CURSOR)
    os._exit(INTERRUPTED)

"""Lets go of the pipes to a child process, whatever of its output nobody read."""

from __future__ import annotations

from asyncio.subprocess import Process
from typing import Final

__all__ = ["let_go"]

_ALL: Final = (0, 1, 2)


def let_go(process: Process, numbers: tuple[int, ...] = _ALL) -> None:
    """Close our ends of these pipes, on the loop that started the process. Nothing happens the second time.

    To be called once its output no longer matters, and before its end is waited for.

    The problem: asyncio stops reading a pipe of which too much waits, and then never hears that it ended. Until then the
    pipe stays open, and on Python 3.11 whoever waits for the process waits as well, for good; a grandchild that
    holds the pipe does the same. What we do: close our end. What it costs: what was never read is lost.
    """
    # WORKAROUND: neither a Process nor its readers can be closed (https://github.com/python/cpython/issues/130925).
    transport = process._transport  # type: ignore[attr-defined]  # noqa: SLF001
    for number in numbers:
        pipe = transport.get_pipe_transport(number)
        if pipe is not None:
            pipe.close()

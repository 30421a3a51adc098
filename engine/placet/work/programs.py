"""Runs a program of the owner's for a trigger or a timer: fixed words, the event on its standard input and nowhere else.

It is the owner's own program and runs with the owner's rights, without a jail, in the folder `/`. So nothing that an
agent can write may be any part of it: a word that leads into an agent's folder is refused each time, links followed.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from placet.tools.folders import lies_in
from placet.tools.shell.running import Ended, ShellLimits, run_bounded
from placet.tools.shell.starting import environment
from placet.work.owing import Outcome

KEPT_BYTES: Final = 64 * 1024
"""How much of each of a program's outputs is kept; all of it is read."""

TOLD_CHARS: Final = 500
AGENT_CAN_WRITE: Final = "agent_can_write"

_AT_ONCE: Final = 64
_HOME: Final = "/"
_MARKS: Final = re.compile(r"[\s=:,;'\"()<>|&]+")
_OPTION: Final = re.compile(r"-[A-Za-z]/")


class Programs:
    """Starts programs, each in a thread of its own. Lives on the engine's loop.

    `agent_folders` are the folders of all agents, as they are when a program is started.
    """

    def __init__(self, *, agent_folders: Callable[[], Sequence[str]]) -> None:
        self._agent_folders = agent_folders
        self._threads = ThreadPoolExecutor(max_workers=_AT_ONCE, thread_name_prefix="placet-program")

    async def run(self, command: Sequence[str], event: bytes, time_s: float) -> Outcome:
        """Run it to its end or the limit; nothing of its process group is left then. Cancelling the wait ends it."""
        stop, folders = threading.Event(), tuple(self._agent_folders())
        job = asyncio.get_running_loop().run_in_executor(
            self._threads, _run, tuple(command), event, time_s, folders, stop
        )
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            stop.set()
            await asyncio.wait([job])
            raise

    def close(self) -> None:
        """Let the threads go; no program is at work any more."""
        self._threads.shutdown(wait=True)


def _run(
    command: tuple[str, ...], event: bytes, time_s: float, folders: tuple[str, ...], stop: threading.Event
) -> Outcome:
    within = _agents_word(command, folders)
    if within is not None:
        why = f"{within} lies in an agent's folder, where the agent could change it."
        return Outcome(code=AGENT_CAN_WRITE, error=why)
    limits = ShellLimits(time_s=time_s, output_bytes=KEPT_BYTES)
    try:
        with _input_of(event) as stdin:
            ended = run_bounded(
                command,
                folder=_HOME,
                environment=environment(home=_HOME, confined=False),
                limits=limits,
                stop=stop,
                stdin=stdin,
            )
    except OSError as error:
        return Outcome(code="not_started", error=f"It can't be started: {error.strerror}.")
    return _outcome(ended, time_s)


def _agents_word(command: tuple[str, ...], folders: tuple[str, ...]) -> str | None:
    """The first word that is a path into an agent's folder, whatever links it goes through.

    Programs start in `/`, so there any word may be a path, whether or not it begins with one.
    """
    real = [Path(os.path.realpath(folder)) for folder in folders]
    for word in command:
        # Not `Path.resolve`, which raises for a loop of links.
        paths = [Path(os.path.realpath(Path(_HOME, part))) for part in _parts(word)]
        if any(lies_in(path, folder) for path in paths for folder in real):
            return word
    return None


def _parts(word: str) -> set[str]:
    """The word itself, and what in it may be a path: behind a `=` or a letter of an option, between blanks and marks."""
    behind = {word[place + 1 :] for place, char in enumerate(word) if char == "="}
    return {word, *behind, *_MARKS.split(word), word[2:] if _OPTION.match(word) else word}


@contextmanager
def _input_of(event: bytes) -> Iterator[int]:
    """A descriptor to read the event from, whole: nothing has to be fed while the program runs."""
    with _memory() as file:
        file.write(event)
        file.flush()
        file.seek(0)
        yield file.fileno()


def _memory() -> Any:
    if hasattr(os, "memfd_create"):
        return os.fdopen(os.memfd_create("event", os.MFD_CLOEXEC), "r+b")
    return tempfile.TemporaryFile()


def _outcome(ended: Ended, time_s: float) -> Outcome:
    if ended.stopped:
        return Outcome(code="stopped", error="It was stopped; what it had done by then stays done.")
    if ended.timed_out:
        return Outcome(code="timeout", error=f"It was ended after {time_s:g} s.")
    if ended.returncode:
        said = ended.stderr.data.decode("utf-8", "replace").strip()[-TOLD_CHARS:]
        how = f"It ended with {ended.returncode}"
        return Outcome(code="exit", error=f"{how}: {said}" if said else f"{how}.")
    return Outcome()

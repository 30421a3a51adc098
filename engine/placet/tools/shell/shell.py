"""The tool `shell`: one command, in the agent's folder."""

from __future__ import annotations

import asyncio
import os
import stat
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Final

from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, Manner, Place, Preview, StopSignal, ToolResult, ToolRun
from placet.tools.quoting import counted, quoted
from placet.tools.shell.jail import Jail
from placet.tools.shell.running import Ended, Kept, ShellLimits, Words, run_bounded
from placet.tools.shell.starting import MARK, MOVED, environment, wrapped
from placet.tools.wire_text import text_of

MAX_COMMAND_BYTES: Final = 100_000
"""Linux takes no word of more than 128 KiB."""

_SHOWN_CHARS = 200
_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "command": {
            "type": "string",
            "minLength": 1,
            "description": "What /bin/sh runs. It starts in your folder and has no input.",
        }
    },
    "required": ["command"],
    "additionalProperties": False,
}


@dataclass(frozen=True, kw_only=True)
class _Ground:
    """Where a command would run: which folder that is, and whether in the jail."""

    folder: str
    device: int
    inode: int
    confined: bool

    def as_target(self) -> dict[str, Any]:
        """The pinned form."""
        return {"folder": {"device": self.device, "inode": self.inode}, "confined": self.confined}


class Shell:
    """Runs a command in a jail that was proved; where there is none, only if the owner said so, and always asking.

    Its whole output is read and the beginning kept. At the time limit or a stop all that it started is ended with it.
    """

    name = "shell"
    effect = Effect.UNKNOWN
    summary = "Run a command with /bin/sh in your folder, without a network."
    restricted_by_default = True
    schema: Mapping[str, Any] = _SCHEMA

    def __init__(
        self,
        jail: Jail | None = None,
        may_be_unconfined: Callable[[], bool] = lambda: False,
        limits: Callable[[], ShellLimits] = ShellLimits,
    ) -> None:
        """Without a `jail` and without the owner's word every call is refused."""
        self._jail = jail
        self._may_be_unconfined = may_be_unconfined
        self._limits = limits

    def manner(self, args: Mapping[str, Any], place: Place) -> Manner:
        """Without a jail the call waits whatever the declaration says. Until the probe has run, the worst is said."""
        if self._may_be_unconfined() and not (self._jail and self._jail.is_proven):
            return Manner(row="shell:unconfined", effect=Effect.UNKNOWN, hold="unconfined")
        return Manner(row="shell:jailed", effect=Effect.UNKNOWN)

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """What would run and how it is confined. Blocking.

        Raises:
            ToolFailed: `shell_disabled` with the reason, or `bad_command`.
        """
        _encoded(args["command"])
        ground = self._ground(place)
        return Preview(sentence=_sentence(args["command"], ground.confined), target=ground.as_target())

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Run, in a thread of its own.

        Raises:
            ToolFailed: what `preview` raises, `target_changed`, or `not_started`.
            ToolStopped: it was stopped; what the command had done by then stays done.
        """
        command = _encoded(args["command"])
        if run.stop.is_set():
            raise ToolStopped("Stopped before the command was started.")
        ended = await _in_thread(lambda abandoned: self._perform(command, run, abandoned), run.stop)
        return ToolResult(value=_value(ended))

    def _perform(self, command: bytes, run: ToolRun, stop: StopSignal) -> Ended:
        ground = self._ground(run.place)
        if run.target is not None and run.target != ground.as_target():
            raise _changed()
        try:
            ended = run_bounded(
                self._words(command, ground),
                folder="/" if ground.confined else ground.folder,
                environment=environment(home=ground.folder, confined=ground.confined),
                limits=self._limits(),
                stop=stop,
            )
        except OSError as error:
            raise ToolFailed(
                f"The command can't be started: {error.strerror}.", code="not_started"
            ) from error
        return _without_mark(ended)

    def _words(self, command: bytes, ground: _Ground) -> Words | Callable[[int], Words]:
        words = wrapped(command, device=ground.device, inode=ground.inode, confined=ground.confined)
        jail = self._jail
        if not ground.confined or jail is None:
            return words
        return lambda first: jail.around(ground.folder, words, first)

    def _ground(self, place: Place) -> _Ground:
        """Where a call would run now.

        Raises:
            ToolFailed: `shell_disabled`, or `target_changed` when the agent's folder isn't there any more.
        """
        confined = self._is_confined()
        try:
            status = os.lstat(place.folder)
        except OSError as error:
            raise _changed() from error
        if not stat.S_ISDIR(status.st_mode) or os.path.realpath(place.folder) != place.folder:
            raise _changed()
        return _Ground(folder=place.folder, device=status.st_dev, inode=status.st_ino, confined=confined)

    def _is_confined(self) -> bool:
        reason = self._jail.why_not() if self._jail else "Nothing here confines commands."
        if reason is None:
            return True
        if self._may_be_unconfined():
            return False
        raise ToolFailed(f"The shell is disabled. {reason}", code="shell_disabled")


class _EitherStop:
    """Set when the call was told to stop, or when nobody waits for it any more."""

    def __init__(self, stop: StopSignal) -> None:
        self._stop = stop
        self.abandoned = threading.Event()

    def is_set(self) -> bool:
        return self.abandoned.is_set() or self._stop.is_set()


async def _in_thread(work: Callable[[StopSignal], Ended], stop: StopSignal) -> Ended:
    """Run in a thread of its own: commands are slow, and the shared threads are few.

    When the wait is cancelled, the command is stopped, and gone before this returns.
    """
    either = _EitherStop(stop)
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="placet-shell") as threads:
        job = asyncio.get_running_loop().run_in_executor(threads, work, either)
        try:
            return await asyncio.shield(job)
        except asyncio.CancelledError:
            either.abandoned.set()
            await asyncio.wait([job])
            raise


def _encoded(command: str) -> bytes:
    try:
        data = command.encode()
    except UnicodeEncodeError:
        raise ToolFailed(
            "The command holds half of a character, so it is no text.", code="bad_command"
        ) from None
    if b"\x00" in data:
        raise ToolFailed("A command may not hold the character U+0000.", code="bad_command")
    if len(data) > MAX_COMMAND_BYTES:
        raise ToolFailed(f"A command has at most {counted(MAX_COMMAND_BYTES, 'byte')}.", code="bad_command")
    return data


def _sentence(command: str, confined: bool) -> str:
    what = f"Runs the command {quoted(command, _SHOWN_CHARS)}"
    if confined:
        return f"{what} in a jail: it can change this agent's folder only, and has no network."
    return f"{what} WITHOUT A JAIL: it can read, change and send whatever you can."


def _without_mark(ended: Ended) -> Ended:
    """Take the first line off, which says that the command was started at all.

    Raises:
        ToolFailed: it wasn't.
    """
    mark, _, rest = ended.stdout.data.partition(b"\n")
    if mark.decode("utf-8", "replace") == MARK:
        return replace(ended, stdout=Kept(data=rest, cut=ended.stdout.cut))
    if mark.decode("utf-8", "replace") == MOVED:
        raise _changed()
    if ended.stopped:
        raise ToolStopped("Stopped before the command was started.")
    why = ended.stderr.data.decode("utf-8", "replace").strip().splitlines()
    raise ToolFailed(
        "The command wasn't started" + (f": {quoted(why[-1], _SHOWN_CHARS)}." if why else "."),
        code="not_started",
    )


def _value(ended: Ended) -> dict[str, Any]:
    if ended.stopped:
        raise ToolStopped("The command was stopped; what it had done by then stays done.")
    code = ended.returncode if ended.returncode >= 0 else 128 - ended.returncode
    return {
        "exit_code": None if ended.timed_out else code,
        "stdout": _text(ended.stdout),
        "stderr": _text(ended.stderr),
        "truncated": ended.stdout.cut or ended.stderr.cut,
        "timed_out": ended.timed_out,
    }


def _text(kept: Kept) -> str:
    text = text_of(kept.data, cut=kept.cut)
    return kept.data.decode("utf-8", "backslashreplace") if text is None else text


def _changed() -> ToolFailed:
    return ToolFailed(
        "The agent's folder, or how commands are confined, isn't what it was when it was shown; nothing was run.",
        code="target_changed",
    )

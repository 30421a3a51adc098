"""One command at work: watched, bounded, and ended with all that it started."""

from __future__ import annotations

import json
import os
import select
import selectors
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Self

from placet.rules.ports import StopSignal

GRACE_S: Final = 2.0
"""How long a command may take to end itself after SIGTERM, before SIGKILL."""

DRAIN_S: Final = 0.5
"""How long a finished command's outputs are read on, where something that left its group still holds them."""

_LOOK_S = 0.05
_PIECE_BYTES = 64 * 1024


@dataclass(frozen=True, kw_only=True)
class ShellLimits:
    """What one command may take: seconds of time, and bytes kept of each of its two outputs."""

    time_s: float = 60.0
    output_bytes: int = 256 * 1024


@dataclass(frozen=True, kw_only=True)
class Kept:
    """The beginning of an output; `cut` when there was more."""

    data: bytes
    cut: bool


Words = Sequence[str | bytes]


@dataclass(frozen=True, kw_only=True)
class Ended:
    """How a command ended. `returncode` is negative for a signal."""

    returncode: int
    stdout: Kept
    stderr: Kept
    timed_out: bool
    stopped: bool


def run_bounded(
    words: Words | Callable[[int], Words],
    *,
    folder: str,
    environment: Mapping[str, str],
    limits: ShellLimits,
    stop: StopSignal,
    stdin: int = subprocess.DEVNULL,
) -> Ended:
    """Run to the end, the time limit, or the stop; afterwards nothing of its process group is left. Blocking.

    It has no input but the descriptor `stdin`, and a session of its own. A jail's words are made from a descriptor, on
    which it has to say which process is its first (bubblewrap's `--info-fd`): with that one all others end, which is
    waited for. Not promised: what a command without a jail starts in yet another session outlives it.

    Raises:
        OSError: it can't be started.
    """
    with _First() as first:
        return _run(first, words, folder, environment, limits, stop, stdin)


def _run(
    first: _First,
    words: Words | Callable[[int], Words],
    folder: str,
    environment: Mapping[str, str],
    limits: ShellLimits,
    stop: StopSignal,
    stdin: int,
) -> Ended:
    process = subprocess.Popen(  # noqa: S603  running commands is what this is for; the gate comes before
        list(words(first.told)) if callable(words) else list(words),
        pass_fds=(first.told,) if callable(words) else (),
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        env=dict(environment),
        start_new_session=True,
    )
    with process, _Outputs(process, limits.output_bytes) as outputs:
        try:
            why = _watch(process, outputs, time.monotonic() + limits.time_s, stop)
        finally:
            # Before it is waited for: until then its number can't belong to anybody else.
            _signal(process, signal.SIGKILL)
        returncode = process.wait()
        outputs.drain()
        first.wait_for_end()
        return Ended(
            returncode=returncode,
            stdout=outputs.kept(0),
            stderr=outputs.kept(1),
            timed_out=why == "late",
            stopped=why == "stopped",
        )


def _watch(process: subprocess.Popen[bytes], outputs: _Outputs, deadline: float, stop: StopSignal) -> str:
    """Wait for the end; says whether it came by itself (""), by being `late`, or `stopped`."""
    while not _has_ended(process):
        outputs.read(_LOOK_S)
        # A stop signal can only be asked, so it is asked again and again.
        why = "stopped" if stop.is_set() else "late" if time.monotonic() > deadline else ""
        if why:
            _signal(process, signal.SIGTERM)
            _wait(process, outputs, time.monotonic() + GRACE_S)
            return why
    return ""


def _wait(process: subprocess.Popen[bytes], outputs: _Outputs, deadline: float) -> None:
    while not _has_ended(process) and time.monotonic() < deadline:
        outputs.read(_LOOK_S)


def _has_ended(process: subprocess.Popen[bytes]) -> bool:
    """Whether it ended; its number stays taken until it is waited for."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        pass  # all that is left of the group can't be told anything any more


class _First:
    """Knows a jail's first process, if there is one, and waits for its end."""

    def __init__(self) -> None:
        self._heard, self.told = os.pipe()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._heard)
        os.close(self.told)

    def wait_for_end(self) -> None:
        """Return when it is gone, at the latest after `DRAIN_S`. Call it when whoever started it has ended."""
        os.set_blocking(self._heard, False)
        try:
            number = json.loads(os.read(self._heard, 1024))["child-pid"]
            descriptor = os.pidfd_open(number)
        except (BlockingIOError, ProcessLookupError, ValueError, LookupError):
            return  # there was no jail, it never came up, or it is gone already
        try:
            select.select([descriptor], [], [], DRAIN_S)
        finally:
            os.close(descriptor)


class _Outputs:
    """The two outputs of a command. All of it is read, or the command would stand still; the beginning is kept."""

    def __init__(self, process: subprocess.Popen[bytes], limit_bytes: int) -> None:
        if process.stdout is None or process.stderr is None:
            raise RuntimeError("the command was started without pipes")
        self._limit_bytes = limit_bytes
        self._data = (bytearray(), bytearray())
        self._cut = [False, False]
        self._selector = selectors.DefaultSelector()
        for index, pipe in enumerate((process.stdout, process.stderr)):
            os.set_blocking(pipe.fileno(), False)
            self._selector.register(pipe.fileno(), selectors.EVENT_READ, index)

    def __enter__(self) -> _Outputs:
        return self

    def __exit__(self, *_: object) -> None:
        self._selector.close()

    def read(self, wait_s: float) -> bool:
        """Read what is there, or comes within this time; says whether there was anything."""
        ready = self._selector.select(wait_s)
        for key, _ in ready:
            self._take(key.fd, key.data)
        return bool(ready)

    def drain(self) -> None:
        """Read the rest: to the end, or until `DRAIN_S` have passed."""
        deadline = time.monotonic() + DRAIN_S
        while self._selector.get_map() and (left := deadline - time.monotonic()) > 0:
            self.read(left)

    def kept(self, index: int) -> Kept:
        """What was kept of the first or the second output."""
        return Kept(data=bytes(self._data[index]), cut=self._cut[index])

    def _take(self, descriptor: int, index: int) -> None:
        piece = os.read(descriptor, _PIECE_BYTES)
        if not piece:
            self._selector.unregister(descriptor)
            return
        room = self._limit_bytes - len(self._data[index])
        self._data[index].extend(piece[:room])
        self._cut[index] = self._cut[index] or len(piece) > room

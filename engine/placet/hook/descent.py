"""Which process asks: told with a call, so that the engine notices when nobody is left who could say how it ended.

It is written `PID.STARTED.NAMESPACE`: a number that is given again names another process, and one of another namespace
says nothing here. Linux alone tells; elsewhere nothing is said.
"""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

__all__ = ["is_gone", "own", "starter"]

_SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh", "fish", "ash", "busybox"})
_MOST_STEPS = 8


class _Process:
    """What the kernel says of one process."""

    def __init__(self, name: str, parent: int, started: str) -> None:
        self.name = name
        self.parent = parent
        self.started = started


def own() -> str | None:
    """This process; None where nobody can tell."""
    pid = os.getpid()
    return _written(pid, _look(pid))


def starter(names: Collection[str]) -> str | None:
    """The program of one of these names that started this one, perhaps through shells; None: it is none of them."""
    pid = os.getppid()
    for _ in range(_MOST_STEPS):
        found = _look(pid)
        if found is None:
            return None
        if found.name not in _SHELLS:
            return _written(pid, found) if found.name in names else None
        pid = found.parent
    return None


def is_gone(process: str) -> bool:
    """Whether a process that was told is here no more. What can't be told isn't gone."""
    pid, _, rest = process.partition(".")
    started, _, namespace = rest.partition(".")
    if not (pid.isascii() and pid.isdigit() and started) or namespace != _namespace():
        return False
    try:
        found = _look(int(pid))
    except (OSError, ValueError):  # no rights, too many open files, or more digits than a number has
        return False
    return found is None or found.started != started


def _written(pid: int, found: _Process | None) -> str | None:
    namespace = _namespace()
    return None if found is None or namespace is None else f"{pid}.{found.started}.{namespace}"


def _look(pid: int) -> _Process | None:
    """None: there is no such process, or no such table."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8", errors="replace") as file:  # noqa: PTH123
            head, _, tail = file.read().rpartition(")")
    except (FileNotFoundError, ProcessLookupError, NotADirectoryError):
        return None
    fields = tail.split()
    return _Process(head.partition("(")[2], int(fields[1]), fields[19])


def _namespace() -> str | None:
    try:
        return str(os.stat("/proc/self/ns/pid").st_ino)  # noqa: PTH116
    except OSError:
        return None

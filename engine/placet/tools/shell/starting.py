"""How a command is started: which words, which limits, which environment."""

from __future__ import annotations

import os
from typing import Final

MARK: Final = "started"
"""The first line of what a started command says; without it the command did not start, and nothing ran."""

MOVED: Final = "moved"
"""What stands there instead when the folder isn't the one that was shown."""

MAX_PROCESSES: Final = 256
MAX_DATA_KIB: Final = 2 * 1024 * 1024

_JAIL_PATH = "/usr/local/bin:/usr/bin:/bin"
_ALLOWED = ("LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES", "LC_TIME", "TZ")
_FREE_TOO = ("PATH", "HOME", "USER", "LOGNAME", "TMPDIR")

# $1: device and inode of the folder. $2: the command. Of two shells one says -u for processes and the other -p.
_ENTER = f'[ "$(stat -c %d:%i .)" = "$1" ] || {{ echo {MOVED}; exit 1; }}\nulimit -c 0\n'
_LIMITS = (
    f"{{ ulimit -u {MAX_PROCESSES} || ulimit -p {MAX_PROCESSES}; }} 2>/dev/null || exit 1\n"
    f"ulimit -d {MAX_DATA_KIB} 2>/dev/null\n"
)
_GO = f'echo {MARK}\nexec /bin/sh -c "$2"'


def wrapped(command: bytes, *, device: int, inode: int, confined: bool) -> list[str | bytes]:
    """The words that check the current folder, set the limits, say `MARK` and become the command.

    The number of processes is limited in the jail alone: outside, the user's own processes would count as well.
    """
    script = _ENTER + (_LIMITS if confined else "") + _GO
    return ["/bin/sh", "-c", script, "sh", f"{device}:{inode}", command]


def environment(*, home: str, confined: bool) -> dict[str, str]:
    """All of the environment that a command gets (DECISIONS A5): no `PLACET_*`, and nothing that isn't on the list."""
    names = _ALLOWED if confined else (*_ALLOWED, *_FREE_TOO)
    ours = {name: os.environ[name] for name in names if name in os.environ}
    fixed = {"PATH": _JAIL_PATH, "HOME": home, "TMPDIR": "/tmp"} if confined else {}  # noqa: S108  the jail's own
    return {"TERM": "dumb", **ours, **fixed}

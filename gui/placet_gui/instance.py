"""One window for a data folder: a second start asks the first to come forward, over a socket of the user's own.

What listens is in `first_instance`: a start that asks needs none of Qt's network.
"""

from __future__ import annotations

import hashlib
import os
import socket
import tempfile
from pathlib import Path
from typing import Final

RAISE: Final = b"raise\n"
"""What a later start says."""
SHOW: Final = b"show "
"""What it says before the id of a task, when a link started it."""
DONE: Final = b"ok\n"
"""What the first answers."""
_LONGEST_BYTES: Final = 100
"""A socket's path holds a few more at most, on any system."""
_WAIT_S: Final = 20.0  # while it starts, it may be busy


def address_of(data: Path) -> str:
    """Where the first instance of this folder listens: the runtime folder of the session, else the temporary one."""
    name = f"placet-{hashlib.sha256(str(data.resolve()).encode()).hexdigest()[:24]}.sock"
    bases = (os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir(), "/tmp")  # noqa: S108 - whose it is, is looked at
    places = [str(Path(base) / name) for base in bases]
    return next((it for it in places if len(os.fsencode(it)) <= _LONGEST_BYTES), places[0])


def raise_first(data: Path, task_id: str | None = None) -> bool:
    """Ask the first instance of this folder to come forward, or to show a task; False when none of this user's answers."""
    address = address_of(data)
    if not _is_ours(address):
        return False
    with socket.socket(socket.AF_UNIX) as asking:
        asking.settimeout(_WAIT_S)
        try:
            asking.connect(address)
            asking.sendall(RAISE if task_id is None else SHOW + task_id.encode() + b"\n")
            return asking.recv(64) == DONE
        except OSError:
            return False


def _is_ours(address: str) -> bool:
    # Anybody may put a socket into a shared folder and say "ok", so that the owner's console never opens.
    if not hasattr(os, "getuid"):
        return True
    try:
        return Path(address).lstat().st_uid == os.getuid()
    except OSError:
        return False

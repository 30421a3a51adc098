"""Taking a name away so that nothing but the file that was shown goes with it.

The order, which is the promise: ask for a stop, look again from the agent's folder down, move the file aside under a
name of ours, look at it there, remove it, sync the folder. What was moved aside and turns out to be another file gets
its name back. A crash in between leaves the file under the name that is aside, whole.

Not promised: between the last look and the move another program of the same user has some microseconds in which it
can move the folder elsewhere; the file that was shown is still the only one that can go.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import StopSignal
from placet.tools.files.failures import told
from placet.tools.files.replacing import rename_to_free_name, sync_folder
from placet.tools.files.seeing import Seen, SeenFile, seen_from, target_changed
from placet.tools.files.walking import Reach
from placet.tools.quoting import quoted

_ASIDE: Final = re.compile(r"\.placet-[0-9a-f]{16}\.gone")


def is_aside(name: str) -> bool:
    """Whether a name is one that a file has between its own name and its end."""
    return _ASIDE.fullmatch(name) is not None


def take_away(
    name: str, seen: Seen, file: SeenFile, reached: Reach, stop: StopSignal, look_again: Callable[[], Seen]
) -> None:
    """Remove `name` from the folder that was reached, only if it is the `file` of `seen` and `look_again` still
    sees just that. Blocking.

    Raises:
        ToolStopped: `stop` was set first; nothing was changed.
        ToolFailed: `target_changed`, or what the disk said; nothing was changed, except with `not_durable` and
            `left_aside`.
    """
    if stop.is_set():
        raise ToolStopped("Stopped before anything was deleted.")
    if look_again() != seen:
        raise target_changed("Something else is there now.")
    aside = f".placet-{secrets.token_hex(8)}.gone"
    with told(seen.path):
        rename_to_free_name(name, aside, reached.descriptor)
    try:
        _check_same(aside, seen, file, reached)
        with told(seen.path):
            os.unlink(aside, dir_fd=reached.descriptor)
    except BaseException:
        _give_back(aside, name, seen.path, reached.descriptor)
        raise
    sync_folder(reached.descriptor, seen.path, "deleted")


def _check_same(aside: str, seen: Seen, file: SeenFile, reached: Reach) -> None:
    try:
        now = seen_from(reached, seen.path, aside).file
    except ToolFailed as error:
        raise target_changed(error.message) from error
    # Moving it aside is itself a change of the file's record, so the time of that says nothing here.
    if now is None or replace(now, changed_ns=file.changed_ns) != file:
        raise target_changed("Something else is there now.")


def _give_back(aside: str, name: str, path: str, folder: int) -> None:
    try:
        rename_to_free_name(aside, name, folder)
    except OSError as error:
        text = (
            f"{quoted(path, 200)} could not get its name back; what was there is now called {quoted(aside)}."
        )
        raise ToolFailed(text, code="left_aside") from error

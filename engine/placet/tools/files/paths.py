"""The one spelling of a path that file tools take.

The problem: one file has many spellings (`a`, `./a`, `b/../a`, `b//../a`), and rules, prompts and people see
the spelling. What we do: take exactly one of them and refuse the rest. What it costs: a model that writes
`./a` has to ask again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from placet.rules.errors import ToolFailed
from placet.tools.quoting import quoted

NAME_LIMIT_BYTES = 255
PATH_LIMIT_BYTES = 4096
DEPTH_LIMIT = 64
"""How many names a path may have: each is one open descriptor's worth of walking."""

ONE_FILE: Final[Mapping[str, Any]] = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "minLength": 1, "description": 'The file, such as "notes/today.md".'}
    },
    "required": ["path"],
    "additionalProperties": False,
}
"""The JSON Schema of a tool that is given one file and nothing else."""


def names_of(path: str) -> tuple[str, ...]:
    """Split a path, relative to an agent's folder, into its names.

    Raises:
        ToolFailed: `outside_folder` when the spelling leaves the folder, `bad_path` when it isn't the plain
            one.
    """
    _check_text(path)
    if path.startswith(("/", "~")):
        raise _refused(
            path, "outside_folder", "Paths start in this agent's folder; this one starts elsewhere."
        )
    names = tuple(path.split("/"))
    if ".." in names:
        raise _refused(path, "outside_folder", 'Paths may not go up with "..".')
    if "" in names or "." in names:
        raise _refused(
            path, "bad_path", 'Paths are names with one "/" between them, without "." or empty names.'
        )
    if len(names) > DEPTH_LIMIT:
        raise _refused(path, "bad_path", f"Paths may be at most {DEPTH_LIMIT} names deep.")
    if any(len(name.encode()) > NAME_LIMIT_BYTES for name in names):
        raise _refused(path, "bad_path", f"A name may be at most {NAME_LIMIT_BYTES} bytes long.")
    return names


def _check_text(path: str) -> None:
    try:
        size_bytes = len(path.encode())
    except UnicodeEncodeError:
        raise _refused(path, "bad_path", "The path holds half of a character.") from None
    if size_bytes > PATH_LIMIT_BYTES:
        raise _refused(path, "bad_path", f"A path may be at most {PATH_LIMIT_BYTES:,} bytes long.")
    if "\0" in path:
        raise _refused(path, "bad_path", "A path can't hold a NUL character.")
    if "\\" in path:
        # A separator on one system and a letter on another: the same text would name two files.
        raise _refused(path, "bad_path", 'Paths are written with "/", never with a backslash.')


def _refused(path: str, code: str, why: str) -> ToolFailed:
    return ToolFailed(f"{why} The path was {quoted(path, 200)}.", code=code)

"""The tool `fs_write`: create a text file or replace what it says."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from placet.rules.contracts import Grant, Lookup
from placet.rules.diffs import unified
from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, FileChange, Place, Preview, ToolResult, ToolRun
from placet.rules.receipts import Receipt
from placet.tools.files.own import OwnTraces, is_temporary
from placet.tools.files.paths import names_of
from placet.tools.files.proving import (
    FILES,
    Attempt,
    attempt,
    find_written,
    grant_of,
    read_back,
    same_path,
)
from placet.tools.files.replacing import check_rights, put
from placet.tools.files.seeing import Seen, confirm, pinned, seen_from, sha256_of
from placet.tools.files.texts import encoded
from placet.tools.files.walking import reach
from placet.tools.quoting import counted, quoted

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "minLength": 1, "description": 'The file, such as "notes/today.md".'},
        "content": {"type": "string", "description": "The whole new text of the file."},
    },
    "required": ["path", "content"],
    "additionalProperties": False,
}


class FsWrite:
    """Writes UTF-8 text, newlines untouched, all of it or nothing; makes missing parent folders."""

    name = "fs_write"
    effect = Effect.WRITE
    summary = "Write a text file in your folder: creates it, or replaces all that it says."
    restricted_by_default = True
    schema: Mapping[str, Any] = _SCHEMA

    def __init__(self) -> None:
        self._own = OwnTraces()

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """What would be created or replaced, with the difference. Blocking.

        Raises:
            ToolFailed: the path can't be written.
        """
        data, names = encoded(args["content"], "The content"), _names_of(args["path"])
        with reach(place.folder, names[:-1]) as reached:
            seen = seen_from(reached, args["path"], names[-1])
            check_rights(seen, names[-1], reached)
        return Preview(
            sentence=_sentence(seen, data), target=seen.as_target(), diff=_diff(seen, args["content"])
        )

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Write, in a thread.

        Raises:
            ToolFailed: `target_changed`, or what the path or the disk said.
            ToolStopped: the stop came before the rename.
        """
        return await asyncio.to_thread(_write, args["path"], args["content"], run, self._own)

    async def scope(self, args: Mapping[str, Any], place: Place) -> Grant:
        """The folder that the owner gave."""
        return grant_of(place)

    def identity(self, args: Mapping[str, Any], place: Place) -> Any:
        """One file is one effect: other contents for it don't make another (seed 003)."""
        return same_path(args["path"])

    async def reconcile(self, args: Mapping[str, Any], lookup: Lookup) -> Receipt | None:
        """Whether the file holds just these bytes now. Whether another wrote them can't be told, and needn't."""
        sha256 = sha256_of(encoded(args["content"], "The content"))
        folder, target = lookup.place.folder, lookup.target
        return await asyncio.to_thread(find_written, folder, args["path"], sha256, target)


def _write(path: str, content: str, run: ToolRun, own: OwnTraces) -> ToolResult:
    with attempt() as trying:
        data, names = encoded(content, "The content"), _names_of(path)
        with FILES.held(run.place.folder, names):
            seen = _put(path, data, run, own, trying)
            receipt = read_back(run.place.folder, path, sha256_of(data))
    value = {"path": path, "size": len(data), "sha256": sha256_of(data), "created": seen.file is None}
    change = FileChange(path=path, size_bytes=len(data), sha256=sha256_of(data))
    return ToolResult(value=value, diff=_diff(seen, content), files=(change,), receipt=receipt)


def _put(path: str, data: bytes, run: ToolRun, own: OwnTraces, trying: Attempt) -> Seen:
    """Write, if all is as it was shown; says what was there before."""
    if run.stop.is_set():
        raise ToolStopped("Stopped before anything was written.")
    names, folder = names_of(path), run.place.folder
    with pinned(run.target), reach(folder, names[:-1]) as reached:
        seen = seen_from(reached, path, names[-1])
        confirm(_before_ours(seen, names, run.target, own).as_target(), run.target)
        check_rights(seen, names[-1], reached)
        look_last = functools.partial(trying.look_last, folder, path, names)
        put(data, names[-1], seen, reached, run.stop, look_last, own)
    return seen


def _names_of(path: str) -> tuple[str, ...]:
    names = names_of(path)
    if is_temporary(names[-1]):
        raise ToolFailed("Names like this one are Placet's own, for files on their way.", code="bad_path")
    return names


def _before_ours(
    seen: Seen, names: tuple[str, ...], target: Mapping[str, Any] | None, own: OwnTraces
) -> Seen:
    """What would be seen without the folders that another write of ours has made since the target was shown.

    Two writes may wait for one new folder. The owner was shown with each that the folder would be made, so the second
    finds what was approved.
    """
    missing = [] if target is None else target.get("missing_folders", [])
    count = len(missing) - len(seen.missing)
    if count <= 0 or not all(map(own.made, seen.folders[-count:])):
        return seen
    folders = seen.folders[:-count]
    return replace(seen, folders=folders, missing=names[len(folders) - 1 : -1])


def _diff(seen: Seen, content: str) -> str | None:
    """The unified difference; `None` when the old bytes aren't text or are too many."""
    if seen.file is None:
        return unified(None, content, seen.path)
    return None if seen.file.text is None else unified(seen.file.text, content, seen.path)


def _sentence(seen: Seen, data: bytes) -> str:
    name, size = quoted(seen.path), counted(len(data), "byte")
    if seen.file is None:
        return f"Creates the file {name} with {size} in this agent's folder{_also_made(seen)}."
    if seen.file.data == data:
        return f"Writes the same {size} to {name} again."
    return f"Replaces the {counted(seen.file.size_bytes, 'byte')} of {name} by {len(data):,}."


def _also_made(seen: Seen) -> str:
    if not seen.missing:
        return ""
    made = seen.path.split("/")[:-1]
    return f", and for it the folder {quoted('/'.join(made))}"

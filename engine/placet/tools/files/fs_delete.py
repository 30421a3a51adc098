"""The tool `fs_delete`: delete one file."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping
from typing import Any

from placet.rules.contracts import Grant, Lookup
from placet.rules.diffs import unified
from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, FileChange, Place, Preview, ToolResult, ToolRun
from placet.rules.receipts import Receipt
from placet.tools.files.paths import ONE_FILE, names_of
from placet.tools.files.proving import FILES, Attempt, attempt, find_deleted, grant_of, same_path
from placet.tools.files.removing import take_away
from placet.tools.files.replacing import check_rights
from placet.tools.files.seeing import Seen, SeenFile, confirm, pinned, seen_from
from placet.tools.files.walking import Reach, reach
from placet.tools.quoting import counted, quoted


class FsDelete:
    """Deletes a regular file with one name, for good: there is no bin. Folders and links are refused."""

    name = "fs_delete"
    effect = Effect.WRITE
    summary = "Delete one file in your folder, for good."
    restricted_by_default = True
    schema: Mapping[str, Any] = ONE_FILE

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """Which file would go, its size, and its text as a difference. Blocking.

        Raises:
            ToolFailed: there is none, or none that may be deleted.
        """
        names = names_of(args["path"])
        with reach(place.folder, names[:-1]) as reached:
            seen, file = _look(reached, args["path"], names[-1])
        size, name = counted(file.size_bytes, "byte"), quoted(seen.path)
        return Preview(
            sentence=f"Deletes the file {name} with its {size} from this agent's folder, for good.",
            target=seen.as_target(),
            diff=_diff(seen, file),
        )

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Delete, in a thread.

        Raises:
            ToolFailed: `target_changed`, or what the path or the disk said.
            ToolStopped: the stop came first.
        """
        return await asyncio.to_thread(_delete, args["path"], run)

    async def scope(self, args: Mapping[str, Any], place: Place) -> Grant:
        """The folder that the owner gave."""
        return grant_of(place)

    def identity(self, args: Mapping[str, Any], place: Place) -> Any:
        """One file is one effect."""
        return same_path(args["path"])

    async def reconcile(self, args: Mapping[str, Any], lookup: Lookup) -> Receipt | None:
        """Whether the file that was shown is gone, and doesn't lie under the name that it has on its way out."""
        return await asyncio.to_thread(find_deleted, lookup.place.folder, args["path"], lookup.target)


def _delete(path: str, run: ToolRun) -> ToolResult:
    with attempt() as trying:
        names = names_of(path)
        with FILES.held(run.place.folder, names):
            seen, file = _take_away(path, run, trying)
            receipt = find_deleted(run.place.folder, path, seen.as_target())
    value = {"path": path, "size": file.size_bytes, "deleted": True}
    return ToolResult(value=value, diff=_diff(seen, file), files=(FileChange(path=path),), receipt=receipt)


def _take_away(path: str, run: ToolRun, trying: Attempt) -> tuple[Seen, SeenFile]:
    """Delete, if all is as it was shown; says what was there."""
    if run.stop.is_set():
        raise ToolStopped("Stopped before anything was deleted.")
    names, folder = names_of(path), run.place.folder
    with pinned(run.target), reach(folder, names[:-1]) as reached:
        seen, file = _look(reached, path, names[-1])
        confirm(seen.as_target(), run.target)
        look_last = functools.partial(trying.look_last, folder, path, names)
        take_away(names[-1], seen, file, reached, run.stop, look_last)
    return seen, file


def _look(reached: Reach, path: str, name: str) -> tuple[Seen, SeenFile]:
    seen = seen_from(reached, path, name)
    if seen.file is None:
        raise ToolFailed(f"There is no {quoted(path, 200)}.", code="not_found")
    check_rights(seen, name, reached)
    return seen, seen.file


def _diff(seen: Seen, file: SeenFile) -> str | None:
    return None if file.text is None else unified(file.text, None, seen.path)

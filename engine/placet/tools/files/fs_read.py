"""The tool `fs_read`: read a text file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from placet.tools.files.paths import ONE_FILE, names_of
from placet.tools.files.seeing import READ_LIMIT_BYTES, Seen, SeenFile, confirm, look, pinned, sha256_of
from placet.tools.quoting import counted, quoted


class FsRead:
    """Reads a UTF-8 file of at most 4 MiB. Pinned is which file it is, not what it says: a log may grow."""

    name = "fs_read"
    effect = Effect.READ
    summary = "Read a text file in your folder."
    restricted_by_default = False
    schema: Mapping[str, Any] = ONE_FILE

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """Which file would be read. Blocking.

        Raises:
            ToolFailed: there is none, or none that may be read.
        """
        seen, file = _look(args["path"], place)
        return Preview(
            sentence=f"Reads the file {quoted(seen.path)} in this agent's folder.", target=_target(seen, file)
        )

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Read, in a thread.

        Raises:
            ToolFailed: `target_changed`, `too_large`, `not_text`, or what the path said.
            ToolStopped: the stop came first.
        """
        return await asyncio.to_thread(_read, args["path"], run)


def _read(path: str, run: ToolRun) -> ToolResult:
    if run.stop.is_set():
        raise ToolStopped("Stopped before anything was read.")
    with pinned(run.target):
        seen, file = _look(path, run.place)
        confirm(_target(seen, file), run.target)
    if file.data is None:
        limit = counted(READ_LIMIT_BYTES, "byte")
        raise ToolFailed(
            f"{quoted(path, 200)} is larger than {limit}, the most that is read.", code="too_large"
        )
    if file.text is None:
        raise ToolFailed(f"{quoted(path, 200)} is not UTF-8 text.", code="not_text")
    value = {"path": path, "content": file.text, "size": file.size_bytes, "sha256": sha256_of(file.data)}
    return ToolResult(value=value)


def _look(path: str, place: Place) -> tuple[Seen, SeenFile]:
    seen = look(place.folder, path, names_of(path))
    if seen.file is None:
        raise ToolFailed(f"There is no {quoted(path, 200)}.", code="not_found")
    return seen, seen.file


def _target(seen: Seen, file: SeenFile) -> dict[str, Any]:
    return {**seen.as_target(), "file": file.identity.as_json()}

"""The tool `fs_list`: say what is in a folder."""

from __future__ import annotations

import asyncio
import heapq
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from placet.tools.files.failures import told
from placet.tools.files.paths import names_of
from placet.tools.files.seeing import confirm, kind_of, pinned
from placet.tools.files.walking import Reach, reach, readable
from placet.tools.quoting import quoted

ENTRY_LIMIT = 5_000
"""The most entries of one answer; with more, the first by name and `"truncated": true`."""

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "minLength": 1, "description": "The folder; without it, your own folder."}
    },
    "additionalProperties": False,
}


class FsList:
    """Lists one folder, not the ones below it, sorted by name. Links are listed as links and never followed.

    `size` is in bytes for a file and `null` for the rest. A path of "." means the agent's folder, as no path
    does.
    """

    name = "fs_list"
    effect = Effect.READ
    summary = "List what is in your folder, or in a folder below it."
    restricted_by_default = False
    schema: Mapping[str, Any] = _SCHEMA

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """Which folder would be listed. Blocking.

        Raises:
            ToolFailed: there is none.
        """
        names = _names(args)
        with _folder(place.folder, names) as reached:
            target = _target(names, reached)
        what = (
            f"the folder {quoted('/'.join(names))} in this agent's folder" if names else "this agent's folder"
        )
        return Preview(sentence=f"Lists {what}.", target=target)

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """List, in a thread.

        Raises:
            ToolFailed: `target_changed`, or what the path said.
            ToolStopped: the stop came first.
        """
        return await asyncio.to_thread(_list, _names(args), run)


def _list(names: Sequence[str], run: ToolRun) -> ToolResult:
    if run.stop.is_set():
        raise ToolStopped("Stopped before anything was listed.")
    with pinned(run.target), _folder(run.place.folder, names) as reached:
        confirm(_target(names, reached), run.target)
        with told("/".join(names) or "."):
            return ToolResult(value=_entries(names, reached.descriptor))


def _names(args: Mapping[str, Any]) -> tuple[str, ...]:
    path = args.get("path", ".")
    return () if path == "." else names_of(path)


@contextmanager
def _folder(root: str, names: Sequence[str]) -> Iterator[Reach]:
    with reach(root, names) as reached:
        if reached.missing:
            raise ToolFailed(f"There is no {quoted('/'.join(names), 200)}.", code="not_found")
        yield reached


def _target(names: Sequence[str], reached: Reach) -> dict[str, Any]:
    return {"path": "/".join(names), "folders": [folder.as_json() for folder in reached.folders]}


def _entries(names: Sequence[str], folder: int) -> dict[str, Any]:
    descriptor = readable(folder)
    try:
        with os.scandir(descriptor) as found:
            first = heapq.nsmallest(ENTRY_LIMIT + 1, (entry.name for entry in found))
        entries = [entry for name in first[:ENTRY_LIMIT] if (entry := _entry(names, name, descriptor))]
    finally:
        os.close(descriptor)
    return {"entries": entries, "truncated": True} if len(first) > ENTRY_LIMIT else {"entries": entries}


def _entry(names: Sequence[str], name: str, folder: int) -> dict[str, Any] | None:
    try:
        status = os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return None  # it went while we looked
    kind = kind_of(status)
    # A name that isn't UTF-8 can't be asked for; it is shown with its odd bytes spelled out.
    shown = os.fsencode(name).decode("utf-8", "backslashreplace")
    return {
        "path": "/".join((*names, shown)),
        "kind": kind,
        "size": status.st_size if kind == "file" else None,
    }

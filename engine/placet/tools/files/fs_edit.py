"""The tool `fs_edit`: change one passage of a text file."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from placet.rules.diffs import unified
from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, FileChange, Place, Preview, ToolResult, ToolRun
from placet.tools.files.own import OwnTraces
from placet.tools.files.paths import names_of
from placet.tools.files.replacing import check_rights, put
from placet.tools.files.seeing import READ_LIMIT_BYTES, Seen, confirm, look, pinned, seen_from, sha256_of
from placet.tools.files.texts import encoded, places_of
from placet.tools.files.walking import reach
from placet.tools.quoting import counted, quoted

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "path": {"type": "string", "minLength": 1, "description": 'The file, such as "notes/today.md".'},
        "old_text": {
            "type": "string",
            "minLength": 1,
            "description": "The passage to change, exactly as it stands in the file; it must stand there once.",
        },
        "new_text": {"type": "string", "description": "What shall stand there instead."},
    },
    "required": ["path", "old_text", "new_text"],
    "additionalProperties": False,
}

MOST_COUNTED: Final = 1_000
"""Beyond this many places a refusal says "more than"."""


class FsEdit:
    """Replaces the one passage that is `old_text` by `new_text`; newlines are compared and kept as they are."""

    name = "fs_edit"
    effect = Effect.WRITE
    summary = "Change one passage of a text file in your folder."
    restricted_by_default = True
    schema: Mapping[str, Any] = _SCHEMA

    def __init__(self) -> None:
        self._own = OwnTraces()

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """What would change, with the difference. Blocking.

        Raises:
            ToolFailed: `no_match`, `not_unique` or `no_change` when the passage doesn't stand there exactly once
                or would stay the same; or what the path said.
        """
        names = names_of(args["path"])
        with reach(place.folder, names[:-1]) as reached:
            seen = seen_from(reached, args["path"], names[-1])
            before, after = _edited(seen, args)
            check_rights(seen, names[-1], reached)
        return Preview(
            sentence=_sentence(args),
            target=seen.as_target(),
            diff=unified(before, after, args["path"]),
        )

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Edit, in a thread.

        Raises:
            ToolFailed: `target_changed`, or as `preview`, or what the disk said.
            ToolStopped: the stop came before the rename.
        """
        return await asyncio.to_thread(_edit, args, run, self._own)


def _edit(args: Mapping[str, Any], run: ToolRun, own: OwnTraces) -> ToolResult:
    path = args["path"]
    names = names_of(path)
    if run.stop.is_set():
        raise ToolStopped("Stopped before anything was changed.")
    with pinned(run.target), reach(run.place.folder, names[:-1]) as reached:
        seen = seen_from(reached, path, names[-1])
        confirm(seen.as_target(), run.target)
        before, after = _edited(seen, args)
        data = encoded(after, "The new text")
        check_rights(seen, names[-1], reached)
        put(data, names[-1], seen, reached, run.stop, lambda: look(run.place.folder, path, names), own)
    value = {"path": path, "size": len(data), "sha256": sha256_of(data)}
    change = FileChange(path=path, size_bytes=len(data), sha256=sha256_of(data))
    return ToolResult(value=value, diff=unified(before, after, path), files=(change,))


def _edited(seen: Seen, args: Mapping[str, Any]) -> tuple[str, str]:
    """The file's text before and after."""
    before, old, new = _text(seen), args["old_text"], args["new_text"]
    encoded(old, "The old text")
    encoded(new, "The new text")
    places = places_of(old, before, MOST_COUNTED + 1)
    if not places:
        raise ToolFailed(f"The old text does not stand in {quoted(seen.path, 200)}.", code="no_match")
    if len(places) > 1:
        raise _not_unique(seen.path, len(places))
    if old == new:
        raise ToolFailed("The old and the new text are the same, so nothing would change.", code="no_change")
    at = places[0]
    return before, before[:at] + new + before[at + len(old) :]


def _text(seen: Seen) -> str:
    if seen.file is None:
        raise ToolFailed(f"There is no {quoted(seen.path, 200)}.", code="not_found")
    if seen.file.data is None:
        limit = counted(READ_LIMIT_BYTES, "byte")
        text = f"{quoted(seen.path, 200)} is larger than {limit}, the most that is edited."
        raise ToolFailed(text, code="too_large")
    if seen.file.text is None:
        raise ToolFailed(f"{quoted(seen.path, 200)} is not UTF-8 text.", code="not_text")
    return seen.file.text


def _not_unique(path: str, found: int) -> ToolFailed:
    count = f"more than {MOST_COUNTED:,}" if found > MOST_COUNTED else f"{found:,}"
    text = f"The old text stands in {quoted(path, 200)} at {count} places; give more of what is around the one you mean."
    return ToolFailed(text, code="not_unique", count=min(found, MOST_COUNTED))


def _sentence(args: Mapping[str, Any]) -> str:
    old, new = (counted(len(args[key].encode()), "byte") for key in ("old_text", "new_text"))
    name = quoted(args["path"])
    if not args["new_text"]:
        return f"Takes one passage of {old} out of the file {name} in this agent's folder."
    return f"Replaces one passage of {old} in the file {name} in this agent's folder by {new}."

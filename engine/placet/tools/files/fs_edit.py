"""The tool `fs_edit`: change one passage of a text file."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Mapping
from typing import Any, Final

from placet.rules.contracts import Grant, Lookup
from placet.rules.diffs import unified
from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, FileChange, Place, Preview, ToolResult, ToolRun
from placet.rules.receipts import Receipt
from placet.tools.files.own import OwnTraces
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
from placet.tools.files.seeing import READ_LIMIT_BYTES, Seen, confirm, pinned, seen_from, sha256_of
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
            target=_target(seen, after),
            diff=unified(before, after, args["path"]),
        )

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Edit, in a thread.

        Raises:
            ToolFailed: `target_changed`, or as `preview`, or what the disk said.
            ToolStopped: the stop came before the rename.
        """
        return await asyncio.to_thread(_edit, args, run, self._own)

    async def scope(self, args: Mapping[str, Any], place: Place) -> Grant:
        """The folder that the owner gave."""
        return grant_of(place)

    def identity(self, args: Mapping[str, Any], place: Place) -> Any:
        """One passage of one file is one effect: another text for it doesn't make another (seed 003)."""
        return {"path": same_path(args["path"]), "old_text": args["old_text"]}

    async def reconcile(self, args: Mapping[str, Any], lookup: Lookup) -> Receipt | None:
        """Whether the file holds just the bytes now that the edit would have left, as the preview reckoned them."""
        becomes = None if lookup.target is None else lookup.target.get(_BECOMES)
        if not isinstance(becomes, str):
            return None
        folder, target = lookup.place.folder, lookup.target
        return await asyncio.to_thread(find_written, folder, args["path"], becomes, target)


def _edit(args: Mapping[str, Any], run: ToolRun, own: OwnTraces) -> ToolResult:
    path = args["path"]
    with attempt() as trying, FILES.held(run.place.folder, names_of(path)):
        before, after = _put(args, run, own, trying)
        sha256 = sha256_of(after.encode())
        receipt = read_back(run.place.folder, path, sha256)
    size_bytes = len(after.encode())
    value = {"path": path, "size": size_bytes, "sha256": sha256}
    change = FileChange(path=path, size_bytes=size_bytes, sha256=sha256)
    return ToolResult(value=value, diff=unified(before, after, path), files=(change,), receipt=receipt)


def _put(args: Mapping[str, Any], run: ToolRun, own: OwnTraces, trying: Attempt) -> tuple[str, str]:
    """Edit, if all is as it was shown; says the text before and after."""
    path, folder = args["path"], run.place.folder
    names = names_of(path)
    if run.stop.is_set():
        raise ToolStopped("Stopped before anything was changed.")
    with pinned(run.target), reach(folder, names[:-1]) as reached:
        seen = seen_from(reached, path, names[-1])
        confirm(seen.as_target(), _seen_in(run.target))
        before, after = _edited(seen, args)
        data = encoded(after, "The new text")
        check_rights(seen, names[-1], reached)
        look_last = functools.partial(trying.look_last, folder, path, names)
        put(data, names[-1], seen, reached, run.stop, look_last, own)
    return before, after


_BECOMES: Final = "becomes_sha256"
"""Where a preview keeps the digest of what the file would hold: so the effect can be looked up when the text is gone."""


def _target(seen: Seen, after: str) -> dict[str, Any]:
    return {**seen.as_target(), _BECOMES: sha256_of(encoded(after, "The new text"))}


def _seen_in(target: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """What the target says of the file as it was seen."""
    return None if target is None else {key: value for key, value in target.items() if key != _BECOMES}


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

"""What is kept of links to other programs: a file for each in the data folder's `links` (mode 0600), with its token."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from placet.folder import DataFolder, write_whole
from placet.rules.errors import NotFound, SettingsRefused

__all__ = ["LinkNotes"]

T = TypeVar("T")


class LinkNotes:
    """Keeps them, by their links' names. What is plain may be called from any thread; the rest on the engine's loop."""

    def __init__(self, folder: DataFolder, revoke: Callable[[str], Awaitable[object]]) -> None:
        self._folder = folder.links
        self._revoke = revoke

    def read(self, name: str, make: Callable[[Mapping[str, Any]], T]) -> T | None:
        """The link that `make` makes of what is kept; None where there is nothing, or nothing that can be read."""
        try:
            return make(json.loads(self._path(name).read_bytes()))
        except (OSError, ValueError, TypeError, KeyError):
            return None

    def write(self, name: str, told: Mapping[str, Any]) -> None:
        """Keep this, whole.

        Raises:
            SettingsRefused: it can't be kept; what was kept is.
        """
        try:
            self._folder.mkdir(mode=0o700, exist_ok=True)
            write_whole(self._path(name), json.dumps(told, indent=1).encode())
        except OSError as problem:
            raise SettingsRefused(f"The link can't be kept: {problem.strerror}.") from None

    async def begin(self, name: str, told: Mapping[str, Any], token_id: str) -> None:
        """Keep a new link. The token of one that can't be kept is taken back.

        Raises:
            SettingsRefused: it can't.
        """
        try:
            await asyncio.to_thread(self.write, name, told)
        except SettingsRefused:
            await self._revoke(token_id)
            raise

    async def forget(self, name: str, token_id: str) -> None:
        """Keep nothing of a link, and take its token back."""
        self._path(name).unlink(missing_ok=True)
        try:
            await self._revoke(token_id)
        except NotFound:
            return  # the owner took it back before

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.json"

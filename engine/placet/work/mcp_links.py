"""The link that stands before other programs' MCP servers: a gateway in front of each, in the files that name them.

All of them ask as one agent, `mcp`; a tool is told apart by its server's name. What is kept is a file in the data folder's
`links` (mode 0600): the token that the gateways ask with, and each file as it was written.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

from placet.folder import DataFolder
from placet.mcp import client_files
from placet.mcp.client_files import MOST_BYTES, Gateway, is_toml
from placet.rules.basics import Clock
from placet.rules.errors import LinkNotGated, NotFound, SettingsRefused
from placet.work import canary
from placet.work.canary import Song
from placet.work.link_notes import LinkNotes
from placet.work.settings_files import backup_of, digest, keep_copy, put_back, resolved, text_of
from placet.work.settings_files import replace as replace_file

__all__ = ["MCP", "Gated", "MakeToken", "McpLink", "McpLinks"]

MCP: Final = "mcp"

MakeToken = Callable[[str], Awaitable[tuple[str, str]]]
"""Makes the agent and a token of its own: the token's id, and the token."""


@dataclass(frozen=True, kw_only=True)
class Gated:
    """One file whose servers are gated. `backup` is how it was; `written` is the digest of what was put in its place."""

    settings: str
    backup: str
    written: str
    installed_at: int


@dataclass(frozen=True, kw_only=True)
class McpLink:
    """The link as it is kept. `tested_at`, `blocked` and `words` tell of the last call that had to be blocked."""

    token: str
    token_id: str
    files: tuple[Gated, ...] = ()
    tested_at: int | None = None
    blocked: bool | None = None
    words: str = ""


class McpLinks:
    """Puts gateways in, tries them and takes them out. Its callers do one thing at a time."""

    def __init__(
        self,
        folder: DataFolder,
        clock: Clock,
        make_token: MakeToken,
        notes: LinkNotes,
    ) -> None:
        self._folder = folder
        self._clock = clock
        self._make_token = make_token
        self._notes = notes

    def read(self) -> McpLink | None:
        """The link, if there is one. From any thread."""
        return self._notes.read(MCP, _as_kept)

    def complaints(self, settings: str) -> tuple[str, ...]:
        """Why a call of a server that this file names could run unasked. Reads the file."""
        try:
            text = text_of(Path(settings), MOST_BYTES)
        except SettingsRefused as refused:
            return (refused.message,)
        return client_files.complaints(text, self._gateway(), toml=is_toml(settings))

    async def install(self, settings: Path) -> Gated:
        """Put the gateway in front of each server that a file names, and try it. Once more is no harm.

        Raises:
            SettingsRefused: the file can't take it; it is as it was. LinkNotGated: the call that had to be blocked
            wasn't; the file is as it was.
        """
        path = resolved(settings)
        link = self.read() or await self._begin()
        known = next((it for it in link.files if it.settings == str(path)), None)
        try:
            await self._sing(link)
            return await asyncio.to_thread(self._put_in, path, known)
        finally:
            if not self._need().files:
                await self._forget()

    def _put_in(self, path: Path, known: Gated | None) -> Gated:
        before = self._text(path)
        after = client_files.gated(before, self._gateway(), toml=is_toml(path.name))
        if known is None and after == before:
            raise SettingsRefused(f"{path} names no server that a gateway could stand in front of.")
        if known is not None and digest(before) == known.written and after == before:
            return known
        made = Gated(
            settings=str(path),
            backup=str(backup_of(path)),
            written=digest(after),
            installed_at=known.installed_at if known else self._clock.now_ms(),
        )
        try:
            if known is None or digest(before) != known.written:
                # What somebody changed since is the file's own, and stays when the gateways go.
                keep_copy(path, client_files.ungated(before, toml=is_toml(path.name)))
            self._keep(made)  # first: what nobody remembers to have put in, nobody could take out later
            replace_file(path, after, was=before)
        except SettingsRefused:
            self._put_out(made, known)
            raise
        except OSError as problem:
            self._put_out(made, known)
            raise SettingsRefused(f"{path} can't be written: {problem.strerror}.") from None
        return made

    def _put_out(self, made: Gated, known: Gated | None) -> None:
        """Remember of a file that was left alone what was remembered before."""
        with contextlib.suppress(
            OSError, SettingsRefused
        ):  # then the link goes on telling that the file isn't gated
            if known is not None:
                self._keep(known)
                return
            self._drop(made)
            Path(made.backup).unlink(missing_ok=True)

    @staticmethod
    def _text(path: Path) -> str:
        text = text_of(path, MOST_BYTES)
        if text is None:
            raise SettingsRefused(f"There is no file {path}, so no server is named in it.")
        return text

    async def remove(self, settings: Path) -> Gated:
        """Take the gateways out of a file; out of the last one, and the token goes along.

        Raises:
            NotFound: there is no such link. SettingsRefused: the file can't be read or written; it stays as it is.
        """
        path = str(resolved(settings))
        gated = next((it for it in self._need().files if it.settings == path), None)
        if gated is None:
            raise NotFound("No gateway of Placet's was put into that file.")
        await asyncio.to_thread(self._take_out, gated)
        if not self._need().files:
            await self._forget()
        return gated

    def _take_out(self, gated: Gated) -> None:
        path = Path(gated.settings)
        now = text_of(path, MOST_BYTES)
        try:
            if now is not None:
                put_back(
                    path,
                    now,
                    written=gated.written,
                    backup=Path(gated.backup),
                    without=lambda text: client_files.ungated(text, toml=is_toml(path.name)),
                    most_bytes=MOST_BYTES,
                )
            Path(gated.backup).unlink(missing_ok=True)
        except OSError as problem:
            raise SettingsRefused(f"{path} can't be written: {problem.strerror}.") from None
        self._drop(gated)

    async def test(self) -> McpLink:
        """Send a call through a gateway that must be blocked, and keep how it went. Raises NotFound: there is no link."""
        link = self._need()
        song = await canary.ask(self._gateway_words("--test"))
        tried = replace(link, tested_at=self._clock.now_ms(), blocked=song.blocked, words=song.words)
        self._write(tried)
        return tried

    async def _sing(self, link: McpLink) -> None:
        song: Song = await canary.ask(self._gateway_words("--test"))
        self._write(replace(link, tested_at=self._clock.now_ms(), blocked=song.blocked, words=song.words))
        if not song.blocked:
            raise LinkNotGated(f"A call through {MCP} that must be blocked wasn't: {song.words}")

    async def _begin(self) -> McpLink:
        token_id, token = await self._make_token(MCP)
        link = McpLink(token=token, token_id=token_id)
        await self._notes.begin(MCP, asdict(link), token_id)
        return link

    async def _forget(self) -> None:
        await self._notes.forget(MCP, self._need().token_id)

    def _keep(self, gated: Gated) -> None:
        link = self._need()
        self._write(replace(link, files=(*_others(link, gated), gated)))

    def _drop(self, gated: Gated) -> None:
        link = self._need()
        self._write(replace(link, files=_others(link, gated)))

    def _need(self) -> McpLink:
        link = self.read()
        if link is None:
            raise NotFound(f"The link {MCP} isn't installed.")
        return link

    def _write(self, link: McpLink) -> None:
        self._notes.write(MCP, asdict(link))

    def _gateway(self) -> Gateway:
        return Gateway(program=_program(), data=str(self._folder.root))

    def _gateway_words(self, *more: str) -> list[str]:
        return [*_program(), "mcp-gateway", "--data", str(self._folder.root), *more]


def _as_kept(told: Mapping[str, Any]) -> McpLink:
    return McpLink(**{**told, "files": tuple(Gated(**it) for it in told["files"])})


def _others(link: McpLink, gated: Gated) -> tuple[Gated, ...]:
    return tuple(it for it in link.files if it.settings != gated.settings)


def _program() -> tuple[str, ...]:
    if getattr(sys, "frozen", False):
        return (str(Path(sys.executable).with_name("placet")),)
    return (sys.executable, "-I", "-m", "placet")

"""Links: other programs that ask here before they do something. Each has an agent, a token of its own, and a hook in the
program's settings (interfaces 1, `placet link`).

What is kept of one is a file in the data folder's `links` (mode 0600), which the hook reads its token from.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from placet.folder import DataFolder
from placet.ledger.ledger import Ledger
from placet.rules import codex_trust, hook_settings
from placet.rules.basics import Clock
from placet.rules.errors import LinkNotGated, NotFound, SettingsRefused
from placet.rules.records import Agent, Scope
from placet.work import canary
from placet.work.canary import Song
from placet.work.harnesses import CLAUDE_CODE, CODEX, HARNESSES, commands
from placet.work.link_notes import LinkNotes
from placet.work.mcp_links import MCP, Gated, McpLink, McpLinks
from placet.work.roster import Roster
from placet.work.settings_files import (
    backup_of,
    check_unchanged,
    digest,
    keep_copy,
    put_back,
    resolved,
    text_of,
)
from placet.work.settings_files import replace as replace_file
from placet.work.tokens import Tokens

__all__ = ["SETTINGS", "Link", "Links", "agents_folder", "usual_settings"]

SETTINGS: Final[Mapping[str, Path]] = {
    CLAUDE_CODE: Path(".claude", "settings.json"),
    CODEX: Path(".codex", "hooks.json"),
}
"""Where a program keeps its user's settings, from the home folder."""
_KNOWN: Final = (*HARNESSES, MCP)
_PROVE_EVERY_S: Final = 600.0


@dataclass(frozen=True, kw_only=True)
class Link:
    """One link as it is kept. `settings` is the program's file; `made`: it wasn't there before; `backup`: how it was.

    `written` is the digest of what was put in its place. `tested_at` and `blocked` tell of the last canary, `words` why
    it wasn't blocked.
    """

    name: str
    agent: str
    token: str
    token_id: str
    settings: str
    installed_at: int
    commands: Mapping[str, str]
    made: bool = False
    made_folder: bool = False
    backup: str | None = None
    written: str = ""
    tested_at: int | None = None
    blocked: bool | None = None
    words: str = ""


class Links:
    """Makes links, tries them and takes them away. Lives on the engine's loop; one thing is done at a time."""

    def __init__(
        self, *, folder: DataFolder, ledger: Ledger, roster: Roster, tokens: Tokens, clock: Clock
    ) -> None:
        self._folder = folder
        self._ledger = ledger
        self._roster = roster
        self._tokens = tokens
        self._clock = clock
        self._turn = asyncio.Lock()
        self._notes = LinkNotes(folder, tokens.revoke)
        self._mcp = McpLinks(folder, clock, self._make_token, self._notes)

    def all(self) -> tuple[Link, ...]:
        """The links that there are, by name; one for each file of servers. Reads small files; from any thread."""
        hooked = [link for name in HARNESSES if (link := self._read(name)) is not None]
        kept = self._mcp.read()
        gated = () if kept is None else tuple(_before_servers(kept, it) for it in kept.files)
        return (*hooked, *gated)

    def last_call_at(self, link: Link) -> int | None:
        """When the program asked for something last, in ms. From any thread."""
        agent = self._ledger.reads.agent_by_name(link.agent)
        newest = () if agent is None else self._ledger.reads.tasks(agent_id=agent.id, limit=1)
        return next((task.created_at for task in newest), None)

    def complaints(self, link: Link) -> tuple[str, ...]:
        """Why the program could do something unasked, by its settings as they are now. Reads a file."""
        if link.name == MCP:
            return self._mcp.complaints(link.settings)
        try:
            text = _text_of(Path(link.settings))
        except SettingsRefused as refused:
            return (refused.message,)
        return hook_settings.complaints(text, HARNESSES[link.name].shape, link.commands)

    def why_skipped(self, link: Link) -> str | None:
        """Why the program doesn't run the hooks, though they stand where they should; None when it does. Reads files.

        What it asked since the hooks were written proves that it runs them, whatever its own notes say.
        """
        if link.name != CODEX:
            return None
        path = Path(link.settings)
        try:
            text, config = _text_of(path), _text_of(path.with_name("config.toml"))
        except SettingsRefused as refused:
            return refused.message
        if text is None:
            return None  # that is a complaint already
        why = codex_trust.why_skipped(config, link.settings, text, link.commands)
        return None if why == codex_trust.UNTRUSTED and self._has_asked_since(link, path) else why

    def unasked(self, link: Link) -> str | None:
        """What the program does unasked though the hooks work, and how that ends; None: nothing known. Reads a file."""
        if link.name != CODEX:
            return None
        try:
            config = _text_of(Path(link.settings).with_name("config.toml"))
        except SettingsRefused as refused:
            return refused.message
        return codex_trust.TYPES if codex_trust.types_unasked(config) else None

    def _has_asked_since(self, link: Link, path: Path) -> bool:
        asked_at = self.last_call_at(link)
        return asked_at is not None and asked_at > path.stat().st_mtime * 1000

    async def install(self, name: str, settings: Path) -> Link:
        """Put the hooks into a program's settings, and try them. What isn't blocked is taken out again.

        Raises:
            NotFound: no such program is known. SettingsRefused: its file can't take them; it is as it was.
            LinkNotGated: the canary wasn't blocked; the file is as it was.
        """
        self._check_known(name)
        async with self._turn:
            if name == MCP:
                return self._mcp_link(await self._mcp.install(settings))
            earlier = self._read(name)
            path = resolved(settings)
            if earlier is not None and Path(earlier.settings) != path:
                raise SettingsRefused(f"This link is installed in {earlier.settings}; remove it there first.")
            link = await self._begin(name, path) if earlier is None else self._up_to_date(earlier)
            try:
                link = await asyncio.to_thread(self._put_in, link)
                return _gating(await self._try(link))
            except (SettingsRefused, LinkNotGated):
                if earlier is None:
                    await self._undo(self._read(name) or link)
                raise

    def _up_to_date(self, link: Link) -> Link:
        """The link with the shell lines of where Placet lies now."""
        return replace(link, commands=commands(self._folder.root, link.name))

    async def remove(self, name: str, settings: Path | None = None) -> Link:
        """Take the hooks out, and the token back. The settings are byte for byte as they were, if nobody changed them.

        `settings` says which file is meant where a link may stand in several.

        Raises:
            NotFound: there is no such link. SettingsRefused: the file can't be read any more; nothing was changed.
        """
        async with self._turn:
            if name == MCP:
                return await self._remove_mcp(settings)
            link = self._need(name)
            await self._undo(link)
            return link

    async def test(self, name: str) -> Link:
        """Send a call through the link that must be blocked, and keep how it went.

        Raises:
            NotFound: there is no such link. LinkNotGated: it wasn't blocked, or the hooks aren't where they were put.
        """
        async with self._turn:
            if name == MCP:
                tried = sorted(await self._try_mcp(), key=lambda it: bool(it.blocked))
                if not tried:
                    raise NotFound(f"The link {MCP} isn't installed.")
                return _gating(tried[0])
            link = self._need(name)
            return _gating(await self._try(link))

    async def run(self) -> None:
        """Prove each link now and then, for ever: what a program's settings say can change without a word to us."""
        while True:
            await asyncio.sleep(_PROVE_EVERY_S)
            await self.broken()

    async def broken(self) -> list[Link]:
        """The links that don't block what they must, each tried now."""
        async with self._turn:
            hooked = [link for link in await asyncio.to_thread(self.all) if link.name != MCP]
            tried = [*[await self._try(link) for link in hooked], *await self._try_mcp()]
        return [link for link in tried if not link.blocked]

    async def _begin(self, name: str, settings: Path) -> Link:
        token_id, secret = await self._make_token(name)
        link = Link(
            name=name,
            agent=name,
            token=secret,
            token_id=token_id,
            settings=str(settings),
            installed_at=self._clock.now_ms(),
            commands=commands(self._folder.root, name),
        )
        await self._notes.begin(name, asdict(link), token_id)
        return link

    async def _make_token(self, name: str) -> tuple[str, str]:
        agent = await self._agent(name)
        token, secret = await self._tokens.create(Scope.AGENT, agent.id, label=f"link {name}")
        return token.id, secret

    async def _agent(self, name: str) -> Agent:
        """The agent that the program's calls are of, with a tool that is switched off: the canary's."""
        off = {"name": canary.TOOL, "enabled": False}
        found = self._ledger.reads.agent_by_name(name)
        if found is not None:
            await asyncio.to_thread(_make_folder, Path(self._roster.declaration(found).folder))
            return await self._roster.change(found, {"tools": [off]})
        folder = agents_folder(self._folder) / name
        return await self._roster.declare({"name": name, "folder": str(folder), "tools": [off]})

    def _put_in(self, link: Link) -> Link:
        path = Path(link.settings)
        before = _text_of(path)
        after = hook_settings.merged(before, HARNESSES[link.name].shape, link.commands)
        if after == before:
            return link
        if len(after.encode()) > hook_settings.MOST_BYTES:
            raise SettingsRefused(f"{path} would become too large with the hooks, so it was left alone.")
        link = replace(_placed(link, before, after), written=digest(after))
        try:
            self._write(link)
        except SettingsRefused:
            _take_out(link)  # what nobody remembers to have put in, nobody could take out later
            raise
        return link

    async def _try(self, link: Link) -> Link:
        wrong = await asyncio.to_thread(self.complaints, link)
        song = (
            Song(blocked=False, words=wrong[0])
            if wrong
            else await canary.sing(link.commands["pre"], _event())
        )
        tried = replace(link, tested_at=self._clock.now_ms(), blocked=song.blocked, words=song.words)
        await asyncio.to_thread(self._write, tried)
        return tried

    async def _try_mcp(self) -> list[Link]:
        """The link of each gated file, once a call that must be blocked went through their gateway."""
        if self._mcp.read() is None:
            return []
        tried = await self._mcp.test()
        found = []
        for link in (_before_servers(tried, it) for it in tried.files):
            wrong = await asyncio.to_thread(self._mcp.complaints, link.settings)
            found.append(replace(link, blocked=False, words=wrong[0]) if wrong else link)
        return found

    async def _remove_mcp(self, settings: Path | None) -> Link:
        kept = self._mcp.read()
        if kept is None or settings is None:
            raise NotFound(f"The link {MCP} isn't installed in this file.")
        gated = await self._mcp.remove(settings)
        if self._mcp.read() is None:
            await asyncio.to_thread(_remove_folder, agents_folder(self._folder), MCP)
        return _before_servers(kept, gated)

    def _mcp_link(self, gated: Gated) -> Link:
        kept = self._mcp.read()
        if kept is None:
            raise NotFound(f"The link {MCP} isn't installed.")
        return _before_servers(kept, gated)

    async def _undo(self, link: Link) -> None:
        await asyncio.to_thread(_take_out, link)
        await asyncio.to_thread(_remove_folder, agents_folder(self._folder), link.name)
        await self._notes.forget(link.name, link.token_id)

    def _check_known(self, name: str) -> None:
        if name not in _KNOWN:
            raise NotFound(f"There is no link of this name; there are {', '.join(_KNOWN)}.")

    def _need(self, name: str) -> Link:
        self._check_known(name)
        link = self._read(name)
        if link is None:
            raise NotFound(f"The link {name} isn't installed.")
        return link

    def _read(self, name: str) -> Link | None:
        return self._notes.read(name, lambda told: Link(**told))

    def _write(self, link: Link) -> None:
        self._notes.write(link.name, asdict(link))


def usual_settings(name: str) -> Path:
    """Where a program keeps its user's settings on this machine, for a name of `SETTINGS`."""
    if name == CODEX and (home := os.environ.get("CODEX_HOME")):
        return Path(home).absolute() / SETTINGS[CODEX].name
    return Path.home() / SETTINGS[name]


def agents_folder(data: DataFolder) -> Path:
    """Where the folders of agents go whose owner named none."""
    return data.root.parent / f"{data.root.name}-agents"


def _before_servers(link: McpLink, gated: Gated) -> Link:
    """The link to one file of servers, as links to programs are told."""
    return Link(
        name=MCP,
        agent=MCP,
        token=link.token,
        token_id=link.token_id,
        settings=gated.settings,
        installed_at=gated.installed_at,
        commands={},
        backup=gated.backup,
        written=gated.written,
        tested_at=link.tested_at,
        blocked=link.blocked,
        words=link.words,
    )


def _event() -> dict[str, Any]:
    return {
        "session_id": f"canary-{uuid4()}",
        "turn_id": "canary",
        "cwd": "/",
        "hook_event_name": "PreToolUse",
        "tool_name": canary.TOOL,
        "tool_input": {},
        "tool_use_id": "canary",
    }


def _text_of(path: Path) -> str | None:
    return text_of(path, hook_settings.MOST_BYTES)


def _placed(link: Link, before: str | None, after: str) -> Link:
    """The link once its hooks are in the settings; what can't be put there leaves nothing beside them either."""
    path, kept = Path(link.settings), link
    try:
        kept = _keep_before(link, path, before)
        replace_file(path, after, was=before)
    except SettingsRefused:
        _forget_before(link, kept)
        raise
    except OSError as problem:
        _forget_before(link, kept)
        raise SettingsRefused(f"{path} can't be written: {problem.strerror}.") from None
    return kept


def _keep_before(link: Link, path: Path, before: str | None) -> Link:
    if link.written and before is not None and digest(before) == link.written:
        return link  # how the file was before is kept already
    if before is None:
        made_folder = not path.parent.exists()
        path.parent.mkdir(parents=True, exist_ok=True)
        return replace(link, made=True, made_folder=made_folder)
    # What somebody changed since our hooks came in is the file's own, and stays when they go.
    keep_copy(path, hook_settings.without(before))
    return replace(link, backup=str(backup_of(path)))


def _forget_before(link: Link, kept: Link) -> None:
    with contextlib.suppress(OSError):  # why it couldn't be put there is told, and not what else went wrong
        _remove_made_folder(kept)
        if kept.backup is not None and link.backup is None:
            Path(kept.backup).unlink(missing_ok=True)


def _make_folder(folder: Path) -> None:
    """Have the folder of an agent that stayed on record; a removal took it away where nothing was in it."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def _remove_folder(folders: Path, name: str) -> None:
    """Leave no empty folder behind: the agent stays on record, for what it asked is there."""
    for folder in (folders / name, folders):
        with contextlib.suppress(OSError):  # something is in it
            folder.rmdir()


def _take_out(link: Link) -> None:
    if not link.written:
        return
    path = Path(link.settings)
    now = _text_of(path)
    if now is not None:
        try:
            _restore(link, path, now)
        except OSError as problem:
            raise SettingsRefused(f"{path} can't be written: {problem.strerror}.") from None


def _restore(link: Link, path: Path, now: str) -> None:
    backup = None if link.backup is None else Path(link.backup)
    most_bytes = hook_settings.MOST_BYTES
    without = hook_settings.without
    if put_back(path, now, written=link.written, backup=backup, without=without, most_bytes=most_bytes):
        return
    check_unchanged(path, now)
    path.unlink()
    _remove_made_folder(link)


def _remove_made_folder(link: Link) -> None:
    folder = Path(link.settings).parent
    if link.made_folder and not any(folder.iterdir()):
        folder.rmdir()


def _gating(tried: Link) -> Link:
    if not tried.blocked:
        raise LinkNotGated(f"A call through {tried.name} that must be blocked wasn't: {tried.words}")
    return tried

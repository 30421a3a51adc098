"""Links: other programs that ask here before they do something. Each has an agent, a token of its own, and a hook in the
program's settings (interfaces 1, `placet link`).

What is kept of one is a file in the data folder's `links` (mode 0600), which the hook reads its token from.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import shlex
import stat
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from placet.folder import DataFolder, write_whole
from placet.ledger.ledger import Ledger
from placet.rules import claude_settings
from placet.rules.basics import Clock
from placet.rules.claude_settings import HOOKS
from placet.rules.errors import LinkNotGated, NotFound, SettingsRefused
from placet.rules.records import Agent, Scope
from placet.work import canary
from placet.work.canary import Song
from placet.work.roster import Roster
from placet.work.tokens import Tokens

__all__ = ["CLAUDE_CODE", "Link", "Links"]

CLAUDE_CODE: Final = "claude-code"
_KNOWN: Final = (CLAUDE_CODE,)
_HOOK: Final = Path(__file__).parents[1] / "hook" / "start.py"
_PROVE_EVERY_S: Final = 600.0
_BACKUP: Final = ".before-placet"
_NOT_BLOCKING: Final[int] = getattr(os, "O_NONBLOCK", 0)
_BLOCKS: Final = " || exit 2"
"""The last net: whatever else a hook ends with than 0, killed or missing, blocks the call."""
_DENIES: Final = json.dumps(
    {
        "hookSpecificOutput": {
            "hookEventName": "PermissionRequest",
            "decision": {"behavior": "deny", "message": "Placet: The hook broke, so this call was not run."},
        }
    }
)


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

    def all(self) -> tuple[Link, ...]:
        """The links that there are, by name. Reads a small file for each; from any thread."""
        return tuple(link for name in _KNOWN if (link := self._read(name)) is not None)

    def last_call_at(self, link: Link) -> int | None:
        """When the program asked for something last, in ms. From any thread."""
        agent = self._ledger.reads.agent_by_name(link.agent)
        newest = () if agent is None else self._ledger.reads.tasks(agent_id=agent.id, limit=1)
        return next((task.created_at for task in newest), None)

    @staticmethod
    def complaints(link: Link) -> tuple[str, ...]:
        """Why the program could do something unasked, by its settings as they are now. Reads a file."""
        try:
            text = _text_of(Path(link.settings))
        except SettingsRefused as refused:
            return (refused.message,)
        return claude_settings.complaints(text, link.commands)

    async def install(self, name: str, settings: Path) -> Link:
        """Put the hooks into a program's settings, and try them. What isn't blocked is taken out again.

        Raises:
            NotFound: no such program is known. SettingsRefused: its file can't take them; it is as it was.
            LinkNotGated: the canary wasn't blocked; the file is as it was.
        """
        self._check_known(name)
        async with self._turn:
            earlier = self._read(name)
            if earlier is not None and Path(earlier.settings) != _resolved(settings):
                raise SettingsRefused(f"This link is installed in {earlier.settings}; remove it there first.")
            link = earlier or await self._begin(name, settings)
            try:
                link = await asyncio.to_thread(self._put_in, link)
                return _gating(await self._try(link))
            except (SettingsRefused, LinkNotGated):
                if earlier is None:
                    await self._undo(self._read(name) or link)
                raise

    async def remove(self, name: str) -> Link:
        """Take the hooks out, and the token back. The settings are byte for byte as they were, if nobody changed them.

        Raises:
            NotFound: there is no such link. SettingsRefused: the file can't be read any more; nothing was changed.
        """
        async with self._turn:
            link = self._need(name)
            await self._undo(link)
            return link

    async def test(self, name: str) -> Link:
        """Send a call through the link that must be blocked, and keep how it went.

        Raises:
            NotFound: there is no such link. LinkNotGated: it wasn't blocked, or the hooks aren't where they were put.
        """
        async with self._turn:
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
            tried = [await self._try(link) for link in await asyncio.to_thread(self.all)]
        return [link for link in tried if not link.blocked]

    async def _begin(self, name: str, settings: Path) -> Link:
        agent = await self._agent(name)
        token, secret = await self._tokens.create(Scope.AGENT, agent.id, label=f"link {name}")
        link = Link(
            name=name,
            agent=agent.name,
            token=secret,
            token_id=token.id,
            settings=str(_resolved(settings)),
            installed_at=self._clock.now_ms(),
            commands=commands(self._folder.root),
        )
        try:
            await asyncio.to_thread(self._write, link)
        except OSError as problem:
            await self._tokens.revoke(token.id)
            raise SettingsRefused(f"The link can't be kept: {problem.strerror}.") from None
        return link

    async def _agent(self, name: str) -> Agent:
        """The agent that the program's calls are of, with a tool that is switched off: the canary's."""
        off = {"name": canary.TOOL, "enabled": False}
        found = self._ledger.reads.agent_by_name(name)
        if found is not None:
            return await self._roster.change(found, {"tools": [off]})
        folder = self._folder.root.parent / f"{self._folder.root.name}-agents" / name
        return await self._roster.declare({"name": name, "folder": str(folder), "tools": [off]})

    def _put_in(self, link: Link) -> Link:
        path = Path(link.settings)
        before = _text_of(path)
        after = claude_settings.merged(before, link.commands)
        if after == before:
            return link
        if len(after.encode()) > claude_settings.MOST_BYTES:
            raise SettingsRefused(f"{path} would become too large with the hooks, so it was left alone.")
        try:
            kept = self._keep_before(link, path, before)
            _replace(path, after)
        except OSError as problem:
            raise SettingsRefused(f"{path} can't be written: {problem.strerror}.") from None
        link = replace(kept, written=_digest(after))
        try:
            self._write(link)
        except OSError as problem:
            _take_out(link)  # what nobody remembers to have put in, nobody could take out later
            raise SettingsRefused(f"The link can't be kept: {problem.strerror}.") from None
        return link

    @staticmethod
    def _keep_before(link: Link, path: Path, before: str | None) -> Link:
        if link.written:
            return link  # how the file was before the first time is kept already
        if before is None:
            made_folder = not path.parent.exists()
            path.parent.mkdir(parents=True, exist_ok=True)
            return replace(link, made=True, made_folder=made_folder)
        backup = path.with_name(path.name + _BACKUP)
        _replace(backup, before)
        return replace(link, backup=str(backup))

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

    async def _undo(self, link: Link) -> None:
        await asyncio.to_thread(_take_out, link)
        self._path(link.name).unlink(missing_ok=True)
        try:
            await self._tokens.revoke(link.token_id)
        except NotFound:
            return  # the owner took it back before

    def _check_known(self, name: str) -> None:
        if name not in _KNOWN:
            raise NotFound(f"There is no link of this name; there are {', '.join(_KNOWN)}.")

    def _need(self, name: str) -> Link:
        self._check_known(name)
        link = self._read(name)
        if link is None:
            raise NotFound(f"The link {name} isn't installed.")
        return link

    def _path(self, name: str) -> Path:
        return self._folder.links / f"{name}.json"

    def _read(self, name: str) -> Link | None:
        try:
            return Link(**json.loads(self._path(name).read_bytes()))
        except (OSError, ValueError, TypeError):
            return None

    def _write(self, link: Link) -> None:
        self._folder.links.mkdir(mode=0o700, exist_ok=True)
        write_whole(self._path(link.name), json.dumps(asdict(link), indent=1).encode())


def commands(data: Path) -> dict[str, str]:
    """The shell line of each hook, by its word: absolute paths, and nothing that a project's environment could bend."""
    tail = ["--data", str(data)]
    lines = {hook.word: shlex.join([*_program(), "claude", hook.word, *tail]) for hook in HOOKS}
    lines["pre"] += _BLOCKS
    lines["permission"] += f" || printf %s {shlex.quote(_DENIES)}"
    return lines


def _program() -> list[str]:
    if getattr(sys, "frozen", False):
        return [str(Path(sys.executable).with_name("placet-hook"))]
    return [sys.executable, "-I", "-S", str(_HOOK)]


def _event() -> dict[str, Any]:
    return {
        "session_id": f"canary-{uuid4()}",
        "cwd": "/",
        "hook_event_name": "PreToolUse",
        "tool_name": canary.TOOL,
        "tool_input": {},
        "tool_use_id": "canary",
    }


def _resolved(settings: Path) -> Path:
    return settings.resolve()  # a link to the file stays one: what it leads to is written


def _text_of(path: Path) -> str | None:
    """The settings' text; None: there is no file.

    A pipe or a device would keep us for ever, and a file without an end would take all memory; every link would wait.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | _NOT_BLOCKING)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise SettingsRefused(f"{path} isn't a plain file, so it was left alone.")
            raw = file.read(claude_settings.MOST_BYTES + 1)
        if len(raw) > claude_settings.MOST_BYTES:
            raise SettingsRefused(f"{path} is too large for a settings file, so it was left alone.")
        return raw.decode("utf-8")
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError):
        raise SettingsRefused(f"{path} can't be read as text, so it was left alone.") from None


def _replace(path: Path, text: str) -> None:
    """Put a text in a file's place, whole, with the rights that the file had."""
    mode = path.stat().st_mode & 0o777 if path.exists() else None
    write_whole(path, text.encode())
    if mode is not None:
        path.chmod(mode)


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
    before = None if link.backup is None else _text_of(Path(link.backup))
    if _digest(now) != link.written or (link.backup is not None and before is None):
        # It was changed since, which stays; or nobody knows any more how it was.
        _replace(path, claude_settings.without(now))
        return
    if link.backup is not None and before is not None:
        _replace(path, before)
        Path(link.backup).unlink()
        return
    path.unlink()
    if link.made_folder and not any(path.parent.iterdir()):
        path.parent.rmdir()


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _gating(tried: Link) -> Link:
    if not tried.blocked:
        raise LinkNotGated(f"A call through {tried.name} that must be blocked wasn't: {tried.words}")
    return tried

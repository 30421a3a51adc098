"""Links from outside of the engine: their commands, the query, and the view."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from placet.api.commands import Command
from placet.api.queries import Query
from placet.rules.authority import Authority
from placet.work.links import Link, Links


@dataclass(frozen=True, kw_only=True)
class InstallLink(Command):
    """Put our hooks into another program's settings file and try them. By: the owner. Answer: `LinkRow`."""

    name: str
    settings: Path


@dataclass(frozen=True, kw_only=True)
class RemoveLink(Command):
    """Take the hooks out again, and the link's token back. By: the owner. Answer: `LinkRow`, as it was.

    `settings` says which file is meant where a link may stand in several.
    """

    name: str
    settings: Path | None = None


@dataclass(frozen=True, kw_only=True)
class TryLink(Command):
    """Send a call through a link that must be blocked. By: the owner. Answer: `LinkRow`."""

    name: str


@dataclass(frozen=True, kw_only=True)
class ListLinks(Query):
    """All links by name. Reads their files and the programs' settings. Answer: a tuple of `LinkRow`."""


@dataclass(frozen=True, kw_only=True)
class LinkRow:
    """One link; times in ms. `gated`: what must be blocked was blocked last, and the hooks are still where they were put.

    `words` says why not. `last_call_at` null: the program never asked for anything. `skipped`: the program doesn't run the
    hooks, and only its own user can change that. `unasked`: what it does without asking all the same; empty: nothing known.
    """

    name: str
    agent: str
    settings: str
    installed_at: int
    tested_at: int | None
    last_call_at: int | None
    gated: bool
    words: str
    skipped: bool = False
    unasked: str = ""


class LinkRoom:
    """Carries out the commands about links and answers the query."""

    def __init__(self, links: Links) -> None:
        self.links = links
        self.owners: dict[type[Command], Callable[[Any, Authority], Awaitable[Any]]] = {
            InstallLink: self._install,
            RemoveLink: self._remove,
            TryLink: self._try,
        }

    @property
    def answers(self) -> dict[type[Query], Callable[[Any], Any]]:
        """What answers each query; any thread may ask."""
        return {ListLinks: lambda _: tuple(self._row(link) for link in self.links.all())}

    async def _install(self, command: InstallLink, _: Authority) -> LinkRow:
        return self._row(await self.links.install(command.name, command.settings))

    async def _remove(self, command: RemoveLink, _: Authority) -> LinkRow:
        return self._row(await self.links.remove(command.name, command.settings))

    async def _try(self, command: TryLink, _: Authority) -> LinkRow:
        return self._row(await self.links.test(command.name))

    def _row(self, link: Link) -> LinkRow:
        wrong = self.links.complaints(link)
        skipped = None if wrong else self.links.why_skipped(link)
        return LinkRow(
            name=link.name,
            agent=link.agent,
            settings=link.settings,
            installed_at=link.installed_at,
            tested_at=link.tested_at,
            last_call_at=self.links.last_call_at(link),
            gated=bool(link.blocked) and not wrong and skipped is None,
            words=wrong[0] if wrong else skipped or link.words,
            skipped=skipped is not None,
            unasked=self.links.unasked(link) or "",
        )

"""Which tools there are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from placet.rules.errors import NotEnabled
from placet.rules.ports import Tool
from placet.settings import Settings
from placet.tools.accounts.leave import AccountBook
from placet.tools.accounts.limits import Limits
from placet.tools.accounts.tools import of_accounts
from placet.tools.code.hosting import CodeHost
from placet.tools.code.sys_code import SysCode
from placet.tools.code.sys_lambda import SysLambda
from placet.tools.compiling import any_object, compiled
from placet.tools.config import Desk, SysGetConfig, SysUpdateConfig
from placet.tools.fetch.http_fetch import FetchLimits, HttpFetch
from placet.tools.files.fs_delete import FsDelete
from placet.tools.files.fs_edit import FsEdit
from placet.tools.files.fs_list import FsList
from placet.tools.files.fs_read import FsRead
from placet.tools.files.fs_write import FsWrite
from placet.tools.messages import Book, MsgSend, Post
from placet.tools.outbox import Outbox
from placet.tools.query import DbQuery, QueryRoom
from placet.tools.quoting import quoted
from placet.tools.shell.jail import Jail
from placet.tools.shell.running import ShellLimits
from placet.tools.shell.shell import Shell
from placet.tools.turn_end import TurnEnd

if TYPE_CHECKING:
    from placet.tools.schemas import Schema


class Others(Protocol):
    """Where tools are looked for that a registry doesn't hold (`placet.work.mcp_servers`)."""

    def find(self, name: str) -> Tool | None:
        """The tool of this name, for whichever agent."""
        ...

    def offered(self, agent: str) -> Sequence[Tool]:
        """The tools of one agent. Blocking."""
        ...


class Registry:
    """Tools by name, each with its schema compiled once, when it is first asked for. Safe from any thread.

    `others` are tools that come and go: those of the agents' own MCP servers.
    """

    def __init__(self, tools: Iterable[Tool], others: Others | None = None) -> None:
        self._others = others
        self._tools: dict[str, Tool] = {}
        for tool in tools:
            if tool.name in self._tools:
                raise RuntimeError(f"two tools are called {tool.name}")
            self._tools[tool.name] = tool
        self._schemas: dict[str, Schema] = {}

    def get(self, name: str) -> Tool | None:
        """The tool of this name; `None` when there is none."""
        return self._tools.get(name) or (self._others.find(name) if self._others else None)

    def fixed(self, name: str) -> Tool | None:
        """The tool of this name among those that are there for every agent."""
        return self._tools.get(name)

    def offered(self, agent: str) -> Sequence[Tool]:
        """The tools of an agent's own that aren't among `tools`. Blocking."""
        return self._others.offered(agent) if self._others else ()

    def names(self) -> tuple[str, ...]:
        """All names, in the order in which the tools were given."""
        return tuple(self._tools)

    def tools(self) -> tuple[Tool, ...]:
        """All tools, in the order in which they were given."""
        return tuple(self._tools.values())

    def schema_of(self, name: str) -> Schema:
        """The compiled schema of a tool's arguments.

        Raises:
            NotEnabled: there is no such tool.
            BadInput: what the tool gives as its schema is none.
        """
        known = self._schemas.get(name)
        if known is not None:
            return known
        tool = self._tools.get(name)
        if tool is not None:
            return self._schemas.setdefault(name, compiled(tool.schema))
        if self.get(name) is not None:
            return any_object()  # what it takes is checked where it is looked at
        raise NotEnabled(f"There is no tool called {quoted(name, 200)}.")


@dataclass(frozen=True, kw_only=True)
class Around:
    """What the tools of a running engine have to know of it. `own_ports`: where it and its models listen now."""

    settings: Settings
    jail: Jail
    own_ports: Callable[[], frozenset[int]]
    room: QueryRoom
    post: Post
    book: Book
    outbox: Outbox
    desk: Desk
    code: CodeHost
    accounts: AccountBook
    account_limits: Callable[[], Limits]

    def fetch_limits(self) -> FetchLimits:
        """The owner's limits for one fetch, as they are now."""
        settings = self.settings
        return FetchLimits(
            time_s=settings.integer("fetch.time_s"), body_bytes=settings.integer("fetch.body_bytes")
        )

    def shell_limits(self) -> ShellLimits:
        """The owner's limits for one command, as they are now."""
        settings = self.settings
        return ShellLimits(
            time_s=settings.integer("shell.time_s"), output_bytes=settings.integer("shell.output_bytes")
        )

    def may_be_unconfined(self) -> bool:
        """Whether the owner lets commands run without a jail where there is none."""
        return self.settings.boolean("shell.unconfined")


def builtin(around: Around | None = None) -> Registry:
    """The tools that Placet brings along. Without an engine around them, no command runs and no private host is
    reached: what they would have to keep clear of isn't known. The tools that work in it aren't there at all.
    """
    fetch = HttpFetch(around.own_ports, around.fetch_limits) if around else HttpFetch()
    shell = Shell(around.jail, around.may_be_unconfined, around.shell_limits) if around else Shell()
    inside: list[Tool] = []
    if around is not None:
        inside = [
            DbQuery(around.room),
            MsgSend(post=around.post, book=around.book, outbox=around.outbox),
            SysGetConfig(around.desk),
            SysUpdateConfig(around.desk),
            SysCode(around.code),
            SysLambda(around.code),
            *of_accounts(around.accounts, around.account_limits),
        ]
    return Registry([FsRead(), FsList(), FsWrite(), FsEdit(), FsDelete(), fetch, shell, *inside, TurnEnd()])

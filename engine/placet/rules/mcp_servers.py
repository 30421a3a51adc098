"""The MCP servers that an agent's declaration names: what starts each, and how its tools are called.

Their tools are `SERVER.TOOL`: enabled, visible and restricted, as long as the declaration's `tools` don't say otherwise of
one by its whole name (interfaces 3).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from placet.rules.mcp_pins import is_server_name
from placet.rules.tables import Table

MOST_SERVERS: Final = 32
_MOST_WORDS: Final = 200
_MOST_WORD_CHARS: Final = 4096
_MOST_NAMES: Final = 100
_VARIABLE: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,127}")


@dataclass(frozen=True, kw_only=True)
class McpServer:
    """One server of an agent's. `env` are names of variables that it gets besides the few that every one gets (A5)."""

    name: str
    command: tuple[str, ...]
    env: tuple[str, ...] = ()


def server_of(tool: str) -> str | None:
    """The name of the server that a tool of this name would belong to; None: it is no server's."""
    server, point, own = tool.partition(".")
    return server if point and own and is_server_name(server) else None


def read_servers(top: Table) -> tuple[McpServer, ...]:
    """Read the section `mcp_servers`.

    Raises:
        BadDeclaration: something in it doesn't fit.
    """
    tables = top.tables("mcp_servers")
    if len(tables) > MOST_SERVERS:
        raise top.bad("mcp_servers", f"may hold at most {MOST_SERVERS} servers")
    servers: list[McpServer] = []
    for table in tables:
        servers.append(_server(table, [it.name for it in servers]))
    return tuple(servers)


def _server(table: Table, taken: Iterable[str]) -> McpServer:
    name: str = table.need("name", table.text("name"))
    if not is_server_name(name):
        raise table.bad("name", "must be made of letters, digits, _ and -, and be at most 64 long")
    if name in taken:
        raise table.bad("name", "is the name of another server already")
    command = _texts(table, "command", _MOST_WORDS)
    if not command:
        raise table.bad("command", "must be a list of texts that starts with a program")
    env = _texts(table, "env", _MOST_NAMES)
    if not all(_VARIABLE.fullmatch(it) and not it.upper().startswith("PLACET_") for it in env):
        raise table.bad("env", "must be a list of names of variables, none of them Placet's own")
    table.done()
    return McpServer(name=name, command=command, env=env)


def _texts(table: Table, key: str, most: int) -> tuple[str, ...]:
    words = table.items(key)
    fits = len(words) <= most and all(
        isinstance(it, str) and it and len(it) <= _MOST_WORD_CHARS and "\x00" not in it for it in words
    )
    if not fits:
        raise table.bad(key, f"must be a list of at most {most} texts")
    return tuple(words)


def server_mapping(server: McpServer) -> dict[str, Any]:
    """One server as JSON values, absent things left out."""
    told: dict[str, Any] = {"name": server.name, "command": list(server.command)}
    return {**told, "env": list(server.env)} if server.env else told

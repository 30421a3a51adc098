"""`placet mcp-gateway`: stands between an MCP client and its servers, so that a person decides about each call."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
from collections.abc import Callable, Sequence
from typing import Any

from placet.cli.failures import Exit, Failure
from placet.mcp.console import FOR_EVER_S, Console
from placet.mcp.environment import server_environment
from placet.mcp.server import Server
from placet.mcp.stdio import serve
from placet.rules.mcp_pins import is_server_name

__all__ = ["run"]


def run(arguments: argparse.Namespace) -> int:
    """Serve the client that started this program until it closes its end."""
    command = list(arguments.command)
    if command[:1] == ["--"]:
        del command[:1]
    if not command:
        raise Failure("A server's command follows after --.", "wrong_use", Exit.WRONG_USE)
    name = arguments.name or _name(command)
    if not is_server_name(name):
        raise Failure("A server's name is made of letters, digits, _ and -.", "wrong_use", Exit.WRONG_USE)
    environment = server_environment(os.environ, arguments.env)

    def make(answer: Callable[..., Any], hear: Callable[..., Any]) -> Sequence[Server]:
        return [Server(name=name, command=command, environment=environment, answer=answer, hear=hear)]

    asyncio.run(_serve(make, arguments))
    return Exit.DONE


async def _serve(make: Callable[..., Sequence[Server]], arguments: argparse.Namespace) -> None:
    data = None if arguments.data is None else str(arguments.data)
    await serve(make, Console(data=data, agent=arguments.agent, deadline_s=_deadline_s()))


def _name(command: Sequence[str]) -> str:
    """A server without a name is known by its command: another one is another server."""
    return f"server-{hashlib.sha256(json.dumps(list(command)).encode()).hexdigest()[:8]}"


def _deadline_s() -> float:
    told = os.environ.get("PLACET_DEADLINE")
    if not told:
        return FOR_EVER_S
    try:
        seconds = float(told)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < FOR_EVER_S:
        raise Failure("PLACET_DEADLINE isn't a number of seconds.", "wrong_use", Exit.WRONG_USE)
    return seconds

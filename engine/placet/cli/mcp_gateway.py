"""`placet mcp-gateway`: stands between an MCP client and its servers, so that a person decides about each call."""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from placet.cli.failures import Exit, Failure
from placet.hook import asking
from placet.hook.asking import Call, No
from placet.hook.door import Deadline
from placet.mcp.console import FOR_EVER_S, LINK, Console
from placet.mcp.environment import server_environment
from placet.mcp.server import Server
from placet.mcp.stdio import serve
from placet.rules import strict_json
from placet.rules.errors import BadInput, LinkNotGated, NotEnabled
from placet.rules.mcp_pins import is_server_name
from placet.rules.outside import CANARY

__all__ = ["run"]

_TEST_S: Final = 10.0


@dataclass(frozen=True, kw_only=True)
class _Named:
    """One server to stand in front of. `env` are names of variables to hand on, `given` are variables with their values."""

    name: str
    command: tuple[str, ...]
    env: tuple[str, ...] = ()
    given: Mapping[str, str] = field(default_factory=dict)


def run(arguments: argparse.Namespace) -> int:
    """Serve the client that started this program until it closes its end."""
    if arguments.test:
        return _test(arguments)
    named = _listed(arguments.servers) if arguments.servers else [_of_command(arguments)]
    for server in named:
        if not is_server_name(server.name):
            raise _wrong("A server's name is made of letters, digits, _ and -, and is at most 64 long")

    def make(answer: Callable[..., Any], hear: Callable[..., Any]) -> Sequence[Server]:
        return [
            Server(
                name=it.name,
                command=it.command,
                environment={**server_environment(os.environ, it.env), **it.given},
                answer=answer,
                hear=hear,
            )
            for it in named
        ]

    asyncio.run(_serve(make, arguments))
    return Exit.DONE


def _test(arguments: argparse.Namespace) -> int:
    """Ask about a call that the console must refuse, on the way that every call takes."""
    session = secrets.token_hex(8)
    call = Call(CANARY, {}, key=f"mcp:{session}:0", source={"harness": "mcp", "session_id": session})
    data = None if arguments.data is None else str(arguments.data)
    verdict = asking.ask(call, asking.reaching(data, LINK), Deadline(_TEST_S))
    if isinstance(verdict, No) and verdict.code == NotEnabled.code:
        return Exit.DONE
    said = verdict.reason if isinstance(verdict, No) else "The console allowed it."
    raise Failure(f"A call that must be refused wasn't: {said}", LinkNotGated.code)


def _of_command(arguments: argparse.Namespace) -> _Named:
    command = list(arguments.command)
    if command[:1] == ["--"]:
        del command[:1]
    if not command:
        raise _wrong("A server's command follows after --")
    return _Named(name=arguments.name or _name(command), command=tuple(command), env=tuple(arguments.env))


def _listed(path: Path) -> list[_Named]:
    """The servers of a file as MCP clients keep it: `{"mcpServers": {"NAME": {"command", "args"?, "env"?}}}`."""
    try:
        told = strict_json.parse(path.read_bytes(), error=BadInput)
    except OSError as problem:
        raise _wrong(f"{path} can't be read: {problem.strerror}") from None
    except BadInput as flaw:
        raise _wrong(f"{path} can't be understood. {flaw.message.rstrip('.')}") from None
    servers = told.get("mcpServers") if isinstance(told, dict) else None
    if not isinstance(servers, dict) or not servers:
        raise _wrong(f"{path} holds no mcpServers")
    return [_of_file(name, it) for name, it in servers.items()]


def _of_file(name: str, told: Any) -> _Named:
    command = told.get("command") if isinstance(told, dict) else None
    args, env = (told.get("args", []), told.get("env", {})) if isinstance(told, dict) else ([], {})
    fits = isinstance(command, str) and isinstance(args, list) and isinstance(env, dict)
    if not fits or not all(isinstance(it, str) for it in (*args, *env.values())):
        raise _wrong(f"The server {name!a} is no command with args and env")
    given = {key: value for key, value in env.items() if not key.upper().startswith("PLACET_")}
    return _Named(name=name, command=(str(command), *args), given=given)


def _wrong(words: str) -> Failure:
    return Failure(f"{words}.", "wrong_use", Exit.WRONG_USE)


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
        raise _wrong("PLACET_DEADLINE isn't a number of seconds")
    return seconds

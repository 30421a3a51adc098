"""The protocol's own SDK as client and as server, in both eras, with the gateway or the engine between them."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

import httpx2
import pytest
from mcp.client.stdio import StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS

from mcp import Client
from placet.api import Scope
from placet.api.commands import CreateToken
from tests.mcp.peers import Place

CASES = Path(__file__).parents[1] / "cases" / "arguments"
SERVER = Path(__file__).with_name("sdk_server.py")
Mode = Literal["legacy", "auto"]


@asynccontextmanager
async def through(here: Place, calls: Path, mode: Mode) -> AsyncIterator[Client]:
    command = ["-m", "placet", "mcp-gateway", "--name", "shop", "--", sys.executable, str(SERVER), str(calls)]
    environment = {**os.environ, "PLACET_URL": here.url, "PLACET_TOKEN": here.token}
    started = StdioServerParameters(command=sys.executable, args=command, env=environment)
    async with asyncio.timeout(60), Client(started, mode=mode) as client:
        yield client


def said(result: Any) -> Any:
    return json.loads(result.content[0].text)


def values() -> list[tuple[str, Any]]:
    """The objects of the case files that the SDK can write at all: it turns NaN into null before anything is sent."""
    found = []
    for path in sorted(CASES.glob("*.json")):
        try:
            value = json.loads(path.read_bytes())
            json.dumps(value, allow_nan=False, ensure_ascii=False).encode()
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and path.name != "manifest.json":
            found.append((path.name, value))
    return found


async def exchange(here: Place, calls: Path, mode: Mode, given: list[tuple[str, Any]]) -> None:
    async with through(here, calls, mode) as client:
        assert client.protocol_version == ("2025-11-25" if mode == "legacy" else "2026-07-28")
        assert [it.name for it in (await client.list_tools()).tools] == ["free", "placet_task"]
        for name, value in given:
            before = ran(calls)
            answer = await answer_of(client, value)
            if isinstance(answer, int):
                assert answer in {INVALID_PARAMS, -32700}, name
                assert ran(calls) == before, name
            else:
                assert json.dumps(answer) == json.dumps(value), name


async def answer_of(client: Client, value: Any) -> Any:
    """What the server says that arrived, or the code that the call was refused with."""
    try:
        result = await client.call_tool("free", value)
    except MCPError as refused:
        return refused.code
    return said(result)


def ran(calls: Path) -> int:
    return calls.read_text().count("\n") if calls.exists() else 0


@pytest.mark.parametrize("mode", [pytest.param("legacy", marks=pytest.mark.long), "auto"])
def test_a_call_by_the_sdk_waits_and_runs_as_it_was_asked(here: Place, tmp_path: Path, mode: Mode) -> None:
    plain = {"n": 9007199254740993, "text": "\u202e", "half": 0.5}
    asyncio.run(exchange(here, tmp_path / "calls", mode, [("plain", plain)]))
    assert json.loads((tmp_path / "calls").read_text()) == plain


@pytest.mark.long
@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_every_hostile_value_by_the_sdk_is_kept_or_refused_and_never_hangs(
    here: Place, tmp_path: Path, mode: Mode
) -> None:
    given = values()
    assert len(given) > 25
    asyncio.run(exchange(here, tmp_path / "calls", mode, given))
    assert (tmp_path / "calls").read_text().count("\n") > 25


@asynccontextmanager
async def over_http(here: Place, mode: Mode) -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {here.token}"}
    async with httpx2.AsyncClient(headers=headers, trust_env=False) as http:
        transport = streamable_http_client(f"{here.url}/mcp", http_client=http)
        async with Client(transport, mode=mode) as client:
            yield client


@pytest.mark.parametrize("mode", ["legacy", pytest.param("auto", marks=pytest.mark.long)])
def test_the_sdk_speaks_with_the_engine_over_http(here: Place, mode: Mode) -> None:
    async def ask() -> list[str]:
        async with over_http(here, mode) as client:
            return [it.name for it in (await client.list_tools()).tools]

    assert "placet_task" in asyncio.run(ask())


@pytest.mark.parametrize("mode", ["legacy", "auto"])
def test_what_the_sdk_takes_back_over_http_is_nobodys_to_approve(here: Place, mode: Mode) -> None:
    async def leave() -> str:
        async with over_http(writer, mode) as client:
            call = asyncio.create_task(client.call_tool("fs_write", {"path": "a", "content": "a"}))
            (task,) = await asyncio.to_thread(here.house.waiting)
            call.cancel()
            return (await asyncio.to_thread(here.house.ended, task.id)).status

    here.house.declare("writer", tools=[{"name": "fs_write", "restricted": True}])
    token = here.house.submit(CreateToken(scope=Scope.AGENT, agent="writer")).secret
    writer = replace(here, token=token)
    assert asyncio.run(leave()) == "cancelled"

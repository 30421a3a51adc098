import asyncio
import json
import os
import select
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest

from placet.backends.embedded import EmbeddedBackend
from placet.backends.weights import MODEL
from placet.rules.errors import BackendFailed, ReplyCutShort
from placet.rules.ports import ModelReply, ModelRequest
from tests.backends.whole import whole_reply

pytestmark = [pytest.mark.anyio, pytest.mark.model]

PATIENCE_S = 60
RESULT = '{"path":"hello.txt","size":13,"sha256":"315f5bdb76d078c43b8ac0064e4a0164612b1f","created":true}'
CHAT = ModelRequest(model=MODEL, messages=[{"role": "user", "content": "Say hello."}], temperature=0.0)
STORY = replace(CHAT, messages=[{"role": "user", "content": "Write a very long story."}], max_tokens=900)


def tool(name: str, **properties: Any) -> dict[str, Any]:
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
    function = {"name": name, "description": "Write a text file.", "parameters": parameters}
    return {"type": "function", "function": function}


WRITE = tool("fs_write", path={"enum": ["hello.txt"]}, content={"type": "string"})


@asynccontextmanager
async def running() -> AsyncIterator[EmbeddedBackend]:
    backend = EmbeddedBackend()
    try:
        async with asyncio.timeout(PATIENCE_S):
            yield backend
    finally:
        await backend.close()


def ignore(piece: str) -> None:
    """For tests that look at the end of a reply only."""


async def under_way(backend: EmbeddedBackend) -> asyncio.Task[ModelReply]:
    """A long reply of which the first piece has come."""
    begun = asyncio.Event()
    reply = asyncio.create_task(whole_reply(backend.generate(STORY), lambda _: begun.set()))
    await asyncio.wait([reply, asyncio.create_task(begun.wait())], return_when=asyncio.FIRST_COMPLETED)
    assert begun.is_set()
    assert not reply.done()
    return reply


async def end_of(pid: int) -> None:
    """Returns when this process, which may be anybody's child, has ended."""
    handle = os.pidfd_open(pid)
    try:
        ended, _, _ = await asyncio.to_thread(select.select, [handle], [], [], PATIENCE_S)
        assert ended
    finally:
        os.close(handle)


def is_alive(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


async def test_a_required_call_is_made_once_and_its_result_is_answered_in_a_sentence() -> None:
    messages: list[dict[str, Any]] = [
        {"role": "system", "content": 'You are the agent "greeter".'},
        {"role": "user", "content": "Write a greeting to the owner into hello.txt"},
    ]
    told: list[str] = []
    asked = ModelRequest(
        model=MODEL, messages=messages, tools=[WRITE, tool("turn_end")], require_tool=True, temperature=0.0
    )
    async with running() as backend:
        first = await whole_reply(backend.generate(asked), told.append)
        [call] = first.tool_calls
        function = {"name": call.name, "arguments": call.arguments}
        messages += [
            {"role": "assistant", "content": "", "tool_calls": [{"id": call.id, "function": function}]},
            {"role": "tool", "tool_call_id": call.id, "content": RESULT},
        ]
        assert told == []
        second = await whole_reply(backend.generate(replace(asked, require_tool=False)), told.append)
    arguments = json.loads(call.arguments)
    assert (call.name, arguments["path"]) == ("fs_write", "hello.txt")
    assert 0 < len(arguments["content"]) <= 200
    assert second.tool_calls == ()
    assert second.text.endswith(".")
    assert told == [second.text]
    assert first.completion_tokens > 0
    assert first.pid == second.pid


async def test_text_streams_from_a_child_that_holds_no_secret_and_ends_on_close(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PLACET_SECRET", "not for children")
    pieces: list[str] = []
    async with running() as backend:
        assert await backend.models() == [MODEL]
        reply = await whole_reply(backend.generate(CHAT), pieces.append)
        assert len(pieces) > 1
        assert reply.text == "".join(pieces)
        assert reply.completion_tokens > 1
        assert reply.pid not in {None, os.getpid()}
        assert backend._process is not None
        key = str(backend._process.endpoint._api_key).encode()
        environment, line = (
            Path(f"/proc/{reply.pid}/{file}").read_bytes() for file in ("environ", "cmdline")
        )
        assert b"PATH=" in environment
        assert b"placet.backends.child" in line
        for place in (environment, line):
            assert b"PLACET_" not in place
            assert key not in place
        assert is_alive(int(reply.pid or 0))
    assert not is_alive(int(reply.pid or 0))
    with pytest.raises(BackendFailed, match="shut down"):
        await whole_reply(backend.generate(CHAT), ignore)


async def test_the_childs_port_is_known_so_that_no_tool_reaches_it() -> None:
    async with running() as backend:
        assert backend.port is None
        await whole_reply(backend.generate(CHAT), ignore)
        async with httpx.AsyncClient(trust_env=False) as client:
            health = await client.get(f"http://127.0.0.1:{backend.port}/health")
        assert health.status_code == 200


async def test_a_refused_request_and_a_cut_reply_and_a_cancel_leave_the_child_as_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("placet.backends.embedded.IDLE_S", PATIENCE_S)  # a busy machine is no reason to fail
    too_long = replace(CHAT, messages=[{"role": "user", "content": "word " * 6000}])
    async with running() as backend:
        pid = (await whole_reply(backend.generate(CHAT), ignore)).pid
        with pytest.raises(BackendFailed, match="400"):
            await whole_reply(backend.generate(too_long), ignore)
        with pytest.raises(ReplyCutShort):
            await whole_reply(backend.generate(replace(STORY, max_tokens=4)), ignore)
        story = await under_way(backend)
        story.cancel()
        with pytest.raises(asyncio.CancelledError):
            await story
        assert (await whole_reply(backend.generate(CHAT), ignore)).pid == pid


async def test_a_child_that_does_not_come_to_rest_after_a_cancel_is_killed_and_replaced() -> None:
    async with running() as backend:
        story = await under_way(backend)
        assert backend._process is not None
        pid = backend._process.pid
        os.kill(pid, signal.SIGSTOP)
        story.cancel()
        with pytest.raises(asyncio.CancelledError):
            await story
        assert (await whole_reply(backend.generate(CHAT), ignore)).pid != pid
        assert not is_alive(pid)


async def test_a_child_killed_in_the_middle_of_a_reply_fails_it_and_the_next_reply_works() -> None:
    async with running() as backend:
        story = await under_way(backend)
        assert backend._process is not None
        pid = backend._process.pid
        os.kill(pid, signal.SIGKILL)
        with pytest.raises(BackendFailed, match="broke off"):
            await story
        assert (await whole_reply(backend.generate(CHAT), ignore)).pid != pid


async def test_closing_in_the_middle_of_a_reply_fails_it() -> None:
    async with running() as backend:
        story = await under_way(backend)
        await backend.close()
        with pytest.raises(BackendFailed):
            await story


async def test_a_start_that_nobody_waits_for_any_more_is_kept_or_ended() -> None:
    async with running() as backend:
        early = asyncio.create_task(whole_reply(backend.generate(CHAT), ignore))
        while backend._starting is None:
            await asyncio.sleep(0)
        early.cancel()
        with pytest.raises(asyncio.CancelledError):
            await early
        starting = backend._starting
        await backend.close()
        assert not is_alive(starting.result().pid)


PARENT = """
import asyncio
from placet.backends.embedded import EmbeddedBackend
from placet.rules.ports import Began, ModelRequest

async def main():
    request = ModelRequest(model="smollm2-135m-instruct", messages=[{"role": "user", "content": "Hi"}], max_tokens=200)
    pids = [piece.pid async for piece in EmbeddedBackend().generate(request) if isinstance(piece, Began)]
    print(*pids, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_the_child_dies_with_a_parent_that_is_killed() -> None:
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, stdout=asyncio.subprocess.PIPE
    )
    assert parent.stdout is not None
    async with asyncio.timeout(PATIENCE_S):
        pid = int(await parent.stdout.readline())
        assert is_alive(pid)
        parent.kill()
        await parent.wait()
        await end_of(pid)


async def test_weights_that_are_none_are_told_as_such(tmp_path: Path) -> None:
    (tmp_path / f"{MODEL}.gguf").write_bytes(b"GGUF but not really")
    backend = EmbeddedBackend(tmp_path)
    with pytest.raises(BackendFailed, match=r"couldn't be loaded|before it said a word"):
        await whole_reply(backend.generate(CHAT), ignore)
    await backend.close()


async def test_another_models_name_is_refused() -> None:
    with pytest.raises(BackendFailed, match="one model"):
        await whole_reply(EmbeddedBackend().generate(replace(CHAT, model="gpt")), ignore)

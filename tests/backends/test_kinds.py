"""How each kind of server shows that it loads, and that it has come to rest; over the wire, as each kind speaks it."""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from placet.backends import kinds
from placet.backends.kinds import KINDS
from placet.backends.openai import OpenAIBackend
from placet.rules.errors import BackendFailed, BackendUnavailable, ModelLoadFailed
from placet.rules.ports import ModelState
from placet.settings import BACKEND_KINDS
from tests.backends.wire import PATIENCE_S, Exchange, WireServer, serving

pytestmark = pytest.mark.anyio

Reply = tuple[str, Any]
"""The status line's end, and the body: JSON, or None for an answer without one."""
OK = "200 OK"
LOADING: Reply = ("503 Service Unavailable", {"error": {"message": "Loading model", "code": 503}})
MISSING: Reply = ("404 Not Found", {"error": "nothing here"})


class Server:
    """Answers each path with its replies in turn, the last one again and again; what isn't scripted is missing."""

    def __init__(self, replies: Mapping[str, list[Reply]]) -> None:
        self.replies = {path: list(each) for path, each in replies.items()}

    async def __call__(self, exchange: Exchange) -> None:
        script = self.replies.get(f"{exchange.method} {exchange.path}", [MISSING])
        status, body = script.pop(0) if len(script) > 1 else script[0]
        if body is None:
            exchange.head(status=status, kind="text/plain")
        else:
            exchange.whole(body, status=status)


async def asked(
    kind: str, replies: Mapping[str, list[Reply]], ask: Callable[[OpenAIBackend], Any]
) -> tuple[Any, list[str], WireServer]:
    async with serving(Server(replies)) as server, asyncio.timeout(PATIENCE_S):
        backend = OpenAIBackend("there", server.url, kind=kind, models=["m"])
        answer = await ask(backend)
    return answer, [f"{it.method} {it.path}" for it in server.seen], server


async def load(kind: str, replies: Mapping[str, list[Reply]]) -> tuple[list[str], WireServer]:
    _, seen, server = await asked(kind, replies, lambda backend: backend.load("m"))
    return seen, server


async def state(kind: str, replies: Mapping[str, list[Reply]]) -> ModelState:
    [info], _, _ = await asked(kind, replies, lambda backend: backend.look())
    found: ModelState = info.state
    return found


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "LOOK_S", 0.001)


def test_every_kind_of_the_settings_is_known_here() -> None:
    assert set(KINDS) == set(BACKEND_KINDS)


async def test_a_plain_server_is_asked_nothing() -> None:
    assert (await load("openai", {}))[0] == []
    assert await state("openai", {}) is ModelState.UNKNOWN


async def test_ollama_is_asked_for_nothing_of_a_model_that_it_has_not_loaded() -> None:
    replies = {"GET /api/ps": [(OK, {"models": []})], "POST /api/generate": [(OK, {"done_reason": "load"})]}
    seen, server = await load("ollama", replies)
    assert seen == ["GET /api/ps", "POST /api/generate"]
    assert server.seen[1].json == {"model": "m", "stream": False}


@pytest.mark.parametrize("name", ["m", "m:latest"])
async def test_ollama_is_not_asked_to_load_what_it_lists(name: str) -> None:
    listed = {"GET /api/ps": [(OK, {"models": [{"name": "x"}, {"name": name}]})]}
    assert (await load("ollama", listed))[0] == ["GET /api/ps"]
    assert await state("ollama", listed) is ModelState.LOADED
    assert await state("ollama", {"GET /api/ps": [(OK, {"models": "odd"})]}) is ModelState.UNLOADED


async def test_llama_is_waited_for_while_its_health_says_loading() -> None:
    replies = {"GET /health": [LOADING, LOADING, (OK, {"status": "ok"})]}
    seen, _ = await load("llamacpp", replies)
    assert seen.count("GET /health") == 3
    assert await state("llamacpp", {"GET /health": [LOADING]}) is ModelState.LOADING
    assert await state("llamacpp", {}) is ModelState.LOADED  # an older server without that path is simply up


def routed(*values: str, **more: Any) -> list[Reply]:
    rows = [{"id": "m", "status": {"value": value, **more}} for value in values]
    return [(OK, {"data": [{"id": "other", "status": {"value": "loaded"}}, row]}) for row in rows]


async def test_a_router_is_asked_to_load_and_waited_for() -> None:
    replies = {"GET /models": routed("unloaded", "loading", "loaded"), "POST /models/load": [(OK, {})]}
    seen, server = await load("llamacpp", replies)
    assert seen == ["GET /models", "POST /models/load", "GET /models", "GET /models"]
    assert server.seen[1].json == {"model": "m"}


@pytest.mark.parametrize(
    ("value", "expected"),
    [("loaded", ModelState.LOADED), ("sleeping", ModelState.UNLOADED), ("odd", ModelState.UNLOADED)],
)
async def test_a_routers_words_are_understood(value: str, expected: ModelState) -> None:
    assert await state("llamacpp", {"GET /models": routed(value)}) is expected


async def test_a_router_that_says_that_it_failed_is_believed() -> None:
    with pytest.raises(ModelLoadFailed):
        await load("llamacpp", {"GET /models": routed("unloaded", failed=True, exit_code=1)})


@pytest.mark.parametrize(
    ("kind", "asks", "loads"),
    [
        ("ollama", {"GET /api/ps": [(OK, {"models": []})]}, "POST /api/generate"),
        ("llamacpp", {"GET /models": routed("unloaded")}, "POST /models/load"),
        ("lmstudio", {"GET /api/v1/models": [(OK, {"models": []})]}, "POST /api/v1/models/load"),
    ],
)
async def test_a_refusal_to_load_is_told_in_the_servers_words(
    kind: str, asks: dict[str, list[Reply]], loads: str
) -> None:
    refusal: Reply = ("500 Oops", {"error": "out of memory"})
    with pytest.raises(ModelLoadFailed, match="out of memory"):
        await load(kind, {**asks, loads: [refusal]})


async def test_lmstudio_loads_what_has_no_instance() -> None:
    rows = [{"key": "m", "loaded_instances": []}, {"key": "n", "loaded_instances": [{}]}]
    replies = {"GET /api/v1/models": [(OK, {"models": rows})], "POST /api/v1/models/load": [(OK, {})]}
    seen, server = await load("lmstudio", replies)
    assert seen[1] == "POST /api/v1/models/load"
    assert server.seen[1].json == {"model": "m"}
    loaded = {"GET /api/v1/models": [(OK, {"models": [{"key": "m", "loaded_instances": [{}]}]})]}
    assert (await load("lmstudio", loaded))[0] == ["GET /api/v1/models"]


async def test_an_older_lmstudio_loads_at_first_use() -> None:
    assert (await load("lmstudio", {}))[0] == ["GET /api/v1/models"]
    assert await state("lmstudio", {}) is ModelState.UNKNOWN


async def test_vllm_is_waited_for_until_it_is_healthy() -> None:
    seen, _ = await load("vllm", {"GET /health": [LOADING, (OK, None)]})
    assert seen == ["GET /health"] * 2
    assert await state("vllm", {"GET /health": [(OK, None)]}) is ModelState.LOADED


@pytest.mark.parametrize("kind", sorted(set(BACKEND_KINDS) - {"openai"}))
async def test_a_server_that_is_not_there_is_unavailable_and_not_loading(kind: str) -> None:
    async with serving(Server({})) as server:
        pass
    backend = OpenAIBackend("there", server.url, kind=kind, models=["m"])
    with pytest.raises(BackendUnavailable):
        await backend.load("m")
    assert [info.state for info in await backend.look()] == [ModelState.UNKNOWN]


@pytest.mark.parametrize(
    ("kind", "path"),
    [("llamacpp", "GET /health"), ("lmstudio", "GET /api/v1/models"), ("vllm", "GET /health")],
)
async def test_any_other_trouble_of_a_server_is_its_own(kind: str, path: str) -> None:
    with pytest.raises(BackendFailed, match="500"):
        await load(kind, {path: [("500 Oops", {"error": "broken"})]})


@pytest.mark.parametrize("kind", ["llamacpp", "vllm"])
async def test_a_model_that_takes_too_long_could_not_be_loaded(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kinds, "LOAD_S", 0.05)
    with pytest.raises(ModelLoadFailed, match="wasn't loaded"):
        await load(kind, {"GET /health": [LOADING]})


async def test_llama_has_come_to_rest_when_no_slot_is_at_work() -> None:
    busy, idle = [{"is_processing": False}, {"is_processing": True}], [{"is_processing": False}]
    replies = {"GET /slots": [(OK, busy), (OK, busy), (OK, idle)]}
    _, seen, _ = await asked("llamacpp", replies, lambda backend: backend.settled())
    assert seen == ["GET /slots"] * 3


async def test_slots_that_cannot_be_seen_keep_nobody_waiting() -> None:
    assert (await asked("llamacpp", {}, lambda backend: backend.settled()))[1] == ["GET /slots"]
    assert (await asked("openai", {}, lambda backend: backend.settled()))[1] == []

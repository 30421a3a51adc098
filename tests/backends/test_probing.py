"""Looking for model servers: what answers as one is told of with its models, and nothing else is."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest

from placet.backends.probing import USUAL, FoundServer, Usual, look_around
from placet.settings import BACKEND_KINDS
from tests.backends.wire import Exchange, WireServer, serving

pytestmark = pytest.mark.anyio


def at(server: WireServer, kind: str = "vllm") -> Usual:
    return Usual(kind=kind, port=urlsplit(server.url).port or 0)


async def found(answer: Any, status: str = "200 OK") -> tuple[FoundServer, ...]:
    async def say(exchange: Exchange) -> None:
        exchange.whole(answer, status=status)

    async with serving(say) as server:
        return await look_around([at(server)])


async def test_every_usual_place_is_of_a_kind_that_the_settings_know() -> None:
    assert {it.kind for it in USUAL} <= set(BACKEND_KINDS)
    assert len({it.port for it in USUAL}) == len(USUAL)


async def test_a_server_is_told_of_by_its_models_and_by_whom_they_belong_to() -> None:
    (server,) = await found({"data": [{"id": "a", "owned_by": "library"}, {"id": "b"}]})
    assert (server.kind, server.models) == ("ollama", ("a", "b"))
    (server,) = await found({"data": [{"id": "a", "owned_by": "somebody"}]})
    assert server.kind == "vllm"


async def test_a_server_without_a_model_is_told_of() -> None:
    (server,) = await found({"data": []})
    assert server.models == ()


@pytest.mark.parametrize("answer", [{"error": "no"}, ["a"], "page", {"data": {}}])
async def test_what_answers_otherwise_is_no_model_server(answer: Any) -> None:
    assert await found(answer) == ()


async def test_a_refusal_and_a_port_where_nobody_listens_are_nothing() -> None:
    assert await found({"data": []}, status="401 Unauthorized") == ()
    async with serving(lambda _: None) as server:  # type: ignore[arg-type, return-value]
        place = at(server)
    assert await look_around([place]) == ()


async def test_names_that_nobody_could_show_are_left_out() -> None:
    (server,) = await found(
        {"data": [{"id": "a\nb"}, {"id": ""}, {"id": 7}, {"id": "x" * 300}, {"id": "ok"}, 5]}
    )
    assert server.models == ("ok",)

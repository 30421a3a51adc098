import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from placet.backends.limits import Limits
from placet.backends.openai import OpenAIBackend
from placet.rules.errors import BackendFailed, BadSetting, ReplyCutShort
from placet.rules.ports import Began, Finish, ModelReply, ModelRequest, TextDelta
from tests.backends.whole import whole_reply
from tests.backends.wire import PATIENCE_S, Exchange, WireServer, call_part, delta, serving

pytestmark = pytest.mark.anyio

REQUEST = ModelRequest(model="m", messages=[{"role": "user", "content": "Hello"}])
TOOL = {
    "type": "function",
    "function": {"name": "add", "description": "Add.", "parameters": {"type": "object"}},
}
IMPATIENT = Limits(first_piece_s=0.2, between_pieces_s=0.2)
DONE = "[DONE]"


def ignore(piece: str) -> None:
    """For tests that look at the end of a reply only."""


async def asked(
    answer: Any, request: ModelRequest = REQUEST, **options: Any
) -> tuple[ModelReply, list[str], WireServer]:
    pieces: list[str] = []
    async with serving(answer) as server:
        backend = OpenAIBackend("there", server.url, **options)
        async with asyncio.timeout(PATIENCE_S):
            reply = await whole_reply(backend.generate(request), pieces.append)
    return reply, pieces, server


async def streamed(*chunks: Any) -> ModelReply:
    async def answer(exchange: Exchange) -> None:
        exchange.head()
        exchange.event(*chunks)

    return (await asked(answer))[0]


def calls(reply: ModelReply) -> list[tuple[str, str, str]]:
    return [(call.id, call.name, call.arguments) for call in reply.tool_calls]


async def failure(answer: Any, **options: Any) -> BackendFailed:
    with pytest.raises(BackendFailed) as caught:
        await asked(answer, **options)
    return caught.value


async def failure_of(*chunks: Any) -> BackendFailed:
    with pytest.raises(BackendFailed) as caught:
        await streamed(*chunks)
    return caught.value


async def test_text_is_told_piece_by_piece_and_handed_back_whole() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head()
        exchange.event(delta(role="assistant", content=""), delta(content="Good "), "", delta(content="day."))
        exchange.writer.write(b": a comment\n\n")
        exchange.event(delta("stop"))
        exchange.event({"choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 3}}, DONE)

    reply, pieces, _ = await asked(answer)
    assert pieces == ["Good ", "day."]
    assert reply == ModelReply(
        text="Good day.", tool_calls=(), finish_reason="stop", completion_tokens=3, prompt_tokens=9
    )


async def test_a_server_that_counts_nothing_is_not_counted_for() -> None:
    reply = await streamed(delta(content="Hi"), delta("stop"), DONE)
    assert (reply.completion_tokens, reply.prompt_tokens) == (0, None)


async def test_the_request_goes_out_as_the_wire_spells_it() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head()
        exchange.event(call_part(id="1", name="add", arguments="{}"), delta("tool_calls"), DONE)

    request = replace(REQUEST, tools=(TOOL,), require_tool=True, temperature=0.0, max_tokens=50)
    _, _, server = await asked(answer, request, api_key="sk-1")
    [sent] = server.seen
    assert (sent.method, sent.path) == ("POST", "/v1/chat/completions")
    assert sent.headers["authorization"] == "Bearer sk-1"
    assert sent.json == {
        "model": "m",
        "messages": [{"role": "user", "content": "Hello"}],
        "tools": [TOOL],
        "tool_choice": "required",
        "temperature": 0.0,
        "max_tokens": 50,
        "stream": True,
        "stream_options": {"include_usage": True},
    }


async def test_what_is_not_set_is_left_to_the_server() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head()
        exchange.event(delta("stop", content="Hi"))

    _, _, server = await asked(answer)
    assert set(server.seen[0].json) == {"model", "messages", "stream", "stream_options"}
    assert "authorization" not in server.seen[0].headers


@pytest.mark.parametrize(
    "chunks",
    [
        pytest.param(
            [
                call_part(0, id="a", name="add", arguments='{"x"'),
                call_part(1, id="b", name="sub", arguments=""),
                call_part(0, arguments=": 1}"),
                call_part(1, arguments='{"y": 2}'),
            ],
            id="pieces of two calls in turns, ids in the first only",
        ),
        pytest.param(
            [
                call_part(0, id="a", name="add", arguments='{"x": 1}'),
                call_part(1, id="b", name="sub", arguments='{"y": 2}'),
            ],
            id="whole calls",
        ),
        pytest.param(
            [
                call_part(0, id="a", name="add", arguments='{"x": 1}'),
                call_part(0, id="b", name="sub", arguments='{"y": 2}'),
            ],
            id="index 0 for all, told apart by id",
        ),
        pytest.param(
            [
                call_part(None, id="a", name="add", arguments='{"x"'),
                call_part(None, id="a", arguments=": 1}"),
                call_part(None, id="b", name="sub", arguments='{"y": 2}'),
            ],
            id="no index",
        ),
        pytest.param(
            [
                call_part(0, id="a", name="add", arguments='{"x"'),
                call_part(0, id="a", name="add", arguments=": 1}"),
                call_part(1, id="b", name="sub", arguments=None),
                call_part(1, id="other", arguments='{"y": 2}'),
            ],
            id="names and ids repeated, or made anew for a piece",
        ),
    ],
)
async def test_parallel_calls_come_out_the_same_however_they_are_cut(chunks: Sequence[Any]) -> None:
    reply = await streamed(*chunks, delta("tool_calls"), DONE)
    assert calls(reply) == [("a", "add", '{"x": 1}'), ("b", "sub", '{"y": 2}')]
    assert reply.finish_reason == "tool_calls"


async def test_calls_without_ids_or_with_the_same_id_get_their_own() -> None:
    reply = await streamed(
        call_part(None, name="add", arguments="{}"),
        call_part(None, name="add", arguments='{"x": 1}'),
        call_part(7, id="a", name="sub", arguments="{}"),
        call_part(8, id="a", name="sub", arguments="{}"),
        DONE,
    )
    assert [call.name for call in reply.tool_calls] == ["add", "add", "sub", "sub"]
    assert len({call.id for call in reply.tool_calls}) == 4
    assert all(call.id for call in reply.tool_calls)


async def test_a_whole_reply_from_a_server_that_does_not_stream_is_taken() -> None:
    message = {"content": "Hi", "tool_calls": [{"id": "a", "function": {"name": "add", "arguments": "{}"}}]}

    async def answer(exchange: Exchange) -> None:
        choices = [{"message": message, "finish_reason": "tool_calls"}]
        exchange.whole({"choices": choices, "usage": {"prompt_tokens": 2, "completion_tokens": 4}})

    reply, pieces, _ = await asked(answer)
    assert (reply.text, calls(reply), reply.completion_tokens) == ("Hi", [("a", "add", "{}")], 4)
    assert pieces == ["Hi"]


async def test_a_reply_that_the_server_filtered_is_an_error_and_no_answer() -> None:
    with pytest.raises(BackendFailed, match="filter"):
        await streamed(delta(content="It goes"), delta("content_filter"), DONE)


async def test_a_reply_cut_by_its_length_is_an_error_of_its_own() -> None:
    with pytest.raises(ReplyCutShort):
        await streamed(delta(content="It goes on and"), delta("length"), DONE)


@pytest.mark.parametrize("chunks", [[delta(content="Half a")], [], [{"choices": [], "usage": {}}]])
async def test_a_stream_that_just_ends_is_broken(chunks: Sequence[Any]) -> None:
    assert "broke off" in (await failure_of(*chunks)).message


async def test_a_finish_reason_or_the_end_mark_is_end_enough() -> None:
    assert (await streamed(delta("stop", content="Hi"))).text == "Hi"
    assert (await streamed(delta(content="Hi"), DONE)).finish_reason == "stop"


@pytest.mark.parametrize(
    "chunk",
    [
        "not json",
        "[]",
        '"text"',
        {"choices": {}},
        {"choices": [7]},
        delta(content=7),
        delta(tool_calls="add"),
        call_part(0, id="a", name="add", arguments={"x": 1}),
        call_part(0, id="a", arguments="{}"),
        "[" * 100_000,
    ],
)
async def test_what_is_not_the_wire_is_refused(chunk: Any) -> None:
    assert await failure_of(chunk, DONE)


async def test_more_calls_than_anybody_makes_are_refused() -> None:
    assert "128" in (await failure_of(*[call_part(n, name="add") for n in range(129)], DONE)).message


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ({"error": {"message": "No such model: m", "type": "x"}}, "404: No such model: m"),
        ({"error": "no model"}, "404: no model"),
        ({"detail": "nothing here"}, "404: nothing here"),
        ([1], "404: [1]"),
    ],
)
async def test_a_refusal_is_told_in_the_servers_words(body: Any, words: str) -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.whole(body, status="404 Not Found")

    error = await failure(answer)
    assert error.message == f"The model server answered {words}"
    assert error.details == {"status": 404}


async def test_a_servers_words_are_bounded_and_hide_nothing() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head(status="500 Oops", kind="text/plain")
        exchange.writer.write("\u202egnp.exe\x1b[2J".encode() + b"x" * 100_000)

    message = (await failure(answer)).message
    assert message.isprintable()
    assert len(message) < 1000


async def test_an_error_in_the_middle_of_a_stream_is_a_failure() -> None:
    assert (
        "out of memory"
        in (await failure_of(delta(content="Hi"), {"error": {"message": "out of memory"}})).message
    )


async def test_a_redirect_is_not_followed() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head(status="307 Elsewhere", more="location: http://127.0.0.1:1/\r\ncontent-length: 0\r\n")

    assert "307" in (await failure(answer, api_key="sk-1")).message


async def test_an_answer_longer_than_the_limit_is_cut_off() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head()
        while not exchange.gone.is_set():
            exchange.writer.write(b"data: endless ")
            await exchange.writer.drain()
            await asyncio.sleep(0)

    assert "longer than 5000 bytes" in (await failure(answer, limits=Limits(reply_bytes=5000))).message


async def test_a_compressed_answer_is_refused() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head(more="content-encoding: gzip\r\n")

    assert "compressed" in (await failure(answer)).message


async def test_a_server_that_says_nothing_is_given_up() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head()
        await exchange.gone.wait()

    assert "too long" in (await failure(answer, limits=IMPATIENT)).message


async def test_a_server_that_falls_silent_is_given_up() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head()
        exchange.event(delta(content="Let me think"))
        await exchange.gone.wait()

    limits = replace(IMPATIENT, first_piece_s=PATIENCE_S)
    assert "too long" in (await failure(answer, limits=limits)).message


async def test_a_server_that_never_answers_is_given_up() -> None:
    async def answer(exchange: Exchange) -> None:
        await exchange.gone.wait()

    assert "too long" in (await failure(answer, limits=IMPATIENT)).message


async def test_a_connection_that_breaks_is_a_failure_even_after_a_finish_reason() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head(more="content-length: 100000\r\n")
        exchange.event(delta("stop", content="Hi"))

    assert "broke off" in (await failure(answer)).message


async def test_a_closed_port_is_a_failure() -> None:
    async with serving(lambda _: asyncio.sleep(0)) as server:
        pass
    with pytest.raises(BackendFailed, match="can't be reached"):
        await whole_reply(OpenAIBackend("there", server.url).generate(REQUEST), ignore)


async def test_cancelling_closes_the_connection() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head()
        exchange.event(delta(content="One moment"))
        await exchange.gone.wait()

    started = asyncio.Event()
    async with serving(answer) as server, asyncio.timeout(PATIENCE_S):
        backend = OpenAIBackend("there", server.url)
        reply = asyncio.create_task(whole_reply(backend.generate(REQUEST), lambda _: started.set()))
        await started.wait()
        assert not server.seen[0].gone.is_set()
        reply.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reply
        await server.seen[0].gone.wait()


async def test_a_proxy_in_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:1")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.delenv("no_proxy", raising=False)
    assert (await streamed(delta("stop", content="Hi"))).text == "Hi"


async def test_models_come_from_the_settings_or_else_from_the_server() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.whole(
            {"data": [{"id": "one"}, {"id": 2}, "three", {"id": ""}, {"id": "four"}, {"id": "one"}]}
        )

    async with serving(answer) as server:
        assert await OpenAIBackend("there", server.url, models=["mine", "mine"]).models() == ["mine"]
        assert server.seen == []
        assert await OpenAIBackend("there", f"{server.url}/v1").models() == ["one", "four"]
        assert server.seen[0].path == "/v1/models"


@pytest.mark.parametrize("body", [{"data": {}}, [], {"models": []}])
async def test_a_list_of_models_that_cannot_be_read_is_a_failure(body: Any) -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.whole(body)

    async with serving(answer) as server:
        with pytest.raises(BackendFailed):
            await OpenAIBackend("there", server.url).models()


async def test_models_of_a_server_that_refuses_or_is_not_there_are_a_failure() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.whole({"error": "who are you?"}, status="401 Unauthorized")

    async with serving(answer) as server:
        backend = OpenAIBackend("there", server.url)
        with pytest.raises(BackendFailed, match="401: who are you"):
            await backend.models()
    with pytest.raises(BackendFailed, match="can't be reached"):
        await backend.models()


@pytest.mark.parametrize(
    "url", ["ftp://h/", "http://", "h:80", "http://a:b@h/", "http://h/?q=1", "http://h/#f", "http://h:port/"]
)
async def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(BadSetting):
        OpenAIBackend("there", url)


async def test_a_path_before_v1_is_kept() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head()
        exchange.event(delta("stop", content="Hi"))

    async with serving(answer) as server:
        backend = OpenAIBackend("there", f"{server.url}/llm/v1/")
        await whole_reply(backend.generate(REQUEST), ignore)
        await backend.close()
        assert server.seen[0].path == "/llm/v1/chat/completions"


async def test_pings_are_no_content_and_keep_nobody_waiting_for_ever() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head()
        exchange.event(delta(content="Let me think"))
        while not exchange.gone.is_set():
            exchange.writer.write(b": ping\n\n")
            await exchange.writer.drain()
            await asyncio.sleep(0.01)

    limits = replace(IMPATIENT, first_piece_s=PATIENCE_S)
    error = await failure(answer, limits=limits)
    assert error.code == "backend_timeout"
    assert "no content" in error.message


async def test_the_first_byte_says_that_the_model_is_at_work() -> None:
    go = asyncio.Event()

    async def answer(exchange: Exchange) -> None:
        exchange.head()
        exchange.writer.write(b": ping\n\n")
        await exchange.writer.drain()
        await go.wait()
        exchange.event(delta("stop", content="Hi"), DONE)

    async with serving(answer) as server, asyncio.timeout(PATIENCE_S):
        pieces = OpenAIBackend("there", server.url).generate(REQUEST)
        assert await anext(pieces) == Began()
        go.set()
        assert [piece async for piece in pieces] == [TextDelta(text="Hi"), Finish(reason="stop")]


@pytest.mark.parametrize(
    ("chunks", "code"),
    [
        ([delta(content="Half a")], "backend_lost"),
        ([delta(content="x"), "not json"], "backend_protocol_error"),
        ([delta(content="x"), {"error": {"message": "no"}}], "backend_error"),
        (
            [{"error": {"type": "exceed_context_size_error", "message": "too long"}}],
            "context_length_exceeded",
        ),
    ],
)
async def test_each_way_to_break_has_its_code(chunks: Sequence[Any], code: str) -> None:
    assert (await failure_of(*chunks)).code == code


async def test_a_prompt_that_does_not_fit_is_told_as_that() -> None:
    async def answer(exchange: Exchange) -> None:
        body = {"error": {"type": "exceed_context_size_error", "message": "too long", "n_ctx": 4}}
        exchange.whole(body, status="400 Bad Request")

    assert (await failure(answer)).code == "context_length_exceeded"


async def test_what_breaks_before_the_first_byte_is_no_lost_reply() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.writer.write(
            b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ncontent-length: 9\r\n\r\n"
        )

    assert (await failure(answer)).code == "backend_error"


async def test_something_else_than_events_is_not_the_wire() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head(kind="text/html")

    assert (await failure(answer)).code == "backend_protocol_error"


async def test_a_schema_and_what_else_was_asked_go_out_as_the_wire_spells_them() -> None:
    async def answer(exchange: Exchange) -> None:
        exchange.head()
        exchange.event(delta("stop", content="{}"))

    request = replace(REQUEST, schema={"type": "object"}, more={"top_p": 0.5})
    _, _, server = await asked(answer, request)
    sent = server.seen[0].json
    assert sent["top_p"] == 0.5
    assert sent["response_format"]["json_schema"]["schema"] == {"type": "object"}

"""Clients that others wrote: the openai SDK, httpx-sse, curl, and a browser's EventSource (generations 2, O01 to O07)."""

import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import httpx_sse
import openai
import pytest
from openai.types.responses import Response, ResponseStreamEvent
from pydantic import TypeAdapter, ValidationError

from tests.fakes.scripted_model import MODEL, PATIENCE_S
from tests.lmsp.client import RESPONSES, TASKS, is_problem, kinds
from tests.lmsp.scenes import Scene, scene_at
from tests.lmsp.test_cancel import under_way


@pytest.fixture
def sdk(scene: Scene) -> Iterator[openai.OpenAI]:
    with sdk_of(scene) as it:
        yield it


def sdk_of(scene: Scene) -> openai.OpenAI:
    """The SDK as a program uses it, pointed here."""
    token = scene.mine.http.headers["authorization"].removeprefix("Bearer ")
    return openai.OpenAI(base_url=f"{scene.url}/lmsp/v1", api_key=token, timeout=PATIENCE_S)


def say_many(scene: Scene, number: int = 1) -> None:
    exchange = scene.model.exchange(number)
    exchange.begin()
    exchange.say(*(f"{n} " for n in range(30)))
    exchange.finish()


@pytest.mark.spec("O01")
def test_the_openai_sdk_breaks_off_and_reads_on(scene: Scene, sdk: openai.OpenAI) -> None:
    stream = sdk.responses.create(model=MODEL, input="Count.", background=True, stream=True)
    say_many(scene)
    text, response_id = "", ""
    for event in stream:
        if event.type == "response.created":
            response_id = event.response.id
        text += event.delta if event.type == "response.output_text.delta" else ""
        if event.sequence_number == 10:
            break
    stream.close()
    kinds_seen = []
    for event in sdk.responses.retrieve(response_id, stream=True, starting_after=10):
        text += event.delta if event.type == "response.output_text.delta" else ""
        kinds_seen.append(event.type)
    stored = sdk.responses.retrieve(response_id)
    assert stored.output_text == text == "".join(f"{n} " for n in range(30))
    assert (stored.status, stored.background) == ("completed", True)
    assert kinds_seen[-1] == "response.completed"


def test_the_openai_sdks_helper_follows_a_response_by_its_id(scene: Scene, sdk: openai.OpenAI) -> None:
    made = sdk.responses.create(model=MODEL, input="Count.", background=True)
    assert made.status == "queued"
    say_many(scene)
    with sdk.responses.stream(response_id=made.id, starting_after=0) as stream:
        final = stream.get_final_response()
    assert final.output_text.startswith("0 1 2 ")


def test_a_response_that_is_waited_for_is_answered_whole_or_as_its_failure(
    scene: Scene, sdk: openai.OpenAI
) -> None:
    scene.model.auto = lambda it: it.refuse(500) if it.said == "Break." else it.answer("Good ", "day.")
    assert sdk.responses.create(model=MODEL, input="Hello.").output_text == "Good day."
    told = [{"role": "user", "content": "Hello again."}]
    assert sdk.responses.create(model=MODEL, input=told).output_text == "Good day."  # type: ignore[arg-type]
    streamed = sdk.responses.create(model=MODEL, input="Hello.", stream=True)
    assert [it.type for it in streamed][-1] == "response.completed"
    with pytest.raises(openai.InternalServerError) as failed:
        sdk.responses.create(model=MODEL, input="Break.")
    assert (failed.value.status_code, failed.value.code) == (502, "backend_error")
    assert [it.said for it in scene.model.exchanges].count("Break.") == 1  # not asked again in vain


def test_chat_messages_stand_for_the_input_here_too(scene: Scene) -> None:
    scene.model.auto = lambda it: it.answer("Good day.")
    body = {"model": MODEL, "messages": [{"role": "user", "content": "Hello."}]}
    answer = scene.mine.http.post(RESPONSES, json=body)
    assert (answer.status_code, answer.json()["status"]) == (200, "completed")
    assert scene.model.exchanges[-1].said == "Hello."


def test_a_stop_answers_who_waits_and_the_response_is_there_after_it(scene: Scene) -> None:
    answers: list[httpx.Response] = []
    body = {"model": MODEL, "input": "Hello."}
    waiting = threading.Thread(target=lambda: answers.append(scene.mine.http.post(RESPONSES, json=body)))
    waiting.start()
    scene.model.exchange()
    scene.house.engine.close()
    waiting.join()
    [answer] = answers
    assert is_problem(answer, 503, "shutting_down")
    assert "x-should-retry" not in answer.headers


def test_what_is_wrong_with_a_response_is_said_with_its_place(scene: Scene) -> None:
    post = scene.mine.http.post
    for body, code, param in (
        ({"model": MODEL}, "invalid_request", "/input"),
        ({"model": MODEL, "input": "x", "stream": 1}, "invalid_request", "/stream"),
        ({"model": MODEL, "input": "x", "background": "yes"}, "invalid_request", "/background"),
        ({"model": MODEL, "input": "x", "previous_response_id": "resp_1"}, "unsupported_capability", None),
    ):
        answer = post(RESPONSES, json=body)
        assert is_problem(answer, 400, code)
        assert param in {None, answer.json()["param"]}
    for path in (f"{RESPONSES}/resp_no", f"{RESPONSES}/resp_no?stream=true"):
        assert is_problem(scene.mine.http.get(path), 404, "response_not_found")
    assert is_problem(post(f"{RESPONSES}/resp_no/cancel"), 404, "response_not_found")
    response_id = scene.mine.create()["response_id"]
    assert is_problem(scene.other.http.get(f"{RESPONSES}/{response_id}"), 404, "response_not_found")


def test_a_streamed_response_with_a_key_is_replayed_as_a_stream(scene: Scene) -> None:
    scene.model.auto = lambda it: it.answer("Good day.")
    body = {"model": MODEL, "input": "Hello.", "stream": True}
    first, again = (
        scene.mine.http.post(RESPONSES, json=body, headers={"Idempotency-Key": "s"}) for _ in range(2)
    )
    assert first.content == again.content
    assert (first.headers.get("idempotent-replayed"), again.headers["idempotent-replayed"]) == (None, "true")
    assert len(scene.model.exchanges) == 1


@pytest.mark.spec("O02")
def test_the_openai_sdk_cancels_twice(scene: Scene, sdk: openai.OpenAI) -> None:
    made = sdk.responses.create(model=MODEL, input="Count.", background=True)
    scene.model.exchange().begin()
    first = sdk.responses.cancel(made.id)
    assert first.id == made.id
    scene.mine.ends(scene.house.events("generation.created")[0].task_id or "")
    assert sdk.responses.cancel(made.id).status == "cancelled"
    assert sdk.responses.retrieve(made.id).status == "cancelled"


@pytest.mark.spec("O03")
def test_the_openai_sdk_asks_once_where_it_is_told_that_it_need_not_ask_again(scene: Scene) -> None:
    scene.model.auto = lambda it: it.answer("ok")
    base = f"{scene.url}/lmsp/v1"
    seen: list[str] = []
    with sdk_of(scene) as sdk:
        made = sdk.responses.create(model=MODEL, input="Count.")
        counting = sdk.with_options(max_retries=5)
        counting._client.event_hooks["response"] = [lambda it: seen.append(f"{it.status_code} {it.url}")]
        with pytest.raises(openai.ConflictError) as refused:
            counting.responses.cancel(made.id)
    assert refused.value.code == "task_not_cancelable"
    assert seen == [f"409 {base}/responses/{made.id}/cancel"]


@pytest.mark.spec("O04")
def test_every_event_has_the_shape_that_the_openai_sdk_expects(scene: Scene) -> None:
    tool = {"type": "function", "name": "look", "parameters": {"type": "object"}}
    ids = [scene.mine.create(f"{n}", tools=[tool])["id"] for n in range(4)]
    scene.model.exchange(1).answer("Good ", "day.")
    cut = scene.model.exchange(2)
    cut.begin()
    cut.say("Go")
    cut.finish("length")
    scene.model.exchange(3).refuse(500)
    call = {"tool_calls": [{"index": 0, "id": "c", "function": {"name": "look", "arguments": "{}"}}]}
    calling = scene.model.exchange(4)
    calling.begin()
    calling.raw(f"data: {json.dumps({'choices': [{'index': 0, 'delta': call}]})}\n\n".encode())
    calling.finish("tool_calls")
    last_id, _ = under_way(scene, "x", number=5)
    scene.mine.cancel(last_id)
    shape: TypeAdapter[Any] = TypeAdapter(ResponseStreamEvent)
    seen = set()
    for task_id in [*ids, last_id]:
        scene.mine.ends(task_id)
        for frame in scene.mine.log(task_id):
            seen.add(frame.event)
            if frame.event == "response.cancelled":
                with pytest.raises(ValidationError):
                    shape.validate_python(frame.data)
                Response.model_validate(frame.data["response"])
            elif frame.event == "response.failed":
                # Codes that OpenAI doesn't have parse leniently only (generations 1.3).
                assert frame.data["response"].pop("error")["code"] == "backend_error"
                Response.model_validate({**frame.data["response"], "error": None})
            else:
                assert shape.validate_python(frame.data).type == frame.event
    assert len(seen) == 14


@dataclass
class EventSource:
    """What a browser does with a stream (WHATWG): its buffers, its last id, and when it comes again."""

    http: httpx.Client
    url: str
    last_id: str = ""
    retry_ms: int = 0
    closed: bool = False
    _kind: str = ""
    _data: list[str] = field(default_factory=list)
    _id: str = ""

    def connect(self, take: int | None = None) -> list[tuple[str, str]]:
        """One connection: the events until its end, or until so many have come."""
        headers = {"Accept": "text/event-stream"} | ({"Last-Event-ID": self.last_id} if self.last_id else {})
        got: list[tuple[str, str]] = []
        with self.http.stream("GET", self.url, headers=headers) as response:
            self.closed = response.status_code != 200
            self._kind, self._data, self._id = "", [], self.last_id
            for line in _lines(response.iter_text()):
                got += self._take(line)
                if take is not None and len(got) >= take:
                    break
        return got

    def _take(self, line: str) -> list[tuple[str, str]]:
        """Take a line in; a blank one may make an event."""
        if not line:
            made = [(self._kind or "message", "\n".join(self._data))] if self._data else []
            self.last_id, self._kind, self._data = self._id, "", []
            return made
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            self._kind = value
        elif name == "data":
            self._data.append(value)
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and value.isdecimal():
            self.retry_ms = int(value)
        return []


def _lines(pieces: Iterator[str]) -> Iterator[str]:
    """Lines as WHATWG cuts them: at CR LF, CR and LF, and nowhere else."""
    held = ""
    for piece in pieces:
        held += piece
        *whole, held = re.split(r"\r\n|\r(?!$)|\n", held)
        yield from whole


@pytest.mark.spec("O05")
def test_an_event_source_reconnects_with_its_last_id_and_stops_at_the_end(scene: Scene) -> None:
    task_id, exchange = under_way(scene, "One ", "two ", "three ")
    source = EventSource(scene.mine.http, f"{TASKS}/{task_id}/events?starting_after=0")
    got = source.connect(take=4)
    assert source.retry_ms == 2000
    exchange.finish()
    scene.mine.ends(task_id)
    for _ in range(5):
        if source.closed:
            break
        got += source.connect()
    assert source.closed
    numbers = [json.loads(data)["sequence_number"] for _, data in got]
    assert numbers == list(range(1, numbers[-1] + 1))
    assert got[-1][0] == "response.completed"
    assert all(json.loads(data)["type"] == kind for kind, data in got)


@pytest.mark.spec("O06")
def test_curl_shows_events_as_they_come(scene: Scene) -> None:
    task_id, exchange = under_way(scene, "One ")
    curl = shutil.which("curl")
    assert curl is not None
    url = f"{scene.url}{TASKS}/{task_id}/events"
    asked = [curl, "-sN", "-H", f"Authorization: {scene.mine.http.headers['authorization']}", url]
    with subprocess.Popen(asked, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        seen = [process.stdout.readline()]
        while '"delta":"One "' not in seen[-1]:
            seen.append(process.stdout.readline())
        assert scene.mine.task(task_id)["status"] == "running"  # it was shown before anything else came
        exchange.say("two")
        while '"delta":"two"' not in seen[-1]:
            seen.append(process.stdout.readline())
        exchange.finish()
        seen += process.stdout.readlines()
    assert process.returncode == 0
    assert "event: response.completed\n" in seen


@pytest.mark.spec("O07", "E17")
def test_httpx_sse_and_the_openai_sdk_read_over_what_keeps_a_silent_stream_alive(tmp_path: Path) -> None:
    with scene_at(tmp_path, keep_alive_s=1) as scene, sdk_of(scene) as sdk:
        task_id, exchange = under_way(scene, "One ")
        response_id = scene.mine.task(task_id)["response_id"]
        by_sdk: list[str] = []
        reading = threading.Thread(
            target=lambda: by_sdk.extend(it.type for it in sdk.responses.retrieve(response_id, stream=True))
        )
        reading.start()
        path = f"{TASKS}/{task_id}/events"
        by_sse: list[httpx_sse.ServerSentEvent] = []
        with (
            scene.mine.reading(task_id) as beside,
            httpx_sse.connect_sse(scene.mine.http, "GET", path) as source,
        ):
            beside.wait(lambda it: bytes(it.raw).count(b": keep-alive\n") >= 3)
            exchange.finish()
            by_sse += [it for it in source.iter_sse() if it.data]
        reading.join()
        log = scene.mine.log(task_id)
        assert [it.event for it in by_sse] == by_sdk == [f"response.{kind}" for kind in kinds(log)]
        assert [int(it.id) for it in by_sse] == [it.id for it in log]

"""Streams of events (generations 2, E01 to E30 but for those that need a restart)."""

import json
import random
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.fakes.clock import HeldClock
from tests.fakes.scripted_model import Exchange, ScriptedModel
from tests.lmsp.client import (
    FINALS,
    TASKS,
    Frame,
    Lmsp,
    Reader,
    frames,
    is_problem,
    kinds,
    text_of,
    until,
)
from tests.lmsp.scenes import Scene, scene_at
from tests.lmsp.test_cancel import under_way

WHOLE = [
    "created", "in_progress", "output_item.added", "content_part.added", "output_text.delta", "output_text.delta",
    "output_text.done", "content_part.done", "output_item.done", "completed",
]  # fmt: skip


def ended(scene: Scene, *said: str) -> tuple[str, list[Frame]]:
    """A task that has ended, and its log; the scene's model answers by itself or is told to."""
    task_id = scene.mine.create()["id"]
    if scene.model.auto is None:
        scene.model.exchange(len(scene.model.exchanges) or 1).answer(*said)
    scene.mine.ends(task_id)
    return task_id, scene.mine.log(task_id)


@pytest.mark.spec("E01", "E02")
def test_a_stream_from_the_start_has_everything_in_its_order_and_ends(still: Scene) -> None:
    task_id, log = ended(still)
    assert kinds(log) == WHOLE
    assert [it.event in FINALS for it in log] == [False] * 9 + [True]
    assert [it.id for it in log] == list(range(len(WHOLE)))
    for frame in log:
        assert frame.data["type"] == frame.event
        assert frame.data["sequence_number"] == frame.id
        assert not frame.data.get("error")
    assert log[0].data["response"]["status"] == "queued"
    assert log[0].data["response"]["output"] == log[1].data["response"]["output"] == []
    assert log[-1].data["response"] == still.mine.task(task_id)["response"]


@pytest.mark.spec("E03")
def test_the_headers_are_those_of_a_stream_and_nothing_follows_its_final_event(still: Scene) -> None:
    task_id, log = ended(still)
    answer = still.mine.events(task_id)
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["x-accel-buffering"] == "no"
    assert "content-encoding" not in answer.headers
    assert b"[DONE]" not in answer.content
    assert answer.content == b"retry: 2000\n" + b"".join(it.raw.removeprefix(b"retry: 2000\n") for it in log)


@pytest.mark.spec("E04")
def test_a_stream_that_was_opened_early_gets_what_comes_when_it_comes(scene: Scene) -> None:
    _, first = under_way(scene)
    task_id = scene.mine.create()["id"]
    with scene.mine.reading(task_id) as reader:
        assert kinds(reader.wait_for("response.created")) == ["created"]
        assert scene.mine.task(task_id)["status"] == "queued"
        first.finish()
        exchange = scene.model.exchange(2)
        exchange.begin()
        reader.wait_for("response.in_progress")
        exchange.say("Now")
        reader.wait_for("response.output_text.delta")
        assert not reader.ended
        exchange.finish()
        assert kinds(reader.wait_for_end())[-1] == "completed"


@pytest.mark.spec("E05")
def test_who_joins_late_gets_what_was_missed_and_then_what_comes(scene: Scene) -> None:
    words = [f"{n} " for n in range(50)]
    task_id, exchange = under_way(scene, *words)
    with scene.mine.reading(task_id) as early:
        early.wait_for("response.output_text.delta", 50)
        with scene.mine.reading(task_id) as late:
            late.wait_for("response.output_text.delta", 50)
            exchange.say("and more")
            late.wait_for("response.output_text.delta", 51)
            exchange.finish()
            log = late.wait_for_end()
        assert early.wait_for_end() == log
    assert [it.id for it in log] == list(range(len(log)))
    assert text_of(log) == "".join(words) + "and more"


def joined(scene: Scene, readers: int, words: int) -> None:
    """Let readers come in during a burst of words; all must get the same bytes."""
    task_id, exchange = under_way(scene, "Once ")
    dice = random.Random(7)
    joins = sorted(dice.randrange(words) for _ in range(readers))
    got: list[bytes] = []

    def read() -> None:
        got.append(scene.mine.events(task_id).content)

    threads = []
    for n in range(words):
        exchange.say(f"{n} ")
        for _ in range(joins.count(n)):
            threads.append(threading.Thread(target=read))
            threads[-1].start()
    exchange.finish()
    for thread in threads:
        thread.join()
    assert len(got) == readers
    assert len(set(got)) == 1
    assert text_of(frames(got[0])) == "Once " + "".join(f"{n} " for n in range(words))


@pytest.mark.spec("E06")
def test_a_hundred_who_join_during_a_burst_get_the_same_bytes(scene: Scene) -> None:
    joined(scene, readers=100, words=400)
    assert len(scene.model.exchanges) == 1


@pytest.mark.spec("E07")
def test_who_joins_after_the_end_gets_everything_and_the_end(still: Scene) -> None:
    task_id, log = ended(still)
    with still.mine.reading(task_id) as reader:
        assert reader.wait_for_end() == log


@pytest.mark.spec("E08", "E09", "E10")
def test_a_stream_begins_behind_the_number_that_is_named_and_of_two_behind_the_larger(still: Scene) -> None:
    task_id, log = ended(still)
    for n in (0, 4, 8):
        assert frames(still.mine.events(task_id, after=n).content)[0].id == n + 1
        by_id = frames(still.mine.events(task_id, Last_Event_ID=str(n)).content)
        assert [it.data for it in by_id] == [it.data for it in log[n + 1 :]]
    assert frames(still.mine.events(task_id, after=3, Last_Event_ID="7").content)[0].id == 8
    assert frames(still.mine.events(task_id, after=7, Last_Event_ID="3").content)[0].id == 8
    # An empty id is what an EventSource that has none sends (WHATWG).
    assert frames(still.mine.events(task_id, Last_Event_ID="").content) == log


@pytest.mark.spec("E11")
def test_behind_the_final_event_there_is_nothing_and_who_reconnects_is_told_to_stop(still: Scene) -> None:
    task_id, log = ended(still)
    last = log[-1].id
    by_id = still.mine.events(task_id, Last_Event_ID=str(last))
    assert (by_id.status_code, by_id.content) == (204, b"")
    stale = still.mine.events(task_id, after=3, Last_Event_ID=str(last))
    assert stale.status_code == 204
    by_number = still.mine.events(task_id, after=last)
    assert (by_number.status_code, by_number.content) == (200, b"")
    assert by_number.headers["content-type"].startswith("text/event-stream")


@pytest.mark.spec("E12")
@pytest.mark.parametrize(
    "cursor", ["10", "-1", "abc", "1.5", "99999999999999999999", "9007199254740993", "+1", " 1", "1e0", "0x1"]
)
def test_a_number_that_was_never_given_out_is_refused(still: Scene, cursor: str) -> None:
    task_id, _ = ended(still)
    assert is_problem(still.mine.events(task_id, after=cursor), 400, "invalid_cursor")
    if cursor != " 1":  # the blank around a header's value isn't part of it
        assert is_problem(still.mine.events(task_id, Last_Event_ID=cursor), 400, "invalid_cursor")


def test_two_numbers_of_one_kind_and_an_empty_one_are_refused(still: Scene) -> None:
    task_id, _ = ended(still)
    for query in ("starting_after=1&starting_after=2", "starting_after="):
        answer = still.mine.http.get(f"{TASKS}/{task_id}/events?{query}")
        assert is_problem(answer, 400, "invalid_cursor")


@pytest.mark.spec("E13", "E14")
def test_twenty_streams_that_break_off_and_go_on_make_the_whole_log_once(scene: Scene) -> None:
    task_id, exchange = under_way(scene, "Once ")
    dice, got = random.Random(11), list[Frame]()
    for n in range(20):
        exchange.say(*(f"{n}.{m} " for m in range(5)))
        with scene.mine.reading(task_id, after=got[-1].id if got else None) as reader:
            few = dice.randrange(1, 5)
            reader.wait(lambda it, few=few: len(it.frames) >= few)  # type: ignore[misc]
            got += reader.frames[: dice.randrange(few) + 1]
    assert scene.mine.task(task_id)["status"] == "running"  # without anybody who reads
    exchange.finish()
    scene.mine.ends(task_id)
    got += frames(scene.mine.events(task_id, after=got[-1].id).content)
    assert [it.data for it in got] == [it.data for it in scene.mine.log(task_id)]


@pytest.mark.spec("E15")
def test_as_many_streams_as_may_be_and_not_one_more(tmp_path: Path) -> None:
    with scene_at(tmp_path, max_streams_per_task=8) as scene:
        task_id, exchange = under_way(scene, "Once")
        with open_streams(scene.mine, task_id, 8) as readers:
            refused = scene.mine.events(task_id)
            assert is_problem(refused, 429, "too_many_streams")
            assert int(refused.headers["retry-after"]) > 0
            other = scene.mine.create()["id"]
            with scene.mine.reading(other) as beside:  # the limit is each task's own
                beside.wait_for("response.created")
            exchange.finish()
            assert len({bytes(it.raw) for it in readers if it.wait_for_end()}) == 1
        assert scene.mine.events(task_id).status_code == 200


@contextmanager
def open_streams(mine: Lmsp, task_id: str, many: int) -> Iterator[list[Reader]]:
    """Several streams, each of which has begun."""
    with mine.reading(task_id) as reader:
        reader.wait_for("response.created")
        if many == 1:
            yield [reader]
            return
        with open_streams(mine, task_id, many - 1) as others:
            yield [reader, *others]


@pytest.mark.spec("E17")
def test_a_silent_stream_gets_comments_with_one_line_end_and_no_blank_line(tmp_path: Path) -> None:
    with scene_at(tmp_path, keep_alive_s=1) as scene:
        task_id, exchange = under_way(scene, "Once")
        with scene.mine.reading(task_id) as reader:
            reader.wait(lambda it: bytes(it.raw).endswith(b"\n\n" + b": keep-alive\n" * 3))
            exchange.finish()
            assert kinds(reader.wait_for_end())[-1] == "completed"


@pytest.mark.spec("E21")
def test_odd_characters_survive_in_one_line(scene: Scene) -> None:
    odd = "a\nb\rc\r\nd\u2028e\u2029f\x00g\x85h\U0001f600i\n\ndata: forged\n\nid: 99\n\n"
    task_id = scene.mine.create()["id"]
    scene.model.exchange().answer(odd, odd)
    scene.mine.ends(task_id)
    log = scene.mine.log(task_id)
    assert text_of(log) == odd * 2
    assert [it.id for it in log] == list(range(len(WHOLE)))
    assert all(it.raw.isascii() for it in log)


@pytest.mark.spec("E22")
def test_a_reply_without_a_word_is_whole(scene: Scene) -> None:
    task_id = scene.mine.create()["id"]
    exchange = scene.model.exchange()
    exchange.begin()
    exchange.finish()
    task = scene.mine.ends(task_id)
    assert kinds(scene.mine.log(task_id)) == ["created", "in_progress", "completed"]
    assert (task["response"]["status"], task["response"]["output"]) == ("completed", [])


@pytest.mark.spec("E23", "E24")
def test_events_that_are_too_old_are_gone_but_never_those_of_an_unfinished_task(
    tmp_path: Path, clock: HeldClock
) -> None:
    with scene_at(tmp_path, clock=clock, event_retention_s=100, max_running_tasks=2) as scene:
        open_id, exchange = under_way(scene, "Once")
        done_id = scene.mine.create()["id"]
        scene.model.exchange(2).answer("Done.")
        scene.mine.ends(done_id)
        last = scene.mine.log(done_id)[-1].id
        clock.at_ms += 100_000
        for answer in (scene.mine.events(done_id), scene.mine.events(done_id, after=2)):
            assert is_problem(answer, 410, "event_history_expired")
            assert answer.json()["task_url"] == f"{TASKS}/{done_id}"
            assert answer.json().get("oldest_sequence") is None
            assert answer.headers["x-should-retry"] == "false"
        assert scene.mine.events(done_id, after=last).status_code == 200
        assert scene.mine.task(done_id)["status"] == "succeeded"
        with scene.mine.reading(open_id) as reader:
            reader.wait_for("response.output_text.delta")
            exchange.finish()
            assert kinds(reader.wait_for_end())[-1] == "completed"


@pytest.mark.spec("E25")
def test_an_unknown_task_has_no_stream(still: Scene) -> None:
    assert is_problem(still.mine.events("task_01J8M8R5X3V7B2N4Q9T1W6Y0ZC"), 404, "task_not_found")


@pytest.mark.spec("E26")
def test_without_event_resume_there_is_neither_an_address_nor_a_stream(tmp_path: Path) -> None:
    model = ScriptedModel(auto=lambda exchange: exchange.answer("ok"))
    with scene_at(tmp_path, model=model, event_resume=False) as scene:
        task = scene.mine.create()
        assert "events_url" not in task
        assert "events_url" not in scene.mine.ends(task["id"])
        assert is_problem(scene.mine.events(task["id"]), 404, "not_found")
        later = scene.mine.http.get(f"/lmsp/v1/responses/{task['response_id']}?stream=true")
        assert is_problem(later, 404, "not_found")


@pytest.mark.spec("E27")
def test_a_stream_is_sent_to_who_accepts_json_and_refused_to_who_accepts_pictures(still: Scene) -> None:
    task_id, log = ended(still)
    for accepted in ("application/json", "text/event-stream", "*/*", "text/*;q=0.5, image/png", ""):
        assert frames(still.mine.events(task_id, Accept=accepted).content) == log
    assert is_problem(still.mine.events(task_id, Accept="image/png"), 406, "not_acceptable")


@pytest.mark.spec("E28")
def test_a_head_gets_the_headers_alone(scene: Scene) -> None:
    task_id, _ = under_way(scene, "Once")
    answer = scene.mine.http.head(f"{TASKS}/{task_id}/events")
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert scene.mine.http.head(f"{TASKS}/task_no/events").status_code == 404


def test_a_long_response_is_replayed_quickly_and_whole(scene: Scene) -> None:
    words = 10_000
    task_id = scene.mine.create()["id"]
    exchange = scene.model.exchange()
    exchange.begin()
    exchange.raw(b"".join(_chunk(f"{n} ") for n in range(words)))
    exchange.finish()
    scene.mine.ends(task_id)
    begun = time.monotonic()
    raw = scene.mine.events(task_id).content
    took_s = time.monotonic() - begun
    assert len(frames(raw)) == words + 8
    assert took_s < 10, "a bound against hanging; placet bench measures"


def _chunk(text: str) -> bytes:
    return f"data: {json.dumps({'choices': [{'index': 0, 'delta': {'content': text}}]})}\n\n".encode()


def test_a_call_of_a_function_is_told_piece_by_piece(scene: Scene) -> None:
    tool = {"type": "function", "name": "look", "parameters": {"type": "object"}}
    task_id = scene.mine.create(tools=[tool])["id"]
    exchange: Exchange = scene.model.exchange()
    exchange.begin()
    for piece in ({"id": "c1", "function": {"name": "look", "arguments": ""}}, *(
        {"function": {"arguments": text}} for text in ('{"a":', "1}")
    )):  # fmt: skip
        delta = {"tool_calls": [{"index": 0, **piece}]}
        exchange.raw(f"data: {json.dumps({'choices': [{'index': 0, 'delta': delta}]})}\n\n".encode())
    exchange.finish("tool_calls")
    task = scene.mine.ends(task_id)
    log = scene.mine.log(task_id)
    assert [it for it in kinds(log) if "arguments" in it] == [
        "function_call_arguments.delta", "function_call_arguments.delta", "function_call_arguments.done",
    ]  # fmt: skip
    [item] = task["response"]["output"]
    assert (item["type"], item["call_id"], item["name"], item["arguments"]) == (
        "function_call",
        "c1",
        "look",
        '{"a":1}',
    )
    until(lambda: log[-1].data["response"]["output"] == [item])

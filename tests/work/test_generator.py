"""The queue of generations: who runs when, and how each comes to its end."""

import asyncio
from pathlib import Path

import pytest

from placet.rules.basics import Instant
from placet.rules.errors import (
    BackendFailed,
    BackendLost,
    BadInput,
    EngineStopping,
    IdempotencyKeyRequired,
    IdempotencyKeyReused,
    ModelLoadFailed,
    ModelNotFound,
    QueueFull,
    TaskNotCancelable,
    TaskNotFound,
    UnsupportedCapability,
)
from placet.rules.ports import Began, Finish, ToolCallDelta, Usage
from placet.work import attempts
from placet.work.generator import Asked
from tests.work.generating import works

pytestmark = pytest.mark.anyio

WHOLE = [
    "created", "in_progress", "output_item.added", "content_part.added", "output_text.delta",
    "output_text.delta", "output_text.done", "content_part.done", "output_item.done", "completed",
]  # fmt: skip


async def test_a_generation_goes_through_every_state_and_tells_all_of_it_in_order(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        w.backend.may_load.clear()
        row = await w.create()
        assert row.status == "queued"
        await w.comes_to(row.id, "loading")
        assert w.kinds(row.id) == ["created"]
        w.backend.may_load.set()
        exchange = await w.exchange()
        assert w.status(row.id) == "loading"
        exchange.send(Began())
        await w.comes_to(row.id, "running")
        assert w.response(row.id)["status"] == "in_progress"
        exchange.say("Good ", "day.")
        exchange.send(Usage(input_tokens=3, output_tokens=2), Finish(reason="stop"))
        ended = await w.ends(row.id)
        assert ended.status == "succeeded"
        assert w.kinds(row.id) == WHOLE
        assert [event["sequence_number"] for event in w.events(row.id)] == list(range(len(WHOLE)))
        assert (ended.input_tokens, ended.output_tokens, ended.last_seq) == (3, 2, len(WHOLE) - 1)
        response = w.response(row.id)
        assert (response["status"], response["id"]) == ("completed", row.response_id)
        assert response["output"][0]["content"][0]["text"] == w.text(row.id) == "Good day."
        assert response["usage"]["total_tokens"] == 5
        assert w.events(row.id)[-1]["response"] == response


async def test_one_after_the_other_in_the_order_of_coming(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        ids = [(await w.create(f"{n}")).id for n in range(3)]
        for n, task_id in enumerate(ids):
            exchange = await w.exchange(count=n + 1)
            assert exchange.request.messages[-1]["content"] == str(n)
            assert [w.status(it) for it in ids[n + 1 :]] == ["queued"] * (2 - n)
            exchange.send(Began())
            exchange.end("ok")
            await w.ends(task_id)


async def test_as_many_run_at_once_as_the_owner_lets(tmp_path: Path) -> None:
    async with works(tmp_path, max_running_tasks=2) as w:
        ids = [(await w.create()).id for _ in range(3)]
        await w.exchange(count=2)
        await w.comes_to(ids[1], "loading")
        assert w.status(ids[2]) == "queued"
        w.backend.exchanges[0].send(Began())
        w.backend.exchanges[0].end("ok")
        await w.exchange(count=3)
        assert (await w.comes_to(ids[0], "succeeded")).attempt == 1


async def test_more_than_may_wait_are_refused_until_there_is_room(tmp_path: Path) -> None:
    async with works(tmp_path, max_queued_tasks=1) as w:
        first = await w.create()
        second = await w.create()
        with pytest.raises(QueueFull):
            await w.create()
        exchange = await w.exchange()
        exchange.send(Began())
        exchange.end()
        await w.ends(first.id)
        await w.comes_to(second.id, "loading")
        assert (await w.create()).status == "queued"


@pytest.mark.parametrize(
    ("reason", "why"), [("length", "max_output_tokens"), ("content_filter", "content_filter")]
)
async def test_an_incomplete_response_has_succeeded(tmp_path: Path, reason: str, why: str) -> None:
    async with works(tmp_path) as w:
        task_id, exchange = await w.under_way("It goes")
        exchange.end(reason=reason)
        assert (await w.ends(task_id)).status == "succeeded"
        assert w.kinds(task_id)[-1] == "incomplete"
        assert w.response(task_id)["incomplete_details"] == {"reason": why}


async def test_a_call_of_a_tool_is_part_of_the_output(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        row = await w.create()
        exchange = await w.exchange()
        call = ToolCallDelta(index=0, call_id="c", name="look", arguments='{"a":1}')
        exchange.send(Began(), call, Finish(reason="tool_calls"))
        await w.ends(row.id)
        [item] = w.response(row.id)["output"]
        assert (item["type"], item["name"], item["arguments"]) == ("function_call", "look", '{"a":1}')


async def test_a_reply_without_a_word_is_whole_too(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        row = await w.create()
        (await w.exchange()).send(Began(), Finish(reason="stop"))
        await w.ends(row.id)
        assert w.kinds(row.id) == ["created", "in_progress", "completed"]
        assert w.response(row.id)["output"] == []


@pytest.mark.parametrize("at_work", [False, True])
async def test_what_a_backend_could_not_do_is_told_by_its_code_and_not_as_whole(
    tmp_path: Path, at_work: bool
) -> None:
    async with works(tmp_path) as w:
        row = await w.create()
        exchange = await w.exchange()
        if at_work:
            exchange.send(Began())
            exchange.say("Half a")
        exchange.send(BackendLost("It went away."))
        assert (await w.ends(row.id)).status == "failed"
        assert w.error(row.id) == "backend_lost"
        assert w.response(row.id)["error"] == {"code": "backend_lost", "message": "It went away."}
        assert [item["status"] for item in w.response(row.id)["output"]] == ["incomplete"] * at_work
        assert w.kinds(row.id)[-1] == "failed"
        assert "output_text.done" not in w.kinds(row.id)


async def test_a_model_that_cannot_be_loaded_fails_what_wanted_it(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        w.backend.load_error = ModelLoadFailed("No room.")
        row = await w.create()
        await w.ends(row.id)
        assert w.error(row.id) == "model_load_failed"
        assert w.kinds(row.id) == ["created", "failed"]
        assert w.backend.exchanges == []


async def test_a_fault_of_ours_is_told_as_nothing_but_that_and_gives_the_place_free(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with works(tmp_path) as w:
        row = await w.create()
        (await w.exchange()).send(ValueError("secret"))
        await w.ends(row.id)
        assert w.error(row.id) == "internal_error"
        assert "secret" not in w.row(row.id).response + str(w.row(row.id).error)
        assert "secret" in caplog.text
        await w.under_way("Next.")


def breaks(*_: object, **__: object) -> None:
    raise ValueError("secret")


@pytest.mark.parametrize("step", ["_to_running", "_succeed", "_fail"])
async def test_a_step_of_ours_that_breaks_leaves_nothing_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, step: str
) -> None:
    monkeypatch.setattr(attempts, step, breaks)
    async with works(tmp_path) as w:
        row = await w.create()
        exchange = await w.exchange()
        exchange.send(Began())
        exchange.send(BackendLost("Gone.") if step == "_fail" else Finish(reason="stop"))
        ended = await w.ends(row.id)
        assert (ended.status, w.error(row.id), w.kinds(row.id)[-1]) == ("failed", "internal_error", "failed")
        assert "secret" not in ended.response + str(ended.error)
        monkeypatch.undo()
        await w.under_way("Next.")
        assert "secret" in caplog.text


async def test_a_cancel_whose_end_breaks_is_a_cancel_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "_cancel", breaks)
    async with works(tmp_path) as w:
        row_id, _ = await w.under_way("One.")
        await w.cancel(row_id)
        assert (await w.ends(row_id)).status == "cancelled"
        assert w.response(row_id)["status"] == "cancelled"


async def test_what_cannot_even_be_given_up_is_left_to_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(attempts, "_succeed", breaks)
    monkeypatch.setattr(attempts, "_abandon", breaks)
    async with works(tmp_path) as w:
        row_id, exchange = await w.under_way("One.")
        exchange.end()
        await w.under_way("Next.")
        assert w.status(row_id) == "running"
        assert "so the next start will" in caplog.text


async def test_under_a_clock_that_is_set_back_nothing_ends_before_it_was_made(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        row_id, exchange = await w.under_way("One.")
        w.clock.at_ms = Instant(w.clock.at_ms - 60_000)
        exchange.end()
        ended = await w.ends(row_id)
        response = w.response(row_id)
        assert (ended.status, response["completed_at"]) == ("succeeded", response["created_at"])
        assert ended.finished_at is not None
        assert ended.finished_at >= ended.created_at


async def test_a_generator_that_ends_without_a_word_about_it_was_lost(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        row = await w.create()
        (await w.exchange()).send(Began(), StopAsyncIteration())  # turns into a RuntimeError of Python's
        await w.ends(row.id)
        assert w.error(row.id) == "internal_error"


async def test_a_queued_one_is_cancelled_at_once_and_never_asked_for(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        first, _ = await w.under_way("One.")
        second = await w.create()
        assert (await w.cancel(second.id)).status == "cancelled"
        assert w.kinds(second.id) == ["created", "cancelled"]
        assert w.response(second.id)["status"] == "cancelled"
        w.backend.exchanges[0].end()
        await w.ends(first)
        await w.under_way("Third.")
        assert len(w.backend.exchanges) == 2


async def test_a_cancel_while_the_model_loads_waits_for_nothing_but_the_backend(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        w.backend.may_load.clear()
        w.backend.may_rest.clear()
        row = await w.create()
        await w.comes_to(row.id, "loading")
        assert (await w.cancel(row.id)).status == "cancelling"
        assert w.status(row.id) == "cancelling"
        w.backend.may_rest.set()
        assert (await w.ends(row.id)).status == "cancelled"
        assert w.kinds(row.id) == ["created", "cancelled"]
        assert w.backend.exchanges == []


async def test_a_cancelled_reply_keeps_what_was_said_and_gives_its_place_to_the_next(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        task_id, exchange = await w.under_way("Once ", "upon")
        second = await w.create()
        await w.cancel(task_id)
        assert (await w.ends(task_id)).status == "cancelled"
        assert exchange.gone.is_set()
        response = w.response(task_id)
        assert response["output"][0]["content"][0]["text"] == w.text(task_id) == "Once upon"
        assert response["output"][0]["status"] == "incomplete"
        assert w.kinds(task_id)[-1] == "cancelled"
        assert w.row(task_id).error is None
        await w.comes_to(second.id, "loading")


async def test_fifty_cancels_at_once_are_all_answered_and_told_once(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        task_id, _ = await w.under_way("Once")
        answers = await asyncio.gather(*(w.cancel(task_id) for _ in range(50)))
        assert {row.status.value for row in answers} <= {"cancelling", "cancelled"}
        ended = await w.ends(task_id)
        assert w.kinds(task_id).count("cancelled") == 1
        assert await w.cancel(task_id) == ended


@pytest.mark.parametrize("how", ["ends well", "fails"])
async def test_what_comes_while_cancelling_is_dropped(tmp_path: Path, how: str) -> None:
    async with works(tmp_path) as w:
        task_id, exchange = await w.under_way("Once")
        w.backend.may_rest.clear()
        await w.cancel(task_id)
        exchange.send(Finish(reason="stop") if how == "ends well" else BackendFailed("Too late."))
        w.backend.may_rest.set()
        ended = await w.ends(task_id)
        assert (ended.status, ended.error) == ("cancelled", None)


async def test_a_backend_that_does_not_stop_is_waited_for_no_longer_than_the_grace(tmp_path: Path) -> None:
    async with works(tmp_path, cancel_grace_s=0) as w:
        task_id, _ = await w.under_way("Once")
        w.backend.may_leave.clear()
        w.backend.may_rest.clear()
        await w.cancel(task_id)
        assert (await w.ends(task_id)).status == "cancelled"


async def test_what_has_ended_well_or_badly_cannot_be_cancelled(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        task_id, exchange = await w.under_way("Once")
        exchange.end()
        row = await w.ends(task_id)
        with pytest.raises(TaskNotCancelable) as refused:
            await w.cancel(task_id)
        assert refused.value.details["status"] == "succeeded"
        assert w.row(task_id) == row
        failed = await w.create()
        (await w.exchange(count=2)).send(BackendFailed("No."))
        await w.ends(failed.id)
        with pytest.raises(TaskNotCancelable):
            await w.cancel(failed.id)


async def test_only_its_maker_may_take_it_back_and_the_owner(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        row = await w.create(principal="token_a")
        for stranger in ("token_b", "owner"):
            with pytest.raises(TaskNotFound):
                await w.cancel(row.id, stranger)
        assert (await w.cancel(row.id, "token_a")).status in {"cancelling", "cancelled"}
        assert (await w.cancel(row.id)).id == row.id
        with pytest.raises(TaskNotFound):
            await w.cancel(row.response_id)  # type: ignore[arg-type]


async def refused(w: object, **more: object) -> BaseException:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - which one is the test's matter
        await w.create(**more)  # type: ignore[attr-defined]
    return caught.value


async def test_what_cannot_be_done_is_refused_and_leaves_nothing(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        assert isinstance(await refused(w, on_restart="sometimes"), BadInput)
        assert isinstance(await refused(w, on_restart="resume", key="k"), UnsupportedCapability)
        assert isinstance(await refused(w, on_restart="retry"), IdempotencyKeyRequired)
        with pytest.raises(ModelNotFound):
            await w.generator.create(Asked(request={"model": "no", "input": "x"}, principal="p"))
        with pytest.raises(BadInput):
            await w.generator.create(Asked(request={"model": "m"}, principal="p"))
        assert w.ledger.reads.generations.gists(limit=9) == []


async def test_a_repeated_key_gives_the_same_generation_as_it_was_born(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        first = await w.create(key="k", fingerprint="f", on_restart="retry")
        exchange = await w.exchange()
        exchange.send(Began())
        exchange.end("Done.")
        await w.ends(first.id)
        again = await w.create(key="k", fingerprint="f", on_restart="retry")
        assert again == first
        with pytest.raises(IdempotencyKeyReused):
            await w.create(key="k", fingerprint="g")
        assert (await w.create(key="k", fingerprint="g", principal="q")).id != first.id


async def test_fifty_equal_requests_at_once_make_one_generation(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        rows = await asyncio.gather(*(w.create(key="k", fingerprint="f") for _ in range(50)))
        assert len({row.id for row in rows}) == 1
        assert len(w.ledger.reads.generations.gists(limit=100)) == 1


async def test_a_key_is_free_again_when_it_and_the_end_it_stands_for_are_old(tmp_path: Path) -> None:
    async with works(tmp_path, idempotency_retention_s=100) as w:
        first = await w.create(key="k", fingerprint="f")
        w.clock.at_ms += 200_000  # old, but what it stands for isn't over
        assert (await w.create(key="k", fingerprint="f")).id == first.id
        (await w.exchange()).send(Began(), Finish(reason="stop"))
        ended = await w.ends(first.id)
        w.clock.at_ms = (ended.finished_at or 0) + 99_999
        if w.clock.at_ms >= first.created_at + 100_000:
            assert (await w.create(key="k", fingerprint="f")).id == first.id
        w.clock.at_ms = first.created_at + 400_000
        assert (await w.create(key="k", fingerprint="g")).id != first.id


async def test_a_closed_room_takes_nothing_in_and_leaves_its_rows_for_the_next_start(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        task_id, exchange = await w.under_way("Once")
        waiting = await w.create()
        await w.rooms.close()
        assert exchange.gone.is_set()
        assert (w.status(task_id), w.status(waiting.id)) == ("running", "queued")
        with pytest.raises(EngineStopping):
            await w.create()


async def test_a_cancel_and_an_end_at_the_same_moment_have_one_winner(tmp_path: Path) -> None:
    await races(tmp_path, 30)


@pytest.mark.long
async def test_two_hundred_cancels_against_two_hundred_ends_have_one_winner_each(tmp_path: Path) -> None:
    await races(tmp_path, 200)


async def races(base: Path, rounds: int) -> None:
    winners: set[str] = set()
    async with works(base) as w:
        for round_ in range(rounds):
            task_id, exchange = await w.under_way("x")
            exchange.end()
            for _ in range(round_ % 10):  # so that each side comes first in some of the rounds
                await asyncio.sleep(0)
            try:
                answer = await w.cancel(task_id)
                assert answer.status.value in {"cancelling", "cancelled"}
                expected = ("cancelled", "cancelled")
            except TaskNotCancelable:
                expected = ("succeeded", "completed")
            ended = await w.ends(task_id)
            finals = [it for it in w.kinds(task_id) if it in {"completed", "cancelled", "failed"}]
            assert (ended.status.value, finals) == (expected[0], [expected[1]])
            winners.add(ended.status.value)
            w.clock.at_ms += 1
    assert winners == {"cancelled", "succeeded"}

"""What a start makes of generations that an earlier one left: each "crash" here is a room closed in the middle, which
writes nothing, so that the next start finds the rows exactly as a killed process leaves them.
"""

from pathlib import Path

import pytest

from placet.rules.errors import BackendUnavailable
from placet.rules.ports import Began, Finish
from tests.work.generating import GatedBackend, Works, works

pytestmark = pytest.mark.anyio
KEY = {"key": "k", "fingerprint": "f"}


async def left(base: Path, status: str, policy: str) -> str:
    """A generation that the process left behind in this status; what it had said is "Half a"."""
    backend = GatedBackend()
    async with works(base, backend=backend) as w:
        if status == "queued":
            await w.under_way("in front")
            return (await w.create(on_restart=policy, **KEY)).id
        if status == "loading":
            backend.may_load.clear()
            row = await w.create(on_restart=policy, **KEY)
            await w.comes_to(row.id, "loading")
            return row.id
        task_id, _ = await w.under_way("Half ", "a", on_restart=policy, **KEY)
        if status == "cancelling":
            backend.may_rest.clear()
            await w.cancel(task_id)
        return task_id


async def whole(w: Works, task_id: str, count: int = 1) -> None:
    exchange = await w.exchange(count=count)
    exchange.send(Began())
    exchange.end("All of ", "it.")
    await w.ends(task_id)


@pytest.mark.parametrize("status", ["queued", "loading", "running"])
async def test_with_fail_it_has_failed_and_what_was_said_can_be_read_still(
    tmp_path: Path, status: str
) -> None:
    task_id = await left(tmp_path, status, "fail")
    async with works(tmp_path, boot=2) as w:
        row = w.row(task_id)
        assert (row.status, w.error(task_id)) == ("failed", "server_restarted")
        assert w.kinds(task_id)[-1] == "failed"
        assert w.response(task_id)["error"]["code"] == "server_restarted"
        if status == "running":
            assert w.text(task_id) == "Half a"
            [item] = w.response(task_id)["output"]
            assert (item["status"], item["content"][0]["text"]) == ("incomplete", "Half a")
        assert w.backend.exchanges == []


@pytest.mark.parametrize("status", ["queued", "loading", "running"])
async def test_with_retry_it_runs_again_from_the_beginning(tmp_path: Path, status: str) -> None:
    task_id = await left(tmp_path, status, "retry")
    async with works(tmp_path, boot=2) as w:
        before = w.row(task_id)
        await whole(w, task_id)
        row = w.row(task_id)
        assert (row.status, row.response_id) == ("succeeded", before.response_id)
        assert row.attempt == (1 if status == "queued" else 2)
        assert w.response(task_id)["output"][0]["content"][0]["text"] == "All of it."
        assert w.kinds(task_id).count("completed") == 1


async def test_a_reader_at_its_place_hears_the_new_attempt_begin_and_no_number_twice(tmp_path: Path) -> None:
    task_id = await left(tmp_path, "running", "retry")
    async with works(tmp_path, boot=2) as w:
        cursor = w.row(task_id).last_seq
        await whole(w, task_id)
        events = w.events(task_id)
        assert [event["sequence_number"] for event in events] == list(range(len(events)))
        rest = events[cursor + 1 :]
        assert rest[0]["type"] == "response.in_progress"
        assert rest[0]["response"]["output"] == []
        assert "".join(event.get("delta", "") for event in rest) == "All of it."


@pytest.mark.parametrize("policy", ["fail", "retry"])
async def test_a_cancel_that_was_committed_is_carried_out_and_nobody_is_asked_again(
    tmp_path: Path, policy: str
) -> None:
    task_id = await left(tmp_path, "cancelling", policy)
    async with works(tmp_path, boot=2) as w:
        assert (w.status(task_id), w.error(task_id)) == ("cancelled", None)
        assert w.kinds(task_id)[-1] == "cancelled"
        assert w.response(task_id)["output"][0]["content"][0]["text"] == "Half a"
        assert w.backend.exchanges == []


async def test_what_is_over_is_not_touched(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        task_id, exchange = await w.under_way("Done.")
        exchange.end()
        row, events = await w.ends(task_id), w.events(task_id)
    async with works(tmp_path, boot=2) as w:
        assert (w.row(task_id), w.events(task_id)) == (row, events)


async def test_it_is_tried_as_often_as_the_owner_lets_and_then_has_failed(tmp_path: Path) -> None:
    task_id = await left(tmp_path, "running", "retry")
    for boot in (2, 3):
        async with works(tmp_path, boot=boot, max_attempts=3) as w:
            (await w.exchange()).send(Began())
            await w.comes_to(task_id, "running")
            assert w.row(task_id).attempt == boot
    async with works(tmp_path, boot=4, max_attempts=3) as w:
        assert (w.status(task_id), w.error(task_id)) == ("failed", "server_restarted")
        assert w.kinds(task_id).count("failed") == 1
        assert w.backend.exchanges == []


async def test_a_second_death_before_it_ran_again_costs_no_second_attempt(tmp_path: Path) -> None:
    task_id = await left(tmp_path, "running", "retry")
    for boot in (2, 3, 4):
        backend = GatedBackend()
        async with works(tmp_path, boot=boot, backend=backend, max_running_tasks=0) as w:
            assert (w.status(task_id), w.row(task_id).attempt) == ("queued", 2)
    async with works(tmp_path, boot=5) as w:
        await whole(w, task_id)
        assert w.row(task_id).attempt == 2


async def test_what_waited_goes_on_waiting_in_its_order(tmp_path: Path) -> None:
    async with works(tmp_path, max_running_tasks=0) as w:
        ids = [(await w.create(str(n), on_restart="retry", key=str(n))).id for n in range(3)]
    async with works(tmp_path, boot=2) as w:
        for n, task_id in enumerate(ids):
            exchange = await w.exchange(count=n + 1)
            assert exchange.request.messages[-1]["content"] == str(n)
            exchange.send(Began(), Finish(reason="stop"))
            await w.ends(task_id)


async def test_a_backend_that_is_gone_at_the_restart_fails_it_once_and_for_all(tmp_path: Path) -> None:
    task_id = await left(tmp_path, "running", "retry")
    backend = GatedBackend()
    backend.load_error = BackendUnavailable("Nobody there.")
    async with works(tmp_path, boot=2, backend=backend) as w:
        await w.ends(task_id)
        assert w.error(task_id) == "backend_unavailable"


async def test_a_backend_whose_row_was_taken_out_of_the_settings_is_not_there(tmp_path: Path) -> None:
    task_id = await left(tmp_path, "running", "retry")
    other = GatedBackend()
    other.id = "another"
    async with works(tmp_path, boot=2, backend=other) as w:
        await w.ends(task_id)
        assert w.error(task_id) == "backend_unavailable"


async def test_a_repeated_key_means_the_same_generation_after_a_restart(tmp_path: Path) -> None:
    task_id = await left(tmp_path, "running", "retry")
    async with works(tmp_path, boot=2) as w:
        assert (await w.create(on_restart="retry", **KEY)).id == task_id


async def test_a_row_that_cannot_be_swept_is_told_and_keeps_nobody_from_starting(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    task_id = await left(tmp_path, "running", "fail")

    def broken(*_: object, **__: object) -> None:
        raise ValueError("broken")

    monkeypatch.setattr("placet.work.generation_restarts.plan_generation", broken)
    async with works(tmp_path, boot=2) as w:
        assert w.status(task_id) == "running"
        await w.under_way("Others go on.")
    assert task_id in caplog.text

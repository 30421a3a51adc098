"""What a handler is given (spec/tool-tasks 5.1): the envelope, the guide's row, and the shape of several."""

import json
from dataclasses import replace
from typing import Any

import pytest

from placet.rules.basics import AgentId, Instant, TaskId
from placet.rules.deliveries import ON_TIMER, Delivery, timer_key
from placet.rules.lifecycles import ApprovalState, TaskStatus
from placet.rules.records import Approval, Task
from placet.rules.trigger_events import TEST_TASK, batch, event, task_data, timer_data, trial_data
from tests.rules.test_records import TASK

T0 = Instant(1_800_000_000_123)
ROW = (
    "id", "tool", "args", "status", "result", "error", "created_at", "completed_at", "origin",
    "requires_authorization", "executor_managed",
)  # fmt: skip


def owed(trigger: str = "on_task_create", seq: int = 1, **changes: Any) -> Delivery:
    plain = Delivery(seq=seq, agent_id=AgentId("agent_a"), trigger=trigger, target='["agent"]', due_at=T0)
    return replace(plain, **{"task_id": TaskId("task_1"), "task_status": "pending_approval", **changes})


def held(**changes: Any) -> Task:
    asked = Approval(
        task_id=TaskId("task_1"),
        state=ApprovalState.OPEN,
        opened_at=T0,
        digest="d",
        hold_reason="restricted",
    )
    plain = {"status": TaskStatus.PENDING_APPROVAL, "requires_authorization": True, "approval": asked}
    return replace(TASK, **{**plain, **changes})


@pytest.mark.spec("50")
def test_an_event_is_an_envelope_with_the_guides_row() -> None:
    told = event("clerk", owed(), task_data(held(args='{"path":"a"}', claim="because"), owed()))
    assert list(told) == ["id", "type", "source", "time", "data"]
    assert (told["type"], told["source"], told["time"]) == (
        "task_create",
        "agent:clerk",
        "2027-01-15T08:00:00.123Z",
    )
    row = told["data"]["task"]
    assert tuple(row) == (*ROW, "approval_meta")
    assert json.loads(row["args"]) == {"path": "a", "_reason": "because"}
    assert row["requires_authorization"] is True
    assert row["approval_meta"] == {"reason": "restricted"}


def test_arguments_are_told_exactly_as_they_are_bound() -> None:
    args = '{"n":12345678901234567890,"x":1.0,"z":-0.0}'
    assert task_data(held(args=args), owed())["task"]["args"] == args
    with_claim = task_data(held(args=args, claim="c"), owed())["task"]["args"]
    assert with_claim == args[:-1] + ',"_reason":"c"}'


def test_on_creation_the_row_is_as_it_was_then() -> None:
    ended = held(status=TaskStatus.COMPLETED, result='"done"', completed_at=T0)
    row = task_data(ended, owed())["task"]
    assert (row["status"], row["result"], row["completed_at"]) == ("pending_approval", None, None)


def test_on_the_end_the_row_has_its_end() -> None:
    ended = held(status=TaskStatus.FAILED, error="no", completed_at=T0)
    row = task_data(ended, owed("on_task_complete", task_status=None))["task"]
    assert (row["status"], row["error"], row["completed_at"]) == ("failed", "no", T0)


@pytest.mark.parametrize(
    "task",
    [
        held(approval=None),
        held(approval=replace(held().approval, hold_reason="direct")),  # type: ignore[type-var]
    ],
)
def test_a_task_that_nobody_was_asked_about_has_no_approval_meta(task: Task) -> None:
    assert "approval_meta" not in task_data(task, owed())["task"]


def test_a_task_that_was_parked_later_says_nothing_of_that_on_creation() -> None:
    assert "approval_meta" not in task_data(held(), owed(task_status="pending"))["task"]


def test_the_id_is_the_same_for_each_target_and_differs_between_events() -> None:
    one = event("clerk", owed(seq=1), None)["id"]
    assert event("clerk", owed(seq=2, target='["agent",2]'), None)["id"] == one
    assert event("clerk", owed("on_task_complete"), None)["id"] != one
    timers = [event("clerk", owed(ON_TIMER, seq=seq, task_id=None), None)["id"] for seq in (1, 2)]
    assert len({one, *timers}) == 3


@pytest.mark.spec("53")
def test_several_go_out_as_one_envelope_with_an_array_and_one_alone_as_it_is() -> None:
    events = [event("clerk", owed(seq=n, task_id=TaskId(f"task_{n}")), {"n": n}) for n in range(3)]
    assert batch(events[:1]) == events[0]
    together = batch(events)
    assert together["id"] == events[0]["id"] + ":batch"
    assert together["data"] == [{"n": 0}, {"n": 1}, {"n": 2}]
    assert (together["type"], together["time"]) == (events[0]["type"], events[0]["time"])


def test_a_test_says_so_and_speaks_of_no_real_task() -> None:
    for trigger, ended in (("on_task_create", False), ("on_task_complete", True)):
        told = event("clerk", owed(trigger, is_test=True, task_id=None), trial_data(trigger, '["agent"]', T0))
        assert told["test"] is True
        assert tuple(told["data"]["task"]) == ROW
        assert told["data"]["task"]["id"] == TEST_TASK
        assert (told["data"]["task"]["completed_at"] is not None) is ended


def test_a_timers_event_says_when_it_was_due_and_what_was_missed() -> None:
    assert timer_data("nightly", T0, 2) == {"timer": {"name": "nightly", "due_at": T0, "missed": 2}}
    assert trial_data(ON_TIMER, timer_key("nightly"), T0) == timer_data("nightly", T0, 0)

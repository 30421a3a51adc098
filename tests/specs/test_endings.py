"""Case 54 and its neighbours: every request for approval is resolved exactly once, however it ends."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from placet.api import Action, AgentStopped, NotResolvable, NoWaiter, ToolDisabled
from placet.api.commands import ExtendDeadline, StartAgent
from tests.fakes.clock import HeldClock
from tests.fakes.model_server import ModelServer, Reply, call
from tests.fakes.tools import HeldTool
from tests.flows.house import OVER_HTTP, RESTRICTED_WRITE, WINDOW, House

HELD = {"name": "held", "restricted": True}
HELLO = {"path": "hello.txt", "content": "Hello."}


def assert_resolved_once(house: House, task_id: str | None, **payload: object) -> None:
    """One `hil.requested`, then one `hil.resolved` with the same ids and this payload."""
    (asked,) = house.events("hil.requested", task_id=task_id)
    (resolved,) = house.events("hil.resolved", task_id=task_id)
    assert asked.seq < resolved.seq
    assert asked.payload["request_id"] == asked.payload["task_id"] == task_id
    assert resolved.payload["request_id"] == resolved.payload["task_id"] == task_id
    assert {**resolved.payload, **payload} == resolved.payload


@pytest.fixture
def clocked(tmp_path: Path, held: HeldTool, clock: HeldClock) -> Iterator[House]:
    with House(tmp_path, tools=(held,), clock=clock) as house:
        yield house


@pytest.mark.spec("54")
@pytest.mark.parametrize("by", ["window", "http"])
def test_an_approval_is_told_once(house: House, held: HeldTool, by: str) -> None:
    house.declare(tools=[HELD])
    task_id = house.call("held", {}).task_id
    if by == "window":
        house.approve(task_id)
    else:
        house.approve(task_id, OVER_HTTP, shown_digest=house.task(task_id).digest)
    held.let_go()
    assert house.ended(task_id).status == "completed"
    assert_resolved_once(house, task_id, approved=True, decided_by="owner", via=by)


@pytest.mark.spec("54")
@pytest.mark.parametrize("by", ["window", "http"])
def test_a_denial_is_told_once_with_its_feedback(house: House, by: str) -> None:
    house.declare(tools=[HELD])
    task_id = house.call("held", {}).task_id
    house.deny(task_id, "No.", OVER_HTTP if by == "http" else WINDOW)
    assert_resolved_once(house, task_id, approved=False, feedback="No.", via=by)


@pytest.mark.spec("54")
def test_a_deadline_ends_the_request_and_denies_nothing(clocked: House, clock: HeldClock) -> None:
    clocked.declare(tools=[{**HELD, "deadline_s": 60}])
    ticket = clocked.call("held", {})
    clock.at_ms += 60_000
    clocked.submit(
        ExtendDeadline(task_id=clocked.call("held", {"n": 2}).task_id or "", expires_at=clock.at_ms + 60_000)
    )
    task = clocked.ended(ticket.task_id)
    assert task.status == "cancelled"
    assert task.approval is not None
    assert task.approval.state == "timed_out"
    answer = clocked.end_of(ticket)
    assert answer.error is not None
    assert answer.error["code"] == "cancelled"
    assert_resolved_once(clocked, ticket.task_id, approved=False, timed_out=True)


@pytest.mark.spec("54")
def test_an_extended_deadline_keeps_the_request_open(clocked: House, clock: HeldClock) -> None:
    clocked.declare(tools=[{**HELD, "deadline_s": 60}])
    task_id = clocked.call("held", {}).task_id
    clocked.submit(ExtendDeadline(task_id=str(task_id), expires_at=clock.at_ms + 600_000))
    clock.at_ms += 61_000
    other = clocked.call("held", {"n": 2}).task_id  # its request wakes the watch
    clock.at_ms += 61_000
    third = clocked.call("held", {"n": 3}).task_id
    assert clocked.ended(other).status == "cancelled"
    assert clocked.task(task_id).status == "pending_approval"
    assert clocked.task(third).status == "pending_approval"
    assert clocked.events("hil.resolved", task_id=task_id) == []


@pytest.mark.spec("54", "47", "75b")
def test_stopping_an_agent_withdraws_what_blocks_and_no_late_click_revives_it(
    talking: House, model: ModelServer
) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    model.replies += [Reply(calls=(call("fs_write", HELLO),))]
    talking.say()
    (task,) = talking.waiting()
    talking.stop()
    stopped = talking.task(task.id)
    assert (stopped.status, stopped.approval and stopped.approval.state) == ("cancelled", "withdrawn")
    assert_resolved_once(talking, task.id, approved=False, withdrawn=True)
    with pytest.raises(NotResolvable):
        talking.approve(task.id)
    assert talking.agent().state == "stopped"
    assert talking.tasks() == (talking.task(task.id),)
    assert talking.task(task.id).status == "cancelled"
    assert not (talking.folder() / "hello.txt").exists()


@pytest.mark.spec("75b")
def test_a_history_stays_valid_after_a_stop(talking: House, model: ModelServer) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    model.replies += [Reply(calls=(call("fs_write", HELLO, "a"), call("fs_write", HELLO, "b")))]
    talking.say()
    talking.waiting()
    talking.stop()
    talking.submit(StartAgent(agent="clerk"))
    talking.say("And now?")
    talking.wait_for_event("turn.ended", status="done")
    messages = model.requests[-1]["messages"]
    asked = [it["id"] for message in messages for it in message.get("tool_calls") or []]
    answered = [it["tool_call_id"] for it in messages if it["role"] == "tool"]
    assert len(asked) == 2
    assert answered == asked


@pytest.mark.spec("54", "75a")
def test_a_message_during_an_approval_ends_nothing_and_is_answered_by_the_next_turn(
    talking: House, model: ModelServer
) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    model.replies += [
        Reply(calls=(call("fs_write", HELLO),)),
        Reply(text="Written."),
        Reply(text="You are welcome."),
    ]
    first = talking.say()
    (task,) = talking.waiting()
    second = talking.say("Thank you!")
    assert second.turn_id != first.turn_id
    assert talking.task(task.id).status == "pending_approval"
    assert talking.events("hil.resolved", task_id=task.id) == []
    talking.approve(task.id)
    talking.wait_for_event("turn.ended", turn_id=second.turn_id, status="done")
    assert model.requests[-1]["messages"][-1]["content"] == "Thank you!"
    assert_resolved_once(talking, task.id, approved=True)


@pytest.mark.spec("54")
def test_an_orderly_stop_of_the_engine_withdraws_what_blocks(house: House) -> None:
    house.declare(tools=[HELD])
    task_id = house.call("held", {}).task_id
    house.restart()
    assert house.task(task_id).status == "cancelled"
    assert_resolved_once(house, task_id, approved=False, withdrawn=True)
    assert house.events("loop.recovered") == []


@pytest.mark.spec("54")
def test_the_asker_and_the_owner_may_take_a_request_back(house: House) -> None:
    house.declare(tools=[HELD])
    for by in (house.voice(), OVER_HTTP):
        ticket = house.call("held", {})
        assert house.cancel(ticket.task_id, by).status == "cancelled"
        answer = house.end_of(ticket)
        assert answer.task is not None
        assert answer.task.status == "cancelled"
        assert_resolved_once(house, ticket.task_id, approved=False, withdrawn=True)


def test_a_running_tool_that_is_told_to_stop_ends_cancelled(house: House, held: HeldTool) -> None:
    house.declare(tools=[HELD])
    task_id = house.call("held", {}).task_id
    house.approve(task_id)
    assert held.started.acquire(timeout=60)
    assert house.cancel(task_id).cancel_requested
    ended = house.ended(task_id)
    assert (ended.status, ended.error) == ("cancelled", "It stopped before anything changed.")


@pytest.mark.spec("75d")
def test_a_repeat_of_a_denied_call_is_marked_as_one(talking: House, model: ModelServer) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    again = Reply(calls=(call("fs_write", HELLO),))
    model.replies += [again, Reply(calls=again.calls)]
    talking.say()
    first = talking.waiting()[0]
    talking.deny(first.id)
    talking.wait_for_event("hil.requested", count=2)
    (second,) = talking.waiting()
    assert second.repeat_of == first.id
    assert [it.approval.hold_reason for it in (first, second) if it.approval] == ["restricted", "repeat"]
    assert {it.payload["reason"] for it in talking.events("hil.requested")} == {"restricted"}
    assert first.repeat_of is None


@pytest.mark.spec("75d")
def test_a_repeat_is_refused_when_the_owner_chose_that(talking: House, model: ModelServer) -> None:
    talking.declare(tools=[RESTRICTED_WRITE], policy={"repeat_denied": "refuse"})
    again = Reply(calls=(call("fs_write", HELLO),))
    model.replies += [again, Reply(calls=again.calls), Reply(text="I give up.")]
    talking.say()
    first = talking.waiting()[0]
    talking.deny(first.id, "Not this file.")
    talking.wait_for_event("turn.ended", status="done")
    assert [it.id for it in talking.tasks()] == [first.id]
    (refused,) = talking.events("call.refused_repeat")
    assert refused.payload["earlier"] == first.id
    assert "Not this file." in model.told()[1]


@pytest.mark.spec("75f")
def test_lifting_a_restriction_does_not_answer_what_is_open(house: House, held: HeldTool) -> None:
    house.declare(tools=[HELD])
    task_id = house.call("held", {}).task_id
    house.change(tools=[{"name": "held", "restricted": False}])
    assert house.task(task_id).status == "pending_approval"
    assert held.runs == []
    held.let_go()
    house.approve(task_id)
    assert house.ended(task_id).status == "completed"


@pytest.mark.spec("75g")
def test_a_tool_that_was_switched_off_can_not_be_approved_and_stays_open(
    house: House, held: HeldTool
) -> None:
    house.declare(tools=[HELD])
    task_id = house.call("held", {}).task_id
    house.change(tools=[{"name": "held", "enabled": False}])
    with pytest.raises(ToolDisabled, match="switched off"):
        house.approve(task_id)
    assert house.task(task_id).status == "pending_approval"
    assert held.runs == []
    house.deny(task_id)
    assert house.task(task_id).status == "denied"


@pytest.mark.spec("75i")
def test_a_clock_that_was_set_back_makes_no_negative_duration(
    clocked: House, clock: HeldClock, held: HeldTool
) -> None:
    clocked.declare(tools=[HELD])
    held.let_go()
    task_id = clocked.call("held", {}).task_id
    clock.at_ms -= 3_600_000
    clocked.approve(task_id)
    ended = clocked.ended(task_id)
    assert ended.duration_ms == 0
    assert ended.completed_at is not None
    assert ended.completed_at >= ended.created_at


def test_nobody_can_approve_what_nobody_waits_for(house: House) -> None:
    """T13: a managed row without a waiter, which only a fault could leave behind."""
    house.declare(tools=[HELD])
    task_id = house.call("held", {}).task_id
    calls = house.engine._handlers._rooms.calls  # the only way to make the fault
    house.engine.run(_forget(calls, task_id))
    with pytest.raises(NoWaiter):
        house.approve(task_id)
    assert house.task(task_id).status == "pending_approval"


async def _forget(calls: object, task_id: str | None) -> None:
    await asyncio.sleep(0)
    calls.forget(task_id)  # type: ignore[attr-defined]


def test_a_deferred_call_is_parked_once_and_then_waits_like_any_other(house: House, held: HeldTool) -> None:
    house.declare(tools=[HELD])
    ticket = house.call("held", {}, deferred=True)
    assert (ticket.status, house.task(ticket.task_id).executor_managed) == ("pending", False)
    for _ in range(2):
        answer = house.resolve(ticket.task_id, Action.PARK)
        assert answer.resolution == {"task_id": ticket.task_id, "status": "pending_approval"}
    assert len(house.events("hil.requested", task_id=ticket.task_id)) == 1
    held.let_go()
    assert house.approve(ticket.task_id).resolution["status"] == "completed"
    assert_resolved_once(house, ticket.task_id, approved=True)


def test_a_stopped_agent_calls_nothing(house: House) -> None:
    house.declare(tools=[HELD])
    house.stop()
    with pytest.raises(AgentStopped):
        house.call("held", {})
    assert house.tasks() == ()

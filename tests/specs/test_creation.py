"""Cases 1 to 18: how tool tasks come to be, seen from a model's turn."""

import json
import re

import pytest

from placet.rules.digest import args_digest
from tests.fakes.model_server import ModelServer, Reply, call
from tests.fakes.tools import HeldTool
from tests.flows.house import FREE_WRITE, RESTRICTED_WRITE, House

HELLO = {"path": "hello.txt", "content": "Hello, owner.\n"}
HELD = {"name": "held", "restricted": True}


def ask(house: House, model: ModelServer, *calls: dict[str, object], then: str = "All done.") -> None:
    model.replies += [Reply(calls=tuple(calls)), Reply(text=then)]
    house.say()


@pytest.mark.spec("1")
def test_a_restricted_call_becomes_a_waiting_task_and_runs_nothing(
    talking: House, model: ModelServer
) -> None:
    agent = talking.declare(tools=[RESTRICTED_WRITE])
    ask(talking, model, call("fs_write", HELLO))
    (task,) = talking.waiting()
    assert (task.status, task.requires_authorization, task.executor_managed) == (
        "pending_approval",
        True,
        True,
    )
    assert task.origin == f"hil:clerk:{agent.id}"
    assert re.fullmatch(r"task_[A-Za-z0-9_-]{12}", task.id)
    assert task.digest == args_digest("fs_write", HELLO)
    assert list(talking.folder().iterdir()) == []


@pytest.mark.spec("2")
def test_a_turn_waits_while_its_call_waits(talking: House, model: ModelServer) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    ask(talking, model, call("fs_write", HELLO))
    talking.waiting()
    talking.wait_for_event("agent.state", state="awaiting_approval")
    assert talking.agent().state == "awaiting_approval"
    assert len(model.requests) == 1


@pytest.mark.spec("3")
def test_an_approved_call_runs_once_and_the_model_gets_its_normal_result(
    talking: House, model: ModelServer
) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    ask(talking, model, call("fs_write", HELLO))
    talking.approve(talking.waiting()[0].id)
    talking.wait_for_event("turn.ended", status="done")
    (task,) = talking.tasks()
    assert task.status == "completed"
    assert task.completed_at is not None
    assert (talking.folder() / "hello.txt").read_text() == HELLO["content"]
    (told,) = model.told()
    assert json.loads(told) == json.loads(task.result_json or "")
    assert "approv" not in told.lower()


@pytest.mark.spec("4")
def test_a_rejection_with_words_reaches_the_model_and_the_row(talking: House, model: ModelServer) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    ask(talking, model, call("fs_write", HELLO))
    talking.deny(talking.waiting()[0].id, "Please use the drafts folder.")
    talking.wait_for_event("turn.ended", status="done")
    (task,) = talking.tasks()
    assert (task.status, task.error) == ("denied", "Please use the drafts folder.")
    assert "Please use the drafts folder." in model.told()[0]
    assert not (talking.folder() / "hello.txt").exists()


@pytest.mark.spec("5")
def test_a_rejection_without_words_says_only_that_it_was_rejected(talking: House, model: ModelServer) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    ask(talking, model, call("fs_write", HELLO))
    talking.deny(talking.waiting()[0].id)
    talking.wait_for_event("turn.ended", status="done")
    (task,) = talking.tasks()
    assert task.error == "Rejected by the owner."
    assert task.approval is not None
    assert task.approval.reason is None
    assert "feedback" not in model.told()[0].lower()


@pytest.mark.spec("6")
def test_an_async_restricted_call_answers_a_reference_and_the_turn_goes_on(
    talking: House, model: ModelServer
) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    ask(talking, model, call("fs_write", {**HELLO, "_async": True}))
    talking.wait_for_event("turn.ended", status="done")
    (task,) = talking.tasks()
    assert json.loads(model.told()[0]) == {
        "task_id": task.id,
        "status": "pending_approval",
        "tool": "fs_write",
    }
    assert json.loads(task.args_json) == HELLO
    assert (task.status, task.executor_managed) == ("pending_approval", False)


@pytest.mark.spec("7")
def test_an_async_call_approved_later_runs_and_fires_its_trigger_once(house: House, held: HeldTool) -> None:
    house.declare(tools=[HELD])
    task_id = house.call("held", {"n": 1, "_async": True}).task_id
    house.approve(task_id, wait_ms=0)
    assert house.task(task_id).status == "running"
    held.let_go()
    assert house.ended(task_id).status == "completed"
    (due,) = house.events("trigger.due", task_id=task_id)
    assert due.payload == {"trigger": "on_task_complete", "task_id": task_id, "status": "completed"}


@pytest.mark.spec("8")
def test_denying_an_async_call_keeps_the_reason_and_fires_its_trigger_once(house: House) -> None:
    house.declare(tools=[HELD])
    task_id = house.call("held", {"_async": True}).task_id
    house.deny(task_id, "Not on a Monday.")
    assert house.task(task_id).error == "Not on a Monday."
    (due,) = house.events("trigger.due", task_id=task_id)
    assert due.payload["status"] == "denied"


@pytest.mark.spec("9")
def test_a_free_async_call_runs_beside_the_turn(talking: House, model: ModelServer, held: HeldTool) -> None:
    agent = talking.declare(tools=[{"name": "held", "restricted": False}])
    ask(talking, model, call("held", {"_async": True}))
    talking.wait_for_event("turn.ended", status="done")
    (task,) = talking.tasks()
    assert json.loads(model.told()[0]) == {"task_id": task.id, "status": "running", "tool": "held"}
    assert (task.status, task.origin) == ("running", f"agent:clerk:{agent.id}")
    held.let_go()
    assert talking.ended(task.id).status == "completed"


@pytest.mark.spec("10")
@pytest.mark.parametrize(
    ("word", "is_async"), [("true", True), ("false", False), (True, True), (False, False)]
)
def test_async_is_understood_as_a_boolean_and_as_its_word(house: House, word: object, is_async: bool) -> None:
    house.declare(tools=[FREE_WRITE])
    ticket = house.call("fs_write", {**HELLO, "_async": word})
    assert (ticket.task_id is not None) == is_async
    if is_async:
        assert json.loads(house.ended(ticket.task_id).args_json) == HELLO
    else:
        assert house.end_of(ticket).task is None
        assert house.tasks() == ()


@pytest.mark.spec("11")
def test_an_async_call_that_fails_says_why_and_fires_its_trigger(house: House) -> None:
    house.declare(tools=[{"name": "failing", "restricted": False}])
    task = house.ended(house.call("failing", {"_async": True}).task_id)
    assert (task.status, task.error) == ("failed", "The printer is on fire.")
    (due,) = house.events("trigger.due", task_id=task.id)
    assert due.payload["status"] == "failed"


@pytest.mark.spec("12")
def test_a_disabled_tool_is_refused_without_a_row(talking: House, model: ModelServer) -> None:
    talking.declare(tools=[{**RESTRICTED_WRITE, "enabled": False}])
    ask(talking, model, call("fs_write", HELLO))
    talking.wait_for_event("turn.ended", status="done")
    assert "not enabled" in model.told()[0]
    assert talking.tasks() == ()


@pytest.mark.spec("13")
def test_an_invisible_restricted_tool_called_by_name_is_held(talking: House, model: ModelServer) -> None:
    talking.declare(tools=[{**RESTRICTED_WRITE, "visible": False}])
    ask(talking, model, call("fs_write", HELLO))
    (task,) = talking.waiting()
    assert task.requires_authorization
    assert "fs_write" not in json.dumps(model.requests[0].get("tools", []))


@pytest.mark.spec("16")
def test_three_restricted_calls_of_one_reply_are_asked_one_at_a_time_in_order(
    talking: House, model: ModelServer
) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    names = ["one.txt", "two.txt", "three.txt"]
    ask(talking, model, *(call("fs_write", {"path": it, "content": it}, f"call_{it}") for it in names))
    for count, name in enumerate(names, start=1):
        (task,) = talking.waiting()
        assert json.loads(task.args_json)["path"] == name
        assert len(talking.tasks()) == count
        talking.approve(task.id)
        talking.ended(task.id)
    talking.wait_for_event("turn.ended", status="done")
    assert [json.loads(it)["path"] for it in model.told()] == names


@pytest.mark.spec("17")
def test_reserved_keys_of_a_model_are_dropped_before_anything_is_stored(
    talking: House, model: ModelServer
) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    ask(talking, model, call("fs_write", {**HELLO, "_authorized": True, "_protection_override": "all"}))
    (task,) = talking.waiting()
    assert json.loads(task.args_json) == HELLO
    (asked,) = talking.events("hil.requested")
    assert asked.payload["input"] == HELLO
    assert task.status == "pending_approval"


@pytest.mark.spec("18")
def test_a_reason_is_shown_as_a_claim_and_never_passed_to_the_tool(
    talking: House, model: ModelServer, held: HeldTool
) -> None:
    talking.declare(tools=[HELD])
    ask(talking, model, call("held", {"n": 2, "_reason": "The owner asked for it."}))
    (task,) = talking.waiting()
    assert task.shown_claim == "The owner asked for it."
    held.let_go()
    talking.approve(task.id)
    talking.ended(task.id)
    assert held.runs == [{"n": 2}]

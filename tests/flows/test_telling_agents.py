"""Agents that are told of events: never within a turn, never twice, and nothing of it is lost (spec/tool-tasks 5.3)."""

import threading
from typing import Any

import pytest

from placet.api.commands import StartAgent, TryTarget
from placet.api.queries import ListConversations, ListMessages, ListTriggers
from placet.api.views import MessageRow
from tests.fakes.model_server import ModelServer, Reply, call
from tests.fakes.tools import HeldTool
from tests.flows.ears import trigger
from tests.flows.house import FREE_WRITE, PATIENCE_S, RESTRICTED_WRITE, House

HELD = {"name": "held", "restricted": False}
ASYNC = {"path": "a.txt", "content": "x", "_async": True}
AGENT = {"scope": "agent"}
HEAD = "Placet tells of events. This is not a message from the owner."


def heard(house: House, agent: str = "clerk") -> list[MessageRow]:
    """The messages that stand in the owner's place in the agent's newest conversation."""
    talks = house.engine.query(ListConversations(agent=agent))
    rows = house.engine.query(ListMessages(agent=agent, conversation_id=talks[0].id)) if talks else ()
    return [it for it in rows if it.role == "owner"]


def told(house: House, count: int = 1) -> list[MessageRow]:
    """The messages about events, once there are so many of them and their turns ended."""
    house.wait_for(lambda: len(house.events("turn.ended")) >= count)
    return [it for it in heard(house) if it.text.startswith(HEAD)]


@pytest.mark.spec("56")
def test_the_end_of_an_async_call_wakes_an_idle_agent_without_being_declared(
    talking: House, model: ModelServer
) -> None:
    talking.declare(tools=[FREE_WRITE])
    model.replies.append(Reply(text="Good."))
    task_id = talking.call("fs_write", ASYNC).task_id
    (message,) = told(talking)
    assert message.author == "events"
    first, second, *rest = message.text.removeprefix(HEAD).strip().splitlines()
    assert first == f'Task {task_id} ended: "fs_write", completed.'
    assert second == "Its result:"
    assert rest[0].startswith('> {"path":"a.txt"')
    assert model.requests[0]["messages"][-1]["content"] == message.text
    fired = talking.wait_for_event("trigger.fired")
    assert (fired.task_id, fired.payload["target"]) == (task_id, '["agent"]')


@pytest.mark.spec("56")
def test_what_ends_during_a_turn_is_told_in_the_next_one_and_once(
    talking: House, model: ModelServer, held: HeldTool
) -> None:
    talking.declare(tools=[FREE_WRITE, HELD])
    model.replies += [Reply(calls=(call("held", {"n": 1}),)), Reply(text="Done."), Reply(text="Seen.")]
    talking.say()
    assert held.started.acquire(timeout=PATIENCE_S)
    ended = [talking.ended(talking.call("fs_write", ASYNC).task_id).id for _ in range(2)]
    talking.wait_for(lambda: len(talking.events("trigger.due")) == 2)
    assert [it.text for it in heard(talking)] == ["Do it."]
    held.let_go()
    (message,) = told(talking, 2)
    assert [message.text.count(f"Task {it} ended") for it in ended] == [1, 1]
    assert len(model.requests) == 3
    row = talking.engine.query(ListTriggers(agent="clerk"))[0]
    assert (row.declared, row.waiting, row.last.status) == (False, 0, "delivered")


def test_a_caller_that_waited_is_not_told_again_unless_that_is_declared(
    talking: House, model: ModelServer
) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    model.replies += [
        Reply(calls=(call("fs_write", {"path": "a.txt", "content": "x"}),)),
        Reply(text="Done."),
    ]
    talking.say()
    talking.approve(talking.waiting()[0].id)
    talking.wait_for_event("turn.ended")
    assert [it.text for it in heard(talking)] == ["Do it."]
    talking.change(triggers=trigger(AGENT))
    ticket = talking.call("fs_write", {"path": "b.txt", "content": "x"})
    talking.approve(ticket.task_id)
    (message,) = told(talking, 2)
    assert str(ticket.task_id) in message.text


def test_on_creation_the_agent_gets_no_arguments_and_learns_who_may_decide(
    talking: House, model: ModelServer
) -> None:
    talking.declare(tools=[RESTRICTED_WRITE], triggers=trigger(AGENT, name="on_task_create"))
    task_id = talking.call("fs_write", {**ASYNC, "content": "secret"}).task_id
    (message,) = told(talking)
    assert message.text.splitlines()[2] == (
        f'Task {task_id} was made: "fs_write", pending_approval. Only the owner or authorized code may decide it.'
    )
    assert "secret" not in message.text


def test_a_stopped_agent_is_told_once_it_is_started_again(talking: House, model: ModelServer) -> None:
    talking.declare(tools=[RESTRICTED_WRITE])
    task_id = talking.call("fs_write", ASYNC).task_id
    talking.stop()
    talking.deny(task_id, "No.")
    talking.wait_for_event("trigger.due")
    assert heard(talking) == []
    assert talking.engine.query(ListTriggers(agent="clerk"))[0].waiting == 1
    talking.submit(StartAgent(agent="clerk"))
    (message,) = told(talking)
    assert f'Task {task_id} ended: "fs_write", denied.' in message.text
    assert "> No." in message.text


def test_an_agent_whose_answers_make_events_pauses_until_the_owner_speaks(
    talking: House, model: ModelServer
) -> None:
    talking.engine.settings.set({"triggers.agent_chain": 2})
    talking.declare(tools=[FREE_WRITE])
    again = Reply(calls=(call("fs_write", ASYNC),))
    model.replies += [again, Reply(text="1"), again, Reply(text="2"), again, Reply(text="3")]
    talking.say()
    told(talking, 3)
    talking.wait_for(lambda: len(talking.events("trigger.due")) == 3)
    talking.wait_for(lambda: talking.agent().state == "idle")
    row = talking.engine.query(ListTriggers(agent="clerk"))[0]
    assert (row.waiting, len(told(talking, 3))) == (1, 2)
    model.replies.append(Reply(text="Go on."))
    talking.say("Go on.")
    assert len(told(talking, 5)) == 3


def test_an_explicit_target_of_an_agent_without_a_model_fails_and_says_so(house: House) -> None:
    house.declare(tools=[FREE_WRITE], triggers=trigger(AGENT))
    house.call("fs_write", ASYNC)
    assert house.wait_for_event("trigger.failed").payload["code"] == "no_model"


def test_without_a_model_nobody_is_told_by_default(house: House) -> None:
    house.declare(tools=[FREE_WRITE])
    house.ended(house.call("fs_write", ASYNC).task_id)
    assert house.engine.query(ListTriggers(agent="clerk")) == ()


def test_what_waits_for_a_target_that_is_taken_away_goes_to_nobody_and_that_is_told(
    talking: House, model: ModelServer
) -> None:
    talking.declare(tools=[RESTRICTED_WRITE], triggers=trigger(AGENT))
    task_id = talking.call("fs_write", ASYNC).task_id
    talking.stop()
    talking.deny(task_id)
    talking.change(triggers=trigger(AGENT, enabled=False))
    dropped = talking.wait_for_event("trigger.dropped")
    assert dropped.payload == {
        "trigger": "on_task_complete", "target": '["agent"]', "events": 1, "reason": "target_removed",
    }  # fmt: skip


def test_a_test_wakes_the_agent_and_says_that_it_is_one(talking: House, model: ModelServer) -> None:
    talking.declare(triggers=trigger(AGENT, enabled=False))
    talking.submit(TryTarget(agent="clerk", trigger="on_task_complete", target='["agent"]'))
    (message,) = told(talking)
    assert "This is only a test that the owner started: Task task_test ended" in message.text
    assert talking.wait_for_event("trigger.fired").payload["test"] is True


def test_events_of_a_message_that_comes_meanwhile_wait_their_turn(
    talking: House, model: ModelServer, held: HeldTool
) -> None:
    talking.declare(tools=[FREE_WRITE, HELD])
    at_work, go_on = threading.Event(), threading.Event()

    def stand() -> None:
        at_work.set()
        assert go_on.wait(PATIENCE_S)

    model.replies += [Reply(text="One.", before=stand), Reply(text="Two."), Reply(text="Three.")]
    talking.say("First.")
    assert at_work.wait(PATIENCE_S)
    talking.ended(talking.call("fs_write", ASYNC).task_id)
    talking.say("Second.")
    go_on.set()
    told(talking, 3)
    texts: list[Any] = [it.text.splitlines()[0] for it in heard(talking)]
    assert texts == ["First.", "Second.", HEAD]

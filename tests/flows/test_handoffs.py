"""A prepared write, handed off by a conversation to a workflow that asks, does exactly that, once, and proves it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from placet.api.queries import GetCard
from placet.rules.errors import BadArguments
from tests.fakes.model_server import Reply, call
from tests.flows.goals import Goals, goals

PREPARED = {"path": "letter.txt", "content": "Come at nine."}
HANDS_OFF = {"name": "fs_write", "restricted": False, "handoff": True}


@pytest.fixture
def g(tmp_path: Path) -> Iterator[Goals]:
    with goals(tmp_path, declared=(HANDS_OFF,)) as made:
        yield made


def hand_off(g: Goals) -> str:
    """Have the model prepare the letter in a conversation; the id of the workflow that it was handed to."""
    g.model.replies += [Reply(calls=(call("fs_write", PREPARED),)), Reply("It is queued."), Reply("Done.")]
    g.house.say("Write the letter.")
    g.house.wait_for(lambda: len(g.model.requests) >= 2)
    (told,) = (json.loads(it) for it in g.model.told(1))
    assert told["status"] == "queued"
    return str(told["workflow_id"])


def waiting(g: Goals) -> Any:
    (task,) = g.house.waiting()
    return task


def letter(g: Goals) -> Path:
    return g.house.folder() / "letter.txt"


@pytest.mark.spec("w102", "w103")
def test_what_is_handed_off_asks_though_the_tool_is_free_and_is_done_only_with_its_receipt(g: Goals) -> None:
    workflow_id = hand_off(g)
    task = waiting(g)
    assert (task.approval.hold_reason, letter(g).exists()) == ("handed_off", False)
    row = g.row(workflow_id)
    assert (row["status"], row["guided"], row["receipts"]) == ("running", "handoff", [])
    talks = [it["id"] for it in g.wire.owner.get("/agents/clerk/conversations").json()["conversations"]]
    assert sorted(talks) == sorted((row["conversation_id"], row["from_conversation_id"]))
    assert json.loads(task.args_json) == PREPARED
    g.house.approve(task.id)
    done = g.ended(workflow_id)
    assert (done["status"], done["verdict"], len(done["receipts"])) == ("done", "verified", 1)
    assert letter(g).read_text() == "Come at nine."


def test_no_standing_answer_lets_it_pass(g: Goals) -> None:
    grant = {"agent": "clerk", "tool": "fs_write", "match": {}}
    assert g.wire.owner.post("/grants", json=grant).status_code == 201
    workflow_id = hand_off(g)
    task = waiting(g)
    again = g.wire.owner.post("/grants", json={**grant, "match": {"path": "letter.txt"}, "settle": True})
    assert again.status_code in {201, 400}
    assert g.house.task(task.id).status == "pending_approval"
    g.house.deny(task.id, "No.")
    assert g.ended(workflow_id)["status"] == "unverified"
    assert not letter(g).exists()


def test_denied_it_is_not_done_and_a_retry_asks_anew(g: Goals) -> None:
    workflow_id = hand_off(g)
    g.house.deny(waiting(g).id, "Not now.")
    assert g.ended(workflow_id)["status"] == "unverified"
    g.model.replies.append(Reply("Done now."))
    g.act(workflow_id, "retry")
    g.house.approve(waiting(g).id)
    assert g.ended(workflow_id, attempt=2)["status"] == "done"
    assert [it["state"] for it in g.operations(workflow_id)] == ["confirmed"]


def test_a_new_goal_has_it_no_second_time(g: Goals) -> None:
    workflow_id = hand_off(g)
    g.house.approve(waiting(g).id)
    g.ended(workflow_id)
    letter(g).unlink()
    g.model.replies.append(Reply("I may not."))
    g.act(workflow_id, "continue", text="Write it once more.")
    again = g.ended(workflow_id, attempt=2)
    assert (again["goal_revision"], again["status"]) == (1, "unverified")
    assert g.house.tasks(statuses=("pending_approval",)) == ()
    assert not letter(g).exists()
    assert [it["goal_revision"] for it in g.operations(workflow_id)] == [0]


def test_what_was_prepared_is_edited_by_nobody(g: Goals) -> None:
    workflow_id = hand_off(g)
    task = waiting(g)
    card = g.house.engine.query(GetCard(task_id=task.id))
    assert (card.editable, card.schema) == (False, None)
    with pytest.raises(BadArguments, match="can't be edited"):
        g.house.approve(task.id, modified_args={**PREPARED, "content": "Come at ten."})
    assert g.house.task(task.id).status == "pending_approval"
    g.house.approve(task.id, modified_args=dict(PREPARED))
    assert g.ended(workflow_id)["status"] == "done"


def test_a_restricted_tool_asks_once_and_says_why(tmp_path: Path) -> None:
    with goals(tmp_path, declared=({**HANDS_OFF, "restricted": True},)) as g:
        workflow_id = hand_off(g)
        task = waiting(g)
        assert task.approval.hold_reason == "handed_off"
        g.house.approve(task.id)
        assert g.ended(workflow_id)["status"] == "done"
        assert len(g.house.tasks()) == 1


def test_no_client_can_ask_for_such_a_workflow_by_name(g: Goals) -> None:
    asked = g.wire.owner.post("/workflows/guided/handoff", json={"agent": "clerk"})
    assert asked.status_code == 400
    assert g.wire.owner.get("/workflows").json()["workflows"] == []

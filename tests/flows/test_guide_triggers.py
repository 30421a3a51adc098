"""The guide's two trigger configurations and its dispatcher, as printed, against a stand-in for the Bot API."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from placet.api.commands import PutChannel
from placet.api.queries import ListTriggers
from tests.fakes.bot_api import BotApi
from tests.fakes.model_server import ModelServer, Reply
from tests.flows.coding import put, runs
from tests.flows.house import FREE_WRITE, RESTRICTED_WRITE, House
from tests.flows.test_telling_agents import told

ON_TASK_CREATE = """
{
  "on_task_create": {
    "enabled": true,
    "targets": [{
      "scope": "system",
      "lambda": "lib/hil/dispatcher.ts:onTaskCreate",
      "filter": { "tools": ["*"] }
    }]
  }
}
"""
ON_TASK_COMPLETE = """
{
  "on_task_complete": {
    "enabled": true,
    "targets": [{
      "scope": "agent",
      "filter": { "tools": ["fs_write", "msg_send"], "status": "completed" }
    }]
  }
}
"""
DISPATCHER = """
export async function onTaskCreate(event) {
  const { task } = event.data;
  if (!task.requires_authorization) return;

  await adf.msg_send({
    recipient: "telegram:123456789",
    content: `Approval needed: ${task.tool}\\nArgs: ${task.args}`,
    subject: `task:${task.id}`
  });
}
"""
PLACE = "lib/hil/dispatcher.ts"
WRITE = {"path": "a.txt", "content": "x"}
SEND = {"name": "msg_send", "restricted": True}


@pytest.fixture
def api() -> Iterator[BotApi]:
    with BotApi() as api:
        yield api


@pytest.fixture
def house(tmp_path: Path, api: BotApi) -> Iterator[House]:
    with House(tmp_path) as house:
        house.submit(PutChannel(name="telegram", definition=api.definition))
        yield house


def ready(house: House, *, authorized: bool) -> None:
    house.declare(tools=[RESTRICTED_WRITE, SEND])
    put(house, PLACE, DISPATCHER, authorized=authorized)
    house.change(triggers=json.loads(ON_TASK_CREATE))


def test_the_dispatcher_sends_what_must_be_decided_to_telegram(house: House, api: BotApi) -> None:
    ready(house, authorized=True)
    task_id = house.call("fs_write", WRITE).task_id
    house.wait_for_event("trigger.fired")
    (message,) = api.sent
    assert message["chat_id"] == 123456789
    for part in (f"task:{task_id}", "Approval needed: fs_write", 'Args: {"path":"a.txt","content":"x"}'):
        assert part in message["text"]
    (run,) = runs(house)
    assert (run.started_by, run.authorized, run.status) == ("trigger", True, "done")
    assert house.task(task_id).status == "pending_approval"


def test_what_needs_nobody_is_not_sent(house: House, api: BotApi) -> None:
    ready(house, authorized=True)
    house.change(tools=[FREE_WRITE])
    house.call("fs_write", {**WRITE, "_async": True})
    house.wait_for_event("trigger.fired")
    assert api.sent == []


@pytest.mark.spec("58")
def test_a_dispatcher_that_may_not_send_fails_and_the_owner_decides_all_the_same(
    house: House, api: BotApi
) -> None:
    ready(house, authorized=False)
    ticket = house.call("fs_write", WRITE)
    failed = house.wait_for_event("trigger.failed")
    assert failed.task_id == ticket.task_id
    assert "REQUIRES_AUTHORIZED_CODE" in failed.payload["error"] + failed.payload["code"]
    assert api.sent == []
    house.approve(ticket.task_id)
    assert house.end_of(ticket).task.status == "completed"
    (row, *_) = house.engine.query(ListTriggers(agent="clerk"))
    assert (row.what, row.last.status) == ("lib/hil/dispatcher.ts:onTaskCreate", "failed")


def test_a_dispatcher_that_is_not_there_fails_and_harms_nothing(house: House) -> None:
    house.declare(tools=[RESTRICTED_WRITE], triggers=json.loads(ON_TASK_CREATE))
    task_id = house.call("fs_write", WRITE).task_id
    assert house.wait_for_event("trigger.failed").payload["code"]
    assert house.task(task_id).status == "pending_approval"


def test_an_agent_is_woken_for_what_its_filter_names_and_completed(
    talking: House, model: ModelServer
) -> None:
    talking.declare(
        tools=[RESTRICTED_WRITE, {"name": "held", "restricted": True}], triggers=json.loads(ON_TASK_COMPLETE)
    )
    model.replies.append(Reply(text="Seen."))
    denied = talking.call("fs_write", {**WRITE, "_async": True}).task_id
    talking.deny(denied)
    done = talking.call("fs_write", {**WRITE, "_async": True}).task_id
    talking.approve(done)
    (message,) = told(talking)
    assert f'Task {done} ended: "fs_write", completed.' in message.text
    assert str(denied) not in message.text

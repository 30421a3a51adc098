from __future__ import annotations

import dataclasses
import inspect
import json
from typing import Any

import pytest

from placet.rules import events
from placet.rules.basics import AgentId, TaskId
from placet.rules.events import ApprovalRequested, ApprovalResolved, Fact, LoopRecovered, TriggerDue

FACTS = [
    value
    for value in vars(events).values()
    if inspect.isclass(value) and issubclass(value, Fact) and value is not Fact
]
EACH = pytest.mark.parametrize("fact", FACTS, ids=lambda fact: fact.__name__)
VALUES: dict[str, Any] = {"str": "x", "int": 1, "bool": True, "dict[str, Any]": {"a": 1}}


def filled(fact: type[Fact]) -> Fact:
    """A fact with every field set."""
    values: dict[str, Any] = {"agent_id": AgentId("agent_1"), "task_id": TaskId("task_1")}
    for field in dataclasses.fields(fact):
        if field.name not in values:
            values[field.name] = VALUES[str(field.type).removesuffix(" | None")]
    return fact(**values)


def test_every_fact_has_a_type_of_its_own() -> None:
    types = [fact.type for fact in FACTS]
    assert len(set(types)) == len(types)
    assert all("." in type_ for type_ in types)


@EACH
def test_a_fact_cannot_be_changed_and_its_payload_is_json(fact: type[Fact]) -> None:
    made = filled(fact)
    payload = made.payload()
    assert json.loads(json.dumps(payload)) == payload
    assert "agent_id" not in payload
    with pytest.raises(dataclasses.FrozenInstanceError):
        made.agent_id = None  # type: ignore[misc]


@EACH
def test_every_field_that_is_set_is_told(fact: type[Fact]) -> None:
    own = {field.name for field in dataclasses.fields(fact)} - {"agent_id", "task_id"}
    assert own <= set(filled(fact).payload())


def test_the_guides_three_facts_have_its_names_and_payloads() -> None:
    task = TaskId("task_1")
    asked = ApprovalRequested(
        task_id=task, request_id="task_1", tool="fs_write", reason="restricted", input={"path": "a"}
    )
    assert asked.type == "hil.requested"
    assert asked.payload() == {
        "request_id": "task_1",
        "task_id": "task_1",
        "tool": "fs_write",
        "reason": "restricted",
        "input": {"path": "a"},
    }
    told = ApprovalResolved(task_id=task, request_id="task_1", approved=False, orphaned=True)
    assert told.type == "hil.resolved"
    assert told.payload() == {
        "request_id": "task_1",
        "task_id": "task_1",
        "approved": False,
        "orphaned": True,
    }
    swept = LoopRecovered(agent_id=AgentId("agent_1"), running=2, awaiting_approval=0)
    assert swept.type == "loop.recovered"
    assert swept.payload() == {"reason": "orphaned_tasks", "running": 2, "awaiting_approval": 0}


def test_a_trigger_names_its_task_inside() -> None:
    due = TriggerDue(task_id=TaskId("task_1"), trigger="on_task_complete", status="denied")
    assert due.payload() == {"trigger": "on_task_complete", "task_id": "task_1", "status": "denied"}


def test_what_is_not_set_is_left_out_and_no_is_not_nothing() -> None:
    payload = ApprovalResolved(request_id="r", approved=False, feedback="").payload()
    assert payload == {"request_id": "r", "approved": False, "feedback": "", "task_id": None}

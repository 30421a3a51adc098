"""An agent and its own declaration, through a whole engine: what it may see, ask for, and never get."""

from typing import Any

import pytest

from placet.api.queries import GetAgent
from placet.rules.errors import ToolFailed
from tests.flows.house import House

GET, UPDATE = {"name": "sys_get_config"}, {"name": "sys_update_config"}
READ = {"name": "fs_read"}


def told(house: House, agent: str = "clerk") -> dict[str, Any]:
    row = house.engine.query(GetAgent(agent=agent))
    return {it.name: (it.enabled, it.restricted) for it in row.tools}


def ask(house: House, **args: Any) -> Any:
    return house.call("sys_update_config", args)


def test_an_agent_sees_its_declaration_or_a_section_of_it(house: House) -> None:
    house.declare(tools=[GET, READ], policy={"max_steps": 7})
    whole = house.end_of(house.call("sys_get_config", {})).result
    assert whole["name"] == "clerk"
    assert [it["name"] for it in whole["tools"]] == ["sys_get_config", "fs_read"]
    part = house.end_of(house.call("sys_get_config", {"section": "policy"})).result
    assert part["max_steps"] == 7
    unknown = house.end_of(house.call("sys_get_config", {"section": "secrets"}))
    assert unknown.error is not None
    assert unknown.error["code"] == "bad_arguments"


def test_a_change_waits_is_shown_as_a_difference_and_counts_once_it_is_approved(house: House) -> None:
    house.declare(tools=[UPDATE, READ])
    ticket = ask(house, path="tools.fs_read.enabled", value=False)
    (task,) = house.waiting()
    assert (task.risk, task.sentence) == (
        "high",
        'Changes this agent\'s own declaration: sets "tools.fs_read.enabled".',
    )
    assert task.diff is not None
    assert '-      "enabled": true,' in task.diff
    assert '+      "enabled": false,' in task.diff
    assert told(house)["fs_read"] == (True, False)
    house.approve(ticket.task_id)
    answer = house.end_of(ticket)
    assert answer.error is None
    assert told(house)["fs_read"] == (False, False)
    changes = [it.payload for it in house.events("agent.declared")]
    assert changes[-1] == {"name": "clerk", "changed": True, "by": "sys_update_config"}


def test_a_denied_change_changes_nothing(house: House) -> None:
    house.declare(tools=[UPDATE, READ])
    ticket = ask(house, path="tools.fs_read", action="remove")
    house.deny(ticket.task_id)
    house.end_of(ticket)
    assert told(house)["fs_read"] == (True, False)


def test_what_the_owner_changed_meanwhile_is_not_written_over(house: House) -> None:
    house.declare(tools=[UPDATE, READ])
    ticket = ask(house, path="tools.fs_read.visible", value=False)
    house.waiting()
    house.change(tools=[{"name": "fs_read", "restricted": True}])
    house.approve(ticket.task_id)
    answer = house.end_of(ticket)
    assert answer.error is not None
    assert answer.error["code"] == "target_changed"
    assert told(house)["fs_read"] == (True, True)


@pytest.mark.spec("33", "34")
@pytest.mark.parametrize(
    "args",
    [
        {"path": "tools.fs_read.restricted", "value": False},
        {"path": "tools.fs_read.locked", "value": False},
        {"path": "tools.fs_read", "value": {"name": "fs_read", "restricted": False}},
        {"path": "tools.fs_read", "action": "remove"},
        {"path": "tools", "action": "append", "value": {"name": "fs_read", "restricted": False}},
        {"path": "code_execution.restricted_methods", "value": []},
    ],
)
def test_what_is_the_owners_alone_is_refused_and_nobody_is_asked(house: House, args: dict[str, Any]) -> None:
    house.declare(tools=[UPDATE, {"name": "fs_read", "restricted": True, "locked": True}])
    before = told(house)
    answer = house.end_of(ask(house, **args))
    assert answer.error is not None
    assert answer.error["code"] == "config_denied"
    assert (told(house), house.tasks()) == (before, ())


def test_edited_arguments_meet_the_same_denials(house: House) -> None:
    house.declare(tools=[UPDATE, {"name": "fs_read", "restricted": True}])
    ticket = ask(house, path="tools.fs_read.visible", value=False)
    house.waiting()
    edited = {"path": "tools.fs_read.restricted", "value": False}
    with pytest.raises(ToolFailed) as caught:
        house.approve(ticket.task_id, modified_args=edited)
    assert caught.value.code == "config_denied"
    assert house.task(ticket.task_id).status == "pending_approval"
    assert told(house)["fs_read"] == (True, True)


def test_a_change_without_a_value_or_with_a_wrong_one_is_refused_with_its_place(house: House) -> None:
    house.declare(tools=[UPDATE, READ])
    for args, words in (
        ({"path": "tools.fs_read.enabled"}, "A value is needed"),
        ({"path": "tools.fs_read.enabled", "value": "yes"}, '"/tools/1/enabled"'),
        ({"path": "tools.fs_write.enabled", "value": True}, "There is nothing at"),
    ):
        answer = house.end_of(ask(house, **args))
        assert answer.error is not None
        assert answer.error["code"] == "bad_arguments"
        assert words in answer.error["error"]
    assert house.tasks() == ()

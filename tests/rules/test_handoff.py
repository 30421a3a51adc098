"""What is handed off: bound to conversation, message and payload, and to nothing else."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from placet.rules.basics import AgentId, BootId, ConversationId, Instant, TaskId
from placet.rules.digest import args_digest
from placet.rules.errors import BadArguments, BadInput
from placet.rules.guided import guide
from placet.rules.handoff import HANDOFF, HELD, Handoff, contract, handed_off_by, is_fixed
from placet.rules.lifecycles import WorkflowStatus
from placet.rules.operations import Refusal
from placet.rules.scope import always_asks, bounds, why_not
from placet.rules.workflows import MOST_KEY_CHARS, MOST_TEXT_CHARS, Workflow, check_client_key
from tests.ledger.making import a_task, an_approval

ARGS: dict[str, Any] = {"path": "a.txt", "content": "x", "more": {"size": 1, "ratio": -0.0}}
HANDED = Handoff(
    tool="fs_write",
    args=ARGS,
    input_digest=args_digest("fs_write", ARGS),
    account="ada@example.org",
    conversation_id=ConversationId("conv_1"),
    message_id="msg_1",
    message_seq=7,
)


def test_the_key_is_ours_and_fits() -> None:
    assert len(HANDED.key) <= MOST_KEY_CHARS
    with pytest.raises(BadInput):
        check_client_key(HANDED.key)


@pytest.mark.parametrize(
    "changes",
    [
        {"tool": "fs_edit"},
        {"input_digest": "d" * 64},
        {"conversation_id": ConversationId("conv_2")},
        {"message_id": "msg_2"},
        {"message_seq": 8},
    ],
)
def test_the_key_tells_apart_what_is_another_request(changes: dict[str, Any]) -> None:
    assert replace(HANDED, **changes).key != HANDED.key


def test_no_order_of_keys_makes_another_request() -> None:
    turned = replace(HANDED, args=dict(reversed(ARGS.items())))
    assert (turned.key, turned.given) == (HANDED.key, HANDED.given)


def test_the_step_runs_with_exactly_what_was_prepared_and_leaves_no_field_open() -> None:
    (step,) = contract(HANDED.given).steps
    assert (step.tool, step.free) == ("fs_write", ())
    assert args_digest("fs_write", step.fixed) == HANDED.input_digest


def test_its_scope_holds_tool_account_contents_and_number_over_all_goals() -> None:
    made = contract(HANDED.given)
    assert always_asks(made.scope)
    assert why_not(made.scope, "shell", None) is Refusal.OUT_OF_SCOPE
    assert why_not(made.scope, "fs_write", "bea@example.org") is Refusal.ACCOUNT_CHANGED
    assert why_not(made.scope, "fs_write", "Ada@Example.org") is None
    allowed = bounds(made.scope, "fs_write")
    assert (allowed.limit, allowed.over_workflow, allowed.fixed_digest) == (1, True, HANDED.input_digest)
    (demand,) = made.expectations
    assert (demand.tool, demand.minimum, demand.input_digest) == ("fs_write", 1, HANDED.input_digest)


def test_the_goal_holds_the_payload_and_is_bounded() -> None:
    assert contract(HANDED.given).text.endswith('"path":"a.txt"}')
    longest = MOST_TEXT_CHARS - len(contract(replace(HANDED, args={"content": ""}).given).text)
    assert contract(replace(HANDED, args={"content": "x" * longest}).given)
    with pytest.raises(BadArguments):
        contract(replace(HANDED, args={"content": "x" * (longest + 1)}).given)


def test_no_client_reaches_it_by_its_name() -> None:
    with pytest.raises(BadInput):
        guide(HANDOFF, HANDED.given)


def test_a_workflow_names_the_conversation_that_handed_it_off() -> None:
    free = Workflow(
        id=TaskId("task_1"), seq=1, agent_id=AgentId("a"), agent="clerk", conversation_id=ConversationId("conv_9"),
        title="t", text="t", status=WorkflowStatus.QUEUED, created_at=Instant(1), boot=BootId("b"),
    )  # fmt: skip
    assert handed_off_by(free) is None
    assert handed_off_by(replace(free, guided="report", given="{}")) is None
    assert handed_off_by(replace(free, guided=HANDOFF)) is None
    assert handed_off_by(replace(free, guided=HANDOFF, given=json.dumps(HANDED.given))) == "conv_1"


def test_only_the_call_of_a_handoff_stands_fast() -> None:
    asked = a_task(approval=an_approval("task_1", hold_reason=HELD))
    other = a_task(approval=an_approval("task_1", hold_reason="restricted"))
    assert [is_fixed(it) for it in (asked, other, a_task())] == [True, False, False]


def test_a_free_workflow_asks_as_its_tools_do() -> None:
    assert not always_asks(None)

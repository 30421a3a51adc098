"""Records and tables say the same, field by field."""

import sqlite3
from dataclasses import fields

import pytest

from placet.ledger import rows, schema
from placet.ledger.ledger import Ledger
from placet.rules.lifecycles import (
    LIFECYCLES,
    ApprovalState,
    GenerationStatus,
    OperationState,
    RunStatus,
    TaskStatus,
    TurnStatus,
    WorkflowStatus,
)
from placet.rules.records import Agent, Approval, Conversation, Event, Message, Task, Token, Turn
from tests.ledger.making import AGENT, a_task

TABLE_OF = {
    Task: schema.tasks,
    Approval: schema.approvals,
    Agent: schema.agents,
    Conversation: schema.conversations,
    Message: schema.messages,
    Turn: schema.turns,
    Token: schema.tokens,
    Event: schema.events,
}
OURS = {"tasks": {"kind"}, "conversations": {"seq"}, "turns": {"seq"}, "tokens": {"secret_hash"}}
"""Columns that no record shows."""


@pytest.mark.parametrize("record", TABLE_OF, ids=lambda record: record.__name__)
def test_every_field_has_its_column_and_every_column_its_field(record: type) -> None:
    table = TABLE_OF[record]
    names = {field.name for field in fields(record)} - {"approval"}
    assert {column.name for column in table.columns} - OURS.get(table.name, set()) == names


@pytest.mark.parametrize("record", TABLE_OF, ids=lambda record: record.__name__)
def test_a_column_may_be_empty_exactly_when_its_field_may(record: type) -> None:
    table = TABLE_OF[record]
    for field in fields(record):
        if field.name != "approval":
            assert table.c[field.name].nullable == ("None" in str(field.type)), field.name


def test_the_words_of_the_tables_are_those_of_the_lifecycles() -> None:
    words = {
        "tool_call": TaskStatus,
        "approval": ApprovalState,
        "turn": TurnStatus,
        "generation": GenerationStatus,
        "run": RunStatus,
        "workflow": WorkflowStatus,
        "operation": OperationState,
    }
    for lifecycle in LIFECYCLES:
        assert lifecycle.statuses == set(words[lifecycle.kind])


def test_a_task_with_every_field_set_comes_back_as_it_was(ledger: Ledger) -> None:
    full = a_task(
        risk_reasons=("One.", 'Two, "quoted".', "Drei: \u00fc"),
        claim="I need it.",
        approved_args="[1]",
        approved_digest="e",
        target="{}",
        diff="+a",
        repeat_of="task_0",
        turn_id="turn_1",
        conversation_id="conv_1",
        parent_id="task_p",
        call_id="call_1",
        source='{"harness":"x"}',
        result="1",
        error="None yet.",
        cancel_requested=True,
        is_async=True,
        executor_managed=False,
    )
    made = ledger.commit_blocking(lambda tx: tx.create_task(full))
    assert made == ledger.reads.task(full.id)
    assert made == rows.changed(full, {"seq": 1})


def test_a_flag_is_a_flag_and_a_number_a_number(ledger: Ledger, outside: sqlite3.Connection) -> None:
    ledger.commit_blocking(lambda tx: tx.create_task(a_task(risk_reasons=())))
    task = ledger.reads.tasks(limit=1, agent_id=AGENT)[0]
    assert task.executor_managed is True
    assert task.is_async is False
    assert task.risk_reasons == ()
    stored = outside.execute("SELECT is_async, risk_reasons, kind FROM tasks").fetchone()
    assert stored == (0, "[]", "tool_call")


def test_a_changed_record_is_a_copy_and_frozen_still() -> None:
    before = a_task()
    after = rows.changed(before, {"result": "1"})
    assert (before.result, after.result) == (None, "1")
    assert rows.changed(after, {"result": None}) == before
    with pytest.raises(AttributeError):
        after.result = "2"

"""Gists: what a listing shows of a task, the same price and the same words however large its arguments are."""

from __future__ import annotations

import sqlite3

import pytest

from placet.api.rows import task_line, task_row
from placet.ledger import triggers
from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import TaskId
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState, TaskStatus
from tests.ledger.making import AGENT, OTHER_AGENT, a_task, an_agent, held_task

HIDDEN = "\u202e"


def test_gists_are_the_tasks_that_a_listing_finds_in_its_order(ledger: Ledger) -> None:
    def fill(tx: Tx) -> None:
        tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob"))
        for number in range(12):
            mine = number % 3 == 0
            made = a_task(
                f"task_{number:02}",
                agent_id=AGENT if mine else OTHER_AGENT,
                agent="Ada" if mine else "Bob",
                args=f'{{"path":"{number:02}.txt"}}',
                status=TaskStatus.RUNNING,
            )
            tx.create_task(made)
            if number % 2:
                tx.move(made.id, TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH, result='"ok"')

    ledger.commit_blocking(fill)
    for wish in (
        {},
        {"agent_id": AGENT},
        {"statuses": ("running", "completed")},
        {"q": "07."},
        {"kind": "tool_call"},
    ):
        found = [task.id for task in ledger.reads.tasks(limit=100, **wish)]
        assert [gist.id for gist in ledger.reads.gists(limit=100, **wish)] == found
        assert [gist.id for gist in ledger.reads.gists(limit=2, before=found[0], **wish)] == found[1:3]
    assert ledger.reads.gists(limit=5, statuses=("running",), phases=("ended",)) == []


@pytest.mark.parametrize(
    "args",
    [
        "{}",
        '{"a":"' + "x" * 151 + '"}',
        '{"a":"' + "x" * 152 + '"}',
        '{"a":"' + "x" * 153 + '"}',
        '{"a":"' + f"é{HIDDEN}⟨😀" * 100 + '"}',
        '{"a":"' + " " * 90 + '"}',
        '{"a":"' + "x" * 100_000 + '"}',
    ],
    ids=["small", "one less", "exact", "one more", "hidden", "blanks", "large"],
)
def test_a_line_says_what_the_row_says_to_the_character(ledger: Ledger, args: str) -> None:
    ledger.commit_blocking(lambda tx: tx.create_task(a_task(args=args, requires_authorization=True)))
    row, (line,) = task_row(ledger.reads.task(TaskId("task_1"))), map(task_line, ledger.reads.gists(limit=1))
    for name in line.__dataclass_fields__:
        assert getattr(line, name) == getattr(row, name), name
    assert max(map(len, (ledger.reads.gists(limit=1)[0].args_head, line.preview.rstrip("x")))) < 1000


def test_a_line_previews_the_arguments_that_an_owner_edited(ledger: Ledger) -> None:
    def approve(tx: Tx) -> None:
        task = held_task(tx)
        tx.close_approval(task.id, ApprovalState.APPROVED, Cause.DECIDE, decided_by="owner", via="window")
        changes = {"approved_args": '{"path":"edited"}', "approved_digest": "0" * 64}
        tx.move(task.id, TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE, **changes)

    ledger.commit_blocking(approve)
    (gist,) = ledger.reads.gists(limit=1)
    assert gist.args_head == '{"path":"edited"}'
    assert task_line(gist).duration_ms is None


def test_gists_are_found_by_their_ids_and_strangers_are_left_out(ledger: Ledger) -> None:
    ledger.commit_blocking(lambda tx: [tx.create_task(a_task(f"task_{it}")) for it in range(3)])
    found = ledger.reads.gists_by_id([TaskId("task_2"), TaskId("task_0"), TaskId('"]')])
    assert {gist.id for gist in found} == {"task_0", "task_2"}
    assert ledger.reads.gists_by_id([]) == []


def test_a_gist_that_can_not_be_understood_is_left_out_and_named(
    ledger: Ledger, outside: sqlite3.Connection
) -> None:
    ledger.commit_blocking(lambda tx: [tx.create_task(a_task(f"task_{it}")) for it in range(3)])
    for name in triggers.fences():
        outside.execute(f"DROP TRIGGER {name}")
    outside.execute("UPDATE tasks SET origin = CAST(x'ff' AS TEXT) WHERE id = 'task_1'")
    assert [gist.id for gist in ledger.reads.gists(limit=5)] == ["task_2", "task_0"]
    assert [error.details["row"] for error in ledger.reads.corrupt()] == ["task_1"]


def test_open_tasks_are_counted_for_each_agent_that_has_some(ledger: Ledger) -> None:
    def fill(tx: Tx) -> None:
        tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob"))
        for number in range(5):
            tx.create_task(a_task(f"task_{number}", status=TaskStatus.RUNNING))
        tx.move(TaskId("task_0"), TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH, result='"ok"')

    ledger.commit_blocking(fill)
    assert ledger.reads.open_counts() == {AGENT: 4}

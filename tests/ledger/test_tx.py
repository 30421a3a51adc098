"""What all verbs have in common: what isn't there, the facts, and what the writer knows."""

from collections.abc import Callable
from typing import Any

import pytest

from placet.ledger.known import KnownTasks
from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import TaskId
from placet.rules.errors import NotFound
from placet.rules.events import LoopRecovered, ModelTurn
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState, TaskStatus, TurnStatus
from placet.rules.records import AgentState
from tests.ledger.making import (
    AGENT,
    Listener,
    a_message,
    a_task,
    held_task,
)

TASK = TaskId("task_1")
NOBODY: Any = "nobody_here"


ABSENT: dict[str, Callable[[Tx], object]] = {
    "a task": lambda tx: tx.task(NOBODY),
    "a move": lambda tx: tx.move(NOBODY, TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH),
    "a mark": lambda tx: tx.mark(NOBODY, cancel_requested=True),
    "a closing": lambda tx: tx.close_approval(NOBODY, ApprovalState.APPROVED, Cause.DECIDE),
    "a closing of none": lambda tx: tx.close_approval(
        tx.create_task(a_task()).id, ApprovalState.APPROVED, Cause.DECIDE
    ),
    "a deadline": lambda tx: tx.extend_deadline(NOBODY, None),
    "a deadline of none": lambda tx: tx.extend_deadline(tx.create_task(a_task()).id, None),
    "an agent": lambda tx: tx.agent(NOBODY),
    "a change": lambda tx: tx.change_agent(NOBODY, "{}"),
    "a state": lambda tx: tx.set_agent_state(NOBODY, AgentState.IDLE),
    "a message": lambda tx: tx.append_message(a_message()),
    "a turn": lambda tx: tx.turn(NOBODY),
    "an end": lambda tx: tx.end_turn(NOBODY, TurnStatus.DONE, Cause.FINISH),
    "a token": lambda tx: tx.revoke_token(NOBODY),
    "a boot": lambda tx: tx.mark_clean(NOBODY),
}


@pytest.mark.parametrize("step", ABSENT.values(), ids=ABSENT.keys())
def test_what_is_not_there_is_said_so_and_nothing_is_written(
    ledger: Ledger, told: Listener, step: Callable[[Tx], object]
) -> None:
    with pytest.raises(NotFound):
        ledger.commit_blocking(step)
    assert told.events == []
    assert ledger.commit_blocking(lambda tx: tx.find_task(NOBODY)) is None


def test_facts_carry_the_agents_name_and_only_what_is_known(ledger: Ledger, told: Listener) -> None:
    ledger.commit_blocking(
        lambda tx: (
            tx.record(LoopRecovered(agent_id=AGENT, running=1, awaiting_approval=2)),
            tx.record(LoopRecovered(agent_id=NOBODY, running=0, awaiting_approval=0)),
            tx.record(
                ModelTurn(agent_id=AGENT, backend="b", model="m", turn_id="turn_1", completion_tokens=3)
            ),
        )
    )
    assert [event.agent for event in told.events] == ["Ada", None, "Ada"]
    assert told.events[0].payload == {"running": 1, "awaiting_approval": 2, "reason": "orphaned_tasks"}
    assert ledger.reads.events(1, 10) == told.events


def test_text_that_no_encoding_can_hold_makes_no_commit_impossible(ledger: Ledger, told: Listener) -> None:
    ledger.commit_blocking(
        lambda tx: tx.record(
            ModelTurn(agent_id=AGENT, backend="b", model="\ud800", turn_id="t", completion_tokens=1)
        )
    )
    assert ledger.reads.events(1, 10) == told.events


def test_the_known_tasks_are_bounded_in_number_and_size() -> None:
    known = KnownTasks()
    for number in range(5000):
        known.keep(a_task(f"task_{number}"))
    assert len(known._tasks) == 2048
    assert known.find(TaskId("task_4999")) is not None
    assert known.find(TaskId("task_0")) is None
    known.keep(a_task("task_4999", diff="+" * 100_000))
    assert known.find(TaskId("task_4999")) is None


def test_a_task_too_large_to_be_known_is_read_back_whole(ledger: Ledger) -> None:
    args = f'"{"x" * 200_000}"'
    ledger.commit_blocking(lambda tx: held_task(tx, args=args))
    moved = ledger.commit_blocking(
        lambda tx: tx.move(TASK, TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING, Cause.APPROVE)
    )
    assert moved.args == args
    assert moved == ledger.reads.task(TASK)

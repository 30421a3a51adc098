"""Deadlines when the machine slept, and when the ledger could not be written for a while (DECISIONS T8)."""

import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from placet.api import Action, Authority, NotResolvable
from tests.fakes.clock import HeldClock
from tests.fakes.tools import HeldTool
from tests.flows.house import OVER_HTTP, PATIENCE_S, WINDOW, House

HELD = {"name": "held", "restricted": True, "deadline_s": 60}


@pytest.fixture
def clocked(tmp_path: Path, held: HeldTool, clock: HeldClock) -> Iterator[House]:
    held.let_go()
    with House(tmp_path, tools=(held,), clock=clock) as house:
        house.declare(tools=[HELD])
        yield house


@pytest.mark.parametrize("action", [Action.APPROVE, Action.DENY])
@pytest.mark.parametrize("by", [WINDOW, OVER_HTTP], ids=["window", "http"])
def test_a_decision_after_the_deadline_comes_too_late_though_nobody_noticed_the_time(
    clocked: House, held: HeldTool, clock: HeldClock, action: Action, by: Authority
) -> None:
    ticket = clocked.call("held", {})
    clock.at_ms += 60_000  # as after a sleep of the machine: no timer has rung
    with pytest.raises(NotResolvable) as late:
        clocked.resolve(ticket.task_id, action, by, shown_digest=clocked.task(ticket.task_id).digest)
    assert late.value.details["task"].approval.state == "timed_out"
    answer = clocked.end_of(ticket)
    assert answer.task is not None
    assert answer.task.status == "cancelled"
    assert held.runs == []
    (resolved,) = clocked.events("hil.resolved", task_id=ticket.task_id)
    assert (resolved.payload["approved"], resolved.payload["timed_out"]) == (False, True)


def test_a_decision_just_before_the_deadline_counts(clocked: House, held: HeldTool, clock: HeldClock) -> None:
    task_id = clocked.call("held", {}).task_id
    clock.at_ms += 59_999
    clocked.approve(task_id)
    assert clocked.ended(task_id).status == "completed"


@pytest.mark.parametrize(
    ("tool", "settings", "wait_s"),
    [
        (HELD, "", 60),
        ({"name": "held"}, "approvals.deadline_s = 90\n", 90),
        ({"name": "held"}, "", None),
    ],
    ids=["declared", "set", "none"],
)
def test_a_call_that_was_put_aside_waits_as_long_as_any_other(
    tmp_path: Path, clock: HeldClock, tool: dict[str, Any], settings: str, wait_s: int | None
) -> None:
    with House(tmp_path, tools=(HeldTool(),), clock=clock, settings=settings) as house:
        house.declare(tools=[tool])
        task_id = house.call("held", {}, deferred=True).task_id
        clock.at_ms += 5_000
        house.resolve(task_id, Action.PARK)
        approval = house.task(task_id).approval
        assert approval is not None
        assert approval.hold_reason == "parked"
        assert approval.expires_at == (None if wait_s is None else clock.at_ms + wait_s * 1000)
        (asked,) = house.events("hil.requested", task_id=task_id)
        assert asked.payload["reason"] == "restricted"


def test_deadlines_are_watched_on_after_the_ledger_could_not_be_written(
    clocked: House, clock: HeldClock
) -> None:
    first = clocked.call("held", {}).task_id
    with closing(sqlite3.connect(clocked.data / "ledger.sqlite", isolation_level=None)) as other:
        other.execute("CREATE TRIGGER refuse BEFORE UPDATE ON approvals BEGIN SELECT RAISE(ABORT, 'no'); END")
        with _failure_told() as told:
            clock.at_ms += 60_000
            clocked.call("held", {"n": 2})  # its request wakes the watch
            assert told.wait(PATIENCE_S)
        other.execute("DROP TRIGGER refuse")
    clocked.call("held", {"n": 3})
    assert clocked.ended(first).status == "cancelled"


class _failure_told:  # noqa: N801  reads as a phrase where it is used
    """An event that is set once the watch over deadlines has logged a failure."""

    def __enter__(self) -> threading.Event:
        told = threading.Event()
        self._handler = logging.Handler()
        self._handler.emit = lambda _: told.set()  # type: ignore[method-assign]
        logging.getLogger("placet.work.deadlines").addHandler(self._handler)
        return told

    def __exit__(self, *_: object) -> None:
        logging.getLogger("placet.work.deadlines").removeHandler(self._handler)

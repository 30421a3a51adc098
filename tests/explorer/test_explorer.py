"""Every order of call, verdict, edit, cancel, deadline, stop, crash and restart keeps every promise; a fault is found."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from placet.rules import authority, restart
from placet.rules.authority import Action, GateAnswer, Principal, Run
from placet.rules.lifecycle import Cause, Edge, Lifecycle
from placet.rules.lifecycles import APPROVAL, TOOL_CALL, ApprovalState, TaskStatus
from placet.rules.records import Task
from placet.rules.restart import LEAVE, Plan
from placet.rules.triggers import completion_is_due
from tests.explorer.explorer import Explorer, Findings
from tests.explorer.model import (
    ASYNC,
    BLOCKING,
    DEFERRED,
    FREE_ASYNC,
    FREE_DEFERRED,
    FREE_OUTSIDE,
    KINDS,
    OUTSIDE,
    Call,
    Kind,
    Rules,
)

PAIRS = tuple(itertools.combinations_with_replacement(KINDS, 2))
SHORT = {(BLOCKING, ASYNC), (BLOCKING, OUTSIDE), (ASYNC, OUTSIDE), (FREE_ASYNC, FREE_OUTSIDE)}
NEVER_HELD = {"pending", "pending_approval", "denied"}
NEVER_REACHED = {
    "blocking": {"pending"},
    "async": {"pending"},
    "deferred": set(),
    "decision-only": {"pending"},
    "free async": NEVER_HELD,
    "free deferred": set(),
    # Nobody but its harness ends it: a wish to cancel it is told, and the harness's word is awaited.
    "free decision-only": NEVER_HELD | {"cancelled"},
}


@pytest.mark.parametrize(
    "pair",
    [pytest.param(pair, marks=() if pair in SHORT else pytest.mark.long) for pair in PAIRS],
    ids=lambda pair: " and ".join(kind.name for kind in pair),
)
def test_two_calls_and_two_resolvers_keep_every_promise_in_every_order(
    pair: tuple[Kind, Kind], capsys: pytest.CaptureFixture[str]
) -> None:
    found = Explorer().explore(*pair)
    with capsys.disabled():
        print(f"\n{pair[0].name} and {pair[1].name}: {found.states:,} states, {found.steps:,} steps")  # noqa: T201
    assert (found.breach, found.path) == (None, ())
    every = {(kind.name, status) for kind in pair for status in TOOL_CALL.statuses - NEVER_REACHED[kind.name]}
    assert found.reached == every


def with_edge(lifecycle: Lifecycle, frm: str, to: str, by: Cause) -> Lifecycle:
    return replace(lifecycle, edges=(*lifecycle.edges, Edge(frm=frm, to=to, by=frozenset({by}))))


def without(lifecycle: Lifecycle, frm: str, to: str) -> Lifecycle:
    return replace(lifecycle, edges=tuple(e for e in lifecycle.edges if (e.frm, e.to) != (frm, to)))


def tasks(frm: str, to: str, by: Cause) -> Rules:
    return Rules(tool_call=with_edge(TOOL_CALL, frm, to, by))


def planned(when: Callable[[Task], bool], what: Plan, **more: Any) -> Rules:
    return Rules(plan=lambda task: what if when(task) else restart.plan(task), **more)


def agents_decide(who: Principal, flag: bool, action: Action) -> bool:
    return who is Principal.AGENT_LOOP or authority.may_decide(who, flag, action)


def code_decides(who: Principal, flag: bool, action: Action) -> bool:
    return who is Principal.UNAUTHORIZED_CODE or authority.may_decide(who, flag, action)


def let_through(*_: Any, **__: Any) -> GateAnswer:
    return Run()


def always_due(status: TaskStatus, *, blocking: bool, swept: bool = False) -> bool:
    return status in TOOL_CALL.ended


def never_due_after_a_sweep(status: TaskStatus, *, blocking: bool, swept: bool = False) -> bool:
    return not swept and completion_is_due(status, blocking=blocking)


RUNNING, HELD = TaskStatus.RUNNING, TaskStatus.PENDING_APPROVAL
BY_ITSELF = Plan(status=RUNNING)
CLOSED_AGAIN = Plan(status=TaskStatus.FAILED, error=restart.OUTCOME_UNKNOWN, approval=ApprovalState.ORPHANED)
FAULTS: dict[str, tuple[Rules, Kind, str]] = {
    "a denied task can be approved": (
        tasks("denied", "running", Cause.APPROVE), ASYNC, "an ended task moved",
    ),
    "a cancelled task can be approved": (
        tasks("cancelled", "running", Cause.APPROVE), DEFERRED, "an ended task moved",
    ),
    "a completed task can be denied": (
        tasks("completed", "denied", Cause.DENY), BLOCKING, "an ended task moved",
    ),
    "a running task can be approved again": (
        tasks("running", "running", Cause.APPROVE), ASYNC, "a task ran twice",
    ),
    "a running task can be denied": (
        tasks("running", "denied", Cause.DENY), ASYNC, "a task is where its approval does not allow it to be",
    ),
    "a deadline ends a running task": (
        tasks("running", "cancelled", Cause.EXPIRE), OUTSIDE,
        "a running task is cancelled, and nobody took it back",
    ),
    "a restart denies": (
        planned(lambda task: task.status is HELD, Plan(status=TaskStatus.DENIED, approval=ApprovalState.DENIED),
                tool_call=with_edge(TOOL_CALL, HELD, "denied", Cause.RESTART),
                approval=with_edge(APPROVAL, "open", "denied", Cause.RESTART)),
        BLOCKING, "a task is denied, and nobody denied it",
    ),
    "a report is taken twice": (
        tasks("completed", "failed", Cause.FINISH), OUTSIDE, "an ended task moved",
    ),
    "a report is taken before the decision": (
        tasks("pending_approval", "completed", Cause.FINISH), OUTSIDE,
        "a task ended, and its request was never resolved",
    ),
    "an approval can be closed twice": (
        planned(lambda task: task.status is RUNNING and not task.decision_only, CLOSED_AGAIN,
                approval=with_edge(APPROVAL, "approved", "orphaned", Cause.RESTART)),
        BLOCKING, "a request was resolved twice",
    ),
    "a denial leaves its approval open": (
        Rules(approval=without(APPROVAL, "open", "denied")), ASYNC,
        "a task ended, and its request was never resolved",
    ),
    "a restart leaves running rows": (
        planned(lambda task: task.status is RUNNING, LEAVE), ASYNC, "a row says running, and nothing runs it",
    ),
    "a restart leaves what nobody waits for": (
        planned(lambda task: task.status is HELD, LEAVE), BLOCKING,
        "a restart puts a row where it does not belong",
    ),
    "a restart runs what was held": (
        planned(lambda task: task.status is HELD, BY_ITSELF,
                tool_call=with_edge(TOOL_CALL, HELD, "running", Cause.RESTART)),
        ASYNC, "a task runs that nobody allowed",
    ),
    "a restart ends what an outside program runs": (
        planned(lambda task: task.status is RUNNING, CLOSED_AGAIN), OUTSIDE,
        "a restart puts a row where it does not belong",
    ),
    "a restart cannot end a running row": (
        Rules(tool_call=without(TOOL_CALL, "running", "failed")), BLOCKING,
        "a row says running, and nothing runs it",
    ),
    "an agent decides": (Rules(may_decide=agents_decide), BLOCKING, "a task runs that nobody allowed"),
    "unauthorized code decides": (Rules(may_decide=code_decides), DEFERRED, "a task runs that nobody allowed"),
    "nothing is held": (Rules(gate=let_through), BLOCKING, "a task runs that nobody allowed"),
    "no outside call is held": (Rules(gate_outside=let_through), OUTSIDE, "a task runs that nobody allowed"),
    "a denied blocking call fires its trigger": (
        Rules(is_due=always_due), BLOCKING, "a completion trigger is due too often or too seldom",
    ),
    "a swept async call fires nothing": (
        Rules(is_due=never_due_after_a_sweep), ASYNC, "a completion trigger is due too often or too seldom",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_in_the_tables_or_the_rules_is_found_with_the_way_to_it(fault: str) -> None:
    rules, kind, breach = FAULTS[fault]
    found = Explorer(rules=rules).explore(kind)
    # The first promise that breaks may be another one; the one that was meant breaks as well.
    assert found.breach is not None
    assert [step.name for step in found.path[:2]] == ["ask", "call"]
    assert breach in every_breach(rules, kind), found


class Careless(Explorer):
    """An engine that looks whether its agent was stopped when a call is let in, and not again at its row."""

    def _asked(self, call: Call, stopped: bool) -> list[tuple[str, Call]]:
        return super()._asked(call, stopped and not call.asking)


def test_a_stop_between_a_calls_check_and_its_row_is_found_where_it_is_not_asked_again() -> None:
    assert Careless().explore(BLOCKING).breach == "a stopped agent still waits for a decision"


def every_breach(rules: Rules, kind: Kind) -> set[str]:
    """All promises that break on the ways of one call, however many broke before."""
    return set(Explorer(rules=rules).all_breaches(kind))


def test_without_a_fault_the_same_walk_finds_nothing() -> None:
    found: list[Findings] = [Explorer().explore(kind) for kind in KINDS]
    assert [it.breach for it in found] == [None] * len(KINDS)
    assert Explorer().explore(FREE_DEFERRED).states > 100

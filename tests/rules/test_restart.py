"""The restart rule over every status and both flags."""

from dataclasses import replace

import pytest

from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import APPROVAL, TOOL_CALL, ApprovalState, TaskStatus
from placet.rules.restart import LEAVE, NOT_DECIDED, OUTCOME_UNKNOWN, Plan, plan
from tests.rules.test_records import TASK

ROW = replace(TASK, args="{}", digest="d", status=TaskStatus.RUNNING)
UNKNOWN = Plan(status=TaskStatus.FAILED, error=OUTCOME_UNKNOWN)
NOBODY = Plan(status=TaskStatus.CANCELLED, error=NOT_DECIDED, approval=ApprovalState.ORPHANED)


@pytest.mark.parametrize(
    ("status", "managed", "expected"),
    [
        (TaskStatus.RUNNING, True, UNKNOWN),
        (TaskStatus.RUNNING, False, UNKNOWN),
        (TaskStatus.PENDING_APPROVAL, True, NOBODY),
        (TaskStatus.PENDING_APPROVAL, False, LEAVE),
        (TaskStatus.PENDING, True, LEAVE),
        (TaskStatus.PENDING, False, LEAVE),
    ],
)
def test_each_open_row_goes_where_the_guide_says(status: TaskStatus, managed: bool, expected: Plan) -> None:
    assert plan(replace(ROW, status=status, executor_managed=managed)) == expected


@pytest.mark.parametrize("status", sorted(TOOL_CALL.open))
@pytest.mark.parametrize("managed", [False, True])
def test_what_an_outside_harness_runs_is_left_until_its_outcome(status: str, managed: bool) -> None:
    row = replace(ROW, status=TaskStatus(status), executor_managed=managed, decision_only=True)
    assert plan(row) == LEAVE


@pytest.mark.parametrize("status", sorted(TOOL_CALL.ended))
def test_an_ended_row_is_left_alone(status: str) -> None:
    assert plan(replace(ROW, status=TaskStatus(status))) == LEAVE


def test_every_planned_step_is_a_declared_edge() -> None:
    for status in map(TaskStatus, TOOL_CALL.open):
        for managed in (True, False):
            what = plan(replace(ROW, status=status, executor_managed=managed))
            if what.status is not None:
                TOOL_CALL.check(status, what.status, Cause.RESTART)
            if what.approval is not None:
                APPROVAL.check(ApprovalState.OPEN, what.approval, Cause.RESTART)
    assert plan(ROW).status in TOOL_CALL.ended


def test_what_is_bound_is_what_the_owner_edited() -> None:
    edited = replace(ROW, approved_args='{"n":2}', approved_digest="e")
    assert (ROW.bound_args, ROW.bound_digest) == ("{}", "d")
    assert (edited.bound_args, edited.bound_digest) == ('{"n":2}', "e")

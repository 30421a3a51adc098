"""The restart rule over every status and both flags."""

from dataclasses import replace

import pytest

from placet.rules.basics import BootId, Instant, ResponseId, TaskId
from placet.rules.generations import Generation, OnRestart
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import (
    APPROVAL,
    GENERATION,
    TOOL_CALL,
    ApprovalState,
    GenerationStatus,
    TaskStatus,
)
from placet.rules.restart import (
    LEAVE,
    NOT_DECIDED,
    OUTCOME_UNKNOWN,
    WITHDRAWN,
    GenerationPlan,
    Plan,
    plan,
    plan_generation,
)
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


@pytest.mark.parametrize("managed", [False, True])
@pytest.mark.parametrize("outside", [False, True])
def test_what_waits_below_a_workflow_is_withdrawn_whoever_runs_it(managed: bool, outside: bool) -> None:
    row = replace(ROW, executor_managed=managed, decision_only=outside)
    gone = Plan(status=TaskStatus.CANCELLED, error=WITHDRAWN, by=Cause.CANCEL)
    held = replace(gone, approval=ApprovalState.WITHDRAWN)
    assert plan(replace(row, status=TaskStatus.PENDING_APPROVAL), below_workflow=True) == held
    assert plan(replace(row, status=TaskStatus.PENDING), below_workflow=True) == gone


def test_what_ran_below_a_workflow_goes_where_every_other_call_goes() -> None:
    row = replace(ROW, status=TaskStatus.RUNNING)
    assert plan(row, below_workflow=True) == plan(row) == UNKNOWN


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


RESPONSE = Generation(
    id=TaskId("task_1"), seq=1, response_id=ResponseId("resp_1"), principal="owner", model="m", backend="b",
    backend_model="m", request="{}", on_restart=OnRestart.FAIL, status=GenerationStatus.RUNNING,
    boot=BootId("boot_1"), created_at=Instant(1), updated_at=Instant(1), response="{}",
)  # fmt: skip
OPEN = sorted(GENERATION.open)
UNDER_WAY = sorted(GENERATION.open - {"queued", "cancelling"})


def planned(status: str, policy: OnRestart, attempt: int = 1) -> GenerationPlan | None:
    row = replace(RESPONSE, status=GenerationStatus(status), on_restart=policy, attempt=attempt)
    return plan_generation(row, max_attempts=5)


@pytest.mark.parametrize("policy", OnRestart)
def test_a_cancel_that_was_committed_is_carried_out_whatever_the_policy(policy: OnRestart) -> None:
    assert planned("cancelling", policy) == GenerationPlan(status=GenerationStatus.CANCELLED)


@pytest.mark.parametrize("policy", OnRestart)
@pytest.mark.parametrize("status", sorted(GENERATION.ended))
def test_a_response_that_is_over_is_left_alone(status: str, policy: OnRestart) -> None:
    assert planned(status, policy) is None


@pytest.mark.parametrize("status", ["queued", *UNDER_WAY])
def test_with_fail_an_unfinished_response_has_failed(status: str) -> None:
    what = planned(status, OnRestart.FAIL)
    assert what is not None
    assert (what.status, what.code) == (GenerationStatus.FAILED, "server_restarted")


@pytest.mark.parametrize("status", UNDER_WAY)
def test_with_retry_it_goes_back_into_the_queue_until_it_was_tried_often_enough(status: str) -> None:
    assert planned(status, OnRestart.RETRY, 4) == GenerationPlan(status=GenerationStatus.QUEUED)
    last = planned(status, OnRestart.RETRY, 5)
    assert last is not None
    assert (last.status, last.code) == (GenerationStatus.FAILED, "server_restarted")


def test_with_retry_what_waits_goes_on_waiting() -> None:
    assert planned("queued", OnRestart.RETRY, 5) is None


@pytest.mark.parametrize("status", ["queued", *UNDER_WAY])
def test_with_resume_and_no_snapshot_it_has_failed(status: str) -> None:
    what = planned(status, OnRestart.RESUME)
    assert what is not None
    assert (what.status, what.code) == (GenerationStatus.FAILED, "snapshot_unavailable")


def test_every_step_planned_for_a_response_is_a_declared_edge() -> None:
    for status in OPEN:
        for policy in OnRestart:
            for attempt in (1, 5):
                what = planned(status, policy, attempt)
                if what is not None:
                    again = what.status is GenerationStatus.QUEUED
                    GENERATION.check(status, what.status, Cause.REQUEUE if again else Cause.RESTART)

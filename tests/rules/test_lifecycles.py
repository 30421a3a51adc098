from __future__ import annotations

import enum

import pytest

from placet.rules.lifecycle import Cause, Lifecycle, Phase
from placet.rules.lifecycles import (
    APPROVAL,
    GENERATION,
    LIFECYCLES,
    OPERATION,
    RESOLVABLE,
    TOOL_CALL,
    TURN,
    WORKFLOW,
    ApprovalState,
    GenerationStatus,
    OperationState,
    TaskStatus,
    TurnStatus,
    WorkflowStatus,
)

# The tables as the design prints them. One cause is added: a deadline cancels a held call (T8).
PRINTED = {
    "tool_call": {
        "pending": "running approve, pending_approval hold, denied deny, cancelled cancel",
        "pending_approval": "running approve, denied deny, cancelled cancel|expire|restart",
        "running": "completed finish, failed finish|restart, cancelled cancel",
    },
    "approval": {
        "open": "approved decide, denied decide, timed_out expire, orphaned restart, withdrawn withdraw",
    },
    "workflow": {
        "queued": "running start, stopped cancel, interrupted restart|restore",
        "running": "done finish, unverified finish, failed finish, stopped cancel, interrupted restart|restore",
        "interrupted": "queued resume|retry|continue, stopped cancel",
        "unverified": "queued retry|continue, interrupted restore",
        "failed": "queued retry|continue, interrupted restore",
        "stopped": "queued retry|continue, interrupted restore",
        "done": "queued continue, interrupted restore",
    },
    "operation": {
        "in_flight": "confirmed settle, uncertain settle|restart|restore, not_run settle|cancel",
        "confirmed": "uncertain restore",
        "not_run": "uncertain restore, in_flight retry",
        "uncertain": "confirmed reconcile",
    },
    # LMSP 7.2's next states, and `requeue`: the edge that a restart with `retry` walks (DECISIONS G1).
    "generation": {
        "queued": "loading start, cancelled cancel, failed finish|restart",
        "loading": "running start, cancelling cancel, failed finish|restart, queued requeue",
        "running": "succeeded finish, failed finish|restart, cancelling cancel, queued requeue",
        "cancelling": "cancelled finish|restart",
    },
}
EACH = pytest.mark.parametrize("lifecycle", LIFECYCLES, ids=lambda lifecycle: lifecycle.kind)


def steps(lifecycle: Lifecycle) -> set[tuple[str, str, Cause]]:
    return {(edge.frm, edge.to, cause) for edge in lifecycle.edges for cause in edge.by}


def printed(kind: str) -> set[tuple[str, str, Cause]]:
    return {
        (frm, to, Cause(cause))
        for frm, row in PRINTED[kind].items()
        for step in row.split(", ")
        for to, causes in [step.split(" ")]
        for cause in causes.split("|")
    }


def reached(lifecycle: Lifecycle, start: set[str]) -> set[str]:
    seen = set(start)
    while new := {edge.to for edge in lifecycle.edges if edge.frm in seen} - seen:
        seen |= new
    return seen


@pytest.mark.parametrize(
    "lifecycle", [TOOL_CALL, APPROVAL, GENERATION, WORKFLOW, OPERATION], ids=lambda lifecycle: lifecycle.kind
)
def test_the_table_is_the_one_that_the_design_prints(lifecycle: Lifecycle) -> None:
    assert steps(lifecycle) == printed(lifecycle.kind)


@pytest.mark.parametrize(
    ("lifecycle", "starts", "ended"),
    [
        (
            TOOL_CALL,
            {"pending", "pending_approval", "running"},
            {"completed", "failed", "denied", "cancelled"},
        ),
        (APPROVAL, {"open"}, {"approved", "denied", "timed_out", "orphaned", "withdrawn"}),
        (TURN, {"running"}, {"done", "failed", "stopped", "interrupted"}),
        (GENERATION, {"queued"}, {"succeeded", "failed", "cancelled"}),
    ],
)
def test_starts_and_ends_are_those_of_the_design(
    lifecycle: Lifecycle, starts: set[str], ended: set[str]
) -> None:
    assert lifecycle.starts == starts
    assert lifecycle.ended == ended


@pytest.mark.parametrize(
    ("lifecycle", "words"),
    [
        (TOOL_CALL, TaskStatus),
        (APPROVAL, ApprovalState),
        (TURN, TurnStatus),
        (GENERATION, GenerationStatus),
        (WORKFLOW, WorkflowStatus),
        (OPERATION, OperationState),
    ],
)
def test_the_table_names_every_word_of_its_vocabulary_and_no_other(
    lifecycle: Lifecycle, words: type[enum.StrEnum]
) -> None:
    assert set(lifecycle.phases) == set(words)
    assert {end for edge in lifecycle.edges for end in (edge.frm, edge.to)} | lifecycle.starts <= set(words)


@EACH
def test_every_status_can_be_reached_from_a_start(lifecycle: Lifecycle) -> None:
    assert reached(lifecycle, set(lifecycle.starts)) == lifecycle.statuses


@EACH
def test_no_open_status_is_a_dead_end(lifecycle: Lifecycle) -> None:
    for status in lifecycle.open:
        assert reached(lifecycle, {status}) & lifecycle.ended


@EACH
def test_only_a_person_or_a_backup_takes_up_what_has_ended(lifecycle: Lifecycle) -> None:
    left = {cause for frm, _, cause in steps(lifecycle) if frm in lifecycle.ended}
    if lifecycle is WORKFLOW:
        assert left == {Cause.RETRY, Cause.RESUME, Cause.CONTINUE, Cause.CANCEL, Cause.RESTORE}
    elif lifecycle is OPERATION:
        assert left == {Cause.RETRY, Cause.RECONCILE, Cause.RESTORE}
    else:
        assert left == set()
        assert lifecycle.final == lifecycle.ended


def test_nothing_but_a_look_proves_what_was_uncertain_and_nothing_makes_it_undone() -> None:
    assert {(to, cause) for frm, to, cause in steps(OPERATION) if frm == "uncertain"} == {
        ("confirmed", Cause.RECONCILE)
    }


def test_a_workflow_is_done_only_by_finishing_a_run() -> None:
    assert {(frm, cause) for frm, to, cause in steps(WORKFLOW) if to == "done"} == {("running", Cause.FINISH)}


@EACH
def test_a_restart_has_an_answer_for_every_open_status(lifecycle: Lifecycle) -> None:
    swept = {edge.frm for edge in lifecycle.edges if Cause.RESTART in edge.by}
    # A deferred call is nobody's: it waits through a restart, as the guide says.
    left_alone = {TaskStatus.PENDING} if lifecycle is TOOL_CALL else set()
    assert swept | left_alone == lifecycle.open
    assert swept.isdisjoint(left_alone)


@EACH
def test_no_step_is_declared_twice_or_without_a_cause(lifecycle: Lifecycle) -> None:
    assert len(lifecycle.pairs()) == len(lifecycle.edges)
    assert all(edge.by for edge in lifecycle.edges)
    assert all(edge.frm != edge.to for edge in lifecycle.edges)


def test_kinds_have_names_of_their_own_and_every_cause_is_used() -> None:
    assert len({lifecycle.kind for lifecycle in LIFECYCLES}) == len(LIFECYCLES)
    used = {cause for lifecycle in LIFECYCLES for _, _, cause in steps(lifecycle)}
    assert used == set(Cause)


def test_only_deny_leads_to_denied_and_only_approve_lets_a_waiting_call_run() -> None:
    assert {cause for _, to, cause in steps(TOOL_CALL) if to == "denied"} == {Cause.DENY}
    assert {cause for _, to, cause in steps(TOOL_CALL) if to == "running"} == {Cause.APPROVE}


def test_what_can_be_resolved_is_what_has_not_begun() -> None:
    assert set(RESOLVABLE) == {"pending", "pending_approval"}
    assert {TOOL_CALL.phases[status] for status in RESOLVABLE} == {Phase.WAITING, Phase.HELD}
    for status in RESOLVABLE:
        assert {(status, "running", Cause.APPROVE), (status, "denied", Cause.DENY)} <= steps(TOOL_CALL)

from __future__ import annotations

import dataclasses
import inspect

import pytest

from placet.rules import records
from placet.rules.basics import AgentId, BootId, Instant, TaskId
from placet.rules.lifecycles import ApprovalState, TaskStatus
from placet.rules.records import AgentState, Approval, Role, Scope, Task, Token

ROWS = [value for value in vars(records).values() if dataclasses.is_dataclass(value)]

TASK = Task(
    id=TaskId("task_1"),
    seq=1,
    agent_id=AgentId("agent_1"),
    agent="clerk",
    tool="fs_write",
    args='{"path":"a"}',
    digest="d1",
    status=TaskStatus.PENDING_APPROVAL,
    created_at=Instant(1),
    origin="agent:clerk:agent_1",
    requires_authorization=True,
    executor_managed=True,
    is_async=False,
    effect="write",
    risk="medium",
    risk_reasons=(),
    sentence="Creates a file.",
    boot=BootId("boot_1"),
)


def test_untouched_arguments_are_what_is_bound() -> None:
    assert (TASK.bound_args, TASK.bound_digest) == ('{"path":"a"}', "d1")


def test_edited_arguments_are_what_is_bound_and_the_asked_ones_stay() -> None:
    edited = dataclasses.replace(TASK, approved_args='{"path":"b"}', approved_digest="d2")
    assert (edited.bound_args, edited.bound_digest) == ('{"path":"b"}', "d2")
    assert (edited.args, edited.digest) == ('{"path":"a"}', "d1")


def test_arguments_edited_to_nothing_are_bound_as_such() -> None:
    edited = dataclasses.replace(TASK, approved_args="{}", approved_digest="d0")
    assert (edited.bound_args, edited.bound_digest) == ("{}", "d0")


def test_a_new_task_says_nothing_that_has_not_happened() -> None:
    later = ("result", "error", "started_at", "completed_at", "approved_args", "approved_digest", "approval")
    assert [getattr(TASK, name) for name in later] == [None] * len(later)
    assert TASK.cancel_requested is False


def test_an_open_approval_carries_no_verdict() -> None:
    approval = Approval(
        task_id=TASK.id, state=ApprovalState.OPEN, opened_at=Instant(1), digest="d1", hold_reason="restricted"
    )
    verdict = ("decided_at", "decided_by", "via", "reason", "shown_digest", "expires_at")
    assert [getattr(approval, name) for name in verdict] == [None] * len(verdict)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.__name__)
def test_rows_are_frozen_and_their_fields_are_given_by_name(row: type) -> None:
    assert row.__dataclass_params__.frozen  # type: ignore[attr-defined]
    kinds = {parameter.kind for parameter in inspect.signature(row).parameters.values()}
    assert kinds == {inspect.Parameter.KEYWORD_ONLY}


def test_the_words_of_the_wire_are_the_specified_ones() -> None:
    assert {state.value for state in AgentState} == {
        "idle",
        "thinking",
        "awaiting_approval",
        "stopped",
        "error",
    }
    assert {role.value for role in Role} == {"owner", "assistant", "tool"}
    assert {scope.value for scope in Scope} == {"owner", "agent", "client"}


@pytest.mark.parametrize(
    ("expires_at", "revoked_at", "run_out"), [(None, None, False), (9, 8, False), (9, 9, True)]
)
def test_a_token_that_was_seen_to_run_out_was_revoked_by_nobody(
    expires_at: int | None, revoked_at: int | None, run_out: bool
) -> None:
    ends = {"expires_at": expires_at, "revoked_at": revoked_at}
    assert Token(id="tok", scope=Scope.AGENT, created_at=Instant(1), **ends).has_run_out is run_out  # type: ignore[arg-type]


def test_a_tokens_time_is_over_at_its_end_and_for_good_once_that_was_seen() -> None:
    token = Token(id="tok", scope=Scope.CLIENT, created_at=Instant(1), expires_at=Instant(10))
    assert [token.has_expired(Instant(it)) for it in (9, 10)] == [False, True]
    assert dataclasses.replace(token, revoked_at=Instant(10)).has_expired(Instant(9))
    assert not dataclasses.replace(token, expires_at=None).has_expired(Instant(10))

"""The replay table, row by row (spec/workflows 4.2), and what a call's end proves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from placet.rules.basics import Instant, TaskId
from placet.rules.lifecycles import OperationState
from placet.rules.operations import (
    Bounds,
    Intent,
    Operation,
    Reconcile,
    Refusal,
    Refuse,
    ReturnEvidence,
    Run,
    effect_key,
    operation_id,
    replay,
    settle,
)
from placet.rules.ports import Effect
from placet.rules.receipts import Receipt

FOUND = Receipt(provider="files", id="1", label="hello.txt")
FREE = Bounds()
IN_FLIGHT, CONFIRMED, UNCERTAIN, NOT_RUN = OperationState


def intent(**but: Any) -> Intent:
    first: dict[str, Any] = {
        "tool": "fs_write",
        "effect": Effect.WRITE,
        "key": "k1",
        "input_digest": "d1",
        "account": "files",
        "consent": "c1",
        "goal_revision": 0,
    }
    return Intent(**{**first, **but})


def operation(**but: Any) -> Operation:
    first: dict[str, Any] = {
        "id": "op_1",
        "workflow_id": TaskId("task_1"),
        "ordinal": 1,
        "key": "k1",
        "tool": "fs_write",
        "effect": Effect.WRITE,
        "input_digest": "d1",
        "account": "files",
        "consent": "c1",
        "goal_revision": 0,
        "attempt": 1,
        "state": CONFIRMED,
        "started_at": Instant(1),
        "expects_receipt": True,
    }
    return Operation(**{**first, **but})


def look(**but: Any) -> Operation:
    return operation(tool="fs_read", effect=Effect.READ, **but)


def refused(why: Refusal) -> Refuse:
    return Refuse(why=why)


LOOK = {"tool": "fs_read", "effect": Effect.READ}
SHELL = {"tool": "shell", "effect": Effect.UNKNOWN}
OPAQUE = operation(**SHELL, state=UNCERTAIN, returned=True, expects_receipt=False)
HISTORICAL = Bounds(restored=True)

TABLE = [
    ("R1 a first look runs", intent(**LOOK), [], FREE, Run()),
    ("R1 and from a backup too", intent(**LOOK), [], HISTORICAL, Run()),
    ("R2 a look runs again", intent(**LOOK), [look()], FREE, Run()),
    ("R2 with new consent", intent(**LOOK, consent="c2"), [look(state=UNCERTAIN)], FREE, Run()),
    (
        "R3 a look with another account",
        intent(**LOOK, account="b"),
        [look()],
        FREE,
        refused(Refusal.ACCOUNT_CHANGED),
    ),
    ("W1 a first write runs", intent(), [], FREE, Run()),
    ("W1 beside a proven one", intent(key="k2"), [operation()], FREE, Run()),
    ("W1 after a failed look", intent(key="k2"), [look(key="k9", state=NOT_RUN)], FREE, Run()),
    (
        "W2 not beside an uncertain one",
        intent(key="k2"),
        [operation(state=UNCERTAIN)],
        FREE,
        refused(Refusal.EFFECT_UNCERTAIN),
    ),
    (
        "W2 nor beside one in flight",
        intent(key="k2"),
        [operation(state=IN_FLIGHT)],
        FREE,
        refused(Refusal.EFFECT_UNCERTAIN),
    ),
    (
        "W3 nothing new on a restored workflow",
        intent(),
        [],
        HISTORICAL,
        refused(Refusal.HISTORICAL_BACKUP),
    ),
    (
        "W4 not over the limit",
        intent(key="k2"),
        [operation()],
        Bounds(limit=1),
        refused(Refusal.LIMIT_REACHED),
    ),
    ("W4 up to the limit", intent(key="k2"), [operation()], Bounds(limit=2), Run()),
    ("W4 zero is never", intent(), [], Bounds(limit=0), refused(Refusal.LIMIT_REACHED)),
    (
        "W5 proven is not done again",
        intent(),
        [operation()],
        Bounds(limit=1),
        ReturnEvidence(operation=operation()),
    ),
    (
        "W6 new consent looks it up",
        intent(consent="c2"),
        [operation()],
        FREE,
        Reconcile(operation=operation()),
    ),
    (
        "W7 proven before the backup",
        intent(),
        [operation(state=UNCERTAIN, restored=True, receipt=FOUND)],
        HISTORICAL,
        Reconcile(operation=operation(state=UNCERTAIN, restored=True, receipt=FOUND)),
    ),
    (
        "W8 other contents",
        intent(input_digest="d2"),
        [operation()],
        FREE,
        refused(Refusal.CONTENTS_CHANGED),
    ),
    (
        "W8 nor when uncertain",
        intent(input_digest="d2"),
        [operation(state=UNCERTAIN)],
        FREE,
        refused(Refusal.CONTENTS_CHANGED),
    ),
    (
        "W9 uncertain is looked up",
        intent(consent="c2"),
        [operation(state=UNCERTAIN)],
        FREE,
        Reconcile(operation=operation(state=UNCERTAIN)),
    ),
    (
        "W9 in flight is looked up",
        intent(),
        [operation(state=IN_FLIGHT)],
        FREE,
        Reconcile(operation=operation(state=IN_FLIGHT)),
    ),
    (
        "W10 never attempted runs",
        intent(),
        [operation(state=NOT_RUN)],
        FREE,
        Run(again=operation(state=NOT_RUN)),
    ),
    (
        "W11 with new consent too",
        intent(consent="c2"),
        [operation(state=NOT_RUN)],
        FREE,
        Run(again=operation(state=NOT_RUN)),
    ),
    (
        "W12 and with other contents",
        intent(input_digest="d2"),
        [operation(state=NOT_RUN)],
        FREE,
        Run(again=operation(state=NOT_RUN)),
    ),
    (
        "W13 never attempted, but restored",
        intent(),
        [operation(state=UNCERTAIN, restored=True)],
        HISTORICAL,
        Reconcile(operation=operation(state=UNCERTAIN, restored=True)),
    ),
    (
        "W13 even when the backup says so",
        intent(),
        [operation(state=NOT_RUN, restored=True)],
        FREE,
        Reconcile(operation=operation(state=NOT_RUN, restored=True)),
    ),
    (
        "W14 a new goal may write anew",
        intent(key="k2", goal_revision=1),
        [operation()],
        Bounds(limit=1),
        Run(),
    ),
    (
        "W14 but not under a limit of the workflow",
        intent(key="k2", goal_revision=1),
        [operation()],
        Bounds(limit=1, over_workflow=True),
        refused(Refusal.LIMIT_REACHED),
    ),
    (
        "W15 doubt survives a new goal",
        intent(key="k2", goal_revision=1),
        [operation(state=UNCERTAIN)],
        FREE,
        refused(Refusal.EFFECT_UNCERTAIN),
    ),
    ("W16 another account", intent(account="b"), [operation()], FREE, refused(Refusal.ACCOUNT_CHANGED)),
    (
        "W17 an expired grant returns nothing",
        intent(expired=True),
        [operation()],
        FREE,
        refused(Refusal.GRANT_EXPIRED),
    ),
    ("U1 an unknown tool runs", intent(**SHELL), [], FREE, Run()),
    ("U2 and never twice", intent(**SHELL), [OPAQUE], FREE, refused(Refusal.EFFECT_UNCERTAIN)),
    ("U3 another call goes on", intent(**SHELL, key="k2"), [OPAQUE], FREE, Run()),
    (
        "U3 unless the first broke",
        intent(**SHELL, key="k2"),
        [replace(OPAQUE, returned=False)],
        FREE,
        refused(Refusal.EFFECT_UNCERTAIN),
    ),
    ("N1 a harness may look again", intent(**LOOK, outside=True), [look(state=UNCERTAIN)], FREE, Run()),
    (
        "N3 and never do again",
        intent(**SHELL, outside=True, goal_revision=1),
        [OPAQUE],
        FREE,
        refused(Refusal.EFFECT_UNCERTAIN),
    ),
    (
        "N4 nor anything new on a restored workflow",
        intent(**SHELL, outside=True),
        [],
        HISTORICAL,
        refused(Refusal.HISTORICAL_BACKUP),
    ),
    ("a stopped workflow does nothing", intent(**LOOK), [], Bounds(stopped=True), refused(Refusal.STOPPED)),
    (
        "a fixed payload is fixed",
        intent(input_digest="d2"),
        [],
        Bounds(fixed_digest="d1"),
        refused(Refusal.FIXED_PAYLOAD),
    ),
    ("a fixed payload runs", intent(), [], Bounds(fixed_digest="d1"), Run()),
    (
        "looks count against their limit",
        intent(**LOOK),
        [look(), look(key="k2", ordinal=2)],
        Bounds(limit=2),
        refused(Refusal.LIMIT_REACHED),
    ),
    (
        "what never ran counts for nothing",
        intent(key="k2"),
        [operation(state=NOT_RUN)],
        Bounds(limit=1),
        Run(),
    ),
    (
        "a limit that others used up holds for what never ran too",
        intent(),
        [operation(state=NOT_RUN), operation(id="op_2", key="k2", ordinal=2)],
        Bounds(limit=1),
        refused(Refusal.LIMIT_REACHED),
    ),
    (
        "and so does doubt",
        intent(),
        [operation(state=NOT_RUN), operation(id="op_2", key="k2", ordinal=2, state=UNCERTAIN)],
        FREE,
        refused(Refusal.EFFECT_UNCERTAIN),
    ),
    (
        "the last record of an effect decides",
        intent(),
        [operation(state=NOT_RUN), operation(ordinal=2)],
        FREE,
        ReturnEvidence(operation=operation(ordinal=2)),
    ),
]


@pytest.mark.parametrize(
    ("wanted", "earlier", "bounds", "answer"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE]
)
def test_each_row_of_the_replay_table_has_its_answer(
    wanted: Intent, earlier: list[Operation], bounds: Bounds, answer: object
) -> None:
    assert replay(wanted, earlier, bounds) == answer


states = st.sampled_from(list(OperationState))
writes = st.builds(
    operation,
    key=st.sampled_from(["k1", "k2"]),
    input_digest=st.sampled_from(["d1", "d2"]),
    consent=st.sampled_from(["c1", "c2"]),
    goal_revision=st.sampled_from([0, 1]),
    state=states,
    returned=st.sampled_from([None, True, False]),
    restored=st.booleans(),
)
all_bounds = st.builds(
    Bounds, limit=st.sampled_from([None, 1, 2]), over_workflow=st.booleans(), restored=st.booleans()
)


@given(earlier=st.lists(writes, max_size=4), bounds=all_bounds)
def test_an_effect_that_may_have_happened_is_never_run_again(
    earlier: list[Operation], bounds: Bounds
) -> None:
    answer = replay(intent(), earlier, bounds)
    last = [one for one in earlier if one.key == "k1"][-1:]
    if last and last[0].state is not NOT_RUN:
        assert not isinstance(answer, Run)
    if isinstance(answer, Run):
        assert not bounds.restored
        assert not any(one.is_unsure for one in earlier)


def test_a_key_tells_tool_meaning_and_revision_apart() -> None:
    keys = {
        effect_key("fs_write", {"path": "a"}, 0),
        effect_key("fs_write", {"path": "b"}, 0),
        effect_key("fs_edit", {"path": "a"}, 0),
        effect_key("fs_write", {"path": "a"}, 1),
        effect_key("fs_write", {"path": "a"}, None),
    }
    assert len(keys) == 5


def test_an_id_is_bound_to_task_key_account_consent_and_look() -> None:
    first = operation_id(TaskId("task_1"), "k", "a", "c")
    assert first == operation_id(TaskId("task_1"), "k", "a", "c")
    assert first.startswith("op_")
    assert len(first) == 43
    others = {
        operation_id(TaskId("task_2"), "k", "a", "c"),
        operation_id(TaskId("task_1"), "l", "a", "c"),
        operation_id(TaskId("task_1"), "k", "b", "c"),
        operation_id(TaskId("task_1"), "k", "a", "d"),
        operation_id(TaskId("task_1"), "k", "a", "c", observation=1),
    }
    assert first not in others
    assert len(others) == 5


@pytest.mark.parametrize(
    ("said", "state", "returned"),
    [
        ({"returned": True, "receipt": FOUND}, CONFIRMED, True),
        ({"returned": False, "receipt": FOUND}, CONFIRMED, False),
        ({"returned": True, "receipt": FOUND, "stopped": True}, CONFIRMED, True),
        ({"returned": True}, UNCERTAIN, True),
        ({"returned": False}, UNCERTAIN, False),
        ({"returned": True, "stopped": True}, UNCERTAIN, False),
        ({"returned": True, "not_executed": True}, NOT_RUN, False),
    ],
)
def test_only_a_receipt_confirms_and_only_trusted_code_denies(
    said: dict[str, Any], state: OperationState, returned: bool
) -> None:
    settled = settle(Effect.WRITE, **{"not_executed": False, "receipt": None, **said})
    assert (settled.state, settled.returned) == (state, returned)
    assert settled.receipt == said.get("receipt")


def test_a_look_that_failed_saw_nothing_and_did_nothing() -> None:
    assert settle(Effect.READ, returned=False, not_executed=False, receipt=None).state is NOT_RUN


def test_what_came_back_from_a_tool_that_nobody_can_check_is_executed_and_not_unsure() -> None:
    assert not OPAQUE.is_unsure
    assert replace(OPAQUE, expects_receipt=True).is_unsure
    assert replace(OPAQUE, returned=None).is_unsure
    assert not look(state=UNCERTAIN).is_unsure
    assert not operation(state=NOT_RUN).is_unsure

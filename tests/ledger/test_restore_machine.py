"""Backups that are put back at any moment, among effects, doubts and new goals: nothing is lost, and nothing had twice.

What really happened is kept beside the ledger, as a provider would; the ledger is asked by the one rule that decides.
"""

import shutil
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from placet.ledger import chain_check, restore, restore_statements
from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import Instant, TaskId
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import OperationState, WorkflowStatus
from placet.rules.operations import (
    Bounds,
    Intent,
    Operation,
    Reconcile,
    Run,
    Settled,
    effect_key,
    operation_id,
    replay,
)
from placet.rules.ports import Effect
from placet.rules.receipts import Receipt
from tests.fakes.clock import HeldClock
from tests.ledger.making import TALK, Listener, a_conversation, an_agent, open_ledger
from tests.ledger.verbs.test_workflows import ID, a_workflow, an_operation

NAMES = st.sampled_from(["Bea", "Cid", "Dan"])
ENDS = st.sampled_from(["proven", "unproven", "not attempted", "cut off"])
SHELVES = st.sampled_from([0, 1])


def quiet(_: str, __: int, ___: int) -> None:
    """Nobody looks."""


class Restores(RuleBasedStateMachine):
    """One workflow of one ledger, two shelves for backups, and a provider that counts."""

    def __init__(self) -> None:
        super().__init__()
        self.base = Path(tempfile.mkdtemp(prefix="placet-restores-"))
        self.clock = HeldClock()
        self.there: set[str] = set()
        self.attempts: Counter[tuple[int, str]] = Counter()
        self.receipts: set[str] = set()
        self.marked = False
        self.frozen = 0
        self.ledger: Ledger

    @initialize()
    def begin(self) -> None:
        self.ledger = self.open()
        self.ledger.commit_blocking(
            lambda tx: tx.declare_agent(an_agent(name="ada", declaration='{"folder": "~/ada"}'))
        )
        self.ledger.commit_blocking(lambda tx: tx.open_conversation(a_conversation()))
        self.ledger.commit_blocking(
            lambda tx: tx.create_workflow(replace(a_workflow(), conversation_id=TALK))
        )

    def open(self) -> Ledger:
        return open_ledger(self.base / "ledger.sqlite", Listener(), self.clock)

    def teardown(self) -> None:
        self.ledger.close()
        shutil.rmtree(self.base)

    @rule(name=NAMES, end=ENDS)
    def ask(self, name: str, end: str) -> None:
        begun = self.ledger.commit_blocking(lambda tx: self.decided(tx, name))
        if isinstance(begun, Operation):
            self.have(begun, name, end)
        elif isinstance(begun, Reconcile) and begun.operation.id in self.there:
            self.prove(begun.operation)

    def decided(self, tx: Tx, name: str) -> Operation | object:
        """Judge and write down in one commit, as the engine does."""
        workflow, earlier = tx.workflow(ID), tx.newest_operations(ID, 1_000)
        key = effect_key("post", name, workflow.goal_revision)
        intent = Intent(
            tool="post", effect=Effect.WRITE, key=key, input_digest=f"d-{name}", account="a", consent="g",
            goal_revision=workflow.goal_revision,
        )  # fmt: skip
        answer = replay(intent, earlier, Bounds(restored=workflow.restored))
        if not isinstance(answer, Run):
            return answer
        record = an_operation(
            id=operation_id(ID, key, "a", "g"), key=key, tool="post", input_digest=intent.input_digest,
            account="a", consent="g", goal_revision=workflow.goal_revision, started_at=tx.now,
        )  # fmt: skip
        if answer.again is not None:
            return tx.rerun_operation(answer.again.id, record)
        return tx.begin_operation(record)

    def have(self, operation: Operation, name: str, end: str) -> None:
        if end == "not attempted":
            untried = Settled(state=OperationState.NOT_RUN, returned=False)
            self.ledger.commit_blocking(lambda tx: tx.settle_operation(operation.id, untried))
            return
        self.attempts[operation.goal_revision, name] += 1
        self.there.add(operation.id)
        if end == "cut off":
            self.ledger.commit_blocking(
                lambda tx: tx.unsettle_operation(operation.id, Cause.RESTART, "Cut off.")
            )
        elif end == "unproven":
            doubt = Settled(state=OperationState.UNCERTAIN, returned=False)
            self.ledger.commit_blocking(lambda tx: tx.settle_operation(operation.id, doubt))
        else:
            self.prove(operation)

    def prove(self, operation: Operation) -> None:
        receipt = Receipt(provider="post", id=operation.id, label="a letter")
        proven = Settled(state=OperationState.CONFIRMED, returned=True, receipt=receipt)

        def step(tx: Tx) -> None:
            state = tx.operation(operation.id).state
            if state is OperationState.IN_FLIGHT:
                tx.settle_operation(operation.id, proven)
            elif state is OperationState.UNCERTAIN:
                tx.reconcile_operation(operation.id, proven)

        self.ledger.commit_blocking(step)
        self.receipts.add(operation.id)

    @rule()
    def take_the_next_goal(self) -> None:
        status = self.ledger.reads.workflows.one(ID).status
        steps = (
            [(WorkflowStatus.QUEUED, WorkflowStatus.STOPPED, Cause.CANCEL)]
            if status is WorkflowStatus.QUEUED
            else []
        )
        for step in steps:
            self.ledger.commit_blocking(lambda tx, it=step: tx.move_workflow(ID, *it))
        now = self.ledger.reads.workflows.one(ID).status
        self.ledger.commit_blocking(lambda tx: tx.continue_workflow(ID, now, "Once more.", None))

    @rule(shelf=SHELVES)
    def back_up(self, shelf: int) -> None:
        self.ledger.back_up(self.base / f"backup-{shelf}", quiet)

    @precondition(lambda self: any(self.base.glob("backup-*")))
    @rule(shelf=SHELVES)
    def put_back(self, shelf: int) -> None:
        source = self.base / f"backup-{shelf}"
        if not source.exists():
            return
        self.ledger.close()
        told = restore.restore(self.base / "ledger.sqlite", source, Instant(self.clock.now_ms()), quiet)
        assert told.marked["workflows"] == 1
        self.marked, self.frozen = True, self.attempts.total()
        self.ledger = self.open()

    @rule()
    def restart(self) -> None:
        self.ledger.close()
        self.ledger = self.open()

    @invariant()
    def nothing_was_had_twice_and_nothing_after_a_restore(self) -> None:
        assert all(count == 1 for count in self.attempts.values())
        assert not self.marked or self.attempts.total() == self.frozen

    @invariant()
    def no_record_and_no_receipt_is_ever_lost(self) -> None:
        if not hasattr(self, "ledger"):
            return
        found = {it.id: it for it in self.ledger.reads.workflows.page_of_operations(TaskId(ID), 1_000)}
        assert self.there <= found.keys()
        assert {it for it in self.receipts if found[it].receipt is None} == set()
        assert self.ledger.reads.workflows.one(ID).restored is self.marked

    @invariant()
    def the_chain_is_whole(self) -> None:
        if hasattr(self, "ledger"):
            assert chain_check.flaw_of(self.base / "ledger.sqlite") is None


TestRestores = Restores.TestCase
TestRestores.settings = settings(max_examples=6, stateful_step_count=15, deadline=None)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_nothing_is_lost_over_thousands_of_steps() -> None:
    run_state_machine_as_test(
        Restores, settings=settings(max_examples=150, stateful_step_count=40, deadline=None)
    )


def test_a_restore_that_forgets_to_mark_is_caught_here(monkeypatch: pytest.MonkeyPatch) -> None:
    unmarked = restore_statements.MARK_WORKFLOWS.replace("restored = 1, ", "")
    monkeypatch.setattr(restore_statements, "MARK_WORKFLOWS", unmarked)
    found = settings(
        max_examples=30, stateful_step_count=15, deadline=None, database=None, phases=[Phase.generate]
    )
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Restores, settings=found)

"""The sweep of workflows at load: what waited or ran is interrupted, and nothing starts by itself (seed 003).

Authority that a dead process held isn't exercised without a person. A row that can't be swept is logged and never
blocks the load; it stays as it is, and is run by nobody, since only a queued one is.
"""

from __future__ import annotations

import logging
from functools import partial

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import TaskId
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import WORKFLOW, WorkflowStatus
from placet.rules.verification import assess
from placet.work.workflows import INTERRUPTED

_log = logging.getLogger(__name__)


def sweep(ledger: Ledger) -> None:
    """Interrupt every workflow that an earlier process left. Called once, before the loop runs; twice changes nothing."""
    for workflow_id in ledger.reads.workflows.unswept():
        try:
            ledger.commit_blocking(partial(_interrupt, workflow_id=workflow_id))
        except Exception:
            _log.exception("the workflow %s could not be swept and stays as it is", workflow_id)


def _interrupt(tx: Tx, workflow_id: TaskId) -> None:
    workflow = tx.workflow(workflow_id)
    if workflow.status in WORKFLOW.ended:
        return
    found = assess(workflow.expectations, workflow.goal_revision, tx.evidence(workflow))
    tx.move_workflow(
        workflow_id, workflow.status, WorkflowStatus.INTERRUPTED, Cause.RESTART,
        verdict=found.verdict.value, error=INTERRUPTED,
    )  # fmt: skip

"""The sweep of generations at load, before anything listens (LMSP 7.5).

A queued generation whose policy is `retry` is left where it is: the scheduler finds it there.
"""

from __future__ import annotations

import json
import logging
from functools import partial

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import responses, snapshots
from placet.rules.basics import BootId
from placet.rules.generations import Generation, error_text
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import GenerationStatus
from placet.rules.restart import GenerationPlan, plan_generation

_log = logging.getLogger(__name__)


def sweep(ledger: Ledger, boot: BootId, *, max_attempts: int) -> None:
    """Put every unfinished generation of an earlier boot where its policy says, one commit each (LMSP 7.5).

    Called once, before the loop runs; safe to run twice. One that can't be swept is logged and stays.
    """
    for task_id in ledger.reads.generations.unswept(boot):
        try:
            row = ledger.reads.generations.one(task_id)
            what = plan_generation(row, max_attempts=max_attempts)
            if what is not None:
                output = _said(ledger, row)
                step = partial(_sweep_generation, row=row, what=what, output=output, boot=boot)
                ledger.commit_blocking(step)
        except Exception:
            _log.exception("the generation %s could not be swept and stays as it is", task_id)


def _said(ledger: Ledger, row: Generation) -> list[responses.Payload]:
    """What the model had said in the attempt that broke off."""
    events = ledger.reads.generations.events(row.seq)
    return responses.partial_output(json.loads(event.data) for event in events)


def _sweep_generation(
    tx: Tx, row: Generation, what: GenerationPlan, output: list[responses.Payload], boot: BootId
) -> None:
    if what.status is GenerationStatus.QUEUED:
        again = snapshots.text(snapshots.snapshot(row, responses.QUEUED))
        tx.move_generation(
            row.id, row.status, what.status, Cause.REQUEUE, attempt=row.attempt + 1, boot=boot, response=again
        )
        return
    if what.code is None:
        response = snapshots.ended(row, responses.CANCELLED, tx.now // 1000, output=output)
        error = None
    else:
        told = {"code": what.code, "message": what.message}
        response = snapshots.ended(row, responses.FAILED, tx.now // 1000, output=output, error=told)
        error = error_text(what.code, what.message)
    final = snapshots.told(responses.FINALS[response["status"]], response)
    tx.move_generation(
        row.id,
        row.status,
        what.status,
        Cause.RESTART,
        events=[final],
        response=snapshots.text(response),
        error=error,
    )

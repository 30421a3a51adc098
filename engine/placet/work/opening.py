"""Opening a task's approval inside a commit: why it is held, until when, and the fact that asks for a decision."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from placet.ledger.tx import Tx
from placet.rules import strict_json
from placet.rules.basics import Instant
from placet.rules.events import ApprovalRequested
from placet.rules.lifecycles import RESOLVABLE, ApprovalState
from placet.rules.records import Approval, Task

RESTRICTED: Final = "restricted"
PARKED: Final = "parked"
"""The hold reason of a deferred call that somebody put aside for a decision (DECISIONS T20)."""
REPEAT: Final = "repeat"
"""The hold reason of a call that was denied earlier in its turn."""
DIRECT: Final = "direct"
"""The hold reason of an approval that was opened by the very decision that closed it: it was never asked for."""


def open_asked(
    tx: Tx, task: Task, hold_reason: str, deadline_s: int | None, args: Mapping[str, Any] | None = None
) -> None:
    """Open a task's approval and tell it, once (`hil.requested`). No `deadline_s`, or 0: it waits for ever (T8).

    `args` are the task's, where whoever asks still has them; else they are read from the row.
    """
    expires_at = Instant(tx.now + deadline_s * 1000) if deadline_s else None
    _open(tx, task, hold_reason, expires_at)
    tx.record(
        ApprovalRequested(
            agent_id=task.agent_id,
            task_id=task.id,
            request_id=task.id,
            tool=task.tool,
            reason=RESTRICTED,  # of the guide's three words; the row has the narrower one (spec/tool-tasks 6)
            input=_shown(task, strict_json.load(task.args) if args is None else args),
        )
    )


def open_direct(tx: Tx, task: Task) -> None:
    """Open the approval of a task that nobody was asked about, for the row to say who decided (T20)."""
    _open(tx, task, DIRECT, None)


def keep_source(tx: Tx, task: Task, source: str | None) -> None:
    """Keep the code that a task would run as it was looked at, so that whoever decides is shown exactly that."""
    if task.status in RESOLVABLE:
        keep_code(tx, task.target, source)


def keep_code(tx: Tx, target: str | None, source: str | None) -> None:
    """Keep code under the digest that a target pins."""
    if source is not None and target is not None:
        tx.keep_source(strict_json.load(target)["code"]["sha256"], source)


def held_because(task: Task, reason: str) -> str:
    """Why a call is held: what a call does says more than that it is a repeat, and that more than `restricted`."""
    return REPEAT if task.repeat_of is not None and reason == RESTRICTED else reason


def _open(tx: Tx, task: Task, hold_reason: str, expires_at: Instant | None) -> None:
    tx.open_approval(
        Approval(
            task_id=task.id,
            state=ApprovalState.OPEN,
            opened_at=tx.now,
            digest=task.digest,
            hold_reason=hold_reason,
            expires_at=expires_at,
        )
    )


def _shown(task: Task, args: Mapping[str, Any]) -> dict[str, Any]:
    return dict(args) if task.claim is None else {**args, "_reason": task.claim}

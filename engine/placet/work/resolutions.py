"""What resolving a task is answered with: the guide's `task_resolve` answers, for the wire and for code alike."""

from __future__ import annotations

from typing import Any

from placet.rules import strict_json
from placet.rules.authority import Action
from placet.rules.lifecycles import TaskStatus
from placet.rules.records import Task


def resolution(action: Action, resolved: Task, now: Task) -> dict[str, Any]:
    """The answer of one action (spec/tool-tasks 2.3): `resolved` is the task as the commit left it, `now` as it stands."""
    if action is Action.PARK:
        return {"task_id": now.id, "status": TaskStatus.PENDING_APPROVAL.value}
    if action is Action.DENY:
        return {"task_id": now.id, "status": TaskStatus.DENIED.value, "reason": now.error}
    if resolved.executor_managed or now.status is TaskStatus.RUNNING:
        return {"task_id": now.id, "status": "approved"}
    if now.status is TaskStatus.COMPLETED:
        value = None if now.result is None else strict_json.load(now.result)
        return {"task_id": now.id, "status": now.status.value, "result": value}
    return {"task_id": now.id, "status": now.status.value, "error": now.error}

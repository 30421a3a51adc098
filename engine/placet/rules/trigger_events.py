"""What a handler is given: the envelope and the task, exactly as spec/tool-tasks 5.1 has them.

One event is `{"id", "type", "source", "time", "data"}`. Several that go out together are one envelope whose `data` is the
array of their data, and whose id is the first one's with `:batch` (5.4). A test says `"test": true`.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, Final

from placet.rules import strict_json
from placet.rules.basics import Instant
from placet.rules.deliveries import ON_TIMER, Delivery
from placet.rules.records import Task
from placet.rules.targets import ON_TASK_COMPLETE, ON_TASK_CREATE

Event = dict[str, Any]

TYPES: Final = {ON_TASK_CREATE: "task_create", ON_TASK_COMPLETE: "task_complete", ON_TIMER: "timer"}
TEST_TASK: Final = "task_test"
"""The id of the task that a test speaks of; no task has it."""

_NAMES: Final = uuid.UUID("6d0a6f5e-6f0c-4a56-9b0f-6c1a2f7f0b3d")
_NEVER_ASKED: Final = "direct"


def event(agent: str, delivery: Delivery, data: Any) -> Event:
    """One event. Its id is the same for every target, and each time that it is told."""
    test = {"test": True} if delivery.is_test else {}
    return {
        "id": str(uuid.uuid5(_NAMES, _what(delivery))),
        "type": TYPES[delivery.trigger],
        "source": f"agent:{agent}",
        "time": iso(delivery.due_at),
        **test,
        "data": data,
    }


def _what(delivery: Delivery) -> str:
    return f"{delivery.trigger}:{delivery.task_id or f'{delivery.agent_id}:{delivery.seq}'}"


def batch(events: Sequence[Event]) -> Event:
    """Events of one target that go out together: one alone is told as it is."""
    first = events[0]
    if len(events) == 1:
        return first
    return {**first, "id": f"{first['id']}:batch", "data": [it["data"] for it in events]}


def task_data(task: Task, delivery: Delivery) -> dict[str, Any]:
    """The data of a task's event: the guide's row, with flags as booleans, and the arguments as JSON text.

    On creation the row is as it was then, whatever became of it since.
    """
    created = delivery.trigger == ON_TASK_CREATE
    status = delivery.task_status or task.status.value
    row: dict[str, Any] = {
        "id": task.id,
        "tool": task.tool,
        "args": _args(task),
        "status": status,
        "result": None if created else task.result,
        "error": None if created else task.error,
        "created_at": task.created_at,
        "completed_at": None if created else task.completed_at,
        "origin": task.origin,
        "requires_authorization": task.requires_authorization,
        "executor_managed": task.executor_managed,
    }
    asked = task.approval is not None and task.approval.hold_reason != _NEVER_ASKED
    if asked and status != "pending":
        row["approval_meta"] = {"reason": "restricted"}
    return {"task": row}


def _args(task: Task) -> str:
    """The arguments as they were asked for, with the asker's claim among them, as `hil.requested` has it."""
    if task.claim is None:
        return task.args
    return strict_json.dump({**strict_json.load(task.args), "_reason": task.claim})


def timer_data(name: str, due_at: Instant, missed: int) -> dict[str, Any]:
    """The data of a timer's event. `missed`: so many more times passed unseen since it came last."""
    return {"timer": {"name": name, "due_at": due_at, "missed": missed}}


def trial_data(trigger: str, target: str, now: Instant) -> dict[str, Any]:
    """The data of a test's event: a task that doesn't exist, or a timer as it is now."""
    if trigger == ON_TIMER:
        return timer_data(json.loads(target)[1], now, 0)
    ended = trigger == ON_TASK_COMPLETE
    return {
        "task": {
            "id": TEST_TASK,
            "tool": "placet_test",
            "args": "{}",
            "status": "completed" if ended else "pending_approval",
            "result": "null" if ended else None,
            "error": None,
            "created_at": now,
            "completed_at": now if ended else None,
            "origin": "test",
            "requires_authorization": not ended,
            "executor_managed": False,
        }
    }


def iso(at: Instant) -> str:
    """A moment as ISO 8601 in UTC, to the millisecond."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

"""What LMSP's objects look like on the wire: tasks, responses and models (LMSP 7.1, generations 1.3, 1.8)."""

from __future__ import annotations

import json
from typing import Any, Final

from placet.api.generations import GenerationRow, ModelRow
from placet.http.lmsp_problems import ROOT, problem_object

__all__ = [
    "TASKS",
    "capability_model",
    "events_url",
    "failure",
    "listed_model",
    "response",
    "task",
    "task_url",
]

TASKS: Final = f"{ROOT}/v1/tasks"
_SUCCEEDED: Final = "succeeded"


def task_url(task_id: str) -> str:
    """Where a task is."""
    return f"{TASKS}/{task_id}"


def events_url(task_id: str) -> str:
    """Where a task's events are."""
    return f"{TASKS}/{task_id}/events"


def task(row: GenerationRow, *, with_events: bool) -> dict[str, Any]:
    """The task object. Reads the response's JSON, which may be long."""
    made = {
        "id": row.id,
        "object": "task",
        "type": "response",
        "status": row.status,
        "created_at": row.created_at // 1000,
        "updated_at": row.updated_at // 1000,
        "response_id": row.response_id,
        "events_url": events_url(row.id),
        "on_restart": row.on_restart,
        "response": response(row) if row.status == _SUCCEEDED else None,
        "error": failure(row),
    }
    return made if with_events else {key: value for key, value in made.items() if key != "events_url"}


def response(row: GenerationRow) -> Any:
    """The response object as it stands. Reads its JSON, which may be long."""
    return json.loads(row.response_json)


def failure(row: GenerationRow) -> dict[str, Any] | None:
    """Why it failed, as the problem object that a synchronous call would have answered."""
    if row.error is None:
        return None
    return problem_object(row.error["status"], row.error["code"], row.error["message"], task_url(row.id))


def listed_model(row: ModelRow) -> dict[str, Any]:
    """A model in the list of all."""
    return {"id": row.id, "object": "model", "backend": row.backend, "state": row.state}


def capability_model(row: ModelRow) -> dict[str, Any]:
    """A model with what it can do."""
    return {
        "id": row.id,
        "backend": row.backend,
        "state": row.state,
        "context_length": row.context_length,
        "snapshots": row.snapshots,
        "tools": row.tools,
    }

"""Generations as an owner sees them among all tasks: `GET /tasks?kind=generation` and `GET /tasks/{task_id}`."""

from __future__ import annotations

import json
from typing import Any

from placet.api import Engine
from placet.api.generations import GenerationLine, GenerationRow, GetGeneration, ListGenerations

__all__ = ["listed", "one"]


def listed(engine: Engine, query: ListGenerations) -> list[dict[str, Any]]:
    """A page of them, without their texts. Blocking: a search may read many rows."""
    return [_line(row) for row in engine.query(query)]


def one(engine: Engine, task_id: str) -> dict[str, Any]:
    """One, with the request as it was sent and the response as it stands. Blocking: both may be long.

    Raises:
        TaskNotFound: there is no such generation.
    """
    row: GenerationRow = engine.query(GetGeneration(task_id=task_id))
    return {
        "id": row.id,
        "kind": row.kind,
        "status": row.status,
        "phase": row.phase,
        "model": row.model,
        "backend": row.backend,
        "agent": row.agent,
        "agent_id": row.agent_id,
        "parent_id": row.parent_id,
        "attempt": row.attempt,
        "on_restart": row.on_restart,
        "response_id": row.response_id,
        "request": json.loads(row.request_json),
        "response": json.loads(row.response_json),
        "error": row.error,
        "input_tokens": row.input_tokens,
        "output_tokens": row.output_tokens,
        "created_at": row.created_at,
        "started_at": row.started_at,
        "completed_at": row.finished_at,
    }


def _line(row: GenerationLine) -> dict[str, Any]:
    return {
        "id": row.id,
        "kind": "generation",
        "status": row.status,
        "phase": row.phase,
        "model": row.model,
        "agent": row.agent,
        "attempt": row.attempt,
        "output_tokens": row.output_tokens,
        "created_at": row.created_at,
        "duration_ms": row.duration_ms,
    }

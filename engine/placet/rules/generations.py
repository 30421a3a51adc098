"""Frozen rows of generations: long model responses that the engine keeps track of (LMSP 7)."""

from __future__ import annotations

import enum
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from placet.rules.basics import AgentId, BootId, ConversationId, Instant, ResponseId, TaskId, TurnId
from placet.rules.lifecycles import GENERATION, GenerationStatus


class OnRestart(enum.StrEnum):
    """What becomes of an unfinished generation when the engine restarts (LMSP 7.5)."""

    FAIL = "fail"
    RETRY = "retry"
    RESUME = "resume"


class EventType(enum.StrEnum):
    """The events of a response (LMSP 6.3), in OpenAI's words; `response.cancelled` is LMSP's own."""

    CREATED = "response.created"
    IN_PROGRESS = "response.in_progress"
    ITEM_ADDED = "response.output_item.added"
    PART_ADDED = "response.content_part.added"
    TEXT_DELTA = "response.output_text.delta"
    TEXT_DONE = "response.output_text.done"
    PART_DONE = "response.content_part.done"
    ITEM_DONE = "response.output_item.done"
    ARGUMENTS_DELTA = "response.function_call_arguments.delta"
    ARGUMENTS_DONE = "response.function_call_arguments.done"
    COMPLETED = "response.completed"
    INCOMPLETE = "response.incomplete"
    FAILED = "response.failed"
    CANCELLED = "response.cancelled"


@dataclass(frozen=True, kw_only=True)
class Generation:
    """One long model response. `request` and `response` are JSON text; moments in ms.

    `response` is the response object as it stood after the last step of the status: queued at first, whole at the end.
    `last_seq` is the number of its newest event; a number is never used again (LMSP 6.4).
    """

    id: TaskId
    seq: int  # newest first means highest first; a keyset cursor
    response_id: ResponseId
    principal: str  # whose it is: a token, the owner, or an agent
    model: str  # as it was asked for
    backend: str
    backend_model: str
    request: str
    on_restart: OnRestart
    status: GenerationStatus
    boot: BootId
    created_at: Instant
    updated_at: Instant
    response: str
    attempt: int = 1
    last_seq: int = 0
    started_at: Instant | None = None
    finished_at: Instant | None = None
    error: str | None = None  # JSON text: code, message and the status of a synchronous answer
    input_tokens: int | None = None
    output_tokens: int | None = None
    agent_id: AgentId | None = None
    agent: str | None = None
    parent_id: str | None = None
    turn_id: TurnId | None = None
    conversation_id: ConversationId | None = None

    @property
    def has_ended(self) -> bool:
        """True once nothing of it changes any more."""
        return self.status in GENERATION.ended


@dataclass(frozen=True, kw_only=True)
class GenerationGist:
    """What a long listing needs of a generation; `request_head` begins at its request's last question, if there is one."""

    id: TaskId
    seq: int
    status: GenerationStatus
    model: str
    principal: str
    agent: str | None
    attempt: int
    created_at: Instant
    finished_at: Instant | None
    output_tokens: int | None
    request_head: str


@dataclass(frozen=True, kw_only=True)
class GenerationHead:
    """What a reader of events needs of a generation, however long its request and its response are."""

    seq: int
    principal: str
    status: GenerationStatus
    last_seq: int
    finished_at: Instant | None
    oldest_seq: int | None


@dataclass(frozen=True, kw_only=True)
class GenerationEvent:
    """One event of a response. `data` is the JSON text of its whole payload, number included: it is sent as it is."""

    seq: int
    attempt: int
    type: str
    data: str


@dataclass(frozen=True, kw_only=True)
class Said:
    """What one attempt has to write: the payloads of its next events, without their numbers."""

    task_id: TaskId
    attempt: int
    events: Sequence[Mapping[str, Any]]


@dataclass(frozen=True, kw_only=True)
class IdempotencyKey:
    """A claim of a key (LMSP 9.2): within one principal and route it stands for one body, and for one generation."""

    principal: str
    route: str
    key: str
    fingerprint: str
    task_id: TaskId
    created_at: Instant


ERROR_STATUSES: Final = {
    "context_length_exceeded": 400,
    "internal_error": 500,
    "backend_error": 502,
    "backend_lost": 502,
    "backend_protocol_error": 502,
    "model_load_failed": 502,
    "backend_unavailable": 503,
    "server_restarted": 503,
    "snapshot_unavailable": 503,
    "backend_timeout": 504,
}
"""How a generation can fail, and the status that a synchronous call would have answered (generations 1.6)."""


def error_text(code: str, message: str) -> str:
    """Why a generation failed, as its row keeps it."""
    return json.dumps({"code": code, "message": message, "status": ERROR_STATUSES.get(code, 502)})

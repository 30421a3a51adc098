"""What the engine's rows look like on the wire (interfaces 2), and how a value becomes bytes."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from placet.api.views import (
    AgentRow,
    ApprovalRow,
    ChannelRow,
    CodeRow,
    ConversationRow,
    FileRow,
    MessageRow,
    RunRow,
    SettingRow,
    TaskRow,
    TokenRow,
)
from placet.rules.digest import rfc8785_digest
from placet.rules.records import Event

__all__ = [
    "agent",
    "approval",
    "channel",
    "code",
    "conversation",
    "encode",
    "event",
    "file",
    "message",
    "run",
    "setting",
    "task",
    "token",
    "whole_task",
]


def encode(value: Any) -> bytes:
    """Write JSON in ASCII, integers in full.

    Everything beyond ASCII is escaped: so no half of a surrogate pair can break the encoding, and no exotic
    line end inside a text can be taken for the end of a line by a reader of an event stream.
    """
    return json.dumps(value, ensure_ascii=True, separators=(",", ":"), allow_nan=False).encode("ascii")


def task(row: TaskRow) -> dict[str, Any]:
    """One tool task: the documented fields first, then what else we know of it. `null` means absent."""
    wire = {
        "id": row.id,
        "kind": row.kind,
        "agent": row.agent,
        "agent_id": row.agent_id,
        "tool": row.tool,
        "args": json.loads(row.args_json),
        "status": row.status,
        "result": _value(row.result_json),
        "error": row.error,
        "created_at": row.created_at,
        "completed_at": row.completed_at,
        "origin": row.origin,
        "requires_authorization": row.requires_authorization,
        "executor_managed": row.executor_managed,
        "approval": None if row.approval is None else approval(row.approval),
        **_more(row),
    }
    if row.approved_args_json is not None:
        wire["approved_args"] = json.loads(row.approved_args_json)
    return wire


def whole_task(row: TaskRow) -> dict[str, Any]:
    """One task where it alone is asked for, or was decided: with a digest that other programs can check.

    Listings and a call's own answer leave that one out, since it takes longer than all the rest. `null`: a number
    is outside of what RFC 8785 can carry (DECISIONS B2).
    """
    return {**task(row), "digest_rfc8785": rfc8785_digest(json.loads(row.args_json))}


def _more(row: TaskRow) -> dict[str, Any]:
    return {
        "phase": row.phase,
        "effect": row.effect,
        "risk": row.risk,
        "risk_reasons": list(row.risk_reasons),
        "sentence": row.sentence,
        "claim": row.claim,
        "digest": row.digest,
        "approved_digest": row.approved_digest,
        "started_at": row.started_at,
        "duration_ms": row.duration_ms,
        "async": row.is_async,
        "cancel_requested": row.cancel_requested,
        "decision_only": row.decision_only,
        "diff": row.diff,
        "repeat_of": row.repeat_of,
        "parent_id": row.parent_id,
        "turn_id": row.turn_id,
        "source": _value(row.source_json),
    }


def _value(text: str | None) -> Any:
    return None if text is None else json.loads(text)


def approval(row: ApprovalRow) -> dict[str, Any]:
    """How an approval stands; `shown_digest`, `shown` null: the decider didn't report what, or how (B3)."""
    return {
        "state": row.state,
        "opened_at": row.opened_at,
        "decided_at": row.decided_at,
        "decided_by": row.decided_by,
        "via": row.via,
        "reason": row.reason,
        "digest": row.digest,
        "expires_at": row.expires_at,
        "hold_reason": row.hold_reason,
        "shown_digest": row.shown_digest,
        "shown": row.shown,
    }


def agent(row: AgentRow) -> dict[str, Any]:
    """One agent, with its declaration as it is in force."""
    return {
        "id": row.id,
        "name": row.name,
        "state": row.state,
        "error": row.error,
        "folder": row.folder,
        "model": None if row.backend is None else {"backend": row.backend, "name": row.model},
        "tools": [asdict(tool) for tool in row.tools],
        "declaration": row.declaration,
        "created_at": row.created_at,
        "open_tasks": row.open_tasks,
    }


def conversation(row: ConversationRow) -> dict[str, Any]:
    """One conversation."""
    return asdict(row)


def message(row: MessageRow) -> dict[str, Any]:
    """One message; `text` is exactly what was written, so whoever shows it treats it as untrusted."""
    return {
        "id": row.id,
        "seq": row.seq,
        "role": row.role,
        "text": row.text,
        "task_id": row.task_id,
        "turn_id": row.turn_id,
        "at_ms": row.at_ms,
        **({"author": row.author} if row.author else {}),
    }


def token(row: TokenRow) -> dict[str, Any]:
    """A token without its secret."""
    return asdict(row)


def channel(row: ChannelRow) -> dict[str, Any]:
    """A channel without its secrets: what else it was declared with stands beside its name, as it was written."""
    return {"name": row.name, "kind": row.kind, **row.told, "kept": row.kept}


def code(row: CodeRow) -> dict[str, Any]:
    """The code that a call would run; `text` is exact, so whoever shows it treats it as untrusted."""
    return {"path": row.path, "sha256": row.sha256, "authorized": row.authorized, "text": row.text}


def file(row: FileRow) -> dict[str, Any]:
    """A file with the digest of its bytes; null: too large to be read."""
    return {"path": row.path, "size": row.size_bytes, "sha256": row.sha256, "authorized": row.authorized}


def run(row: RunRow) -> dict[str, Any]:
    """One run of code; `message` and `console` are its own words, so whoever shows them treats them as untrusted."""
    wire = asdict(row)
    return {key: value for key, value in wire.items() if not key.startswith("shown_")}


def setting(row: SettingRow) -> dict[str, Any]:
    """One setting with what explains it."""
    return asdict(row)


def event(fact: Event) -> dict[str, Any]:
    """One committed fact, as `/events` tells it."""
    wire = {
        "seq": fact.seq,
        "type": fact.type,
        "at_ms": fact.at_ms,
        "agent": fact.agent,
        "agent_id": fact.agent_id,
    }
    if fact.task_id is not None:
        wire["task_id"] = fact.task_id
    return {**wire, "payload": fact.payload}

"""Tasks as lines of a file: JSON Lines, or CSV in which no cell is a formula. Pure but for the file it is given."""

from __future__ import annotations

import csv
import enum
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from io import StringIO
from typing import Any, Final

from placet.api.views import TaskRow

_FORMULAS: Final = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
"""With these a spreadsheet takes a cell for a formula, whatever quotes stand around it."""


class Form(enum.StrEnum):
    """How a file is written; the value is how its name ends."""

    JSON_LINES = "jsonl"
    CSV = "csv"


def record(row: TaskRow) -> dict[str, Any]:
    """One task for other programs: exact values, moments in ms."""
    approval = row.approval
    return {
        "id": row.id,
        "kind": row.kind,
        "agent": row.agent,
        "tool": row.tool,
        "status": row.status,
        "risk": row.risk,
        "risk_reasons": list(row.risk_reasons),
        "effect": row.effect,
        "origin": row.origin,
        "requires_authorization": row.requires_authorization,
        "args": _value(row.args_json),
        "approved_args": _value(row.approved_args_json),
        "digest": row.digest,
        "result": _value(row.result_json),
        "error": row.error,
        "claim": row.claim,
        "created_at": row.created_at,
        "started_at": row.started_at,
        "completed_at": row.completed_at,
        "approval": None
        if approval is None
        else {
            "state": approval.state,
            "opened_at": approval.opened_at,
            "expires_at": approval.expires_at,
            "decided_at": approval.decided_at,
            "decided_by": approval.decided_by,
            "via": approval.via,
            "reason": approval.reason,
            "shown_digest": approval.shown_digest,
        },
    }


def as_json(rows: Iterable[TaskRow]) -> str:
    """Some tasks as indented JSON, for the clipboard: one alone, more as a list."""
    records = [record(row) for row in rows]
    return json.dumps(records[0] if len(records) == 1 else records, ensure_ascii=False, indent=2)


def lines(rows: Iterable[TaskRow], form: Form) -> Iterator[str]:
    """The lines of a file of this form, one at a time, however many there are."""
    if form is Form.JSON_LINES:
        for row in rows:
            yield json.dumps(record(row), ensure_ascii=False, separators=(",", ":")) + "\n"
        return
    yield _csv_line(_COLUMNS)
    for row in rows:
        yield _csv_line(_cells(row))


_COLUMNS: Final = (
    "id", "created_at", "agent", "tool", "status", "risk", "origin", "args", "result", "error", "approval",
    "decided_by", "via", "decided_at", "reason", "digest",
)  # fmt: skip


def _cells(row: TaskRow) -> tuple[str, ...]:
    approval = row.approval
    decided = ("", "", "", "", "")
    if approval is not None:
        at = "" if approval.decided_at is None else _moment(approval.decided_at)
        decided = (approval.state, approval.decided_by or "", approval.via or "", at, approval.reason or "")
    return (
        row.id, _moment(row.created_at), row.agent, row.tool, row.status, row.risk, row.origin, row.args_json,
        row.result_json or "", row.error or "", *decided, row.digest,
    )  # fmt: skip


def _csv_line(cells: Iterable[str]) -> str:
    line = StringIO()
    csv.writer(line, lineterminator="\r\n").writerow([defused(cell) for cell in cells])  # RFC 4180
    return line.getvalue()


def defused(cell: str) -> str:
    """A cell that no spreadsheet runs: an apostrophe stands before what would begin a formula."""
    return f"'{cell}" if cell.lstrip(" ").startswith(_FORMULAS) else cell


def _moment(at_ms: int) -> str:
    return datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds")


def _value(text: str | None) -> Any:
    return None if text is None else json.loads(text)

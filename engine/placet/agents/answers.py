"""How an outcome is told to the model that asked: JSON text, bounded, and never more than is known."""

from __future__ import annotations

import json
from typing import Any, Final

from placet.rules.lifecycles import TaskStatus
from placet.work.calls import CallOutcome

MAX_TOLD_CHARS: Final = 40_000
REFERENCE: Final = "reference"

NOT_RECORDED: Final = (
    "No answer to this call was recorded before the engine stopped: it was not decided, or its outcome is "
    "unknown. Do not assume that it ran, nor that it did not."
)
UNKNOWN: Final = "The turn was stopped while this call was at work; its outcome is unknown."
NEVER_ASKED: Final = "This call was not made: the engine stopped before its place came."
NOT_MADE_STOPPED: Final = "This call was not made: the turn was stopped."
NOT_MADE_ENDED: Final = "This call was not made: an earlier call ended the turn."

_WITHOUT_WORDS: Final = {
    TaskStatus.FAILED: "The tool failed.",
    TaskStatus.CANCELLED: "This call was withdrawn before anybody decided.",
}


def told(outcome: CallOutcome, tool: str) -> str:
    """The content of the tool message that answers a call.

    A reference is exactly `task_id`, `status`, `tool` (case 6). Edits are always told (DECISIONS T10).
    """
    if outcome.status == REFERENCE:
        return _json(outcome.value)
    said: dict[str, Any] = {} if outcome.edited is None else {"edited_by_owner": outcome.edited}
    if outcome.status == TaskStatus.COMPLETED:
        return _bounded(_json({**said, "result": outcome.value} if said else outcome.value))
    return _bounded(_json({**said, "error": _error(outcome, tool)}))


def closing(code: str, message: str) -> str:
    """The content that closes a call which got no outcome, so that the history stays valid."""
    return _json({"error": {"code": code, "message": message}})


def _error(outcome: CallOutcome, tool: str) -> dict[str, Any]:
    error = {"code": outcome.error_code or outcome.status, "message": _message(outcome, tool)}
    pointer = outcome.details.get("pointer")
    return error if pointer is None else {**error, "pointer": pointer}


def _message(outcome: CallOutcome, tool: str) -> str:
    if outcome.status == TaskStatus.DENIED:
        who = (
            "The owner" if outcome.denied_by is None else f"The owner's code {json.dumps(outcome.denied_by)}"
        )
        said = f"{who} rejected this call of {json.dumps(tool)}; it did not run."
    else:
        said = outcome.error or _without_words(outcome.status)
    return f"{said} Feedback: {outcome.feedback}" if outcome.feedback else said


def _without_words(status: str) -> str:
    return next(
        (words for known, words in _WITHOUT_WORDS.items() if known == status), "This call was refused."
    )


def _bounded(text: str) -> str:
    if len(text) <= MAX_TOLD_CHARS:
        return text
    note = f"Only the first {MAX_TOLD_CHARS} of {len(text)} characters are shown."
    return _json({"cut": note, "beginning": text[:MAX_TOLD_CHARS]})


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

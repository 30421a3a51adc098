"""What the parts of a fact are called and how their values are said, in the language of the console."""

from __future__ import annotations

import json
from typing import Any, Final

from placet_gui.moments import exact_text
from placet_gui.said import said
from placet_gui.words import noop, translate

NAMES: Final = {
    "attempt": noop("activity", "Attempt"),
    "authorized": noop("activity", "Authorized"),
    "backend": noop("activity", "Backend"),
    "boot": noop("activity", "Start of Placet"),
    "by": noop("activity", "By"),
    "changed": noop("activity", "Declared before"),
    "clean_before": noop("activity", "Ended in order before"),
    "code": noop("activity", "Code of the error"),
    "completion_tokens": noop("activity", "Tokens written"),
    "consent": noop("activity", "Leave"),
    "conversation_id": noop("activity", "Conversation"),
    "error": noop("activity", "Error"),
    "events": noop("activity", "Events"),
    "finish_reason": noop("activity", "Why the model stopped"),
    "frm": noop("activity", "From"),
    "grant_id": noop("activity", "Grant"),
    "happened": noop("activity", "It happened"),
    "input": noop("activity", "Arguments"),
    "key": noop("activity", "Setting"),
    "kind": noop("activity", "Kind"),
    "message_id": noop("activity", "Message"),
    "missed": noop("activity", "Missed"),
    "model": noop("activity", "Model"),
    "name": noop("activity", "Name"),
    "operation_id": noop("activity", "Effect"),
    "path": noop("activity", "File"),
    "pattern": noop("activity", "Filter"),
    "planned_at": noop("activity", "Planned for"),
    "prompt_tokens": noop("activity", "Tokens read"),
    "ran_out_at": noop("activity", "Leave ran out"),
    "reason": noop("activity", "Reason"),
    "role": noop("activity", "Role"),
    "run_id": noop("activity", "Run"),
    "scope": noop("activity", "Scope"),
    "sha256": noop("activity", "SHA-256"),
    "source": noop("activity", "Code"),
    "started_by": noop("activity", "Started by"),
    "state": noop("activity", "State"),
    "status": noop("activity", "Status"),
    "target": noop("activity", "Told to"),
    "test": noop("activity", "As a test"),
    "timer": noop("activity", "Timer"),
    "to": noop("activity", "To"),
    "token_id": noop("activity", "Token"),
    "trigger": noop("activity", "Trigger"),
    "turn_id": noop("activity", "Turn"),
    "withdrawn": noop("activity", "Withdrawn"),
}
"""A part that isn't here is called as the ledger calls it."""
_MOMENTS: Final = frozenset({"planned_at", "ran_out_at"})
_STATUSES: Final = frozenset({"frm", "to", "state", "status"})


def part_name(key: str) -> str:
    """What a part of a fact is called. Whatever it is, it comes from the ledger: make it showable."""
    known = NAMES.get(key)
    return key.replace("_", " ").capitalize() if known is None else translate("activity", known)


def part_value(key: str, value: Any) -> str:
    """How its value is said. It may hold an agent's text: make it showable."""
    if isinstance(value, bool):
        return translate("activity", "yes") if value else translate("activity", "no")
    if key in _MOMENTS and isinstance(value, int):
        return exact_text(value)
    if not isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return said(value).replace("_", " ") if key in _STATUSES else value

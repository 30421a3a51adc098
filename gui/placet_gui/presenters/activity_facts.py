"""What is said of one fact: names and values, as showable text; of a restore its whole report."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from PySide6.QtCore import QCoreApplication

from placet.api import showable
from placet.api.activity import ActivityRow
from placet.api.views import ApprovalRow
from placet_gui.moments import duration_text, exact_text
from placet_gui.texts import APPROVALS, GESTURES, VIAS, decider, grouped, word

Facts = Iterator[tuple[str, str]]

_TOLD_ELSEWHERE: Final = frozenset(
    {"request_id", "task_id", "decided_by", "via", "approved", "feedback", "digest", "tool"}
)
_COUNTS: Final = {
    "taken": "Taken in",
    "there": "There already",
    "left": "Left out, since it would be authority",
    "marked": "Marked as restored",
}
_PART_CHARS: Final = 300


def activity_facts(row: ActivityRow) -> Facts:
    """Everything that is known of a fact, what matters most first."""
    if row.line.fact == "ledger.restored":
        yield from _restore(row.line.payload)
    if row.tool is not None:
        yield _tr("Tool"), _line(row.tool)
    if row.line.fact == "hil.resolved" and row.approval is not None:
        yield from _decision(row.approval)
    if row.digest is not None:
        yield _tr("Digest of the arguments"), grouped(row.digest)
    if row.line.fact != "ledger.restored":
        yield from _payload(row.line.payload)
    if row.line.task_id is not None:
        yield _tr("Concerns"), _line(row.line.task_id)
    yield _tr("Happened"), exact_text(row.line.at_ms)
    yield _tr("Fact"), f"{row.line.fact}, {_tr('number {0}').format(f'{row.line.seq:,}')}"
    yield _tr("Link of the chain"), f"{row.link:,}"
    yield _tr("Head of that link"), grouped(row.head)


def _decision(approval: ApprovalRow) -> Facts:
    yield _tr("Answer"), word(APPROVALS, approval.state)
    if approval.decided_by is not None:
        yield _tr("Decided by"), f"{decider(approval.decided_by)}, {word(VIAS, approval.via or '')}"
    if approval.decided_at is not None:
        waited = duration_text(max(0, approval.decided_at - approval.opened_at))
        yield _tr("After"), waited
    if approval.shown_reason:
        yield _tr("Reason given"), approval.shown_reason
    if approval.decided_by is None:
        return
    yield _tr("Shown to the decider"), grouped(approval.shown_digest) or _tr("not reported")
    yield from _shown(approval.shown or {})


def _shown(shown: Mapping[str, Any]) -> Facts:
    gesture = shown.get("gesture")
    if gesture:
        yield _tr("Answered by"), word(GESTURES, str(gesture))
    if shown.get("for_ms") is not None:
        yield _tr("In view before"), duration_text(int(shown["for_ms"]))
    for key, name in (("opened", _tr("Unfolded")), ("folded", _tr("Left folded"))):
        if shown.get(key):
            yield name, _line(", ".join(map(str, shown[key])))
    if shown.get("edited"):
        yield _tr("Arguments"), _tr("edited before the yes")


def _restore(payload: Mapping[str, Any]) -> Facts:
    for key, name in _COUNTS.items():
        counts = payload.get(key) or {}
        told = ",  ".join(f"{kind.replace('_', ' ')} {count:,}" for kind, count in counts.items() if count)
        yield _tr(name), told or _tr("nothing")
    for conflict in payload.get("conflicts") or ():
        about = _line(f"{conflict['kind'].replace('_', ' ')} {conflict['id']}: {conflict['why']}")
        yield _tr("Conflict"), about
    if not payload.get("conflicts"):
        yield _tr("Conflicts"), _tr("none")
    yield _tr("The backup's chain ends at"), grouped(str(payload.get("head", "")))
    made = payload.get("made_at")
    if isinstance(made, int) and made:
        yield _tr("Its newest link was made"), exact_text(made)
    kept = payload.get("segment") is not None
    yield _tr("Its chain"), _tr("kept beside yours, and bound into it") if kept else _tr("a part of yours")


def _payload(payload: Mapping[str, Any]) -> Facts:
    for key, value in payload.items():
        if key in _TOLD_ELSEWHERE:
            continue
        text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        yield _line(key.replace("_", " ").capitalize()), _line(text)


def _line(text: str) -> str:
    return showable(text, single_line=True, limit=_PART_CHARS).text


def _tr(text: str) -> str:
    return QCoreApplication.translate("activity", text)

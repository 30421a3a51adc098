"""What is said of one fact: names and values, as showable text; of a restore its whole report."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from placet.api import showable
from placet.api.activity import ActivityRow
from placet.api.views import ApprovalRow
from placet_gui.moments import duration_text, exact_text
from placet_gui.presenters.fact_words import part_name, part_value
from placet_gui.texts import APPROVALS, GESTURES, VIAS, decider, grouped, word
from placet_gui.words import noop, number_text, translate

Facts = Iterator[tuple[str, str]]

_TOLD_ELSEWHERE: Final = frozenset(
    {"request_id", "task_id", "decided_by", "via", "approved", "feedback", "digest", "tool"}
)
_COUNTS: Final = {
    "taken": noop("activity", "Taken in"),
    "there": noop("activity", "There already"),
    "left": noop("activity", "Left out, since it would be authority"),
    "marked": noop("activity", "Marked as restored"),
}
_PART_CHARS: Final = 300


def activity_facts(row: ActivityRow) -> Facts:
    """Everything that is known of a fact, what matters most first."""
    if row.line.fact == "ledger.restored":
        yield from _restore(row.line.payload)
    if row.tool is not None:
        yield translate("activity", "Tool"), _line(row.tool)
    if row.line.fact == "hil.resolved" and row.approval is not None:
        yield from _decision(row.approval)
    if row.digest is not None:
        yield translate("activity", "Digest of the arguments"), grouped(row.digest)
    if row.line.fact != "ledger.restored":
        yield from _payload(row.line.payload)
    if row.line.task_id is not None:
        yield translate("activity", "Concerns"), _line(row.line.task_id)
    yield translate("activity", "Happened"), exact_text(row.line.at_ms)
    number = translate("activity", "number {0}").format(number_text(row.line.seq))
    yield translate("activity", "Fact"), f"{row.line.fact}, {number}"
    yield translate("activity", "Link of the chain"), number_text(row.link)
    yield translate("activity", "Head of that link"), grouped(row.head)


def _decision(approval: ApprovalRow) -> Facts:
    yield translate("activity", "Answer"), word(APPROVALS, approval.state)
    if approval.decided_by is not None:
        yield (
            translate("activity", "Decided by"),
            f"{decider(approval.decided_by)}, {word(VIAS, approval.via or '')}",
        )
    if approval.decided_at is not None:
        waited = duration_text(max(0, approval.decided_at - approval.opened_at))
        yield translate("activity", "After"), waited
    if approval.shown_reason:
        yield translate("activity", "Reason given"), approval.shown_reason
    if approval.decided_by is None:
        return
    yield (
        translate("activity", "Shown to the decider"),
        grouped(approval.shown_digest) or translate("activity", "not reported"),
    )
    yield from _shown(approval.shown or {})


def _shown(shown: Mapping[str, Any]) -> Facts:
    gesture = shown.get("gesture")
    if gesture:
        yield translate("activity", "Answered by"), word(GESTURES, str(gesture))
    if shown.get("for_ms") is not None:
        yield translate("activity", "In view before"), duration_text(int(shown["for_ms"]))
    for key, name in (
        ("opened", translate("activity", "Unfolded")),
        ("folded", translate("activity", "Left folded")),
    ):
        if shown.get(key):
            yield name, _line(", ".join(map(str, shown[key])))
    if shown.get("edited"):
        yield translate("activity", "Arguments"), translate("activity", "edited before the yes")


def _restore(payload: Mapping[str, Any]) -> Facts:
    for key, name in _COUNTS.items():
        counts = payload.get(key) or {}
        told = ",  ".join(
            f"{kind.replace('_', ' ')} {number_text(count)}" for kind, count in counts.items() if count
        )
        yield translate("activity", name), told or translate("activity", "nothing")
    for conflict in payload.get("conflicts") or ():
        about = _line(f"{conflict['kind'].replace('_', ' ')} {conflict['id']}: {conflict['why']}")
        yield translate("activity", "Conflict"), about
    if not payload.get("conflicts"):
        yield translate("activity", "Conflicts"), translate("activity", "none")
    yield translate("activity", "The backup's chain ends at"), grouped(str(payload.get("head", "")))
    made = payload.get("made_at")
    if isinstance(made, int) and made:
        yield translate("activity", "Its newest link was made"), exact_text(made)
    kept = payload.get("segment") is not None
    yield (
        translate("activity", "Its chain"),
        translate("activity", "kept beside yours, and bound into it")
        if kept
        else translate("activity", "a part of yours"),
    )


def _payload(payload: Mapping[str, Any]) -> Facts:
    for key, value in payload.items():
        if key in _TOLD_ELSEWHERE:
            continue
        yield _line(part_name(key)), _line(part_value(key, value))


def _line(text: str) -> str:
    return showable(text, single_line=True, limit=_PART_CHARS).text

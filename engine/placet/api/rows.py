"""Records into view rows: showable texts beside exact ones, and what the rules allow."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Final

from placet.api.views import ApprovalRow, MessageRow, SecretRow, TaskLine, TaskRow
from placet.rules.basics import duration_ms
from placet.rules.lifecycles import RESOLVABLE, TOOL_CALL
from placet.rules.masking import Secret, hidden, masked, secrets
from placet.rules.records import Approval, Message, Role, Task, TaskGist
from placet.rules.shown import read_shown
from placet.rules.untrusted import left_out, showable

KIND: Final = TOOL_CALL.kind
PREVIEW_CHARS: Final = 160
ERROR_CHARS: Final = 2_000
REASON_CHARS: Final = 2_000
DIFF_CHARS: Final = 200_000
MOST_SECRETS: Final = 50
"""How many masked tokens can be seen by holding the button; the editor shows all of them."""


def line(text: str, limit: int = PREVIEW_CHARS) -> str:
    """One showable line of at most about `limit` characters of an untrusted text."""
    return showable(text, limit=limit, single_line=True).text


def block(text: str, limit: int | None = None) -> str:
    """A showable text that keeps its line breaks, for reading: they are breaks and nothing else.

    A break's own mark can't be mistaken for text of the caller's: that character is itself shown as a chip.
    """
    return exact_block(text, limit).replace("⏎\n", "\n")


def exact_block(text: str, limit: int | None = None) -> str:
    """A showable text in which each line break is marked as well, for comparing it to the last character."""
    return showable(text, limit=limit, single_line=False).text


def masked_block(text: str, limit: int | None = None) -> str:
    """A text as `block` shows it, its recognised tokens masked (prompt rule 9)."""
    return masked(text, limit=limit, single_line=False).text.replace("⏎\n", "\n")


def secret_rows(found: Iterable[Secret]) -> tuple[SecretRow, ...]:
    """The first of the tokens that are masked in one text, each once."""
    first = itertools.islice({it.text: it for it in found}.values(), MOST_SECRETS)
    return tuple(SecretRow(place="", words=it.words, text=it.text) for it in first)


def masked_change(diff: str, limit: int | None = None) -> str:
    """A unified difference as `masked_block` shows a text."""
    return masked(diff, limit=limit, single_line=False, change=True).text.replace("⏎\n", "\n")


def approval_row(approval: Approval) -> ApprovalRow:
    """How an approval stands, for lists, cards and the wire."""
    return ApprovalRow(
        state=approval.state.value,
        opened_at=approval.opened_at,
        digest=approval.digest,
        hold_reason=approval.hold_reason,
        expires_at=approval.expires_at,
        decided_at=approval.decided_at,
        decided_by=approval.decided_by,
        via=approval.via,
        reason=approval.reason,
        shown_reason=block(approval.reason or "", REASON_CHARS),
        shown_digest=approval.shown_digest,
        shown=read_shown(approval.shown),
    )


def task_row(task: Task) -> TaskRow:
    """One task, with what may be done to it."""
    return TaskRow(
        id=task.id,
        seq=task.seq,
        kind=KIND,
        agent=task.agent,
        agent_id=task.agent_id,
        tool=task.tool,
        status=task.status.value,
        phase=TOOL_CALL.phases[task.status].value,
        effect=task.effect,
        risk=task.risk,
        risk_reasons=task.risk_reasons,
        sentence=hidden(task.sentence),
        preview=hidden(line(task.bound_args)),
        args_json=task.args,
        approved_args_json=task.approved_args,
        result_json=task.result,
        error=task.error,
        shown_error=masked_block(task.error or "", ERROR_CHARS),
        shown_claim=None if task.claim is None else masked_block(task.claim, REASON_CHARS),
        claim=task.claim,
        digest=task.digest,
        approved_digest=task.approved_digest,
        created_at=task.created_at,
        started_at=task.started_at,
        completed_at=task.completed_at,
        duration_ms=duration_ms(task.created_at, task.completed_at),
        origin=task.origin,
        requires_authorization=task.requires_authorization,
        executor_managed=task.executor_managed,
        is_async=task.is_async,
        cancel_requested=task.cancel_requested,
        decision_only=task.decision_only,
        diff=task.diff,
        shown_diff=None if task.diff is None else masked_change(task.diff, DIFF_CHARS),
        repeat_of=task.repeat_of,
        parent_id=task.parent_id,
        turn_id=task.turn_id,
        source_json=task.source,
        approval=None if task.approval is None else approval_row(task.approval),
        can_decide=task.status in RESOLVABLE,
        can_cancel=task.status in TOOL_CALL.open and not task.cancel_requested,
    )


def task_line(gist: TaskGist) -> TaskLine:
    """One task as a line of a listing; its preview is the same as its row's."""
    return TaskLine(
        id=gist.id,
        seq=gist.seq,
        agent=gist.agent,
        tool=gist.tool,
        status=gist.status.value,
        preview=_preview(gist),
        origin=gist.origin,
        requires_authorization=gist.requires_authorization,
        created_at=gist.created_at,
        duration_ms=duration_ms(gist.created_at, gist.completed_at),
    )


def _preview(gist: TaskGist) -> str:
    head, tail = _single_line(gist.args_head), _single_line(gist.args_tail)
    missing = gist.args_chars - len(gist.args_head) - len(gist.args_tail)
    return hidden(f"{head}{left_out(missing)}{tail}" if missing else head)


def _single_line(text: str) -> str:
    return showable(text, single_line=True).text


def message_row(message: Message) -> MessageRow:
    """One message of a conversation."""
    return MessageRow(
        id=message.id,
        seq=message.seq,
        role=message.role.value,
        text=message.text,
        shown_text=masked_block(message.text),
        task_id=message.task_id,
        turn_id=message.turn_id,
        at_ms=message.at_ms,
        author=_author(message),
        secrets=secret_rows(secrets(message.text)),
    )


def _author(message: Message) -> str:
    """Who stands in the owner's place; empty for other roles, and for the owner, whose goals alone have a payload."""
    if message.role is not Role.OWNER or message.payload is None or message.payload.startswith('{"goal"'):
        return ""
    return "agent" if '"from_agent"' in message.payload else "events"

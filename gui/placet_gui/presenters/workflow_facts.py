"""What is said of a workflow and of each link of its chain, in words: names and values, as showable text."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QCoreApplication

from placet.api import showable
from placet.api.generations import GenerationLine
from placet.api.views import ApprovalRow
from placet.api.workflow_chain import CallRow, RevisionRow
from placet.api.workflows import OperationRow, ReceiptRow, WorkflowRow
from placet_gui.models.chain_tree import Level, Link
from placet_gui.models.generation_table import asked
from placet_gui.models.workflow_table import verdict_of
from placet_gui.moments import duration_text, exact_text
from placet_gui.presenters.workflow_chain import is_unshowable
from placet_gui.texts import APPROVALS, EFFECTS, GENERATIONS, VIAS, decider, grouped, status_word, word

Facts = Iterator[tuple[str, str]]

MOST_PROOFS: Final = 10
"""So many of the newest proofs are in a workflow's record; all of them are in its chain."""
_MEANINGS: Final = {
    "verified": "Everything that this goal demands is proven, and nothing is in doubt.",
    "unchecked": "Finished, outcome not checked: nothing says what would prove this goal, so nothing was checked.",
    "unsupported": "Finished, outcome not checked: it used a tool whose effects nobody can look up.",
    "incomplete": "Not proven: nothing shows what this goal demands of {0}.",
    "uncertain": "Uncertain: something may have happened that nobody can show. It is never sent again from here.",
}
_STATES: Final = {
    "in_flight": "It is being done now.",
    "confirmed": "It happened, and the place itself shows it.",
    "uncertain": "It may have happened. Nothing proves it, and nothing sends it again.",
    "not_run": "It wasn't attempted, so nothing was changed.",
    "unverifiable": "The tool came back without an error. What it changed can't be looked up.",
}


def standing(row: WorkflowRow) -> str:
    """How a workflow stands: how its last run ended, unless it finished, and what the evidence comes to."""
    verdict = verdict_of(row)
    sentence = _tr(_MEANINGS[verdict]) if verdict in _MEANINGS else ""
    # Of one that finished the engine says no more than its evidence does.
    ending = "" if row.error is None or row.model_completed else _block(row.error)
    return "\n".join(filter(None, (ending, sentence.format(", ".join(dict.fromkeys(row.missing))))))


def about(row: WorkflowRow) -> str:
    """One line: who, which goal, which run, how much is proven."""
    proven = row.operation_counts.get("confirmed", 0)
    parts = (
        row.agent,
        _tr("goal {0}").format(row.goal_revision + 1),
        _tr("run {0}").format(row.attempt),
        (_tr("1 proof") if proven == 1 else _tr("{0} proofs").format(f"{proven:,}")) if proven else "",
    )
    return "  ·  ".join(filter(None, parts))


def workflow_facts(row: WorkflowRow) -> Facts:
    """The record of a workflow."""
    yield _tr("Identity"), row.id
    yield _tr("Agent"), row.agent
    yield (
        _tr("Kind"),
        _tr("Guided: {0}").format(row.guided) if row.guided else _tr("A goal in your own words"),
    )
    yield _tr("Goal"), f"{row.goal_revision + 1}"
    yield _tr("Run"), f"{row.attempt}"
    yield _tr("Demanded"), _demands(row) or _tr("Nothing, so nothing is checked")
    if row.tool_scope is not None:
        yield _tr("May use"), ", ".join(row.tool_scope["names"])
    yield _tr("Model finished"), _tr("Yes") if row.model_completed else _tr("No")
    yield _tr("Asked"), exact_text(row.created_at)
    if row.started_at is not None:
        yield _tr("First started"), exact_text(row.started_at)
    if row.ended_at is not None:
        yield _tr("Ended"), exact_text(row.ended_at)
    if row.request_key is not None:
        yield _tr("Request key"), _line(row.request_key)
    for mark, words in ((row.archived, _tr("Archived")), (row.restored, _tr("Restored from a backup"))):
        if mark:
            yield words, _tr("Yes")
    for receipt in row.receipts[-MOST_PROOFS:]:
        yield _tr("Proof of {0}").format(receipt.tool), _evidence(receipt)


def _demands(row: WorkflowRow) -> str:
    return ", ".join(_tr("{0} of {1}").format(it["minimum"], it["tool"]) for it in row.expectations)


def link_facts(link: Link) -> Facts:
    """The record of one link of the chain."""
    if link.level is Level.WANT:
        return _goal(link.row)
    if link.level is Level.THINK:
        return _thought(link.row)
    return _call(link.row) if link.level is Level.ASK else _effect(link.row, link.state_key)


def _goal(row: RevisionRow) -> Facts:
    yield _tr("Given"), exact_text(row.at_ms)
    yield _tr("In your words"), row.shown_text


def _thought(row: GenerationLine) -> Facts:
    yield _tr("Model"), row.model
    yield _tr("Status"), word(GENERATIONS, row.status)
    yield _tr("Asked"), exact_text(row.created_at)
    if row.duration_ms is not None:
        yield _tr("Took"), duration_text(row.duration_ms)
    if row.output_tokens is not None:
        yield _tr("Tokens written"), f"{row.output_tokens:,}"
    if row.attempt > 1:
        yield _tr("Attempt"), str(row.attempt)
    yield _tr("Request begins"), asked(row.preview)
    yield _tr("Identity"), row.id


def _call(row: CallRow) -> Facts:
    yield _tr("Tool"), row.call.tool
    yield _tr("Arguments"), row.call.preview
    yield _tr("Status"), status_word(row.call.status)
    if row.approval is None:
        yield _tr("Approval"), _tr("None was needed")
    else:
        yield from _answer(row.approval)
    yield _tr("Asked"), exact_text(row.call.created_at)
    if row.call.duration_ms is not None:
        yield _tr("Took"), duration_text(row.call.duration_ms)
    yield _tr("Identity"), row.call.id
    if row.asked_by is not None:
        yield _tr("Asked by the generation"), row.asked_by


def _answer(approval: ApprovalRow) -> Facts:
    yield _tr("Approval"), word(APPROVALS, approval.state)
    if approval.decided_by is not None:
        yield _tr("Decided by"), f"{decider(approval.decided_by)}, {word(VIAS, approval.via or '')}"
    if approval.decided_at is not None:
        yield _tr("Decided"), exact_text(approval.decided_at)
    if approval.shown_reason:
        yield _tr("Reason given"), approval.shown_reason
    yield _tr("Digest"), grouped(approval.digest)
    if approval.decided_by is not None:
        yield _tr("Shown to the decider"), grouped(approval.shown_digest) or _tr("not reported")
    yield _tr("Held because"), approval.hold_reason.replace("_", " ")


def _effect(row: OperationRow, state_key: str) -> Facts:
    yield _tr("State"), _tr(_STATES[state_key]) if state_key in _STATES else state_key.replace("_", " ")
    if row.receipt is not None:
        yield _tr("Proof"), _evidence(row.receipt)
    for look in row.looks:
        saw = _tr("It happened: {0}") if look.happened else _tr("It did not happen: {0}")
        yield _tr("You looked"), f"{saw.format(_block(look.reason))}  ({exact_text(look.at_ms)[:19]})"
    if row.error is not None:
        yield _tr("Error"), _block(row.error)
    if row.refused:
        yield _tr("Refused"), _tr("Before anything was attempted")
    yield _tr("Tool"), f"{row.tool}  ({word(EFFECTS, row.effect)})"
    yield _tr("Digest of its input"), grouped(row.input_digest)
    if row.account:
        yield _tr("Account"), _line(row.account)
    yield _tr("Goal and run"), f"{row.goal_revision + 1}, {row.attempt}"
    yield _tr("Written down"), exact_text(row.started_at)
    if row.confirmed_at is not None:
        yield _tr("Proven"), exact_text(row.confirmed_at)
    yield _tr("Identity"), row.id
    yield _tr("Asked as"), row.task_id or _tr("a call that was free to run")


def _evidence(receipt: ReceiptRow) -> str:
    found = _tr("nothing was found") if receipt.empty else _line(receipt.label)
    return "  ·  ".join(filter(None, (_line(receipt.provider), found, _named(receipt.id), receipt.url)))


def _named(receipt_id: str) -> str:
    """A provider's own name for what it shows; a digest in groups."""
    shown = _line(receipt_id)
    return grouped(shown) if len(shown) == _DIGEST_CHARS and shown.isalnum() else shown


_DIGEST_CHARS: Final = 64


def is_in_doubt(row: OperationRow) -> bool:
    """Whether the owner may say what he saw of an effect: it isn't proven, and it may have happened."""
    return row.unsure or is_unshowable(row)


def _line(text: str) -> str:
    return showable(text, single_line=True).text


def _block(text: str) -> str:
    return showable(text, single_line=False).text.replace("⏎\n", "\n")


def _tr(text: str) -> str:
    return QCoreApplication.translate("workflow_facts", text)

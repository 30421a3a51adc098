"""What is said of a workflow and of each link of its chain, in words: names and values, as showable text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from placet.api import showable
from placet.api.generations import GenerationLine
from placet.api.views import ApprovalRow
from placet.api.workflow_chain import CallRow, RevisionRow
from placet.api.workflows import OperationRow, ReceiptRow, WorkflowRow
from placet_gui.models.chain_tree import Level, Link
from placet_gui.models.generation_table import request_text
from placet_gui.models.workflow_table import verdict_of
from placet_gui.moments import duration_text, exact_text
from placet_gui.presenters.workflow_chain import is_unshowable
from placet_gui.said import said, with_marks_said
from placet_gui.texts import APPROVALS, EFFECTS, GENERATIONS, VIAS, decider, grouped, status_word, word
from placet_gui.words import Context, noop, number_text, translate

proofs = Context("proofs")

Facts = Iterator[tuple[str, str]]

GUIDES: Final[Mapping[str, str]] = {
    "report": noop("guides", "A report in a file"),
    "answer_mail": noop("guides", "An answer to a mail, saved as a draft"),
    "today": noop("guides", "Today's mail and appointments in a file"),
}
MOST_PROOFS: Final = 10
"""So many of the newest proofs are in a workflow's record; all of them are in its chain."""
_MEANINGS: Final = {
    "verified": noop(
        "workflow_facts", "Everything that this goal demands is proven, and nothing is in doubt."
    ),
    "unchecked": noop(
        "workflow_facts",
        "Finished, outcome not checked: nothing says what would prove this goal, so nothing was checked.",
    ),
    "unsupported": noop(
        "workflow_facts", "Finished, outcome not checked: it used a tool whose effects nobody can look up."
    ),
    "incomplete": noop("workflow_facts", "Not proven: nothing shows what this goal demands of {0}."),
    "uncertain": noop(
        "workflow_facts",
        "Uncertain: something may have happened that nobody can show. It is never sent again from here.",
    ),
}
_STATES: Final = {
    "in_flight": noop("workflow_facts", "It is being done now."),
    "confirmed": noop("workflow_facts", "It happened, and the place itself shows it."),
    "uncertain": noop(
        "workflow_facts", "It may have happened. Nothing proves it, and nothing sends it again."
    ),
    "not_run": noop("workflow_facts", "It wasn't attempted, so nothing was changed."),
    "unverifiable": noop(
        "workflow_facts", "The tool came back without an error. What it changed can't be looked up."
    ),
}


def standing(row: WorkflowRow) -> str:
    """How a workflow stands: how its last run ended, unless it finished, and what the evidence comes to."""
    verdict = verdict_of(row)
    sentence = translate("workflow_facts", _MEANINGS[verdict]) if verdict in _MEANINGS else ""
    # Of one that finished the engine says no more than its evidence does.
    ending = "" if row.error is None or row.model_completed else _block(said(row.error))
    return "\n".join(filter(None, (ending, sentence.format(", ".join(dict.fromkeys(row.missing))))))


def about(row: WorkflowRow) -> str:
    """One line: who, which goal, which run, how much is proven."""
    proven = row.operation_counts.get("confirmed", 0)
    parts = (
        row.agent,
        translate("workflow_facts", "goal {0}").format(row.goal_revision + 1),
        translate("workflow_facts", "run {0}").format(row.attempt),
        proofs.tr("%Ln proofs", "", proven) if proven else "",
    )
    return "  ·  ".join(filter(None, parts))


def workflow_facts(row: WorkflowRow) -> Facts:
    """The record of a workflow."""
    yield translate("workflow_facts", "Identity"), row.id
    yield translate("workflow_facts", "Agent"), row.agent
    yield (
        translate("workflow_facts", "Kind"),
        translate("guides", GUIDES.get(row.guided, row.guided))
        if row.guided
        else translate("workflow_facts", "A goal in your own words"),
    )
    yield translate("workflow_facts", "Goal"), f"{row.goal_revision + 1}"
    yield translate("workflow_facts", "Run"), f"{row.attempt}"
    yield (
        translate("workflow_facts", "Demanded"),
        _demands(row) or translate("workflow_facts", "Nothing, so nothing is checked"),
    )
    if row.tool_scope is not None:
        yield translate("workflow_facts", "May use"), ", ".join(row.tool_scope["names"])
    yield (
        translate("workflow_facts", "Model finished"),
        translate("workflow_facts", "Yes") if row.model_completed else translate("workflow_facts", "No"),
    )
    yield translate("workflow_facts", "Asked"), exact_text(row.created_at)
    if row.started_at is not None:
        yield translate("workflow_facts", "First started"), exact_text(row.started_at)
    if row.ended_at is not None:
        yield translate("workflow_facts", "Ended"), exact_text(row.ended_at)
    if row.request_key is not None:
        yield translate("workflow_facts", "Request key"), _line(row.request_key)
    for mark, words in (
        (row.archived, translate("workflow_facts", "Archived")),
        (row.restored, translate("workflow_facts", "Restored from a backup")),
    ):
        if mark:
            yield words, translate("workflow_facts", "Yes")
    for receipt in row.receipts[-MOST_PROOFS:]:
        yield translate("workflow_facts", "Proof of {0}").format(receipt.tool), _evidence(receipt)


def _demands(row: WorkflowRow) -> str:
    return ", ".join(
        translate("workflow_facts", "{0} of {1}").format(it["minimum"], it["tool"]) for it in row.expectations
    )


def link_facts(link: Link) -> Facts:
    """The record of one link of the chain."""
    if link.level is Level.WANT:
        return _goal(link.row)
    if link.level is Level.THINK:
        return _thought(link.row)
    return _call(link.row) if link.level is Level.ASK else _effect(link.row, link.state_key)


def _goal(row: RevisionRow) -> Facts:
    yield translate("workflow_facts", "Given"), exact_text(row.at_ms)
    yield translate("workflow_facts", "Goal"), row.shown_text


def _thought(row: GenerationLine) -> Facts:
    yield translate("workflow_facts", "Model"), row.model
    yield translate("workflow_facts", "Status"), word(GENERATIONS, row.status)
    yield translate("workflow_facts", "Asked"), exact_text(row.created_at)
    if row.duration_ms is not None:
        yield translate("workflow_facts", "Took"), duration_text(row.duration_ms)
    if row.output_tokens is not None:
        yield translate("workflow_facts", "Tokens written"), number_text(row.output_tokens)
    if row.attempt > 1:
        yield translate("workflow_facts", "Attempt"), str(row.attempt)
    yield translate("workflow_facts", "Request begins"), request_text(row)
    yield translate("workflow_facts", "Identity"), row.id


def _call(row: CallRow) -> Facts:
    yield translate("workflow_facts", "Tool"), row.call.tool
    yield translate("workflow_facts", "Arguments"), with_marks_said(row.call.preview)
    yield translate("workflow_facts", "Status"), status_word(row.call.status)
    if row.approval is None:
        yield translate("workflow_facts", "Approval"), translate("workflow_facts", "None was needed")
    else:
        yield from _answer(row.approval)
    yield translate("workflow_facts", "Asked"), exact_text(row.call.created_at)
    if row.call.duration_ms is not None:
        yield translate("workflow_facts", "Took"), duration_text(row.call.duration_ms)
    yield translate("workflow_facts", "Identity"), row.call.id
    if row.asked_by is not None:
        yield translate("workflow_facts", "Asked by the generation"), row.asked_by


def _answer(approval: ApprovalRow) -> Facts:
    yield translate("workflow_facts", "Approval"), word(APPROVALS, approval.state)
    if approval.decided_by is not None:
        yield (
            translate("workflow_facts", "Decided by"),
            f"{decider(approval.decided_by)}, {word(VIAS, approval.via or '')}",
        )
    if approval.decided_at is not None:
        yield translate("workflow_facts", "Decided"), exact_text(approval.decided_at)
    if approval.shown_reason:
        yield translate("workflow_facts", "Reason given"), approval.shown_reason
    yield translate("workflow_facts", "Digest"), grouped(approval.digest)
    if approval.decided_by is not None:
        yield (
            translate("workflow_facts", "Shown to the decider"),
            grouped(approval.shown_digest) or translate("workflow_facts", "not reported"),
        )
    yield translate("workflow_facts", "Held because"), said(approval.hold_reason.replace("_", " "))


def _effect(row: OperationRow, state_key: str) -> Facts:
    yield (
        translate("workflow_facts", "State"),
        translate("workflow_facts", _STATES[state_key])
        if state_key in _STATES
        else state_key.replace("_", " "),
    )
    if row.receipt is not None:
        yield translate("workflow_facts", "Proof"), _evidence(row.receipt)
    for look in row.looks:
        saw = (
            translate("workflow_facts", "It happened: {0}")
            if look.happened
            else translate("workflow_facts", "It did not happen: {0}")
        )
        yield (
            translate("workflow_facts", "You looked"),
            f"{saw.format(_block(look.reason))}  ({exact_text(look.at_ms)[:19]})",
        )
    if row.error is not None:
        yield translate("workflow_facts", "Error"), _block(said(row.error))
    if row.refused:
        yield (
            translate("workflow_facts", "Refused"),
            translate("workflow_facts", "Before anything was attempted"),
        )
    yield translate("workflow_facts", "Tool"), f"{row.tool}  ({word(EFFECTS, row.effect)})"
    yield translate("workflow_facts", "Digest of its input"), grouped(row.input_digest)
    if row.account:
        yield translate("workflow_facts", "Account"), _line(row.account)
    yield translate("workflow_facts", "Goal and run"), f"{row.goal_revision + 1}, {row.attempt}"
    yield translate("workflow_facts", "Written down"), exact_text(row.started_at)
    if row.confirmed_at is not None:
        yield translate("workflow_facts", "Proven"), exact_text(row.confirmed_at)
    yield translate("workflow_facts", "Identity"), row.id
    yield (
        translate("workflow_facts", "Asked as"),
        row.task_id or translate("workflow_facts", "a call that was free to run"),
    )


def _evidence(receipt: ReceiptRow) -> str:
    found = translate("workflow_facts", "nothing was found") if receipt.empty else _line(receipt.label)
    return "  ·  ".join(filter(None, (_line(receipt.provider), found, _named(receipt.id), receipt.url)))


def _named(receipt_id: str) -> str:
    """A provider's own name for what it shows; a digest in groups."""
    shown = _line(receipt_id)
    return grouped(shown) if len(shown) == _DIGEST_CHARS and shown.isalnum() else shown


_DIGEST_CHARS: Final = 64


def is_in_doubt(row: OperationRow) -> bool:
    """Whether the owner may say what he saw of an effect: it isn't proven, and it may have happened."""
    return row.unsure or is_unshowable(row)


def has_looked(row: OperationRow) -> bool:
    """Whether the owner said already what he saw of an effect."""
    return bool(row.looks)


def _line(text: str) -> str:
    return showable(text, single_line=True).text


def _block(text: str) -> str:
    return showable(text, single_line=False).text.replace("⏎\n", "\n")

"""A tool call on its way: the request, its ticket, and the registry of calls that somebody waits for."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from placet.rules import strict_json
from placet.rules.authority import Principal, Via
from placet.rules.basics import ConversationId, TaskId, TurnId
from placet.rules.code import Frame
from placet.rules.contracts import Grant
from placet.rules.errors import ArgumentsNotAllowed, BadInput, NotEnabled, PlacetError
from placet.rules.lifecycles import TaskStatus
from placet.rules.outside import UNLISTED
from placet.rules.records import Agent, Task
from placet.work.stop import StopFlag


@dataclass(frozen=True, kw_only=True)
class CallRequest:
    """One tool call as it was asked for. `arguments` is JSON text, or a value that a strict parser made already.

    `deadline_s` ends the wait for a decision (T8); `deferred` makes a `pending` task that nothing runs (T20);
    `decide_only`: the asker runs it itself, and only asks whether it may (T12); with `only_listed` it asks about tools
    that the owner listed, and about no other. `caller`: the code that asks.
    `parent_id`: the generation that asks.
    """

    agent: Agent
    principal: Principal
    tool: str
    arguments: str | Mapping[str, Any]
    call_id: str | None = None
    turn_id: TurnId | None = None
    conversation_id: ConversationId | None = None
    request_key: str | None = None
    body_digest: str | None = None
    deferred: bool = False
    deadline_s: int | None = None
    decide_only: bool = False
    only_listed: bool = False
    source: Mapping[str, Any] | None = None
    caller: Frame | None = None
    parent_id: TaskId | None = None


@dataclass(frozen=True, kw_only=True)
class CallOutcome:
    """How a call ended, as its caller is told.

    `status` is a final task status, `refused` (no row was made), `reference` (the caller doesn't wait) or, for a
    decision-only call, `running`: it was allowed, and is the caller's to run.
    `edited` says in plain words how the owner changed the arguments, `feedback` is the decider's reason for a no;
    `denied_by` is the code that said it, None when the owner did. `row` is the task as it was just written, where its writer
    has it at hand.
    """

    status: str
    task_id: TaskId | None = None
    value: Any = None
    error_code: str | None = None
    error: str | None = None
    end_turn: bool = False
    edited: str | None = None
    feedback: str | None = None
    denied_by: str | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    row: Task | None = None


@dataclass(frozen=True, kw_only=True)
class Foreseen:
    """What was found when a call below a workflow came in: whose run it belongs to, and with which authority."""

    workflow_id: TaskId
    turn_id: TurnId | None
    conversation_id: ConversationId
    grant: Grant


@dataclass(frozen=True, kw_only=True)
class Ticket:
    """What a caller holds: the task, if there is one, and a future that tells the outcome. `found`: it was there before."""

    tool: str
    status: str
    done: asyncio.Future[CallOutcome]
    task_id: TaskId | None = None
    found: bool = False


def finished(tool: str, outcome: CallOutcome, status: str | None = None) -> Ticket:
    """A ticket whose outcome is known already."""
    done: asyncio.Future[CallOutcome] = asyncio.get_running_loop().create_future()
    done.set_result(outcome)
    return Ticket(tool=tool, status=status or outcome.status, done=done, task_id=outcome.task_id)


def reference(task: Task) -> CallOutcome:
    """The guide's answer to a caller that doesn't wait: exactly `task_id`, `status`, `tool`."""
    value = {"task_id": task.id, "status": task.status.value, "tool": task.tool}
    return CallOutcome(status="reference", task_id=task.id, value=value)


def unlisted(tool: str) -> Ticket:
    """The answer to an outside harness that asks only about listed tools, of another one: no row, and no word on it."""
    return finished(tool, CallOutcome(status=UNLISTED))


def allowed(task: Task) -> CallOutcome:
    """The answer to an outside harness that may run its call now; what comes of it, it reports (T12)."""
    return CallOutcome(status=task.status.value, task_id=task.id, row=task)


REFUSALS: Final = (NotEnabled, ArgumentsNotAllowed, BadInput)
"""The errors that say what is wrong with a call itself, for whoever asked to do better."""


def refused(error: PlacetError) -> CallOutcome:
    """The outcome of a call that made no row, told to a caller for whom an error is an answer like others: a model."""
    details = dict(error.details)
    if isinstance(error, BadInput) and error.pointer is not None:
        details["pointer"] = error.pointer
    return CallOutcome(status="refused", error_code=error.code, error=error.message, details=details)


_CODES = {
    TaskStatus.FAILED: "tool_error",
    TaskStatus.DENIED: "denied",
    TaskStatus.CANCELLED: "cancelled",
}


def outcome_of(task: Task) -> CallOutcome:
    """The outcome that an ended row tells, for a caller that comes back to it."""
    return CallOutcome(
        status=task.status.value,
        task_id=task.id,
        value=None if task.result is None else strict_json.load(task.result),
        error_code=_CODES.get(task.status),
        error=task.error,
        feedback=task.approval.reason if task.approval and task.status is TaskStatus.DENIED else None,
        denied_by=denying_code(task),
    )


def denying_code(task: Task) -> str | None:
    """The code that denied a task; None when the owner did, or nobody."""
    approval = task.approval
    by_code = approval is not None and task.status is TaskStatus.DENIED and approval.via == Via.CODE
    return approval.decided_by if approval is not None and by_code else None


@dataclass
class _OpenCall:
    done: asyncio.Future[CallOutcome]
    stop: StopFlag = field(default_factory=StopFlag)
    waited: bool = False
    foreseen: Foreseen | None = None


class OpenCalls:
    """The calls of this process that haven't ended: a wake-up for each, never the truth (the row is).

    Lives on the engine's loop.
    """

    def __init__(self) -> None:
        self._open: dict[TaskId, _OpenCall] = {}

    def open(
        self, task_id: TaskId, *, waited: bool, foreseen: Foreseen | None = None
    ) -> asyncio.Future[CallOutcome]:
        """Register a call before its row is told to anybody. `waited`: a caller blocks on it (managed).

        `foreseen` is kept until the call ends: what was found before an approval is compared with what is found after it.
        """
        call = self._open.setdefault(task_id, _OpenCall(asyncio.get_running_loop().create_future()))
        call.waited = call.waited or waited
        call.foreseen = call.foreseen or foreseen
        return call.done

    def foreseen(self, task_id: TaskId) -> Foreseen | None:
        """What was found when the call came in; None when it isn't below a workflow."""
        call = self._open.get(task_id)
        return call.foreseen if call else None

    def find(self, task_id: TaskId) -> asyncio.Future[CallOutcome] | None:
        """The future of a call that hasn't ended, if this process knows it."""
        call = self._open.get(task_id)
        return call.done if call else None

    def is_waited(self, task_id: TaskId) -> bool:
        """Whether a caller of this process blocks on the call (T13)."""
        call = self._open.get(task_id)
        return call is not None and call.waited

    def stop_flag(self, task_id: TaskId) -> StopFlag:
        """The flag that tells the call's tool to stop; opens the call if it isn't."""
        self.open(task_id, waited=False)
        return self._open[task_id].stop

    def forget(self, task_id: TaskId) -> None:
        """Drop a call whose row never came to be."""
        self._open.pop(task_id, None)

    def finish(self, task_id: TaskId, outcome: CallOutcome) -> None:
        """Tell the outcome to whoever waits; a call that nobody opened is nothing to do."""
        call = self._open.pop(task_id, None)
        if call is not None and not call.done.done():
            call.done.set_result(outcome)

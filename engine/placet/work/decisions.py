"""A verdict comes in: checks, one commit that closes the approval and moves the task, and the waiter's wake-up.

The order of checks is the guide's (spec/tool-tasks 2.2): the task exists; it can still be resolved; the decider may;
then what belongs to the action alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NoReturn

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import arguments as argument_rules
from placet.rules import handoff, outside, strict_json
from placet.rules.authority import Action, Authority, Principal, Refuse, Via, gate, may_decide
from placet.rules.basics import AgentId, BootId, TaskId, TurnId
from placet.rules.code import Frame
from placet.rules.declarations import ToolDeclaration
from placet.rules.digest import args_digest
from placet.rules.errors import (
    BadArguments,
    CodeRefused,
    DigestMismatch,
    DigestRequired,
    LostRace,
    NotResolvable,
    NoWaiter,
    RequiresAuthorizedCode,
    ToolDisabled,
)
from placet.rules.json_places import pointer, quoted
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import RESOLVABLE, TOOL_CALL, ApprovalState, TaskStatus
from placet.rules.ports import Place, Preview
from placet.rules.records import Task
from placet.rules.risk import Risk, assess
from placet.rules.shown import Shown
from placet.tools.registry import Registry
from placet.work import ending, looking, opening
from placet.work.calls import CallOutcome, OpenCalls, allowed, denying_code, outcome_of
from placet.work.roster import Roster, place_of
from placet.work.runner import Runner

DENIED: Final = "Rejected by the owner."
DENIED_BY_CODE: Final = "Denied"
"""The guide's own word where code denies without a reason (spec/tool-tasks 2.1)."""


@dataclass(frozen=True, kw_only=True)
class Decision:
    """One verdict on one task. `shown_digest` is what the decider saw, `shown` how; None: not reported (DECISIONS B3).

    `raise_authorization` also says, before anything else of it counts, that only the owner or authorized code may decide
    the task; `caller` is the code that decides, in whose context a task that nobody waits for then runs (T22). `along` is
    written in the same commit as an approval, or not at all.
    """

    task_id: TaskId
    action: Action
    reason: str | None = None
    modified_args: Mapping[str, Any] | None = None
    shown_digest: str | None = None
    shown: Shown | None = None
    raise_authorization: bool = False
    caller: Frame | None = None
    along: Callable[[Tx], None] | None = None


@dataclass(frozen=True, kw_only=True)
class _Edit:
    """Arguments that the owner wrote in the place of the agent's (T10)."""

    args: str
    digest: str
    risk: Risk
    preview: Preview

    def columns(self) -> dict[str, Any]:
        """What the row says of the call from now on. Its risk stays that of what was asked: it is evidence."""
        target = self.preview.target
        return {
            "approved_args": self.args,
            "approved_digest": self.digest,
            "target": None if target is None else strict_json.dump(target),
            "sentence": self.preview.sentence,
            "diff": self.preview.diff,
        }


class Decisions:
    """Closes approvals. Lives on the engine's loop."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        tools: Registry,
        roster: Roster,
        runner: Runner,
        calls: OpenCalls,
        boot: BootId,
        default_deadline_s: Callable[[], int],
    ) -> None:
        self._ledger = ledger
        self._tools = tools
        self._roster = roster
        self._runner = runner
        self._calls = calls
        self._boot = boot
        self._default_deadline_s = default_deadline_s

    async def resolve(self, decision: Decision, by: Authority) -> Task:
        """Decide, and say how the task stands right after the commit. An approved tool runs in the background.

        Raises:
            NotFound: no such task. NotResolvable: it was decided or ended; `details["task"]` is how it stands.
            RequiresAuthorizedCode: not this decider's. DigestMismatch, DigestRequired: what was shown isn't what is
            bound, or wasn't said. NoWaiter, ToolDisabled: approving would run nothing, or nothing allowed.
            BadArguments, ArgumentsNotAllowed: the edited arguments.
        """
        task = self._ledger.reads.task(decision.task_id)
        if task.status not in RESOLVABLE:
            _not_resolvable(task)
        if decision.raise_authorization and not task.requires_authorization:
            # Before anybody's right to decide is asked: whoever asks for it locks the task, himself out too (case 23).
            task = await self._commit(task.id, lambda tx, now: tx.raise_authorization(now.id))
        _check_right(task, decision, by)
        _check_shown(task, decision, by)
        if decision.action is Action.PARK:
            return await self._park(task)
        if decision.action is Action.DENY:
            return await self._deny(decision, by)
        return await self._approve(task, decision, by)

    async def _approve(self, task: Task, decision: Decision, by: Authority) -> Task:
        if task.executor_managed and not self._calls.is_waited(task.id):
            raise NoWaiter("Nobody waits for this task any more, so approving it would run nothing.")
        policy = self._declared(task)
        only = None if policy is None else policy.only
        edit = await self._edit(task, only, decision.modified_args)
        if edit is not None:
            _check_named(decision, by, edit.risk)
        if by.principal is Principal.UNAUTHORIZED_CODE:
            await self._check_code_could_call(task, policy, edit)
        if edit is None and only is not None:
            # The owner may have narrowed the tool since the call was asked for.
            argument_rules.check_narrowing(only, strict_json.load(task.args))
        approved = await self._commit(
            task.id, lambda tx, now: self._walk_to_running(tx, now, decision, edit, by)
        )
        if approved.decision_only:
            self._calls.finish(approved.id, allowed(approved))
        else:
            self._runner.start(approved, None if approved.executor_managed else decision.caller)
        return approved

    async def _check_code_could_call(
        self, task: Task, policy: ToolDeclaration | None, edit: _Edit | None
    ) -> None:
        """Let unauthorized code have nothing run by its yes that it couldn't call itself, as things stand now."""
        tool = self._tools.get(task.tool)
        if policy is None or tool is None:
            raise RequiresAuthorizedCode("Only the owner or authorized code may decide this task.")
        args = strict_json.load(task.args if edit is None else edit.args)
        looked = await looking.look(tool, args, self._place(task))
        answer = gate(Principal.UNAUTHORIZED_CODE, policy.gate_policy, looked.manner.hold)
        if isinstance(answer, Refuse):
            raise CodeRefused(answer.message, answer.code)

    def _declared(self, task: Task) -> ToolDeclaration | None:
        agent = self._ledger.reads.agent(task.agent_id)
        policy = self._roster.of(agent).tool(task.tool)
        if task.decision_only and (policy is None or policy.enabled):
            return policy  # a harness's tool need not be declared, and is none of ours (T12)
        if policy is None or not policy.enabled or self._tools.get(task.tool) is None:
            raise ToolDisabled("This tool is switched off for the agent; the request stays open.")
        return policy

    async def _edit(
        self, task: Task, only: Mapping[str, Sequence[Any]] | None, modified: Mapping[str, Any] | None
    ) -> _Edit | None:
        if modified is None:
            return None
        args = strict_json.check(dict(modified))
        if not task.decision_only:
            self._check_ours(task, args)
        argument_rules.check_narrowing(only, args)
        digest = args_digest(task.tool, args)
        risk, preview = await self._weighed(task, args)
        if digest == task.digest:
            return None  # edited back to what it was: nothing was edited
        if handoff.is_fixed(task):
            raise BadArguments(handoff.FIXED, "")
        return _Edit(args=strict_json.dump(args), digest=digest, risk=risk, preview=preview)

    def _check_ours(self, task: Task, args: Mapping[str, Any]) -> None:
        """Hold edited arguments to what a tool of Placet's takes; of a harness's tool nothing is known."""
        reserved = argument_rules.reserved_keys(args)
        if reserved:
            place = pointer(reserved[:1])
            raise BadArguments(f"Edited arguments may not hold a reserved key: at {quoted(place)}.", place)
        self._tools.schema_of(task.tool).check(args)

    async def _weighed(self, task: Task, args: Mapping[str, Any]) -> tuple[Risk, Preview]:
        """How risky the edited call is, and what it would do."""
        if task.decision_only:
            return outside.weigh(args).level, Preview(sentence=task.sentence)
        tool = self._tools.get(task.tool)
        if tool is None:
            raise ToolDisabled("This tool does not exist any more; the request stays open.")
        place = self._place(task)
        looked = await looking.look(tool, args, place)
        preview = looked.preview
        if preview is None:
            preview = await asyncio.to_thread(tool.preview, args, place)
        return assess(looked.manner.row, looked.manner.effect, args).level, preview

    def _place(self, task: Task) -> Place:
        agent = self._ledger.reads.agent(task.agent_id)
        return place_of(self._roster.of(agent), task.agent, task.tool)

    def _walk_to_running(
        self, tx: Tx, task: Task, decision: Decision, edit: _Edit | None, by: Authority
    ) -> Task:
        _check_right(task, decision, by)
        # The digest is compared here, in the commit that lets the call run (B3); not only when the verdict came in.
        if decision.shown_digest is not None and decision.shown_digest != task.digest:
            raise DigestMismatch("The arguments that were shown are not the ones that are bound.")
        self._close(tx, task, ApprovalState.APPROVED, decision, by)
        if decision.along is not None:
            decision.along(tx)
        columns: dict[str, Any] = {"boot": self._boot}  # an async request may be older than this process
        if edit is not None:
            edited = edit.columns()
            columns |= edited
            opening.keep_code(tx, edited["target"], edit.preview.source)
        return tx.move(task.id, task.status, TaskStatus.RUNNING, Cause.APPROVE, **columns)

    async def _deny(self, decision: Decision, by: Authority) -> Task:
        denied = await self._commit(
            decision.task_id, lambda tx, now: self._walk_to_denied(tx, now, decision, by)
        )
        self._calls.finish(denied.id, _denial(denied, decision.reason))
        return denied

    def _walk_to_denied(self, tx: Tx, task: Task, decision: Decision, by: Authority) -> Task:
        _check_right(task, decision, by)
        self._close(tx, task, ApprovalState.DENIED, decision, by)
        plain = DENIED_BY_CODE if by.via is Via.CODE else DENIED
        return ending.end(tx, task, TaskStatus.DENIED, Cause.DENY, error=decision.reason or plain)

    @staticmethod
    def _close(tx: Tx, task: Task, to: ApprovalState, decision: Decision, by: Authority) -> None:
        if task.status is TaskStatus.PENDING:
            opening.open_direct(tx, task)
        ending.close_decided(
            tx,
            task.id,
            to,
            decided_by=by.name,
            via=by.via.value,
            reason=decision.reason,
            shown_digest=decision.shown_digest,
            shown=decision.shown,
        )

    async def _park(self, task: Task) -> Task:
        agent = self._ledger.reads.agent(task.agent_id)
        deadline_s = self._roster.of(agent).deadline_for(task.tool) or self._default_deadline_s()

        def park(tx: Tx, now: Task) -> Task:
            if now.status is TaskStatus.PENDING:  # a repeat is fine and says nothing new (T20)
                tx.move(now.id, now.status, TaskStatus.PENDING_APPROVAL, Cause.HOLD)
                opening.open_asked(tx, now, opening.PARKED, deadline_s)
            return tx.task(now.id)

        return await self._commit(task.id, park)

    async def _commit(self, task_id: TaskId, step: Callable[[Tx, Task], Task]) -> Task:
        """Run a step on the task as it is inside the commit; whoever lost a race, or came too late, learns how it stands."""

        def guarded(tx: Tx) -> Task:
            task = tx.task(task_id)
            if task.status not in RESOLVABLE:
                _not_resolvable(task)
            if ending.is_overdue(task, tx.now):  # a machine that slept may not have ended it yet
                return ending.expire(tx, task)
            step(tx, task)
            return tx.task(task_id)

        try:
            after = await self._ledger.commit(guarded)
        except LostRace:
            _not_resolvable(self._ledger.reads.task(task_id))
        if after.approval is not None and after.approval.state is ApprovalState.TIMED_OUT:
            self._calls.finish(task_id, outcome_of(after))
            _not_resolvable(after)
        return after

    async def cancel(self, task: Task) -> Task:
        """Take a task back (T9). A running tool is told to stop, and its row ends when it did.

        Raises:
            NotResolvable: it ended already.
        """
        cancelled = await self._ledger.commit(lambda tx: cancel(tx, task.id, "Cancelled before it ran."))
        if cancelled.status is TaskStatus.RUNNING:
            if not cancelled.decision_only:  # whoever runs that finds the request in its row
                self._runner.stop(task.id)
        else:
            self._calls.finish(task.id, outcome_of(cancelled))
        return cancelled

    async def withdraw_blocking(
        self, agent_id: AgentId | None = None, turn_id: TurnId | None = None, *, whole: bool = False
    ) -> None:
        """Take back every blocking call of an agent, a turn, or all: the waiting are cancelled, the running told to stop.

        Async calls aren't the asker's to take back by stopping; they stay open (T4, T7). `whole`: they go too.
        """
        for task in self._ledger.reads.tasks(agent_id=agent_id, statuses=sorted(TOOL_CALL.open), limit=_ALL):
            if (whole or task.executor_managed) and turn_id in {None, task.turn_id}:
                try:
                    await self.cancel(task)
                except NotResolvable:
                    continue  # it ended while we were about it


_ALL: Final = 1_000_000


def cancel(tx: Tx, task_id: TaskId, why: str) -> Task:
    """Withdraw a task inside a commit: at once before it runs, by asking its tool while it does."""
    task = tx.task(task_id)
    if task.status is TaskStatus.RUNNING:
        return task if task.cancel_requested else tx.mark(task_id, cancel_requested=True)
    if task.status not in RESOLVABLE:
        _not_resolvable(task)
    if task.status is TaskStatus.PENDING_APPROVAL:
        ending.close_unanswered(tx, task, ApprovalState.WITHDRAWN, Cause.WITHDRAW, why)
    ending.end(tx, task, TaskStatus.CANCELLED, Cause.CANCEL, error=why)
    return tx.task(task_id)


def _check_right(task: Task, decision: Decision, by: Authority) -> None:
    """Asked before anything is done, and once more in the commit: the flag may have been raised in between."""
    if not may_decide(by.principal, task.requires_authorization, decision.action):
        raise RequiresAuthorizedCode("Only the owner or authorized code may decide this task.")


def _check_shown(task: Task, decision: Decision, by: Authority) -> None:
    if decision.shown_digest is not None and decision.shown_digest != task.digest:
        raise DigestMismatch(
            "The arguments that were shown are not the ones that are bound.", task_id=task.id
        )
    if decision.action is Action.APPROVE:
        _check_named(decision, by, task.risk)


def _check_named(decision: Decision, by: Authority, risk: str) -> None:
    # Authorized code decides by what it reads, as the owner let it; its receipt says that nothing was shown (B3).
    shown_to_a_person = by.via is not Via.CODE and (risk == Risk.HIGH or by.via is Via.WINDOW)
    if decision.shown_digest is None and shown_to_a_person:
        raise DigestRequired("This decision must name the digest of the arguments that were shown.")


def _denial(task: Task, reason: str | None) -> CallOutcome:
    return CallOutcome(
        status=TaskStatus.DENIED.value,
        task_id=task.id,
        error_code="denied",
        error=task.error,
        feedback=reason,
        denied_by=denying_code(task),
    )


def _not_resolvable(task: Task) -> NoReturn:
    approval = task.approval
    decided = ""
    if approval and approval.decided_by:
        decided = f"; it was {approval.state.value} by {approval.decided_by} via {approval.via}"
    raise NotResolvable(
        f"The task is {task.status.value}{decided}, so it can't be resolved any more.",
        task_id=task.id,
        status=task.status.value,
    )

"""A small model of one engine, made of the real tables and rules: what a call, a verdict, a crash may do to a task.

It is more permissive than the engine wherever the engine has two fences: here each table is asked alone, so that a
hole in one can't hide behind the other. Whatever the explorer finds safe is then safe in the engine a fortiori.
"""

import functools
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple

from placet.rules import authority, restart
from placet.rules.authority import Action, Hold, Principal, Refuse, ToolPolicy
from placet.rules.basics import AgentId, BootId, Instant, TaskId
from placet.rules.lifecycle import Cause, Lifecycle
from placet.rules.lifecycles import APPROVAL, RESOLVABLE, TOOL_CALL, ApprovalState, TaskStatus
from placet.rules.records import Task
from placet.rules.triggers import completion_is_due


@dataclass(frozen=True, kw_only=True, eq=False)
class Kind:
    """One way of asking for a call. Told apart by identity, since states are compared by the million."""

    name: str
    restricted: bool = True
    is_async: bool = False
    deferred: bool = False
    outside: bool = False

    @property
    def managed(self) -> bool:
        """Whether its asker blocks on it (DECISIONS T4)."""
        return not (self.is_async or self.deferred or self.outside)


BLOCKING = Kind(name="blocking")
ASYNC = Kind(name="async", is_async=True)
DEFERRED = Kind(name="deferred", deferred=True)
OUTSIDE = Kind(name="decision-only", outside=True)
FREE_ASYNC = Kind(name="free async", restricted=False, is_async=True)
FREE_DEFERRED = Kind(name="free deferred", restricted=False, deferred=True)
FREE_OUTSIDE = Kind(name="free decision-only", restricted=False, outside=True)
KINDS = (BLOCKING, ASYNC, DEFERRED, OUTSIDE, FREE_ASYNC, FREE_DEFERRED, FREE_OUTSIDE)


class Job(StrEnum):
    """What the engine's runner is doing for a call. It is in memory only, so a crash takes it."""

    NONE = ""
    READY = "ready"  # started; its effect isn't made yet
    DONE = "done"  # its effect is made, and not recorded


class Call(NamedTuple):
    """One task, what was told of it, and what this process does for it. `status` None: nobody asked yet."""

    kind: Kind
    status: str | None = None
    approval: str | None = None
    flag: bool = False
    waited: bool = False
    job: Job = Job.NONE
    runs: int = 0
    rightful_yes: bool = False  # by the guide's words, not by our rules
    rightful_no: bool = False
    requested: int = 0
    resolved: int = 0
    due: int = 0
    told_to_stop: bool = False
    edited: bool = False
    swept: bool = False
    withdrawing: bool = False  # the stop of its agent is on its way to it
    asking: bool = False  # let in, and on its way to its row


@dataclass(frozen=True, kw_only=True)
class Rules:
    """Everything that the model takes from the product; a test plants its faults here."""

    tool_call: Lifecycle = TOOL_CALL
    approval: Lifecycle = APPROVAL
    gate: Callable[..., authority.GateAnswer] = authority.gate
    gate_outside: Callable[..., authority.GateAnswer] = authority.gate_outside
    may_decide: Callable[[Principal, bool, Action], bool] = authority.may_decide
    plan: Callable[[Task], restart.Plan] = restart.plan
    is_due: Callable[..., bool] = completion_is_due
    resolvable: frozenset[TaskStatus] = RESOLVABLE


class Refused(Exception):
    """The tables don't allow this step; nothing of it happened."""


_ROW = Task(
    id=TaskId("task_x"), seq=1, agent_id=AgentId("agent_x"), agent="clerk", tool="held", args="{}", digest="d",
    status=TaskStatus.RUNNING, created_at=Instant(1), origin="hil:clerk:agent_x", requires_authorization=True,
    executor_managed=True, is_async=False, effect="write", risk="medium", risk_reasons=(), sentence="It would.",
    boot=BootId("boot_x"),
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Model:
    """What each commit does to one call. Every method gives the call as it is afterwards, or raises `Refused`."""

    rules: Rules = field(default_factory=Rules)

    def asked(self, kind: Kind) -> Call:
        """The call is taken in: the gate answers and its row is written."""
        policy = ToolPolicy(enabled=True, restricted=kind.restricted)
        if kind.outside:
            answer = self.rules.gate_outside(policy, own_name=False)
        else:
            answer = self.rules.gate(Principal.AGENT_LOOP, policy)
        if isinstance(answer, Refuse):
            raise Refused
        held = isinstance(answer, Hold)
        call = Call(kind=kind, flag=held, waited=kind.managed)
        if kind.deferred:
            return self._born(call, TaskStatus.PENDING)
        call = call._replace(rightful_yes=not kind.restricted)
        if held:
            return self._open(self._born(call, TaskStatus.PENDING_APPROVAL))
        return self._started(self._born(call, TaskStatus.RUNNING))

    def _born(self, call: Call, status: TaskStatus) -> Call:
        self.rules.tool_call.check_start(status)
        return call._replace(status=status)

    @staticmethod
    def _open(call: Call) -> Call:
        return call._replace(approval=ApprovalState.OPEN, requested=call.requested + 1)

    @staticmethod
    def _started(call: Call) -> Call:
        return call if call.kind.outside else call._replace(job=Job.READY)

    def may_look(self, call: Call, who: Principal, action: Action) -> bool:
        """Whether a resolver who reads the task now goes on to its commit."""
        if call.status not in self.rules.resolvable or not self.rules.may_decide(who, call.flag, action):
            return False
        if action is Action.PARK:
            return call.status == TaskStatus.PENDING
        return action is Action.DENY or not call.kind.managed or call.waited

    def approved(self, call: Call, *, rightful: bool, edited: bool) -> Call:
        """A yes is committed, and what it allows is started."""
        moved = self._moved(self._decided(call, ApprovalState.APPROVED), TaskStatus.RUNNING, Cause.APPROVE)
        return self._started(moved._replace(rightful_yes=call.rightful_yes or rightful, edited=edited))

    def denied(self, call: Call, *, rightful: bool) -> Call:
        """A no is committed."""
        call = self._decided(call, ApprovalState.DENIED)._replace(rightful_no=call.rightful_no or rightful)
        return self._ended(call, TaskStatus.DENIED, Cause.DENY)

    def parked(self, call: Call) -> Call:
        """A deferred call is put aside for a decision; a repeat says nothing new."""
        if call.status == TaskStatus.PENDING_APPROVAL:
            return call
        return self._open(self._moved(call, TaskStatus.PENDING_APPROVAL, Cause.HOLD))

    def cancelled(self, call: Call) -> Call:
        """It is taken back: at once before it runs, by asking whoever runs it while it does."""
        if call.status == TaskStatus.RUNNING:
            return call._replace(told_to_stop=True)
        closed = self._closed(call, ApprovalState.WITHDRAWN, Cause.WITHDRAW)
        return self._ended(closed, TaskStatus.CANCELLED, Cause.CANCEL)

    def expired(self, call: Call) -> Call:
        """Its deadline passed."""
        closed = self._closed(call, ApprovalState.TIMED_OUT, Cause.EXPIRE)
        return self._ended(closed, TaskStatus.CANCELLED, Cause.EXPIRE)

    def finished(self, call: Call, status: TaskStatus) -> Call:
        """Whoever ran it says how it ended."""
        cause = Cause.CANCEL if status is TaskStatus.CANCELLED else Cause.FINISH
        return self._ended(call, status, cause)._replace(job=Job.NONE)

    @staticmethod
    def crashed(call: Call) -> Call:
        """The process is gone, and with it all that it kept in memory."""
        return call._replace(job=Job.NONE, waited=False, withdrawing=False, asking=False)

    def swept(self, call: Call) -> Call:
        """The next start looks at the row. One that can't be swept stays as it is."""
        if call.status is None or call.status in FINAL:
            return call
        what = self.rules.plan(_row(call.status, call.kind.managed, call.kind.outside))
        if what.status is None:
            return call
        try:
            if what.approval is not None:
                call = self._closed(call, what.approval, Cause.RESTART)
            moved = self._moved(call, what.status, Cause.RESTART)
        except Refused:
            return call
        return self._tell_due(moved._replace(swept=True))

    def _decided(self, call: Call, to: ApprovalState) -> Call:
        if call.status == TaskStatus.PENDING:  # nobody was ever asked, so nothing is told (T20)
            return call._replace(approval=to)
        return self._closed(call, to, Cause.DECIDE)

    def _closed(self, call: Call, to: ApprovalState, by: Cause) -> Call:
        if call.approval is None or not _allows(self.rules.approval, call.approval, to, by):
            return call
        return call._replace(approval=to, resolved=call.resolved + 1)

    def _moved(self, call: Call, to: TaskStatus, by: Cause) -> Call:
        if call.status is None or not _allows(self.rules.tool_call, call.status, to, by):
            raise Refused
        return call._replace(status=to)

    def _ended(self, call: Call, to: TaskStatus, by: Cause) -> Call:
        return self._tell_due(self._moved(call, to, by))

    def _tell_due(self, call: Call) -> Call:
        due = self.rules.is_due(TaskStatus(str(call.status)), blocking=call.kind.managed, swept=call.swept)
        return call._replace(due=call.due + due)


FINAL = frozenset({"completed", "failed", "denied", "cancelled"})
"""The guide's final statuses, in its own words: a table with a hole in it can't move this line."""


@functools.cache
def _row(status: str, managed: bool, outside: bool) -> Task:
    return replace(_ROW, status=TaskStatus(status), executor_managed=managed, decision_only=outside)


def _allows(lifecycle: Lifecycle, frm: str, to: str, by: Cause) -> bool:
    try:
        lifecycle.check(frm, to, by)
    except RuntimeError:
        return False
    return True

"""One frozen class per fact. A fact is recorded in the commit that makes it true and told only afterwards.

`hil.requested`, `hil.resolved` and `loop.recovered` are the guide's; the rest is ours (interfaces 2).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from placet.rules.basics import AgentId, TaskId

ASKER: Final = "asker"
"""What of a task changed when another process than before asks for it."""
_WHOM = frozenset({"agent_id", "task_id"})


@dataclass(frozen=True, kw_only=True)
class Fact:
    """The base of all facts: whom it is about, and a payload made of the other fields that are set."""

    type: ClassVar[str]
    agent_id: AgentId | None = None
    task_id: TaskId | None = None

    def payload(self) -> dict[str, Any]:
        """The JSON-able payload: every own field that isn't None."""
        # A dataclass keeps its fields in its __dict__, in order; asking for them by `fields` takes ten times as long.
        return {
            name: value for name, value in self.__dict__.items() if value is not None and name not in _WHOM
        }


@dataclass(frozen=True, kw_only=True)
class TaskCreated(Fact):
    """A task row was written; `digest` binds its tool and its arguments."""

    type: ClassVar[str] = "task.created"
    tool: str
    status: str
    digest: str


@dataclass(frozen=True, kw_only=True)
class TaskMoved(Fact):
    """A task's status moved along a declared edge."""

    type: ClassVar[str] = "task.moved"
    tool: str
    frm: str
    to: str
    by: str


@dataclass(frozen=True, kw_only=True)
class TaskChanged(Fact):
    """Something of a task changed that isn't its status: a deadline, that it was told to stop, or which process asks."""

    type: ClassVar[str] = "task.changed"
    what: str
    expires_at: int | None = None
    process: str | None = None


@dataclass(frozen=True, kw_only=True)
class ApprovalRequested(Fact):
    """An approval was opened. `request_id` and `task_id` are equal (invariant I4)."""

    type: ClassVar[str] = "hil.requested"
    request_id: str
    tool: str
    reason: str
    input: dict[str, Any]

    def payload(self) -> dict[str, Any]:
        """The guide's payload, with the task id inside as well."""
        return {**super().payload(), "task_id": self.task_id}


@dataclass(frozen=True, kw_only=True)
class ApprovalResolved(Fact):
    """An approval was closed: exactly once for each request, through every ending (invariant I5)."""

    type: ClassVar[str] = "hil.resolved"
    request_id: str
    approved: bool
    feedback: str | None = None
    timed_out: bool | None = None
    orphaned: bool | None = None
    withdrawn: bool | None = None
    decided_by: str | None = None
    via: str | None = None

    def payload(self) -> dict[str, Any]:
        """The guide's payload, with the task id inside as well."""
        return {**super().payload(), "task_id": self.task_id}


@dataclass(frozen=True, kw_only=True)
class LoopRecovered(Fact):
    """Rows of an agent were swept at load: at most one for each agent and load."""

    type: ClassVar[str] = "loop.recovered"
    running: int
    awaiting_approval: int
    reason: str = "orphaned_tasks"


@dataclass(frozen=True, kw_only=True)
class TriggerDue(Fact):
    """A trigger's condition came true, once for a task (DECISIONS T5)."""

    type: ClassVar[str] = "trigger.due"
    trigger: str
    status: str

    def payload(self) -> dict[str, Any]:
        """The trigger's name, the task and the status that made it due."""
        return {**super().payload(), "task_id": self.task_id}


@dataclass(frozen=True, kw_only=True)
class TriggerFired(Fact):
    """A target of a trigger or a timer was told: its handler ended well, or the message is in the conversation.

    `events` went out together; `target` is its key (`rules.targets`). `test`: the owner tried it.
    """

    type: ClassVar[str] = "trigger.fired"
    trigger: str
    target: str
    events: int
    test: bool | None = None


@dataclass(frozen=True, kw_only=True)
class TriggerFailed(Fact):
    """A handler failed, couldn't be started, or the process ended while it was at work. No task was touched."""

    type: ClassVar[str] = "trigger.failed"
    trigger: str
    target: str
    events: int
    code: str
    error: str
    test: bool | None = None


@dataclass(frozen=True, kw_only=True)
class TriggerDropped(Fact):
    """What a target was or would be owed goes to nobody: the owner took it away, or handlers keep one another busy."""

    type: ClassVar[str] = "trigger.dropped"
    trigger: str
    target: str
    events: int
    reason: str


@dataclass(frozen=True, kw_only=True)
class TriggerFlawed(Fact):
    """A declared filter names what no tool can be called: it is skipped."""

    type: ClassVar[str] = "trigger.flawed"
    trigger: str
    target: str
    pattern: str


@dataclass(frozen=True, kw_only=True)
class CallRefused(Fact):
    """Somebody asked for what only the owner, or authorized code, may do. `more`: how many like it went unwritten."""

    type: ClassVar[str] = "call.refused"
    what: str
    code: str
    by: str
    more: int | None = None


@dataclass(frozen=True, kw_only=True)
class TimerPlanned(Fact):
    """A timer has another next time without having been due: it was declared, a clock was set, or a time was missed.

    No `planned_at`: it isn't due any more.
    """

    type: ClassVar[str] = "timer.planned"
    timer: str
    planned_at: int | None = None
    missed: int = 0


@dataclass(frozen=True, kw_only=True)
class RepeatRefused(Fact):
    """An identical call was denied earlier in this turn and the owner chose `refuse` (DECISIONS T16)."""

    type: ClassVar[str] = "call.refused_repeat"
    tool: str
    digest: str
    earlier: str


@dataclass(frozen=True, kw_only=True)
class ModelTurn(Fact):
    """A model answered once: which process did it and how many tokens it produced."""

    type: ClassVar[str] = "model.turn"
    backend: str
    model: str
    turn_id: str
    completion_tokens: int
    pid: int | None = None
    prompt_tokens: int | None = None
    finish_reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class GenerationCreated(Fact):
    """A generation was accepted."""

    type: ClassVar[str] = "generation.created"
    model: str
    status: str


@dataclass(frozen=True, kw_only=True)
class GenerationMoved(Fact):
    """A generation's status moved along a declared edge."""

    type: ClassVar[str] = "generation.moved"
    frm: str
    to: str
    by: str
    attempt: int


@dataclass(frozen=True, kw_only=True)
class TurnStarted(Fact):
    """An agent began to work on a message."""

    type: ClassVar[str] = "turn.started"
    turn_id: str
    conversation_id: str


@dataclass(frozen=True, kw_only=True)
class TurnEnded(Fact):
    """An agent's turn ended, with its answer or with what went wrong."""

    type: ClassVar[str] = "turn.ended"
    turn_id: str
    conversation_id: str
    status: str
    error: str | None = None


@dataclass(frozen=True, kw_only=True)
class MessageAppended(Fact):
    """A conversation grew by one message."""

    type: ClassVar[str] = "message.appended"
    conversation_id: str
    message_id: str
    role: str


@dataclass(frozen=True, kw_only=True)
class ConversationOpened(Fact):
    """An agent has a new conversation."""

    type: ClassVar[str] = "conversation.opened"
    conversation_id: str


@dataclass(frozen=True, kw_only=True)
class AgentDeclared(Fact):
    """An agent was declared or its declaration changed, by the owner; by the agent itself if `by` names its tool."""

    type: ClassVar[str] = "agent.declared"
    name: str
    changed: bool = False
    by: str | None = None


@dataclass(frozen=True, kw_only=True)
class AgentStateChanged(Fact):
    """An agent's state moved."""

    type: ClassVar[str] = "agent.state"
    state: str
    error: str | None = None


@dataclass(frozen=True, kw_only=True)
class FileAuthorized(Fact):
    """Exactly these bytes of a file may call restricted tools and decide: the owner's word, or authorized code's."""

    type: ClassVar[str] = "file.authorized"
    path: str
    sha256: str
    by: str
    via: str


@dataclass(frozen=True, kw_only=True)
class FileDeauthorized(Fact):
    """A file is authorized no more. Without `by` a tool wrote it or took it away."""

    type: ClassVar[str] = "file.deauthorized"
    path: str
    sha256: str
    by: str | None = None
    via: str | None = None


@dataclass(frozen=True, kw_only=True)
class RunStarted(Fact):
    """An agent's code began to run."""

    type: ClassVar[str] = "lambda.started"
    run_id: str
    source: str
    authorized: bool
    started_by: str


@dataclass(frozen=True, kw_only=True)
class RunEnded(Fact):
    """An agent's code ended; `code` says what went wrong."""

    type: ClassVar[str] = "lambda.ended"
    run_id: str
    source: str
    status: str
    code: str | None = None


@dataclass(frozen=True, kw_only=True)
class WorkflowCreated(Fact):
    """A workflow was written."""

    type: ClassVar[str] = "workflow.created"
    status: str


@dataclass(frozen=True, kw_only=True)
class WorkflowMoved(Fact):
    """A workflow moved along a declared edge."""

    type: ClassVar[str] = "workflow.moved"
    frm: str
    to: str
    by: str


@dataclass(frozen=True, kw_only=True)
class WorkflowArchived(Fact):
    """The owner took a workflow off the list; `kept`: its row stays, with what it proves."""

    type: ClassVar[str] = "workflow.archived"
    kept: bool


@dataclass(frozen=True, kw_only=True)
class OperationMoved(Fact):
    """An effect of a workflow was written down, or its state moved. `task_id` is the workflow's."""

    type: ClassVar[str] = "operation.moved"
    operation_id: str
    tool: str
    to: str
    by: str
    frm: str | None = None


@dataclass(frozen=True, kw_only=True)
class OperationLooked(Fact):
    """The owner looked at what an uncertain effect left, and said so."""

    type: ClassVar[str] = "operation.looked"
    operation_id: str
    happened: bool


@dataclass(frozen=True, kw_only=True)
class GrantMade(Fact):
    """The owner lets some calls of a tool pass without asking from now on."""

    type: ClassVar[str] = "grant.made"
    grant_id: str
    tool: str


@dataclass(frozen=True, kw_only=True)
class GrantUsed(Fact):
    """A call passed by a grant."""

    type: ClassVar[str] = "grant.used"
    grant_id: str
    tool: str


@dataclass(frozen=True, kw_only=True)
class GrantRevoked(Fact):
    """The owner took a grant back."""

    type: ClassVar[str] = "grant.revoked"
    grant_id: str
    tool: str


@dataclass(frozen=True, kw_only=True)
class TokenCreated(Fact):
    """A token was made; its secret is nowhere."""

    type: ClassVar[str] = "token.created"
    token_id: str
    scope: str


@dataclass(frozen=True, kw_only=True)
class TokenRevoked(Fact):
    """A token was taken back."""

    type: ClassVar[str] = "token.revoked"
    token_id: str


@dataclass(frozen=True, kw_only=True)
class TokenKept(Fact):
    """The owner was told of a token that was made while no engine ran, and keeps it."""

    type: ClassVar[str] = "token.kept"
    token_id: str


@dataclass(frozen=True, kw_only=True)
class SettingChanged(Fact):
    """The owner changed a setting; values that could be secret are never told."""

    type: ClassVar[str] = "setting.changed"
    key: str


@dataclass(frozen=True, kw_only=True)
class ChannelChanged(Fact):
    """The owner declared a channel or took it away; where it leads is never told."""

    type: ClassVar[str] = "channel.changed"
    name: str
    removed: bool | None = None


@dataclass(frozen=True, kw_only=True)
class ChannelTested(Fact):
    """The owner sent a test message through a channel; `code` says why it didn't arrive, None that it was taken."""

    type: ClassVar[str] = "channel.tested"
    name: str
    code: str | None = None


@dataclass(frozen=True, kw_only=True)
class AccountChanged(Fact):
    """The owner declared an account, gave leave anew, or took it away; `consent` is the digest of that leave.

    `ran_out_at`: nobody did anything, the leave has run out.
    """

    type: ClassVar[str] = "account.changed"
    name: str
    kind: str
    consent: str | None = None
    removed: bool | None = None
    ran_out_at: int | None = None


@dataclass(frozen=True, kw_only=True)
class AccountTested(Fact):
    """The owner had an account tried; `code` says why it can't be used, None that it can."""

    type: ClassVar[str] = "account.tested"
    name: str
    code: str | None = None


@dataclass(frozen=True, kw_only=True)
class BootStarted(Fact):
    """The engine came up, recovery done."""

    type: ClassVar[str] = "boot.started"
    boot: str
    clean_before: bool

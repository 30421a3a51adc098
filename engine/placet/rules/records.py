"""Frozen rows as the ledger hands them out. Changing one means making a new one by a committed step."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Any

from placet.rules.basics import AgentId, BootId, ConversationId, Instant, TaskId, TurnId
from placet.rules.lifecycles import ApprovalState, RunStatus, TaskStatus, TurnStatus


class AgentState(enum.StrEnum):
    """What an agent is doing, in the words of DECISIONS T22."""

    IDLE = "idle"
    THINKING = "thinking"
    AWAITING_APPROVAL = "awaiting_approval"
    STOPPED = "stopped"
    ERROR = "error"


class Role(enum.StrEnum):
    """Who wrote a message of a conversation."""

    OWNER = "owner"
    ASSISTANT = "assistant"
    TOOL = "tool"


class Scope(enum.StrEnum):
    """What a token may do over HTTP (DECISIONS A2)."""

    OWNER = "owner"
    AGENT = "agent"
    CLIENT = "client"


@dataclass(frozen=True, kw_only=True)
class Approval:
    """The question put to an authority about one task; its identity is the task's (invariant I4)."""

    task_id: TaskId
    state: ApprovalState
    opened_at: Instant
    digest: str  # of the arguments that a yes would run
    hold_reason: str  # why it is held, a word of ours: `restricted`, `repeat`, `parked`, `handed_off`
    expires_at: Instant | None = None
    decided_at: Instant | None = None
    decided_by: str | None = None
    via: str | None = None
    reason: str | None = None
    shown_digest: str | None = None  # as the decider reported it; None means not reported (B3)
    shown: str | None = None  # JSON text: how it was shown, for how long, by which gesture it was answered


@dataclass(frozen=True, kw_only=True)
class Task:
    """One tool call that the engine keeps track of. `args` is JSON text exactly as bound by `digest`."""

    id: TaskId
    seq: int  # newest first means highest first; a keyset cursor
    agent_id: AgentId
    agent: str
    tool: str
    args: str
    digest: str
    status: TaskStatus
    created_at: Instant
    origin: str
    requires_authorization: bool
    executor_managed: bool
    is_async: bool  # the asker didn't wait for the outcome
    effect: str
    risk: str
    risk_reasons: tuple[str, ...]
    sentence: str  # what running it will do, in our words, as seen when it was asked
    boot: BootId
    claim: str | None = None  # the asker's `_reason`: untrusted, never a fact
    result: str | None = None  # JSON text
    error: str | None = None
    started_at: Instant | None = None
    completed_at: Instant | None = None
    approved_args: str | None = None  # only when the owner edited them (T10)
    approved_digest: str | None = None
    target: str | None = None  # JSON text: the place that was shown at approval (T23)
    diff: str | None = None
    repeat_of: TaskId | None = None  # an identical call was denied in this turn (T16)
    turn_id: TurnId | None = None
    conversation_id: ConversationId | None = None
    parent_id: TaskId | None = None
    call_id: str | None = None  # the model's or the harness's own name for the call
    source: str | None = None  # JSON text: the outside harness, shown and kept
    cancel_requested: bool = False
    decision_only: bool = False  # an outside harness runs it; Placet only decides (T12)
    approval: Approval | None = None

    @property
    def bound_digest(self) -> str:
        """The digest of what would run, or ran: of the edited arguments when there are any."""
        return self.approved_digest or self.digest

    @property
    def bound_args(self) -> str:
        """The JSON text of what would run, or ran."""
        return self.approved_args or self.args


@dataclass(frozen=True, kw_only=True)
class TaskGist:
    """What a long listing needs of a task, however large its arguments are: of those, `args_chars` in number, only
    the head and the tail are here. When the head is all of them, the tail is empty.
    """

    id: TaskId
    seq: int
    agent: str
    tool: str
    status: TaskStatus
    created_at: Instant
    completed_at: Instant | None
    origin: str
    requires_authorization: bool
    args_head: str
    args_tail: str
    args_chars: int


@dataclass(frozen=True, kw_only=True)
class CallGist:
    """A tool call as a gist, with what it was answered. `asked_by`: the generation that asked for it, if one did."""

    gist: TaskGist
    asked_by: TaskId | None
    approval: Approval | None


@dataclass(frozen=True, kw_only=True)
class Agent:
    """A declared agent. `declaration` is its checked declaration as JSON text."""

    id: AgentId
    name: str
    declaration: str
    state: AgentState
    created_at: Instant
    updated_at: Instant
    error: str | None = None


@dataclass(frozen=True, kw_only=True)
class Conversation:
    """An agent's chat: ordered, durable messages."""

    id: ConversationId
    agent_id: AgentId
    title: str
    created_at: Instant


@dataclass(frozen=True, kw_only=True)
class Message:
    """One message. `payload` is the JSON text that the model is given again, when it says more than `text`."""

    id: str
    seq: int
    conversation_id: ConversationId
    role: Role
    text: str
    at_ms: Instant
    turn_id: TurnId | None = None
    task_id: TaskId | None = None
    payload: str | None = None


@dataclass(frozen=True, kw_only=True)
class Turn:
    """One run of an agent's loop, from the owner's message to the final answer."""

    id: TurnId
    agent_id: AgentId
    conversation_id: ConversationId
    status: TurnStatus
    boot: BootId
    created_at: Instant
    ended_at: Instant | None = None
    answer: str | None = None
    error: str | None = None


@dataclass(frozen=True, kw_only=True)
class AgentFile:
    """A file of an agent's as the index has it. `authorized`: exactly these bytes in this place (DECISIONS T21).

    `last_authorized` is the digest of the bytes that were authorized last, be they still or not.
    """

    path: str
    agent_id: AgentId
    size: int
    sha256: str
    created_at: Instant
    updated_at: Instant
    authorized: bool = False
    last_authorized: str | None = None


@dataclass(frozen=True, kw_only=True)
class Run:
    """One run of an agent's code: which bytes, started by whom, with what authority, and how it ended.

    `source` is `path:function`, or `sys_code`; `asker` is the code that asked for it, `task_id` the task that it is the
    call of. `message` and `console` are the code's own words, bounded.
    """

    id: str
    seq: int
    agent_id: AgentId
    source: str
    sha256: str
    authorized: bool
    started_by: str
    boot: BootId
    status: RunStatus
    started_at: Instant
    asker: str | None = None
    task_id: TaskId | None = None
    ended_at: Instant | None = None
    code: str | None = None
    message: str | None = None
    console: str | None = None


@dataclass(frozen=True, kw_only=True)
class Token:
    """A token for the HTTP interface. Only its hash is kept. `revoked_at`: when it ended for good, also by the clock."""

    id: str
    scope: Scope
    created_at: Instant
    agent_id: AgentId | None = None
    expires_at: Instant | None = None
    revoked_at: Instant | None = None
    label: str = ""
    last_used_at: Instant | None = None  # to the minute

    @property
    def has_run_out(self) -> bool:
        """Whether it was seen to end by the clock; nobody took it back."""
        return self.revoked_at is not None and self.revoked_at == self.expires_at

    def has_expired(self, now: Instant) -> bool:
        """Whether its time is over: by this clock, or by an earlier look at one that was set back since."""
        return self.has_run_out or (self.expires_at is not None and self.expires_at <= now)


@dataclass(frozen=True, kw_only=True)
class Event:
    """A committed fact. `seq` is one global sequence without gaps that a reader could mistake for loss."""

    seq: int
    type: str
    at_ms: Instant
    agent_id: AgentId | None
    agent: str | None
    task_id: TaskId | None
    payload: dict[str, Any]

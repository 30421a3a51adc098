"""The verbs that the engine takes, one frozen class each. A command is handed in with an `Authority`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from placet.rules.authority import Action
from placet.rules.records import Scope
from placet.rules.shown import Shown


@dataclass(frozen=True, kw_only=True)
class Command:
    """The base of all commands."""


@dataclass(frozen=True, kw_only=True)
class RequestToolCall(Command):
    """Ask for one tool call, exactly as the agent's own model would. By: the agent. Answer: `Ticket`.

    `args` may carry `_async`, `_reason` and `_defer`; other underscore keys are dropped (DECISIONS T11).
    `decide_only`: the asker runs the call itself once it is allowed, and reports by `ReportOutcome` (T12); then all
    of `args` are bound as they are. `only_listed`: of such a call nobody is asked, and no row made, where the agent's
    declaration doesn't list its tool; the ticket's status is then `unlisted`. `asker`: who takes the yes where it is
    there at once, as by `TakeYes`; raises `YesGiven` where another one has it.
    """

    agent: str
    tool: str
    args: Mapping[str, Any]
    request_key: str | None = None
    body_digest: str | None = None  # of the whole request, when it has a key
    deferred: bool = False
    decide_only: bool = False
    only_listed: bool = False
    deadline_s: int | None = None
    source: Mapping[str, Any] | None = None
    asker: str | None = None


@dataclass(frozen=True, kw_only=True)
class TakeYes(Command):
    """Take the yes of an allowed decision-only call: it is for one run, so for the first `asker` that takes it (T12). By:
    the agent. Answer: None; raises `YesGiven` for any other asker.
    """

    task_id: str
    asker: str
    agent: str | None = None


@dataclass(frozen=True, kw_only=True)
class ReportOutcome(Command):
    """Say how an allowed decision-only call ended, once (T12). By: the agent. Answer: `TaskRow`."""

    task_id: str
    ok: bool
    agent: str | None = None
    result: Any = None
    error: str | None = None


@dataclass(frozen=True, kw_only=True)
class EndSession(Command):
    """Say that a session of an outside harness is over: what it still asks is withdrawn, what it was allowed and never
    reported counts as failed (T12). By: the agent. Answer: the ids of the tasks that ended by it.
    """

    agent: str
    session_id: str


@dataclass(frozen=True, kw_only=True)
class ResolveTask(Command):
    """Approve, deny or park one task. By: the owner. Answer: `Resolution`.

    `shown_digest` is what the decider saw, `shown` how it was shown; `None` means not reported (B3). `modified_args`
    replace the arguments wholesale (T10). `wait_ms` overrides how long the answer waits for the end: nothing for a
    managed task, until it has ended for a deferred one.
    """

    task_id: str
    action: Action
    agent: str | None = None
    reason: str | None = None
    modified_args: Mapping[str, Any] | None = None
    shown_digest: str | None = None
    shown: Shown | None = None
    wait_ms: int | None = None

    def __post_init__(self) -> None:
        # A plain word would be no member of the enumeration, so a "deny" would not be recognised as one.
        object.__setattr__(self, "action", Action(self.action))


@dataclass(frozen=True, kw_only=True)
class DenyAll(Command):
    """Deny every request of one agent that waits for a decision now, each in its own right and with this one reason.

    There is no counterpart that approves (prompt-rules 13). By: the owner. Answer: a tuple of the denied tasks' ids;
    what somebody else decided meanwhile isn't among them.
    """

    agent: str
    reason: str | None = None


@dataclass(frozen=True, kw_only=True)
class CancelTask(Command):
    """Take a task back. By: the owner, or the agent that asked. Answer: `TaskRow`."""

    task_id: str
    agent: str | None = None


@dataclass(frozen=True, kw_only=True)
class ExtendDeadline(Command):
    """Give an open approval more time; `expires_at` in ms, and later than now. By: the owner. Answer: `TaskRow`."""

    task_id: str
    expires_at: int


@dataclass(frozen=True, kw_only=True)
class DeclareAgent(Command):
    """Declare a new agent. By: the owner. Answer: `AgentRow`."""

    declaration: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class ChangeAgent(Command):
    """Change an agent's declaration; `tools` are merged by name. By: the owner. Answer: `AgentRow`."""

    agent: str
    changes: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class StartAgent(Command):
    """Let a stopped agent work again. By: the owner. Answer: `AgentRow`."""

    agent: str


@dataclass(frozen=True, kw_only=True)
class StopAgent(Command):
    """Stop an agent: its turn ends, its blocking approvals are withdrawn (T7). By: the owner. Answer: `AgentRow`."""

    agent: str


@dataclass(frozen=True, kw_only=True)
class TryTarget(Command):
    """Send a trigger's target, or a timer's (`trigger` is then `on_timer`), an event that says that it is a test.

    At once, whether or not it is enabled. By: the owner. Answer: the delivery's number; how it ended is told as
    `trigger.fired` or `trigger.failed`, and in the `last` of its row.
    """

    agent: str
    trigger: str
    target: str


@dataclass(frozen=True, kw_only=True)
class OpenConversation(Command):
    """Begin a new conversation with an agent. By: the owner. Answer: `ConversationRow`."""

    agent: str
    title: str = ""


@dataclass(frozen=True, kw_only=True)
class SendMessage(Command):
    """Say something to an agent; starts a turn, or queues for the next one (T7). By: the owner. Answer: `Sent`.

    Without `conversation_id` it goes into the newest conversation, or a new one. In a workflow's conversation it becomes
    that one's next goal, or is refused while it waits or runs (W8).
    """

    agent: str
    text: str
    conversation_id: str | None = None


@dataclass(frozen=True, kw_only=True)
class CreateToken(Command):
    """Make a token. By: the owner. Answer: `NewToken`, the only time that the secret is seen."""

    scope: Scope
    agent: str | None = None
    ttl_s: int | None = None
    label: str = ""


@dataclass(frozen=True, kw_only=True)
class RevokeToken(Command):
    """Take a token back. By: the owner. Answer: `TokenRow`."""

    token_id: str


@dataclass(frozen=True, kw_only=True)
class KeepToken(Command):
    """Say that the owner knows of an owner token that was made offline. By: the owner. Answer: `TokenRow`."""

    token_id: str


@dataclass(frozen=True, kw_only=True)
class PutChannel(Command):
    """Declare a channel for messages, new or anew. By: the owner. Answer: `ChannelRow`.

    `definition` holds secrets: it is written and never read again (interfaces 2).
    """

    name: str
    definition: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True, kw_only=True)
class RemoveChannel(Command):
    """Take a channel away. By: the owner. Answer: `ChannelRow`, as it was."""

    name: str


@dataclass(frozen=True, kw_only=True)
class TellRefused(Command):
    """Write down that a door refused its caller what only the owner may do. By: that caller. Answer: None."""

    what: str


@dataclass(frozen=True, kw_only=True)
class TryChannel(Command):
    """Send one fixed sentence through a channel. By: the owner. Answer: a mapping with `ok`.

    `address` is the part behind the colon of a recipient: a chat, a mail address, anything for a webhook.
    """

    name: str
    address: str


@dataclass(frozen=True, kw_only=True)
class AuthorizeFile(Command):
    """Let exactly the bytes that a file has now call restricted tools and decide, or take that back (DECISIONS T21).

    By: the owner. Answer: `FileRow`. `sha256` is the digest that was shown; the window must say it, others may.
    """

    agent: str
    path: str
    authorized: bool = True
    sha256: str | None = None


@dataclass(frozen=True, kw_only=True)
class ChangeSettings(Command):
    """Set some settings; all or none. By: the owner. Answer: the settings as a mapping."""

    values: Mapping[str, Any] = field(default_factory=dict)

"""The questions that the engine answers without changing anything, one frozen class each.

`Engine.query` may be called from any thread; it reads the ledger through its own read-only connection.
"""

from __future__ import annotations

from dataclasses import dataclass

from placet.rules.narrowing import EVERYTHING, Narrowing


@dataclass(frozen=True, kw_only=True)
class Query:
    """The base of all queries."""


@dataclass(frozen=True, kw_only=True)
class GetTask(Query):
    """One task of any kind. Answer: `TaskRow`; `NotFound` when it isn't this agent's."""

    task_id: str
    agent: str | None = None


@dataclass(frozen=True, kw_only=True)
class GetCard(Query):
    """Everything a decision screen shows of one task. Answer: `Card`."""

    task_id: str


@dataclass(frozen=True, kw_only=True)
class GetCode(Query):
    """The code of a file that a task would run or ran, as it was looked at. Answer: `CodeRow`; None for other tasks."""

    task_id: str


@dataclass(frozen=True, kw_only=True)
class GetArgument(Query):
    """The whole shown text of one argument (a JSON pointer into the card's tree). Answer: `str`."""

    task_id: str
    pointer: str


@dataclass(frozen=True, kw_only=True)
class GetArgumentBytes(Query):
    """One page of the bytes (UTF-8) of a text among the arguments, from the one that `start` stands in. Answer: `BytesPage`;
    `NotFound` where no text is.
    """

    task_id: str
    pointer: str
    start: int = 0


@dataclass(frozen=True, kw_only=True)
class CompareWithLastYes(Query):
    """How a call differs from the one that the owner last approved of the same agent and tool. Answer: `ComparisonRow`;
    None when there is none among the agent's last 1,000 calls of it.

    Long arguments take a while to compare: ask off the GUI thread.
    """

    task_id: str


@dataclass(frozen=True, kw_only=True)
class ListTasks(Query):
    """Tasks, newest first. Filters combine. Answer: a tuple of `TaskRow`.

    `before` is the id of the last row shown; `limit` is 1 to 1000.
    """

    agent: str | None = None
    kind: str | None = None
    statuses: tuple[str, ...] = ()
    phases: tuple[str, ...] = ()
    q: str | None = None
    limit: int = 200
    before: str | None = None
    more: Narrowing = EVERYTHING


@dataclass(frozen=True, kw_only=True)
class ListTaskLines(Query):
    """The tasks that `ListTasks` would answer, as lines of a listing. Answer: a tuple of `TaskLine`.

    A page of 100 takes about a millisecond, whatever is in the tasks' arguments.
    """

    agent: str | None = None
    kind: str | None = None
    statuses: tuple[str, ...] = ()
    q: str | None = None
    limit: int = 200
    before: str | None = None
    more: Narrowing = EVERYTHING


@dataclass(frozen=True, kw_only=True)
class GetTaskLines(Query):
    """These tasks as lines, in no order; those that there are. Answer: a tuple of `TaskLine`."""

    task_ids: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class MarkTasks(Query):
    """The ids of the tasks at places 0, `every`, twice `every` …, counted from the oldest that fits.

    With them as `before`, any page of a long listing is one `ListTasks` away. Reads every row's number: for
    a million rows about a second. Answer: a tuple of ids.
    """

    every: int
    agent: str | None = None
    kind: str | None = None
    statuses: tuple[str, ...] = ()
    q: str | None = None
    more: Narrowing = EVERYTHING


@dataclass(frozen=True, kw_only=True)
class CountTasks(Query):
    """How many tasks there are in each status, under the other filters. Answer: a mapping, total over statuses."""

    agent: str | None = None
    kind: str | None = None
    q: str | None = None
    more: Narrowing = EVERYTHING


@dataclass(frozen=True, kw_only=True)
class ListOpen(Query):
    """The tasks that wait for a decision, oldest first. Answer: a tuple of `TaskRow`."""


@dataclass(frozen=True, kw_only=True)
class ListAgents(Query):
    """All agents, by name. Answer: a tuple of `AgentRow`."""


@dataclass(frozen=True, kw_only=True)
class GetAgent(Query):
    """One agent by id or name. Answer: `AgentRow`."""

    agent: str


@dataclass(frozen=True, kw_only=True)
class FindAgent(Query):
    """Which agent this is, by id or name, without the rest of it: every call asks this. Answer: `AgentName`."""

    agent: str


@dataclass(frozen=True, kw_only=True)
class ListConversations(Query):
    """An agent's conversations, newest first. Answer: a tuple of `ConversationRow`."""

    agent: str


@dataclass(frozen=True, kw_only=True)
class ListMessages(Query):
    """A conversation's messages in order, those with a higher `seq` than `after` only. Answer: a tuple of `MessageRow`."""

    agent: str
    conversation_id: str
    after: int | None = None


@dataclass(frozen=True, kw_only=True)
class GetTurn(Query):
    """One turn of an agent. Answer: `TurnRow`."""

    turn_id: str


@dataclass(frozen=True, kw_only=True)
class ListFiles(Query):
    """The files of an agent's folder as they are now, by path, with what is authorized. Answer: `FileListing`.

    Reads the folder: ask off the loop.
    """

    agent: str


@dataclass(frozen=True, kw_only=True)
class GetFileSource(Query):
    """What a file of code says now, and how that differs from what was authorized last. Answer: `FileSourceRow`.

    Reads the file: ask off the loop.
    """

    agent: str
    path: str


@dataclass(frozen=True, kw_only=True)
class ListRuns(Query):
    """Runs of agents' code, newest first: the lambda log. Answer: a tuple of `RunRow`.

    `before` is the id of the last row shown; `limit` is 1 to 1000. `lambda.started` and `lambda.ended` say when to ask
    again.
    """

    agent: str | None = None
    limit: int = 200
    before: str | None = None


@dataclass(frozen=True, kw_only=True)
class ListTriggers(Query):
    """Every target of an agent's triggers, the undeclared default included. Answer: a tuple of `TriggerRow`.

    `trigger.due`, `trigger.fired`, `trigger.failed` and `trigger.dropped` say when to ask again.
    """

    agent: str


@dataclass(frozen=True, kw_only=True)
class ListTimers(Query):
    """An agent's timers, in the order of its declaration. Answer: a tuple of `TimerRow`."""

    agent: str


@dataclass(frozen=True, kw_only=True)
class ListTokens(Query):
    """All tokens that aren't revoked, without their secrets. Answer: a tuple of `TokenRow`."""


@dataclass(frozen=True, kw_only=True)
class ListChannels(Query):
    """All channels by name, without their secrets. Answer: a tuple of `ChannelRow`."""


@dataclass(frozen=True, kw_only=True)
class ListEvents(Query):
    """Committed facts after a sequence number, oldest first. Answer: a tuple of `Event`."""

    after: int
    limit: int = 500
    types: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LastEvent(Query):
    """The highest sequence number so far; 0 before the first fact. Answer: `int`."""


@dataclass(frozen=True, kw_only=True)
class GetSettings(Query):
    """All settings with their values. Answer: a tuple of `SettingRow`."""


@dataclass(frozen=True, kw_only=True)
class ListTools(Query):
    """The tools that an agent may be given. Answer: a tuple of `ToolRow`."""


@dataclass(frozen=True, kw_only=True)
class ListModels(Query):
    """The model backends that agents may use. Answer: a tuple of backend ids."""

"""Answers queries: records in, view rows out. From any thread; nothing here changes anything."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from placet.api import agent_rows, queries
from placet.api.card_readings import CardReadings
from placet.api.code_readings import CodeReadings
from placet.api.reader import Reader
from placet.api.rows import KIND, message_row, task_line, task_row
from placet.api.views import (
    AgentName,
    AgentRow,
    ChannelRow,
    ConversationRow,
    MessageRow,
    SettingRow,
    TaskLine,
    TaskRow,
    TokenRow,
    ToolRow,
    TurnRow,
)
from placet.rules.basics import AgentId, Clock, ConversationId, TaskId, TurnId
from placet.rules.channels import Listed
from placet.rules.errors import BadInput, NotFound
from placet.rules.lifecycle import Phase
from placet.rules.lifecycles import TOOL_CALL
from placet.rules.records import Agent, Event, Task, Token
from placet.settings import Settings
from placet.tools.registry import Registry
from placet.work.files import Files
from placet.work.roster import Roster

_MAX_LIMIT = 1000


class Answering(Protocol):
    """A part of the front door that answers queries of its own."""

    @property
    def answers(self) -> Mapping[type[queries.Query], Callable[[Any], Any]]:
        """Each kind of query with what answers it."""
        ...


class Readings:
    """One method for each query."""

    def __init__(
        self,
        *,
        reader: Reader,
        roster: Roster,
        tools: Registry,
        settings: Settings,
        backend_ids: Callable[[], list[str]],
        channels: Callable[[], list[Listed]],
        files: Files,
        clock: Clock,
        parts: Sequence[Answering],
    ) -> None:
        self._reader = reader
        self._roster = roster
        self._tools = tools
        self._settings = settings
        self._backend_ids = backend_ids
        self._channels = channels
        self._clock = clock
        self._code = CodeReadings(reader=reader, roster=roster, files=files)
        self._answers: dict[type[queries.Query], Callable[[Any], Any]] = {
            queries.GetTask: self._get_task,
            queries.GetCode: lambda query: self._code.code_of(self.task_of(query.task_id, None)),
            queries.ListTasks: self._list_tasks,
            queries.ListTaskLines: self._list_task_lines,
            queries.GetTaskLines: self._get_task_lines,
            queries.MarkTasks: self._mark_tasks,
            queries.CountTasks: self._count_tasks,
            queries.ListOpen: self._list_open,
            queries.ListAgents: self._list_agents,
            queries.GetAgent: self._get_agent,
            queries.FindAgent: self._find_agent,
            queries.ListConversations: self._list_conversations,
            queries.ListMessages: self._list_messages,
            queries.GetTurn: self._get_turn,
            queries.ListTokens: self._list_tokens,
            queries.ListChannels: self._list_channels,
            queries.ListEvents: self._list_events,
            queries.LastEvent: lambda _: self._reader.last_event_seq(),
            queries.GetSettings: self._get_settings,
            queries.ListTools: self._list_tools,
            queries.ListModels: lambda _: tuple(self._backend_ids()),
            **self._code.answers,
            **CardReadings(reader=reader, roster=roster, tools=tools, code=self._code).answers,
            **{query: answer for part in parts for query, answer in part.answers.items()},
        }

    def answer(self, query: queries.Query) -> Any:
        """Answer one query as its docstring says.

        Raises:
            NotFound: there is no such thing. BadInput: a limit or a status that isn't one.
        """
        return self._answers[type(query)](query)

    def agent_name(self, agent_id: AgentId) -> str:
        """An agent's name."""
        return self._roster.find(agent_id).name

    def token_row(self, token: Token) -> TokenRow:
        """One token as it stands now."""
        agent = None if token.agent_id is None else self.agent_name(token.agent_id)
        return agent_rows.token_row(token, agent, self._clock.now_ms())

    def task_of(self, task_id: str, agent: str | None) -> Task:
        """A task, when it is that agent's.

        Raises:
            NotFound: there is none, or it is another agent's.
        """
        agent_id = None if agent is None else self._roster.find(agent).id
        task = self._reader.task(TaskId(task_id))
        if agent_id is not None and task.agent_id != agent_id:
            raise NotFound("There is no such task.")
        return task

    def waiting_of(self, agent_id: AgentId) -> tuple[TaskId, ...]:
        """An agent's tasks that wait for a decision, oldest first."""
        return tuple(task.id for task in self._reader.open_approvals() if task.agent_id == agent_id)

    def agent_row(self, agent: Agent) -> AgentRow:
        """One agent as a row."""
        return self._agent_row(agent, self._reader.open_counts())

    def _agent_row(self, agent: Agent, open_counts: Mapping[AgentId, int]) -> AgentRow:
        return agent_rows.agent_row(agent, self._roster.of(agent), open_counts.get(agent.id, 0))

    def _get_task(self, query: queries.GetTask) -> TaskRow:
        return task_row(self.task_of(query.task_id, query.agent))

    def _list_tasks(self, query: queries.ListTasks) -> tuple[TaskRow, ...]:
        _check_limit(query.limit)
        statuses = _statuses(query.statuses, query.phases)
        if query.kind not in {None, KIND} or (query.phases and not statuses):
            return ()
        before = None if query.before is None else self.task_of(query.before, query.agent).id
        found = self._reader.tasks(
            agent_id=self._agent_id(query.agent),
            statuses=statuses,
            q=query.q,
            limit=query.limit,
            before=before,
            more=query.more,
        )
        return tuple(task_row(task) for task in found)

    def _list_task_lines(self, query: queries.ListTaskLines) -> tuple[TaskLine, ...]:
        _check_limit(query.limit)
        if query.kind not in {None, KIND}:
            return ()
        found = self._reader.gists(
            agent_id=self._agent_id(query.agent),
            statuses=_statuses(query.statuses, ()),
            q=query.q,
            limit=query.limit,
            before=None if query.before is None else TaskId(query.before),
            more=query.more,
        )
        return tuple(task_line(gist) for gist in found)

    def _get_task_lines(self, query: queries.GetTaskLines) -> tuple[TaskLine, ...]:
        found = self._reader.gists_by_id([TaskId(it) for it in query.task_ids])
        return tuple(task_line(gist) for gist in found)

    def _mark_tasks(self, query: queries.MarkTasks) -> tuple[str, ...]:
        if query.every < 1:
            raise BadInput("every must be at least 1.", pointer="/every")
        found = self._reader.marks(
            every=query.every,
            agent_id=self._agent_id(query.agent),
            statuses=_statuses(query.statuses, ()),
            q=query.q,
            kind=query.kind,
            more=query.more,
        )
        return tuple(found)

    def _agent_id(self, agent: str | None) -> AgentId | None:
        return None if agent is None else self._roster.find(agent).id

    def _count_tasks(self, query: queries.CountTasks) -> dict[str, int]:
        empty = dict.fromkeys(sorted(TOOL_CALL.statuses), 0)
        if query.kind not in {None, KIND}:
            return empty
        return {**empty, **self._reader.counts(self._agent_id(query.agent), query.q, query.more)}

    def _list_open(self, _: queries.ListOpen) -> tuple[TaskRow, ...]:
        return tuple(task_row(task) for task in self._reader.open_approvals())

    def _list_agents(self, _: queries.ListAgents) -> tuple[AgentRow, ...]:
        open_counts = self._reader.open_counts()
        return tuple(self._agent_row(agent, open_counts) for agent in self._reader.agents())

    def _get_agent(self, query: queries.GetAgent) -> AgentRow:
        return self.agent_row(self._roster.find(query.agent))

    def _find_agent(self, query: queries.FindAgent) -> AgentName:
        agent = self._roster.find(query.agent)
        return AgentName(id=agent.id, name=agent.name)

    def _list_conversations(self, query: queries.ListConversations) -> tuple[ConversationRow, ...]:
        agent = self._roster.find(query.agent)
        return tuple(agent_rows.conversation_row(it, agent) for it in self._reader.conversations(agent.id))

    def _list_messages(self, query: queries.ListMessages) -> tuple[MessageRow, ...]:
        agent = self._roster.find(query.agent)
        if not any(it.id == query.conversation_id for it in self._reader.conversations(agent.id)):
            raise NotFound("This agent has no such conversation.")
        found = self._reader.messages(ConversationId(query.conversation_id), query.after)
        return tuple(message_row(it) for it in found)

    def _get_turn(self, query: queries.GetTurn) -> TurnRow:
        turn = self._reader.turn(TurnId(query.turn_id))
        return agent_rows.turn_row(turn, self.agent_name(turn.agent_id))

    def _list_tools(self, _: queries.ListTools) -> tuple[ToolRow, ...]:
        tools = (self._tools.get(name) for name in self._tools.names())
        return tuple(
            ToolRow(
                name=tool.name,
                effect=tool.effect.value,
                summary=tool.summary,
                restricted=tool.restricted_by_default,
            )
            for tool in tools
            if tool is not None
        )

    def _list_tokens(self, _: queries.ListTokens) -> tuple[TokenRow, ...]:
        return tuple(
            self.token_row(it) for it in self._reader.tokens() if it.revoked_at is None or it.has_run_out
        )

    def _list_channels(self, _: queries.ListChannels) -> tuple[ChannelRow, ...]:
        return tuple(agent_rows.channel_row(channel) for channel in self._channels())

    def _list_events(self, query: queries.ListEvents) -> tuple[Event, ...]:
        return tuple(self._reader.events(query.after, query.limit, query.types))

    def _get_settings(self, _: queries.GetSettings) -> tuple[SettingRow, ...]:
        return tuple(
            SettingRow(
                key=setting.key,
                value=value,
                default=setting.default,
                unit=setting.unit,
                sentence=setting.sentence,
                choices=setting.choices,
            )
            for setting, value in self._settings.items()
        )


def _check_limit(limit: int) -> None:
    if not 1 <= limit <= _MAX_LIMIT:
        raise BadInput(f"limit must be from 1 to {_MAX_LIMIT}.", pointer="/limit")


def _statuses(statuses: tuple[str, ...], phases: tuple[str, ...]) -> tuple[str, ...]:
    """The statuses that both filters let through; empty means every one, or none when the phases left nothing."""
    for status in statuses:
        if status not in TOOL_CALL.statuses:
            raise BadInput("There is no such status.", pointer="/status")
    for phase in phases:
        if phase not in frozenset(Phase):
            raise BadInput("There is no such phase.", pointer="/phase")
    if not phases:
        return statuses
    of_phases = {status for status, phase in TOOL_CALL.phases.items() if phase in phases}
    return tuple(sorted(of_phases & set(statuses) if statuses else of_phases))

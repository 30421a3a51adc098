"""Keeps the agents page fresh, and carries out what the owner says to agents and asks of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from placet.api import Event, PlacetError, growing
from placet.api.commands import (
    ChangeAgent,
    DeclareAgent,
    OpenConversation,
    SendMessage,
    StartAgent,
    StopAgent,
)
from placet.api.queries import ListAgents, ListConversations, ListMessages, ListModels, ListTools
from placet.api.views import AgentRow, ConversationRow, MessageRow, Sent, ToolRow
from placet_gui.bridge import Bridge
from placet_gui.said import said

_CALM_MS: Final = 60


class AgentsPresenter(QObject):
    """Between the agents page and the engine. Reads off the GUI thread.

    Signals:
        agents_read(tuple[AgentRow, ...]): all agents as they are now.
        conversation_changed: another conversation is looked at; what is shown belongs to the one before.
        messages_read(tuple[MessageRow, ...]): messages to add to those that were told before; of a conversation that is
            looked at anew also when there are none.
        draft_changed(str): what the chosen agent's model has written of its answer so far, showable.
        sent: the owner's message was taken.
        not_sent(str): it wasn't; the sentence says why.
    """

    agents_read = Signal(object)
    conversation_changed = Signal()
    messages_read = Signal(object)
    draft_changed = Signal(str)
    sent = Signal()
    not_sent = Signal(str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._agent: AgentRow | None = None
        self._conversation: str | None = None
        self._last: int | None = None  # the number of the last message that was told
        self._draft = ""
        self._busy = False
        self._again = False
        self._shown = True
        self._missed = False
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self.refresh)
        bridge.events_arrived.connect(self._on_events_arrived)
        bridge.text_arrived.connect(self._on_text_arrived)

    @Slot()
    def refresh(self) -> None:
        """Read agents and new messages."""
        if self._busy:
            self._again = True
            return
        self._busy = True
        self._bridge.start(self._read(), "read the agents")

    def set_shown(self, shown: bool) -> None:
        """Whether anybody can see the agents. What happens while nobody does is read when somebody looks again."""
        self._shown = shown
        if shown and self._missed:
            self._missed = False
            self._tell_draft()
            self.refresh()

    def choose(self, agent: AgentRow | None) -> None:
        """Look at an agent's newest conversation."""
        if agent is not None and self._agent is not None and agent.id == self._agent.id:
            self._agent = agent
            return
        self._agent = agent
        self._look_at(None)
        self.refresh()

    def show_conversation(self, agent: AgentRow, conversation: str) -> None:
        """Look at one conversation of an agent."""
        self._agent = agent
        self._look_at(conversation)
        self.refresh()

    def looked_at(self) -> tuple[str, str | None] | None:
        """The agent and the conversation that are looked at."""
        return None if self._agent is None else (self._agent.id, self._conversation)

    def say(self, text: str) -> None:
        """Say something to the chosen agent, in the conversation that is looked at."""
        if self._agent is not None:
            self._bridge.send(
                SendMessage(agent=self._agent.id, text=text, conversation_id=self._conversation),
                "send a message",
                self._on_sent,
                self._on_not_sent,
            )

    def open_conversation(self) -> None:
        """Begin a new conversation with the chosen agent."""
        if self._agent is not None:
            self._bridge.send(
                OpenConversation(agent=self._agent.id), "open a conversation", self._on_conversation_opened
            )

    def start_agent(self, agent: AgentRow) -> None:
        """Let a stopped agent work again."""
        self._bridge.send(StartAgent(agent=agent.id), f"start {agent.name}")

    def stop_agent(self, agent: AgentRow) -> None:
        """Stop an agent; what it waits for is withdrawn."""
        self._bridge.send(StopAgent(agent=agent.id), f"stop {agent.name}")

    def declare(
        self,
        declaration: Mapping[str, Any],
        then: Callable[[AgentRow], None],
        otherwise: Callable[[PlacetError], None],
    ) -> None:
        """Declare a new agent in the owner's name."""
        self._bridge.send(DeclareAgent(declaration=declaration), "declare an agent", then, otherwise)

    def change_tools(
        self,
        agent: AgentRow,
        changes: Sequence[Mapping[str, Any]],
        then: Callable[[], None],
        otherwise: Callable[[str], None],
    ) -> None:
        """Change the owner's words on an agent's tools, all or none."""

        def refused(error: PlacetError) -> None:
            otherwise(error.message)

        command = ChangeAgent(agent=agent.id, changes={"tools": list(changes)})
        self._bridge.send(command, f"change the tools of {agent.name}", lambda _: then(), refused)

    def tools(self) -> tuple[ToolRow, ...]:
        """The tools that an agent may be given."""
        tools: tuple[ToolRow, ...] = self._bridge.query(ListTools())
        return tools

    def backends(self) -> tuple[str, ...]:
        """The model backends that an agent may use."""
        backends: tuple[str, ...] = self._bridge.query(ListModels())
        return backends

    async def _read(self) -> None:
        try:
            self.agents_read.emit(await self._bridge.ask(ListAgents()))
            await self._read_messages()
        finally:
            self._busy = False
        if self._again:
            self._again = False
            self._calm.start()

    async def _read_messages(self) -> None:
        agent = self._agent
        if agent is None:
            return
        if self._conversation is None:
            found: tuple[ConversationRow, ...] = await self._bridge.ask(ListConversations(agent=agent.id))
            if agent is not self._agent:
                return
            if not found:
                self.messages_read.emit(())
                return
            self._conversation = found[0].id
        asked, after = self._conversation, self._last
        rows: tuple[MessageRow, ...] = await self._bridge.ask(
            ListMessages(agent=agent.id, conversation_id=asked, after=after)
        )
        if (asked, after) == (self._conversation, self._last):
            self._tell_messages(rows)

    def _tell_messages(self, rows: tuple[MessageRow, ...]) -> None:
        if rows:
            self._last = rows[-1].seq
            self._set_draft("")
        if rows or self._last is None:
            self.messages_read.emit(rows)

    def _look_at(self, conversation: str | None) -> None:
        self._conversation = conversation
        self._last = None
        self._set_draft("")
        self.conversation_changed.emit()

    def _set_draft(self, text: str) -> None:
        if text != self._draft:
            self._draft = text
            self._tell_draft()

    def _tell_draft(self) -> None:
        if self._shown:
            self.draft_changed.emit(growing(self._draft).replace("⏎\n", "\n"))
        else:
            self._missed = True

    def _on_sent(self, sent: Sent) -> None:
        if self._conversation is None:
            self._conversation = sent.conversation_id
        self.sent.emit()
        self.refresh()

    def _on_not_sent(self, error: PlacetError) -> None:
        self.not_sent.emit(said(error.message))

    def _on_conversation_opened(self, row: ConversationRow) -> None:
        self._look_at(row.id)
        self.refresh()

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.type == "turn.ended" and self._agent is not None and event.agent_id == self._agent.id:
                self._set_draft("")
        if not self._shown:
            self._missed = True
        elif not self._calm.isActive():
            self._calm.start()

    @Slot(str, str, str)
    def _on_text_arrived(self, agent_id: str, _turn_id: str, piece: str) -> None:
        if self._agent is not None and agent_id == self._agent.id:
            self._set_draft(self._draft + piece)

"""The verbs on agents, their conversations and their turns."""

from __future__ import annotations

from dataclasses import replace

from placet.ledger import rows, writes
from placet.ledger.verbs.base import VerbBase, check_edge
from placet.rules import errors
from placet.rules.basics import AgentId, TurnId
from placet.rules.events import (
    AgentDeclared,
    AgentStateChanged,
    ConversationOpened,
    MessageAppended,
    TurnEnded,
    TurnStarted,
)
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TURN, TurnStatus
from placet.rules.records import Agent, AgentState, Conversation, Message, Turn


class AgentVerbs(VerbBase):
    """Declaring agents, and what they say and do."""

    def declare_agent(self, agent: Agent) -> None:
        """Write a new agent and tell of it.

        Raises:
            NameInUse: another agent has its name.
        """
        if self._one(writes.SELECT_NAME_IN_USE, p_name=agent.name) is not None:
            raise errors.NameInUse(f"There is an agent named {agent.name} already.", name=agent.name)
        self._run(writes.INSERT_AGENT, {**agent.__dict__, "state": agent.state.value})
        self.record(AgentDeclared(agent_id=agent.id, name=agent.name))

    def change_agent(self, agent_id: AgentId, declaration: str, by: str | None = None) -> Agent:
        """Replace an agent's declaration and tell of it. `by` names the tool, when it isn't the owner's doing.

        Raises:
            NotFound: there is no such agent.
        """
        row = self._one(writes.CHANGE_AGENT, p_id=agent_id, p_declaration=declaration, p_now=self.now)
        if row is None:
            raise errors.NotFound(f"There is no agent {agent_id}.")
        agent = rows.agent(row)
        self.record(AgentDeclared(agent_id=agent_id, name=agent.name, changed=True, by=by))
        return agent

    def set_agent_state(self, agent_id: AgentId, state: AgentState, error: str | None = None) -> None:
        """Set what an agent is doing; told only when it is something else than before.

        Raises:
            NotFound: there is no such agent.
        """
        given = {"p_id": agent_id, "p_state": state.value, "p_error": error, "p_now": self.now}
        if self._run(writes.SET_AGENT_STATE, given).rowcount:
            self.record(AgentStateChanged(agent_id=agent_id, state=state.value, error=error))
        elif self._agent_name(agent_id) is None:
            raise errors.NotFound(f"There is no agent {agent_id}.")

    def agent(self, agent_id: AgentId) -> Agent:
        """The agent as it stands in this transaction.

        Raises:
            NotFound: there is no such agent.
        """
        return self._known.standing(("agent", agent_id), lambda: self._agent(agent_id))

    def _agent(self, agent_id: AgentId) -> Agent:
        row = self._one(writes.SELECT_AGENT, p_id=agent_id)
        if row is None:
            raise errors.NotFound(f"There is no agent {agent_id}.")
        return rows.agent(row)

    def agent_state(self, agent_id: AgentId) -> AgentState:
        """What an agent is doing, whatever the rest of it holds.

        Raises:
            NotFound: there is no such agent.
        """
        return self._known.standing(("state", agent_id), lambda: self._agent_state(agent_id))

    def _agent_state(self, agent_id: AgentId) -> AgentState:
        row = self._one(writes.SELECT_AGENT_STATE, p_id=agent_id)
        if row is None:
            raise errors.NotFound(f"There is no agent {agent_id}.")
        return AgentState(row[0])

    def declaration(self, agent_id: AgentId) -> str:
        """An agent's declaration without the rest of it: this is asked for each task that is made or ends.

        Raises:
            NotFound: there is no such agent.
        """
        return self._known.standing(("declaration", agent_id), lambda: self._declaration(agent_id))

    def _declaration(self, agent_id: AgentId) -> str:
        row = self._one(writes.SELECT_AGENT_DECLARATION, p_id=agent_id)
        if row is None:
            raise errors.NotFound(f"There is no agent {agent_id}.")
        text: str = row[0]
        return text

    def open_conversation(self, conversation: Conversation) -> None:
        """Write a new conversation and tell of it."""
        self._run(writes.INSERT_CONVERSATION, {**conversation.__dict__, "seq": None})
        self.record(ConversationOpened(agent_id=conversation.agent_id, conversation_id=conversation.id))

    def append_message(self, message: Message) -> Message:
        """Write a message at the end of its conversation and tell of it; returns it with its `seq`.

        Raises:
            NotFound: there is no such conversation.
        """
        owner = self._one(writes.SELECT_CONVERSATION_AGENT, p_id=message.conversation_id)
        if owner is None:
            raise errors.NotFound(f"There is no conversation {message.conversation_id}.")
        self._run(writes.INSERT_MESSAGE, {**message.__dict__, "seq": None, "role": message.role.value})
        told = {
            "conversation_id": message.conversation_id,
            "message_id": message.id,
            "role": message.role.value,
        }
        written = replace(message, seq=self._assigned())
        self.record(MessageAppended(agent_id=owner[0], task_id=message.task_id, **told))
        return written

    def start_turn(self, turn: Turn) -> None:
        """Write a new turn and tell of it."""
        TURN.check_start(turn.status)
        self._run(writes.INSERT_TURN, {**turn.__dict__, "seq": None, "status": turn.status.value})
        self.record(
            TurnStarted(agent_id=turn.agent_id, turn_id=turn.id, conversation_id=turn.conversation_id)
        )

    def end_turn(
        self,
        turn_id: TurnId,
        to: TurnStatus,
        by: Cause,
        *,
        answer: str | None = None,
        error: str | None = None,
    ) -> Turn:
        """End a running turn, once, and tell of it.

        Raises:
            LostRace: it ended already; `details["status"]` is how.
            NotFound: there is no such turn.
        """
        check_edge(TURN.kind, TurnStatus.RUNNING, to, by)
        row = self._one(
            writes.END_TURN, p_id=turn_id, p_to=str(to), p_now=self.now, p_answer=answer, p_error=error
        )
        if row is None:
            status = self.turn(turn_id).status.value
            raise errors.LostRace(f"The turn {turn_id} is {status} already.", status=status, task=None)
        turn = rows.turn(row)
        self.record(
            TurnEnded(
                agent_id=turn.agent_id,
                turn_id=turn_id,
                conversation_id=turn.conversation_id,
                status=turn.status.value,
                error=error,
            )
        )
        return turn

    def turn(self, turn_id: TurnId) -> Turn:
        """The turn as it stands in this transaction.

        Raises:
            NotFound: there is no such turn.
        """
        row = self._one(writes.SELECT_TURN, p_id=turn_id)
        if row is None:
            raise errors.NotFound(f"There is no turn {turn_id}.")
        return rows.turn(row)

    def running_turns(self) -> list[Turn]:
        """Every turn that hasn't ended, oldest first."""
        return [rows.turn(row) for row in self._run(writes.SELECT_RUNNING_TURNS, {}).fetchall()]

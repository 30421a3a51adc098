"""An agent's conversations: ordered, durable messages."""

from __future__ import annotations

from collections.abc import Callable

from placet.ledger.ledger import Ledger
from placet.rules.basics import AgentId, Clock, ConversationId, TaskId, TurnId
from placet.rules.errors import Conflict, NotFound
from placet.rules.records import Conversation, Message, Role

_LONGEST_TITLE = 80


class Conversations:
    """Opens conversations and appends to them. Lives on the engine's loop."""

    def __init__(self, *, ledger: Ledger, clock: Clock, new_id: Callable[[str], str]) -> None:
        self._ledger = ledger
        self._clock = clock
        self._new_id = new_id

    async def open(self, agent_id: AgentId, title: str = "") -> Conversation:
        """Begin a new conversation."""
        conversation = Conversation(
            id=ConversationId(self._new_id("conv_")),
            agent_id=agent_id,
            title=title[:_LONGEST_TITLE],
            created_at=self._clock.now_ms(),
        )
        await self._ledger.commit(lambda tx: tx.open_conversation(conversation))
        return conversation

    def find(self, agent_id: AgentId, conversation_id: str) -> Conversation:
        """An agent's own conversation of this id.

        Raises:
            NotFound: it has none of this id.
        """
        for conversation in self._ledger.reads.conversations(agent_id):
            if conversation.id == conversation_id:
                return conversation
        raise NotFound("This agent has no such conversation.")

    def find_plain(self, agent_id: AgentId, conversation_id: str) -> Conversation:
        """The same, for a message that isn't a workflow's: it would run outside of that one's scope (W8).

        Raises:
            NotFound: it has none of this id. Conflict: the conversation is a workflow's.
        """
        conversation = self.find(agent_id, conversation_id)
        workflow = self._ledger.reads.workflows.of_conversation(conversation.id)
        if workflow is not None:
            raise Conflict(
                f"This conversation is the workflow {workflow.id}'s: give that its next goal with continue."
            )
        return conversation

    async def newest(self, agent_id: AgentId) -> Conversation:
        """The newest conversation that isn't a workflow's, or a new one."""
        return self._ledger.reads.newest_conversation(agent_id) or await self.open(agent_id)

    async def append(
        self,
        conversation_id: ConversationId,
        role: Role,
        text: str,
        *,
        turn_id: TurnId | None = None,
        task_id: TaskId | None = None,
        payload: str | None = None,
    ) -> Message:
        """Add one message at the end."""
        message = self.draft(conversation_id, role, text, turn_id=turn_id, task_id=task_id, payload=payload)
        return await self._ledger.commit(lambda tx: tx.append_message(message))

    def draft(
        self,
        conversation_id: ConversationId,
        role: Role,
        text: str,
        *,
        turn_id: TurnId | None = None,
        task_id: TaskId | None = None,
        payload: str | None = None,
    ) -> Message:
        """A message that isn't written yet, for whoever writes it in a commit of more."""
        return Message(
            id=self._new_id("msg_"),
            seq=0,
            conversation_id=conversation_id,
            role=role,
            text=text,
            at_ms=self._clock.now_ms(),
            turn_id=turn_id,
            task_id=task_id,
            payload=payload,
        )

    def history(self, conversation_id: ConversationId) -> list[Message]:
        """All messages in order."""
        return self._ledger.reads.messages(conversation_id)

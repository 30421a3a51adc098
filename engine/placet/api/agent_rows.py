"""Agents, conversations, turns, tokens and channels as view rows."""

from __future__ import annotations

from placet.api.views import AgentRow, AgentToolRow, ChannelRow, ConversationRow, TokenRow, TurnRow
from placet.rules import declarations
from placet.rules.basics import Instant
from placet.rules.channels import Listed
from placet.rules.declarations import Declaration, ToolDeclaration
from placet.rules.records import Agent, AgentState, Conversation, Token, Turn
from placet.work.tokens import is_unconfirmed


def agent_row(agent: Agent, declaration: Declaration, open_tasks: int) -> AgentRow:
    """One agent with its declared tools."""
    model = declaration.model
    return AgentRow(
        id=agent.id,
        name=agent.name,
        state=agent.state.value,
        error=agent.error,
        folder=declaration.folder,
        backend=model.backend if model else None,
        model=model.name if model else None,
        tools=tuple(_tool_row(tool) for tool in declaration.effective_tools()),
        declaration=declarations.as_mapping(declaration),
        created_at=agent.created_at,
        open_tasks=open_tasks,
        can_talk=model is not None and agent.state is not AgentState.STOPPED,
        can_start=agent.state is AgentState.STOPPED,
        can_stop=agent.state is not AgentState.STOPPED,
        at_work=agent.state in {AgentState.THINKING, AgentState.AWAITING_APPROVAL},
    )


def _tool_row(tool: ToolDeclaration) -> AgentToolRow:
    return AgentToolRow(
        name=tool.name,
        enabled=tool.enabled,
        visible=tool.visible,
        restricted=tool.restricted,
        locked=tool.locked,
        deadline_s=tool.deadline_s,
        only=None if tool.only is None else dict(tool.only),
    )


def conversation_row(conversation: Conversation, agent: Agent) -> ConversationRow:
    """One conversation."""
    return ConversationRow(
        id=conversation.id, agent=agent.name, title=conversation.title, created_at=conversation.created_at
    )


def turn_row(turn: Turn, agent: str) -> TurnRow:
    """One turn."""
    return TurnRow(
        id=turn.id,
        agent=agent,
        conversation_id=turn.conversation_id,
        status=turn.status.value,
        answer=turn.answer,
        error=turn.error,
    )


def token_row(token: Token, agent: str | None, now: Instant) -> TokenRow:
    """One token, without its secret."""
    return TokenRow(
        id=token.id,
        scope=token.scope.value,
        agent=agent,
        label=token.label,
        created_at=token.created_at,
        expires_at=token.expires_at,
        unconfirmed=is_unconfirmed(token),
        expired=token.has_expired(now),
        last_used_at=token.last_used_at,
    )


def channel_row(channel: Listed) -> ChannelRow:
    """One channel, without its secrets."""
    return ChannelRow(
        name=channel.name,
        kind=channel.kind,
        kept="keyring" if channel.in_keyring else "file",
        told=dict(channel.told),
    )

"""Hands a prepared call off to a workflow of its own, in the place of having its effect in the conversation (Q35)."""

from __future__ import annotations

from typing import Final

from placet.ledger.ledger import Ledger
from placet.rules.authority import Principal
from placet.rules.errors import PlacetError, ToolFailed
from placet.rules.handoff import NOT_YET, Handoff
from placet.rules.records import Message, Role
from placet.work.calls import CallOutcome, CallRequest, refused
from placet.work.judging import Wanted, grant_of
from placet.work.workflows import Workflows

NOTHING_ASKED: Final = "Not done: there is no message that asks for it, so it can't be handed off."


def concerns(request: CallRequest) -> bool:
    """Whether a call comes from a model in a conversation: only such a one is prepared there for later."""
    in_turn = request.turn_id is not None and request.conversation_id is not None
    return in_turn and request.principal is Principal.AGENT_LOOP and request.caller is None


class Handoffs:
    """Makes the workflows. Lives on the engine's loop; only the gate reaches it."""

    def __init__(self, *, ledger: Ledger, workflows: Workflows) -> None:
        self._ledger = ledger
        self._workflows = workflows

    async def take(self, request: CallRequest, wanted: Wanted) -> CallOutcome:
        """Hand a checked call off; the answer names the workflow, the same one for the same call in a turn.

        That it is queued is no evidence of anything.
        """
        try:
            made = await self._workflows.create_handoff(request.agent, await self._handoff(request, wanted))
        except PlacetError as cannot:
            return refused(cannot)
        status = made.workflow.status.value
        told = {"workflow_id": made.workflow.id, "status": status, "tool": wanted.tool, "message": NOT_YET}
        return CallOutcome(status="reference", value=told)

    async def _handoff(self, request: CallRequest, wanted: Wanted) -> Handoff:
        grant = await grant_of(wanted)
        asked = self._asked(request)
        return Handoff(
            tool=wanted.tool,
            args=wanted.args,
            input_digest=wanted.digest,
            account=grant.account,
            conversation_id=asked.conversation_id,
            message_id=asked.id,
            message_seq=asked.seq,
        )

    def _asked(self, request: CallRequest) -> Message:
        """The message that the turn answers: one that came during the turn belongs to the next (T7)."""
        if request.conversation_id is not None:
            for message in reversed(self._ledger.reads.messages(request.conversation_id)):
                if message.role is Role.OWNER and message.turn_id == request.turn_id:
                    return message
        raise ToolFailed(NOTHING_ASKED, code="nothing_asked")

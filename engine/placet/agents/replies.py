"""A turn's model responses are generations like everybody's: on the disk while they grow, there after a crash."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

from placet.agents.caller import Running
from placet.rules import response_requests
from placet.rules.basics import AgentId, TurnId
from placet.rules.errors import BackendFailed, ReplyCutShort
from placet.rules.generations import Generation
from placet.rules.lifecycles import GenerationStatus
from placet.rules.ports import ModelReply, ModelRequest, ModelToolCall
from placet.work.generator import Behalf, Generator
from placet.work.models import Choice

OnText = Callable[[AgentId, TurnId, str], None]
"""Hears each piece of a reply once it is on the disk: shown, never kept. The reply's message is what counts."""

CUT = "The model's reply hit its length limit and isn't whole."
FILTERED = "The model server's own filter took the reply, or a part of it, away."
TAKEN_BACK = "The owner cancelled the model's response."


class Replies:
    """Asks models in a turn's name. Lives on the engine's loop."""

    def __init__(self, generator: Generator, on_text: OnText) -> None:
        self._generator = generator
        self._on_text = on_text

    async def reply(self, running: Running, choice: Choice, request: ModelRequest) -> ModelReply:
        """Have one reply made, and wait for it. Cancelling the wait cancels the generation.

        Raises:
            ReplyCutShort: it hit its length limit. BackendFailed: it failed, was filtered, or somebody cancelled it.
        """
        agent, turn = running.agent, running.turn
        behalf = Behalf(
            agent=agent,
            turn_id=turn.id,
            conversation_id=turn.conversation_id,
            parent_id=turn.id if running.goal is None else running.goal.workflow_id,
            on_text=lambda piece: self._on_text(agent.id, turn.id, piece),
        )
        kept = response_requests.response_request(request, f"{choice.backend}/{choice.model}")
        attempt = await self._generator.begin_for(behalf, kept, choice)
        try:
            row = await asyncio.shield(attempt.ended)
        except asyncio.CancelledError:
            # The turn was stopped. Its job is over when the backend is told, not when that came to rest.
            await asyncio.shield(self._generator.cancel(attempt.task_id))
            raise
        return _reply(row, attempt.pid)


def _reply(row: Generation, pid: int | None) -> ModelReply:
    response: dict[str, Any] = json.loads(row.response)
    if row.status is GenerationStatus.CANCELLED:
        raise BackendFailed(TAKEN_BACK)
    if row.status is GenerationStatus.FAILED:
        raise _failure(row)
    reason = (response["incomplete_details"] or {}).get("reason")
    if reason is not None:
        raise ReplyCutShort(CUT) if reason == "max_output_tokens" else BackendFailed(FILTERED)
    calls = tuple(_call(item) for item in response["output"] if item["type"] == "function_call")
    return ModelReply(
        text="".join(_text(item) for item in response["output"] if item["type"] == "message"),
        tool_calls=calls,
        finish_reason="tool_calls" if calls else "stop",
        completion_tokens=row.output_tokens or 0,
        prompt_tokens=row.input_tokens,
        pid=pid,
        task_id=row.id,
    )


def _failure(row: Generation) -> BackendFailed:
    told = json.loads(row.error or "{}")
    failure = BackendFailed(told["message"])
    failure.code = told["code"]
    return failure


def _text(item: dict[str, Any]) -> str:
    return "".join(part["text"] for part in item["content"])


def _call(item: dict[str, Any]) -> ModelToolCall:
    return ModelToolCall(id=item["call_id"], name=item["name"], arguments=item["arguments"])

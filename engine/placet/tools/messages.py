"""The tool `msg_send`: send a message to another agent, or out through a channel that the owner declared."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from placet.rules.channels import WEBHOOK, Webhook
from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from placet.tools import webhooks
from placet.tools.quoting import counted, quoted

AGENT: Final = "agent"

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "recipient": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": '"agent:NAME" for another agent, or "CHANNEL:ADDRESS", such as "webhook:alerts".',
        },
        "content": {"type": "string", "minLength": 1, "description": "What the message says."},
        "subject": {"type": "string", "maxLength": 998, "description": "What it is about."},
    },
    "required": ["recipient", "content"],
    "additionalProperties": False,
}


@dataclass(frozen=True, kw_only=True)
class Letter:
    """A message between agents; both are names."""

    sender: str
    recipient: str
    subject: str | None
    content: str


class Post(Protocol):
    """Delivers messages between agents (`placet.agents.post`)."""

    def address(self, sender: str, recipient: str) -> str:
        """The id of the agent that a message would go to. Blocking.

        Raises:
            ToolFailed: it can't be written to.
        """
        ...

    async def deliver(self, letter: Letter) -> dict[str, Any]:
        """Append the message to the agent's newest conversation, and start a turn when it is idle.

        Raises:
            PlacetError: it wasn't delivered; nothing was appended.
        """
        ...


class Book(Protocol):
    """Where the owner's channels stand (`placet.work.channels`)."""

    def find(self, name: str) -> Webhook | None:
        """The channel of this name. Blocking."""
        ...


class MsgSend:
    """Sends once. What was shown is pinned: the agent, or the channel as it was declared then."""

    name = "msg_send"
    effect = Effect.WRITE
    summary = "Send a message to another agent, or through a channel of the owner's."
    restricted_by_default = True
    schema: Mapping[str, Any] = _SCHEMA

    def __init__(self, *, post: Post, book: Book, timeout_s: Callable[[], int]) -> None:
        self._post = post
        self._book = book
        self._timeout_s = timeout_s

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """To whom it would go. Blocking.

        Raises:
            ToolFailed: `bad_recipient`, there is no such recipient.
        """
        recipient, size = args["recipient"], counted(len(args["content"].encode()), "byte")
        channel, target = self._look(recipient, place.agent)
        if channel is None:
            sentence = f"Writes a message of {size} to the agent {quoted(_split(recipient)[1])}, which will answer it."
        else:
            sentence = f"Sends a message of {size} to {quoted(recipient)} through the webhook {quoted(channel.name)}."
        return Preview(sentence=sentence, target=target)

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Send.

        Raises:
            ToolFailed: `target_changed`, `bad_recipient`, or how sending failed.
            ToolStopped: the stop came before anything was sent.
        """
        channel, target = await asyncio.to_thread(self._look, args["recipient"], run.place.agent)
        if run.target is not None and run.target != target:
            text = "The recipient isn't what it was when it was shown, so nothing was sent."
            raise ToolFailed(text, code="target_changed")
        if run.stop.is_set():
            raise ToolStopped("Stopped before anything was sent.")
        if channel is None:
            return ToolResult(value=await self._post.deliver(_letter(args, run.place.agent)))
        status = await webhooks.post(channel, _message(args, run.place.agent), self._timeout_s())
        return ToolResult(value={"recipient": args["recipient"], "channel": channel.name, "status": status})

    def _look(self, recipient: str, sender: str) -> tuple[Webhook | None, dict[str, Any]]:
        """The channel that a recipient means, None for an agent, and what is pinned of it."""
        prefix, address = _split(recipient)
        if prefix == AGENT:
            return None, {"agent": self._post.address(sender, address)}
        # A channel's own name counts first; `webhook:NAME` reads well for the one that is named behind it.
        channel = self._book.find(prefix) or (self._book.find(address) if prefix == WEBHOOK else None)
        if channel is None:
            raise ToolFailed(f"There is no channel for {quoted(recipient, 200)}.", code="bad_recipient")
        return channel, {"channel": channel.name, "generation": channel.generation}


def _split(recipient: str) -> tuple[str, str]:
    prefix, colon, address = recipient.partition(":")
    if not (prefix and colon and address):
        raise ToolFailed('A recipient is written "agent:NAME" or "CHANNEL:ADDRESS".', code="bad_recipient")
    return prefix, address


def _letter(args: Mapping[str, Any], sender: str) -> Letter:
    return Letter(
        sender=sender,
        recipient=_split(args["recipient"])[1],
        subject=args.get("subject"),
        content=args["content"],
    )


def _message(args: Mapping[str, Any], agent: str) -> dict[str, Any]:
    """What a webhook gets (interfaces 2)."""
    sent = {"recipient": args["recipient"], "subject": args.get("subject"), "content": args["content"]}
    return {"agent": agent, **sent}

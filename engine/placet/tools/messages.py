"""The tool `msg_send`: send a message to another agent, or out through a channel that the owner declared."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from placet.rules.channels import EMAIL, TELEGRAM, WEBHOOK, Channel, Listed, check_address
from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Effect, Place, Preview, ToolResult, ToolRun
from placet.tools.letters import Outgoing, check_fits
from placet.tools.outbox import Outbox
from placet.tools.quoting import counted, quoted

AGENT: Final = "agent"
_THROUGH: Final = {WEBHOOK: "the webhook", TELEGRAM: "the Telegram bot", EMAIL: "the mail server"}

_SCHEMA: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "recipient": {
            "type": "string",
            "minLength": 1,
            "maxLength": 256,
            "description": (
                '"agent:NAME" for another agent, or "CHANNEL:ADDRESS", such as "telegram:123456789", '
                '"email:ada@example.org" or "webhook:alerts".'
            ),
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

    def find(self, name: str) -> Listed | None:
        """The channel of this name. Blocking."""
        ...

    def open(self, listed: Listed) -> Channel:
        """The channel with its secrets. Blocking, and for long where the system's keyring asks its user.

        Raises:
            PlacetError: it isn't there as it was listed, or its secrets can't be had.
        """
        ...


class MsgSend:
    """Sends once. What was shown is pinned: the agent, or the channel as it was declared then."""

    name = "msg_send"
    effect = Effect.WRITE
    summary = "Send a message to another agent, or through a channel of the owner's."
    restricted_by_default = True
    schema: Mapping[str, Any] = _SCHEMA

    def __init__(self, *, post: Post, book: Book, outbox: Outbox) -> None:
        self._post = post
        self._book = book
        self._outbox = outbox

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        """To whom it would go. Blocking.

        Raises:
            ToolFailed: `bad_recipient`, there is no such recipient; `bad_message`, it doesn't take such a message.
        """
        recipient, size = args["recipient"], counted(len(args["content"].encode()), "byte")
        channel, target = self._look(args, place.agent)
        if channel is None:
            sentence = f"Writes a message of {size} to the agent {quoted(_split(recipient)[1])}, which will answer it."
        else:
            through = f"{_THROUGH[channel.kind]} {quoted(channel.name)}"
            sentence = f"Sends a message of {size} to {quoted(recipient)} through {through}."
        return Preview(sentence=sentence, target=target)

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        """Send.

        Raises:
            ToolFailed: `target_changed`, `bad_recipient`, or how sending failed.
            ToolStopped: the stop came before anything was sent.
        """
        channel, target = await asyncio.to_thread(self._look, args, run.place.agent)
        if run.target is not None and run.target != target:
            text = "The recipient isn't what it was when it was shown, so nothing was sent."
            raise ToolFailed(text, code="target_changed")
        if run.stop.is_set():
            raise ToolStopped("Stopped before anything was sent.")
        if channel is None:
            return ToolResult(value=await self._post.deliver(_letter(args, run.place.agent)))
        opened = await asyncio.to_thread(self._book.open, channel)
        if run.stop.is_set():  # opening may have waited for somebody to unlock a keyring
            raise ToolStopped("Stopped before anything was sent.")
        outgoing = _outgoing(args, run.place.agent, run.task_id)
        return ToolResult(value=await self._outbox.send(opened, outgoing))

    def _look(self, args: Mapping[str, Any], sender: str) -> tuple[Listed | None, dict[str, Any]]:
        """The channel that a recipient means, None for an agent, and what is pinned of it."""
        recipient = args["recipient"]
        prefix, address = _split(recipient)
        if prefix == AGENT:
            return None, {"agent": self._post.address(sender, address)}
        # A channel's own name counts first; `webhook:NAME` reads well for the one that is named behind it.
        channel = self._book.find(prefix) or (self._book.find(address) if prefix == WEBHOOK else None)
        if channel is None:
            raise ToolFailed(f"There is no channel for {quoted(recipient, 200)}.", code="bad_recipient")
        why_not = check_address(channel.kind, address)
        if why_not is not None:
            raise ToolFailed(why_not, code="bad_recipient")
        check_fits(channel.kind, _outgoing(args, sender))
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


def _outgoing(args: Mapping[str, Any], agent: str, task_id: str | None = None) -> Outgoing:
    return Outgoing(
        agent=agent,
        recipient=args["recipient"],
        address=_split(args["recipient"])[1],
        subject=args.get("subject"),
        content=args["content"],
        task_id=task_id,
    )

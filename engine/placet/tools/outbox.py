"""Where messages leave: one message through one channel, once, whatever kind of channel it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from placet.rules.channels import Channel, Email, Telegram
from placet.settings import Settings
from placet.tools import smtp, telegram, webhooks
from placet.tools.letters import Outgoing

__all__ = ["Outbox", "Outgoing", "SendLimits", "send_limits"]


@dataclass(frozen=True, kw_only=True)
class SendLimits:
    """How long each kind of channel may take, in s."""

    webhook_s: int
    telegram_s: int
    email_s: int


def send_limits(settings: Settings) -> SendLimits:
    """The owner's limits, as the settings have them now."""
    return SendLimits(
        webhook_s=settings.integer("messages.webhook_s"),
        telegram_s=settings.integer("messages.telegram_s"),
        email_s=settings.integer("messages.email_s"),
    )


class Outbox:
    """Sends messages. Lives on the engine's loop."""

    def __init__(self, limits: Callable[[], SendLimits]) -> None:
        self._limits = limits

    async def send(self, channel: Channel, message: Outgoing) -> dict[str, Any]:
        """Send once; answers what became of it, as JSON: `recipient`, `channel`, and what the other side said.

        Raises:
            ToolFailed: it wasn't sent, or (`outcome_unknown`) nobody knows whether it was.
        """
        said = {"recipient": message.recipient, "channel": channel.name}
        limits = self._limits()
        if isinstance(channel, Telegram):
            return {**said, **await telegram.send(channel, message, limits.telegram_s)}
        if isinstance(channel, Email):
            return {**said, **await smtp.send(channel, message, limits.email_s)}
        return {**said, "status": await webhooks.post(channel, message.for_webhook(), limits.webhook_s)}

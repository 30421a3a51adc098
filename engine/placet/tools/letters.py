"""A message on its way out: what it says, and to whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from placet.rules.channels import EMAIL, TELEGRAM
from placet.rules.errors import ToolFailed

MAX_TELEGRAM_UNITS = 4_096
"""What one message of Telegram's holds, in UTF-16 code units (Bot API, `sendMessage`)."""


@dataclass(frozen=True, kw_only=True)
class Outgoing:
    """One message. `recipient` is as the asker wrote it, `address` the part of it that the channel is given.

    `task_id` makes a mail recognisable; a message outside of any task has none.
    """

    agent: str
    recipient: str
    address: str
    subject: str | None
    content: str
    task_id: str | None = None

    def for_webhook(self) -> dict[str, Any]:
        """What a webhook gets (interfaces 2)."""
        sent = {"recipient": self.recipient, "subject": self.subject, "content": self.content}
        return {"agent": self.agent, **sent}

    def for_telegram(self) -> str:
        """What a chat gets, as plain text: the subject on a line of its own."""
        return self.content if not self.subject else f"{self.subject}\n\n{self.content}"


def check_fits(kind: str, message: Outgoing) -> None:
    """Say before anything is sent that a message can't go through a channel of this kind.

    Raises:
        ToolFailed: `bad_message`.
    """
    if kind == TELEGRAM and len(message.for_telegram().encode("utf-16-le")) // 2 > MAX_TELEGRAM_UNITS:
        text = f"A message of Telegram's has at most {MAX_TELEGRAM_UNITS:,} characters, the subject included."
        raise ToolFailed(text, code="bad_message")
    if kind == EMAIL and message.subject is not None:
        _check_subject(message.subject)


def _check_subject(subject: str) -> None:
    if not subject.isprintable():
        raise ToolFailed("The subject of a mail is one line of visible text.", code="bad_message")
    if "=?" in subject:
        # It could begin an encoded word (RFC 2047): other text than was shown, and line ends, so headers of its own.
        raise ToolFailed('The subject of a mail may not hold "=?".', code="bad_message")

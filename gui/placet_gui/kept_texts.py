"""Words for what the owner keeps by name: accounts and channels, their kinds, their fields, and the leave to use them.

Total over the engine's kinds (tested). `texts.word` says them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from placet_gui.words import noop

ACCOUNT_KINDS: Final[Mapping[str, str]] = {
    "imap": noop("texts", "Mail (IMAP)"),
    "caldav": noop("texts", "Calendar (CalDAV)"),
}
ACCOUNT_FIELDS: Final[Mapping[str, str]] = {
    "host": noop("texts", "Server"),
    "port": noop("texts", "Port"),
    "security": noop("texts", "Encryption"),
    "security_default": noop("texts", "As the port and the server say"),
    "security_tls": noop("texts", "TLS"),
    "security_starttls": noop("texts", "STARTTLS"),
    "security_none": noop("texts", "None (this machine only)"),
    "user": noop("texts", "User"),
    "password": noop("texts", "Password"),
    "drafts": noop("texts", "Folder for drafts (optional)"),
    "url": noop("texts", "Address of the calendar"),
}
ACCOUNT_RIGHTS: Final[Mapping[str, str]] = {
    "read+write": noop("texts", "May look and save"),
    "read": noop("texts", "May only look"),
    "write": noop("texts", "May only save"),
}
LEAVES: Final[Mapping[str, str]] = {
    "good": noop("texts", "for good"),
    "day": noop("texts", "for a day"),
    "month": noop("texts", "for 30 days"),
    "year": noop("texts", "for a year"),
}
CHANNEL_KINDS: Final[Mapping[str, str]] = {
    "telegram": noop("texts", "A Telegram bot"),
    "email": noop("texts", "A mail server"),
    "webhook": noop("texts", "A webhook"),
}
CHANNEL_FIELDS: Final[Mapping[str, str]] = {
    "token": noop("texts", "The bot's token"),
    "base_url": noop("texts", "Another Bot API (optional)"),
    "host": noop("texts", "Server"),
    "port": noop("texts", "Port"),
    "from": noop("texts", "Sender's address"),
    "security": noop("texts", "Encryption"),
    "user": noop("texts", "User"),
    "password": noop("texts", "Password"),
    "url": noop("texts", "Address"),
    "header": noop("texts", "A header, as Name: value"),
    "security_default": noop("texts", "As the port asks for"),
    "security_starttls": noop("texts", "STARTTLS"),
    "security_tls": noop("texts", "TLS"),
    "security_none": noop("texts", "None"),
}
CHANNEL_ADDRESSES: Final[Mapping[str, str]] = {
    "telegram": noop("texts", "Chat, such as 123456789"),
    "email": noop("texts", "ada@example.org"),
    "webhook": noop("texts", "any word"),
}
CHANNEL_KEPT: Final[Mapping[str, str]] = {
    "keyring": noop("texts", "secrets in the system's keyring"),
    "file": noop("texts", "secrets in a file of yours"),
}

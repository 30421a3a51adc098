"""How long the tools of accounts may take, and how much they take in."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Limits:
    """For one call: how long it may take in all, how much a server may say, how much of one mail is read, and how many
    mails, or events, an answer tells of.
    """

    time_s: float = 30.0
    answer_bytes: int = 20_000_000
    mail_bytes: int = 1_000_000
    results: int = 20


class TooMuch(OSError):
    """A server said more than it may."""

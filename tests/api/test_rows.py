"""What view rows hold of texts that somebody else wrote."""

from __future__ import annotations

from placet.api.rows import MOST_SECRETS, secret_rows
from placet.rules.masking import secrets


def token(number: int) -> str:
    return f"ghp_{number:036}"


def test_a_message_full_of_tokens_names_no_more_of_them_than_a_card_does() -> None:
    """All are masked; what names them must not be what a window lays out for minutes."""
    text = " ".join(token(it // 2) for it in range(10_000))
    assert [it.text for it in secret_rows(secrets(text))] == [token(it) for it in range(MOST_SECRETS)]

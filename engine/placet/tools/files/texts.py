"""Texts on their way into files: how they become bytes, and where in a text another one stands."""

from __future__ import annotations

from placet.rules.errors import ToolFailed


def encoded(text: str, what: str) -> bytes:
    """The bytes of a text in UTF-8. `what` names it in the refusal, at the start of a sentence.

    Raises:
        ToolFailed: `not_text`, it holds half of a character.
    """
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise ToolFailed(f"{what} holds half of a character, so it is no text.", code="not_text") from None


def places_of(part: str, text: str, limit: int) -> list[int]:
    """Where `part` begins in `text`, those that overlap included; no more than `limit` of them."""
    places: list[int] = []
    at = text.find(part)
    while at >= 0 and len(places) < limit:
        places.append(at)
        at = text.find(part, at + 1)
    return places

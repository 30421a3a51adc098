"""Untrusted names and amounts in our own sentences."""

from __future__ import annotations

from placet.rules.characters import LOOKS, Look

_SHOWN = frozenset({Look.PLAIN, Look.MARK})
_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def quoted(text: str, limit: int | None = None) -> str:
    """Spell untrusted text as a JSON string in which everything that doesn't show is escaped.

    With a `limit`, longer text is cut after that many characters and an ellipsis follows the closing quote.
    """
    cut = text if limit is None else text[:limit]
    inner = "".join(map(_spelled, cut))
    return f'"{inner}"' + ("…" if len(cut) < len(text) else "")


def without(text: str, *secrets: str) -> str:
    """What another side said, with dots where it repeats a secret of ours."""
    for secret in filter(None, secrets):
        text = text.replace(secret, "…")
    return text


def counted(number: int, noun: str) -> str:
    """Say how many, with thousands set apart: `1 byte`, `1,204 bytes`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _spelled(character: str) -> str:
    if character in _SHORT:
        return _SHORT[character]
    if LOOKS[character] in _SHOWN:
        return character
    code = ord(character)
    if code <= 0xFFFF:
        return f"\\u{code:04x}"
    pair = code - 0x10000
    return f"\\u{0xD800 + (pair >> 10):04x}\\u{0xDC00 + (pair & 0x3FF):04x}"

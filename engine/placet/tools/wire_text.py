"""Bytes from outside, as text where they are text."""

from __future__ import annotations

_LONGEST_START = 3
"""A cut can leave at most this many bytes of a UTF-8 character behind."""


def text_of(data: bytes, *, cut: bool) -> str | None:
    """The text of UTF-8 bytes, None when they aren't any. `cut`: their end may be in the middle of a character."""
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        if not cut or error.reason != "unexpected end of data" or len(data) - error.start > _LONGEST_START:
            return None
        return data[: error.start].decode()

"""Bytes from outside are text, or they aren't; a cut may fall inside a character."""

import pytest

from placet.tools.wire_text import text_of


@pytest.mark.parametrize(
    ("data", "cut", "text"),
    [
        (b"", False, ""),
        ("gr\u00fc\u00df".encode(), False, "gr\u00fc\u00df"),
        ("a\u20ac".encode()[:-1], True, "a"),
        ("a\u20ac".encode()[:-1], False, None),
        ("a\U0001f600".encode()[:-1], True, "a"),
        (b"a\xff", True, None),
        (b"\xe2\x82a", True, None),
        (b"\xed\xa0\x80", False, None),
    ],
)
def test_text_is_told_from_other_bytes(data: bytes, cut: bool, text: str | None) -> None:
    assert text_of(data, cut=cut) == text

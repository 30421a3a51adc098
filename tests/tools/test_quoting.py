"""Untrusted names in our sentences."""

from __future__ import annotations

import json

import pytest

from placet.tools.quoting import counted, quoted, without


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("plain", '"plain"'),
        ('say "hi"\\', r'"say \"hi\"\\"'),
        ("a\n\r\t\0\x7f\x9b", r'"a\n\r\t\u0000\u007f\u009b"'),
        ("in\u202efdp.exe", r'"in\u202efdp.exe"'),
        ("\u200b\u2028\u00a0\ufeff\u00ad", r'"\u200b\u2028\u00a0\ufeff\u00ad"'),
        ("\u3164\u2800\ufe0f\u115f", r'"\u3164\u2800\ufe0f\u115f"'),
        ("\U000e0041\U000e0100", r'"\udb40\udc41\udb40\udd00"'),
        ("\ud800", r'"\ud800"'),
        ("Grüße \U0001f600 \u05e9\u05dc\u05d5\u05dd", '"Grüße \U0001f600 \u05e9\u05dc\u05d5\u05dd"'),
    ],
)
def test_only_what_shows_stays_as_it_is(text: str, spelled: str) -> None:
    assert quoted(text) == spelled


def test_every_character_comes_back_from_the_json_string() -> None:
    text = "".join(map(chr, [*range(0x3000), *range(0xF000, 0x11000), *range(0xE0000, 0xE0200)]))
    assert json.loads(quoted(text)) == text


def test_a_cut_is_seen() -> None:
    assert quoted("x" * 11, 10) == '"xxxxxxxxxx"…'
    assert quoted("x" * 10, 10) == '"xxxxxxxxxx"'


def test_amounts_have_a_plural_and_thousands() -> None:
    assert [counted(n, "byte") for n in (0, 1, 2, 1204)] == ["0 bytes", "1 byte", "2 bytes", "1,204 bytes"]


def test_a_secret_that_is_repeated_is_left_out_wherever_it_stands() -> None:
    assert without("a key, the key", "key", "") == "a …, the …"

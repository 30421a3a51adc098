"""Why a text isn't TOML, in the language of the console.

Python's parser says it in English, with the place behind it. Its sentences are few; what it puts in stays as it is. One
that isn't known here is left out in another language: the place alone is better than half a sentence that can't be read.
"""

from __future__ import annotations

import re
from tomllib import TOMLDecodeError
from typing import Final

from PySide6.QtCore import QLocale

from placet_gui.words import noop, number_text, translate

REASONS: Final = (
    noop("toml", "Cannot declare {0} twice"),
    noop("toml", "Cannot mutate immutable namespace {0}"),
    noop("toml", "Cannot overwrite a value"),
    noop("toml", "Cannot redefine namespace {0}"),
    noop("toml", "Duplicate inline table key {0}"),
    noop("toml", "Escaped character is not a Unicode scalar value"),
    noop("toml", "Expected '=' after a key in a key/value pair"),
    noop("toml", "Expected ']' at the end of a table declaration"),
    noop("toml", "Expected ']]' at the end of an array declaration"),
    noop("toml", "Expected newline or end of document after a statement"),
    noop("toml", "Expected {0}"),
    noop("toml", "Found invalid character {0}"),
    noop("toml", "Illegal character {0}"),
    noop("toml", "Invalid date or datetime"),
    noop("toml", "Invalid hex value"),
    noop("toml", "Invalid initial character for a key part"),
    noop("toml", "Invalid statement"),
    noop("toml", "Invalid value"),
    noop("toml", "Unclosed array"),
    noop("toml", "Unclosed inline table"),
    noop("toml", "Unescaped '\\' in a string"),
    noop("toml", "Unterminated string"),
)
"""Every sentence of the parser's, what tells more before what tells less."""
_PLACED: Final = re.compile(
    r"(?P<reason>.*) \(at (?:line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL
)


def why_no_toml(error: TOMLDecodeError) -> str:
    """The parser's reason and the place, without a point at the end."""
    text = str(error)
    if QLocale().language() in {QLocale.Language.English, QLocale.Language.C}:
        return text
    found = _PLACED.fullmatch(text)
    if found is None:
        return _reason(text)
    return _at(_place(found), _reason(found["reason"]))


def _at(place: str, reason: str) -> str:
    return translate("toml", "{0} (at {1})").format(reason, place) if reason else place


def _place(found: re.Match[str]) -> str:
    if found["line"] is None:
        return translate("toml", "end of document")
    line, column = (number_text(int(found[it])) for it in ("line", "column"))
    return translate("toml", "line {0}, column {1}").format(line, column)


def _reason(text: str) -> str:
    for known in REASONS:
        before, place, after = known.partition("{0}")
        if (text == known) if not place else (text.startswith(before) and text.endswith(after)):
            put_in = text[len(before) : len(text) - len(after)]
            return translate("toml", known).replace("{0}", put_in)
    return ""

"""The table of generations: the newest of them, and more as the owner scrolls."""

from __future__ import annotations

import enum
import re
from typing import Final

from PySide6.QtCore import QObject, Qt

from placet.api import showable
from placet.api.generations import GenerationLine
from placet_gui.models.columned_rows import RowColumn
from placet_gui.models.newest_rows import NewestRows
from placet_gui.moments import clock_text, duration_text
from placet_gui.said import said
from placet_gui.texts import GENERATIONS, asker, word
from placet_gui.words import noop, number_text, translate

_INPUT: Final = '"input": '
_QUESTION: Final = '"role": "user", "content": '
_TEXT: Final = re.compile(r'"(?:text|content)": (?=")')
_STRING: Final = re.compile(r'"(?P<text>(?:[^"\\]|\\.)*)(?P<end>"?)')
_PLAIN: Final = re.compile(r'(?P<breaks>(?:\\n)+)|\\(?:u(?P<letter>[0-9a-f]{4})|(?P<sign>["\\/]))')
"""Signs that JSON text escapes though they can be seen, and line breaks."""
_BREAK: Final = " ⏎ "
_EVENTS_HEAD: Final = "Placet tells of events. This is not a message from the owner."
"""What a request begins with that the engine makes of what an agent's triggers are to be told."""


class ColumnId(enum.IntEnum):
    """The columns, in their order."""

    STATUS = 0
    MODEL = 1
    WHAT = 2
    ASKER = 3
    ATTEMPT = 4
    TOKENS = 5
    TOOK = 6
    CREATED = 7


def asked(preview: str) -> str:
    """The part of a request's beginning that tells most: its question, or else the first text of its input.

    Of a longer text the beginning, and a sign that it goes on.
    """
    question = preview.removeprefix(_QUESTION)
    given = question if question != preview else preview.partition(_INPUT)[2] or preview
    text = _TEXT.search(given) if given.startswith("[") else None
    string = _STRING.match(given if text is None else given[text.end() :])
    if string is None or not string["text"]:
        return given
    return _PLAIN.sub(_seen, string["text"]) + ("" if string["end"] else "…")


def request_text(row: GenerationLine) -> str:
    """What was asked, in the console's language where Placet itself asked an agent: there it tells of events."""
    text = asked(row.preview)
    head, broken, events = text.partition(_BREAK)
    if row.agent is None or head != _EVENTS_HEAD or not broken:
        return text
    whole = events if not events.endswith("…") else events[: events.rfind(".") + 1]
    told = _BREAK.join(said(event) for event in whole.split(_BREAK))
    return translate("generations", "Events: {0}").format(told or events)


def _seen(escaped: re.Match[str]) -> str:
    """What an escaped sign is; a letter only where it is shown as itself, and line breaks as one sign for them."""
    if escaped["breaks"]:
        return _BREAK
    if escaped["sign"]:
        return escaped["sign"]
    letter = chr(int(escaped["letter"], 16))
    return letter if letter.isalpha() and showable(letter, single_line=True).text == letter else escaped[0]


_COLUMNS: Final = {
    ColumnId.STATUS: RowColumn[GenerationLine](
        header=noop("tables", "Status"), text=lambda row: word(GENERATIONS, row.status)
    ),
    ColumnId.MODEL: RowColumn[GenerationLine](header=noop("tables", "Model"), text=lambda row: row.model),
    ColumnId.WHAT: RowColumn[GenerationLine](header=noop("tables", "Request"), text=request_text),
    ColumnId.ASKER: RowColumn[GenerationLine](
        header=noop("tables", "Asked by"), text=lambda row: asker(row.agent, row.principal)
    ),
    ColumnId.ATTEMPT: RowColumn[GenerationLine](
        header=noop("tables", "Attempt"), text=lambda row: str(row.attempt), align=Qt.AlignmentFlag.AlignRight
    ),
    ColumnId.TOKENS: RowColumn[GenerationLine](
        header=noop("tables", "Tokens"),
        text=lambda row: "" if row.output_tokens is None else number_text(row.output_tokens),
        align=Qt.AlignmentFlag.AlignRight,
    ),
    ColumnId.TOOK: RowColumn[GenerationLine](
        header=noop("tables", "Took"),
        text=lambda row: duration_text(row.duration_ms),
        align=Qt.AlignmentFlag.AlignRight,
    ),
    ColumnId.CREATED: RowColumn[GenerationLine](
        header=noop("tables", "Asked"),
        text=lambda row: clock_text(row.created_at),
        align=Qt.AlignmentFlag.AlignRight,
    ),
}


class GenerationTable(NewestRows[GenerationLine]):
    """Generations as rows, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__([_COLUMNS[column] for column in ColumnId], _spoken, parent)


def _spoken(row: GenerationLine) -> str:
    """A row as one sentence for assistive tools."""
    return translate("generations", "{0} for {1}: {2}").format(
        row.model, asker(row.agent, row.principal), word(GENERATIONS, row.status)
    )

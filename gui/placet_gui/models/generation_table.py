"""The table of generations: the newest of them, and more as the owner scrolls."""

from __future__ import annotations

import enum
import time
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, Qt

from placet.api.generations import GenerationLine
from placet_gui.models.newest_rows import NewestRows
from placet_gui.models.row_table import RowColumn
from placet_gui.moments import clock_text, duration_text
from placet_gui.texts import GENERATIONS, asker, word

_INPUT: Final = '"input": '


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
    """The part of a request's beginning that tells most: from its input on, since the model has a column of its own."""
    return preview.partition(_INPUT)[2] or preview


_COLUMNS: Final = {
    ColumnId.STATUS: RowColumn[GenerationLine](
        header="Status", text=lambda row: word(GENERATIONS, row.status)
    ),
    ColumnId.MODEL: RowColumn[GenerationLine](header="Model", text=lambda row: row.model),
    ColumnId.WHAT: RowColumn[GenerationLine](header="Request", text=lambda row: asked(row.preview)),
    ColumnId.ASKER: RowColumn[GenerationLine](
        header="Asked by", text=lambda row: asker(row.agent, row.principal)
    ),
    ColumnId.ATTEMPT: RowColumn[GenerationLine](
        header="Attempt", text=lambda row: str(row.attempt), align=Qt.AlignmentFlag.AlignRight
    ),
    ColumnId.TOKENS: RowColumn[GenerationLine](
        header="Tokens",
        text=lambda row: "" if row.output_tokens is None else f"{row.output_tokens:,}",
        align=Qt.AlignmentFlag.AlignRight,
    ),
    ColumnId.TOOK: RowColumn[GenerationLine](
        header="Took", text=lambda row: duration_text(row.duration_ms), align=Qt.AlignmentFlag.AlignRight
    ),
    ColumnId.CREATED: RowColumn[GenerationLine](
        header="Asked",
        text=lambda row: clock_text(row.created_at, int(time.time() * 1000)),
        align=Qt.AlignmentFlag.AlignRight,
    ),
}


class GenerationTable(NewestRows[GenerationLine]):
    """Generations as rows, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__([_COLUMNS[column] for column in ColumnId], _spoken, parent)


def _spoken(row: GenerationLine) -> str:
    """A row as one sentence for assistive tools."""
    return QCoreApplication.translate("generations", "{0} for {1}: {2}").format(
        row.model, asker(row.agent, row.principal), word(GENERATIONS, row.status)
    )

"""What the tables of an agent's files and of the runs of its code show of each row."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt

from placet.api.views import FileRow, RunRow
from placet_gui.models.columned_rows import RowColumn
from placet_gui.moments import clock_text, duration_text
from placet_gui.texts import FILE_STATES, RUN_STARTERS, RUNS, word
from placet_gui.words import noop, number_text, translate

_KIB: Final = 1024


def file_state(row: FileRow) -> str:
    """How a file stands, as a key of `texts.FILE_STATES`."""
    if row.authorized:
        return "authorized"
    if not row.is_code:
        return "no_code"
    if row.sha256 is None:
        return "too_large"
    return "plain" if row.last_authorized in {None, row.sha256} else "changed"


def size_text(size_bytes: int) -> str:
    """A size as people read it."""
    return f"{size_bytes} B" if size_bytes < _KIB else f"{number_text(size_bytes / _KIB, 1)} KiB"


def authority_text(row: RunRow) -> str:
    """With which authority code ran."""
    if row.authorized:
        return translate("code_tables", "authorized")
    return translate("code_tables", "no authority")


def starter_text(row: RunRow) -> str:
    """Who started code: a call, a trigger, a timer, the owner; and the code that asked for it, where code did."""
    by = word(RUN_STARTERS, row.started_by)
    return f"{by}, {row.shown_asker}" if row.shown_asker else by


FILE_COLUMNS: Final = (
    RowColumn[FileRow](header=noop("tables", "State"), text=lambda row: word(FILE_STATES, file_state(row))),
    RowColumn[FileRow](header=noop("tables", "File"), text=lambda row: row.shown_path),
    RowColumn[FileRow](
        header=noop("tables", "Size"),
        text=lambda row: size_text(row.size_bytes),
        align=Qt.AlignmentFlag.AlignRight,
    ),
    RowColumn[FileRow](header=noop("tables", "SHA-256"), text=lambda row: (row.sha256 or "")[:8]),
)
RUN_COLUMNS: Final = (
    RowColumn[RunRow](header=noop("tables", "State"), text=lambda row: word(RUNS, row.status)),
    RowColumn[RunRow](header=noop("tables", "Code"), text=lambda row: row.shown_source),
    RowColumn[RunRow](header=noop("tables", "Authority"), text=authority_text),
    RowColumn[RunRow](header=noop("tables", "Started by"), text=starter_text),
    RowColumn[RunRow](
        header=noop("tables", "Took"),
        text=lambda row: duration_text(row.duration_ms),
        align=Qt.AlignmentFlag.AlignRight,
    ),
    RowColumn[RunRow](
        header=noop("tables", "Started"),
        text=lambda row: clock_text(row.started_at),
        align=Qt.AlignmentFlag.AlignRight,
    ),
)

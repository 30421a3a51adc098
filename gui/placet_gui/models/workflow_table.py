"""The table of workflows: the newest of them, and more as the owner scrolls."""

from __future__ import annotations

import enum
import time
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, Qt

from placet.api import Phase, showable
from placet.api.workflows import WorkflowRow
from placet_gui.models.newest_rows import NewestRows
from placet_gui.models.row_table import RowColumn
from placet_gui.moments import clock_text
from placet_gui.texts import VERDICTS, WORKFLOWS, word


class ColumnId(enum.IntEnum):
    """The columns, in their order."""

    STATUS = 0
    VERDICT = 1
    WHAT = 2
    AGENT = 3
    GOAL = 4
    RUN = 5
    CREATED = 6


_NOTHING_TO_CHECK: Final = frozenset({"unchecked", "unsupported"})


def verdict_of(row: WorkflowRow) -> str | None:
    """What the evidence comes to: a key of `texts.VERDICTS`.

    None while a run may still add to it, and where nothing could be checked of something that didn't even finish.
    """
    says_nothing = not row.model_completed and row.verdict in _NOTHING_TO_CHECK
    return None if says_nothing or row.phase != Phase.ENDED else row.verdict


def title_of(row: WorkflowRow) -> str:
    """A workflow's title as one showable line."""
    return showable(row.title, single_line=True).text


def _verdict_word(row: WorkflowRow) -> str:
    verdict = verdict_of(row)
    return "" if verdict is None else word(VERDICTS, verdict)


_RIGHT: Final = Qt.AlignmentFlag.AlignRight
_COLUMNS: Final = {
    ColumnId.STATUS: RowColumn[WorkflowRow](header="Status", text=lambda row: word(WORKFLOWS, row.status)),
    ColumnId.VERDICT: RowColumn[WorkflowRow](header="Evidence", text=_verdict_word),
    ColumnId.WHAT: RowColumn[WorkflowRow](header="Goal", text=title_of),
    ColumnId.AGENT: RowColumn[WorkflowRow](header="Agent", text=lambda row: row.agent),
    ColumnId.GOAL: RowColumn[WorkflowRow](
        header="Goals", text=lambda row: str(row.goal_revision + 1), align=_RIGHT
    ),
    ColumnId.RUN: RowColumn[WorkflowRow](header="Runs", text=lambda row: str(row.attempt), align=_RIGHT),
    ColumnId.CREATED: RowColumn[WorkflowRow](
        header="Asked",
        text=lambda row: clock_text(row.created_at, int(time.time() * 1000)),
        align=_RIGHT,
    ),
}


class WorkflowTable(NewestRows[WorkflowRow]):
    """Workflows as rows, newest first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__([_COLUMNS[column] for column in ColumnId], _spoken, parent)


def _spoken(row: WorkflowRow) -> str:
    """A row as one sentence for assistive tools."""
    states = ", ".join(filter(None, (word(WORKFLOWS, row.status), _verdict_word(row))))
    return QCoreApplication.translate("workflows", "{0} for {1}: {2}").format(
        title_of(row), row.agent, states
    )

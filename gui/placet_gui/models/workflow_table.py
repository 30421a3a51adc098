"""The table of workflows: the newest of them, and more as the owner scrolls."""

from __future__ import annotations

import enum
from typing import Final

from PySide6.QtCore import QObject, Qt

from placet.api import Phase, showable
from placet.api.workflows import WorkflowRow
from placet_gui.models.columned_rows import RowColumn
from placet_gui.models.newest_rows import NewestRows
from placet_gui.moments import clock_text
from placet_gui.said import said
from placet_gui.texts import VERDICTS, WORKFLOWS, word
from placet_gui.words import noop, translate


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
    """A workflow's title as one showable line; a guided one's is the engine's."""
    title = showable(row.title, single_line=True).text
    return said(title) if row.guided else title


def _verdict_word(row: WorkflowRow) -> str:
    verdict = verdict_of(row)
    return "" if verdict is None else word(VERDICTS, verdict)


_RIGHT: Final = Qt.AlignmentFlag.AlignRight
_COLUMNS: Final = {
    ColumnId.STATUS: RowColumn[WorkflowRow](
        header=noop("tables", "Status"), text=lambda row: word(WORKFLOWS, row.status)
    ),
    ColumnId.VERDICT: RowColumn[WorkflowRow](header=noop("tables", "Evidence"), text=_verdict_word),
    ColumnId.WHAT: RowColumn[WorkflowRow](header=noop("tables", "Goal"), text=title_of),
    ColumnId.AGENT: RowColumn[WorkflowRow](header=noop("tables", "Agent"), text=lambda row: row.agent),
    ColumnId.GOAL: RowColumn[WorkflowRow](
        header=noop("tables", "Goals"), text=lambda row: str(row.goal_revision + 1), align=_RIGHT
    ),
    ColumnId.RUN: RowColumn[WorkflowRow](
        header=noop("tables", "Runs"), text=lambda row: str(row.attempt), align=_RIGHT
    ),
    ColumnId.CREATED: RowColumn[WorkflowRow](
        header=noop("tables", "Asked"),
        text=lambda row: clock_text(row.created_at),
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
    return translate("workflows", "{0} for {1}: {2}").format(title_of(row), row.agent, states)

"""How decisions were made, by agent and tool: the table of all of them."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout

from placet.api import showable
from placet.api.statistics import ToolRow
from placet_gui.delegates.table_cells import CellStyle
from placet_gui.models.columned_rows import RowColumn
from placet_gui.models.row_table import RowTable
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.statistics_plots import middle, share
from placet_gui.theme.style import Theme
from placet_gui.views.row_table_view import RowTableView
from placet_gui.words import noop, number_text, translate

_ROW_PX: Final = 32
_MOST_ROWS: Final = 12


class ColumnId(enum.IntEnum):
    """The columns, in their order."""

    TOOL = 0
    AGENT = 1
    DECISIONS = 2
    APPROVED = 3
    DENIED = 4
    MIDDLE = 5
    QUICK = 6
    UNEXPANDED = 7


_RIGHT: Final = Qt.AlignmentFlag.AlignRight
_COLUMNS: Final[Mapping[ColumnId, RowColumn[ToolRow]]] = {
    ColumnId.TOOL: RowColumn(header=noop("tables", "Tool"), text=lambda row: _line(row.tool)),
    ColumnId.AGENT: RowColumn(header=noop("tables", "Agent"), text=lambda row: _line(row.agent)),
    ColumnId.DECISIONS: RowColumn(
        header=noop("tables", "Decisions"), text=lambda row: number_text(row.tally.decisions), align=_RIGHT
    ),
    ColumnId.APPROVED: RowColumn(
        header=noop("tables", "You approved"), text=lambda row: _sum(row.tally.approved), align=_RIGHT
    ),
    ColumnId.DENIED: RowColumn(
        header=noop("tables", "You denied"), text=lambda row: _sum(row.tally.denied), align=_RIGHT
    ),
    ColumnId.MIDDLE: RowColumn(
        header=noop("tables", "Median time"), text=lambda row: middle(row.tally), align=_RIGHT
    ),
    ColumnId.QUICK: RowColumn(
        header=noop("tables", "Under 1 second"),
        text=lambda row: of(row.tally.quick_approvals, row.tally.timed_approvals),
        align=_RIGHT,
    ),
    ColumnId.UNEXPANDED: RowColumn(
        header=noop("tables", "Never unfolded"),
        text=lambda row: of(row.tally.unexpanded, row.tally.foldable),
        align=_RIGHT,
    ),
}
_WIDTHS_PX: Final[Mapping[int, int]] = {
    ColumnId.AGENT: 120,
    ColumnId.DECISIONS: 92,
    ColumnId.APPROVED: 104,
    ColumnId.DENIED: 92,
    ColumnId.MIDDLE: 160,
    ColumnId.QUICK: 124,
    ColumnId.UNEXPANDED: 124,
}
_FIRST_TO_GO: Final = (ColumnId.DENIED, ColumnId.APPROVED, ColumnId.MIDDLE)
_NARROWEST_TOOL_PX: Final = 130
_STYLES: Final[Mapping[int, CellStyle]] = {
    ColumnId.TOOL: CellStyle(mono=True, strong=True),
    **{it: CellStyle(figures=True) for it in ColumnId if it > ColumnId.AGENT},
}


class ToolsCard(QFrame):
    """A row for each agent's tool that decisions were asked for. It knows no engine."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        heading = self.tr("By agent and tool")
        self.setProperty("area", "card")
        name_widget(self, Name.STATISTICS_TOOLS, heading)
        self._model = RowTable(
            [_COLUMNS[it] for it in ColumnId], lambda row: f"{row.agent}\0{row.tool}", self
        )
        self._table = RowTableView(Name.STATISTICS_TOOLS_TABLE, heading, self._model, widest=ColumnId.TOOL)
        self._table.dress(theme, None, _STYLES, _WIDTHS_PX)
        self._table.spare(_FIRST_TO_GO, _NARROWEST_TOOL_PX)
        self._table.setFrameShape(QFrame.Shape.NoFrame)
        self._table.verticalHeader().setDefaultSectionSize(_ROW_PX)
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 14, 16, 14)
        column.setSpacing(8)
        column.addWidget(plain_label(heading, "heading"))
        column.addWidget(self._table)
        self.show_tools(())

    def show_tools(self, tools: Sequence[ToolRow]) -> None:
        """Show these."""
        self._model.take(tools)
        head_px = self._table.horizontalHeader().sizeHint().height()
        self._table.setFixedHeight(head_px + _ROW_PX * min(_MOST_ROWS, max(1, len(tools))))


def of(part: int, whole: int) -> str:
    """A part, its whole and their share; a dash where nothing is known."""
    if not whole:
        return "–"
    words = translate("statistics", "{0} of {1} · {2}")
    return words.format(number_text(part), number_text(whole), share(part, whole))


def _sum(bands: Mapping[int, int]) -> str:
    return number_text(sum(bands.values()))


def _line(text: str) -> str:
    return showable(text, single_line=True).text

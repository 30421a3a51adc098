"""The doctor's page: everything that somebody has to see to, and what to do about each."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Final

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtGui import QFont, QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from placet.api import showable
from placet.api.doctor import Examination, FindingRow
from placet_gui.delegates.badges import FINDING_LOOKS, Badge, finding_look
from placet_gui.delegates.table_cells import CellStyle
from placet_gui.models.columned_rows import RowColumn
from placet_gui.models.row_table import RowTable
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.said import said
from placet_gui.texts import CHECKS, FINDINGS, word
from placet_gui.theme.fonts import sans
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.approval_facts import note
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.first_stop import FirstStop
from placet_gui.views.flow import Flow
from placet_gui.views.page import EmptyWord
from placet_gui.views.row_table_view import RowTableView
from placet_gui.views.table_foot import TableFoot

_ROW_PX: Final = 56
_WIDTHS_PX: Final[Mapping[int, int]] = {0: 176}


class ColumnId(enum.IntEnum):
    """The columns, in their order."""

    KIND = 0
    WHAT = 1


_STYLES: Final[Mapping[int, CellStyle]] = {ColumnId.WHAT: CellStyle(strong=True, lines=2)}


class DoctorPage(QWidget):
    """What was found, as a list; below it what to do about the chosen one. It knows no engine.

    Signals:
        look_asked: the owner wants the house looked at again.
        seen(bool): the page came to the front, or left it.
        workflow_asked(str, str): the owner wants to see this workflow, and this operation of it or "".
        check_asked(FindingRow): the owner wants this effect looked up again.
    """

    look_asked = Signal()
    seen = Signal(bool)
    workflow_asked = Signal(str, str)
    check_asked = Signal(object)

    def __init__(self, theme: Theme, again: str = "", notes: Sequence[str] = ()) -> None:
        """`again` is what looking once more is called here; `notes` are sentences about this window, good to know."""
        super().__init__()
        self._theme = theme
        self._again_words = again or self.tr("Look again")
        name_widget(self, Name.DOCTOR_PAGE, self.tr("Doctor"))
        self._total = plain_label("", "muted")
        self._again = QPushButton(f" {self._again_words}")
        columns = (
            RowColumn[FindingRow](header=self.tr("Kind"), text=lambda row: word(FINDINGS, row.code)),
            RowColumn[FindingRow](header=self.tr("What is so"), text=lambda row: _line(said(row.what))),
        )
        self._model = RowTable(columns, _key)
        self._table = RowTableView(
            Name.DOCTOR_LIST, self.tr("What is to be seen to"), self._model, widest=ColumnId.WHAT
        )
        self._detail = FindingDetail(theme)
        self._empty = EmptyWord(
            theme, "loader", self.tr("Looking…"), self.tr("That takes up to two seconds.")
        )
        self._body = QStackedWidget()
        self._lay_out(notes)
        self._connect()
        self._detail.hide()
        FirstStop(self, self._table)

    @Slot(object)
    def show_examination(self, found: Examination) -> None:
        """Show what was found. The chosen one stays chosen while it is found."""
        self._model.take(found.findings)
        count = len(found.findings)
        self._total.setText(self.tr("%Ln things", "", count))
        self._total.setVisible(count > 0)
        looked = ", ".join(word(CHECKS, it) for it in found.checked)
        self._empty.show_icon("shield-check")
        self._empty.say(self.tr("Nothing to see to"), self.tr("Looked at: {0}.").format(looked))
        self._body.setCurrentIndex(0 if count else 1)
        if count and not self._table.selectionModel().hasSelection():
            # Not selectRow: read from the right, that looks for the column at an edge which nothing has before it is shown.
            self._table.setCurrentIndex(self._model.index(0, 0))
        self._show_chosen()

    @Slot(bool)
    def set_looking(self, looking: bool) -> None:
        """Say that it is being looked just now."""
        self._again.setText(" " + (self.tr("Looking…") if looking else self._again_words))

    def _lay_out(self, notes: Sequence[str]) -> None:
        name_widget(self._again, Name.DOCTOR_AGAIN, self._again_words)
        name_widget(self._empty, Name.DOCTOR_EMPTY, self.tr("Looking…"))
        self._table.setFrameShape(QFrame.Shape.NoFrame)
        self._table.verticalHeader().setDefaultSectionSize(_ROW_PX)
        fitting = {0: FINDING_LOOKS.values()}
        look = lambda row: finding_look(row.code)  # noqa: E731
        self._table.dress(self._theme, look, _STYLES, _WIDTHS_PX, fitting=fitting)
        self._detail.stand_below(self._table)
        head = QFrame()
        head.setProperty("area", "header")
        row = QHBoxLayout(head)
        row.setContentsMargins(24, 16, 24, 16)
        row.setSpacing(8)
        row.addWidget(plain_label(self.tr("Doctor"), "title"))
        row.addSpacing(4)
        row.addWidget(self._total)
        row.addStretch(1)
        row.addWidget(self._again)
        self._body.addWidget(self._table)
        self._body.addWidget(self._empty)
        self._body.setCurrentIndex(1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        for sentence in notes:
            column.addWidget(self._note(sentence))
        column.addWidget(self._body, 1)
        column.addWidget(self._detail)

    def _note(self, sentence: str) -> QWidget:
        """Something about this window that no look can change, so it is no finding."""
        box = note(self._theme, "info", "neutral", sentence)
        name_widget(box, Name.DOCTOR_NOTE, sentence)
        room = QWidget()
        around = QVBoxLayout(room)
        around.setContentsMargins(24, 12, 24, 12)
        around.addWidget(box)
        return room

    def _connect(self) -> None:
        self._again.clicked.connect(self.look_asked)
        self._table.selectionModel().selectionChanged.connect(self._show_chosen)
        self._table.row_opened.connect(self._on_table_row_opened)
        self._detail.workflow_asked.connect(self.workflow_asked)
        self._detail.check_asked.connect(self.check_asked)
        self._model.rowsRemoved.connect(self._show_chosen)
        self._theme.changed.connect(self._tint)
        self._tint()

    @Slot()
    def _show_chosen(self) -> None:
        chosen = self._table.selectionModel().selectedRows()
        row = self._model.row_at(chosen[0]) if chosen else None
        self._detail.setVisible(row is not None)
        if row is not None:
            self._detail.show_row(row)

    @Slot(object)
    def _on_table_row_opened(self, _row: FindingRow) -> None:
        self._detail.take_focus()

    @Slot()
    def _tint(self) -> None:
        self._again.setIcon(icon("rotate-ccw", "text_muted", self._theme.tokens, 14))
        self._again.setIconSize(QSize(14, 14))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.seen.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.seen.emit(False)


class FindingDetail(TableFoot):
    """The chosen finding, what to do about it, and the ways to do it.

    Signals:
        workflow_asked(str, str), check_asked(FindingRow): as the page says.
    """

    workflow_asked = Signal(str, str)
    check_asked = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._row: FindingRow | None = None
        name_widget(self, Name.DOCTOR_FINDING, self.tr("The chosen finding"))
        self.setProperty("area", "foot")
        self._badge = Badge(theme, finding_look("ledger_damaged"), "finding_kind")
        self._what = ExactLabel(theme, sans(theme.tokens.size("text_px"), QFont.Weight.DemiBold))
        self._advice = ExactLabel(theme, sans(theme.tokens.size("text_px")))
        self._open = QPushButton(" " + self.tr("Open workflow"))
        self._check = QPushButton(" " + self.tr("Check again"))
        tip = self.tr("Looks the effect up where it would be. It only looks, and sends nothing.")
        name_widget(self._open, Name.DOCTOR_OPEN, self.tr("Open the workflow"))
        name_widget(self._check, Name.DOCTOR_CHECK, self.tr("Check again"), tip)
        self._check.setToolTip(tip)
        self._lay_out()
        self._open.clicked.connect(self._on_open_clicked)
        self._check.clicked.connect(self._on_check_clicked)
        theme.changed.connect(self._tint)
        self._tint()

    def take_focus(self) -> None:
        """Put the keyboard on what can be done first, if anything can."""
        for button in (self._open, self._check):
            if button.isVisible():
                button.setFocus()
                return

    def show_row(self, row: FindingRow) -> None:
        """Show this finding."""
        self._row = row
        self._badge.show_look(finding_look(row.code))
        for label, text in ((self._what, said(row.what)), (self._advice, said(row.advice))):
            label.setText(_line(text))
            label.setAccessibleName(_line(text))
        self._open.setVisible(row.workflow_id is not None)
        self._check.setVisible(row.operation_id is not None)

    def _lay_out(self) -> None:
        buttons = Flow(8)
        buttons.addWidget(self._open)
        buttons.addWidget(self._check)
        words = QVBoxLayout()
        words.setSpacing(6)
        words.addWidget(self._what)
        words.addWidget(self._advice)
        words.addWidget(buttons)
        self._lay_out_foot(self._badge, words, over_px=14, under_px=16)

    @Slot()
    def _on_open_clicked(self) -> None:
        if self._row is not None and self._row.workflow_id is not None:
            self.workflow_asked.emit(self._row.workflow_id, self._row.operation_id or "")

    @Slot()
    def _on_check_clicked(self) -> None:
        if self._row is not None:
            self.check_asked.emit(self._row)

    @Slot()
    def _tint(self) -> None:
        for button, mark in ((self._open, "workflow"), (self._check, "search")):
            button.setIcon(icon(mark, "text_muted", self._theme.tokens, 14))
            button.setIconSize(QSize(14, 14))


def _key(row: FindingRow) -> str:
    """What a finding is told apart by: the same thing keeps its place from one look to the next."""
    return "\0".join(
        (row.code, row.workflow_id or "", row.operation_id or "", "" if row.workflow_id else row.what)
    )


def _line(text: str) -> str:
    return showable(text, single_line=True).text

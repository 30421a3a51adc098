"""The grants page: what may pass without asking, in words; until when, how often, and how to take it back (rule 12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QAction, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from placet.api.grants import GrantRow
from placet_gui.delegates.badges import GRANT_LOOKS, Badge
from placet_gui.delegates.table_cells import CellStyle, TableCells
from placet_gui.models.columned_rows import ROW
from placet_gui.models.grant_table import ColumnId, GrantTable, ends_text, state_of
from placet_gui.models.grant_words import grant_sentence
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.grants import GrantsPresenter
from placet_gui.theme.fonts import sans
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.first_stop import FirstStop
from placet_gui.views.page import EmptyWord
from placet_gui.views.table_edge import TableEdge
from placet_gui.views.table_foot import TableFoot

ROW_PX: Final = 56
_WIDTHS_PX: Final = {ColumnId.STATE: 148, ColumnId.USES: 88, ColumnId.UNTIL: 112, ColumnId.HITS: 112}
_STYLES: Final[Mapping[int, CellStyle]] = {
    ColumnId.SENTENCE: CellStyle(strong=True, lines=2),
    ColumnId.USES: CellStyle(figures=True),
    ColumnId.UNTIL: CellStyle(figures=True),
    ColumnId.HITS: CellStyle(figures=True),
}


class GrantsPage(QWidget):
    """All standing answers, newest first; those that ended are told by word and icon."""

    def __init__(self, presenter: GrantsPresenter, theme: Theme, search: QAction) -> None:
        super().__init__()
        self._presenter = presenter
        name_widget(self, Name.GRANTS_PAGE, self.tr("Grants"))
        self._total = plain_label("", "muted")
        self._search = QLineEdit()
        self._standing = QPushButton(self.tr("Standing only"))
        self._table = GrantsTable(presenter.model, theme)
        self._detail = GrantDetail(theme)
        self._empty = EmptyWord(theme, "shield-check", "", "")
        self._any = False
        self._name_all()
        self._lay_out()
        self._connect(search)
        self._detail.stand_below(self._table)
        self._detail.hide()
        FirstStop(self, self._table)
        self._say_when_empty()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._presenter.refresh()  # a grant ends at its hour, and the clock may have been set

    def _name_all(self) -> None:
        name_widget(self._empty, Name.GRANTS_EMPTY, "")
        name_widget(self._search, Name.GRANTS_SEARCH, self.tr("Search in what may pass"))
        name_widget(
            self._standing, Name.GRANTS_ENDED, self.tr("Standing only"), self.tr("Leave out those that ended")
        )
        self._search.setPlaceholderText(self.tr("Search grants"))
        self._search.setClearButtonEnabled(True)
        self._search.setMinimumWidth(160)
        self._search.setMaximumWidth(320)
        self._standing.setCheckable(True)
        self._standing.setProperty("role", "chip")

    def _lay_out(self) -> None:
        head = QFrame()
        head.setProperty("area", "header")
        row = QHBoxLayout(head)
        row.setContentsMargins(24, 16, 24, 16)
        row.setSpacing(8)
        row.addWidget(plain_label(self.tr("Grants"), "title"))
        row.addSpacing(4)
        row.addWidget(self._total, 1)
        row.addWidget(self._search, 1)
        row.addWidget(self._standing)
        self._body = QStackedWidget()
        self._body.addWidget(self._table)
        self._body.addWidget(self._empty)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(head)
        column.addWidget(self._body, 1)
        column.addWidget(self._detail)

    def _connect(self, search: QAction) -> None:
        model = self._presenter.model
        self._search.textChanged.connect(self._presenter.search)
        self._standing.toggled.connect(self._presenter.show_standing_only)
        self._presenter.counted.connect(self._on_presenter_counted)
        self._table.selectionModel().selectionChanged.connect(self._show_chosen)
        self._detail.revoke_asked.connect(self._presenter.revoke)
        for changed in (model.rowsInserted, model.rowsRemoved):
            changed.connect(self._say_when_empty)
        model.rowsRemoved.connect(self._show_chosen)
        model.dataChanged.connect(self._show_chosen)
        search.triggered.connect(self._on_search_triggered)

    @Slot(int, int)
    def _on_presenter_counted(self, standing: int, total: int) -> None:
        self._any = total > 0
        words = self.tr("%Ln standing", "", standing)
        self._total.setText(words if standing == total else self.tr("{0} of {1}").format(words, total))
        self._say_when_empty()

    @Slot()
    def _show_chosen(self) -> None:
        chosen = self._table.selectionModel().selectedRows()
        row = self._presenter.model.row_at(chosen[0]) if chosen else None
        self._detail.setVisible(row is not None)
        if row is not None:
            self._detail.show_row(row)

    @Slot()
    def _on_search_triggered(self) -> None:
        if self.isVisible():
            self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
            self._search.selectAll()

    @Slot()
    def _say_when_empty(self) -> None:
        if self._any:
            self._empty.say(self.tr("No grants match"), self.tr("Take a filter away to see more."))
        else:
            self._empty.say(
                self.tr("Nothing passes without asking"),
                self.tr(
                    "Make a standing answer from a request in the inbox, by Always… beside its arguments."
                ),
            )
        self._body.setCurrentIndex(0 if self._presenter.model.rowCount() else 1)


class GrantsTable(QTableView):
    """The rows, two lines of words each."""

    def __init__(self, model: GrantTable, theme: Theme) -> None:
        super().__init__()
        name_widget(self, Name.GRANTS_TABLE, self.tr("Grants, newest first"))
        self.setModel(model)
        cells = TableCells(
            theme,
            self,
            row_role=ROW,
            look=lambda row: GRANT_LOOKS[state_of(row)],
            styles=_STYLES,
            is_faded=lambda row: not row.live,
        )
        self.setItemDelegate(cells)
        self.setShowGrid(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW_PX)
        columns = self.horizontalHeader()
        columns.setHighlightSections(False)
        columns.setSectionsClickable(False)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setSectionResizeMode(ColumnId.SENTENCE, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS_PX.items():
            self.setColumnWidth(column, width)
        self._edge = TableEdge(self, cells)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self.setColumnHidden(ColumnId.HITS, self.viewport().width() < 640)
        super().resizeEvent(event)
        self._edge.tell()


class GrantDetail(TableFoot):
    """The chosen grant, its whole sentence, and the way to take it back.

    Signals:
        revoke_asked(str): the owner takes this grant back.
    """

    revoke_asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._row: GrantRow | None = None
        name_widget(self, Name.GRANT_DETAIL, self.tr("The chosen grant"))
        self.setProperty("area", "foot")
        self._state = Badge(theme, GRANT_LOOKS["live"], "grant_state")
        self._sentence = ExactLabel(theme, sans(theme.tokens.size("text_px")))
        self._life = ExactLabel(theme, sans(theme.tokens.size("small_px")), "text_muted")
        self._revoke = QPushButton(" " + self.tr("Revoke"))
        self._revoke.setProperty("role", "danger")
        tip = self.tr("From now on such calls wait for you again; those that run go on.")
        self._revoke.setToolTip(tip)
        name_widget(self._revoke, Name.GRANT_REVOKE, self.tr("Revoke this grant"), tip)
        self._lay_out()
        self._revoke.clicked.connect(self._on_revoke_clicked)
        theme.changed.connect(self._tint)
        self._tint()

    def show_row(self, row: GrantRow) -> None:
        """Show this grant as it is now."""
        self._row = row
        self._state.show_look(GRANT_LOOKS[state_of(row)])
        sentence = grant_sentence(row.agent, row.tool, row.wording)
        self._sentence.setText(sentence)
        self._sentence.setAccessibleName(sentence)
        self._life.setText(ends_text(row))
        self._revoke.setVisible(row.live)

    def _lay_out(self) -> None:
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(self._sentence)
        words.addWidget(self._life)
        self._lay_out_foot(self._state, words, self._revoke, over_px=12, under_px=16)

    @Slot()
    def _on_revoke_clicked(self) -> None:
        if self._row is not None:
            self.revoke_asked.emit(self._row.id)

    @Slot()
    def _tint(self) -> None:
        self._revoke.setIcon(icon("ban", "danger", self._theme.tokens, 14))
        self._revoke.setIconSize(QSize(14, 14))

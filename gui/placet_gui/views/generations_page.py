"""The generations page: every long model response, newest first, and the one that is open with its text as it grows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QModelIndex, QSize, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from placet_gui.delegates.badges import GENERATION_LOOKS
from placet_gui.delegates.table_cells import CellStyle, TableCells
from placet_gui.models.generation_table import ROW, ColumnId, GenerationTable
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.generations import GenerationFilter, GenerationsPresenter
from placet_gui.texts import GENERATIONS, word
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.flow import FlowLayout
from placet_gui.views.generation_detail import GenerationDetail
from placet_gui.views.generation_dialog import GenerationDialog
from placet_gui.views.page import EmptyWord

ROW_PX: Final = 40
_TYPING_MS: Final = 200
_SIDE_BY_SIDE_PX: Final = 1040
_WIDTHS_PX: Final = {
    ColumnId.STATUS: 148,
    ColumnId.MODEL: 176,
    ColumnId.ASKER: 112,
    ColumnId.ATTEMPT: 80,
    ColumnId.TOKENS: 80,
    ColumnId.TOOK: 88,
    ColumnId.CREATED: 96,
}
_FIRST_TO_GO: Final = (ColumnId.ATTEMPT, ColumnId.TOOK, ColumnId.TOKENS, ColumnId.ASKER, ColumnId.CREATED)
_NARROWEST_WHAT_PX: Final = 144
_STYLES: Final[Mapping[int, CellStyle]] = {
    ColumnId.MODEL: CellStyle(mono=True, strong=True),
    ColumnId.ASKER: CellStyle(strong=True),
    ColumnId.ATTEMPT: CellStyle(figures=True),
    ColumnId.TOKENS: CellStyle(figures=True),
    ColumnId.TOOK: CellStyle(figures=True),
    ColumnId.CREATED: CellStyle(figures=True),
}


class GenerationsPage(QWidget):
    """The list, and at its side or below it the one that the owner opened.

    Signals:
        conversation_asked(str, str): the owner wants to see this agent's conversation.
    """

    conversation_asked = Signal(str, str)

    def __init__(self, presenter: GenerationsPresenter, theme: Theme, search: QAction) -> None:
        super().__init__()
        self._presenter = presenter
        name_widget(self, Name.GENERATIONS_PAGE, self.tr("Generations"))
        self._head = _Head(theme)
        self._table = GenerationsTable(presenter.model, theme)
        self._detail = GenerationDetail(theme)
        self._empty = EmptyWord(theme, "cpu", "", "")
        name_widget(self._empty, Name.GENERATIONS_EMPTY, "")
        self._lay_out()
        self._connect(search)
        self._detail.hide()
        self.setFocusProxy(self._table)
        self._say_when_empty()
        presenter.set_filter(GenerationFilter())

    def open_generation(self, task_id: str) -> None:
        """Show a generation, and select its row when it is in sight of the filters."""
        index = self._presenter.model.index_of(task_id)
        if index.isValid():
            self._table.setCurrentIndex(index)
        else:
            self._table.clearSelection()
        if self._detail.task_id() != task_id or not self._detail.isVisible():
            self._presenter.open(task_id)
        if not self._detail.isVisible():
            self._turn()
            self._detail.show()
            QTimer.singleShot(0, self, self._show_row)

    def _lay_out(self) -> None:
        self._body = QStackedWidget()
        self._body.addWidget(self._table)
        self._body.addWidget(self._empty)
        self._split = QSplitter(Qt.Orientation.Horizontal)
        self._split.setChildrenCollapsible(False)
        self._split.addWidget(self._body)
        self._split.addWidget(self._detail)
        self._split.setStretchFactor(0, 1)
        self._split.setSizes([560, 520])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._split, 1)

    def _connect(self, search: QAction) -> None:
        presenter, detail, model = self._presenter, self._detail, self._presenter.model
        self._head.filter_changed.connect(presenter.set_filter)
        self._head.new_asked.connect(self._on_new_asked)
        self._table.opened.connect(self._on_table_opened)
        self._table.followed.connect(self._on_table_followed)
        detail.closed.connect(self.close_detail)
        detail.cancel_asked.connect(presenter.cancel)
        detail.conversation_asked.connect(presenter.find_conversation)
        detail.text_asked.connect(presenter.read_argument)
        presenter.text_begun.connect(detail.begin)
        presenter.text_grown.connect(detail.grow)
        presenter.row_read.connect(detail.show_row)
        presenter.request_read.connect(detail.show_request)
        presenter.argument_read.connect(detail.show_argument)
        presenter.counts_changed.connect(self._head.show_counts)
        presenter.conversation_found.connect(self.conversation_asked)
        presenter.looked.connect(self._show_row)
        for changed in (model.modelReset, model.rowsInserted, model.rowsRemoved):
            changed.connect(self._say_when_empty)
        search.triggered.connect(self._on_search_triggered)

    @Slot()
    def close_detail(self) -> None:
        """Fold the details away; the row stays selected. What runs goes on."""
        self._presenter.open(None)
        self._detail.hide()
        self._table.setFocus()

    @Slot()
    def _on_new_asked(self) -> None:
        dialog = GenerationDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.request_made.connect(
            lambda request, on_restart: self._presenter.create(
                request, on_restart, dialog.on_created, dialog.on_refused
            )
        )
        dialog.created.connect(self.open_generation)
        self._presenter.look_up_models(dialog.show_models, dialog.on_refused)
        dialog.open()

    @Slot(QModelIndex)
    def _on_table_opened(self, index: QModelIndex) -> None:
        row = self._presenter.model.row_at(index)
        if row is not None:
            self.open_generation(row.id)

    @Slot(QModelIndex)
    def _on_table_followed(self, index: QModelIndex) -> None:
        if self._detail.isVisible():
            self._on_table_opened(index)

    @Slot()
    def _show_row(self) -> None:
        shown = self._detail.task_id() if self._detail.isVisible() else None
        index = QModelIndex() if shown is None else self._presenter.model.index_of(shown)
        if index.isValid():
            self._table.setCurrentIndex(index)
            self._table.scrollTo(index)

    @Slot()
    def _on_search_triggered(self) -> None:
        if self.isVisible():
            self._head.search()

    @Slot()
    def _say_when_empty(self) -> None:
        if self._presenter.where == GenerationFilter():
            self._empty.say(
                self.tr("No generations yet"),
                self.tr(
                    "What models write for your agents, for programs and for you appears here as it grows."
                ),
            )
        else:
            self._empty.say(self.tr("No generations match"), self.tr("Take a filter away to see more."))
        self._body.setCurrentIndex(0 if self._presenter.model.rowCount() else 1)

    def _turn(self) -> None:
        wide = self.width() >= _SIDE_BY_SIDE_PX
        orientation = Qt.Orientation.Horizontal if wide else Qt.Orientation.Vertical
        if orientation is not self._split.orientation():
            self._split.setOrientation(orientation)
            self._split.setSizes([560, 520] if wide else [140, 360])

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._presenter.set_shown(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._presenter.set_shown(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._detail.isVisible():
            if not self._detail.step_back():
                self.close_detail()
        else:
            super().keyPressEvent(event)


class GenerationsTable(QTableView):
    """The rows. A click or Enter opens one.

    Signals:
        opened(QModelIndex): a row was clicked, or Enter was pressed on it.
        followed(QModelIndex): the keyboard went to another row.
    """

    opened = Signal(QModelIndex)
    followed = Signal(QModelIndex)

    def __init__(self, model: GenerationTable, theme: Theme) -> None:
        super().__init__()
        name_widget(self, Name.GENERATIONS_TABLE, self.tr("Generations, newest first"))
        self.setModel(model)
        self.setItemDelegate(
            TableCells(
                theme,
                self,
                row_role=ROW,
                look=lambda row: GENERATION_LOOKS[row.status],
                styles=_STYLES,
            )
        )
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self._size_sections()
        self.clicked.connect(self.opened)

    def _size_sections(self) -> None:
        rows = self.verticalHeader()
        rows.hide()
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        rows.setDefaultSectionSize(ROW_PX)
        columns = self.horizontalHeader()
        columns.setHighlightSections(False)
        columns.setSectionsClickable(False)
        columns.setMinimumSectionSize(64)
        columns.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        columns.setSectionResizeMode(ColumnId.WHAT, QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS_PX.items():
            self.setColumnWidth(column, width)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.modifiers():
            self.opened.emit(self.currentIndex())
            return
        before = self.currentIndex().row()
        super().keyPressEvent(event)
        if self.currentIndex().row() != before:
            self.followed.emit(self.currentIndex())

    def resizeEvent(self, event: QResizeEvent) -> None:
        needed_px = sum(_WIDTHS_PX.values()) + _NARROWEST_WHAT_PX
        for column in _FIRST_TO_GO:  # leave columns out, the least telling first, until there is room
            left_out = needed_px > self.viewport().width()
            self.setColumnHidden(column, left_out)
            needed_px -= _WIDTHS_PX[column] if left_out else 0
        super().resizeEvent(event)


class _Head(QFrame):
    """The head of the page: its title, the search, the button for a new one, and a chip for each status.

    Signals:
        filter_changed(GenerationFilter): the owner wants to see other generations.
        new_asked: the owner wants to make one.
    """

    filter_changed = Signal(object)
    new_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("area", "header")
        self._total = plain_label("", "muted")
        self._search = QLineEdit()
        self._new = QPushButton(f" {self.tr('New generation')}")
        self._chips = {status: self._chip(status) for status in GENERATIONS}
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._fill()
        self._lay_out()
        self._typing.timeout.connect(self._tell)
        self._search.textChanged.connect(self._typing.start)
        self._new.clicked.connect(self.new_asked)
        theme.changed.connect(self._tint)
        self._tint()

    def search(self) -> None:
        """Put the keyboard into the search box."""
        self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search.selectAll()

    @Slot(object)
    def show_counts(self, counts: Mapping[str, int]) -> None:
        """Say how many generations there are in each status."""
        for status, chip in self._chips.items():
            count, words = counts.get(status, 0), word(GENERATIONS, status)
            chip.setText(f" {words}  {count:,}" if count else f" {words}")
            chip.setAccessibleName(self.tr("{0}, {1} generations").format(words, count))
        total = sum(counts.values())
        self._total.setText(
            self.tr("1 generation") if total == 1 else self.tr("{0} generations").format(f"{total:,}")
        )

    def _fill(self) -> None:
        self._search.setPlaceholderText(self.tr("Search requests"))
        self._search.setClearButtonEnabled(True)
        self._search.setMinimumWidth(160)
        self._search.setMaximumWidth(320)
        name_widget(self._search, Name.GENERATIONS_SEARCH, self.tr("Search in what was asked"))
        name_widget(self._new, Name.GENERATION_NEW, self.tr("New generation"))

    def _chip(self, status: str) -> QPushButton:
        words = word(GENERATIONS, status)
        chip = QPushButton(f" {words}")
        chip.setCheckable(True)
        chip.setProperty("role", "chip")
        name_widget(chip, f"generation_filter_{status}", words, self.tr("Show generations in this state"))
        chip.toggled.connect(self._tell)
        return chip

    def _lay_out(self) -> None:
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(plain_label(self.tr("Generations"), "title"))
        first.addSpacing(4)
        first.addWidget(self._total, 1)
        first.addWidget(self._search, 1)
        first.addWidget(self._new)
        chips = FlowLayout(8)
        for chip in self._chips.values():
            chips.addWidget(chip)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 12)
        column.setSpacing(12)
        column.addLayout(first)
        column.addLayout(chips)

    @Slot()
    def _tell(self) -> None:
        statuses = tuple(status for status, chip in self._chips.items() if chip.isChecked())
        self.filter_changed.emit(GenerationFilter(statuses=statuses, q=self._search.text().strip() or None))

    @Slot()
    def _tint(self) -> None:
        for status, chip in self._chips.items():
            look = GENERATION_LOOKS[status]
            chip.setIcon(icon(look.icon, look.tone, self._theme.tokens, 14))
        self._new.setIcon(icon("plus", "text_muted", self._theme.tokens, 14))
        self._new.setIconSize(QSize(14, 14))

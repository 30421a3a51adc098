"""The tasks page: filters that combine, the table, and the details that fold out of a row."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QModelIndex, QRect, Qt, Signal, Slot
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFileDialog,
    QFrame,
    QHeaderView,
    QTableView,
)

from placet.api.views import Card
from placet_gui.delegates.task_rows import ROW_PX, RowInView, Span, TaskRows, TaskTips
from placet_gui.models.task_export import Form
from placet_gui.models.task_table import NUMBER_OF, ColumnId, TaskTable
from placet_gui.models.task_window import TaskFilter
from placet_gui.names import Name, name_widget
from placet_gui.presenters.task_exports import Block, TaskExports
from placet_gui.presenters.tasks import TasksPresenter
from placet_gui.theme.style import Theme
from placet_gui.views.list_page import ListPage, Split
from placet_gui.views.page import EmptyWord
from placet_gui.views.steady_rows import SteadyRows
from placet_gui.views.table_edge import TableEdge, edge_px, last_column
from placet_gui.views.task_detail import TaskDetail
from placet_gui.views.task_filters import TaskFilters
from placet_gui.words import number_text

_SPLIT = Split(beside_px=(600, 480), below_px=(140, 340), alone_px=480)
_WIDTHS_PX = {
    ColumnId.STATUS: 208,
    ColumnId.TOOL: 152,
    ColumnId.AGENT: 112,
    ColumnId.AUTH: 96,
    ColumnId.DURATION: 88,
    ColumnId.CREATED: 128,
}
_FIRST_TO_GO = (ColumnId.DURATION, ColumnId.CREATED, ColumnId.AGENT)
_NARROWEST_WHAT_PX = 200


class TasksPage(ListPage):
    """All tasks of all agents, kept fresh by facts; selection, scroll and open details stay as they are.

    Signals:
        decide_asked(str): the owner wants to decide this task in the inbox.
    """

    decide_asked = Signal(str)

    def __init__(
        self, presenter: TasksPresenter, exports: TaskExports, theme: Theme, search: QAction
    ) -> None:
        super().__init__()
        self._presenter = presenter
        self._exports = exports
        name_widget(self, Name.TASKS_PAGE, self.tr("Tasks"))
        self._filters = TaskFilters(theme)
        self._table = TasksTable(presenter.model, theme)
        self._detail = TaskDetail(theme, presenter.diff_choice)
        self._empty = EmptyWord(theme, "list-checks", "", "")
        name_widget(self._empty, Name.TASKS_EMPTY, "")
        self._lay_out_parts(self._filters, self._table, self._empty, self._detail, _SPLIT)
        self._connect(search)
        self._follow_rows(presenter.model)
        presenter.begin()

    def open_task(self, task_id: str) -> None:
        """Fold out the details of a task, and select its row when it is in sight of the filters."""
        self._presenter.model.expand(task_id)
        index = self._presenter.model.index_of(task_id)
        if index.isValid():
            self._table.setCurrentIndex(index)
            self._table.scrollTo(index)
        else:
            self._table.clearSelection()
        self._presenter.read_card(task_id)

    def _connect(self, search: QAction) -> None:
        self._filters.filter_changed.connect(self._on_filters_filter_changed)
        self._table.row_toggled.connect(self._on_table_row_toggled)
        self._table.row_followed.connect(self._on_table_row_followed)
        self._detail.closed.connect(self.close_detail)
        self._detail.cancel_asked.connect(self._presenter.cancel)
        self._detail.decide_asked.connect(self.decide_asked)
        self._detail.text_asked.connect(self._presenter.read_text)
        self._detail.bytes_asked.connect(self._presenter.read_bytes)
        self._presenter.text_read.connect(self._detail.show_text)
        self._presenter.bytes_read.connect(self._detail.show_bytes)
        self._presenter.looked.connect(self._on_presenter_looked)
        self._presenter.card_read.connect(self._on_presenter_card_read)
        self._presenter.counts_changed.connect(self._filters.show_counts)
        self._presenter.agents_changed.connect(self._filters.show_agents)
        self._presenter.tools_changed.connect(self._filters.show_tools)
        self._presenter.views_changed.connect(self._filters.show_views)
        self._filters.views_changed.connect(self._presenter.save_views)
        self._connect_exports()
        self._filters.list_wanted.connect(self._on_filters_list_wanted)
        self._filters.newest_asked.connect(self._on_newest_asked)
        self._table.steady.unseen_changed.connect(self._filters.show_new)
        self._search_by(search, self._filters)

    def _connect_exports(self) -> None:
        self._table.copy_asked.connect(self._on_table_copy_asked)
        self._table.export_asked.connect(self._on_table_export_asked)
        self._filters.copy_asked.connect(self._on_table_copy_asked)
        self._filters.export_asked.connect(self._on_filters_export_asked)
        self._filters.stop_asked.connect(self._exports.stop)
        self._exports.busy_changed.connect(self._filters.set_exporting)
        self._exports.copied.connect(self._on_exports_copied)
        self._exports.progressed.connect(self._on_exports_progressed)
        self._exports.exported.connect(self._on_exports_exported)
        self._exports.stopped.connect(self._on_exports_stopped)
        self._exports.failed.connect(self._filters.say)

    @Slot()
    def _on_table_copy_asked(self) -> None:
        if blocks := self._table.selected_blocks():
            self._exports.copy(self._presenter.model.where, blocks)
        else:
            self._filters.say(self.tr("No task is selected"))

    @Slot()
    def _on_table_export_asked(self) -> None:
        self._on_filters_export_asked(True)

    @Slot()
    def _on_filters_list_wanted(self) -> None:
        """The keyboard goes on from the search into what it found."""
        if not self._table.currentIndex().isValid():
            self._table.setCurrentIndex(self._presenter.model.index(0, 0))
        self._table.setFocus()

    @Slot(str, int)
    def _on_exports_copied(self, text: str, count: int) -> None:
        QGuiApplication.clipboard().setText(text)
        self._filters.say(self.tr("%Ln tasks copied as JSON", "", count))

    @Slot(bool)
    def _on_filters_export_asked(self, selected: bool) -> None:
        blocks = self._table.selected_blocks() if selected else None
        if blocks == ():
            self._filters.say(self.tr("No task is selected"))
            return
        where = self._presenter.model.where
        chooser = QFileDialog(self, self.tr("Write tasks into a file"))
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.setNameFilters([self.tr("JSON Lines (*.jsonl)"), self.tr("CSV for spreadsheets (*.csv)")])
        chooser.setDefaultSuffix(Form.JSON_LINES.value)
        chooser.setOption(QFileDialog.Option.DontUseNativeDialog)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.fileSelected.connect(lambda name: self._export_to(Path(name), where, blocks))
        chooser.open()

    def _export_to(self, path: Path, where: TaskFilter, blocks: tuple[Block, ...] | None) -> None:
        form = Form.CSV if path.suffix.lower() == ".csv" else Form.JSON_LINES
        self._filters.say(self.tr("Writing…"))
        self._exports.export(where, blocks, path, form)

    @Slot(int)
    def _on_exports_progressed(self, count: int) -> None:
        self._filters.say(self.tr("{0} written so far").format(number_text(count)))

    @Slot(int, str)
    def _on_exports_exported(self, count: int, name: str) -> None:
        self._filters.say(self.tr("{0} written into {1}").format(number_text(count), name))

    @Slot()
    def _on_exports_stopped(self) -> None:
        self._filters.say(self.tr("Stopped; nothing was written"))

    @Slot(object)
    def _on_filters_filter_changed(self, where: TaskFilter) -> None:
        self._presenter.set_filter(where)

    @Slot()
    def _on_presenter_looked(self) -> None:
        shown = self._detail.task_id()
        if self._detail.isVisible() and shown is not None:
            self.open_task(shown)

    @Slot(QModelIndex)
    def _on_table_row_toggled(self, index: QModelIndex) -> None:
        row = self._presenter.model.row_at(index)
        if row is None:
            return
        if self._detail.isVisible() and self._detail.task_id() == row.id:
            self.close_detail()
        else:
            self.open_task(row.id)

    @Slot(QModelIndex)
    def _on_table_row_followed(self, index: QModelIndex) -> None:
        row = self._presenter.model.row_at(index)
        if row is not None and self._detail.isVisible():
            self.open_task(row.id)

    @Slot(object)
    def _on_presenter_card_read(self, card: Card) -> None:
        self._detail.show_card(card)
        self._show_detail()

    @Slot()
    def _show_row(self) -> None:
        shown = self._detail.task_id()
        if shown is not None:
            self._table.scrollTo(self._presenter.model.index_of(shown))

    def _empty_words(self) -> tuple[str, str]:
        if self._presenter.model.where == TaskFilter():
            return self.tr("No tasks yet"), self.tr("What your agents ask for and do appears here.")
        return self.tr("No tasks match"), self.tr("Take a filter away to see more.")

    def _on_closed(self) -> None:
        self._presenter.model.expand(None)
        self._presenter.read_card(None)

    def _on_seen(self, shown: bool) -> None:
        self._presenter.set_shown(shown)


class TasksTable(QTableView):
    """The table itself: rows of one height, no grid, one selected row.

    Signals:
        row_toggled(QModelIndex): a row was clicked, or Enter was pressed on it.
        row_followed(QModelIndex): the keyboard went to another row.
        copy_asked: the owner copies the selected rows.
        export_asked: the owner writes the selected rows into a file.
    """

    row_toggled = Signal(QModelIndex)
    row_followed = Signal(QModelIndex)
    copy_asked = Signal()
    export_asked = Signal()

    def __init__(self, model: TaskTable, theme: Theme) -> None:
        super().__init__()
        name_widget(self, Name.TASKS_TABLE, self.tr("Tasks, newest first"))
        self.steady = SteadyRows(self, model)
        self._tasks, self._rows = model, TaskRows(theme, self)
        self.setItemDelegate(TaskTips(self._rows, self))
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self._size_sections()
        self._add_menu()
        self.clicked.connect(self._on_clicked)
        theme.changed.connect(self.viewport().update)

    def _add_menu(self) -> None:
        """What can be done with the selected rows, by the other mouse button or the menu key."""
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        for words, asked in (
            (self.tr("Copy as JSON"), self.copy_asked),
            (self.tr("Write into a file…"), self.export_asked),
        ):
            action = QAction(words, self)
            action.triggered.connect(asked)
            self.addAction(action)

    def selected_blocks(self) -> tuple[Block, ...]:
        """The selected rows, the newest first; rows that the ledger can't name yet are left out."""
        selection = self.selectionModel().selection()
        parts = [selection.at(number) for number in range(selection.count())]
        ranges = sorted((it.top(), it.bottom()) for it in parts)
        blocks = []
        for top, bottom in ranges:
            if (row := self._tasks.row_number(top)) is not None:
                blocks.append(Block(top=row.id, count=bottom - top + 1))
        return tuple(blocks)

    def paintEvent(self, event: QPaintEvent) -> None:
        spans = {
            column: self._span(number)
            for column, number in NUMBER_OF.items()
            if not self.isColumnHidden(number)
        }
        painter = QPainter(self.viewport())
        self._rows.paint(painter, self._in_sight(event.rect()), spans, self.viewport().width())
        painter.end()

    def _span(self, number: int) -> Span:
        """Where a column's texts are; in the last one they keep off the edge."""
        left_px, width_px = self.columnViewportPosition(number), self.columnWidth(number)
        off_px = edge_px(self) if number == last_column(self) else 0
        outer_left = off_px if self.layoutDirection() == Qt.LayoutDirection.RightToLeft else 0
        return Span(left_px=left_px + outer_left, width_px=width_px - off_px)

    def _in_sight(self, part: QRect) -> list[RowInView]:
        """The rows that lie in this part of the viewport, those that can be read."""
        scrolled_px = self.verticalScrollBar().value()
        first = (part.top() + scrolled_px) // ROW_PX
        last = min((part.bottom() + scrolled_px) // ROW_PX, self._tasks.rowCount() - 1)
        chosen = self.selectionModel()
        focused = self.currentIndex().row() if self.hasFocus() else -1
        return [
            RowInView(
                top_px=number * ROW_PX - scrolled_px,
                line=line,
                expanded=self._tasks.is_expanded(line.id),
                selected=chosen.isRowSelected(number),
                focused=number == focused,
            )
            for number in range(first, last + 1)
            if (line := self._tasks.row_number(number)) is not None
        ]

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
        columns.setSectionResizeMode(NUMBER_OF[ColumnId.WHAT], QHeaderView.ResizeMode.Stretch)
        for column, width in _WIDTHS_PX.items():
            self.setColumnWidth(NUMBER_OF[column], width)
        TableEdge(self)

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        if not QGuiApplication.keyboardModifiers():  # with Ctrl or Shift a click selects, and folds nothing
            self.row_toggled.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        self.steady.begin_in_sight()
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.modifiers():
            self.row_toggled.emit(self.currentIndex())
            return
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_asked.emit()
            return
        before = self.currentIndex().row()
        super().keyPressEvent(event)
        if self.currentIndex().row() != before:
            self.row_followed.emit(self.currentIndex())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._drop_columns()
        super().resizeEvent(event)

    def _drop_columns(self) -> None:
        """Leave columns out, the least telling first, until the arguments have room enough."""
        needed_px = sum(_WIDTHS_PX.values()) + _NARROWEST_WHAT_PX
        for column in _FIRST_TO_GO:
            left_out = needed_px > self.viewport().width()
            self.setColumnHidden(NUMBER_OF[column], left_out)
            needed_px -= _WIDTHS_PX[column] if left_out else 0

"""The log of an agent's code: who ran what, with which authority, how it ended, and what it printed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QFont, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from placet.api.views import RunRow
from placet_gui.delegates.badges import RUN_LOOKS, Badge, Look
from placet_gui.delegates.table_cells import CellStyle
from placet_gui.models.code_tables import RUN_COLUMNS, authority_text, starter_text
from placet_gui.models.row_table import RowTable
from placet_gui.moments import duration_text, exact_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.runs import RunsPresenter
from placet_gui.texts import code_trouble
from placet_gui.theme.fonts import mono
from placet_gui.theme.style import Theme
from placet_gui.views.argument_exact import ExactView
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.page import EmptyWord
from placet_gui.views.record_view import Callout, RecordView
from placet_gui.views.row_table_view import RowTableView
from placet_gui.words import translate

_STYLES: Final = {
    1: CellStyle(mono=True, strong=True),
    4: CellStyle(figures=True),
    5: CellStyle(figures=True),
}
_WIDTHS_PX: Final = {0: 136, 2: 124, 3: 136, 4: 72, 5: 88}
_LEAST_CONSOLE_PX: Final = 120
_LEAST_CODE_PX: Final = 180
_FIRST_TO_GO: Final = (4, 3, 2)


class RunsTab(QStackedWidget):
    """All runs, newest first, or the one that was opened.

    Signals:
        task_asked(str): the owner wants to see the task that a run belongs to.
    """

    task_asked = Signal(str)

    def __init__(self, presenter: RunsPresenter, theme: Theme) -> None:
        super().__init__()
        self._presenter = presenter
        self._theme = theme
        self._opened: str | None = None
        self._model = RowTable[RunRow](RUN_COLUMNS, lambda row: row.id)
        self._table = RowTableView(
            Name.RUNS_TABLE, self.tr("Runs of this agent's code"), self._model, widest=1
        )
        self._table.dress(theme, _look, _STYLES, _WIDTHS_PX, fitting={0: RUN_LOOKS.values()})
        self._table.spare(_FIRST_TO_GO, _LEAST_CODE_PX)
        self._more = QPushButton(self.tr("Show older runs"))
        self._pane = RunPane(theme)
        self._empty = EmptyWord(
            theme,
            "terminal",
            self.tr("No code has run yet"),
            self.tr("Each run of this agent's code shows here, with its authority and what it printed."),
        )
        self._empty.setObjectName(Name.RUNS_EMPTY)
        self._lay_out()
        self._table.row_opened.connect(self._on_table_row_opened)
        self._more.clicked.connect(presenter.read_more)
        self._pane.closed.connect(self.close_run)
        self._pane.task_asked.connect(self.task_asked)
        presenter.runs_read.connect(self._on_runs_read)

    @Slot()
    def close_run(self) -> None:
        """Go back to all runs."""
        self._opened = None
        self.setCurrentIndex(0)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._presenter.set_shown(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._presenter.set_shown(False)

    def _lay_out(self) -> None:
        name_widget(self._more, Name.RUNS_MORE, self._more.text())
        self._more.setProperty("role", "ghost")
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        self._list = QStackedWidget()
        self._list.addWidget(self._empty)
        self._list.addWidget(self._table)
        column.addWidget(self._list, 1)
        column.addWidget(self._more, 0, Qt.AlignmentFlag.AlignHCenter)
        self._more.hide()
        self.addWidget(page)
        self.addWidget(self._pane)

    @Slot(object, bool)
    def _on_runs_read(self, rows: tuple[RunRow, ...], are_more: bool) -> None:
        self._model.take(rows)
        self._list.setCurrentIndex(1 if rows else 0)
        self._more.setVisible(are_more)
        opened = None if self._opened is None else self._model.row_of(self._opened)
        if opened is None:
            self.close_run()
        else:
            self._pane.show_run(opened)

    @Slot(object)
    def _on_table_row_opened(self, row: RunRow) -> None:
        self._opened = row.id
        self._pane.show_run(row)
        self.setCurrentWidget(self._pane)


class RunPane(QFrame):
    """One run.

    Signals:
        closed: the owner goes back to all runs.
        task_asked(str): the owner wants to see the task that it belongs to.
    """

    closed = Signal()
    task_asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._row: RunRow | None = None
        self._back = QPushButton(self.tr("All runs"))
        self._task = QPushButton(self.tr("Show its task"))
        self._what = ExactLabel(theme, mono(theme.tokens.size("text_px"), QFont.Weight.DemiBold))
        self._status = Badge(theme, RUN_LOOKS["running"], "run_status")
        self._trouble = Callout(theme, Name.RUN_TROUBLE)
        self._record = RecordView(Name.RUN_RECORD)
        self._console = ExactView(theme, Name.RUN_CONSOLE, self.tr("What it printed"))
        self._silent = plain_label(self.tr("It printed nothing."), "muted")
        self._lay_out()
        self._back.clicked.connect(self.closed)
        self._task.clicked.connect(self._on_task_clicked)

    def show_run(self, row: RunRow) -> None:
        """Show this run as it stands."""
        before, self._row = self._row, row
        self._what.setText(row.shown_source)
        self._what.setAccessibleName(row.shown_source)
        self._status.show_look(RUN_LOOKS[row.status])
        self._task.setVisible(row.task_id is not None)
        self._trouble.show_text(code_trouble(row.code, row.shown_message))
        self._record.show_facts(tuple(_facts(row)))
        self._console.setVisible(bool(row.shown_console))
        self._silent.setVisible(not row.shown_console)
        if before is None or before.shown_console != row.shown_console or before.id != row.id:
            self._console.show_text(row.shown_console)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fit()

    def _fit(self) -> None:
        """The record is as high as its facts, up to half of the pane: what was printed follows right below it."""
        self._record.setFixedHeight(min(self._record.facts_height(), self.height() // 2))

    def _lay_out(self) -> None:
        name_widget(self._back, Name.RUN_BACK, self.tr("Back to all runs"))
        name_widget(self._task, Name.RUN_TASK, self.tr("Show the task that this run belongs to"))
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(self._back)
        title.addWidget(self._what, 1)
        title.addWidget(self._status)
        title.addWidget(self._task)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 8, 24, 16)
        column.setSpacing(8)
        column.addLayout(title)
        column.addWidget(self._trouble)
        column.addWidget(self._record)
        column.addWidget(plain_label(self.tr("Console"), "caption"))
        column.addWidget(self._silent)
        self._console.setMinimumHeight(_LEAST_CONSOLE_PX)
        column.addWidget(self._console, 1)
        column.addStretch()

    @Slot()
    def _on_task_clicked(self) -> None:
        if self._row is not None and self._row.task_id is not None:
            self.task_asked.emit(self._row.task_id)


def _look(row: RunRow) -> Look:
    return RUN_LOOKS[row.status]


def _facts(row: RunRow) -> Iterator[tuple[str, str]]:
    yield translate("runs", "Started by"), starter_text(row)
    yield translate("runs", "Authority"), authority_text(row)
    yield (
        translate("runs", "Its bytes (SHA-256)"),
        " ".join(row.sha256[at : at + 8] for at in range(0, len(row.sha256), 8)),
    )
    yield translate("runs", "Started"), exact_text(row.started_at)
    if row.ended_at is not None:
        yield translate("runs", "Ended"), exact_text(row.ended_at)
        yield translate("runs", "Took"), duration_text(row.duration_ms)
    yield translate("runs", "Identity"), row.id
    if row.task_id is not None:
        yield translate("runs", "Task"), row.task_id

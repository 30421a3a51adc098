"""The activity page: what was asked, who decided, what was done and what changed, newest first, bound by the chain."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction, QFont
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QPushButton, QToolButton, QVBoxLayout, QWidget

from placet.api.activity import ActivityLine, ActivityRow
from placet_gui.delegates.badges import ACTIVITY_LOOKS, Badge
from placet_gui.delegates.table_cells import CellStyle
from placet_gui.models.activity_table import ColumnId, what_of
from placet_gui.names import Name, name_widget
from placet_gui.presenters.activity import ActivityFilter, ActivityPresenter
from placet_gui.presenters.activity_facts import activity_facts
from placet_gui.theme.fonts import sans
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.chain_strip import ChainStrip
from placet_gui.views.chips_head import ChipsHead, HeadWords
from placet_gui.views.list_page import Detail, ListPage, Split
from placet_gui.views.page import EmptyWord
from placet_gui.views.record_view import RecordView
from placet_gui.views.row_table_view import RowTableView

_SPLIT: Final = Split(beside_px=(600, 440), below_px=(160, 460), alone_px=620)
_WIDTHS_PX: Final[Mapping[int, int]] = {
    ColumnId.KIND: 124,
    ColumnId.AGENT: 100,
    ColumnId.WHO: 212,
    ColumnId.AT: 92,
}
_FIRST_TO_GO: Final = (ColumnId.WHO, ColumnId.AGENT, ColumnId.AT)
_NARROWEST_WHAT_PX: Final = 260
_STYLES: Final[Mapping[int, CellStyle]] = {
    ColumnId.WHAT: CellStyle(strong=True),
    ColumnId.AT: CellStyle(figures=True),
}


class ActivityDetail(Detail):
    """One fact, all of it.

    Signals:
        closed: the owner folds it away.
        task_asked(str): the owner wants to see the call that it is about.
    """

    closed = Signal()
    task_asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._task_id = ""
        self._row: ActivityRow | None = None
        name_widget(self, Name.ACTIVITY_DETAIL, self.tr("The chosen fact"))
        self.setProperty("area", "pane")
        self._title = ExactLabel(theme, sans(theme.tokens.size("text_px"), QFont.Weight.DemiBold))
        self._badge = Badge(theme, ACTIVITY_LOOKS["decided"], "activity_kind")
        self._open = QPushButton(self.tr("Open its call"))
        self._close = QToolButton()
        self._close.setProperty("role", "ghost")
        name_widget(self._open, Name.ACTIVITY_OPEN, self.tr("Open its call"))
        name_widget(self._close, Name.ACTIVITY_CLOSE, self.tr("Close details"))
        self._facts = RecordView(Name.ACTIVITY_FACTS)
        self._lay_out()
        self._open.clicked.connect(self._on_open_clicked)
        self._close.clicked.connect(self.closed)
        theme.changed.connect(self._tint)
        self._tint()

    def fact_id(self) -> str | None:
        """Which fact is shown."""
        return None if self._row is None else self._row.line.id

    @Slot(object)
    def show_row(self, row: ActivityRow) -> None:
        """Show this fact."""
        self._row = row
        title = what_of(row.line)
        self._title.setText(title)
        self._title.setAccessibleName(title)
        self._badge.show_look(ACTIVITY_LOOKS[row.line.kind])
        self._facts.show_facts(tuple(activity_facts(row)))
        self._task_id = row.line.task_id if row.tool is not None and row.line.task_id else ""
        self._open.setVisible(bool(self._task_id))

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._badge)
        head.addStretch(1)
        head.addWidget(self._open)
        head.addWidget(self._close)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(10)
        column.addLayout(head)
        column.addWidget(self._title)
        column.addWidget(self._facts, 1)

    @Slot()
    def _on_open_clicked(self) -> None:
        self.task_asked.emit(self._task_id)

    @Slot()
    def _tint(self) -> None:
        self._close.setIcon(icon("x", "text_muted", self._theme.tokens))


class ActivityPage(ListPage):
    """The list, the strip with the chain, and at its side or below it the fact that the owner opened.

    Signals:
        task_asked(str): the owner wants to see this call.
    """

    task_asked = Signal(str)

    def __init__(self, presenter: ActivityPresenter, theme: Theme, search: QAction) -> None:
        super().__init__()
        self._presenter = presenter
        name_widget(self, Name.ACTIVITY_PAGE, self.tr("Activity"))
        self._head = ChipsHead(theme, self._words(), ACTIVITY_LOOKS)
        self._strip = ChainStrip(theme)
        self._table = RowTableView(
            Name.ACTIVITY_TABLE,
            self.tr("What happened, newest first"),
            presenter.model,
            widest=ColumnId.WHAT,
        )
        self._table.setFrameShape(QFrame.Shape.NoFrame)
        self._table.dress(
            theme,
            lambda row: ACTIVITY_LOOKS[row.kind],
            _STYLES,
            _WIDTHS_PX,
            fitting={0: ACTIVITY_LOOKS.values()},
        )
        self._table.spare(_FIRST_TO_GO, _NARROWEST_WHAT_PX)
        self._detail = ActivityDetail(theme)
        self._empty = EmptyWord(theme, "clock", "", "")
        name_widget(self._empty, Name.ACTIVITY_EMPTY, "")
        self._lay_out_parts(self._top(), self._table, self._empty, self._detail, _SPLIT)
        self._connect(search)
        self._follow_rows(presenter.model)
        presenter.rows.look_at(ActivityFilter())

    def _top(self) -> QWidget:
        top = QWidget()
        column = QVBoxLayout(top)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._head)
        column.addWidget(self._strip)
        return top

    def _connect(self, search: QAction) -> None:
        presenter = self._presenter
        self._head.wish_changed.connect(self._on_head_wish_changed)
        self._head.newest_asked.connect(self._on_newest_asked)
        self._table.steady.unseen_changed.connect(self._head.show_new)
        self._head.new_asked.connect(self._on_export_asked)
        self._strip.check_asked.connect(presenter.check)
        self._strip.backup_asked.connect(self._on_backup_asked)
        self._table.row_opened.connect(self._on_table_row_opened)
        self._table.row_followed.connect(self._on_table_row_followed)
        self._detail.closed.connect(self.close_detail)
        self._detail.task_asked.connect(self.task_asked)
        presenter.row_read.connect(self._detail.show_row)
        presenter.rows.counts_changed.connect(self._head.show_counts)
        presenter.rows.looked.connect(self._show_row)
        presenter.chain_checked.connect(self._strip.show_chain)
        presenter.checking_changed.connect(self._strip.set_checking)
        presenter.written.connect(self._on_presenter_written)
        presenter.refused.connect(self._on_presenter_refused)
        self._search_by(search, self._head)

    def _words(self) -> HeadWords:
        return HeadWords(
            title=self.tr("Activity"),
            search=self.tr("Search what happened"),
            search_name=self.tr("Search in what happened"),
            search_id=Name.ACTIVITY_SEARCH,
            new=self.tr("Export receipts…"),
            new_id=Name.ACTIVITY_EXPORT,
            chip="activity_filter",
            chip_tip=self.tr("Show what is of this kind"),
            chip_count=self.tr("{0}"),
            count=lambda count: self.tr("%Ln facts", "", count),
            newest_id=Name.ACTIVITY_NEWEST,
            newest_tip=self.tr("Show what happened above these"),
            new_icon="badge-check",
        )

    @Slot(object, object)
    def _on_head_wish_changed(self, kinds: tuple[str, ...], q: str | None) -> None:
        self._presenter.rows.look_at(ActivityFilter(kinds=kinds, q=q))

    @Slot()
    def _on_export_asked(self) -> None:
        words = self.tr("Write receipts into a file"), self.tr("Receipts (*.jsonl)"), "jsonl"
        self._choose(*words, self._presenter.export)

    @Slot()
    def _on_backup_asked(self) -> None:
        words = self.tr("Back the ledger up into a file"), self.tr("Backups (*.placet)"), "placet"
        self._choose(*words, self._presenter.back_up)

    def _choose(self, title: str, kind: str, suffix: str, then: Callable[[Path], None]) -> None:
        chooser = QFileDialog(self, title)
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.setNameFilters([kind])
        chooser.setDefaultSuffix(suffix)
        chooser.setOption(QFileDialog.Option.DontUseNativeDialog)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.fileSelected.connect(lambda name: self._write(Path(name), then))
        chooser.open()

    def _write(self, path: Path, then: Callable[[Path], None]) -> None:
        self._strip.say(self.tr("Writing {0}…").format(path.name))
        then(path)

    @Slot(str, str)
    def _on_presenter_written(self, what: str, name: str) -> None:
        words = self.tr("Receipts written into {0}") if what == "receipts" else self.tr("Backed up into {0}")
        self._strip.say(words.format(name))

    @Slot(str)
    def _on_presenter_refused(self, why: str) -> None:
        self._strip.say(self.tr("Nothing was written. {0}").format(why))

    @Slot(object)
    def _on_table_row_opened(self, row: ActivityLine) -> None:
        self._presenter.open(row.id)
        self._show_detail()

    @Slot(object)
    def _on_table_row_followed(self, row: ActivityLine) -> None:
        if self._detail.isVisible():
            self._presenter.open(row.id)

    def _empty_words(self) -> tuple[str, str]:
        if self._presenter.rows.where == ActivityFilter():
            return self.tr("Nothing happened yet"), self.tr("What is asked, decided and done appears here.")
        return self.tr("Nothing matches"), self.tr("Take a filter away to see more.")

    def _on_closed(self) -> None:
        self._presenter.open(None)

    def _on_seen(self, shown: bool) -> None:
        self._presenter.rows.set_shown(shown)

    @Slot()
    def _show_row(self) -> None:
        shown = self._presenter.open_id() if self._detail.isVisible() else None
        index = QModelIndex() if shown is None else self._presenter.model.index_of(shown)
        if index.isValid():
            self._table.setCurrentIndex(index)
            self._table.scrollTo(index)

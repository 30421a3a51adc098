"""An agent's files, which of their bytes are authorized, and one of them in full."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from placet.api.views import FileListing, FileRow, FileSourceRow
from placet_gui.delegates.badges import FILE_LOOKS, Look
from placet_gui.delegates.table_cells import CellStyle
from placet_gui.models.code_tables import FILE_COLUMNS, file_state
from placet_gui.models.row_table import RowTable
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.arming import Gesture
from placet_gui.presenters.files import FilesPresenter
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.file_pane import FilePane
from placet_gui.views.page import EmptyWord
from placet_gui.views.record_view import Callout
from placet_gui.views.row_table_view import RowTableView
from placet_gui.words import number_text

_STYLES: Final = {1: CellStyle(mono=True, strong=True), 2: CellStyle(figures=True), 3: CellStyle(mono=True)}
_WIDTHS_PX: Final = {0: 168, 2: 96, 3: 96}


class FilesTab(QStackedWidget):
    """All files, or the one that was opened. Files are read when the tab comes into view, and when facts say so."""

    def __init__(self, presenter: FilesPresenter, theme: Theme) -> None:
        super().__init__()
        self._presenter = presenter
        self._theme = theme
        self._pane: FilePane | None = None
        self._model = RowTable[FileRow](FILE_COLUMNS, lambda row: row.path)
        self._table = RowTableView(Name.FILES_TABLE, self.tr("Files of this agent"), self._model, widest=1)
        self._table.dress(theme, _look, _STYLES, _WIDTHS_PX)
        self._about = plain_label("", "muted")
        self._again = QPushButton(" " + self.tr("Look again"))
        self._trouble = Callout(theme, Name.FILE_TROUBLE)
        self._empty = EmptyWord(
            theme,
            "folder",
            self.tr("No files yet"),
            self.tr("What lies in the agent's folder shows here; its code can be authorized, byte for byte."),
        )
        self._empty.setObjectName(Name.FILES_EMPTY)
        self._lay_out()
        self._connect()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._presenter.refresh()  # an editor may have written meanwhile, which no fact tells of
        self._presenter.set_shown(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._presenter.set_shown(False)

    def _lay_out(self) -> None:
        name_widget(self._again, Name.FILES_AGAIN, self.tr("Look at the folder again"))
        self._about.setWordWrap(True)
        head = QHBoxLayout()
        head.setContentsMargins(24, 12, 24, 8)
        head.setSpacing(8)
        head.addWidget(self._about, 1)
        head.addWidget(self._again)
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._trouble)
        self._list = QStackedWidget()
        self._list.addWidget(self._empty)
        self._list.addWidget(self._table)
        column.addWidget(self._list, 1)
        self._trouble.show_text("")
        self.addWidget(page)

    def _connect(self) -> None:
        presenter = self._presenter
        self._table.row_opened.connect(presenter.open)
        self._again.clicked.connect(presenter.refresh)
        presenter.files_read.connect(self._on_files_read)
        presenter.files_lost.connect(self._trouble.show_text)
        presenter.source_opened.connect(self._on_source_opened)
        presenter.source_changed.connect(self._on_source_changed)
        presenter.source_closed.connect(self._drop_pane)
        presenter.busy_changed.connect(self._on_busy_changed)
        presenter.refused.connect(self._on_refused)
        self._theme.changed.connect(self._tint)
        self._tint()

    @Slot(object)
    def _on_files_read(self, listing: FileListing) -> None:
        self._trouble.show_text("")
        # Code first: the rest can't be authorized. Inside each, the order of the listing stays.
        files = sorted(listing.files, key=lambda row: not row.is_code)
        self._model.take(files)
        self._list.setCurrentIndex(1 if files else 0)
        count = sum(row.authorized for row in files)
        words = self.tr("{0}, {1} authorized").format(
            self.tr("%Ln files", "", len(files)), number_text(count)
        )
        self._about.setText(
            self.tr("{0}; there are more than are shown").format(words) if listing.truncated else words
        )

    @Slot(object)
    def _on_source_opened(self, source: FileSourceRow) -> None:
        arming = self._presenter.arming
        if arming is None:
            return
        is_other = self._pane is not None  # what was shown has other bytes now
        self._drop_pane()
        clock, choice = self._presenter.clock, self._presenter.diff_choice
        pane = FilePane(self._theme, source, arming, clock, choice, self)
        pane.closed.connect(self._presenter.close)
        pane.bar.authorize_asked.connect(self._on_authorize_asked)
        pane.bar.deauthorize_asked.connect(self._presenter.deauthorize)
        self._presenter.lock_changed.connect(pane.check)
        if is_other:
            pane.show_trouble(self.tr("The file was written meanwhile: these are other bytes than before."))
        self._pane = pane
        self.addWidget(pane)
        self.setCurrentWidget(pane)

    @Slot(object)
    def _on_source_changed(self, source: FileSourceRow) -> None:
        if self._pane is not None:
            self._pane.show_source(source)

    @Slot(object, str)
    def _on_authorize_asked(self, gesture: Gesture, typed: str) -> None:
        if self._pane is not None:
            self._pane.show_trouble("")
        self._presenter.authorize(gesture, typed)

    @Slot(bool)
    def _on_busy_changed(self, busy: bool) -> None:
        if self._pane is not None:
            self._pane.set_busy(busy)

    @Slot(str)
    def _on_refused(self, sentence: str) -> None:
        (self._trouble.show_text if self._pane is None else self._pane.show_trouble)(sentence)

    @Slot()
    def _drop_pane(self) -> None:
        pane, self._pane = self._pane, None
        if pane is not None:
            self.removeWidget(pane)
            pane.hide()
            pane.deleteLater()

    @Slot()
    def _tint(self) -> None:
        self._again.setIcon(icon("rotate-ccw", "text_muted", self._theme.tokens, 14))
        self._again.setIconSize(QSize(14, 14))


def _look(row: FileRow) -> Look:
    return FILE_LOOKS[file_state(row)]

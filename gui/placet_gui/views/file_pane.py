"""One file of an agent's: its bytes, exactly and whole, what changed in them, and the owner's word about them."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QFont, QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QTabWidget, QVBoxLayout, QWidget

from placet.api.views import FileSourceRow
from placet_gui.delegates.badges import FILE_LOOKS, Badge
from placet_gui.models.code_tables import file_state
from placet_gui.names import Name, name_widget
from placet_gui.presenters.arming import CODE_PART, Arming
from placet_gui.presenters.clock import Clock
from placet_gui.presenters.diff_choice import DiffChoice
from placet_gui.said import said
from placet_gui.theme.fonts import mono
from placet_gui.theme.style import Theme
from placet_gui.views.approval_facts import note
from placet_gui.views.approval_watch import ApprovalWatch
from placet_gui.views.argument_exact import ExactView
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.authorize_bar import AuthorizeBar
from placet_gui.views.changes_view import ChangesView
from placet_gui.views.code_text import file_digest
from placet_gui.views.page import padded
from placet_gui.views.record_view import Callout


class FilePane(QFrame):
    """Shows one source, made anew for each: other bytes are never put into a pane that was read already.

    Signals:
        closed: the owner goes back to all files, which decides nothing.
    """

    closed = Signal()

    def __init__(
        self,
        theme: Theme,
        source: FileSourceRow,
        arming: Arming,
        clock: Clock,
        diff_choice: DiffChoice,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._arming = arming
        self.bar = AuthorizeBar(theme, arming, clock)
        self._watch = ApprovalWatch(self, arming, clock)
        self._back = QPushButton(self.tr("All files"))
        self._path = ExactLabel(theme, mono(theme.tokens.size("text_px"), QFont.Weight.DemiBold))
        self._path.setText(source.row.shown_path)
        self._path.setAccessibleName(source.row.shown_path)
        self._state = Badge(theme, FILE_LOOKS["plain"], Name.FILE_STATE)
        self._trouble = Callout(theme, Name.FILE_TROUBLE)
        self._text = ExactView(theme, Name.FILE_SOURCE, self.tr("The file's source, whole"))
        self._text.show_text(source.shown_text)
        self._changes = ChangesView(theme, Name.FILE_CHANGES, self.tr("Changes"), diff_choice)
        self._tabs = QTabWidget()
        name_widget(self._tabs, Name.FILE_TABS, self.tr("Views of the file"))
        self._lay_out(source)
        self._connect()
        self.show_source(source)

    def show_source(self, source: FileSourceRow) -> None:
        """Show how the same bytes stand now."""
        self._state.show_look(FILE_LOOKS[file_state(source.row)])
        self._tabs.setTabVisible(1, source.shown_diff is not None)
        if source.shown_diff is not None:
            self._changes.show_text(source.shown_diff)
        self.bar.show_row(source.row)

    def set_busy(self, busy: bool) -> None:
        """A word about the file is out, or has come back; then authorizing waits its moment again."""
        self.bar.set_busy(busy)
        self._watch.check()

    @Slot()
    def check(self) -> None:
        """What authorizing waits for may be another thing now."""
        self._watch.check()

    def show_trouble(self, sentence: str) -> None:
        """Say what the engine refused; nothing with an empty sentence."""
        self._trouble.show_text(sentence)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._watch.begin()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._watch.end()

    def _lay_out(self, source: FileSourceRow) -> None:
        name_widget(self._back, Name.FILE_BACK, self.tr("Back to all files"))
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(self._back)
        title.addWidget(self._path, 1)
        title.addWidget(self._state)
        inside = QVBoxLayout()
        inside.setContentsMargins(24, 8, 24, 12)
        inside.setSpacing(6)
        inside.addLayout(title)
        inside.addWidget(file_digest(self._theme, source.row.sha256 or ""))
        inside.addWidget(self._trouble)
        for sentence in source.findings:
            inside.addWidget(note(self._theme, "triangle-alert", "held", said(sentence)))
        self._tabs.setDocumentMode(True)
        self._tabs.tabBar().setAccessibleName(self.tr("Views of the file"))
        self._tabs.addTab(padded(self._text), self.tr("Source"))
        self._tabs.addTab(padded(self._changes), self.tr("Changes since last authorized"))
        inside.addWidget(self._tabs, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(inside, 1)
        column.addWidget(self.bar)
        self._trouble.show_text("")

    def _connect(self) -> None:
        self._back.clicked.connect(self.closed)
        self._text.read_through.connect(self._on_text_read_through)
        self._watch.expect(self.bar.authorize_button, self.bar.field)
        self._watch.changed.connect(self.bar.refresh)

    @Slot()
    def _on_text_read_through(self) -> None:
        self._arming.note_opened(CODE_PART)
        self._watch.check()

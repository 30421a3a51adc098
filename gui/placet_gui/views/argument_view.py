"""The arguments, exactly: as a typed tree, as changes, as JSON text, and one long value page by page; and the code
that a call would run, whole.

Source: spec/prompt-rules 4.3, rules 6 and 8.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QFrame, QStackedWidget, QTabWidget, QVBoxLayout

from placet.api import Sheet, SheetKind
from placet.api.views import BytesPage, Card
from placet_gui.names import Name, name_widget
from placet_gui.presenters.arming import CODE_PART
from placet_gui.presenters.diff_choice import DiffChoice
from placet_gui.said import with_marks_said
from placet_gui.texts import SHEETS, word
from placet_gui.theme.style import Theme
from placet_gui.views.argument_exact import ExactView, Kind
from placet_gui.views.argument_tree_view import MOST_UNFOLDED_ROWS, TypedTree, ValuePager
from placet_gui.views.changes_view import ChangesView
from placet_gui.views.code_text import CodeText
from placet_gui.views.page import padded


class ArgumentView(QFrame):
    """All arguments of one card.

    Signals:
        text_wanted(str): the owner opens the whole text of the value at this pointer.
        part_opened(tuple[str, ...]): these folded parts have been opened by the owner.
        bytes_wanted(str, int): the owner looks at the bytes of the text at this pointer, from this one on.
    """

    text_wanted = Signal(str)
    part_opened = Signal(object)
    bytes_wanted = Signal(str, int)

    def __init__(self, theme: Theme, card: Card, diff_choice: DiffChoice) -> None:
        super().__init__()
        self._card = card
        self._diff_choice = diff_choice
        self._theme = theme
        self._since: ExactView | None = None
        self._tree = TypedTree(theme, card.arguments)
        self._shut = self._tree.unfold(MOST_UNFOLDED_ROWS)
        self._code = None if card.code is None else CodeText(theme, card.code)
        self._sheet = self._made_sheet(theme)
        self._raw = ExactView(theme, Name.ARGS_RAW, self.tr("Arguments as JSON text"), Kind.JSON)
        self._raw.show_text(with_marks_said(card.shown_raw))
        self._pager = ValuePager(theme)
        self._tabs = self._made_tabs(theme)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._tabs)
        self._stack.addWidget(self._pager)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
        self._connect()

    @property
    def folded(self) -> tuple[str, ...]:
        """What has to be opened before a yes where a mistake costs: shut objects and lists, and all of the code."""
        return self._shut if self._code is None else (*self._shut, CODE_PART)

    @property
    def tabs(self) -> QTabWidget:
        """The views of the arguments; a page that shows more of a task adds its own."""
        return self._tabs

    def show_text(self, pointer: str, text: str) -> None:
        """Show the whole text of one value; it counts as opened from now on."""
        self._pager.show_value(pointer, text, has_bytes=self._tree.tree_model.is_text(pointer))
        self._stack.setCurrentWidget(self._pager)
        self._pager.focus()
        self._tree.tree_model.mark_opened(pointer)
        self.part_opened.emit((pointer,))

    def show_bytes(self, pointer: str, page: BytesPage) -> None:
        """Show a page of the bytes of the value that is open."""
        self._pager.show_bytes(pointer, page)

    def close_pager(self) -> bool:
        """Go back from one value to all of them; answers whether there was anything to close."""
        if self._stack.currentWidget() is not self._pager:
            return False
        self._stack.setCurrentWidget(self._tabs)
        self._tree.setFocus()
        return True

    def add_since(self, sheet: Sheet) -> None:
        """Add the page of what changed since the last yes, before the last one."""
        self._since = ExactView(self._theme, Name.SINCE_VIEW, word(SHEETS, sheet.kind))
        self._since.show_sheet(sheet.lines)
        self._tabs.insertTab(self._tabs.count() - 1, padded(self._since), word(SHEETS, sheet.kind))

    def show_since(self) -> None:
        """Show what changed since the last yes."""
        if self._since is not None:
            self.close_pager()
            self._tabs.setCurrentIndex(self._tabs.count() - 2)
            self._since.focus()

    def show_exact(self) -> None:
        """Show the exact tree, or what was in front of it when it is shown already."""
        self.close_pager()
        self._tabs.setCurrentIndex(0 if self._tabs.currentIndex() == self._exact else self._exact)
        self._tabs.currentWidget().setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _made_sheet(self, theme: Theme) -> ExactView | ChangesView | None:
        sheet = self._card.sheet
        if sheet is None:
            return None
        view: ExactView | ChangesView
        if sheet.kind is SheetKind.CHANGES:
            view = ChangesView(theme, Name.SHEET_VIEW, word(SHEETS, sheet.kind), self._diff_choice)
        else:
            view = ExactView(theme, Name.SHEET_VIEW, word(SHEETS, sheet.kind))
        view.show_sheet(sheet.lines)
        return view

    def _made_tabs(self, theme: Theme) -> QTabWidget:
        tabs = QTabWidget()
        name_widget(tabs, Name.ARGUMENT_TABS, self.tr("Views of the arguments"))
        tabs.tabBar().setAccessibleName(self.tr("Views of the arguments"))
        tabs.setDocumentMode(True)
        tabs.tabBar().setUsesScrollButtons(
            False
        )  # in a narrow pane words grow shorter, and no tab is out of sight
        tabs.tabBar().setElideMode(Qt.TextElideMode.ElideRight)
        if self._code is not None:  # in front: it is what will happen
            tabs.addTab(padded(self._code), self.tr("Code"))
        if self._sheet is not None and self._card.sheet is not None:
            tabs.addTab(padded(self._sheet), word(SHEETS, self._card.sheet.kind))
        self._exact = tabs.addTab(padded(self._tree), self.tr("Arguments"))
        tabs.addTab(padded(self._raw), self.tr("Raw"))
        return tabs

    def _connect(self) -> None:
        self._tree.opened.connect(self.text_wanted)
        self._tree.unfolded.connect(self._on_tree_unfolded)
        self._raw.read_through.connect(self._on_raw_read_through)
        self._pager.closed.connect(self.close_pager)
        self._pager.bytes_wanted.connect(self.bytes_wanted)
        if self._code is not None:
            self._code.read_through.connect(self._on_code_read_through)
        if self._sheet is not None:
            self._sheet.read_through.connect(self._on_sheet_read_through)

    @Slot(str)
    def _on_tree_unfolded(self, pointer: str) -> None:
        self.part_opened.emit((pointer,))

    @Slot()
    def _on_raw_read_through(self) -> None:
        # Scrolled through counts as opened (rule 8), unless the raw text itself leaves something out.
        if "characters not shown⟩" not in self._card.shown_raw:
            self.part_opened.emit((*self._card.must_open, *self._shut))

    @Slot()
    def _on_code_read_through(self) -> None:
        self.part_opened.emit((CODE_PART,))

    @Slot()
    def _on_sheet_read_through(self) -> None:
        # What stands in it whole was read there; the rest is still to be opened (rule 8).
        if self._card.sheet is not None:
            self.part_opened.emit(self._card.sheet.whole)

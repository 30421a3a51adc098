"""A JSON value as a typed tree, and one long value of it page by page. Both show showable text and interpret nothing.

Source: spec/prompt-rules 4.3, rules 6 and 8.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHBoxLayout,
    QHeaderView,
    QPushButton,
    QStackedWidget,
    QTreeView,
    QVBoxLayout,
)

from placet.api.views import ArgumentNode, BytesPage
from placet_gui.models.argument_tree import ArgumentTree, Column, NodeRole
from placet_gui.names import Name, name_widget
from placet_gui.texts import TYPES, word
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.style import Theme
from placet_gui.views.argument_cells import ArgumentCells
from placet_gui.views.argument_exact import ExactView
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.bytes_view import BytesView

_CELL_PX: Final = 24  # what a cell's edges and the room between columns take
_NARROWEST_TYPE_PX: Final = 72  # room for all words but two, which break between theirs
MOST_UNFOLDED_ROWS: Final = 300
"""Beyond this many rows objects and lists start folded, and each then is a part to be opened (rule 8)."""


class TypedTree(QTreeView):
    """The typed tree.

    Signals:
        opened(str): a folded text was clicked, or any text was opened by Enter or a double click.
        unfolded(str): an object or list that was folded stands open now.
    """

    opened = Signal(str)
    unfolded = Signal(str)

    def __init__(self, theme: Theme, root: ArgumentNode) -> None:
        super().__init__()
        self.tree_model = ArgumentTree(root, self)
        name_widget(self, Name.ARGS_TREE, self.tr("Arguments"))
        self.setModel(self.tree_model)
        self.setItemDelegate(ArgumentCells(theme, self))
        self.setFont(mono(theme.tokens.size("text_px")))
        self.setIndentation(16)
        self.setWordWrap(True)
        self.setExpandsOnDoubleClick(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setTabKeyNavigation(False)
        self.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.header().setSectionsMovable(False)
        self.header().setStretchLastSection(True)
        self.header().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.header().setMinimumSectionSize(40)
        if all(not child.children for child in root.children):
            self.setRootIsDecorated(False)
        self._widths = self._measure(theme)
        self.clicked.connect(self._on_clicked)
        self.doubleClicked.connect(self._open)
        self.expanded.connect(self._on_expanded)
        theme.changed.connect(self.viewport().update)

    def unfold(self, most_rows: int) -> tuple[str, ...]:
        """Open objects and lists, outer ones first, up to so many rows; answer the pointers of those left shut."""
        left = most_rows - self.tree_model.rowCount()
        shut = []
        for at, node in self.tree_model.containers():
            left -= len(node.children)
            if left >= 0:
                self.expand(at)
            else:
                shut.append(node.pointer)
        few = self.tree_model.rowCount() <= most_rows
        # Only with few rows may all heights be measured at once, which smooth scrolling needs.
        mode = QAbstractItemView.ScrollMode
        self.setVerticalScrollMode(mode.ScrollPerPixel if few else mode.ScrollPerItem)
        return tuple(shut)

    def resizeEvent(self, event: QResizeEvent) -> None:
        width = event.size().width()
        name, kind = self._widths
        name, kind = min(name, width * 2 // 5), min(kind, max(_NARROWEST_TYPE_PX, width // 7))
        self.setColumnWidth(Column.NAME, name)
        self.setColumnWidth(Column.TYPE, kind)
        self.setColumnWidth(Column.VALUE, max(80, width - name - kind))
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not event.modifiers():
            self._open(self.currentIndex())
            return
        super().keyPressEvent(event)

    def _measure(self, theme: Theme) -> tuple[int, int]:
        """How wide names and types want to be, from the first of them."""
        names = QFontMetrics(mono(theme.tokens.size("text_px")))
        words = QFontMetrics(sans(theme.tokens.size("small_px"), QFont.Weight.DemiBold))
        name, kind = words.horizontalAdvance("Name"), words.horizontalAdvance("Type")
        for depth, node in itertools.islice(_walk(self.tree_model.root, 1), MOST_UNFOLDED_ROWS):
            indent = depth * self.indentation() if self.rootIsDecorated() else 0
            name = max(name, indent + names.horizontalAdvance(node.key))
            kind = max(kind, words.horizontalAdvance(word(TYPES, node.type)))
        return max(88, name + _CELL_PX), kind + _CELL_PX

    @Slot(QModelIndex)
    def _open(self, index: QModelIndex) -> None:
        node: ArgumentNode | None = index.data(NodeRole.NODE)
        if node is None:
            return
        if node.elided or (node.type == "string" and not node.children):
            self.opened.emit(node.pointer)
        elif node.children:
            first = index.siblingAtColumn(Column.NAME)
            self.setExpanded(first, not self.isExpanded(first))

    @Slot(QModelIndex)
    def _on_clicked(self, index: QModelIndex) -> None:
        node: ArgumentNode = index.data(NodeRole.NODE)
        if node.elided:
            self.opened.emit(node.pointer)

    @Slot(QModelIndex)
    def _on_expanded(self, index: QModelIndex) -> None:
        self.unfolded.emit(index.data(NodeRole.NODE).pointer)


class ValuePager(QFrame):
    """One value's whole text.

    Signals:
        closed: the owner goes back to all arguments.
        bytes_wanted(str, int): the owner looks at the bytes of the value at this pointer, from this one on.
    """

    closed = Signal()
    bytes_wanted = Signal(str, int)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._pointer = ""
        self._bytes: BytesView | None = None
        self._theme = theme
        self._switch = QPushButton(self.tr("As bytes"))
        self._where = ExactLabel(theme, mono(theme.tokens.size("text_px")), "json_key")
        self._text = ExactView(theme, "argument_text", self.tr("The whole text of this argument"))
        back = QPushButton(self.tr("All arguments"))
        name_widget(back, "argument_back", self.tr("Back to all arguments"), self.tr("Escape does the same."))
        back.clicked.connect(self.closed)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(back)
        row.addWidget(self._where, 1)
        row.addWidget(self._switch)
        self._stack = QStackedWidget()
        self._stack.addWidget(self._text)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self._stack, 1)
        self._prepare_switch()

    def show_value(self, pointer: str, text: str, *, has_bytes: bool = False) -> None:
        """Show this text, from that pointer."""
        self._pointer = pointer
        self._where.setText(pointer or self.tr("everything"))
        self._text.show_text(text)
        self._stack.setCurrentWidget(self._text)
        self._switch.setChecked(False)
        self._switch.setVisible(has_bytes)

    def show_bytes(self, pointer: str, page: BytesPage) -> None:
        """Show a page of the bytes of that text, if they are still looked at."""
        if pointer != self._pointer or not self._switch.isChecked():
            return
        if self._bytes is None:
            self._bytes = BytesView(self._theme)
            self._bytes.page_wanted.connect(self._on_bytes_page_wanted)
            self._stack.addWidget(self._bytes)
        self._bytes.show_page(page)
        self._stack.setCurrentWidget(self._bytes)

    def focus(self) -> None:
        """Give the text the keyboard."""
        self._text.focus()

    def _prepare_switch(self) -> None:
        tip = self.tr("Shows this text byte by byte; decides nothing")
        name_widget(self._switch, Name.BYTES_SWITCH, self.tr("Show the bytes of this text"), tip)
        self._switch.setToolTip(tip)
        self._switch.setCheckable(True)
        self._switch.setProperty("role", "chip")
        self._switch.hide()
        self._switch.clicked.connect(self._on_switch_clicked)

    @Slot(bool)
    def _on_switch_clicked(self, checked: bool) -> None:
        if checked:
            self.bytes_wanted.emit(self._pointer, 0)
        else:
            self._stack.setCurrentWidget(self._text)

    @Slot(int)
    def _on_bytes_page_wanted(self, start: int) -> None:
        self.bytes_wanted.emit(self._pointer, start)


def _walk(node: ArgumentNode, depth: int) -> Iterator[tuple[int, ArgumentNode]]:
    for child in node.children:
        yield depth, child
        yield from _walk(child, depth + 1)

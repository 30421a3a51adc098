"""Paints the arguments' names, types and values: whole, wrapped, each type in its colour and its word."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt, Slot
from PySide6.QtGui import QColor, QFont, QPainter, QTextLayout
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QTreeView

from placet.api.views import ArgumentNode
from placet_gui.models.argument_tree import Column, NodeRole
from placet_gui.models.indexes import AnyIndex
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import coloured, wrapped
from placet_gui.words import number_text

_PAD_X_PX: Final = 8
_PAD_Y_PX: Final = 4
_LEAST_PX: Final = 26
_TOKENS: Final = {
    "string": "json_string",
    "integer": "json_number",
    "number": "json_number",
    "boolean": "json_word",
    "null": "json_word",
}


class ArgumentCells(QStyledItemDelegate):
    """The delegate of the arguments' tree. A value that is folded says so, and how to open it, below itself."""

    def __init__(self, theme: Theme, tree: QTreeView) -> None:
        super().__init__(tree)
        self._theme = theme
        self._tree = tree
        self._mono = mono(theme.tokens.size("text_px"))
        self._sans = sans(theme.tokens.size("small_px"))
        self._line = sans(theme.tokens.size("small_px"), QFont.Weight.Medium)
        self._laid_out = lru_cache(maxsize=2_000)(self._lay_out)
        theme.changed.connect(self._forget)

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        width = self._width(index)
        _, height = self._laid_out(str(index.data()), index.column(), _token(index), width)
        return QSize(width, max(_LEAST_PX, round(height + 0.5) + 2 * _PAD_Y_PX + self._note_px(index)))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, QColor(self._theme.tokens.colour("selection")))
        inner = option.rect.adjusted(_PAD_X_PX, _PAD_Y_PX, -_PAD_X_PX, -_PAD_Y_PX)
        layout, height = self._laid_out(str(index.data()), index.column(), _token(index), self._width(index))
        painter.setPen(QColor(self._theme.tokens.colour("text")))
        lower = 1 if index.column() == Column.TYPE else 0  # smaller letters on the same base line
        layout.draw(painter, QPointF(inner.x(), inner.y() + lower))
        if self._note_px(index):
            self._paint_note(painter, inner.adjusted(0, round(height), 0, 0), index)
        painter.restore()

    def _paint_note(self, painter: QPainter, place: QRect, index: AnyIndex) -> None:
        opened = bool(index.data(NodeRole.OPENED))
        painter.setFont(self._line)
        painter.setPen(QColor(self._theme.tokens.colour("text_muted" if opened else "held")))
        painter.drawText(place, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, self._note(index))

    def _note(self, index: AnyIndex) -> str:
        node: ArgumentNode = index.data(NodeRole.NODE)
        if index.data(NodeRole.OPENED):
            return self.tr("Opened. Open again")
        return self.tr("Open the whole text: {0} bytes").format(number_text(node.full_size_bytes))

    def _note_px(self, index: AnyIndex) -> int:
        node: ArgumentNode = index.data(NodeRole.NODE)
        return 22 if index.column() == Column.VALUE and node.elided else 0

    def _width(self, index: AnyIndex) -> int:
        width = self._tree.columnWidth(index.column()) - 2 * _PAD_X_PX
        if index.column() == Column.NAME:
            depth, above = 1, index.parent()
            while above.isValid():
                depth, above = depth + 1, above.parent()
            width -= (depth if self._tree.rootIsDecorated() else depth - 1) * self._tree.indentation()
        return max(24, width)

    @Slot()
    def _forget(self) -> None:
        # Not the cache's own method: a connection to what is no part of Qt would keep it, and us, for ever.
        self._laid_out.cache_clear()

    def _lay_out(self, text: str, column: int, token: str, width: int) -> tuple[QTextLayout, float]:
        font = self._sans if column == Column.TYPE else self._mono
        tokens = self._theme.tokens
        return wrapped(text, font, width, tokens, coloured(tokens, token))


def _token(index: AnyIndex) -> str:
    if index.column() == Column.NAME:
        return "json_key"
    if index.column() == Column.TYPE:
        return "text_muted"
    node: ArgumentNode = index.data(NodeRole.NODE)
    return "text_muted" if node.children or node.sha256 else _TOKENS.get(node.type, "text_muted")

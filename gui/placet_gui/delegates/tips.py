"""Tells under the pointer what a cell had no room for. The texts are anybody's, so a tip interprets nothing in them."""

from __future__ import annotations

import html
from typing import Final

from PySide6.QtCore import QEvent
from PySide6.QtGui import QFont, QFontMetricsF, QHelpEvent
from PySide6.QtWidgets import QAbstractItemView, QStyledItemDelegate, QStyleOptionViewItem, QToolTip

from placet_gui.models.indexes import AnyIndex

_MOST_CHARS: Final = 600
_AROUND_PX: Final = 16


def plain_tip(text: str) -> str:
    """A text as a tool tip shows it letter by letter: Qt would take one that looks like markup for markup."""
    shown = text if len(text) <= _MOST_CHARS else f"{text[:_MOST_CHARS]}…"
    return f"<p style='white-space: pre-wrap'>{html.escape(shown)}</p>"


class TippedCells(QStyledItemDelegate):
    """A delegate whose cells say all of their text in a tip when they are too narrow for it."""

    def tip_of(self, option: QStyleOptionViewItem, index: AnyIndex) -> str:
        """The text that had no room; nothing where all of it is in view."""
        text = str(index.data() or "")
        wide_px = QFontMetricsF(self.tip_font(option, index)).horizontalAdvance(text)
        return text if wide_px > (option.rect.width() - _AROUND_PX) * self.tip_lines(index) else ""

    def tip_font(self, option: QStyleOptionViewItem, index: AnyIndex) -> QFont:
        """The font that a cell's text is painted in."""
        font: QFont = option.font
        return font

    def tip_lines(self, index: AnyIndex) -> int:
        """How many lines a cell's text has room for."""
        return 1

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> bool:
        if event.type() is not QEvent.Type.ToolTip or not index.isValid():
            return super().helpEvent(event, view, option, index)
        text = self.tip_of(option, index)
        QToolTip.showText(event.globalPos(), plain_tip(text) if text else "", view.viewport(), option.rect)
        return True

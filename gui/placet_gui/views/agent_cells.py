"""Paints the rows of the list of agents: name, state, and which model thinks for it."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from placet.api.views import AgentRow
from placet_gui.delegates.badges import AGENT_LOOKS, HEIGHT_PX, badge_width, draw_badge
from placet_gui.models.agent_list import AgentRole
from placet_gui.models.indexes import AnyIndex
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.style import Theme

ROW_PX = 64
_MARGIN_PX = 16


class AgentCells(QStyledItemDelegate):
    """The delegate of the list of agents."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = mono(theme.tokens.size("text_px"), QFont.Weight.DemiBold)
        self._small = sans(theme.tokens.size("small_px"))

    def sizeHint(self, option: QStyleOptionViewItem, _index: AnyIndex) -> QSize:
        return QSize(option.rect.width(), ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row: AgentRow | None = index.data(AgentRole.ROW)
        if row is None:
            return
        tokens = self._theme.tokens
        rect: QRect = option.rect
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(rect, QColor(tokens.colour("selection")))
            edge = QStyle.visualRect(option.direction, rect, QRect(rect.x(), rect.y(), 3, rect.height()))
            painter.fillRect(edge, QColor(tokens.colour("accent")))
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, QColor(tokens.colour("raised_hover")))
        look = AGENT_LOOKS[row.state]
        width = badge_width(look, tokens)
        badge = QRect(rect.right() - width - _MARGIN_PX, rect.y() + 10, width, HEIGHT_PX)
        at = QPointF(QStyle.visualRect(option.direction, rect, badge).topLeft())
        draw_badge(painter, at, look, tokens, painter.device().devicePixelRatioF())
        first = QRect(rect.x() + _MARGIN_PX, rect.y() + 10, rect.width() - width - 3 * _MARGIN_PX, HEIGHT_PX)
        second = QRect(first.x(), first.bottom() + 4, rect.width() - 2 * _MARGIN_PX, 18)
        first, second = (QStyle.visualRect(option.direction, rect, it) for it in (first, second))
        self._write(painter, first, row.name, self._name, "text")
        self._write(painter, second, self._second_words(row), self._small, "text_muted")
        painter.restore()

    def _write(self, painter: QPainter, rect: QRect, text: str, font: QFont, token: str) -> None:
        painter.setFont(font)
        painter.setPen(QColor(self._theme.tokens.colour(token)))
        shown = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, shown)

    def _second_words(self, row: AgentRow) -> str:
        model = row.model or row.backend or self.tr("calls over HTTP only")
        if not row.open_tasks:
            return model
        tasks = self.tr("%Ln open tasks", "", row.open_tasks)
        return f"{model}  ·  {tasks}"

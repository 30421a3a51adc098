"""A read-only page of exact text in the fixed-width face: JSON, a diff with its line numbers, or plain."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import Final

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QToolButton, QVBoxLayout, QWidget

from placet_gui.names import name_widget, plain_label
from placet_gui.theme.fonts import mono
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.argument_diff import DiffLine, LineKind, read_diff
from placet_gui.views.argument_pages import LONG_LINE_CHARS, pages
from placet_gui.views.argument_text import coloured, json_colours, marks

LONGEST_COLOURED_CHARS: Final = 20_000
"""A longer line keeps one colour: laying it out is slow enough."""
_SIGN: Final = "⏎"  # the engine's mark before a real line break; the break itself shows it here


class Kind(enum.Enum):
    """How a text is coloured."""

    PLAIN = "plain"
    JSON = "json"
    DIFF = "diff"


class _Colours(QSyntaxHighlighter):
    def __init__(self, text: _ExactText, theme: Theme, kind: Kind) -> None:
        super().__init__(text.document())
        self._text = text
        self._theme = theme
        self._kind = kind
        theme.changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:
        if len(text) > LONGEST_COLOURED_CHARS:
            return
        tokens = self._theme.tokens
        if (
            self._kind is Kind.JSON and len(text) <= LONG_LINE_CHARS
        ):  # a piece of a longer one may begin anywhere
            for start, length, form in json_colours(text, tokens):
                self.setFormat(start, length, form)
        if (kind := self._text.kind_of(self.currentBlock().blockNumber())) in _INKS:
            self.setFormat(0, len(text), coloured(tokens, _INKS[kind]))
        for start, length, form in marks(text, tokens):
            self.setFormat(start, length, form)


class _Gutter(QWidget):
    """The numbers beside the lines. They are decoration: the text can be copied without them."""

    def __init__(self, text: _ExactText) -> None:
        super().__init__(text)
        self._text = text

    def paintEvent(self, event: QPaintEvent) -> None:
        self._text.paint_numbers(self, event.rect())


class _ExactText(QPlainTextEdit):
    """The page's text.

    Signals:
        painted: another part of it may have come into view, by whatever way.
    """

    painted = Signal()

    def __init__(self, theme: Theme, kind: Kind) -> None:
        super().__init__()
        self._theme = theme
        self._diff: tuple[DiffLine, ...] = ()
        self._gutter = _Gutter(self)
        self.setProperty("role", "well")
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFont(mono(theme.tokens.size("text_px")))
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option = self.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)  # lines keep their order, whatever they hold
        self.document().setDefaultTextOption(option)
        _Colours(self, theme, kind)
        self.updateRequest.connect(self._on_update_requested)

    def show_lines(self, lines: tuple[str, ...], diff: tuple[DiffLine, ...]) -> None:
        """Show one page; `diff` says what its lines are, when they are a diff's."""
        self._diff = diff
        self.setViewportMargins(self._gutter_px(), 0, 0, 0)
        self.setPlainText("\n".join(lines))
        self._place_gutter()

    def kind_of(self, number: int) -> LineKind | None:
        """What the line with this number is in a diff; None outside of one."""
        return self._diff[number].kind if number < len(self._diff) else None

    def sees_end(self) -> bool:
        """Whether the end of the last line is in view. Asked of the text itself: scroll bars lag behind.

        What lies below the edge of a pane around it isn't in view, however large this page is.
        """
        block = self.firstVisibleBlock()
        last = self.document().blockCount() - 1
        bottom = self.viewport().visibleRegion().boundingRect().bottom() + 2
        while block.isValid() and self._box(block).bottom() <= bottom:
            if block.blockNumber() == last:
                return True
            block = block.next()
        return False

    def paint_numbers(self, gutter: QWidget, area: QRect) -> None:
        """Paint old and new numbers beside the visible lines."""
        painter = QPainter(gutter)
        painter.fillRect(area, QColor(self._theme.tokens.colour("sunken")))
        painter.setFont(self.font())
        painter.setPen(QColor(self._theme.tokens.colour("text_muted")))
        half = (gutter.width() - 8) // 2
        for line, box in self._visible_lines():
            for number, left in ((line.old, 0), (line.new, half)):
                if number is not None:
                    place = QRectF(left, box.y(), half - 8, self.fontMetrics().height())
                    painter.drawText(place, Qt.AlignmentFlag.AlignRight, str(number))
        painter.end()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._diff:
            painter = QPainter(self.viewport())
            for line, box in self._visible_lines():
                if (token := _GROUNDS.get(line.kind)) is not None:
                    painter.fillRect(box, QColor(self._theme.tokens.colour(token)))
            painter.end()
        super().paintEvent(event)
        self.painted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_gutter()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._gutter.update()

    def _visible_lines(self) -> Iterator[tuple[DiffLine, QRectF]]:
        block = self.firstVisibleBlock()
        bottom = self.viewport().height()
        while block.isValid() and block.blockNumber() < len(self._diff):
            box = self._box(block)
            if box.top() > bottom:
                return
            yield self._diff[block.blockNumber()], box
            block = block.next()

    def _box(self, block: QTextBlock) -> QRectF:
        box = self.blockBoundingGeometry(block).translated(self.contentOffset())
        return QRectF(0, box.y(), self.viewport().width(), box.height())

    def _gutter_px(self) -> int:
        if not self._diff:
            return 0
        most = max((max(line.old or 0, line.new or 0) for line in self._diff), default=0)
        return 2 * (self.fontMetrics().horizontalAdvance("0") * max(2, len(str(most))) + 8) + 8

    def _place_gutter(self) -> None:
        width = self._gutter_px()
        view = self.viewport().geometry()
        self._gutter.setVisible(width > 0)
        self._gutter.setGeometry(QRect(view.x() - width, view.y(), width, view.height()))

    @Slot()
    def _on_update_requested(self) -> None:
        self._gutter.update()


_INKS: Final = {LineKind.HEAD: "text_muted", LineKind.NOTE: "text_muted", LineKind.HUNK: "accent"}
_GROUNDS: Final = {LineKind.NEW: "approve_soft", LineKind.GONE: "deny_soft", LineKind.HUNK: "accent_soft"}


class ExactView(QFrame):
    """Shows text that must be showable already, page by page when it is long. Nothing in it is interpreted.

    Signals:
        read_through: the last page was scrolled to its end, after all the others had been in view.
    """

    read_through = Signal()

    def __init__(self, theme: Theme, name: str, accessible_name: str, kind: Kind = Kind.PLAIN) -> None:
        super().__init__()
        self._theme = theme
        self._kind = kind
        self._due: str | None = None
        self._pages: tuple[tuple[str, ...], ...] = ((),)
        self._diff: tuple[tuple[DiffLine, ...], ...] = ((),)
        self._page = 0
        self._seen: set[int] = set()
        self._text = _ExactText(theme, kind)
        name_widget(self._text, name, accessible_name)
        self._bar, self._count = QWidget(), plain_label("", "muted")
        self._back = self._button("chevron-up", f"{name}_before", self.tr("Page before"))
        self._on = self._button("chevron-down", f"{name}_after", self.tr("Page after"))
        self._lay_out()
        self._text.verticalScrollBar().valueChanged.connect(self._on_scrolled)
        self._text.verticalScrollBar().rangeChanged.connect(self._on_scrolled)
        # A pane around it may be scrolled as well; not while painting, which must change nothing.
        self._text.painted.connect(self._on_scrolled, Qt.ConnectionType.QueuedConnection)
        theme.changed.connect(self._draw_icons)
        self._draw_icons()

    def show_text(self, text: str) -> None:
        """Show this text from its beginning. While nobody can see it, it isn't laid out: that takes a while."""
        self._due = text
        if self.isVisible():
            self._lay_out_what_is_due()

    def _lay_out_what_is_due(self) -> None:
        text, self._due = self._due, None
        if text is None:
            return
        self._pages = pages(text.replace(f"{_SIGN}\n", "\n") if self._kind is not Kind.PLAIN else text)
        self._diff = self._read_pages()
        self._seen = set()
        self._show_page(0)

    def text(self) -> str:
        """What the page in view says."""
        self._lay_out_what_is_due()
        return self._text.toPlainText()

    def focus(self) -> None:
        """Give the text the keyboard."""
        self._text.setFocus()

    def _read_pages(self) -> tuple[tuple[DiffLine, ...], ...]:
        if self._kind is not Kind.DIFF:
            return tuple(() for _ in self._pages)
        lines = iter(read_diff(line for page in self._pages for line in page))
        return tuple(tuple(next(lines) for _ in page) for page in self._pages)

    def _show_page(self, number: int) -> None:
        self._page = number
        self._text.show_lines(self._pages[number], self._diff[number])
        several = len(self._pages) > 1
        self._bar.setVisible(several)
        self._count.setText(self.tr("Page {0} of {1}").format(number + 1, len(self._pages)))
        self._back.setEnabled(number > 0)
        self._on.setEnabled(number + 1 < len(self._pages))
        self._on_scrolled()

    def _button(self, mark: str, name: str, words: str) -> QToolButton:
        button = QToolButton()
        button.setProperty("role", "ghost")
        button.setProperty("mark", mark)
        button.setToolTip(words)
        name_widget(button, name, words)
        button.clicked.connect(self._on_back_clicked if mark == "chevron-up" else self._on_on_clicked)
        return button

    def _lay_out(self) -> None:
        row = QHBoxLayout(self._bar)
        row.setContentsMargins(0, 4, 0, 0)
        row.setSpacing(4)
        row.addWidget(self._count)
        row.addStretch(1)
        row.addWidget(self._back)
        row.addWidget(self._on)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._text, 1)
        column.addWidget(self._bar)

    @Slot()
    def _draw_icons(self) -> None:
        for button in (self._back, self._on):
            button.setIcon(icon(str(button.property("mark")), "text_muted", self._theme.tokens))

    @Slot()
    def _on_back_clicked(self) -> None:
        self._show_page(self._page - 1)

    @Slot()
    def _on_on_clicked(self) -> None:
        self._show_page(self._page + 1)

    @Slot()
    def _on_scrolled(self) -> None:
        if self._page in self._seen or not self.isVisible() or not self._text.sees_end():
            return
        self._seen.add(self._page)
        if len(self._seen) == len(self._pages):
            self.read_through.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._lay_out_what_is_due()
        self._on_scrolled()

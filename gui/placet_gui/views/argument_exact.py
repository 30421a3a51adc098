"""A read-only page of exact text in the fixed-width face: JSON, a diff with its line numbers, a sheet, or plain."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QSyntaxHighlighter,
    QTextBlock,
    QTextCharFormat,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QToolButton, QVBoxLayout, QWidget

from placet.api import SheetLine, Tone, read_diff
from placet_gui.names import name_widget, plain_label
from placet_gui.said import said, with_marks_said
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.argument_pages import LONG_LINE_CHARS, pages, sheet_pages
from placet_gui.views.argument_text import coloured, json_colours, marks, units

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
        # A piece of a longer line may begin anywhere in the JSON.
        if self._kind is Kind.JSON and len(text) <= LONG_LINE_CHARS:
            for start, length, form in json_colours(text, tokens):
                self.setFormat(start, length, form)
        if (tone := self._text.tone_of(self.currentBlock().blockNumber())) in _INKS:
            self.setFormat(0, units(text), self._form(tone))
        for start, length, form in marks(text, tokens):
            self.setFormat(start, length, form)

    def _form(self, tone: Tone) -> QTextCharFormat:
        tokens = self._theme.tokens
        form = coloured(tokens, _INKS[tone])
        if tone in {Tone.NOTE, Tone.WARNING}:
            form.setFont(sans(tokens.size("text_px")))
        elif tone is Tone.STRONG:
            form.setFont(mono(tokens.size("text_px"), QFont.Weight.DemiBold))
        return form


class _Gutter(QWidget):
    """Our labels and the numbers beside the lines. No text of anybody else's stands here, and none of ours there."""

    def __init__(self, text: _ExactText) -> None:
        super().__init__(text)
        self._text = text

    def paintEvent(self, event: QPaintEvent) -> None:
        self._text.paint_gutter(self, event.rect())


class _ExactText(QPlainTextEdit):
    """The page's text.

    Signals:
        painted: another part of it may have come into view, by whatever way.
    """

    painted = Signal()

    def __init__(self, theme: Theme, kind: Kind) -> None:
        super().__init__()
        self._theme = theme
        self._looks: tuple[SheetLine, ...] = ()
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

    def show_lines(self, lines: tuple[str, ...], looks: tuple[SheetLine, ...]) -> None:
        """Show one page; `looks` says what its lines are, when they are a diff's or a sheet's."""
        self._looks = looks
        self.setViewportMargins(self._gutter_px(), 0, 0, 0)
        self.setPlainText("\n".join(lines))
        self._place_gutter()

    def tone_of(self, number: int) -> Tone | None:
        """What the line with this number is in a diff or a sheet; None outside of one."""
        return self._looks[number].tone if number < len(self._looks) else None

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

    def paint_gutter(self, gutter: QWidget, area: QRect) -> None:
        """Paint labels, and old and new numbers, beside the visible lines."""
        painter = QPainter(gutter)
        tokens = self._theme.tokens
        painter.fillRect(area, QColor(tokens.colour("sunken")))
        labels, old, new = self._columns()
        for line, box in self._visible_lines():
            if line.tone is Tone.GAP:
                self._rule(painter, _EDGE_PX, gutter.width(), box)
            painter.setPen(QColor(tokens.colour("text_muted")))
            painter.setFont(sans(tokens.size("small_px"), QFont.Weight.Medium))
            height = self.fontMetrics().height()
            painter.drawText(
                QRectF(_EDGE_PX, box.y(), labels, height), Qt.AlignmentFlag.AlignVCenter, said(line.label)
            )
            painter.setFont(self.font())
            for number, left, width in ((line.old, labels, old), (line.new, labels + old, new)):
                if number is not None:
                    place = QRectF(left, box.y(), width - _EDGE_PX, height)
                    painter.drawText(place, Qt.AlignmentFlag.AlignRight, str(number))
        painter.end()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._looks:
            painter = QPainter(self.viewport())
            for line, box in self._visible_lines():
                if (token := _GROUNDS.get(line.tone)) is not None:
                    painter.fillRect(box, QColor(self._theme.tokens.colour(token)))
                elif line.tone is Tone.GAP:
                    self._rule(painter, 0, round(box.right()) - _EDGE_PX, box)
            painter.end()
        super().paintEvent(event)
        self.painted.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_gutter()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self._gutter.update()

    def _visible_lines(self) -> Iterator[tuple[SheetLine, QRectF]]:
        block = self.firstVisibleBlock()
        bottom = self.viewport().height()
        while block.isValid() and block.blockNumber() < len(self._looks):
            box = self._box(block)
            if box.top() > bottom:
                return
            yield self._looks[block.blockNumber()], box
            block = block.next()

    def _box(self, block: QTextBlock) -> QRectF:
        box = self.blockBoundingGeometry(block).translated(self.contentOffset())
        return QRectF(0, box.y(), self.viewport().width(), box.height())

    def _rule(self, painter: QPainter, left: int, right: int, box: QRectF) -> None:
        """A hairline through the middle of a line that holds nothing."""
        painter.setPen(QColor(self._theme.tokens.colour("line")))
        middle = round(box.center().y())
        painter.drawLine(left, middle, right, middle)

    def _columns(self) -> tuple[int, int, int]:
        """The widths of the labels and of the old and the new numbers; 0 for those that there are none of."""
        if not self._looks:
            return 0, 0, 0
        letters = QFontMetrics(sans(self._theme.tokens.size("small_px"), QFont.Weight.Medium))
        widest = max(letters.horizontalAdvance(said(line.label)) for line in self._looks)
        numbers = (
            self._digits_px(line.old for line in self._looks),
            self._digits_px(line.new for line in self._looks),
        )
        return (max(widest, _LABEL_PX) + 2 * _EDGE_PX if widest else 0), *numbers

    def _digits_px(self, numbers: Iterable[int | None]) -> int:
        most = max((number for number in numbers if number is not None), default=None)
        if most is None:
            return 0
        return self.fontMetrics().horizontalAdvance("0") * max(2, len(str(most))) + 2 * _EDGE_PX

    def _gutter_px(self) -> int:
        width = sum(self._columns())
        return width + _EDGE_PX if width else 0

    def _place_gutter(self) -> None:
        width = self._gutter_px()
        view = self.viewport().geometry()
        self._gutter.setVisible(width > 0)
        self._gutter.setGeometry(QRect(view.x() - width, view.y(), width, view.height()))

    @Slot()
    def _on_update_requested(self) -> None:
        self._gutter.update()


_EDGE_PX: Final = 8
_LABEL_PX: Final = 56
_INKS: Final = {
    Tone.HEAD: "text_muted",
    Tone.NOTE: "text_muted",
    Tone.HUNK: "accent",
    Tone.STRONG: "text",
    Tone.WARNING: "held",
}
_GROUNDS: Final = {
    Tone.NEW: "approve_soft",
    Tone.GONE: "deny_soft",
    Tone.HUNK: "accent_soft",
}


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
        self._due: str | tuple[SheetLine, ...] | None = None
        self._pages: tuple[tuple[str, ...], ...] = ((),)
        self._looks: tuple[tuple[SheetLine, ...], ...] = ((),)
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

    def show_sheet(self, lines: tuple[SheetLine, ...]) -> None:
        """Show these lines, each as its tone says, with our labels beside them."""
        self._due = lines
        if self.isVisible():
            self._lay_out_what_is_due()

    def _lay_out_what_is_due(self) -> None:
        due, self._due = self._due, None
        if due is None:
            return
        if isinstance(due, str):
            text = due.replace(f"{_SIGN}\n", "\n") if self._kind is not Kind.PLAIN else due
            self._pages = pages(text)
            self._looks = self._read_pages()
        else:
            self._looks = sheet_pages(tuple(map(told, due)))
            self._pages = tuple(tuple(line.text for line in page) for page in self._looks)
        self._seen = set()
        self._show_page(0)

    def text(self) -> str:
        """What the page in view says."""
        self._lay_out_what_is_due()
        return self._text.toPlainText()

    def focus(self) -> None:
        """Give the text the keyboard."""
        self._text.setFocus()

    def _read_pages(self) -> tuple[tuple[SheetLine, ...], ...]:
        if self._kind is not Kind.DIFF:
            return tuple(() for _ in self._pages)
        lines = iter(read_diff(line for page in self._pages for line in page))
        return tuple(tuple(next(lines) for _ in page) for page in self._pages)

    def _show_page(self, number: int) -> None:
        self._page = number
        self._text.show_lines(tuple(map(with_marks_said, self._pages[number])), self._looks[number])
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


def told(line: SheetLine) -> SheetLine:
    """A note of the engine's in the console's language; what stands beside one is somebody else's text, and stays."""
    return replace(line, text=said(line.text)) if line.tone in {Tone.NOTE, Tone.WARNING} else line

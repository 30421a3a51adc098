"""How exact text is drawn: its marks in their own colours, left to right, wrapped anywhere and never cut off.

The engine makes hidden characters visible as marks such as ⟨U+202E⟩ and escapes these signs in foreign text, so a
mark can't be forged (spec/prompt-rules 4.3, rule 6).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPaintEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QLabel, QSizePolicy

from placet.api import odd_letters
from placet_gui.said import with_marks_said
from placet_gui.theme.style import Theme
from placet_gui.theme.tokens import Tokens

MARKS: Final = re.compile(r"(?P<chip>⟨U\+[0-9A-F]+⟩)|(?P<count>⟨[^⟩]*⟩)|(?P<sign>[⏎⇥])")
_JSON: Final = re.compile(
    r'(?P<json_key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<json_string>"(?:[^"\\]|\\.)*")'
    r"|(?P<json_number>-?\d[\d.eE+-]*)|(?P<json_word>\b(?:true|false|null)\b)"
)
_REMEMBERED: Final = 8
_LAST_OF_ONE: Final = "\uffff"
_LOOKS: Final = {
    "chip": ("danger", "danger_soft"),
    "count": ("held", "held_soft"),
    "sign": ("text_muted", None),
}

Stretch = tuple[int, int, QTextCharFormat]
"""A part of a text and how it looks."""


def coloured(tokens: Tokens, token: str, ground: str | None = None) -> QTextCharFormat:
    """A format in a token's colour, on another's."""
    form = QTextCharFormat()
    form.setForeground(QColor(tokens.colour(token)))
    if ground is not None:
        form.setBackground(QColor(tokens.colour(ground)))
    return form


def marks(text: str, tokens: Tokens) -> Iterator[Stretch]:
    """Where the marks of a text are, and its letters that can be taken for others: start, length and look of each."""
    return _in_places(text, _looks(text, tokens))


def json_colours(line: str, tokens: Tokens) -> Iterator[Stretch]:
    """Where the words of a line of JSON text are: start, length and look of each."""
    words = ((*it.span(), coloured(tokens, it.lastgroup or "text")) for it in _JSON.finditer(line))
    return _in_places(line, words)


def units(text: str) -> int:
    """How many of Qt's places a text takes: a character beyond the first 65,536 takes two."""
    return len(text) if text.isascii() else len(text) + sum(char > _LAST_OF_ONE for char in text)


def _in_places(text: str, found: Iterable[Stretch]) -> Iterator[Stretch]:
    """Stretches by start and end in the text, as start and length in Qt's places."""
    wide = [] if text.isascii() else [at for at, char in enumerate(text) if char > _LAST_OF_ONE]
    for start, end, form in found:
        first, last = start + bisect_left(wide, start), end + bisect_left(wide, end)
        yield first, last - first, form


def _looks(text: str, tokens: Tokens) -> Iterator[Stretch]:
    for found in MARKS.finditer(text):
        token, ground = _LOOKS[found.lastgroup or "sign"]
        yield found.start(), found.end(), coloured(tokens, token, ground)
    for start, end in odd_letters(text):
        form = coloured(tokens, "held", "held_soft")
        form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
        form.setUnderlineColor(QColor(tokens.colour("held")))
        yield start, end, form


def wrapped(
    text: str,
    font: QFont,
    width_px: float,
    tokens: Tokens,
    plain: QTextCharFormat | None = None,
    mode: QTextOption.WrapMode = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere,
    *,
    at_right: bool = False,
) -> tuple[QTextLayout, float]:
    """A text laid out in a width, with its marks coloured; answers the layout and its height.

    `plain` is how everything else looks; `at_right` says where its lines stand, never how they are read.
    """
    layout = QTextLayout(text.replace("\n", "\u2028"), font)
    option = QTextOption()
    option.setWrapMode(mode)
    option.setTextDirection(Qt.LayoutDirection.LeftToRight)
    option.setAlignment(Qt.AlignmentFlag.AlignRight if at_right else Qt.AlignmentFlag.AlignLeft)
    layout.setTextOption(option)
    layout.setFormats([_range(*it) for it in _formats(text, tokens, plain)])
    layout.beginLayout()
    height = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1.0, width_px))
        line.setPosition(QPointF(0, height))
        height += line.height()
    layout.endLayout()
    return layout, height


def _formats(text: str, tokens: Tokens, plain: QTextCharFormat | None) -> Iterator[Stretch]:
    if plain is not None:
        yield 0, units(text), plain
    yield from marks(text, tokens)


def _range(start: int, length: int, form: QTextCharFormat) -> QTextLayout.FormatRange:
    made = QTextLayout.FormatRange()
    made.start, made.length, made.format = start, length, form
    return made


class ExactLabel(QLabel):
    """A label for texts that aren't ours: plain, left to right, wrapped even inside a word, its marks coloured.

    Where the window is read from the right its lines stand at the right, beside the icon or the name that they go with,
    and are still read from the left. What the marks say is in the language of the console.

    QLabel itself breaks lines only between words, so one long word would push the window wide or be cut off.
    """

    def __init__(self, theme: Theme, font: QFont, ink: str = "text") -> None:
        super().__init__()
        self._theme = theme
        self._ink = ink
        self._laid_out: dict[tuple[str, int], tuple[QTextLayout, float]] = {}
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(font)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._own_font = font
        theme.changed.connect(self._on_theme_changed)

    def setText(self, text: str) -> None:
        super().setText(with_marks_said(text))

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._layout(width)[1] + 0.5)

    def sizeHint(self) -> QSize:
        return QSize(160, self.heightForWidth(self.width() if self.width() > 1 else 400))

    def minimumSizeHint(self) -> QSize:
        return QSize(40, 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(QColor(self._theme.tokens.colour(self._ink)))
        painter.setClipRect(QRectF(event.rect()))
        layout, height = self._layout(self.width())
        layout.draw(painter, QPointF(0, max(0.0, (self.height() - height) // 2)))
        painter.end()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.LayoutDirectionChange:
            self._laid_out.clear()

    def _layout(self, width: int) -> tuple[QTextLayout, float]:
        # Layouts are asked for several widths before one is settled on, and for the same ones again and again.
        known = self._laid_out.get((self.text(), width))
        if known is None:
            if len(self._laid_out) >= _REMEMBERED:
                self._laid_out.clear()
            at_right = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
            known = wrapped(self.text(), self._own_font, width, self._theme.tokens, at_right=at_right)
            self._laid_out[self.text(), width] = known
        return known

    def _on_theme_changed(self) -> None:
        self._laid_out.clear()
        self.update()

"""A read-only view of exact text in a fixed-width face: JSON, a unified diff, or plain."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import (
    QColor,
    QSyntaxHighlighter,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextOption,
)
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit

from placet_gui.names import name_widget
from placet_gui.theme.fonts import mono
from placet_gui.theme.style import Theme

_LONGEST_COLOURED_LINE = 10_000
_MOST_COLOURED_LINES = 4_000
_JSON: Final = re.compile(
    r'(?P<json_key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?P<json_string>"(?:[^"\\]|\\.)*")'
    r"|(?P<json_number>-?\d[\d.eE+-]*)|(?P<json_word>\b(?:true|false|null)\b)"
)


class _JsonColours(QSyntaxHighlighter):
    """Colours keys, texts, numbers and words; a very long line stays plain."""

    def __init__(self, document: QTextDocument, theme: Theme) -> None:
        super().__init__(document)
        self._theme = theme
        self.on = False
        theme.changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:
        if not self.on or len(text) > _LONGEST_COLOURED_LINE:
            return
        for found in _JSON.finditer(text):
            form = QTextCharFormat()
            form.setForeground(QColor(self._theme.tokens.colour(found.lastgroup or "text")))
            self.setFormat(found.start(), found.end() - found.start(), form)


class CodeView(QPlainTextEdit):
    """Shows text exactly as it is handed in, which must be showable already. Nothing in it is interpreted."""

    def __init__(self, theme: Theme, name: str, accessible_name: str) -> None:
        super().__init__()
        self._theme = theme
        self._diff = False
        name_widget(self, name, accessible_name)
        self.setProperty("role", "well")
        self.setReadOnly(True)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setFont(mono(theme.tokens.size("text_px")))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self._read_left_to_right()
        self._colours = _JsonColours(self.document(), theme)
        theme.changed.connect(self._mark_lines)

    def show_plain(self, text: str) -> None:
        """Show text without any colours."""
        self._show(text, json=False, diff=False)

    def show_json(self, text: str) -> None:
        """Show indented JSON text, coloured by its types."""
        self._show(text, json=True, diff=False)

    def show_diff(self, text: str) -> None:
        """Show a unified diff: what goes and what comes is marked over the whole width, and by its sign."""
        self._show(text, json=False, diff=True)

    def _show(self, text: str, *, json: bool, diff: bool) -> None:
        self._colours.on = json
        self._diff = diff
        if text != self.toPlainText() or json:
            self.setPlainText(text)
        self._mark_lines()

    def _read_left_to_right(self) -> None:
        # Values may hold right-to-left letters; the order of lines and of members must not turn with them.
        option = self.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        self.document().setDefaultTextOption(option)

    def _mark_lines(self) -> None:
        marks: list[QTextEdit.ExtraSelection] = []
        block = self.document().firstBlock()
        while self._diff and block.isValid() and len(marks) < _MOST_COLOURED_LINES:
            if (tone := _tone(block.text())) is not None:
                marks.append(self._mark(QTextCursor(block), tone))
            block = block.next()
        self.setExtraSelections(marks)

    def _mark(self, cursor: QTextCursor, tone: str) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        form = QTextCharFormat()
        if tone in {"approve", "deny"}:
            form.setBackground(QColor(self._theme.tokens.colour(f"{tone}_soft")))
            form.setForeground(QColor(self._theme.tokens.colour("text")))
            form.setProperty(QTextFormat.Property.FullWidthSelection, True)
        else:
            form.setForeground(QColor(self._theme.tokens.colour(tone)))
            cursor.select(QTextCursor.SelectionType.LineUnderCursor)
        mark.format = form
        mark.cursor = cursor
        return mark


def _tone(line: str) -> str | None:
    """The token for a line of a unified diff; None leaves it as it is."""
    if line.startswith(("+++", "---")):
        return "text_muted"
    return {"+": "approve", "-": "deny", "@": "accent"}.get(line[:1])

"""A model's text as it grows: plain, added at its end, never laid out anew as a whole."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import Qt, Slot
from PySide6.QtGui import QColor, QFont, QSyntaxHighlighter, QTextCharFormat, QTextCursor, QTextOption
from PySide6.QtWidgets import QPlainTextEdit

from placet_gui.names import Name, name_widget
from placet_gui.presenters.generation_text import Piece, PieceKind
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import marks, units

_NEAR_END_PX: Final = 24
_OURS: Final = frozenset({PieceKind.CALL, PieceKind.START})


class LiveText(QPlainTextEdit):
    """Shows pieces as they come, and follows their end unless the owner scrolled away from it.

    Lines of ours between the model's texts stand in a colour and a face that no text of a model can take.
    """

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        name_widget(self, Name.GENERATION_TEXT, self.tr("What the model writes"))
        self.setProperty("role", "well")
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setTabChangesFocus(True)
        self.setFont(sans(theme.tokens.size("text_px")))
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setPlaceholderText(self.tr("Nothing has been written."))
        self._end = QTextCursor(self.document())
        self._ours: list[tuple[int, int]] = []
        _Marks(self, theme)
        theme.changed.connect(self._on_theme_changed)

    def begin(self) -> None:
        """Show nothing: another text is about to come."""
        self._ours.clear()
        self.clear()
        self._end = QTextCursor(self.document())

    def grow(self, pieces: Iterable[Piece], *, follow: bool) -> None:
        """Add these at the end. `follow`: it stays in sight there, unless the owner scrolled away."""
        bar = self.verticalScrollBar()
        at_end = bar.value() >= bar.maximum() - _NEAR_END_PX
        self._end.beginEditBlock()
        for piece in pieces:
            self._add(piece)
        self._end.endEditBlock()
        if at_end and follow:
            bar.setValue(bar.maximum())

    def _add(self, piece: Piece) -> None:
        end = self._end
        end.movePosition(QTextCursor.MoveOperation.End)
        if piece.take_back:
            # A step of the cursor is what a reader takes for one sign; so the place is counted out.
            gone = end.block().text()[-piece.take_back :]
            end.setPosition(end.position() - units(gone), QTextCursor.MoveMode.KeepAnchor)
            end.removeSelectedText()
        if piece.kind in _OURS:
            self._add_line(self._words(piece))
        elif piece.kind is PieceKind.FOLD:
            end.insertBlock()
        else:
            end.insertText(piece.text, self._form(piece.kind))

    def _add_line(self, words: str) -> None:
        """A line of ours, on a line of its own."""
        before = "\n\n" if self.document().characterCount() > 1 else ""
        self._end.insertText(before, self._form(PieceKind.TEXT))
        start = self._end.position()
        self._end.insertText(words, self._form(PieceKind.CALL))
        self._ours.append((start, self._end.position()))  # what stands before the last line never moves
        self._end.insertText("\n", self._form(PieceKind.TEXT))

    def _words(self, piece: Piece) -> str:
        if piece.kind is PieceKind.CALL:
            return self.tr("Calls {0}").format(piece.text)
        return self.tr("Another attempt begins. What stands above belongs to the one before.")

    def _form(self, kind: PieceKind) -> QTextCharFormat:
        tokens, form = self._theme.tokens, QTextCharFormat()
        form.setFont((mono if kind is PieceKind.ARGUMENTS else sans)(tokens.size("text_px")))
        if kind in _OURS:
            form.setFontWeight(QFont.Weight.DemiBold)
            form.setForeground(QColor(tokens.colour("accent")))
        return form

    @Slot()
    def _on_theme_changed(self) -> None:
        """Give the lines of ours the ink of the look that is on now."""
        ink = QTextCharFormat()
        ink.setForeground(QColor(self._theme.tokens.colour("accent")))
        line = QTextCursor(self.document())
        for start, end in self._ours:
            line.setPosition(start)
            line.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
            line.mergeCharFormat(ink)


class _Marks(QSyntaxHighlighter):
    """Colours the marks that stand for hidden characters. Looks at the lines alone that changed."""

    def __init__(self, text: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(text.document())
        self._theme = theme
        theme.changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:
        for start, length, form in marks(text, self._theme.tokens):
            self.setFormat(start, length, form)

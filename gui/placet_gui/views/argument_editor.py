"""Where the owner writes other arguments instead of those that were asked: JSON text, then what it changes.

Two steps, since an editor can't show what hides in a text: one writes, then looks at the changes, which are what
a yes approves (DECISIONS T10; spec/prompt-rules 4.3, rule 5).
"""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent, QSyntaxHighlighter, QTextOption
from PySide6.QtWidgets import (
    QFrame,
    QGridLayout,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from placet.api import BadInput, showable
from placet.api.editing import draft, editable_text
from placet.api.views import Card
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.diff_choice import DiffChoice
from placet_gui.texts import error_sentence
from placet_gui.theme.fonts import mono
from placet_gui.theme.style import Theme, restyle
from placet_gui.views.approval_facts import note
from placet_gui.views.argument_exact import LONGEST_COLOURED_CHARS
from placet_gui.views.argument_pages import PAGE_COST, pages
from placet_gui.views.argument_text import json_colours, marks
from placet_gui.views.changes_view import ChangesView

_MOST_TROUBLE_CHARS: Final = 400
_NARROW_PX: Final = 680


def can_edit(card: Card) -> bool:
    """Whether a card's arguments may be edited, and are short enough for a text field to be quick.

    Not where they name code to be run: other arguments might name other code, which nobody was shown.
    """
    if card.code is not None or not card.editable or not card.row.can_decide:
        return False
    if len(card.row.args_json) > PAGE_COST:
        return False  # written for an editor they are longer still
    return len(pages(editable_text(card.row.args_json))) == 1


class ArgumentEditor(QFrame):
    """One card's arguments to be edited. What was written stays until the card is closed.

    Signals:
        writing: the text can be changed from now on, so nothing may be approved.
        reviewed(dict): these are the arguments that the changes in view lead to.
        left: the owner goes back to what was asked.
    """

    writing = Signal()
    reviewed = Signal(object)
    left = Signal()

    def __init__(self, theme: Theme, card: Card, diff_choice: DiffChoice) -> None:
        super().__init__()
        self._theme = theme
        self._asked = card.row.args_json
        self._trouble: QFrame | None = None
        self._text = _JsonText(theme, editable_text(self._asked))
        words = self.tr("What your edit changes")
        self._diff = ChangesView(theme, Name.EDIT_ARGS_DIFF, words, diff_choice)
        self._stack = QStackedWidget()
        self._title = plain_label("", "muted")
        self._title.setWordWrap(True)
        self._row = QGridLayout()
        self._back = QPushButton(self.tr("What was asked"))
        self._next = QPushButton()
        self._lay_out()
        self._back.clicked.connect(self.left)
        self._next.clicked.connect(self._on_next_clicked)

    @property
    def reviewing(self) -> bool:
        """Whether the changes are in view, not the text."""
        return self._stack.currentWidget() is self._diff

    def write(self) -> None:
        """Offer the text to be changed, as it was left."""
        self._stack.setCurrentWidget(self._text)
        self._title.setText(self.tr("Your version, as JSON text"))
        self._offer(self.tr("Review changes"), "primary")
        name_widget(self._next, Name.EDIT_ARGS_REVIEW, self.tr("Look at what your edit changes"))
        self._text.setFocus()
        self.writing.emit()

    def step_back(self) -> None:
        """Go back by one step: from the changes to the text, from the text to what was asked."""
        if self.reviewing and self._next.isVisible():
            self.write()
        else:
            self.left.emit()

    def set_busy(self, busy: bool) -> None:
        """A decision is out: what is in view stays in view."""
        self._next.setEnabled(not busy)
        self._back.setEnabled(not busy)

    def close_offer(self) -> None:
        """There is nothing to decide any more: changes in view stay to be seen, a text isn't wanted."""
        self._next.hide()
        if not self.reviewing:
            self.left.emit()

    def _lay_out(self) -> None:
        name_widget(
            self._back, Name.EDIT_ARGS_BACK, self.tr("Back to what was asked"), self.tr("Your text stays.")
        )
        self._back.setToolTip(self.tr("Back to what was asked; your text stays until the request is closed"))
        self._stack.addWidget(self._text)
        self._stack.addWidget(self._diff)
        row = self._row
        row.setHorizontalSpacing(8)
        row.setVerticalSpacing(6)
        row.setColumnStretch(1, 1)
        row.addWidget(self._back, 0, 0)
        row.addWidget(self._title, 0, 1)
        row.addWidget(self._next, 0, 2)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self._column.addLayout(row)
        self._column.addWidget(self._stack, 1)
        QWidget.setTabOrder(self._text, self._next)

    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = event.size().width() < _NARROW_PX
        self._row.removeWidget(self._title)  # between the buttons, or below them over the whole width
        self._row.addWidget(self._title, *((1, 0, 1, 3) if narrow else (0, 1, 1, 1)))
        super().resizeEvent(event)

    def _offer(self, words: str, role: str) -> None:
        self._next.setText(words)
        self._next.setProperty("role", role)
        restyle(self._next)

    def _say(self, sentence: str | None) -> None:
        if self._trouble is not None:
            self._trouble.hide()
            self._trouble.deleteLater()
            self._trouble = None
        if sentence is not None:
            shown = showable(sentence, limit=_MOST_TROUBLE_CHARS, single_line=True).text
            self._trouble = note(self._theme, "circle-alert", "danger", shown)
            name_widget(self._trouble, Name.EDIT_ARGS_TROUBLE, shown)
            self._column.insertWidget(1, self._trouble)

    @Slot()
    def _on_next_clicked(self) -> None:
        if self.reviewing:
            self.write()
        else:
            self._review()

    def _review(self) -> None:
        try:
            made = draft(self._asked, self._text.toPlainText())
        except BadInput as error:
            self._say(error_sentence(error.code, error.message))
            self._text.setFocus()
            return
        if made.shown_diff is None:
            self._say(self.tr("Nothing is changed yet: this is what was asked."))
            self._text.setFocus()
            return
        self._say(None)
        self._diff.show_text(made.shown_diff)
        self._stack.setCurrentWidget(self._diff)
        self._title.setText(self.tr("A yes approves your version. The agent is told what you changed."))
        self._offer(self.tr("Edit further"), "")
        self._diff.focus()
        self.reviewed.emit(made.args)


class _JsonText(QPlainTextEdit):
    """The text. Tab leaves it; Ctrl+Backspace takes back a word and denies nothing."""

    def __init__(self, theme: Theme, text: str) -> None:
        super().__init__()
        self.setFont(mono(theme.tokens.size("text_px")))
        self.setTabChangesFocus(True)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option = self.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)
        self.document().setDefaultTextOption(option)
        name_widget(self, Name.EDIT_ARGS_TEXT, self.tr("Your version of the arguments, as JSON text"))
        _Colours(self, theme)
        self.setPlainText(text)

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.ShortcutOverride
            and event.matches(QKeySequence.StandardKey.DeleteStartOfWord)
        ):
            event.accept()
            return True
        return super().event(event)


class _Colours(QSyntaxHighlighter):
    def __init__(self, text: _JsonText, theme: Theme) -> None:
        super().__init__(text.document())
        self._theme = theme
        theme.changed.connect(self.rehighlight)

    def highlightBlock(self, text: str) -> None:
        if len(text) <= LONGEST_COLOURED_CHARS:
            for start, length, form in (
                *json_colours(text, self._theme.tokens),
                *marks(text, self._theme.tokens),
            ):
                self.setFormat(start, length, form)

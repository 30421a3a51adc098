"""A generation's request as it was sent: as a typed tree, as JSON text, and one long value page by page."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QStackedWidget, QVBoxLayout

from placet.api.generations import GenerationRequest
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.said import with_marks_said
from placet_gui.theme.style import Theme
from placet_gui.views.argument_exact import ExactView, Kind
from placet_gui.views.argument_tree_view import MOST_UNFOLDED_ROWS, TypedTree, ValuePager
from placet_gui.views.secret_note import SecretNote


class RequestView(QFrame):
    """One request, which never changes.

    Signals:
        text_wanted(str): the owner opens the whole text of the value at this pointer.
    """

    text_wanted = Signal(str)

    def __init__(self, theme: Theme, request: GenerationRequest) -> None:
        super().__init__()
        self._tree = TypedTree(theme, request.arguments)
        self._tree.unfold(MOST_UNFOLDED_ROWS)
        self._raw = ExactView(theme, Name.ARGS_RAW, self.tr("The request as JSON text"), Kind.JSON)
        self._raw.show_text(with_marks_said(request.shown_raw))
        self._pager = ValuePager(theme)
        self._stack = QStackedWidget()
        for view in (self._tree, self._raw, self._pager):
            self._stack.addWidget(view)
        self._switch = QPushButton(self.tr("Raw"))
        self._switch.setCheckable(True)
        self._switch.setProperty("role", "chip")
        name_widget(self._switch, "request_raw", self.tr("Show the request as JSON text"))
        self._lay_out()
        if request.secrets:
            self._column.insertWidget(0, SecretNote(theme, request.secrets))
        self._switch.toggled.connect(self._on_switch_toggled)
        self._tree.opened.connect(self.text_wanted)
        self._pager.closed.connect(self.close_pager)

    def show_text(self, pointer: str, text: str) -> None:
        """Show the whole text of one value."""
        self._pager.show_value(pointer, text)
        self._stack.setCurrentWidget(self._pager)
        self._pager.focus()

    def close_pager(self) -> bool:
        """Go back from one value to all of them; answers whether there was anything to close."""
        if self._stack.currentWidget() is not self._pager:
            return False
        self._on_switch_toggled(self._switch.isChecked())
        return True

    def _lay_out(self) -> None:
        # A model is spoken to in English whatever the window speaks, and the owner is shown just that.
        whose = plain_label(self.tr("Text for the model, as Placet hands it over."), "muted")
        whose.setWordWrap(True)
        row = QHBoxLayout()
        row.addWidget(whose, 1)
        row.addWidget(self._switch)
        column = self._column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self._stack, 1)

    def _on_switch_toggled(self, raw: bool) -> None:
        self._stack.setCurrentWidget(self._raw if raw else self._tree)

"""A section of what the owner keeps by name: a heading, a card with a line for each, and a maker of more."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from placet_gui.names import plain_label
from placet_gui.presenters.kept import KeptPresenter
from placet_gui.theme.style import Theme, restyle
from placet_gui.views.busy_button import BusyButton
from placet_gui.views.emptying import empty
from placet_gui.views.kept_maker import KeptMaker
from placet_gui.views.record_view import Callout


class KeptLine(QFrame):
    """One of them: what may be told of it, how trying it went, and the ways to try it and to take it away.

    Signals:
        remove_asked(str): the owner takes the one of this name away.
    """

    remove_asked = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name
        self._test, self._remove = BusyButton(self.tr("Test")), QPushButton(self.tr("Remove"))
        self._answer = plain_label("", "small")
        self._answer.setWordWrap(True)
        self._answer.hide()
        self._remove.clicked.connect(self._on_remove_clicked)

    def tell(self, went_well: bool, why: str) -> None:
        """Say how trying it went."""
        self._test.end()
        self._answer.setText(self._works_words() if went_well else why)
        self._answer.setProperty("role", "small" if went_well else "error")
        restyle(self._answer)
        self._answer.show()

    def _works_words(self) -> str:
        """What is said when trying it went well."""
        raise NotImplementedError

    def _begin_test(self) -> None:
        self._test.begin()
        self._answer.hide()

    @Slot()
    def _on_remove_clicked(self) -> None:
        self.remove_asked.emit(self.name)


class KeptSection(QWidget):
    """Secrets are typed here and never shown again. What comes of it makes the lines, and says `furnish` once.

    Signals:
        answered(QWidget): why something was refused is shown now, and should be in view.
    """

    answered = Signal(object)

    def __init__(self, presenter: KeptPresenter, theme: Theme) -> None:
        super().__init__()
        self._presenter = presenter
        self._none = ""
        self._maker: KeptMaker | None = None
        self.lines: dict[str, KeptLine] = {}
        self._column = QVBoxLayout()
        self._column.setSpacing(0)
        self._error = Callout(theme)
        self._error.hide()

    def furnish(self, heading: str, none: str, form: QWidget, maker: KeptMaker) -> None:
        """Lay it out and read. `none` is said while there are none; `form` holds the `maker` of new ones."""
        self._none, self._maker = none, maker
        self._lay_out(heading, form)
        presenter = self._presenter
        presenter.rows_read.connect(self._on_rows_read)
        presenter.declared.connect(self._on_declared)
        presenter.refused.connect(self._on_refused)
        presenter.tried.connect(self._on_tried)
        presenter.refresh()

    def line_of(self, row: Any) -> KeptLine:
        """The line of one of them, wired."""
        raise NotImplementedError

    @Slot()
    def forget_error(self) -> None:
        """Something else is tried now: what was refused before is over."""
        self._error.hide()
        if self._maker is not None:
            self._maker.point_at("")

    def _lay_out(self, heading: str, form: QWidget) -> None:
        card = QFrame()
        card.setProperty("area", "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(16, 4, 16, 12)
        inside.setSpacing(0)
        inside.addLayout(self._column)
        inside.addWidget(form)
        inside.addWidget(self._error)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(plain_label(heading, "heading"))
        column.addWidget(card)

    @Slot(object)
    def _on_rows_read(self, rows: tuple[Any, ...]) -> None:
        empty(self._column)
        self.lines = {row.name: self.line_of(row) for row in rows}
        for number, line in enumerate(self.lines.values()):
            line.setProperty("divided", number > 0)
            line.remove_asked.connect(self._presenter.remove)
            self._column.addWidget(line)
        if not rows:
            none = plain_label(self._none, "muted")
            none.setContentsMargins(0, 12, 0, 12)
            self._column.addWidget(none)

    @Slot(str)
    def _on_declared(self, _name: str) -> None:
        self.forget_error()
        if self._maker is not None:
            self._maker.clear()

    @Slot(str, str)
    def _on_refused(self, why: str, field: str) -> None:
        self._error.show_text(why)
        if self._maker is not None:
            self._maker.point_at(field)
        self.answered.emit(self._error)

    @Slot(str, bool, str)
    def _on_tried(self, name: str, went_well: bool, why: str) -> None:
        line = self.lines.get(name)
        if line is not None:
            line.tell(went_well, why)

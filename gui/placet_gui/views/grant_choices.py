"""How wide a standing answer is to be: for each argument this, a pattern, a folder or host, anything; and how long."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QCoreApplication, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from placet.api.grants import GrantDraft
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.granting import Argument, Choice, Ends, Span, arguments_of, free_arguments
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.style import Theme
from placet_gui.views.approval_verdict import WordField
from placet_gui.views.argument_text import ExactLabel

_HOUR_MS: Final = 60 * 60 * 1000
_DAY_MS: Final = 24 * _HOUR_MS
_SPANS: Final[Mapping[Span, str]] = {
    Span.EXACT: "Exactly this",
    Span.FOLDER: "In this folder",
    Span.HOST: "At this host",
    Span.PATTERN: "Like this pattern",
    Span.ANYTHING: "Anything",
}
_USES: Final = ((1, "Once"), (10, "10 times"), (100, "100 times"), (None, "As often as asked"))
_UNTIL: Final = (
    (_HOUR_MS, "For one hour"),
    (_DAY_MS, "For one day"),
    (7 * _DAY_MS, "For a week"),
    (30 * _DAY_MS, "For 30 days"),
    (None, "Until you revoke it"),
)
_FIRST_USES: Final = 1
_FIRST_UNTIL: Final = 1


class GrantChoices(QWidget):
    """The owner's choices, the narrowest first.

    Signals:
        changed: the owner chose or wrote something else.
    """

    changed = Signal()

    def __init__(self, theme: Theme, draft: GrantDraft) -> None:
        super().__init__()
        self._arguments = {it.name: _ArgumentChoice(theme, it) for it in arguments_of(draft)}
        self._uses, self._until = QComboBox(), QComboBox()
        for box, entries, first, name, words in (
            (self._uses, _USES, _FIRST_USES, Name.GRANT_USES, self.tr("How often")),
            (self._until, _UNTIL, _FIRST_UNTIL, Name.GRANT_UNTIL, self.tr("How long")),
        ):
            for value, text in entries:
                box.addItem(QCoreApplication.translate("grant_choices", text), value)
            box.setCurrentIndex(first)
            name_widget(box, name, words)
            box.currentIndexChanged.connect(self.changed)
        self._lay_out(theme, free_arguments(draft))

    def choices(self) -> dict[str, Choice]:
        """What was chosen for each argument."""
        return {name: it.choice() for name, it in self._arguments.items()}

    def ends(self) -> Ends:
        """How long the grant is to stand."""
        return Ends(uses=self._uses.currentData(), for_ms=self._until.currentData())

    def _lay_out(self, theme: Theme, free: tuple[str, ...]) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(16)
        for choice in self._arguments.values():
            choice.changed.connect(self.changed)
            column.addWidget(choice)
        if free:
            about = ExactLabel(theme, sans(theme.tokens.size("text_px")), "text_muted")
            about.setText(self.tr("Not named here, so free: {0}").format(", ".join(free)))
            column.addWidget(about)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self._uses, 1)
        row.addWidget(self._until, 1)
        form = QFormLayout()
        form.setContentsMargins(0, 0, 0, 0)
        form.setVerticalSpacing(6)
        form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapAllRows)
        form.addRow(plain_label(self.tr("How often, and how long"), "caption"), row)
        column.addLayout(form)


class _ArgumentChoice(QWidget):
    """One argument: its name, how wide it is to be, and the value or what is written instead.

    Signals:
        changed: something else was chosen or written.
    """

    changed = Signal()

    def __init__(self, theme: Theme, argument: Argument) -> None:
        super().__init__()
        self._argument = argument
        self._span = QComboBox()
        self._value = ExactLabel(theme, mono(theme.tokens.size("text_px")))
        self._text = WordField()
        self._free = plain_label(self.tr("whatever it may be"), "muted")
        self._stack = QStackedWidget()
        self._name(theme)
        self._lay_out(theme)
        self._span.currentIndexChanged.connect(self._on_span_changed)
        self._text.textEdited.connect(self.changed)
        self._show_span()

    def choice(self) -> Choice:
        """What was chosen."""
        return Choice(span=self._span.currentData(), text=self._text.text())

    def _name(self, theme: Theme) -> None:
        shown = self._argument.shown_name
        for span, words in _SPANS.items():
            if span in self._argument.offers:
                self._span.addItem(QCoreApplication.translate("grant_choices", words), span)
        self._span.setMinimumWidth(148)
        self._value.setText(self._argument.shown_value)
        self._text.setFont(mono(theme.tokens.size("text_px")))
        name_widget(self._span, f"grant_span_{shown}", self.tr("What {0} may be").format(shown))
        name_widget(
            self._text, f"grant_text_{shown}", self.tr("Pattern, folder or host of {0}").format(shown)
        )

    def _lay_out(self, theme: Theme) -> None:
        for view in (self._value, self._text, self._free):
            self._stack.addWidget(view)
        name = ExactLabel(theme, mono(theme.tokens.size("text_px")), "json_key")
        name.setText(self._argument.shown_name)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self._span)
        row.addWidget(self._stack, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(name)
        column.addLayout(row)

    @Slot()
    def _on_span_changed(self) -> None:
        self._show_span()
        self.changed.emit()

    def _show_span(self) -> None:
        span: Span = self._span.currentData()
        self._text.setText(self._argument.offers[span])
        views = {Span.EXACT: self._value, Span.ANYTHING: self._free}
        self._stack.setCurrentWidget(views.get(span, self._text))

"""How wide a standing answer is to be: for each argument this, a pattern, a folder or host, anything; and how long."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFormLayout, QHBoxLayout, QVBoxLayout, QWidget

from placet.api.grants import GrantDraft
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.granting import Argument, Choice, Ends, Span, arguments_of, free_arguments
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.style import Theme
from placet_gui.views.approval_verdict import WordField
from placet_gui.views.argument_text import ExactLabel
from placet_gui.words import noop, translate

_HOUR_MS: Final = 60 * 60 * 1000
_DAY_MS: Final = 24 * _HOUR_MS
_SPANS: Final[Mapping[Span, str]] = {
    Span.EXACT: noop("grant_choices", "Exactly this"),
    Span.FOLDER: noop("grant_choices", "In this folder"),
    Span.HOST: noop("grant_choices", "At this host"),
    Span.PATTERN: noop("grant_choices", "Like this pattern"),
    Span.ANYTHING: noop("grant_choices", "Anything"),
}
_USES: Final = (
    (1, noop("grant_choices", "Once")),
    (10, noop("grant_choices", "10 times")),
    (100, noop("grant_choices", "100 times")),
    (None, noop("grant_choices", "As often as asked")),
)
_UNTIL: Final = (
    (_HOUR_MS, noop("grant_choices", "For one hour")),
    (_DAY_MS, noop("grant_choices", "For one day")),
    (7 * _DAY_MS, noop("grant_choices", "For a week")),
    (30 * _DAY_MS, noop("grant_choices", "For 30 days")),
    (None, noop("grant_choices", "Until you revoke it")),
)
_FIRST_LINE_PX: Final = 7
"""What a value of one line has above and below it beside the choice, which is higher."""
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
                box.addItem(translate("grant_choices", text), value)
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
        span_px = max((it.wanted_span_px() for it in self._arguments.values()), default=0)
        for choice in self._arguments.values():
            choice.changed.connect(self.changed)
            choice.set_span_px(span_px)
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
        self._asked = QWidget()
        self._name(theme)
        self._lay_out(theme)
        self._span.currentIndexChanged.connect(self._on_span_changed)
        self._text.textEdited.connect(self.changed)
        self._show_span()

    def choice(self) -> Choice:
        """What was chosen."""
        return Choice(span=self._span.currentData(), text=self._text.text())

    def wanted_span_px(self) -> int:
        """How wide the longest way to choose it is."""
        return self._span.sizeHint().width()

    def set_span_px(self, width_px: int) -> None:
        """Be as wide there as the others are, so that what is chosen stands in one column."""
        self._span.setFixedWidth(width_px)

    def _name(self, theme: Theme) -> None:
        shown = self._argument.shown_name
        for span, words in _SPANS.items():
            if span in self._argument.offers:
                self._span.addItem(translate("grant_choices", words), span)
        self._value.setText(self._argument.shown_value)
        self._text.setFont(mono(theme.tokens.size("text_px")))
        name_widget(self._span, f"grant_span_{shown}", self.tr("What {0} may be").format(shown))
        name_widget(
            self._text, f"grant_text_{shown}", self.tr("Pattern, folder or host of {0}").format(shown)
        )

    def _lay_out(self, theme: Theme) -> None:
        asked = QVBoxLayout(self._asked)
        asked.setContentsMargins(0, _FIRST_LINE_PX, 0, _FIRST_LINE_PX)
        asked.addWidget(self._value)
        name = ExactLabel(theme, mono(theme.tokens.size("text_px")), "json_key")
        name.setText(self._argument.shown_name)
        row = QHBoxLayout()
        row.setSpacing(12)
        row.addWidget(self._span, 0, Qt.AlignmentFlag.AlignTop)
        for view in (self._asked, self._text, self._free):
            row.addWidget(view, 1)
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
        views = {Span.EXACT: self._asked, Span.ANYTHING: self._free}
        chosen = views.get(span, self._text)
        for view in (self._asked, self._text, self._free):
            view.setVisible(view is chosen)

"""The settings page, built from the table of settings: one row for each, changed as soon as it is set."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from PySide6.QtCore import QRegularExpression, Qt, Signal, Slot
from PySide6.QtGui import QRegularExpressionValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from placet.api.views import SettingRow
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.accounts import AccountsPresenter
from placet_gui.presenters.channels import ChannelsPresenter
from placet_gui.presenters.settings import SettingsPresenter
from placet_gui.presenters.tokens import TokensPresenter
from placet_gui.texts import SETTING_GROUPS, word
from placet_gui.theme.style import Theme
from placet_gui.views.access_section import AccessSection
from placet_gui.views.accounts_section import AccountsSection
from placet_gui.views.channels_section import ChannelsSection
from placet_gui.views.page import page_head

_WIDEST_PX = 760
_EDITOR_PX = 200
_UNIT_PX = 40
_DECISIONS = "approvals"
_WHOLE_NUMBER = QRegularExpression("-?[0-9]{1,18}")  # Qt asks only then whether editing is finished


class SettingsPage(QWidget):
    """All settings in groups. What a setting may be is the engine's to say; a refusal is shown at its row."""

    def __init__(
        self,
        presenter: SettingsPresenter,
        tokens: TokensPresenter,
        channels: ChannelsPresenter,
        accounts: AccountsPresenter,
        theme: Theme,
        *,
        lock_is_known: bool,
    ) -> None:
        super().__init__()
        self._presenter = presenter
        self._lock_is_known = lock_is_known
        self._channels = ChannelsSection(channels)
        self._accounts = AccountsSection(accounts)
        self._access = AccessSection(tokens, theme)
        self._theme = theme
        self._lines: dict[str, _SettingLine] = {}
        name_widget(self, Name.SETTINGS_PAGE, self.tr("Settings"))
        self._area = QScrollArea()
        self._area.setWidgetResizable(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(page_head(self.tr("Settings")))
        column.addWidget(self._area, 1)
        presenter.settings_read.connect(self._on_presenter_settings_read)
        presenter.refused.connect(self._on_presenter_refused)
        presenter.refresh()

    @Slot(object)
    def _on_presenter_settings_read(self, rows: tuple[SettingRow, ...]) -> None:
        if self._lines.keys() != {row.key for row in rows}:
            self._build(rows)
        for row in rows:
            self._lines[row.key].show_row(row)

    @Slot(str, str)
    def _on_presenter_refused(self, key: str, why: str) -> None:
        self._lines[key].complain(why)

    def _build(self, rows: tuple[SettingRow, ...]) -> None:
        order = list(SETTING_GROUPS)
        inside = QWidget()
        column = QVBoxLayout()
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        ordered = sorted(rows, key=lambda row: (_place(order, row.key), _group(row.key)))
        for group, members in groupby(ordered, key=lambda row: _group(row.key)):
            column.addSpacing(8)
            column.addWidget(plain_label(word(SETTING_GROUPS, group), "heading"))
            column.addWidget(self._card(tuple(members)))
            if group == _DECISIONS:
                column.addWidget(self._lock_note())
        column.addSpacing(8)
        column.addWidget(self._channels)
        column.addWidget(self._accounts)
        column.addSpacing(8)
        column.addWidget(self._access)
        column.addStretch(1)
        centred = QHBoxLayout(inside)
        centred.setContentsMargins(24, 8, 24, 24)
        holder = QWidget()
        holder.setMaximumWidth(_WIDEST_PX)
        holder.setLayout(column)
        centred.addWidget(holder, 1, Qt.AlignmentFlag.AlignTop)
        centred.addStretch(0)
        self._area.setWidget(inside)

    def _lock_note(self) -> QWidget:
        known = self.tr("While the screen is locked, nothing can be decided in this window.")
        unknown = self.tr(
            "This desktop doesn't say whether the screen is locked, so decisions aren't held back while it is."
        )
        note = plain_label(known if self._lock_is_known else unknown, "muted")
        note.setWordWrap(True)
        name_widget(note, Name.LOCK_NOTE, note.text())
        return note

    def _card(self, rows: tuple[SettingRow, ...]) -> QWidget:
        card = QFrame()
        card.setProperty("area", "card")
        column = QVBoxLayout(card)
        column.setContentsMargins(16, 4, 16, 4)
        column.setSpacing(0)
        for number, row in enumerate(rows):
            line = _SettingLine(row)
            line.setProperty("divided", number > 0)
            line.value_set.connect(self._presenter.change)
            self._lines[row.key] = line
            column.addWidget(line)
        return card


class _SettingLine(QFrame):
    """One setting: its sentence, its key, and an editor for its type.

    Signals:
        value_set(str, object): the owner set this key to this value.
    """

    value_set = Signal(str, object)

    def __init__(self, row: SettingRow) -> None:
        super().__init__()
        self._key = row.key
        self._value: Any = None
        self._editor: Any = _editor(row)
        self._editor.setFixedWidth(_EDITOR_PX)
        name_widget(self._editor, f"setting_{row.key}", row.sentence, row.key)
        self._error = plain_label("", "error")
        self._error.setWordWrap(True)
        self._error.hide()
        sentence = plain_label(row.sentence)
        sentence.setWordWrap(True)
        sentence.setBuddy(self._editor)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(sentence)
        words.addWidget(plain_label(row.key, "small"))
        words.addWidget(self._error)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 12, 0, 12)
        line.setSpacing(8)
        line.addLayout(words, 1)
        line.addSpacing(16)
        line.addWidget(self._editor)
        unit = plain_label(row.unit, "muted")
        unit.setFixedWidth(_UNIT_PX)
        line.addWidget(unit)
        self._editor.set_by_owner.connect(self._on_editor_changed)

    def show_row(self, row: SettingRow) -> None:
        """Show the value as it is now."""
        self._value = row.value
        self._editor.put(row.value)

    def complain(self, why: str) -> None:
        """Say why the value wasn't taken, until another one is set."""
        self._error.setText(why)
        self._error.show()

    @Slot()
    def _on_editor_changed(self) -> None:
        if self._value is not None and self._editor.get() != self._value:
            self._error.hide()
            self.value_set.emit(self._key, self._editor.get())


def _group(key: str) -> str:
    return key.split(".", maxsplit=1)[0].split("_", maxsplit=1)[0]


def _place(order: list[str], key: str) -> int:
    return order.index(_group(key)) if _group(key) in order else len(order)


class _Switch(QCheckBox):
    """A setting that is on or off."""

    def __init__(self, row: SettingRow) -> None:
        super().__init__()
        self.set_by_owner = self.toggled

    def put(self, value: bool) -> None:
        """Show this value."""
        self.setChecked(value)

    def get(self) -> bool:
        """The value that is shown."""
        return self.isChecked()


class _Choice(QComboBox):
    """A setting that is one of a few words."""

    def __init__(self, row: SettingRow) -> None:
        super().__init__()
        self.set_by_owner = self.activated
        for value in row.choices:
            self.addItem(value.capitalize() if value.isalpha() else value, value)

    def put(self, value: str) -> None:
        """Show this value."""
        self.setCurrentIndex(self.findData(value))

    def get(self) -> str:
        """The value that is shown."""
        return str(self.currentData())


class _Number(QLineEdit):
    """A setting that is a whole number."""

    def __init__(self, row: SettingRow) -> None:
        super().__init__()
        self.set_by_owner = self.editingFinished
        self.setValidator(QRegularExpressionValidator(_WHOLE_NUMBER, self))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)

    def put(self, value: int) -> None:
        """Show this value."""
        self.setText(str(value))

    def get(self) -> int:
        """The value that is shown."""
        return int(self.text())


class _Text(QLineEdit):
    """A setting that is a text."""

    def __init__(self, row: SettingRow) -> None:
        super().__init__()
        self.set_by_owner = self.editingFinished

    def put(self, value: str) -> None:
        """Show this value."""
        self.setText(value)

    def get(self) -> str:
        """The value that is shown."""
        return self.text()


def _editor(row: SettingRow) -> _Switch | _Choice | _Number | _Text:
    """An editor for the setting's type; its `set_by_owner` says that the owner finished setting a value."""
    if isinstance(row.value, bool):
        return _Switch(row)
    if row.choices:
        return _Choice(row)
    return _Number(row) if isinstance(row.value, int) else _Text(row)

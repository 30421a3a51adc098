"""The settings page, built from the table of settings: one row for each, changed as soon as it is set."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from PySide6.QtCore import QRegularExpression, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QAction, QFocusEvent, QRegularExpressionValidator
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFrame,
    QHBoxLayout,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from placet.api.views import SettingRow
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.channels import ChannelsPresenter
from placet_gui.presenters.settings import SettingsPresenter
from placet_gui.said import said
from placet_gui.texts import CHOICES, SETTING_GROUPS, word
from placet_gui.theme.style import Theme
from placet_gui.views.channels_section import ChannelsSection
from placet_gui.views.column_page import Column
from placet_gui.views.flow import Flow
from placet_gui.views.page import page_head
from placet_gui.views.settings_finder import SettingsFinder, group_of
from placet_gui.words import number_text, translate

_AROUND_PX = 120
"""How much is seen around a setting that was looked for."""
_EDITOR_PX = 200
_UNIT_ROOM_PX = 8
_DECISIONS = "approvals"
_CHANNELS = "channels"
_MESSAGES = "messages"
_WHOLE_NUMBER = QRegularExpression("-?[0-9]{1,18}")  # Qt asks only then whether editing is finished


class SettingsPage(QWidget):
    """All settings in groups. What a setting may be is the engine's to say; a refusal is shown at its row."""

    def __init__(
        self,
        presenter: SettingsPresenter,
        channels: ChannelsPresenter,
        search: QAction,
        theme: Theme,
        *,
        lock_is_known: bool,
    ) -> None:
        super().__init__()
        self._presenter = presenter
        self._lock_is_known = lock_is_known
        self._channels = ChannelsSection(channels, theme)
        self._column = Column()
        self._channels.answered.connect(self._column.reveal)
        self._finder = SettingsFinder()
        self._sections: dict[str, QWidget] = {_CHANNELS: self._channels}
        self._lines: dict[str, _SettingLine] = {}
        name_widget(self, Name.SETTINGS_PAGE, self.tr("Settings"))
        below = QHBoxLayout()
        below.setSpacing(0)
        below.addWidget(self._finder)
        below.addWidget(self._column, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(0)
        whole.addWidget(page_head(self.tr("Settings")))
        whole.addLayout(below, 1)
        self.setFocusProxy(self._finder)
        self._finder.section_chosen.connect(self._show_section)
        self._finder.setting_chosen.connect(self._show_setting)
        self._column.verticalScrollBar().valueChanged.connect(self._tell_where)
        self._column.verticalScrollBar().rangeChanged.connect(self._on_laid_out)
        search.triggered.connect(self._on_search_triggered)
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
        ordered = sorted(rows, key=lambda row: (_place(order, row.key), group_of(row.key)))
        headings = []
        for group, members in groupby(ordered, key=lambda row: group_of(row.key)):
            headings.append((group, word(SETTING_GROUPS, group)))
            self._sections[group] = self._section(group, tuple(members))
            self._column.put(self._sections[group])
            if group == _MESSAGES:
                self._column.put(self._channels)
                headings.append((_CHANNELS, self.tr("Channels for messages")))
        self._finder.show_settings(tuple(ordered), headings)

    def _section(self, group: str, rows: tuple[SettingRow, ...]) -> QWidget:
        section = QWidget()
        column = QVBoxLayout(section)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(plain_label(word(SETTING_GROUPS, group), "heading"))
        column.addWidget(self._card(rows))
        if group == _DECISIONS:
            column.addWidget(self._lock_note())
        return section

    @Slot(str)
    def _show_section(self, group: str) -> None:
        """Bring a section to the head of the page."""
        self._column.show_at_top(self._sections[group])
        self._finder.mark(group)  # also where there isn't enough below it to bring it to the head

    @Slot()
    def _on_laid_out(self) -> None:
        QTimer.singleShot(0, self, self._tell_where)  # once all sections have their places

    @Slot()
    def _tell_where(self) -> None:
        """Mark in the list beside the page which section is at its head."""
        if not self._lines:
            return  # nothing is laid out yet
        read = self._column.looked_at(self._sections.values())
        self._finder.mark(next((group for group, it in self._sections.items() if it is read), ""))

    @Slot(str)
    def _show_setting(self, key: str) -> None:
        """Bring a setting into sight, and the keyboard into its editor."""
        line = self._lines[key]
        self._column.ensureWidgetVisible(line, 0, _AROUND_PX)
        line.begin()

    @Slot()
    def _on_search_triggered(self) -> None:
        if self.isVisible():
            self._finder.begin()

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
    """One setting: its sentence, its key, an editor for its type, and whether it is another than Placet's own.

    Signals:
        value_set(str, object): the owner set this key to this value.
    """

    value_set = Signal(str, object)

    def __init__(self, row: SettingRow) -> None:
        super().__init__()
        self._row = row
        self._value: Any = None
        self._tried: Any = None
        self._editor: Any = _editor(row)
        self._editor.setFixedWidth(_EDITOR_PX)
        name_widget(self._editor, f"setting_{row.key}", said(row.sentence), row.key)
        self._error = plain_label("", "error")
        self._error.setWordWrap(True)
        self._error.hide()
        self._changed = plain_label(self.tr("Changed"), "count")
        name_widget(self._changed, f"changed_{row.key}", self.tr("Changed: not as Placet comes"))
        self._back = QPushButton(self.tr("Back to {0}").format(_in_words(row, row.default)))
        self._back.setProperty("role", "link")
        self._back.setProperty("edge", True)  # it stands below the key where there is no room beside it
        name_widget(
            self._back, f"default_{row.key}", self.tr("Back to the default: {0}").format(said(row.sentence))
        )
        self._lay_out(row)
        self._editor.set_by_owner.connect(self._on_editor_changed)
        self._back.clicked.connect(self._on_back_clicked)

    def show_row(self, row: SettingRow) -> None:
        """Show the value as it is now."""
        self._value = row.value
        self._editor.put(row.value)
        for part in (self._changed, self._back):
            part.setVisible(row.value != row.default)

    def begin(self) -> None:
        """Put the keyboard into the editor."""
        self._editor.setFocus(Qt.FocusReason.OtherFocusReason)

    def complain(self, why: str) -> None:
        """Say which value wasn't taken, and why, until another one is set; the one that holds is shown again."""
        tried = _in_words(self._row, self._tried)
        self._error.setText(self.tr("{0} was not taken. {1}").format(tried, why))
        self._error.show()

    def _lay_out(self, row: SettingRow) -> None:
        sentence = plain_label(said(row.sentence))
        sentence.setWordWrap(True)
        sentence.setBuddy(self._editor)
        below = Flow(8)
        for part in (plain_label(row.key, "small"), self._changed, self._back):
            below.addWidget(part)
        words = QVBoxLayout()
        words.setSpacing(4)
        words.addWidget(sentence)
        words.addWidget(below)
        words.addWidget(self._error)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 12, 0, 12)
        line.setSpacing(8)
        line.addLayout(words, 1)
        line.addSpacing(16)
        line.addWidget(self._editor)

    @Slot()
    def _on_editor_changed(self) -> None:
        if self._value is not None and self._editor.get() != self._value:
            self._set(self._editor.get())

    @Slot()
    def _on_back_clicked(self) -> None:
        self._set(self._row.default)
        self.begin()

    def _set(self, value: Any) -> None:
        self._error.hide()
        self._tried = value
        self.value_set.emit(self._row.key, value)


def _in_words(row: SettingRow, value: Any) -> str:
    """A value of a setting as its editor shows it."""
    if isinstance(value, bool):
        return translate("settings", "on") if value else translate("settings", "off")
    if row.choices:
        return _choice_text(str(value))
    shown = _figure(row, value) if isinstance(value, int) else str(value) or translate("settings", "nothing")
    return f"{shown} {said(row.unit)}".strip()


def _figure(row: SettingRow, value: int) -> str:
    """A number of a setting. One that measures nothing may be a name, as a port is, and has no thousands."""
    return number_text(value) if row.unit else str(value)


def _choice_text(value: str) -> str:
    return word(CHOICES, value) if value in CHOICES else value


def _place(order: list[str], key: str) -> int:
    return order.index(group_of(key)) if group_of(key) in order else len(order)


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
            self.addItem(_choice_text(value), value)

    def put(self, value: str) -> None:
        """Show this value."""
        self.setCurrentIndex(self.findData(value))

    def get(self) -> str:
        """The value that is shown."""
        return str(self.currentData())


class _Number(QLineEdit):
    """A setting that is a whole number; its unit stands in the field, behind it. Left without one, it shows the last.

    While the keyboard is elsewhere, its thousands are set apart.
    """

    def __init__(self, row: SettingRow) -> None:
        super().__init__()
        self._row, self._shown = row, 0
        self.set_by_owner = self.editingFinished
        self.setValidator(QRegularExpressionValidator(_WHOLE_NUMBER, self))
        self.setAlignment(Qt.AlignmentFlag.AlignRight)
        if row.unit:
            self._show_unit(said(row.unit))

    def _show_unit(self, words: str) -> None:
        unit = plain_label(words, "muted", self)
        unit.ensurePolished()
        behind = QHBoxLayout(self)
        behind.setContentsMargins(_UNIT_ROOM_PX, 0, _UNIT_ROOM_PX, 0)
        behind.addStretch(1)
        behind.addWidget(unit)
        taken_px = unit.sizeHint().width() + _UNIT_ROOM_PX
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        self.setTextMargins(taken_px if mirrored else 0, 0, 0 if mirrored else taken_px, 0)

    def put(self, value: int) -> None:
        """Show this value."""
        self._shown = value
        self.setText(str(value) if self.hasFocus() else _figure(self._row, value))

    def focusInEvent(self, event: QFocusEvent) -> None:
        if not self.hasAcceptableInput():
            self.setText(str(self._shown))
        super().focusInEvent(event)  # which may select all of it

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if not self.hasAcceptableInput():  # Qt says then that nothing was finished, and leaves it empty
            self.setText(str(self._shown))
        super().focusOutEvent(event)
        self.setText(_figure(self._row, self.get()))

    def get(self) -> int:
        """The value that is shown."""
        return int(self.text()) if self.hasAcceptableInput() else self._shown


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

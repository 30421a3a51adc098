"""The list beside the settings: their sections, or, as soon as words are typed, the settings that have them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QEvent, QObject, QRect, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout

from placet.api.views import SettingRow
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.said import said
from placet_gui.texts import SETTING_GROUPS, word

_WIDTH_PX: Final = 232
_TEXT_PX: Final = _WIDTH_PX - 64
_HIGHEST_PX: Final = 1_000
_AROUND_PX: Final = 10
"""What is around an item's text, as the style sheet has it, above and below."""
_TARGET: Final = Qt.ItemDataRole.UserRole
_MOVES: Final = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


def group_of(key: str) -> str:
    """The section that a setting is in."""
    return key.split(".", maxsplit=1)[0].split("_", maxsplit=1)[0]


class SettingsFinder(QFrame):
    """Typing finds, the arrows choose, Enter or a click goes there.

    Signals:
        section_chosen(str): the owner wants to see this section.
        setting_chosen(str): the owner wants to see, and to change, this setting.
    """

    section_chosen = Signal(str)
    setting_chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("area", "list")
        self.setFixedWidth(_WIDTH_PX)
        self._rows: tuple[SettingRow, ...] = ()
        self._sections: tuple[tuple[str, str], ...] = ()
        self._read = ""
        self._search = QLineEdit()
        self._search.setPlaceholderText(self.tr("Search settings"))
        self._search.setClearButtonEnabled(True)
        name_widget(self._search, Name.SETTINGS_SEARCH, self.tr("Search in names, words and explanations"))
        self._list = QListWidget()
        self._list.setWordWrap(True)
        self._list.setTextElideMode(Qt.TextElideMode.ElideNone)
        self._list.setResizeMode(QListWidget.ResizeMode.Adjust)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        name_widget(self._list, Name.SETTINGS_FOUND, self.tr("Sections of the settings"))
        self._none = plain_label(self.tr("No setting has these words."), "muted")
        self._none.setWordWrap(True)
        self._none.setContentsMargins(12, 4, 12, 0)  # where the words of the list begin
        self._none.hide()
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(8)
        column.addWidget(self._search)
        column.addWidget(self._none)
        column.addWidget(self._list, 1)
        self.setFocusProxy(self._search)
        self._search.textChanged.connect(self._fill)
        self._search.installEventFilter(self)
        self._list.itemClicked.connect(self._go_to)
        self._list.itemActivated.connect(self._go_to)

    def show_settings(self, rows: tuple[SettingRow, ...], sections: Sequence[tuple[str, str]]) -> None:
        """Look among these; `sections` are their keys and headings, in the order of the page."""
        self._rows, self._sections = rows, tuple(sections)
        self._fill()

    def mark(self, section: str) -> None:
        """Show which section is being read, by its key."""
        self._read = section
        if not self._search.text():
            targets = [self._list.item(number).data(_TARGET) for number in range(self._list.count())]
            target = f"section:{section}"
            self._list.setCurrentRow(targets.index(target) if target in targets else -1)

    @Slot()
    def begin(self) -> None:
        """Put the keyboard into the search."""
        self._search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._search.selectAll()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The arrows move the choice while words are typed."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() in _MOVES:
                self._list.event(event)
                return True
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._search.text():
                self._go_to(self._list.currentItem())
                return True
        return super().eventFilter(watched, event)

    @Slot()
    def _fill(self) -> None:
        words = self._search.text().casefold().split()
        self._list.clear()
        if words:
            for row in self._rows:
                if all(it in _said(row) for it in words):
                    self._add(f"{said(row.sentence)}\n{row.key}", f"setting:{row.key}")
        else:
            for group, heading in self._sections:
                self._add(heading, f"section:{group}")
        self._list.setCurrentRow(0)
        if not words:
            self.mark(self._read)
        self._none.setVisible(bool(words) and self._list.count() == 0)
        title = self.tr("Settings that were found") if words else self.tr("Sections of the settings")
        self._list.setAccessibleName(title)

    def _add(self, text: str, target: str) -> None:
        item = QListWidgetItem(text)
        item.setData(_TARGET, target)
        item.setToolTip(text)
        # The list itself forgets the room around an item, and cuts the last line of a text that just doesn't fit.
        self._list.ensurePolished()
        flags, metrics = Qt.TextFlag.TextWordWrap, self._list.fontMetrics()
        height_px = metrics.boundingRect(QRect(0, 0, _TEXT_PX, _HIGHEST_PX), flags, text).height()
        item.setSizeHint(QSize(_TEXT_PX, height_px + _AROUND_PX))
        self._list.addItem(item)

    @Slot(QListWidgetItem)
    def _go_to(self, item: QListWidgetItem | None) -> None:
        if item is None:
            return
        kind, _, key = str(item.data(_TARGET)).partition(":")
        (self.setting_chosen if kind == "setting" else self.section_chosen).emit(key)


def _said(row: SettingRow) -> str:
    """All that is said of a setting, to look for words in."""
    heading = word(SETTING_GROUPS, group_of(row.key))
    return " ".join((row.key, said(row.sentence), said(row.unit), heading, *row.choices)).casefold()

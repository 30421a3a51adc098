"""What a new channel is declared with: its name, its kind, and the fields of that kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFrame, QGridLayout, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout

from placet_gui.names import Name, name_widget, plain_label
from placet_gui.texts import CHANNEL_FIELDS, CHANNEL_KINDS, word

_SECRET: Final = frozenset({"token", "password", "url", "header"})
"""Fields that are hidden while they are typed, and emptied once they are written."""
_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "telegram": ("token", "base_url"),
    "email": ("host", "port", "from", "security", "user", "password"),
    "webhook": ("url", "header"),
}
_SECURITIES: Final = ("", "starttls", "tls", "none")


class ChannelMaker(QFrame):
    """Asks for what a channel of one kind needs. What fits is the engine's to say.

    Signals:
        asked(str, object): declare a channel of this name with this definition.
    """

    asked = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self.setProperty("divided", True)
        self._kind, self._name = QComboBox(), QLineEdit()
        for kind in _FIELDS:
            self._kind.addItem(word(CHANNEL_KINDS, kind), kind)
        self._name.setPlaceholderText(self.tr("name, such as telegram"))
        self._add = QPushButton(self.tr("Add the channel"))
        name_widget(self._kind, Name.CHANNEL_KIND, self.tr("What kind of channel"))
        name_widget(self._name, Name.CHANNEL_NAME, self.tr("The channel's name, which recipients begin with"))
        name_widget(self._add, Name.CHANNEL_ADD, self.tr("Add the channel"))
        self._editors: dict[tuple[str, str], QLineEdit | QComboBox] = {}
        self._grids = {kind: self._grid(kind) for kind in _FIELDS}
        self._lay_out()
        self._kind.currentIndexChanged.connect(self._on_kind_changed)
        self._add.clicked.connect(self._on_add_clicked)
        self._on_kind_changed()

    def clear(self) -> None:
        """Empty every field: what was written is written, and secrets stay nowhere."""
        self._name.clear()
        for editor in self._editors.values():
            if isinstance(editor, QLineEdit):
                editor.clear()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._kind, 1)
        head.addWidget(self._name, 1)
        head.addWidget(self._add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(8)
        column.addLayout(head)
        for grid in self._grids.values():
            column.addWidget(grid)

    def _grid(self, kind: str) -> QFrame:
        frame = QFrame()
        grid = QGridLayout(frame)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(8)
        grid.setColumnStretch(1, 1)
        for row, field in enumerate(_FIELDS[kind]):
            says = word(CHANNEL_FIELDS, field)
            editor = _security() if field == "security" else _line(field)
            name_widget(editor, f"channel_{kind}_{field}", says)
            label = plain_label(says)
            label.setBuddy(editor)
            grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(editor, row, 1)
            self._editors[kind, field] = editor
        return frame

    def _definition(self, kind: str) -> dict[str, Any]:
        definition: dict[str, Any] = {"kind": kind}
        for field in _FIELDS[kind]:
            editor = self._editors[kind, field]
            text = editor.text() if isinstance(editor, QLineEdit) else str(editor.currentData())
            if text:
                definition.update(_member(field, text))
        return definition

    @Slot()
    def _on_kind_changed(self) -> None:
        for kind, grid in self._grids.items():
            grid.setVisible(kind == self._kind.currentData())

    @Slot()
    def _on_add_clicked(self) -> None:
        self.asked.emit(self._name.text(), self._definition(self._kind.currentData()))


def _line(field: str) -> QLineEdit:
    editor = QLineEdit()
    if field in _SECRET:
        editor.setEchoMode(QLineEdit.EchoMode.Password)
    return editor


def _security() -> QComboBox:
    editor = QComboBox()
    for security in _SECURITIES:
        editor.addItem(word(CHANNEL_FIELDS, f"security_{security or 'default'}"), security)
    return editor


def _member(field: str, text: str) -> dict[str, Any]:
    """A field as the engine takes it; one that it can't be goes as it was typed, and comes back with the reason."""
    if field == "port":
        return {field: int(text) if text.isascii() and text.isdecimal() else text}
    if field == "header":
        name, _, value = text.partition(":")
        return {"headers": {name.strip(): value.strip()}}
    return {field: text}

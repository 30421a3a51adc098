"""What a new channel is declared with: its name, its kind, and the fields of that kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout

from placet_gui.kept_texts import CHANNEL_FIELDS, CHANNEL_KINDS
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.texts import word
from placet_gui.views.definition_form import DefinitionForm

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
        kind_changed: it asks for one of another kind.
    """

    asked = Signal(str, object)
    kind_changed = Signal()

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
        self._form = DefinitionForm(
            "channel", _FIELDS, CHANNEL_FIELDS, secret=_SECRET, securities=_SECURITIES
        )
        self._lay_out()
        self._kind.currentIndexChanged.connect(self._on_kind_changed)
        self._add.clicked.connect(self._on_add_clicked)
        self._on_kind_changed()

    def clear(self) -> None:
        """Empty every field: what was written is written, and secrets stay nowhere."""
        self._name.clear()
        self._form.clear()

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._kind, 1)
        head.addWidget(self._name, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(8)
        column.addWidget(plain_label(self.tr("Another channel"), "heading"))
        column.addLayout(head)
        column.addWidget(self._form)
        column.addWidget(self._add, 0, Qt.AlignmentFlag.AlignRight)

    @Slot()
    def _on_kind_changed(self) -> None:
        self._form.show_kind(self._kind.currentData())
        self.kind_changed.emit()

    @Slot()
    def _on_add_clicked(self) -> None:
        kind = self._kind.currentData()
        self.asked.emit(self._name.text(), {"kind": kind, **_as_declared(self._form.values(kind))})


def _as_declared(values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as the engine takes them: a header is typed as one line and declared as a name and its value."""
    told = dict(values)
    if "header" in told:
        name, _, value = told.pop("header").partition(":")
        told["headers"] = {name.strip(): value.strip()}
    return told

"""What a new channel is declared with: its name, its kind, and the fields of that kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from PySide6.QtCore import Signal, Slot

from placet_gui.kept_texts import CHANNEL_FIELDS, CHANNEL_KINDS
from placet_gui.names import Name, name_widget
from placet_gui.views.definition_form import DefinitionForm
from placet_gui.views.kept_maker import KeptMaker
from placet_gui.words import translate

_SECRET: Final = frozenset({"token", "password", "url", "header"})
"""Fields that are hidden while they are typed, and emptied once they are written."""
_FIELDS: Final[Mapping[str, tuple[str, ...]]] = {
    "telegram": ("token", "base_url"),
    "email": ("host", "port", "from", "security", "user", "password"),
    "webhook": ("url", "header"),
}
_SECURITIES: Final = ("", "starttls", "tls", "none")


class ChannelMaker(KeptMaker):
    """Asks for what a channel of one kind needs.

    Signals:
        asked(str, object): declare a channel of this name with this definition.
    """

    asked = Signal(str, object)

    def __init__(self) -> None:
        form = DefinitionForm("channel", _FIELDS, CHANNEL_FIELDS, secret=_SECRET, securities=_SECURITIES)
        super().__init__(translate("ChannelMaker", "Another channel"), _FIELDS, CHANNEL_KINDS, form)
        self._name.setPlaceholderText(self.tr("Name, such as telegram"))
        self._add.setText(self.tr("Add the channel"))
        name_widget(self._kind, Name.CHANNEL_KIND, self.tr("What kind of channel"))
        name_widget(self._name, Name.CHANNEL_NAME, self.tr("The channel's name, which recipients begin with"))
        name_widget(self._add, Name.CHANNEL_ADD, self.tr("Add the channel"))
        self.lay_out()
        self._add.clicked.connect(self._on_add_clicked)

    def point_at(self, field: str) -> None:
        super().point_at("header" if field == "headers" else field)  # see `_as_declared`

    @Slot()
    def _on_add_clicked(self) -> None:
        definition = {"kind": self.kind, **_as_declared(self._form.values(self.kind))}
        self.asked.emit(self._name.text(), definition)


def _as_declared(values: Mapping[str, Any]) -> dict[str, Any]:
    """The fields as the engine takes them: a header is typed as one line and declared as a name and its value."""
    told = dict(values)
    if "header" in told:
        name, _, value = told.pop("header").partition(":")
        told["headers"] = {name.strip(): value.strip()}
    return told

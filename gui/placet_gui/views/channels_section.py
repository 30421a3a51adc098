"""Through what agents' messages leave: the channels, a way to add one, to try it, and to take it away."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QVBoxLayout

from placet.api.views import ChannelRow
from placet_gui.kept_texts import CHANNEL_ADDRESSES, CHANNEL_FIELDS, CHANNEL_KEPT, CHANNEL_KINDS
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.channels import ChannelsPresenter
from placet_gui.texts import word
from placet_gui.theme.style import Theme
from placet_gui.views.channel_maker import ChannelMaker
from placet_gui.views.kept_section import KeptLine, KeptSection


class ChannelsSection(KeptSection):
    """A heading and a card, like each group of the settings."""

    def __init__(self, presenter: ChannelsPresenter, theme: Theme) -> None:
        super().__init__(presenter, theme)
        self._channels = presenter
        name_widget(self, Name.CHANNELS_SECTION, self.tr("Channels"))
        maker = ChannelMaker()
        maker.asked.connect(self._on_maker_asked)
        maker.kind_changed.connect(self.forget_error)
        none = self.tr("No channels: messages of agents reach other agents alone.")
        self.furnish(self.tr("Channels for messages"), none, maker, maker)

    def line_of(self, row: ChannelRow) -> KeptLine:
        line = ChannelLine(row)
        line.test_asked.connect(self._channels.test)
        return line

    @Slot(str, object)
    def _on_maker_asked(self, name: str, definition: object) -> None:
        self.forget_error()
        self._channels.put(name, definition)  # type: ignore[arg-type]


class ChannelLine(KeptLine):
    """One channel: its name, its kind, what may be told of it, and a test message to an address.

    Signals:
        test_asked(str, str): send a test message through this channel to this address.
    """

    test_asked = Signal(str, str)

    def __init__(self, channel: ChannelRow) -> None:
        super().__init__(channel.name)
        self._address = QLineEdit()
        self._address.setPlaceholderText(word(CHANNEL_ADDRESSES, channel.kind))
        self._name_parts()
        self._lay_out(channel)
        self._test.clicked.connect(self._on_test_clicked)
        self._address.returnPressed.connect(self._on_test_clicked)

    def _works_words(self) -> str:
        return self.tr("The test message was taken.")

    def _name_parts(self) -> None:
        name_widget(
            self._address,
            f"channel_address_{self.name}",
            self.tr("Where a test message through {0} goes").format(self.name),
        )
        name_widget(
            self._test, f"channel_test_{self.name}", self.tr("Test the channel {0}").format(self.name)
        )
        name_widget(
            self._remove, f"channel_remove_{self.name}", self.tr("Remove the channel {0}").format(self.name)
        )

    def _lay_out(self, channel: ChannelRow) -> None:
        about = plain_label(_about(channel), "small")
        about.setWordWrap(True)
        trying = QHBoxLayout()
        trying.setSpacing(8)
        for part in (self._address, self._test, self._remove):
            trying.addWidget(part, 1 if part is self._address else 0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(6)
        column.addWidget(plain_label(channel.name, "heading"))
        column.addWidget(about)
        column.addWidget(self._answer)
        column.addLayout(trying)

    @Slot()
    def _on_test_clicked(self) -> None:
        self._begin_test()
        self.test_asked.emit(self.name, self._address.text())


def _about(channel: ChannelRow) -> str:
    """What may be told of a channel, in one line."""
    told = channel.told
    where = f"{told['host']}:{told['port']}" if "host" in told else told.get("base_url")
    parts = (
        word(CHANNEL_KINDS, channel.kind),
        where,
        word(CHANNEL_FIELDS, f"security_{told['security']}") if told.get("security") else None,
        told.get("from"),
        word(CHANNEL_KEPT, channel.kept),
    )
    return "  ·  ".join(part for part in parts if part)

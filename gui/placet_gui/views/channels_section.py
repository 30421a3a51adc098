"""Through what agents' messages leave: the channels, a way to add one, to try it, and to take it away."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from placet.api.views import ChannelRow
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.channels import ChannelsPresenter
from placet_gui.texts import CHANNEL_ADDRESSES, CHANNEL_KEPT, CHANNEL_KINDS, word
from placet_gui.views.channel_maker import ChannelMaker


class ChannelsSection(QWidget):
    """A heading and a card, like each group of the settings. Secrets are typed here and never shown again."""

    def __init__(self, presenter: ChannelsPresenter) -> None:
        super().__init__()
        self._presenter = presenter
        self._channels = QVBoxLayout()
        self._channels.setSpacing(0)
        self._lines: dict[str, _ChannelLine] = {}
        self._maker = ChannelMaker()
        self._error = plain_label("", "error")
        self._error.setWordWrap(True)
        self._error.hide()
        self._lay_out()
        self._maker.asked.connect(self._on_maker_asked)
        presenter.channels_read.connect(self._on_channels_read)
        presenter.declared.connect(self._on_declared)
        presenter.refused.connect(self._on_refused)
        presenter.tried.connect(self._on_tried)
        presenter.refresh()

    def _lay_out(self) -> None:
        name_widget(self, Name.CHANNELS_SECTION, self.tr("Channels"))
        card = QFrame()
        card.setProperty("area", "card")
        inside = QVBoxLayout(card)
        inside.setContentsMargins(16, 4, 16, 8)
        inside.setSpacing(0)
        inside.addLayout(self._channels)
        inside.addWidget(self._maker)
        inside.addWidget(self._error)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(plain_label(self.tr("Channels for messages"), "heading"))
        column.addWidget(card)

    @Slot(object)
    def _on_channels_read(self, channels: tuple[ChannelRow, ...]) -> None:
        while (item := self._channels.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._lines = {channel.name: _ChannelLine(channel) for channel in channels}
        for number, line in enumerate(self._lines.values()):
            line.setProperty("divided", number > 0)
            line.remove_asked.connect(self._presenter.remove)
            line.test_asked.connect(self._presenter.test)
            self._channels.addWidget(line)
        if not channels:
            none = plain_label(self.tr("No channels: messages of agents reach other agents alone."), "muted")
            none.setContentsMargins(0, 12, 0, 12)
            self._channels.addWidget(none)

    @Slot(str, object)
    def _on_maker_asked(self, name: str, definition: object) -> None:
        self._error.hide()
        self._presenter.put(name, definition)  # type: ignore[arg-type]

    @Slot(str)
    def _on_declared(self, _name: str) -> None:
        self._maker.clear()

    @Slot(str)
    def _on_refused(self, why: str) -> None:
        self._error.setText(why)
        self._error.show()

    @Slot(str, bool, str)
    def _on_tried(self, name: str, went_well: bool, why: str) -> None:
        line = self._lines.get(name)
        if line is not None:
            line.tell(went_well, why)


class _ChannelLine(QFrame):
    """One channel: its name, its kind, what may be told of it, and a test message to an address.

    Signals:
        remove_asked(str): the owner takes the channel of this name away.
        test_asked(str, str): send a test message through this channel to this address.
    """

    remove_asked = Signal(str)
    test_asked = Signal(str, str)

    def __init__(self, channel: ChannelRow) -> None:
        super().__init__()
        self._name = channel.name
        self._address = QLineEdit()
        self._address.setPlaceholderText(word(CHANNEL_ADDRESSES, channel.kind))
        self._test, self._remove = QPushButton(self.tr("Test")), QPushButton(self.tr("Remove"))
        self._answer = plain_label("", "small")
        self._answer.setWordWrap(True)
        self._answer.hide()
        self._name_parts()
        self._lay_out(channel)
        self._test.clicked.connect(self._on_test_clicked)
        self._address.returnPressed.connect(self._on_test_clicked)
        self._remove.clicked.connect(self._on_remove_clicked)

    def tell(self, went_well: bool, why: str) -> None:
        """Say how the test message went."""
        self._test.setEnabled(True)
        self._answer.setText(self.tr("The test message was taken.") if went_well else why)
        self._answer.setProperty("role", "small" if went_well else "error")
        self._answer.style().polish(self._answer)
        self._answer.show()

    def _name_parts(self) -> None:
        name_widget(
            self._address,
            f"channel_address_{self._name}",
            self.tr("Where a test message through {0} goes").format(self._name),
        )
        name_widget(
            self._test, f"channel_test_{self._name}", self.tr("Test the channel {0}").format(self._name)
        )
        name_widget(
            self._remove, f"channel_remove_{self._name}", self.tr("Remove the channel {0}").format(self._name)
        )

    def _lay_out(self, channel: ChannelRow) -> None:
        about = plain_label(_about(channel), "small")
        about.setWordWrap(True)
        words = QVBoxLayout()
        words.setSpacing(2)
        words.addWidget(plain_label(channel.name))
        words.addWidget(about)
        words.addWidget(self._answer)
        self._address.setFixedWidth(180)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 12, 0, 12)
        row.setSpacing(8)
        row.addLayout(words, 1)
        row.addWidget(self._address)
        row.addWidget(self._test)
        row.addWidget(self._remove)

    @Slot()
    def _on_test_clicked(self) -> None:
        self._test.setEnabled(False)
        self._answer.hide()
        self.test_asked.emit(self._name, self._address.text())

    @Slot()
    def _on_remove_clicked(self) -> None:
        self.remove_asked.emit(self._name)


def _about(channel: ChannelRow) -> str:
    """What may be told of a channel, in one line."""
    told = channel.told
    where = f"{told['host']}:{told['port']}" if "host" in told else told.get("base_url")
    parts = (
        word(CHANNEL_KINDS, channel.kind),
        where,
        told.get("security"),
        told.get("from"),
        word(CHANNEL_KEPT, channel.kept),
    )
    return "  ·  ".join(part for part in parts if part)

"""The programs that can ask here: each with the command that links it, and a button that does the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFileDialog, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from placet.api import showable
from placet.api.first_steps import LinkOffer
from placet.api.links import LinkRow
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.texts import PROGRAMS, word
from placet_gui.theme.style import Theme
from placet_gui.views.busy_button import BusyButton
from placet_gui.views.record_view import Callout

_LINK_PX: Final = 132
"""The button of every program, so that those beside them stand below each other."""


class ProgramLinks(QWidget):
    """A line for each.

    Signals:
        link_asked(str, str): the owner wants this program linked, by this settings file of it.
    """

    link_asked = Signal(str, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lines: dict[str, ProgramLine] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)

    def show_offers(self, offers: Sequence[LinkOffer], links: Sequence[LinkRow]) -> None:
        """Show these programs, and which of them are linked already."""
        for offer in offers:
            if offer.name not in self._lines:
                line = ProgramLine(self._theme, offer)
                line.link_asked.connect(self.link_asked)
                self._column.addWidget(line)
                self._lines[offer.name] = line
        for link in links:
            self.show_linked(link)

    @Slot(object)
    def show_linked(self, link: LinkRow) -> None:
        """Say how a program's link stands."""
        if link.name in self._lines:
            self._lines[link.name].show_link(link)

    def complain(self, name: str, why: str) -> None:
        """Say why a program wasn't linked."""
        if name in self._lines:
            self._lines[name].complain(why)


class ProgramLine(QFrame):
    """One program: its name, its command to be copied, and the button that does the same.

    Signals:
        link_asked(str, str): the owner wants it linked, by this settings file.
    """

    link_asked = Signal(str, str)

    def __init__(self, theme: Theme, offer: LinkOffer) -> None:
        super().__init__()
        self._offer = offer
        title = word(PROGRAMS, offer.name)
        self.setProperty("divided", True)
        self._state = plain_label(self._promise(), "small")
        self._state.setWordWrap(True)
        self._trouble = Callout(theme)
        self._trouble.hide()
        self._link, self._copy = BusyButton(self.tr("Connect")), QPushButton(self.tr("Copy"))
        if not offer.settings:
            self._link.setText(self.tr("Choose the file…"))
        name_widget(
            self._link, f"first_link_{offer.name}", self.tr("Have {0} ask here").format(title), offer.settings
        )
        name_widget(self._copy, f"first_copy_{offer.name}", self.tr("Copy the command for {0}").format(title))
        self._copy.setProperty("role", "ghost")
        self._link.setMinimumWidth(_LINK_PX)
        self._lay_out(title)
        self._link.clicked.connect(self._on_link_clicked)
        self._copy.clicked.connect(self._on_copy_clicked)

    def show_link(self, link: LinkRow) -> None:
        """Say how the link stands."""
        self._link.end()
        self._trouble.show_text("" if link.gated else showable(link.words, single_line=True).text)
        if link.gated and link.skipped:
            self._trouble.show_text(
                self.tr(
                    "It skips hooks that you haven't trusted, these too: say /hooks in it and trust them."
                )
            )
        words = self.tr("It asks here: a call that must be blocked was blocked. Its settings: {0}")
        self._state.setText(words.format(link.settings) if link.gated else self._promise())
        if self._offer.settings:
            self._link.setText(self.tr("Connect again"))

    def complain(self, why: str) -> None:
        """Say why it wasn't linked."""
        self._link.end()
        self._trouble.show_text(why)

    def _promise(self) -> str:
        if self._offer.settings:
            words = self.tr("Writes hooks into {0}, and proves that they hold.")
            return words.format(self._offer.settings)
        return self.tr(
            "Puts a gateway before each server that the client's file names under mcpServers, and proves that it holds."
        )

    def _lay_out(self, title: str) -> None:
        command = plain_label(self._offer.command, "mono")
        command.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        words = QVBoxLayout()
        words.setSpacing(2)
        for label in (plain_label(title), command, self._state):
            words.addWidget(label)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addLayout(words, 1)
        row.addWidget(self._copy, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._link, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 12, 0, 12)
        column.setSpacing(8)
        column.addLayout(row)
        column.addWidget(self._trouble)

    @Slot()
    def _on_link_clicked(self) -> None:
        if self._offer.settings:
            self._ask(self._offer.settings)
            return
        chooser = QFileDialog(self, self.tr("The client's settings file"))
        name_widget(chooser, Name.FIRST_FILE, self.tr("The client's settings file"))
        chooser.setFileMode(QFileDialog.FileMode.ExistingFile)
        chooser.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chooser.fileSelected.connect(self._ask)
        chooser.open()

    @Slot(str)
    def _ask(self, settings: str) -> None:
        self._link.begin()  # until it is proved, which takes a moment
        self._trouble.show_text("")
        self.link_asked.emit(self._offer.name, settings)

    @Slot()
    def _on_copy_clicked(self) -> None:
        QGuiApplication.clipboard().setText(self._offer.command)

"""The strip below the head of the activity page: how the chain stands, and what can be done with all of it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from placet.api.receipts import ChainRow
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.texts import grouped
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.page import IconLabel
from placet_gui.words import number_text


class ChainStrip(QFrame):
    """Says how the chain stands. It knows no engine.

    Signals:
        check_asked: the owner wants the chain looked at.
        backup_asked: the owner wants the ledger copied into a file.
    """

    check_asked = Signal()
    backup_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setProperty("area", "strip")
        self._mark = IconLabel(theme, "link", "text_muted")
        self._words = plain_label(self.tr("The chain binds everything below."), "muted")
        self._words.setWordWrap(True)
        self._check = QPushButton(" " + self.tr("Check the chain"))
        self._backup = QPushButton(" " + self.tr("Back up…"))
        tip = self.tr("Looks whether every fact and record is as it was bound. Changes nothing.")
        name_widget(self._check, Name.ACTIVITY_CHECK, self.tr("Check the chain"), tip)
        self._check.setToolTip(tip)
        tip = self.tr("Copies the whole ledger into one file. Keys and passwords aren't in it.")
        name_widget(self._backup, Name.ACTIVITY_BACKUP, self.tr("Back up"), tip)
        self._backup.setToolTip(tip)
        name_widget(self._words, Name.ACTIVITY_CHAIN, self._words.text())
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 8, 24, 8)
        row.setSpacing(8)
        row.addWidget(self._mark)
        row.addWidget(self._words, 1)
        row.addWidget(self._check)
        row.addWidget(self._backup)
        self._check.clicked.connect(self.check_asked)
        self._backup.clicked.connect(self.backup_asked)
        theme.changed.connect(self._tint)
        self._tint()

    @Slot(bool)
    def set_checking(self, checking: bool) -> None:
        """Say that the chain is looked at just now."""
        self._check.setText(" " + (self.tr("Looking…") if checking else self.tr("Check the chain")))

    @Slot(object)
    def show_chain(self, chain: ChainRow) -> None:
        """Say how it stands."""
        if chain.flaw is not None:
            self._mark.show_icon("octagon-x", "danger")
            self._say(self.tr("The chain is broken: {0}. Nothing more is written.").format(chain.flaw))
            return
        self._mark.show_icon("shield-check", "approve")
        words = self.tr("Whole: {0} links, the newest {1}.")
        self._say(words.format(number_text(chain.links), grouped(chain.head).split(" ")[0]))

    def say(self, text: str) -> None:
        """Say what became of a file."""
        self._mark.show_icon("info", "text_muted")
        self._say(text)

    def _say(self, text: str) -> None:
        self._words.setText(text)
        self._words.setAccessibleName(text)

    @Slot()
    def _tint(self) -> None:
        for button, mark in ((self._check, "shield-check"), (self._backup, "archive")):
            button.setIcon(icon(mark, "text_muted", self._theme.tokens, 14))
            button.setIconSize(QSize(14, 14))

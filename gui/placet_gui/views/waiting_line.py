"""The line above a conversation's input that says why the agent is silent, and leads to what it asked."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from placet_gui.names import Name, name_widget, plain_label
from placet_gui.theme.style import Theme
from placet_gui.views.page import IconLabel


class WaitingLine(QWidget):
    """Is there while the agent's turn waits for a decision.

    Signals:
        inbox_asked: the owner wants to see what waits.
    """

    inbox_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        link = QPushButton(self.tr("Show the inbox"))
        link.setProperty("role", "link")
        name_widget(link, Name.WAITING_MORE, self.tr("Show the inbox"), self.tr("Decides nothing."))
        link.clicked.connect(self.inbox_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(IconLabel(theme, "hourglass", "held", 14))
        row.addWidget(plain_label(self.tr("It goes on when you have decided."), "muted"))
        row.addWidget(link)
        row.addStretch(1)

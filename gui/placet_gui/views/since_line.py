"""The line that says what changed since the owner last approved a call of this tool, and the way to all of it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from placet.api.views import ComparisonRow
from placet_gui.moments import age_text
from placet_gui.names import Name, name_widget
from placet_gui.said import said
from placet_gui.theme.fonts import sans
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.page import IconLabel

_BESIDE_LINK_PX: Final = 3
"""A link is so much higher than its words, above and below them."""


class SinceLine(QWidget):
    """Stands there from the start and says that it looks, so that nothing moves when the answer comes.

    Signals:
        more_asked: the owner wants to see what changed, line by line.
    """

    more_asked = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._text = ExactLabel(theme, sans(theme.tokens.size("text_px")), "text_muted")
        self._more = QPushButton(self.tr("Show"))
        self._more.setProperty("role", "link")
        self._more.setProperty("edge", True)  # its words end where the pane's boxes end
        name_widget(self._more, Name.SINCE_MORE, self.tr("Show what changed"), self.tr("Decides nothing."))
        self._more.clicked.connect(self.more_asked)
        self._more.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        told = QHBoxLayout()
        told.setContentsMargins(0, _BESIDE_LINK_PX, 0, _BESIDE_LINK_PX)
        told.setSpacing(8)
        told.addWidget(IconLabel(theme, "rotate-ccw", "text_muted"), 0, Qt.AlignmentFlag.AlignTop)
        told.addWidget(self._text, 1)
        row.addLayout(told, 1)
        row.addWidget(self._more, 0, Qt.AlignmentFlag.AlignTop)
        self._say(self.tr("Looking for what you approved last…"))

    def show_row(self, row: ComparisonRow | None, now_ms: int) -> None:
        """Say what changed; None: nothing was approved before."""
        if row is None:
            self._say(self.tr("You have approved no call of this tool by this agent lately."))
            return
        ago = age_text(row.decided_at, now_ms)
        words = self.tr("Since the call that you approved last, {0} ago: {1}.")
        self._say(words.format(ago, said(row.sentence)))
        self._more.setVisible(bool(row.changed))

    def _say(self, words: str) -> None:
        self._text.setText(words)
        name_widget(self._text, Name.SINCE_LABEL, words)
        self._text.updateGeometry()

"""Which tokens stand masked in a request, and what they are for as long as the owner holds a button (rule 9)."""

from __future__ import annotations

from PySide6.QtCore import Slot
from PySide6.QtGui import QHideEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from placet.api.views import SecretRow
from placet_gui.names import Name, name_widget
from placet_gui.said import said
from placet_gui.theme.fonts import sans
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.page import IconLabel


class SecretNote(QFrame):
    """The tokens by place, kind, length and tag; in full while the button is down, by mouse or by the space bar."""

    def __init__(self, theme: Theme, secrets: tuple[SecretRow, ...]) -> None:
        super().__init__()
        self._secrets = secrets
        self.setProperty("tone", "neutral")
        self._text = ExactLabel(theme, sans(theme.tokens.size("text_px")))
        self._reveal = QPushButton(self.tr("Hold to see"))
        self._reveal.setProperty("role", "link")
        tip = self.tr("Shows the masked text for as long as it is held; decides nothing")
        self._reveal.setToolTip(tip)
        name_widget(self._reveal, Name.SECRETS_REVEAL, self.tr("Hold to see what is masked"), tip)
        self._reveal.pressed.connect(self._on_pressed)
        self._reveal.released.connect(self._mask)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 8, 8, 8)
        row.setSpacing(8)
        row.addWidget(IconLabel(theme, "eye", "text_muted"))
        row.addWidget(self._text, 1)
        row.addWidget(self._reveal)
        self._mask()

    def _say(self, named: list[str]) -> None:
        words = self.tr("Masked below: {0}").format("; ".join(named))
        self._text.setText(words)
        self._text.updateGeometry()

    @Slot()
    def _on_pressed(self) -> None:
        self._say([_placed(it, it.text) for it in self._secrets])

    @Slot()
    def _mask(self) -> None:
        self._say([_placed(it, said(it.words)) for it in self._secrets])
        # What assistive tools read out loud stays masked, also while the button is down.
        name_widget(self, Name.SECRETS_NOTE, self._text.text())
        self._text.setAccessibleName(self._text.text())

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._mask()


def _placed(secret: SecretRow, words: str) -> str:
    return f"{secret.place}: {words}" if secret.place else words

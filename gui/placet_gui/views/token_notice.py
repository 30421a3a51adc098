"""The strip that tells of an owner token made while no engine ran, until the owner keeps it or takes it back."""

from __future__ import annotations

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from placet.api.views import TokenRow
from placet_gui.moments import exact_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.theme.style import Theme
from placet_gui.views.page import IconLabel

_TO_THE_MINUTE = 16


class TokenNotice(QFrame):
    """Says it again at each start; it can't be closed, only answered (interfaces 1).

    Signals:
        keep_asked(str), revoke_asked(str): what the owner answered about the token with this id.
    """

    keep_asked = Signal(str)
    revoke_asked = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._token: TokenRow | None = None
        name_widget(self, Name.ACCESS_NOTICE, self.tr("An owner token was made offline"))
        self._text = plain_label()
        self._text.setWordWrap(True)
        self._keep = QPushButton(self.tr("Keep it"))
        self._revoke = QPushButton(self.tr("Revoke"))
        self._revoke.setProperty("role", "danger")
        name_widget(self._keep, Name.ACCESS_KEEP, self.tr("Keep this owner token"))
        name_widget(self._revoke, Name.ACCESS_REVOKE, self.tr("Revoke this owner token"))
        self._keep.clicked.connect(self._on_keep_clicked)
        self._revoke.clicked.connect(self._on_revoke_clicked)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 8, 16, 8)
        row.setSpacing(8)
        row.addWidget(IconLabel(theme, "shield-alert", "held"))
        row.addWidget(self._text, 1)
        row.addWidget(self._keep)
        row.addWidget(self._revoke)
        self.hide()

    @Slot(object)
    def show_tokens(self, tokens: tuple[TokenRow, ...]) -> None:
        """Tell of the first of these; nothing when there are none."""
        self._token = tokens[0] if tokens else None
        if self._token is not None:
            said = self.tr(
                "An owner token was made on the command line at {0}. Whoever has it may decide everything for you."
            ).format(exact_text(self._token.created_at)[:_TO_THE_MINUTE])
            if len(tokens) > 1:
                said = self.tr("{0} There are %Ln more.", "", len(tokens) - 1).format(said)
            self._text.setText(said)
            self.setAccessibleDescription(said)
        self.setVisible(self._token is not None)

    @Slot()
    def _on_keep_clicked(self) -> None:
        if self._token is not None:
            self.keep_asked.emit(self._token.id)

    @Slot()
    def _on_revoke_clicked(self) -> None:
        if self._token is not None:
            self.revoke_asked.emit(self._token.id)

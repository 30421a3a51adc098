"""How the links to other programs stand, in the status bar: the worst of them, and when that was last proved."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from placet.first_page import showable
from placet_gui.moments import age_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.theme.icons import pixmap
from placet_gui.theme.style import Theme, restyle

if TYPE_CHECKING:  # the window is painted before anything of the engine is imported
    from placet.api.links import LinkRow

_MARK_PX = 14


class LinkState(QWidget):
    """A shield and a few words; nothing while there is no link."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._gated = True
        self._mark = plain_label()
        self._words = plain_label()
        name_widget(self._words, Name.LINK_STATE, self.tr("Links to other programs"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._mark)
        row.addWidget(self._words)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Preferred)
        self.hide()

    def show_links(self, links: tuple[LinkRow, ...]) -> None:
        """Say how the worst of them stands now."""
        worst = min(links, key=lambda link: link.gated, default=None)
        self.setVisible(worst is not None)
        if worst is None:
            return
        self._gated = worst.gated
        words, more = self._gated_words(worst) if worst.gated else self._open_words(worst)
        self._words.setText(words)
        self._words.setToolTip(more)
        self._words.setAccessibleDescription(f"{words}. {more}")
        self._words.setProperty("role", None if worst.gated else "error")
        restyle(self._words)
        self.tint()

    def tint(self) -> None:
        """Draw the shield in the colours of this look."""
        shield, token = ("shield-check", "approve") if self._gated else ("shield-alert", "danger")
        colour = self._theme.tokens.colour(token)
        self._mark.setPixmap(pixmap(shield, colour, _MARK_PX, self.devicePixelRatioF()))

    def _gated_words(self, link: LinkRow) -> tuple[str, str]:
        now_ms = int(time.time() * 1000)
        proved = age_text(link.tested_at or link.installed_at, now_ms)
        asked = self.tr("It never asked for anything.")
        if link.last_call_at is not None:
            asked = self.tr("It asked last {0} ago.").format(age_text(link.last_call_at, now_ms))
        return self.tr("{0}: gate verified {1} ago").format(link.name, proved), asked

    def _open_words(self, link: LinkRow) -> tuple[str, str]:
        repair = self.tr("Put it right with: placet link {0} install").format(link.name)
        if link.skipped:
            repair = self.tr("Say /hooks in it and trust the hooks of Placet.")
        why = showable(link.words, single_line=True).text
        # Our own line first: by the first line alone Qt decides whether a tip is markup.
        return self.tr("{0}: NOT GATED").format(link.name), f"{repair}\n{why}"

"""Where a request's arguments may be edited or made a standing answer of; or why none can be made."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal, Slot
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QTabWidget, QWidget

from placet.api.grants import GrantDraft
from placet_gui.names import Name, name_widget
from placet_gui.said import said
from placet_gui.theme.fonts import sans
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import ExactLabel
from placet_gui.words import translate

_FITS_ANEW = frozenset({QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.Show})


class GrantOffer(QWidget):
    """The corner beside the arguments' tabs: the button that edits, and Always… where the rules allow it (rule 12).

    Where tabs and buttons have no room for all of their words, the buttons stand by their icons.

    Signals:
        grant_asked: the owner wants to make a standing answer; that grants nothing yet.
    """

    grant_asked = Signal()

    def __init__(self, theme: Theme, tabs: QTabWidget, edit: QPushButton, draft: GrantDraft | None) -> None:
        super().__init__()
        self._theme, self._tabs = theme, tabs
        self._is_short = False
        self._wide_px = 0
        self._always = QPushButton(self.tr("Always…"))
        tip = self.tr("Say which calls may pass without asking from now on; grants nothing by itself")
        self._always.setToolTip(tip)
        name_widget(self._always, Name.GRANT_OFFER, self.tr("Make a standing answer"), tip)
        if draft is None or draft.why_not is not None:
            self._always.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 2)  # the line below the tabs' words: so all words stand at one height
        row.setSpacing(8)
        row.addWidget(edit)
        row.addWidget(self._always)
        self._buttons = ((edit, edit.text(), "pencil"), (self._always, self._always.text(), "shield-check"))
        self._always.clicked.connect(self.grant_asked)
        tabs.setCornerWidget(self)
        tabs.installEventFilter(self)
        theme.changed.connect(self._draw)

    def set_busy(self, busy: bool) -> None:
        """A decision about the request is out."""
        self._always.setEnabled(not busy)

    def _fit(self) -> None:
        if not self._is_short:
            self._wide_px = self.sizeHint().width()
        short = self._tabs.tabBar().sizeHint().width() + self._wide_px > self._tabs.width()
        if short != self._is_short:
            self._is_short = short
            self._draw()

    @Slot()
    def _draw(self) -> None:
        for button, words, mark in self._buttons:
            button.setText("" if self._is_short else words)
            button.setIcon(icon(mark, "text", self._theme.tokens) if self._is_short else QIcon())
            button.setIconSize(QSize(16, 16))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _FITS_ANEW:
            self._fit()
        return super().eventFilter(watched, event)

    def focus(self) -> None:
        """Give the button that was pressed the keyboard again."""
        self._always.setFocus(Qt.FocusReason.OtherFocusReason)


def why_not_label(theme: Theme, draft: GrantDraft | None) -> ExactLabel | None:
    """Why no standing answer can be made from a request, in words; None where one can."""
    if draft is None or draft.why_not is None:
        return None
    label = ExactLabel(theme, sans(theme.tokens.size("small_px")), "text_muted")
    label.setText(translate("GrantOffer", "No standing answer here.") + " " + said(draft.why_not))
    name_widget(label, Name.GRANT_WHY_NOT, label.text())
    return label

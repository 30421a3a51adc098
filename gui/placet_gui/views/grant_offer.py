"""Where a request's arguments may be edited or made a standing answer of; or why none can be made."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from placet.api.grants import GrantDraft
from placet_gui.names import Name, name_widget
from placet_gui.theme.fonts import sans
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import ExactLabel


class GrantOffer(QWidget):
    """The corner beside the arguments' tabs: the button that edits, and Always… where the rules allow it (rule 12).

    Signals:
        grant_asked: the owner wants to make a standing answer; that grants nothing yet.
    """

    grant_asked = Signal()

    def __init__(self, edit: QPushButton, draft: GrantDraft | None) -> None:
        super().__init__()
        self._edit = edit
        self._always = QPushButton(self.tr("Always…"))
        self._always.setProperty("role", "ghost")
        tip = self.tr("Say which calls may pass without asking from now on; grants nothing by itself")
        self._always.setToolTip(tip)
        name_widget(self._always, Name.GRANT_OFFER, self.tr("Make a standing answer"), tip)
        if draft is None or draft.why_not is not None:
            self._always.hide()
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(edit)
        row.addWidget(self._always)
        self._always.clicked.connect(self.grant_asked)

    def set_busy(self, busy: bool) -> None:
        """A decision about the request is out."""
        self._always.setEnabled(not busy)

    def focus(self) -> None:
        """Give the button that was pressed the keyboard again."""
        self._always.setFocus(Qt.FocusReason.OtherFocusReason)


def why_not_label(theme: Theme, draft: GrantDraft | None) -> ExactLabel | None:
    """Why no standing answer can be made from a request, in words; None where one can."""
    if draft is None or draft.why_not is None:
        return None
    label = ExactLabel(theme, sans(theme.tokens.size("small_px")), "text_muted")
    label.setText(f"{label.tr('No standing answer here.')} {draft.why_not}")
    name_widget(label, Name.GRANT_WHY_NOT, label.text())
    return label

"""The foot of a standing answer in the making: its sentence, what it would have let pass, and the gesture that makes it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QCoreApplication, Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from placet_gui.moments import duration_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.arming import TYPED_CHARS, Arming, Gesture, Wait
from placet_gui.presenters.clock import Clock
from placet_gui.theme.fonts import mono
from placet_gui.theme.style import Theme
from placet_gui.views.approval_button import ApproveButton
from placet_gui.views.approval_verdict import WordField
from placet_gui.views.page import IconLabel

_NARROW_PX: Final = 560
_SENTENCES: Final = {
    Wait.LOCKED: "Nothing can be granted while the screen is locked.",
    Wait.ANSWER: "Your grant is on its way.",
    Wait.CARD: "Granting waits until this is in view.",
    Wait.WINDOW: "Granting waits until this window has the keyboard.",
    Wait.EDIT: "Granting waits until what you chose stands here in words.",
    Wait.PARTS: "Parts of the request were never opened. Go back and open them first.",
    Wait.QUIET: "Granting waits until no key or button has been pressed for a moment.",
    Wait.TIME: "Granting waits until the sentence has been in view for a moment.",
}


class GrantBar(QFrame):
    """Asks for the gesture. It knows no rule: what counts is asked of `Arming`. Always as slow as a high-risk yes.

    Signals:
        make_asked(Gesture, str): a gesture of the owner's, and what stands in the digest field.
        back_asked: the owner goes back to the request.
    """

    make_asked = Signal(object, str)
    back_asked = Signal()

    def __init__(self, theme: Theme, arming: Arming, clock: Clock, digest: str) -> None:
        super().__init__()
        self._arming = arming
        self._busy = self._done = False
        self._said: str | None = None
        self.setProperty("divided", "true")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._mark = IconLabel(theme, "hourglass", "text_muted")
        self._label = plain_label()
        self._label.setWordWrap(True)
        name_widget(self._label, Name.GRANT_ARMING, self.tr("What granting waits for"))
        self.field = self._made_field(theme, digest)
        self.make_button = ApproveButton(theme, clock, hold_ms=arming.pace.hold_ms)
        self.make_button.set_words(self.tr("Hold to grant"))
        self._back = QPushButton(self.tr("Back to the request"))
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._name()
        self._lay_out()
        self._connect()

    @property
    def typed(self) -> str:
        """What stands in the digest field."""
        return self.field.text()

    def set_busy(self, busy: bool) -> None:
        """The grant is being made, or that came back."""
        self._busy = busy
        self.refresh()

    def finish(self) -> None:
        """It stands: there is nothing more to ask for here."""
        self._done = True
        if self._has_keyboard():
            self._back.setFocus(Qt.FocusReason.OtherFocusReason)
        for part in (self._mark, self._label, self.field, self.make_button):
            part.hide()

    def focus(self) -> None:
        """Give the way back the keyboard: never the button that grants."""
        self._back.setFocus(Qt.FocusReason.OtherFocusReason)

    @Slot()
    def refresh(self) -> None:
        """Show what granting waits for now."""
        if self._done:
            return
        wait = self._arming.waits_for()
        armed = wait is Wait.NOTHING and not self._busy
        if not armed and self.make_button.hasFocus():
            self.setFocus(Qt.FocusReason.OtherFocusReason)
        self.make_button.setEnabled(armed)
        if not armed:
            self.make_button.drop_hold()
            self._said = None
        self._mark.show_icon(*(("circle-check", "approve") if armed else ("hourglass", "text_muted")))
        words = self._said or self._ready_sentence() if armed else _SENTENCES.get(wait, "")
        self._label.setText(QCoreApplication.translate("GrantBar", words))

    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = event.size().width() < _NARROW_PX
        ways = QBoxLayout.Direction
        self._row.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        super().resizeEvent(event)

    def _has_keyboard(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and (focused is self or self.isAncestorOf(focused))

    def _ready_sentence(self) -> str:
        if self._arming.typed_matches(self.typed):
            return self.tr("The digest matches. Click the button, or press Ctrl+Enter, to grant.")
        if len(self.typed) == TYPED_CHARS:
            return self.tr("That isn't how the digest ends. Look at it again, or hold the button.")
        hold = duration_text(self._arming.pace.hold_ms)
        return self.tr("Hold the button for {0}, or type how the request's digest ends.").format(hold)

    def _made_field(self, theme: Theme, digest: str) -> WordField:
        field = WordField()
        field.setMaxLength(TYPED_CHARS)
        field.setFont(mono(theme.tokens.size("text_px")))
        field.setPlaceholderText(f"…{digest[-TYPED_CHARS:]}")
        field.setFixedWidth(96)
        tip = self.tr("The last six characters of the request's digest, instead of holding the button")
        field.setToolTip(tip)
        name_widget(field, Name.GRANT_CODE, self.tr("Last six characters of the request's digest"), tip)
        return field

    def _name(self) -> None:
        tip = self.tr("Hold, or type the digest's end and click")
        self.make_button.setToolTip(tip)
        name_widget(self.make_button, Name.GRANT_MAKE, self.tr("Make this grant"), tip)
        tip = self.tr("Grants nothing; the request waits as before. Escape does the same.")
        self._back.setToolTip(tip)
        name_widget(self._back, Name.GRANT_BACK, self._back.text(), tip)

    def _lay_out(self) -> None:
        said = QHBoxLayout()
        said.setSpacing(8)
        said.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        said.addWidget(self._label, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._back)
        buttons.addStretch(1)
        buttons.addWidget(self.field)
        buttons.addWidget(self.make_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 12, 24, 16)
        column.setSpacing(8)
        column.addLayout(said)
        column.addLayout(buttons)
        for before, after in ((self._back, self.field), (self.field, self.make_button)):
            QWidget.setTabOrder(before, after)

    def _connect(self) -> None:
        self.make_button.clicked.connect(self._on_make_clicked)
        self.make_button.held.connect(self._on_make_held)
        self.make_button.let_go.connect(self._on_make_let_go)
        self.field.textChanged.connect(self._on_field_changed)
        self._back.clicked.connect(self.back_asked)

    @Slot()
    def _on_make_clicked(self) -> None:
        self.make_asked.emit(Gesture.CLICK, self.typed)

    @Slot()
    def _on_make_held(self) -> None:
        self.make_asked.emit(Gesture.HOLD, self.typed)

    @Slot()
    def _on_make_let_go(self) -> None:
        if not self._busy and not self._done and not self._arming.typed_matches(self.typed):
            self._said = self.tr("Let go too early: hold the button until the bar in it is full.")
            self.refresh()

    @Slot()
    def _on_field_changed(self) -> None:
        self._said = None
        self.refresh()

"""The foot of a standing answer in the making: its sentence, what it would have let pass, and the gesture that makes it."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.arming import TYPED_CHARS, Arming, Wait
from placet_gui.presenters.clock import Clock
from placet_gui.theme.style import Theme
from placet_gui.views.approval_button import ApproveButton
from placet_gui.views.approval_verdict import WordField
from placet_gui.views.page import IconLabel
from placet_gui.views.slow_gesture import SlowGesture, digest_field
from placet_gui.words import noop, translate

_SENTENCES: Final = {
    Wait.LOCKED: noop("GrantBar", "Nothing can be granted while the screen is locked."),
    Wait.ANSWER: noop("GrantBar", "Your grant is on its way."),
    Wait.CARD: noop("GrantBar", "Granting waits until this is in view."),
    Wait.WINDOW: noop("GrantBar", "Granting waits until this window has the keyboard."),
    Wait.EDIT: noop("GrantBar", "Granting waits until what you chose stands here in words."),
    Wait.PARTS: noop("GrantBar", "Parts of the request were never opened. Go back and open them first."),
    Wait.QUIET: noop("GrantBar", "Granting waits until no key or button has been pressed for a moment."),
    Wait.TIME: noop("GrantBar", "Granting waits until the sentence has been in view for a moment."),
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
        self.setProperty("divided", "true")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._mark = IconLabel(theme, "hourglass", "text_muted")
        self._label = plain_label()
        self._label.setWordWrap(True)
        name_widget(self._label, Name.GRANT_ARMING, self.tr("What granting waits for"))
        self.field = self._made_field(theme, digest)
        self.make_button = ApproveButton(theme, clock, hold_ms=arming.pace.hold_ms)
        self.make_button.set_words(self.tr("Hold to grant"))
        self._gesture = SlowGesture(arming, self.make_button, self.field)
        self._back = QPushButton(self.tr("Back to the request"))
        self._name()
        self._lay_out()
        self._connect()

    @property
    def typed(self) -> str:
        """What stands in the digest field."""
        return self._gesture.typed

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
            self._gesture.drop()
        self._mark.show_icon(*(("circle-check", "approve") if armed else ("hourglass", "text_muted")))
        self._label.setText(self._ready_sentence() if armed else self._waiting_sentence(wait))

    def _has_keyboard(self) -> bool:
        focused = QApplication.focusWidget()
        return focused is not None and (focused is self or self.isAncestorOf(focused))

    def _waiting_sentence(self, wait: Wait) -> str:
        return translate("GrantBar", _SENTENCES[wait]) if wait in _SENTENCES else ""

    def _ready_sentence(self) -> str:
        return self._gesture.sentence(
            self.tr("The digest matches. Click the button, or press Ctrl+Enter, to grant."),
            self.tr("Hold the button for {0}, or type how the request's digest ends."),
        )

    def _made_field(self, theme: Theme, digest: str) -> WordField:
        field = WordField()
        digest_field(
            field,
            theme,
            Name.GRANT_CODE,
            words=self.tr("Last six characters of the request's digest"),
            tip=self.tr("The last six characters of the request's digest, instead of holding the button"),
            shown=f"…{digest[-TYPED_CHARS:]}",
            width=96,
        )
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
        self._gesture.made.connect(self.make_asked)
        self._gesture.changed.connect(self.refresh)
        self._back.clicked.connect(self.back_asked)

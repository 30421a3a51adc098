"""The foot of a file's source: what authorizing waits for, and the two words that the owner may say of its bytes."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from placet.api.views import FileRow
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.arming import Arming, Wait
from placet_gui.presenters.clock import Clock
from placet_gui.theme.style import Theme
from placet_gui.views.approval_button import ApproveButton, VerdictButton
from placet_gui.views.page import IconLabel
from placet_gui.views.slow_gesture import SlowGesture, digest_field
from placet_gui.words import noop, translate

_NARROW_PX: Final = 620
_MARKS: Final = {Wait.NOTHING: ("circle-check", "approve"), Wait.PARTS: ("eye", "held")}
_SENTENCES: Final = {
    Wait.LOCKED: noop("AuthorizeBar", "Nothing can be authorized while the screen is locked."),
    Wait.ANSWER: noop("AuthorizeBar", "Your word is on its way."),
    Wait.CARD: noop("AuthorizeBar", "Authorizing waits until the source is in view."),
    Wait.WINDOW: noop("AuthorizeBar", "Authorizing waits until this window has the keyboard."),
    Wait.PARTS: noop(
        "AuthorizeBar",
        "Authorizing waits until the whole source has been in view. Scroll through Source to its end.",
    ),
    Wait.QUIET: noop(
        "AuthorizeBar", "Authorizing waits until no key or button has been pressed for a moment."
    ),
    Wait.TIME: noop("AuthorizeBar", "Authorizing waits until the source has been in view for a moment."),
}


class AuthorizeBar(QFrame):
    """Asks for the owner's word about one file's bytes. It knows no rule: a gesture is weighed by `Arming`.

    Authorizing is as slow as a high-risk yes: the button is held, or the end of the digest is typed. Taking an
    authorization back is one click.

    Signals:
        authorize_asked(Gesture, str): a gesture of the owner's, and what stands in the digest field.
        deauthorize_asked: the owner takes the authorization back.
    """

    authorize_asked = Signal(object, str)
    deauthorize_asked = Signal()

    def __init__(self, theme: Theme, arming: Arming, clock: Clock) -> None:
        super().__init__()
        self._arming = arming
        self._authorized = False
        self._possible = True
        self._busy = False
        self.setProperty("area", "foot")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._mark = IconLabel(theme, "hourglass", "text_muted")
        self._label = plain_label()
        self._label.setWordWrap(True)
        name_widget(self._label, Name.AUTHORIZE_LABEL, self.tr("What authorizing waits for"))
        self.field = self._made_field(theme)
        self.authorize_button = ApproveButton(theme, clock, hold_ms=arming.pace.hold_ms)
        self.authorize_button.set_words(self.tr("Hold to authorize"))
        self._gesture = SlowGesture(arming, self.authorize_button, self.field)
        self.deauthorize_button = VerdictButton(theme, self.tr("Deauthorize"), "x", "deny")
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._name()
        self._lay_out()
        self._connect()

    def show_row(self, row: FileRow) -> None:
        """Show how the file stands: its bytes are authorized, may be, or can't be."""
        self._authorized, self._possible = row.authorized, row.is_code and row.sha256 is not None
        self.refresh()

    def set_busy(self, busy: bool) -> None:
        """A word is out: nothing more can be said until it has come back."""
        self._busy = busy
        self.refresh()

    @Slot()
    def refresh(self) -> None:
        """Show what authorizing waits for now."""
        wait = self._arming.waits_for()
        asks = self._possible and not self._authorized
        enabled = asks and wait is Wait.NOTHING and not self._busy
        self._keep_keyboard(enabled=enabled, asks=asks)
        self.field.setVisible(asks)
        self.authorize_button.setVisible(asks)
        self.authorize_button.setEnabled(enabled)
        self.deauthorize_button.setVisible(self._authorized)
        self.deauthorize_button.setEnabled(not self._busy)
        if wait is not Wait.NOTHING:
            self._gesture.drop()
        self._mark.show_icon(*self._mark_of(wait))
        self._label.setText(self._sentence(wait))

    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = event.size().width() < _NARROW_PX
        ways = QBoxLayout.Direction
        self._row.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        super().resizeEvent(event)

    def _keep_keyboard(self, *, enabled: bool, asks: bool) -> None:
        # Qt hands the keyboard of what is hidden or disabled to the next in line, which may be another button.
        leaving: list[QWidget] = [] if enabled else [self.authorize_button]
        leaving += [self.field] if not asks else []
        leaving += [self.deauthorize_button] if not self._authorized or self._busy else []
        if QApplication.focusWidget() in leaving:
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def _mark_of(self, wait: Wait) -> tuple[str, str]:
        if self._authorized:
            return "fingerprint-pattern", "auth"
        return _MARKS.get(wait, ("hourglass", "text_muted")) if self._possible else ("ban", "text_muted")

    def _sentence(self, wait: Wait) -> str:
        if self._authorized:
            return self.tr("Exactly these bytes may call restricted tools and decide about requests.")
        if not self._possible:
            return self.tr(
                "Only code can be authorized: a file whose name shows what it is, ending in .ts or .js."
            )
        if wait is not Wait.NOTHING:
            return translate("AuthorizeBar", _SENTENCES[wait])
        return self._gesture.sentence(
            self.tr("The digest matches. Click the button to authorize exactly these bytes."),
            self.tr("This code will decide in your stead: hold for {0}, or type how the digest ends."),
        )

    def _made_field(self, theme: Theme) -> QLineEdit:
        field = QLineEdit()
        digest_field(
            field,
            theme,
            Name.AUTHORIZE_FIELD,
            words=self.tr("Last six characters of the digest"),
            tip=self.tr("The last six characters of the digest, instead of holding the button"),
            shown=self.tr("digest's end"),
            width=128,
        )
        return field

    def _name(self) -> None:
        tip = self.tr("Hold, or type the digest's end and click")
        self.authorize_button.setToolTip(tip)
        name_widget(self.authorize_button, Name.AUTHORIZE_BUTTON, self.tr("Authorize these bytes"), tip)
        tip = self.tr("Take the authorization back, at once")
        self.deauthorize_button.setToolTip(tip)
        name_widget(self.deauthorize_button, Name.DEAUTHORIZE_BUTTON, self.tr("Deauthorize this file"), tip)

    def _lay_out(self) -> None:
        said = QHBoxLayout()
        said.setSpacing(8)
        said.addWidget(self._mark)
        said.addWidget(self._label, 1)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.field)
        buttons.addWidget(self.authorize_button, 1)
        buttons.addWidget(self.deauthorize_button)
        self._row.setSpacing(8)
        self._row.addLayout(said, 1)
        self._row.addLayout(buttons)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 12, 24, 12)
        column.addLayout(self._row)

    def _connect(self) -> None:
        self._gesture.made.connect(self.authorize_asked)
        self._gesture.changed.connect(self.refresh)
        self.deauthorize_button.clicked.connect(self.deauthorize_asked)

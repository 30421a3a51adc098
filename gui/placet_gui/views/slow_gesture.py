"""The slow yes: a button that is held, or the end of a digest that is typed before the button is clicked."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QLineEdit

from placet_gui.moments import duration_text
from placet_gui.names import Name, name_widget
from placet_gui.presenters.arming import TYPED_CHARS, Arming, Gesture
from placet_gui.theme.fonts import mono
from placet_gui.theme.style import Theme
from placet_gui.views.approval_button import ApproveButton


class SlowGesture(QObject):
    """Tells which gesture was made, and what is said of one that wasn't finished. Without a field it is a mere click.

    It knows no rule: whether a gesture counts is asked of `Arming`. It goes with its button.

    Signals:
        made(Gesture, str): a gesture of the owner's, and what stands in the digest field.
        changed: there may be something else to say.
    """

    made = Signal(object, str)
    changed = Signal()

    def __init__(self, arming: Arming, button: ApproveButton, field: QLineEdit | None) -> None:
        super().__init__(button)
        self._arming = arming
        self._button = button
        self._field = field
        self._let_go_early = False
        button.clicked.connect(self._on_clicked)
        button.held.connect(self._on_held)
        button.let_go.connect(self._on_let_go)
        if field is not None:
            field.textChanged.connect(self._on_text_changed)

    @property
    def typed(self) -> str:
        """What stands in the digest field."""
        return "" if self._field is None else self._field.text()

    def forget(self) -> None:
        """Nothing is said any more of a button that was let go too early."""
        self._let_go_early = False

    def drop(self) -> None:
        """Forget a hold that has begun, too: it can't count now."""
        self._button.drop_hold()
        self.forget()

    def sentence(self, matches: str, how: str) -> str:
        """How far the owner is: `matches` once the digest's end is typed; `how` the gesture goes, `{0}` for how long."""
        if self._let_go_early:
            return self.tr("Let go too early: hold the button until the bar in it is full.")
        if self._arming.typed_matches(self.typed):
            return matches
        if len(self.typed) == TYPED_CHARS:
            return self.tr("That isn't how the digest ends. Look at it again, or hold the button.")
        return how.format(duration_text(self._arming.pace.hold_ms))

    @Slot()
    def _on_clicked(self) -> None:
        self.made.emit(Gesture.CLICK, self.typed)

    @Slot()
    def _on_held(self) -> None:
        self.made.emit(Gesture.HOLD, self.typed)

    @Slot()
    def _on_let_go(self) -> None:
        # A click on the button that is armed by a typed digest is a short press as well. So is one whose answer is out.
        if self._button.isEnabled() and not self._arming.typed_matches(self.typed):
            self._let_go_early = True
            self.changed.emit()

    @Slot()
    def _on_text_changed(self) -> None:
        self._let_go_early = False
        self.changed.emit()


def digest_field(
    field: QLineEdit, theme: Theme, name: Name, *, words: str, tip: str, shown: str, width: int
) -> None:
    """Dress a field for the end of a digest. `shown` stands in it while nothing is typed."""
    field.setMaxLength(TYPED_CHARS)
    field.setFont(mono(theme.tokens.size("text_px")))
    field.setPlaceholderText(shown)
    field.setFixedWidth(width)
    field.setToolTip(tip)
    name_widget(field, name, words, tip)

"""The foot of the decision pane: what the yes waits for, a reason for a no, and the two buttons."""

from __future__ import annotations

import itertools
from typing import Final

from PySide6.QtCore import QEvent, Qt, Signal, Slot
from PySide6.QtGui import QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QFrame, QHBoxLayout, QLineEdit, QVBoxLayout, QWidget

from placet.api import ApprovalState
from placet.api.views import TaskRow
from placet_gui.moments import clock_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.arming import CODE_PART, Arming, Wait
from placet_gui.presenters.clock import Clock
from placet_gui.said.trouble import trouble
from placet_gui.texts import APPROVALS, VIAS, decider, status_word, word
from placet_gui.theme.fonts import sans
from placet_gui.theme.style import Theme
from placet_gui.views.approval_button import ApproveButton, VerdictButton
from placet_gui.views.approval_facts import note
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.page import IconLabel
from placet_gui.views.slow_gesture import SlowGesture, digest_field
from placet_gui.words import noop, translate

_REASON_CHARS: Final = 2_000
_SIDE_PX: Final = 24
_LEAST_REASON_PX: Final = 140
"""A reason for a no that is narrower than this has a line of its own."""
_FIELD_PX: Final = 28
"""What a line to write in has beside its words."""
_MARKS: Final = {
    Wait.NOTHING: ("circle-check", "approve"),
    Wait.PARTS: ("eye", "held"),
    Wait.REASON: ("info", "text_muted"),  # no waiting ends it
    Wait.UNSEEN: ("eye", "held"),
}


class VerdictBar(QFrame):
    """Asks for a yes or a no. It knows no rule: whether a gesture counts is asked of `Arming`.

    Signals:
        approve_asked(Gesture, str): a gesture of the owner's, and what stands in the digest field.
        deny_asked(str): a no, with the reason that was written.
        reason_changed: another reason for a no stands there, or none.
    """

    approve_asked = Signal(object, str)
    deny_asked = Signal(str)
    reason_changed = Signal()

    def __init__(self, theme: Theme, arming: Arming, clock: Clock) -> None:
        super().__init__()
        self._arming = arming
        self._busy = False
        self._proving = False
        self._edited = False
        self._theme = theme
        self._trouble: QFrame | None = None
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._column = QVBoxLayout(self)
        self.setProperty("area", "foot")
        self._mark = IconLabel(theme, "hourglass", "text_muted")
        self._label = plain_label()
        self._label.setWordWrap(True)
        name_widget(self._label, Name.ARMING_LABEL, self.tr("What approving waits for"))
        self._reason = WordField()
        self.code_field = self._made_code_field(theme) if arming.step_up else None
        self.approve_button = ApproveButton(
            theme, clock, hold_ms=arming.pace.hold_ms if arming.step_up else None
        )
        self._gesture = SlowGesture(arming, self.approve_button, self.code_field)
        self.deny_button = VerdictButton(theme, self.tr("Deny"), "x", "deny")
        self._name()
        self._lay_out()
        self._connect()
        self.refresh()

    @property
    def typed(self) -> str:
        """What stands in the digest field."""
        return self._gesture.typed

    def has_keyboard(self) -> bool:
        """Whether keys go to this bar or to something in it."""
        focused = QApplication.focusWidget()
        return focused is not None and (focused is self or self.isAncestorOf(focused))

    def _keep_keyboard(self, keep: bool) -> None:
        # Qt hands the keyboard of a disabled button to the next one in line, and that may stop all agents.
        if keep and self.has_keyboard():
            self.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_busy(self, busy: bool, *, proving: bool = False) -> None:
        """A decision is out, or the owner's proof for it: both buttons wait and say so."""
        self._busy = busy
        self._proving = busy and proving
        self._keep_keyboard(busy)
        self._reason.setEnabled(not busy)
        self.refresh()

    def set_edited(self, edited: bool) -> None:
        """Say that a yes approves the owner's own version of the arguments, or what was asked."""
        self._edited = edited
        self._gesture.forget()
        self.show_trouble(None)
        self.refresh()

    def show_trouble(self, sentence: str | None) -> None:
        """Say what the engine refused, where it was asked for; None: nothing."""
        if self._trouble is not None:
            self._trouble.hide()
            self._trouble.deleteLater()
            self._trouble = None
        if sentence is not None:
            self._trouble = note(self._theme, "circle-alert", "danger", sentence)
            name_widget(self._trouble, "approval_trouble", sentence)
            self._column.insertWidget(0, self._trouble)

    @Slot()
    def refresh(self) -> None:
        """Show what the approval waits for now."""
        wait = self._arming.waits_for()
        armed = wait is Wait.NOTHING
        for button, counts in (
            (self.approve_button, armed and not self._busy),
            (self.deny_button, wait is not Wait.LOCKED and not self._busy),
        ):
            self._keep_keyboard(not counts and button.hasFocus())
            button.setEnabled(counts)
        self.approve_button.set_words(self._words())
        if not armed:
            self._gesture.drop()
        mark, token = _MARKS.get(wait, ("hourglass", "text_muted"))
        self._mark.show_icon(mark, token)
        self._label.setText(self._sentence(wait))

    @Slot()
    def deny(self) -> None:
        """Hand on a no, by whichever way it came."""
        self.deny_asked.emit(self._reason.text())

    def resizeEvent(self, event: QResizeEvent) -> None:
        narrow = event.size().width() < self._wide_px()
        ways = QBoxLayout.Direction
        self._row.setDirection(ways.TopToBottom if narrow else ways.LeftToRight)
        super().resizeEvent(event)

    def _wide_px(self) -> int:
        """From which width on the reason and the buttons have room in one line, whatever the buttons will say."""
        yes_px = max(
            self.approve_button.width_for(words) for words in (None, self._edit_words(), self._busy_words())
        )
        buttons_px = self.deny_button.sizeHint().width() + yes_px + 2 * self._row.spacing()
        return 2 * _SIDE_PX + _LEAST_REASON_PX + buttons_px

    def _words(self) -> str | None:
        if self._busy:
            return self._busy_words()
        return self._edit_words() if self._edited else None

    def _busy_words(self) -> str:
        return self.tr("One moment…")

    def _edit_words(self) -> str:
        return self.tr("Hold to approve edit") if self._arming.step_up else self.tr("Approve edit")

    def _sentence(self, wait: Wait) -> str:
        if wait is Wait.PARTS:
            return self._parts_sentence()
        if wait is Wait.ANSWER and self._proving:
            return self.tr("Your system asks for your password; your yes counts once it has it.")
        if wait is Wait.NOTHING and self._arming.step_up:
            return self._gesture.sentence(
                self.tr("The digest matches. Click the button, or press Ctrl+Enter, to approve."),
                self.tr("High risk: hold the button for {0}, or type how the digest ends."),
            )
        if wait is Wait.NOTHING and self._edited:
            return self.tr("Ready. One click on Approve edit, or Ctrl+Enter, approves your version.")
        return translate("VerdictBar", _SENTENCES[wait])

    def _parts_sentence(self) -> str:
        count = len(self._arming.unopened)
        if CODE_PART in self._arming.unopened:
            return self.tr(
                "The code that would run hasn't been in view to its end. Scroll through Code first."
            )
        if self._edited:
            return self.tr(
                "%Ln parts of what was asked are folded away. Go back and open them, or scroll through Raw.",
                "",
                count,
            )
        return self.tr(
            "%Ln parts are folded away. Open them, or scroll through Raw, before you approve.", "", count
        )

    def _made_code_field(self, theme: Theme) -> QLineEdit:
        field = WordField()
        digest_field(
            field,
            theme,
            Name.DIGEST_FIELD,
            words=self.tr("Last six characters of the digest"),
            tip=self.tr("The last six characters of the digest, instead of holding the button"),
            shown=self.tr("digest's end"),
            width=128,
        )
        return field

    def _name(self) -> None:
        self._reason.setMaxLength(_REASON_CHARS)
        self._reason.offer(self.tr("Reason for a no, for the agent to read"), self.tr("Reason for a no"))
        name_widget(
            self._reason, Name.DENY_REASON, self.tr("Reason for a no"), self.tr("Enter decides nothing here.")
        )
        how = (
            self.tr("Hold, or type the digest's end and click")
            if self._arming.step_up
            else self.tr("One click")
        )
        tip = self.tr("{0}. Ctrl+Enter does the same as the click.").format(how)
        self.approve_button.setToolTip(tip)
        name_widget(self.approve_button, Name.APPROVE_BUTTON, self.tr("Approve"), tip)
        tip = self.tr("Deny this request. Ctrl+Backspace does the same.")
        self.deny_button.setToolTip(tip)
        name_widget(self.deny_button, Name.DENY_BUTTON, self.tr("Deny"), tip)

    def _lay_out(self) -> None:
        said = QHBoxLayout()
        said.setSpacing(8)
        said.addWidget(self._mark)
        said.addWidget(self._label, 1)
        if self.code_field is not None:
            said.addWidget(self.code_field)
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.deny_button)
        buttons.addWidget(self.approve_button, 1)
        self._row.setSpacing(8)
        self._row.addWidget(self._reason, 1)
        self._row.addLayout(buttons)
        self._column.setContentsMargins(_SIDE_PX, 12, _SIDE_PX, 16)
        self._column.setSpacing(8)
        self._column.addLayout(said)
        self._column.addLayout(self._row)
        stops = [it for it in (self.code_field, self._reason, self.deny_button, self.approve_button) if it]
        for before, after in itertools.pairwise(stops):
            QWidget.setTabOrder(before, after)

    def _connect(self) -> None:
        self._gesture.made.connect(self.approve_asked)
        self._gesture.changed.connect(self.refresh)
        self.deny_button.clicked.connect(self.deny)
        self._reason.textChanged.connect(self._on_reason_changed)

    @Slot(str)
    def _on_reason_changed(self, written: str) -> None:
        self._arming.set_refusing(bool(written.strip()))
        self.reason_changed.emit()


class WordField(QLineEdit):
    """A line that is written beside a request. Ctrl+Backspace takes back a word here, as everywhere; it denies nothing."""

    def __init__(self) -> None:
        super().__init__()
        self._offers: tuple[str, ...] = ()

    def offer(self, *words: str) -> None:
        """Say what can be written here, while nothing is: the first of these that has room, else the last."""
        self._offers = words
        self._say_offer()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._say_offer()

    def _say_offer(self) -> None:
        if self._offers:
            room_px, metrics = self.width() - _FIELD_PX, self.fontMetrics()
            fitting = (it for it in self._offers if metrics.horizontalAdvance(it) <= room_px)
            self.setPlaceholderText(next(fitting, self._offers[-1]))

    def event(self, event: QEvent) -> bool:
        if (
            isinstance(event, QKeyEvent)
            and event.type() is QEvent.Type.ShortcutOverride
            and event.matches(QKeySequence.StandardKey.DeleteStartOfWord)
        ):
            event.accept()
            return True
        return super().event(event)


_SENTENCES: Final = {
    Wait.LOCKED: noop("VerdictBar", "Nothing can be decided while the screen is locked."),
    Wait.ANSWER: noop("VerdictBar", "Your decision is on its way."),
    Wait.CARD: noop("VerdictBar", "Approving waits until the request is in view."),
    Wait.WINDOW: noop("VerdictBar", "Approving waits until this window has the keyboard."),
    Wait.ASIDE: noop("VerdictBar", "Approving waits until the request itself is in view again."),
    Wait.UNSEEN: noop(
        "VerdictBar", "Approving waits until you have seen the arguments. Scroll to them first."
    ),
    Wait.EDIT: noop(
        "VerdictBar", "Approving waits until you have reviewed what your edit changes, or gone back."
    ),
    Wait.QUIET: noop("VerdictBar", "Approving waits until no key or button has been pressed for a moment."),
    Wait.TIME: noop("VerdictBar", "Approving waits until the request has been in view for a moment."),
    Wait.REASON: noop(
        "VerdictBar", "You have written a reason for a no. Clear it to approve, or press Deny."
    ),
    Wait.NOTHING: noop(
        "VerdictBar", "Ready. One click on Approve, or Ctrl+Enter, approves exactly what is shown."
    ),
}


class DecidedBar(QFrame):
    """Stands where the buttons were, once there is nothing to decide: who, what, when, by which way (rule 15)."""

    def __init__(self, theme: Theme, wall_ms: int) -> None:
        super().__init__()
        self._wall_ms = wall_ms
        self.setProperty("area", "foot")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._mark = IconLabel(theme, "info", "text_muted", 20)
        self._label = ExactLabel(theme, sans(theme.tokens.size("text_px")))
        name_widget(self._label, Name.DECIDED_LABEL, "")
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 16, 24, 16)
        row.setSpacing(12)
        row.addWidget(self._mark)
        row.addWidget(self._label, 1)

    def show_row(self, row: TaskRow, mark: str, token: str) -> None:
        """Say how this task stands."""
        self._mark.show_icon(mark, token)
        self._label.setText(decided_sentence(row, self._wall_ms))
        self._label.setAccessibleName(self._label.text())
        self.setAccessibleName(self._label.text())


def decided_sentence(row: TaskRow, now_ms: int) -> str:
    """Who decided what, when and by which way, and the reason given; then how the task stands."""
    approval = row.approval
    if approval is None or approval.decided_at is None:
        return status_word(row.status)
    state = what = word(APPROVALS, approval.state)
    if approval.decided_by is not None:
        who = decider(approval.decided_by)
        what = translate("decided", "{0} by {1} {2}").format(what, who, word(VIAS, approval.via or ""))
    said = [translate("decided", "{0} at {1}.").format(what, clock_text(approval.decided_at, now_ms))]
    if (status := status_word(row.status)) != state:
        said.append(translate("decided", "The task: {0}.").format(status))
    if row.approved_args_json is not None:
        said.append(translate("decided", "The arguments were edited."))
    if approval.shown_reason:
        said.append(translate("decided", "Reason given: {0}").format(approval.shown_reason))
    if row.shown_error and approval.state != ApprovalState.DENIED:  # a no's error repeats the no
        said.append(trouble(row))
    return " ".join(said)

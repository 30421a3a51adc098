"""The pane of a group: one agent that asks too much, and the two answers to that (spec/prompt-rules 4.3, rule 13)."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from placet_gui.models.flood_group import FloodGroup
from placet_gui.moments import clock_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.arming import Arming, Wait
from placet_gui.presenters.clock import Clock
from placet_gui.presenters.flood_answers import FloodAnswers
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.approval_button import VerdictButton
from placet_gui.views.approval_facts import note
from placet_gui.views.approval_verdict import WordField
from placet_gui.views.approval_watch import ApprovalWatch
from placet_gui.words import number_text

_REASON_CHARS: Final = 2_000
_NARROW_PX: Final = 600
_SIDE_PX: Final = 24
_AROUND_REASON_PX: Final = 28
"""What a field is wider than its words: its padding, its frame, and the caret."""


class FloodPane(QFrame):
    """Says what one agent asks for, and takes a no to all of it, or a stop. The no is armed as a yes is: a stray click
    would be a hundred of them.

    Signals:
        close_asked: the owner closes the pane, which decides nothing.
        unfold_asked(str, bool): whether each request of this agent shall be in the list by itself.
    """

    close_asked = Signal()
    unfold_asked = Signal(str, bool)

    def __init__(
        self,
        theme: Theme,
        answers: FloodAnswers,
        group: FloodGroup,
        arming: Arming,
        clock: Clock,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._theme, self._answers, self._arming, self._clock = theme, answers, arming, clock
        self._group = group
        self._trouble: QFrame | None = None
        self.setProperty("area", "pane")
        name_widget(self, Name.FLOOD_PANE, self.tr("Requests of {0}").format(group.agent))
        self._count = plain_label("", "heading")
        name_widget(self._count, Name.FLOOD_LABEL, "")
        self._tools, self._oldest = plain_label(), plain_label("", "muted")
        self._tools.setWordWrap(True)
        self._waits = plain_label("", "muted")
        self._waits.setWordWrap(True)
        self._reason = WordField()
        self._unfold = QPushButton()
        self._deny = VerdictButton(theme, self.tr("Deny all from {0}").format(group.agent), "x", "deny")
        self._pause = QPushButton(" " + self.tr("Pause {0}").format(group.agent))  # the icon stands close
        self._close = QToolButton()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._watch = ApprovalWatch(self, arming, clock)
        self._watch.expect(self._deny, None)
        self._name()
        self._lay_out()
        self._connect()
        self.show_group(group)

    @property
    def agent_id(self) -> str:
        """Whose requests these are."""
        return self._group.agent_id

    def show_group(self, group: FloodGroup) -> None:
        """Show how many there are by now."""
        self._group = group
        self._count.setText(group.count_words())
        self._count.setAccessibleName(group.count_words())
        self._tools.setText("\n".join(f"{tool}  {number_text(count)}" for tool, count in group.tools))
        oldest = group.oldest_ms
        at = "" if oldest is None else clock_text(oldest, self._clock.wall_ms())
        self._oldest.setText(self.tr("The oldest was asked at {0}.").format(at) if at else "")
        shown = self.tr("Take them together again") if group.is_open else self.tr("Show each in the list")
        self._unfold.setText(shown)
        self._unfold.setAccessibleName(shown)
        self._refresh()

    def retire(self) -> None:
        """Something else takes its place."""
        self._watch.end()
        self.hide()
        self.setParent(None)
        self.deleteLater()

    def _name(self) -> None:
        self._reason.setMaxLength(_REASON_CHARS)
        self._reason.setPlaceholderText(self.tr("One reason for all, for the agent to read"))
        name_widget(
            self._reason,
            Name.FLOOD_REASON,
            self.tr("Reason for the no"),
            self.tr("Enter decides nothing here."),
        )
        tip = self.tr("Say no to each request of this agent that waits now, with this one reason")
        self._deny.setToolTip(tip)
        name_widget(self._deny, Name.FLOOD_DENY, self._deny.text(), tip)
        tip = self.tr("Stop this agent: its turn ends, and what it waits for is withdrawn")
        self._pause.setToolTip(tip)
        self._pause.setProperty("role", "danger")
        self._pause.setAutoDefault(False)
        name_widget(self._pause, Name.FLOOD_PAUSE, self._pause.text().strip(), tip)
        name_widget(self._unfold, Name.FLOOD_UNFOLD, "", self.tr("Decides nothing."))
        self._close.setProperty("role", "ghost")
        self._close.setToolTip(self.tr("Close; decides nothing (Escape)"))
        name_widget(self._close, Name.FLOOD_CLOSE, self.tr("Close"), self.tr("Closing decides nothing."))

    def _lay_out(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._made_head())
        body = QVBoxLayout()
        body.setContentsMargins(24, 20, 24, 16)
        body.setSpacing(12)
        body.addWidget(self._count)
        body.addWidget(self._tools)
        body.addWidget(self._oldest)
        words = self.tr("Nothing approves all of them at once: open a request by itself to approve it.")
        self._hint = note(self._theme, "info", "held", words)
        body.addWidget(self._hint)
        body.addWidget(self._unfold, 0, Qt.AlignmentFlag.AlignLeft)
        body.addStretch(1)
        column.addLayout(body, 1)
        column.addWidget(self._made_foot())

    def _made_head(self) -> QFrame:
        head = QFrame()
        head.setProperty("area", "header")
        row = QHBoxLayout(head)
        row.setContentsMargins(24, 12, 16, 12)
        row.setSpacing(8)
        row.addWidget(plain_label(self.tr("{0} asks a lot").format(self._group.agent), "title"), 1)
        row.addWidget(self._close)
        return head

    def _made_foot(self) -> QFrame:
        foot = QFrame()
        foot.setProperty("area", "foot")
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self._pause)
        buttons.addWidget(self._deny, 1)
        self._row.setSpacing(8)
        self._row.addWidget(self._reason, 1)
        self._row.addLayout(buttons)
        self._pausing = plain_label(
            self.tr("Pausing stops {0}: its turn ends, and what it waits for is withdrawn. You start it again on "
                    "the Agents page.").format(self._group.agent),
            "small",
        )  # fmt: skip
        self._pausing.setWordWrap(True)
        self._foot = QVBoxLayout(foot)
        self._foot.setContentsMargins(_SIDE_PX, 12, _SIDE_PX, 16)
        self._foot.setSpacing(8)
        self._foot.addWidget(self._waits)
        self._foot.addLayout(self._row)
        self._foot.addWidget(self._pausing)
        return foot

    def _connect(self) -> None:
        self._close.clicked.connect(self.close_asked)
        self._unfold.clicked.connect(self._on_unfold_clicked)
        self._deny.clicked.connect(self._on_deny_clicked)
        self._pause.clicked.connect(self._on_pause_clicked)
        self._watch.changed.connect(self._refresh)
        self._answers.busy_changed.connect(self._on_answers_busy_changed)
        self._answers.refused.connect(self._on_answers_refused)
        self._theme.changed.connect(self._draw_icons)
        self._draw_icons()

    def set_locked(self, locked: bool) -> None:
        """The session was locked, or unlocked: meanwhile nothing is decided (rule 16)."""
        self._arming.set_locked(locked)
        self._watch.check()
        self._refresh()

    @Slot()
    def _refresh(self) -> None:
        wait = self._arming.waits_for()
        some = self._group.waiting > 0
        free = some and not self._answers.busy and wait is not Wait.LOCKED
        for part in (self._deny, self._pause, self._reason):
            if part.hasFocus() and not free:  # else Qt hands it to the next in line
                self.setFocus(Qt.FocusReason.OtherFocusReason)
        self._deny.setEnabled(free and wait is Wait.NOTHING)
        self._pause.setEnabled(free)
        self._reason.setEnabled(free)
        self._waits.setText(self._sentence(wait) if some else self.tr("None of them waits any more."))
        # What was answered offers no answer (rules 5 and 15).
        for gone in (self._reason, self._deny, self._pause, self._pausing, self._hint):
            gone.setVisible(some)

    def _sentence(self, wait: Wait) -> str:
        if wait is Wait.LOCKED:
            return self.tr("Nothing can be decided while the screen is locked.")
        if wait is Wait.ANSWER or self._answers.busy:
            return self.tr("Your answer is on its way.")
        if wait is Wait.NOTHING:
            return self.tr("Ready. One click denies each of them.")
        return self.tr("Denying all waits until nothing has been pressed in this window for a moment.")

    @Slot()
    def _on_unfold_clicked(self) -> None:
        self.unfold_asked.emit(self._group.agent_id, not self._group.is_open)

    @Slot()
    def _on_deny_clicked(self) -> None:
        if self._arming.armed:
            self._show_trouble(None)
            self._answers.deny_all(self._group.agent_id, self._reason.text())

    @Slot()
    def _on_pause_clicked(self) -> None:
        self._show_trouble(None)
        self._answers.pause(self._group.agent_id)

    @Slot()
    def _on_answers_busy_changed(self) -> None:
        self._arming.set_busy(self._answers.busy)
        self._watch.check()
        self._refresh()

    @Slot(str)
    def _on_answers_refused(self, sentence: str) -> None:
        self._show_trouble(sentence)

    def _show_trouble(self, sentence: str | None) -> None:
        if self._trouble is not None:
            self._trouble.hide()
            self._trouble.deleteLater()
            self._trouble = None
        if sentence is not None:
            self._trouble = note(self._theme, "circle-alert", "danger", sentence)
            name_widget(self._trouble, Name.FLOOD_TROUBLE, sentence)
            self._foot.insertWidget(0, self._trouble)

    @Slot()
    def _draw_icons(self) -> None:
        self._close.setIcon(icon("x", "text_muted", self._theme.tokens))
        self._close.setIconSize(QSize(16, 16))
        self._pause.setIcon(icon("octagon-x", "danger", self._theme.tokens))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._watch.begin()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._watch.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        ways = QBoxLayout.Direction
        stands = event.size().width() < _NARROW_PX or self._beside_px() > event.size().width()
        self._row.setDirection(ways.TopToBottom if stands else ways.LeftToRight)
        super().resizeEvent(event)

    def _beside_px(self) -> int:
        """How wide the pane has to be for the reason, with all that it says of itself, to stand beside the buttons."""
        said_px = self._reason.fontMetrics().horizontalAdvance(self._reason.placeholderText())
        buttons_px = self._pause.sizeHint().width() + self._deny.sizeHint().width()
        return said_px + _AROUND_REASON_PX + buttons_px + 2 * self._row.spacing() + 2 * _SIDE_PX

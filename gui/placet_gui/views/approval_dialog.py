"""The decision pane: one request, and the owner's word about it. The one screen where a mistake costs.

From top to bottom: facts of ours, the arguments exactly, what the agent claims, the digest, the gestures. Closing it
decides nothing. Source: spec/prompt-rules 4.3.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from PySide6.QtCore import Qt, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from placet.api.views import Card, ComparisonRow
from placet_gui.delegates.badges import status_look
from placet_gui.names import Name, name_widget
from placet_gui.presenters.approval_queue import KEEP_MS
from placet_gui.presenters.approvals import Approvals
from placet_gui.presenters.arming import Arming, Gesture
from placet_gui.theme.style import Theme
from placet_gui.views.approval_body import Arguments, RequestBody
from placet_gui.views.approval_facts import ApprovalHead, Claim, DigestLine, Facts, ends_by_itself
from placet_gui.views.approval_verdict import DecidedBar, VerdictBar
from placet_gui.views.approval_watch import ApprovalWatch
from placet_gui.views.argument_editor import ArgumentEditor, can_edit
from placet_gui.views.argument_view import ArgumentView
from placet_gui.views.grant_maker import GrantMaker
from placet_gui.views.grant_offer import GrantOffer, why_not_label
from placet_gui.views.hands_off import HandsOff

_TICK_MS: Final = 1000


class ApprovalDialog(QFrame):
    """Shows one card, made anew for each that is opened; what was asked never changes inside it (rule 5)."""

    close_asked = Signal()

    def __init__(
        self, theme: Theme, approvals: Approvals, card: Card, arming: Arming, parent: QWidget
    ) -> None:
        # Below its parent from the start: a style sheet is worked out again for whatever moves in later.
        super().__init__(parent)
        self._theme = theme
        self._approvals = approvals
        self._arming = arming
        self._bar: VerdictBar | None = None
        self._decided: DecidedBar | None = None
        self.setProperty("area", "pane")
        self._head = ApprovalHead(theme, card)
        self._facts = Facts(theme, card)
        self._arguments = ArgumentView(theme, card, approvals.diff_choice)
        self._last_yes = approvals.made_last_yes(card.row.id, self)
        self._editor: ArgumentEditor | None = None
        self._may_edit = can_edit(card)
        self._edit = self._made_edit_button()
        self._grant: GrantMaker | None = None
        self._grant_offer = self._made_grant_offer()
        self._parts = Arguments()
        self._watch = ApprovalWatch(self, arming, approvals.clock)
        self._rest = HandsOff(self, approvals.clock, KEEP_MS)
        self._tick = approvals.clock.alarm(self, self._on_tick)
        name_widget(self, Name.APPROVAL_DIALOG, self.tr("Request of {0}").format(card.row.agent))
        self._lay_out(card)
        self._connect()
        approvals.note_folded(self._arguments.folded)
        arming.set_unseen(True)
        self.show_card(card)
        if card.row.can_decide:
            self._last_yes.ask()

    def show_card(self, card: Card) -> None:
        """Show how the task stands now. What was asked stays as it is."""
        self._head.show_row(card.row, self._approvals.clock.wall_ms())
        self._tell_time(card)
        if card.row.can_decide and self._bar is None and self._decided is None:
            self._offer()
        elif not card.row.can_decide:
            self._close_offer(card)
        self.show_place()

    def show_place(self) -> None:
        """Show which of those that wait this one is."""
        self._head.show_place(*self._approvals.place())

    def approve_by_chord(self) -> None:
        """Ctrl+Enter was pressed."""
        if self._grant is not None:
            self._grant.make_by_chord()
        elif self._bar is not None and not self._approvals.approve(Gesture.CHORD, self._bar.typed):
            self._arming.note_input()
            self._watch.check()

    def deny_by_chord(self) -> None:
        """Ctrl+Backspace was pressed. Where a standing answer is made, the request isn't in view, nor is its Deny."""
        if self._bar is not None and self._grant is None:
            self._bar.deny()

    def show_exact(self) -> None:
        """Ctrl+E was pressed: the exact tree, or what its tool lays out. Decides nothing."""
        if self._grant is None and self._parts.currentWidget() is self._arguments:
            self._arguments.show_exact()

    def step_back(self) -> None:
        """Escape was pressed: close what is in front, one thing at a time."""
        if self._grant is not None:
            self._leave_grant()
        elif self._editor is not None and self._parts.currentWidget() is self._editor:
            self._editor.step_back()
        elif not self._arguments.close_pager():
            self.close_asked.emit()

    def retire(self) -> None:
        """Another card takes this one's place, or none does."""
        self._last_yes.drop()
        _take_away(self)

    def _lay_out(self, card: Card) -> None:
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(0)
        self._column.addWidget(self._head)
        self._parts.addWidget(self._arguments)
        self._body = RequestBody(self, self._facts, self._parts, *self._below(card))
        self._column.addWidget(self._body, 1)

    def _below(self, card: Card) -> Iterator[QWidget]:
        if card.shown_claims:
            yield Claim(self._theme, card.shown_claims)
        if (why_not := why_not_label(self._theme, self._approvals.grant_draft)) is not None:
            yield why_not
        yield DigestLine(self._theme, card)

    def _made_edit_button(self) -> QPushButton:
        button = QPushButton(self.tr("Edit…"))
        tip = (
            self.tr("Write other arguments instead and approve those; decides nothing by itself")
            if self._may_edit
            else self.tr(
                "These arguments can't be edited here: they are too long, can't be shown whole, or name code to run"
            )
        )
        button.setEnabled(self._may_edit)
        button.setToolTip(tip)
        name_widget(button, Name.EDIT_ARGS_BUTTON, self.tr("Edit the arguments"), tip)
        button.clicked.connect(self._on_edit_clicked)
        return button

    def _made_grant_offer(self) -> GrantOffer:
        offer = GrantOffer(self._theme, self._arguments.tabs, self._edit, self._approvals.grant_draft)
        offer.grant_asked.connect(self._on_grant_asked)
        return offer

    def _made_editor(self, card: Card) -> ArgumentEditor:
        editor = ArgumentEditor(self._theme, card, self._approvals.diff_choice)
        editor.writing.connect(self._on_writing)
        editor.reviewed.connect(self._on_edit_reviewed)
        editor.left.connect(self._on_editor_left)
        self._parts.addWidget(editor)
        return editor

    def _connect(self) -> None:
        self._head.close_asked.connect(self.close_asked)
        self._facts.extend_asked.connect(self._approvals.extend)
        self._facts.reasons.since_asked.connect(self._on_since_asked)
        self._last_yes.found.connect(self._on_last_yes_found)
        self._body.arguments_seen.connect(self._on_arguments_seen)
        self._rest.rested.connect(self._approvals.close_answered)
        self._arguments.text_wanted.connect(self._approvals.read_argument)
        self._arguments.part_opened.connect(self._on_part_opened)
        self._arguments.bytes_wanted.connect(self._approvals.read_bytes)
        self._approvals.text_arrived.connect(self._arguments.show_text)
        self._approvals.bytes_arrived.connect(self._arguments.show_bytes)
        self._approvals.busy_changed.connect(self._on_busy_changed)
        self._approvals.lock_changed.connect(self._watch.check)
        self._approvals.refused.connect(self._on_refused)

    def _offer(self) -> None:
        self._bar = VerdictBar(self._theme, self._arming, self._approvals.clock)
        self._bar.approve_asked.connect(self._approvals.approve)
        self._bar.deny_asked.connect(self._approvals.deny)
        self._bar.reason_changed.connect(self._watch.check)
        self._watch.expect(self._bar.approve_button, self._bar.code_field)
        self._watch.changed.connect(self._bar.refresh)
        self._column.addWidget(self._bar)

    def _close_offer(self, card: Card) -> None:
        # The buttons go; they aren't relabelled, so a click on its way meets nothing (rules 5 and 15).
        self._watch.end()
        had_keyboard = self._has_keyboard()
        self._grant_offer.hide()
        if self._editor is not None:
            self._editor.close_offer()
        if self._bar is not None:
            _take_away(self._bar)
            self._bar = None
        if self._decided is None:
            self._decided = DecidedBar(self._theme, self._approvals.clock.wall_ms())
            self._column.addWidget(self._decided)
        if self.isVisible() and self._approvals.is_done_with:
            self._rest.begin()
        look = status_look(card.row.status)
        self._decided.show_row(card.row, look.icon, look.tone)
        if had_keyboard:  # else Qt hands it to whatever comes next, which may be another button
            self._decided.setFocus(Qt.FocusReason.OtherFocusReason)

    def _has_keyboard(self) -> bool:
        """Whether keys go to something that is about to leave."""
        focused = QApplication.focusWidget()
        leaving = (self._bar, self._editor, self._grant_offer)
        return focused is not None and any(
            it is focused or it.isAncestorOf(focused) for it in leaving if it is not None
        )

    @Slot()
    def _on_edit_clicked(self) -> None:
        card = self._approvals.card
        if card is None or self._bar is None:
            return
        if self._editor is None:
            self._editor = self._made_editor(card)
        self._parts.setCurrentWidget(self._editor)
        self._body.show_arguments()  # in a low window it lies below what is in view
        self._editor.write()

    @Slot()
    def _on_grant_asked(self) -> None:
        """Show what a standing answer is made with in the request's place. Meanwhile that can't be approved."""
        card, granting = self._approvals.card, self._approvals.begin_grant(self)
        if card is None or granting is None or self._bar is None or self._grant is not None:
            return
        self._arming.set_aside(True)
        granting.arming.require(*self._arming.unopened)  # nobody grants what wasn't read (rules 8 and 12)
        self._grant = GrantMaker(self._theme, granting, card.digest)
        self._grant.left.connect(self._leave_grant)
        self._body.hide()
        self._bar.hide()
        self._column.addWidget(self._grant, 1)
        self._grant.show()  # now, not at the event loop's next turn: it takes the keyboard
        self._grant.focus()
        self._watch.check()

    @Slot()
    def _leave_grant(self) -> None:
        """Show the request again; it is looked at and armed anew."""
        if self._grant is None:
            return
        self._approvals.end_grant()
        _take_away(self._grant)
        self._grant = None
        self._body.show()
        self._arming.set_aside(False)
        if self._bar is not None:
            self._bar.show()
        self._grant_offer.focus()
        self._watch.check()

    @Slot()
    def _on_writing(self) -> None:
        self._approvals.begin_edit()
        self._show_edited(False)

    @Slot(object)
    def _on_edit_reviewed(self, args: Mapping[str, Any]) -> None:
        self._approvals.propose(args)
        self._show_edited(True)

    @Slot()
    def _on_editor_left(self) -> None:
        self._parts.setCurrentWidget(self._arguments)
        self._approvals.propose(None)
        self._show_edited(False)
        self._edit.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_edited(self, edited: bool) -> None:
        if self._bar is not None:
            self._bar.set_edited(edited)
        self._facts.set_edited(edited)
        self._watch.check()

    @Slot(object)
    def _on_last_yes_found(self, row: ComparisonRow | None) -> None:
        self._facts.reasons.show_since(row, self._approvals.clock.wall_ms())
        if row is not None and row.changed:
            self._arguments.add_since(row.sheet)

    @Slot()
    def _on_since_asked(self) -> None:
        self._arguments.show_since()
        self._body.show_arguments()

    @Slot(object)
    def _on_part_opened(self, pointers: tuple[str, ...]) -> None:
        self._arming.note_opened(*pointers)
        self._arming.set_unseen(False)  # whoever reads in them has them in view
        self._watch.check()

    @Slot()
    def _on_arguments_seen(self) -> None:
        self._arming.set_unseen(False)
        self._watch.check()

    @Slot(bool)
    def _on_busy_changed(self, busy: bool) -> None:
        if self._bar is None:
            return
        if busy:
            self._bar.show_trouble(None)
        self._bar.set_busy(busy, proving=self._approvals.is_proving)
        self._edit.setEnabled(self._may_edit and not busy)
        self._grant_offer.set_busy(busy)
        if self._editor is not None:
            self._editor.set_busy(busy)
        self._watch.check()

    @Slot(str)
    def _on_refused(self, sentence: str) -> None:
        if self._bar is not None:
            self._bar.show_trouble(sentence)

    @Slot()
    def _on_tick(self) -> None:
        if self._approvals.card is not None:
            self._tell_time(self._approvals.card)

    def _tell_time(self, card: Card) -> None:
        """Tell how long there is, by the second while that grows less and somebody can see it."""
        self._facts.show_row(card.row, self._approvals.clock.wall_ms())
        if self.isVisible() and ends_by_itself(card.row):
            self._tick.start(_TICK_MS)
        else:
            self._tick.stop()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._watch.begin()
        if self._approvals.is_done_with:
            self._rest.begin()
        self._on_tick()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._watch.end()
        self._rest.end()
        self._tick.stop()


def _take_away(widget: QWidget) -> None:
    """Remove a widget from the window at once, and let it go when nothing of it can be at work any more.

    The click that asked for this may have come from inside of it, so its end waits for the event loop; the timer
    keeps it until then.
    """
    widget.hide()
    widget.setParent(None)
    QTimer.singleShot(0, widget.deleteLater)

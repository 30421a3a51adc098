"""Making a standing answer of a request: choices above, the engine's sentence and backtest below, and the gesture.

It stands in the place of the request, which can't be approved meanwhile, and decides nothing about it but by the choice to
let what waits pass. Source: spec/prompt-rules 4.3, rule 12.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QVBoxLayout, QWidget

from placet.api.grants import GrantPreview, MadeGrant
from placet_gui.models.grant_words import grant_sentence
from placet_gui.moments import exact_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.arming import Gesture
from placet_gui.presenters.granting import Granting
from placet_gui.theme.fonts import sans
from placet_gui.theme.style import Theme
from placet_gui.views.approval_watch import ApprovalWatch
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.column_area import ColumnArea
from placet_gui.views.grant_bar import GrantBar
from placet_gui.views.grant_choices import GrantChoices
from placet_gui.views.page import IconLabel
from placet_gui.words import Context, number_text, translate

grant_maker = Context("grant_maker")


class GrantMaker(QFrame):
    """One grant in the making. Made anew each time.

    Signals:
        left: the owner goes back to the request.
    """

    left = Signal()

    def __init__(self, theme: Theme, granting: Granting, digest: str) -> None:
        super().__init__()
        self._granting = granting
        granting.setParent(self)
        self._preview: GrantPreview | None = None
        name_widget(self, Name.GRANT_MAKER, self.tr("A standing answer in the making"))
        self._choices = GrantChoices(theme, granting.draft)
        self._said = _Said(theme)
        self._settle = QCheckBox()
        name_widget(self._settle, Name.GRANT_SETTLE, "")
        self._still = plain_label("", "muted")
        self._still.setWordWrap(True)
        self._bar = GrantBar(theme, granting.arming, granting.clock, digest)
        self._watch = ApprovalWatch(self, granting.arming, granting.clock)
        self._watch.expect(self._bar.make_button, self._bar.field)
        self._lay_out()
        self._connect()
        self._show_settling()
        self._choose()
        self._bar.refresh()

    def make_by_chord(self) -> None:
        """Ctrl+Enter was pressed: it grants only after the end of the digest was typed."""
        if not self._make(Gesture.CHORD, self._bar.typed):
            self._granting.arming.note_input()
            self._watch.check()

    def focus(self) -> None:
        """Give it the keyboard, on what grants nothing."""
        self._bar.focus()

    def _lay_out(self) -> None:
        title = plain_label(self.tr("Let calls like this pass without asking"), "heading")
        about = plain_label(
            self.tr("It begins with this very call. Loosen only what you mean to loosen."), "muted"
        )
        about.setWordWrap(True)
        inside = QWidget()
        body = QVBoxLayout(inside)
        body.setContentsMargins(24, 16, 24, 16)
        body.setSpacing(16)
        head = QVBoxLayout()
        head.setSpacing(4)
        head.addWidget(title)
        head.addWidget(about)
        body.addLayout(head)
        body.addWidget(self._choices)
        settle = QVBoxLayout()
        settle.setSpacing(4)
        settle.addWidget(self._settle)
        settle.addWidget(self._still)
        body.addLayout(settle)
        body.addStretch(1)
        self._scroll = ColumnArea()
        self._scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._scroll.hold(inside, body)
        foot = QFrame()
        foot.setProperty("area", "foot")
        below = QVBoxLayout(foot)
        below.setContentsMargins(0, 0, 0, 0)
        below.setSpacing(0)
        below.addWidget(self._said)
        below.addWidget(self._bar)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._scroll, 1)
        column.addWidget(foot)

    def _connect(self) -> None:
        granting = self._granting
        self._choices.changed.connect(self._choose)
        self._settle.toggled.connect(self._show_settling)
        self._bar.make_asked.connect(self._make)
        self._bar.back_asked.connect(self.left)
        self._watch.changed.connect(self._bar.refresh)
        granting.asked.connect(self._on_asked)
        granting.previewed.connect(self._on_previewed)
        granting.refused.connect(self._on_refused)
        granting.busy_changed.connect(self._on_busy_changed)
        granting.lock_changed.connect(self._watch.check)
        granting.made.connect(self._on_made)

    @Slot()
    def _choose(self) -> None:
        self._granting.choose(self._choices.choices(), self._choices.ends())

    @Slot(object, str)
    def _make(self, gesture: Gesture, typed: str) -> bool:
        settle = self._settle.isEnabled() and self._settle.isChecked()
        return self._granting.make(gesture, typed, settle_waiting=settle)

    @Slot()
    def _on_asked(self) -> None:
        self._said.wait()
        self._watch.check()

    @Slot(object)
    def _on_previewed(self, preview: GrantPreview) -> None:
        self._preview = preview
        words = self._granting.words
        sentence = grant_sentence(words.agent, words.tool, preview.wording)
        self._said.show_preview(preview, sentence, self._ends_words())
        self._show_settling()
        self._watch.check()

    @Slot(str)
    def _on_refused(self, sentence: str) -> None:
        self._said.show_trouble(sentence)
        self._watch.check()

    @Slot(bool)
    def _on_busy_changed(self, busy: bool) -> None:
        self._choices.setEnabled(not busy)
        self._bar.set_busy(busy)

    @Slot(object)
    def _on_made(self, made: MadeGrant) -> None:
        self._watch.end()
        self._scroll.setEnabled(False)
        self._said.show_made(made)
        self._bar.finish()

    @Slot()
    def _show_settling(self) -> None:
        """Say what becomes of the requests that wait now, this one among them."""
        waiting = 0 if self._preview is None else self._preview.waiting
        self._settle.setText(self._settle_words(waiting))
        self._settle.setAccessibleName(self._settle.text())
        self._settle.setEnabled(waiting > 0)
        settles = waiting > 0 and self._settle.isChecked()
        self._still.setText(
            self.tr("What waits and matches is approved by this grant, once it is made.")
            if settles
            else self.tr("What waits now, this request too, still waits for your own decision.")
        )

    def _settle_words(self, waiting: int) -> str:
        if waiting == 0:
            return self.tr("No request that waits now matches")
        return self.tr("Let the %Ln requests that wait now and match pass at once", "", waiting)

    def _ends_words(self) -> str:
        words = self._granting.words
        often = self.tr("Without a limit of uses")
        if words.uses is not None:
            often = self.tr("Once") if words.uses == 1 else self.tr("%Ln times", "", words.uses)
        if words.expires_at is None:
            return self.tr("{0}, until you revoke it.").format(often)
        return self.tr("{0}, until {1}.").format(often, exact_text(words.expires_at)[:16])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._watch.begin()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._watch.end()


class _Said(QFrame):
    """What the grant would match, in the engine's words, and what it would have let pass."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        text_px = theme.tokens.size("text_px")
        self._mark = IconLabel(theme, "shield-check", "text_muted", 20)
        self._sentence = ExactLabel(theme, sans(text_px))
        self._ends = plain_label("", "muted")
        self._ends.setWordWrap(True)
        self._backtest = ExactLabel(theme, sans(text_px), "text_muted")
        self._trouble = ExactLabel(theme, sans(text_px), "danger")
        for label, name in (
            (self._sentence, Name.GRANT_SENTENCE),
            (self._backtest, Name.GRANT_BACKTEST),
            (self._trouble, Name.GRANT_TROUBLE),
        ):
            name_widget(label, name, "")
        words = QVBoxLayout()
        words.setSpacing(4)
        for part in (self._sentence, self._ends, self._backtest, self._trouble):
            words.addWidget(part)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 12, 24, 12)
        row.setSpacing(12)
        row.addWidget(self._mark, 0, Qt.AlignmentFlag.AlignTop)
        row.addLayout(words, 1)
        self._trouble.hide()

    def wait(self) -> None:
        """The words have changed: what stood here isn't said of them. Its room stays, so that nothing jumps."""
        self._mark.show_icon("hourglass", "text_muted")
        self._say(self._trouble, "")

    def show_preview(self, preview: GrantPreview, sentence: str, ends: str) -> None:
        """Say what the words that are chosen would match."""
        self._mark.show_icon("shield-check", "accent")
        self._say(self._trouble, "")
        self._say(self._sentence, sentence)
        self._ends.setText(ends)
        self._say(self._backtest, _backtest_words(preview))

    def show_trouble(self, sentence: str) -> None:
        """Say why these words make no grant."""
        self._mark.show_icon("circle-alert", "danger")
        self._say(self._trouble, sentence)

    def show_made(self, made: MadeGrant) -> None:
        """Say that it stands, and what it let pass."""
        self._mark.show_icon("circle-check", "approve")
        passed = self.tr("Nothing that waits was let pass.")
        if made.settled:
            passed = self.tr("%Ln requests that waited pass.", "", made.settled)
        self._say(self._sentence, grant_sentence(made.row.agent, made.row.tool, made.row.wording))
        self._say(self._backtest, self.tr("This stands now. {0} You find it under Grants.").format(passed))
        name_widget(self._backtest, Name.GRANT_MADE, self._backtest.text())

    def _say(self, label: ExactLabel, text: str) -> None:
        label.setText(text)
        label.setAccessibleName(text)
        label.setVisible(bool(text))


def _backtest_words(preview: GrantPreview) -> str:
    """What it would have done among the agent's last calls of the tool."""
    if preview.looked_at == 0:
        return translate("grant_maker", "There are no earlier calls to try it on.")
    tried = (
        grant_maker.tr("Tried on the last %Ln calls: {0} would have passed", "", preview.looked_at)
    ).format(number_text(preview.matched))
    if preview.denied:
        return translate("grant_maker", "{0}, {1} of them against your no.").format(
            tried, number_text(preview.denied)
        )
    return translate("grant_maker", "{0}, none against your no.").format(tried)

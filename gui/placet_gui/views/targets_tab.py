"""Whom an agent's triggers and timers tell: which events, when, how it ended last; and a test of each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal, Slot
from PySide6.QtGui import QFont, QHideEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from placet.api.trigger_rows import DeliveryRow, TargetRow, TimerRow, TriggerRow
from placet_gui.delegates.badges import DELIVERY_LOOKS, SWITCH_LOOKS, Badge
from placet_gui.moments import clock_text, duration_text
from placet_gui.names import Name, name_widget, plain_label
from placet_gui.presenters.clock import Clock
from placet_gui.presenters.targets import TargetsPresenter
from placet_gui.said import said
from placet_gui.texts import TARGET_KINDS, TIMINGS, TRIGGERS, code_trouble, status_word, word
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.icons import icon
from placet_gui.theme.style import Theme
from placet_gui.views.approval_facts import note
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.busy_button import BusyButton
from placet_gui.views.column_area import ColumnArea
from placet_gui.views.record_view import Callout
from placet_gui.words import translate


class TargetsTab(ColumnArea):
    """Triggers, then timers, a card for each of their targets."""

    def __init__(self, presenter: TargetsPresenter, theme: Theme, clock: Clock) -> None:
        super().__init__()
        self._presenter = presenter
        self._theme = theme
        self._clock = clock
        self._cards: dict[tuple[str, str], TargetCard] = {}
        self._off: frozenset[str] = frozenset()
        name_widget(self, Name.TARGETS_VIEW, self.tr("Triggers and timers"))
        presenter.targets_read.connect(self._on_targets_read)
        presenter.refused.connect(self._on_refused)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._presenter.set_shown(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._presenter.set_shown(False)

    @Slot(object, object, object)
    def _on_targets_read(
        self, triggers: tuple[TriggerRow, ...], timers: tuple[TimerRow, ...], off: frozenset[str]
    ) -> None:
        rows = {(row.agent, row.trigger, row.target): row for row in (*triggers, *timers)}
        known = {(card.agent, *key) for key, card in self._cards.items()}
        if known != set(rows) or off != self._off or self.widget() is None:
            self._off = off
            self._rebuild(triggers, timers)
        for row in rows.values():
            self._cards[row.trigger, row.target].show_row(row)

    def _rebuild(self, triggers: Sequence[TriggerRow], timers: Sequence[TimerRow]) -> None:
        """Other targets than before: new cards. While they stay the same theirs do, so that no button moves away."""
        self._cards = {}
        inside = QWidget()
        column = QVBoxLayout(inside)
        column.setContentsMargins(24, 16, 24, 16)
        column.setSpacing(8)
        for trigger in TRIGGERS:
            rows = [it for it in triggers if it.trigger == trigger]
            self._add_group(column, word(TRIGGERS, trigger), rows, trigger)
        self._add_group(column, self.tr("Timers"), timers)
        column.addStretch(1)
        self.hold(inside, column)

    def _add_group(
        self, column: QVBoxLayout, heading: str, rows: Sequence[TargetRow], trigger: str = ""
    ) -> None:
        head = QHBoxLayout()
        head.addWidget(plain_label(heading, "heading"), 1)
        if trigger and (rows or trigger in self._off):
            switch = _Switch(trigger, heading, is_on=trigger not in self._off)
            switch.switched.connect(self._on_switched)
            head.addWidget(switch)
        column.addLayout(head)
        for row in rows:
            card = TargetCard(self._theme, self._clock, row, len(self._cards))
            card.test_asked.connect(self._presenter.test)
            card.remove_asked.connect(self._presenter.remove)
            card.switch_asked.connect(self._on_switched)
            self._cards[row.trigger, row.target] = card
            column.addWidget(card)
        if not rows:
            column.addWidget(plain_label(self.tr("Nobody is told."), "muted"))
        column.addSpacing(8)

    @Slot(str, str, bool)
    def _on_switched(self, trigger: str, target: str, enabled: bool) -> None:
        self._presenter.switch(trigger, target or None, enabled)

    @Slot(str, str, str)
    def _on_refused(self, trigger: str, target: str, why: str) -> None:
        card = self._cards.get((trigger, target))
        if card is not None:
            card.show_trouble(why)


class _Switch(QPushButton):
    """Pauses a trigger with all of its targets, or lets it go on.

    Signals:
        switched(str, str, bool): trigger, no target, and whether it is to be on.
    """

    switched = Signal(str, str, bool)

    def __init__(self, trigger: str, heading: str, *, is_on: bool) -> None:
        super().__init__()
        self._trigger, self._is_on = trigger, is_on
        self.setText(self.tr("Pause") if is_on else self.tr("Resume"))
        says = self.tr("Pause: {0}") if is_on else self.tr("Resume: {0}")
        name_widget(self, f"switch_{trigger}", says.format(heading), _pause_meaning())
        self.setToolTip(_pause_meaning())
        self.clicked.connect(self._on_clicked)

    @Slot()
    def _on_clicked(self) -> None:
        self.setEnabled(False)  # until it is declared so
        self.switched.emit(self._trigger, "", not self._is_on)


class TargetCard(QFrame):
    """One target: what runs, of which events, when, what waits, how it ended last.

    Signals:
        test_asked(TargetRow): the owner wants to send it a test.
        remove_asked(TargetRow): the owner takes it out of the declaration.
        switch_asked(str, str, bool): the owner pauses this timer, or lets it go on.
    """

    test_asked = Signal(object)
    remove_asked = Signal(object)
    switch_asked = Signal(str, str, bool)

    def __init__(self, theme: Theme, clock: Clock, row: TargetRow, number: int) -> None:
        super().__init__()
        self._theme = theme
        self._clock = clock
        self._row = row
        self.agent = row.agent
        self.setProperty("area", "card")
        self.setObjectName(f"target_{number}")
        self._what = ExactLabel(theme, mono(theme.tokens.size("text_px"), QFont.Weight.DemiBold))
        self._state = Badge(theme, SWITCH_LOOKS[row.enabled], f"target_state_{number}")
        self._outcome = Badge(theme, DELIVERY_LOOKS["delivered"], f"target_outcome_{number}")
        self._test = BusyButton(" " + self.tr("Test"))
        name_widget(
            self._test,
            f"target_test_{number}",
            self.tr("Send a test"),
            self.tr("At once, whether or not it is switched on; the event says that it is a test."),
        )
        self._test.setToolTip(self.tr("Send it an event that says that it is a test"))
        self._test.clicked.connect(self._on_test_clicked)
        self._switch, self._remove = QPushButton(), QPushButton(self.tr("Remove"))
        self._name_changes(number)
        self._facts = ExactLabel(theme, sans(theme.tokens.size("text_px")), "text_muted")
        self._last = ExactLabel(theme, sans(theme.tokens.size("text_px")), "text_muted")
        self._error = Callout(theme)
        self._column = QVBoxLayout(self)
        self._flaws: QFrame | None = None
        self._lay_out()
        theme.changed.connect(self._tint)
        self._tint()
        self.show_row(row)

    def _name_changes(self, number: int) -> None:
        is_timer, row = isinstance(self._row, TimerRow), self._row
        name_widget(self._switch, f"target_switch_{number}", self.tr("Pause this timer"), _pause_meaning())
        self._switch.setToolTip(_pause_meaning())
        name_widget(self._remove, f"target_remove_{number}", self.tr("Tell this target no more"))
        self._switch.setVisible(is_timer)
        self._remove.setVisible(is_timer or (isinstance(row, TriggerRow) and row.declared))
        self._switch.clicked.connect(self._on_switch_clicked)
        self._remove.clicked.connect(self._on_remove_clicked)

    def show_row(self, row: TargetRow) -> None:
        """Show how it stands now."""
        before, self._row = self._row, row
        now_ms = self._clock.wall_ms()
        title = translate("targets", "The agent itself") if row.kind == "agent" else row.shown_what
        self._what.setText(f"{row.name}  →  {title}" if isinstance(row, TimerRow) else title)
        self._what.setAccessibleName(self._what.text())
        self._state.show_look(SWITCH_LOOKS[row.enabled])
        self._switch.setText(self.tr("Pause") if row.enabled else self.tr("Resume"))
        self._switch.setAccessibleName(
            self.tr("Pause this timer") if row.enabled else self.tr("Resume this timer")
        )
        self._facts.setText("\n".join(_facts(row, now_ms)))
        self._outcome.setVisible(row.last is not None)
        self._last.setText(_last_words(row.last, now_ms))
        if row.last is not None:
            self._outcome.show_look(DELIVERY_LOOKS[row.last.status])
        if before is row or before.last != row.last:
            self._test.end()
            self._error.show_text(_error_words(row.last))
        self._show_flaws(row)

    def show_trouble(self, why: str) -> None:
        """Say why no test was sent."""
        self._test.end()
        self._error.show_text(why)

    def _show_flaws(self, row: TargetRow) -> None:
        if self._flaws is not None:
            self._flaws.hide()
            self._flaws.deleteLater()
            self._flaws = None
        if isinstance(row, TriggerRow) and row.flaws:
            words = translate("targets", "No tool can be called this, so it is skipped: {0}").format(
                "  ".join(row.shown_flaws)
            )
            self._flaws = note(self._theme, "triangle-alert", "held", words)
            self._column.insertWidget(1, self._flaws)

    def _lay_out(self) -> None:
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(self._what, 1)
        right = QHBoxLayout()
        right.setSpacing(8)
        for part in (self._state, self._test, self._switch, self._remove):
            right.addWidget(part)
        head.addLayout(right)
        head.setAlignment(right, Qt.AlignmentFlag.AlignTop)
        last = QHBoxLayout()
        last.setSpacing(8)
        last.addWidget(self._outcome, 0, Qt.AlignmentFlag.AlignTop)
        last.addWidget(self._last, 1)
        self._column.setContentsMargins(16, 12, 16, 12)
        self._column.setSpacing(6)
        self._column.addLayout(head)
        self._column.addWidget(self._facts)
        self._column.addLayout(last)
        self._column.addWidget(self._error)

    @Slot()
    def _on_switch_clicked(self) -> None:
        self.switch_asked.emit(self._row.trigger, self._row.target, not self._row.enabled)

    @Slot()
    def _on_remove_clicked(self) -> None:
        self.remove_asked.emit(self._row)

    @Slot()
    def _on_test_clicked(self) -> None:
        self._test.begin()  # until it has ended, so that nothing is sent twice
        self._error.show_text("")
        self.test_asked.emit(self._row)

    @Slot()
    def _tint(self) -> None:
        self._test.setIcon(icon("play", "text_muted", self._theme.tokens, 14))
        self._test.setIconSize(QSize(14, 14))


def _pause_meaning() -> str:
    return translate("targets", "Pausing withdraws what waits; what happens meanwhile isn't told later.")


def _facts(row: TargetRow, now_ms: int) -> list[str]:
    """What is declared of a target and what waits for it, a line each."""
    declared = _of_timer(row, now_ms) if isinstance(row, TimerRow) else _of_trigger(row, now_ms)
    work = translate("targets", "{0} waiting, {1} at work").format(row.waiting, row.running)
    return [f"{word(TARGET_KINDS, row.kind)}  ·  {declared}", *([work] if row.waiting or row.running else [])]


def _of_timer(row: TimerRow, now_ms: int) -> str:
    parts = [said(row.schedule)]
    if row.next_at is not None:
        parts.append(translate("targets", "next at {0}").format(clock_text(row.next_at, now_ms)))
    if row.shown_message:
        parts.append(translate("targets", "says: {0}").format(row.shown_message))
    return "  ·  ".join(parts)


def _of_trigger(row: TargetRow, now_ms: int) -> str:
    if not isinstance(row, TriggerRow):
        return ""
    tools = ", ".join(row.shown_tools)
    parts = [translate("targets", "tools {0}").format(tools) if tools else translate("targets", "all tools")]
    if row.status is not None:
        parts.append(translate("targets", "only those that ended as {0}").format(status_word(row.status)))
    if row.timing is not None:
        parts.append(word(TIMINGS, row.timing).format(duration_text(row.timing_ms)))
    if row.timing_count is not None:
        parts.append(translate("targets", "or as soon as there are {0}").format(row.timing_count))
    if row.next_at is not None:
        parts.append(translate("targets", "goes out at {0}").format(clock_text(row.next_at, now_ms)))
    if not row.declared:
        parts.append(translate("targets", "Placet's own default: only calls that nobody waits for"))
    return "  ·  ".join(parts)


def _last_words(last: DeliveryRow | None, now_ms: int) -> str:
    if last is None:
        return translate("targets", "It was never told anything yet.")
    at = clock_text(last.ended_at or last.due_at, now_ms)
    took = (
        ""
        if last.started_at is None or last.ended_at is None
        else duration_text(last.ended_at - last.started_at)
    )
    at_last = translate("targets", "last at {0}").format(at)
    parts = [
        translate("targets", "a test, {0}").format(at_last) if last.test else at_last,
        translate("targets", "took {0}").format(took) if took else "",
    ]
    return "  ·  ".join(part for part in parts if part)


def _error_words(last: DeliveryRow | None) -> str:
    if last is None or not (last.code or last.shown_error):
        return ""
    return code_trouble(last.code, last.shown_error)

"""The decision pane: what it shows, what a decision does, and what happens to it when somebody else decides."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from placet.api import Action
from placet_gui import app as console
from placet_gui.names import Name
from placet_gui.presenters.approval_queue import KEEP_MS
from placet_gui.presenters.approvals import EXTENSION_MS
from placet_gui.theme.style import Theme
from placet_gui.views.approval_facts import Facts
from tests.fakes.tools import HeldTool
from tests.flows.house import OVER_HTTP, RESTRICTED_WRITE
from tests.gui.gestures import ARM_MS, CTRL, HIDDEN, Desk, desk

__all__ = ["desk"]


_QTS_OWN = ("qt_", "ScrollLeftButton", "ScrollRightButton")


def texts(pane: QWidget) -> list[str]:
    """Every label of the pane from top to bottom, as it is read."""
    labels = [it for it in pane.findChildren(QLabel) if it.isVisible() and it.text()]
    return [it.text() for it in sorted(labels, key=lambda it: it.mapTo(pane, it.rect().topLeft()).y())]


def below(pane: QWidget, upper: str, lower: str) -> bool:
    read = texts(pane)
    return read.index(upper) < read.index(lower)


@pytest.mark.spec("65")
@pytest.mark.parametrize("way", ["escape", "button", "other page"])
def test_closing_the_pane_in_any_way_leaves_the_task_waiting_and_it_opens_again(desk: Desk, way: str) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    if way == "escape":
        QTest.keyClick(desk.list, Qt.Key.Key_Escape)
        assert desk.dialog is None
    elif way == "button":
        desk.click(desk.find("approval_close"))
        assert desk.dialog is None
    else:
        QTest.keyClick(desk.window, Qt.Key.Key_2, CTRL)
        assert desk.dialog is None
        QTest.keyClick(desk.window, Qt.Key.Key_1, CTRL)
    QApplication.processEvents()
    assert desk.house.task(task_id).can_decide
    assert desk.house.events("hil.resolved") == []
    desk.approve_in_full(task_id)
    assert desk.approvals_given() == 1


@pytest.mark.spec("66")
@pytest.mark.parametrize("action", [Action.APPROVE, Action.DENY])
def test_decided_elsewhere_the_pane_says_by_whom_and_its_buttons_are_gone(desk: Desk, action: Action) -> None:
    task_id = desk.ask(content="hello")
    desk.open_armed(task_id)
    digest = desk.house.task(task_id).digest
    desk.house.resolve(task_id, action, OVER_HTTP, shown_digest=digest, reason="Because I say so.")
    desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
    said = desk.says(Name.DECIDED_LABEL)
    assert "by the owner over HTTP at " in said
    assert said.startswith("Approved" if action is Action.APPROVE else "Denied")
    assert "Because I say so." in said
    for name in (Name.APPROVE_BUTTON, Name.DENY_BUTTON, Name.DENY_REASON, Name.ARMING_LABEL):
        assert desk.window.findChildren(QWidget, name) == [], "removed, not relabelled"
    desk.chord()
    desk.chord(Qt.Key.Key_Backspace)
    assert not desk.approvals.busy
    assert len(desk.house.events("hil.resolved")) == 1


@pytest.mark.spec("66")
def test_who_loses_the_race_by_a_moment_is_told_by_the_card_itself(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    desk.house.deny(task_id, "Too late.", OVER_HTTP)  # the window hasn't heard of it yet
    desk.click(desk.approve_button)
    desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
    assert desk.says(Name.DECIDED_LABEL).startswith("Denied by the owner over HTTP")
    assert not desk.shows("approval_trouble")
    assert desk.approvals_given() == 0


def test_what_was_decided_stays_for_five_seconds_and_then_leaves_when_it_isnt_looked_at(desk: Desk) -> None:
    """Rule 15."""
    first, second = desk.ask(), desk.ask("b.txt")
    desk.open(second)
    desk.house.deny(first, by=OVER_HTTP)
    desk.wait(lambda: not desk.approvals.model.row_of(first).can_decide)  # type: ignore[union-attr]
    desk.clock.advance(KEEP_MS - 1)
    assert desk.approvals.model.row_of(first) is not None
    desk.clock.advance(1)
    assert desk.approvals.model.task_ids() == (second,)
    desk.house.deny(second, by=OVER_HTTP)
    desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
    desk.clock.advance(10 * KEEP_MS)
    assert desk.approvals.model.task_ids() == (second,)
    assert desk.shows(Name.DECIDED_LABEL)
    third = desk.ask("c.txt")
    desk.open(third)
    desk.clock.advance(1)
    assert desk.approvals.model.task_ids() == (third,)


@pytest.mark.spec("67")
def test_a_second_request_changes_nothing_under_the_pointer_and_a_counter_tells_of_it(desk: Desk) -> None:
    task_id = desk.ask(content="first")
    pane = desk.open_armed(task_id)
    assert desk.says("approval_place") == "1 of 1"
    button = desk.approve_button
    stood, shown = button.mapToGlobal(button.rect().center()), pane.findChild(QWidget, Name.ARGS_TREE)
    row = desk.list.visualRect(desk.approvals.model.index_of(task_id))
    desk.ask("second.txt", content="second")
    desk.wait(lambda: desk.says("approval_place") == "1 of 2")
    assert desk.dialog is pane
    assert pane.findChild(QWidget, Name.ARGS_TREE) is shown
    assert desk.approvals.card is not None
    assert desk.approvals.card.row.id == task_id
    assert button.mapToGlobal(button.rect().center()) == stood
    assert desk.list.visualRect(desk.approvals.model.index_of(task_id)) == row
    assert button.isEnabled()


@pytest.mark.spec("75k")
def test_a_decision_in_one_window_shows_in_another(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open(task_id)
    other = console.build(desk.house.engine, {"appearance.theme": "light"}, clock=desk.clock)
    try:
        desk.clock.advance(ARM_MS)
        other_list = other.findChild(type(desk.list), Name.INBOX_LIST)
        desk.wait(lambda: other_list.model().rowCount() == 1)
        desk.click(desk.approve_button)
        desk.wait_decided(task_id)
        desk.wait(lambda: not other_list.model().waiting_ids())
        assert other_list.model().row_of(task_id).approval.state == "approved"
    finally:
        other.close()
        other.deleteLater()


def test_a_click_approves_with_the_digest_that_was_shown(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    desk.click(desk.approve_button)
    desk.wait_decided(task_id)
    approval = desk.house.task(task_id).approval
    assert approval is not None
    assert approval.shown_digest == approval.digest
    assert approval.via == "window"
    desk.house.ended(task_id)
    assert (desk.house.folder() / "a.txt").read_text() == "hello"


def test_while_a_decision_is_out_both_buttons_wait_and_say_so_and_a_second_one_is_not_sent(
    desk: Desk,
) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    desk.click(desk.approve_button)
    assert desk.approvals.busy
    assert not desk.approve_button.isEnabled()
    assert not desk.find(Name.DENY_BUTTON).isEnabled()
    assert desk.approve_button.text() == "One moment…"
    assert "on its way" in desk.says(Name.ARMING_LABEL)
    assert not desk.approvals.deny()
    desk.chord()
    desk.wait_decided(task_id)
    assert len(desk.house.events("hil.resolved")) == 1


@pytest.mark.parametrize("way", ["button", "chord"])
@pytest.mark.parametrize("armed", [True, False])
def test_a_no_is_one_gesture_armed_or_not_and_carries_its_reason(desk: Desk, way: str, armed: bool) -> None:
    """Rule 4."""
    task_id = desk.ask()
    desk.open_armed(task_id) if armed else desk.open(task_id)
    QTest.keyClicks(desk.find(Name.DENY_REASON, QLineEdit), "Not today.")
    QTest.keyClick(desk.find(Name.DENY_REASON), Qt.Key.Key_Return)
    assert not desk.approvals.busy, "Enter in the reason decides nothing"
    if way == "button":
        desk.click(desk.find(Name.DENY_BUTTON))
    else:
        desk.list.setFocus()
        desk.chord(Qt.Key.Key_Backspace)
    desk.wait_decided(task_id)
    row = desk.house.task(task_id)
    assert row.status == "denied"
    assert row.approval is not None
    assert row.approval.reason == "Not today."
    assert desk.says(Name.DECIDED_LABEL).count("Not today.") == 1


def test_the_chord_takes_back_words_and_denies_nothing_while_the_reason_is_written(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open(task_id)
    field = desk.find(Name.DENY_REASON, QLineEdit)
    field.setFocus()
    QTest.keyClicks(field, "not today")
    desk.chord(Qt.Key.Key_Backspace)
    assert field.text() == "not "
    assert desk.house.task(task_id).can_decide
    assert not desk.approvals.busy


@contextmanager
def engine_held(desk: Desk) -> Iterator[None]:
    """Nothing that is sent to the engine is answered inside; the window goes on reading."""
    go = threading.Event()
    desk.house.engine.loop.call_soon_threadsafe(go.wait)
    try:
        yield
    finally:
        go.set()


def test_a_refusal_that_comes_late_is_said_of_its_own_request_and_not_on_the_card_that_is_open_by_then(
    desk: Desk,
) -> None:
    first, second = desk.ask(), desk.ask("b.txt")
    desk.open_armed(first)
    desk.house.change(tools=[{"name": "fs_write", "enabled": False}])
    with engine_held(desk):
        desk.click(desk.approve_button)
        desk.open(second)
        assert not desk.approvals.busy
    desk.wait(lambda: desk.shows(Name.NOTICE_BAR))
    notice = " ".join(texts(desk.find(Name.NOTICE_BAR)))
    assert "fs_write of clerk" in notice
    assert "switched off" in notice
    assert not desk.shows("approval_trouble")
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.isEnabled()
    assert desk.house.task(first).can_decide


def test_a_card_that_was_closed_with_its_answer_out_opens_again_busy(desk: Desk) -> None:
    first, second = desk.ask(), desk.ask("b.txt")
    desk.open_armed(first)
    with engine_held(desk):
        desk.click(desk.approve_button)
        desk.open(second)
        desk.open(first)
        desk.clock.advance(ARM_MS)
        assert desk.approvals.busy
        assert not desk.approve_button.isEnabled()
        assert not desk.find(Name.DENY_BUTTON).isEnabled()
        assert not desk.approvals.deny()
    desk.wait_decided(first)
    assert desk.approvals_given() == 1
    assert len(desk.house.events("hil.resolved")) == 1


def test_the_chord_is_for_the_chosen_row_only(desk: Desk) -> None:
    """Rule 4: first choose, then the chord."""
    first, second = desk.ask(), desk.ask("b.txt")
    desk.open_armed(first)
    QTest.keyClick(desk.list, Qt.Key.Key_Down)
    desk.clock.advance(ARM_MS)
    desk.chord()
    desk.chord(Qt.Key.Key_Backspace)
    assert not desk.approvals.busy
    assert desk.house.task(first).can_decide
    assert desk.house.task(second).can_decide


@pytest.mark.spec("75g")
def test_a_tool_that_was_switched_off_meanwhile_is_refused_in_the_pane_in_words(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    desk.house.change(tools=[{"name": "fs_write", "enabled": False}])
    desk.click(desk.approve_button)
    desk.wait(lambda: desk.shows("approval_trouble"))
    assert "switched off" in desk.find("approval_trouble").accessibleName()
    assert desk.house.task(task_id).can_decide
    assert not desk.approve_button.isEnabled(), "it is armed anew"
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.isEnabled()
    desk.house.change(tools=[{"name": "fs_write", "enabled": True}])
    desk.click(desk.approve_button)
    desk.wait_decided(task_id)
    assert desk.approvals_given() == 1


def test_an_agent_that_was_stopped_takes_its_request_with_it(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    desk.house.stop()
    desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
    assert desk.says(Name.DECIDED_LABEL).startswith("Withdrawn at ")
    assert not desk.window.findChildren(QWidget, Name.APPROVE_BUTTON)


def test_the_pane_says_until_when_and_gives_more_time_without_deciding(desk: Desk) -> None:
    """Rule 14."""
    desk.house.change(tools=[{**RESTRICTED_WRITE, "deadline_s": 360}])
    task_id = desk.ask()
    desk.open(task_id)
    assert desk.says("deadline_label").endswith("; 6 min left")
    assert desk.says("deadline_label").startswith("Ends unanswered at ")
    before = desk.house.task(task_id).approval
    desk.click(desk.find("extend_button"))
    desk.wait(lambda: desk.says("deadline_label").endswith("; 21 min left"))
    after = desk.house.task(task_id).approval
    assert before is not None
    assert after is not None
    assert (after.expires_at or 0) - (before.expires_at or 0) == EXTENSION_MS
    assert after.state == "open"


def test_without_a_deadline_nothing_is_said_of_one(desk: Desk) -> None:
    pane = desk.open(desk.ask())
    assert not desk.shows("deadline_label")
    assert pane._tick.at_ms is None


def test_the_agents_words_come_after_the_facts_and_stay_plain(desk: Desk) -> None:
    """Rule 10."""
    claim = "<b>Safe!</b> [ok](http://x) &Approve"
    pane = desk.open(desk.ask(_reason=claim))
    assert below(pane, desk.approvals.card.row.sentence, claim)  # type: ignore[union-attr]
    assert below(pane, "The agent says (unverified)", claim)
    assert claim in texts(pane)
    label = next(it for it in pane.findChildren(QLabel) if it.text() == claim)
    assert label.textFormat() is Qt.TextFormat.PlainText
    tree = desk.find(Name.ARGS_TREE)
    assert tree.mapTo(pane, tree.rect().topLeft()).y() < label.mapTo(pane, label.rect().topLeft()).y()


def test_every_label_of_the_pane_is_plain_text(desk: Desk) -> None:
    """Rule 6."""
    pane = desk.open(desk.ask(path="<img src=x>.txt", content="<b>x</b>" + HIDDEN, _reason="<i>y</i>"))
    labels = [it for it in pane.findChildren(QLabel) if it.pixmap().isNull()]
    assert len(labels) > 8
    assert {it.textFormat() for it in labels} == {Qt.TextFormat.PlainText}


def test_unusual_characters_are_noted_and_make_it_high_risk(desk: Desk) -> None:
    pane = desk.open(desk.ask(path=f"{HIDDEN}txt.exe"))
    assert any("U+202E" in it and "RIGHT-TO-LEFT" in it for it in texts(pane))
    assert desk.find("approval_risk").accessibleName() == "High risk"
    assert desk.find(Name.DIGEST_FIELD).isVisible()


def test_a_normal_request_has_no_field_for_the_digest(desk: Desk) -> None:
    desk.open(desk.ask())
    assert not desk.shows(Name.DIGEST_FIELD)
    assert desk.approve_button.text() == "Approve"


def test_the_digest_is_shown_by_its_ends_and_whole_on_demand(desk: Desk) -> None:
    """Rule 11."""
    task_id = desk.ask()
    desk.open(task_id)
    digest = desk.house.task(task_id).digest
    assert desk.says(Name.DIGEST_LABEL) == f"{digest[:8]} … {digest[-8:]}"
    desk.click(desk.find("digest_more"))
    assert desk.says(Name.DIGEST_LABEL).replace(" ", "") == digest
    desk.click(desk.find("digest_copy"))
    assert QApplication.clipboard().text() == digest


def test_a_repeat_of_a_denied_call_says_that_it_is_one(desk: Desk, theme: Theme) -> None:
    desk.open(desk.ask())
    card = desk.approvals.card
    assert card is not None
    facts = Facts(theme, replace(card, row=replace(card.row, repeat_of="task_before")))
    desk.qtbot.addWidget(facts)
    assert any("repeat of task_before" in it.text() for it in facts.findChildren(QLabel))


def test_a_folded_long_value_has_to_be_opened_before_approving(desk: Desk) -> None:
    """Rule 8."""
    task_id = desk.ask(content="x" * 5_000)
    pane = desk.open(task_id)
    desk.clock.advance(ARM_MS)
    assert not desk.approve_button.isEnabled()
    assert desk.says(Name.ARMING_LABEL).startswith("One part is folded away")
    tree = desk.find(Name.ARGS_TREE)
    tree.setCurrentIndex(tree.model().find("/content"))
    QTest.keyClick(tree, Qt.Key.Key_Return)
    desk.wait(lambda: desk.shows("argument_text"))
    assert desk.find("argument_text").toPlainText() == "x" * 5_000
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.isEnabled()
    QTest.keyClick(desk.find("argument_text"), Qt.Key.Key_Escape)
    assert not desk.shows("argument_text"), "Escape closes what is in front first"
    assert desk.dialog is pane


def test_a_click_on_the_folded_value_opens_it_too(desk: Desk) -> None:
    desk.open(desk.ask(content="x" * 5_000))
    tree = desk.find(Name.ARGS_TREE)
    at = tree.visualRect(tree.model().find("/content")).center()
    QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    desk.wait(lambda: desk.shows("argument_text"))
    assert desk.approvals.arming is not None
    assert not desk.approvals.arming.unopened


def test_scrolling_through_the_raw_text_counts_as_opening(desk: Desk) -> None:
    desk.open(desk.ask(content="word " * 2_000))
    assert desk.approvals.arming is not None
    tabs = desk.find(Name.ARGUMENT_TABS)
    tabs.setCurrentIndex(tabs.count() - 1)
    QApplication.processEvents()
    assert desk.approvals.arming.unopened == {"/content"}
    bar = desk.find(Name.ARGS_RAW).verticalScrollBar()
    bar.setValue(bar.maximum())
    assert desk.approvals.arming.unopened == frozenset()


def test_no_button_of_the_pane_is_a_default_and_keys_dont_press_the_two_that_decide(desk: Desk) -> None:
    """Rule 2."""
    pane = desk.open_armed(desk.ask())
    assert not any(it.isDefault() or it.autoDefault() for it in pane.findChildren(QPushButton))


def test_everything_in_the_pane_that_takes_the_keyboard_is_named(desk: Desk) -> None:
    pane = desk.open(desk.ask(content=HIDDEN + "x" * 5_000))
    takers = [
        it
        for it in pane.findChildren(QWidget)
        if it.focusPolicy() & Qt.FocusPolicy.TabFocus and not it.objectName().startswith(_QTS_OWN)
    ]
    assert len(takers) >= 6
    for it in takers:
        assert it.accessibleName() or it.window() is it, f"{it!r} has no accessible name"
        assert it.accessibleIdentifier() == it.objectName() != "", f"{it!r} has no name"


def test_tab_walks_the_pane_from_top_to_bottom(desk: Desk) -> None:
    desk.open_armed(desk.ask(content=HIDDEN, _reason="So it is."))
    order: list[QWidget] = [desk.find("approval_close")]
    while order[-1].objectName() != Name.DENY_BUTTON and len(order) < 40:
        order[-1].setFocus()
        QTest.keyClick(order[-1], Qt.Key.Key_Tab)
        order.append(QApplication.focusWidget())
    names = [it.objectName() for it in order]
    wanted = [Name.SHEET_VIEW, "digest_more", "digest_copy", Name.DIGEST_FIELD, Name.DENY_REASON]
    wanted += [Name.DENY_BUTTON]
    assert [it for it in names if it in wanted] == wanted
    desk.clock.advance(ARM_MS)
    assert order[-1].nextInFocusChain() is desk.approve_button


def test_an_approved_call_shows_its_way_to_the_end(tmp_path: Path, qtbot: QtBot) -> None:
    tool = HeldTool()
    with Desk(tmp_path, qtbot, tool) as desk:
        task_id = desk.ask_tool("held", n=1)
        desk.open_armed(task_id)
        desk.hold()
        desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
        assert "The task: Running." in desk.says(Name.DECIDED_LABEL)
        tool.let_go()
        desk.wait(lambda: "The task: Completed." in desk.says(Name.DECIDED_LABEL))


def test_after_a_decision_the_keyboard_rests_on_what_was_decided(desk: Desk) -> None:
    desk.open_armed(desk.ask())
    desk.approve_button.setFocus()
    desk.click(desk.approve_button)
    desk.wait(lambda: desk.shows("decided_label"))
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.accessibleName() == desk.says("decided_label")


def test_a_button_that_stops_being_ready_hands_the_keyboard_to_nobody_else(desk: Desk) -> None:
    desk.open_armed(desk.ask())
    desk.approve_button.setFocus()
    QTest.keyClick(desk.approve_button, Qt.Key.Key_X)  # a stray key, after which nothing is armed
    assert not desk.approve_button.isEnabled()
    focused = QApplication.focusWidget()
    assert not isinstance(focused, QPushButton)

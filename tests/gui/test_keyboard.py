"""The whole pane by keyboard: everything in it is reached by Tab and does its work, and no plain key decides."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from placet_gui.names import Name
from tests.gui.gestures import ARM_MS, HIDDEN, Desk, desk

__all__ = ["desk"]

MOST_STOPS = 60


def stops(desk: Desk) -> list[QWidget]:
    """Where Tab leads from the list, until it comes back there."""
    found: list[QWidget] = []
    desk.list.setFocus()
    for _ in range(MOST_STOPS):
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        here = QApplication.focusWidget()
        assert here is not None
        if here is desk.list:
            return found
        found.append(here)
    raise AssertionError("Tab never came back to the list")


def operable(root: QWidget) -> set[QWidget]:
    """What takes the keyboard by Tab, of all that can be seen and used. A proxy stands for its widget."""
    return {
        it
        for it in root.findChildren(QWidget)
        if it.isVisible()
        and it.isEnabled()
        and it.focusPolicy() & Qt.FocusPolicy.TabFocus
        and it.focusProxy() is None
    }


@pytest.mark.spec("71")
@pytest.mark.parametrize("content", ["hello", HIDDEN, "x" * 2_000], ids=["plain", "high risk", "folded"])
def test_everything_in_the_pane_is_reached_by_tab(desk: Desk, content: str) -> None:
    pane = desk.open(desk.ask(content=content))
    desk.clock.advance(ARM_MS)
    reached = set(stops(desk))
    missed = [it.objectName() or type(it).__name__ for it in operable(pane) - reached]
    assert missed == []
    assert {Name.DENY_REASON, Name.DENY_BUTTON, Name.SHEET_VIEW} <= {it.objectName() for it in reached}
    assert desk.approvals_given() == 0


@pytest.mark.spec("71")
def test_a_request_is_opened_read_and_decided_without_the_mouse(desk: Desk) -> None:
    first, second = desk.ask("a.txt"), desk.ask("b.txt")
    desk.list.setFocus()
    QTest.keyClick(desk.list, Qt.Key.Key_Home)
    QTest.keyClick(desk.list, Qt.Key.Key_Return)
    desk.wait(lambda: desk.approvals.card is not None and desk.approvals.card.row.id == first)
    desk.clock.advance(ARM_MS)
    desk.chord()
    desk.wait_decided(first)
    desk.list.setFocus()
    QTest.keyClick(desk.list, Qt.Key.Key_Down)
    QTest.keyClick(desk.list, Qt.Key.Key_Return)
    desk.wait(lambda: desk.approvals.card is not None and desk.approvals.card.row.id == second)
    reason = desk.find(Name.DENY_REASON, QLineEdit)
    while QApplication.focusWidget() is not reason:
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    QTest.keyClicks(reason, "Not this one.")
    desk.list.setFocus()
    desk.chord(Qt.Key.Key_Backspace)
    desk.wait_decided(second)
    assert [desk.house.task(it).status for it in (first, second)] == ["completed", "denied"]


@pytest.mark.spec("70")
def test_keys_in_the_reason_decide_nothing_and_the_no_carries_what_was_written(desk: Desk) -> None:
    """A departure of ours, see the manifest: Enter submits no reason."""
    task_id = desk.ask()
    desk.open_armed(task_id)
    reason = desk.find(Name.DENY_REASON, QLineEdit)
    reason.setFocus()
    QTest.keyClicks(reason, "Use the other folder.")
    for modifier in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier):
        QTest.keyClick(reason, Qt.Key.Key_Return, modifier)
    assert not desk.approvals.busy
    assert reason.text() == "Use the other folder."
    assert desk.house.task(task_id).can_decide
    desk.click(desk.find(Name.DENY_BUTTON))
    desk.wait_decided(task_id)
    row = desk.house.task(task_id)
    assert row.approval is not None
    assert (row.status, row.approval.reason) == ("denied", "Use the other folder.")


def test_the_chord_takes_back_what_was_typed_of_the_digest_and_denies_nothing(desk: Desk) -> None:
    task_id = desk.ask(content=HIDDEN)
    desk.open(task_id)
    field = desk.find(Name.DIGEST_FIELD, QLineEdit)
    field.setFocus()
    QTest.keyClicks(field, "abc")
    desk.chord(Qt.Key.Key_Backspace)
    assert field.text() == ""
    assert desk.house.task(task_id).can_decide
    assert not desk.approvals.busy


@pytest.mark.parametrize("way", ["chord", "click"])
def test_with_a_reason_for_a_no_written_no_gesture_is_a_yes(desk: Desk, way: str) -> None:
    """Ctrl+Enter sends what was written, nearly everywhere; here it would have approved what the words refuse."""
    task_id = desk.ask()
    desk.open_armed(task_id)
    reason = desk.find(Name.DENY_REASON, QLineEdit)
    reason.setFocus()
    QTest.keyClicks(reason, "No, use the other folder.")
    desk.clock.advance(ARM_MS)
    assert not desk.approve_button.isEnabled()
    assert desk.says(Name.ARMING_LABEL).startswith("You have written a reason for a no.")
    desk.chord() if way == "chord" else desk.click(desk.approve_button)
    assert not desk.approvals.busy
    assert desk.approvals_given() == 0
    reason.clear()
    assert not desk.approve_button.isEnabled(), "armed anew"
    desk.clock.advance(ARM_MS)
    desk.chord() if way == "chord" else desk.click(desk.approve_button)
    desk.wait_decided(task_id)
    assert desk.approvals_given() == 1


@pytest.mark.spec("70")
@pytest.mark.parametrize("written", ["", "   "])
def test_a_no_without_words_is_a_plain_no(desk: Desk, written: str) -> None:
    task_id = desk.ask()
    desk.open(task_id)
    QTest.keyClicks(desk.find(Name.DENY_REASON), written)
    desk.click(desk.find(Name.DENY_BUTTON))
    desk.wait_decided(task_id)
    row = desk.house.task(task_id)
    assert row.approval is not None
    assert (row.status, row.approval.reason) == ("denied", None)


@pytest.mark.spec("70")
def test_escape_in_the_reason_decides_nothing(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    reason = desk.find(Name.DENY_REASON)
    reason.setFocus()
    QTest.keyClicks(reason, "Never mind")
    QTest.keyClick(reason, Qt.Key.Key_Escape)
    assert desk.approvals.card is None
    assert desk.house.task(task_id).can_decide
    assert desk.house.events("hil.resolved") == []


def test_a_pane_that_is_left_with_escape_hands_the_keyboard_to_the_list_and_to_no_button(desk: Desk) -> None:
    """Rule 2: a stray Space behind it would hide all values, or stop all agents."""
    task_id = desk.ask()
    desk.open(task_id)
    for name in (Name.DENY_REASON, Name.EDIT_ARGS_BUTTON, "digest_more"):
        desk.open(task_id)
        desk.find(name).setFocus()
        QTest.keyClick(desk.find(name), Qt.Key.Key_Escape)
        assert desk.dialog is None
        assert QApplication.focusWidget() is desk.list
        QTest.keyClick(desk.list, Qt.Key.Key_Space)
        assert desk.house.task(task_id).can_decide

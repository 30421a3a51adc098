"""Rule 3 and 4 of the prompt rules: when a yes may be given, and by which gesture."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from placet.api.commands import ChangeSettings
from placet_gui.names import Name
from placet_gui.presenters.arming import Arming, Gesture, Pace, Wait
from tests.gui.gestures import (
    ARM_MS,
    CTRL,
    HIDDEN,
    HOLD_MS,
    KEYS,
    NO_KEYS,
    QUIET_MS,
    SHOWN_MS,
    Desk,
    desk,
)

__all__ = ["desk"]
DIGEST = "0123456789abcdef" * 4
PACE = Pace(shown_ms=SHOWN_MS, quiet_ms=QUIET_MS, hold_ms=HOLD_MS)


class Hands:
    """A clock's hands for the pure rules."""

    def __init__(self) -> None:
        self.at_ms = 1_000

    def __call__(self) -> int:
        return self.at_ms


@pytest.fixture
def now() -> Hands:
    return Hands()


def in_view(now: Hands, **more: object) -> Arming:
    arming = Arming(now, pace=PACE, **more)  # type: ignore[arg-type]
    arming.set_shown(True)
    arming.set_active(True)
    return arming


def test_it_arms_after_the_card_was_in_view_for_700_ms_and_not_before(now: Hands) -> None:
    arming = in_view(now)
    now.at_ms += SHOWN_MS - 1
    assert arming.waits_for() is Wait.TIME
    assert arming.due_in_ms() == 1
    now.at_ms += 1
    assert arming.armed
    assert arming.due_in_ms() is None


def test_a_key_or_click_puts_it_off_for_half_a_second(now: Hands) -> None:
    arming = in_view(now)
    now.at_ms += SHOWN_MS
    arming.note_input()
    now.at_ms += QUIET_MS - 1
    assert arming.waits_for() is Wait.QUIET
    now.at_ms += 1
    assert arming.armed


@pytest.mark.parametrize(
    "disturb",
    [
        lambda it: it.start_over(),
        lambda it: it.set_active(True),
        lambda it: (it.set_active(False), it.set_active(True)),
        lambda it: (it.set_shown(False), it.set_shown(True)),
        lambda it: (it.set_busy(True), it.set_busy(False)),
    ],
)
def test_what_changes_under_the_owners_eyes_starts_the_time_anew(now: Hands, disturb: object) -> None:
    arming = in_view(now)
    now.at_ms += SHOWN_MS
    disturb(arming)  # type: ignore[operator]
    assert not arming.armed
    now.at_ms += SHOWN_MS - 1
    assert not arming.armed
    now.at_ms += 1
    assert arming.armed


@pytest.mark.parametrize(("shown", "active", "wait"), [(False, True, Wait.CARD), (True, False, Wait.WINDOW)])
def test_out_of_view_or_without_the_keyboard_it_never_arms(
    now: Hands, shown: bool, active: bool, wait: Wait
) -> None:
    arming = Arming(now, pace=PACE)
    arming.set_shown(shown)
    arming.set_active(active)
    now.at_ms += 1_000_000
    assert arming.waits_for() is wait
    assert arming.due_in_ms() is None


def test_what_would_run_has_to_be_in_view_first_and_its_time_counts_from_then_on(now: Hands) -> None:
    arming = in_view(now)
    arming.set_unseen(True)
    now.at_ms += 1_000_000
    assert arming.waits_for() is Wait.UNSEEN
    assert arming.due_in_ms() is None
    arming.set_unseen(False)
    assert arming.waits_for() is Wait.TIME
    now.at_ms += SHOWN_MS
    assert arming.armed


def test_folded_parts_keep_it_from_arming_until_each_was_opened(now: Hands) -> None:
    """Rule 8."""
    arming = in_view(now, must_open=("/a", "/b"))
    now.at_ms += SHOWN_MS
    arming.note_opened("/a")
    assert arming.waits_for() is Wait.PARTS
    assert arming.unopened == {"/b"}
    arming.note_opened("/b")
    assert arming.armed


def test_a_normal_request_takes_a_click_or_the_chord_and_only_when_armed(now: Hands) -> None:
    arming = in_view(now, digest=DIGEST)
    assert not arming.accepts(Gesture.CLICK)
    now.at_ms += SHOWN_MS
    assert arming.accepts(Gesture.CLICK)
    assert arming.accepts(Gesture.CHORD)


def test_a_high_risk_request_takes_a_hold_or_the_digests_end(now: Hands) -> None:
    arming = in_view(now, step_up=True, digest=DIGEST)
    assert not arming.accepts(Gesture.HOLD)
    now.at_ms += SHOWN_MS
    assert arming.accepts(Gesture.HOLD)
    for gesture in (Gesture.CLICK, Gesture.CHORD):
        assert not arming.accepts(gesture)
        assert not arming.accepts(gesture, "abcde")
        assert not arming.accepts(gesture, "abcdee")
        assert arming.accepts(gesture, "ABCDEF")


def test_without_a_digest_nothing_typed_is_ever_right(now: Hands) -> None:
    assert not in_view(now, step_up=True).typed_matches("")


# The same in the real window.


def test_the_button_is_off_until_the_moment_and_the_label_says_what_it_waits_for(desk: Desk) -> None:
    desk.open(desk.ask())
    desk.clock.advance(SHOWN_MS - 1)
    assert not desk.approve_button.isEnabled()
    assert "in view" in desk.says(Name.ARMING_LABEL)
    QTest.keyClick(desk.list, Qt.Key.Key_Shift)
    QTest.keyClick(desk.list, Qt.Key.Key_F2)
    desk.clock.advance(QUIET_MS - 1)
    assert not desk.approve_button.isEnabled()
    assert "pressed for a moment" in desk.says(Name.ARMING_LABEL)
    desk.clock.advance(1)
    assert desk.approve_button.isEnabled()
    assert desk.says(Name.ARMING_LABEL).startswith("Ready")


def test_a_click_on_the_button_before_it_is_armed_decides_nothing_and_puts_it_off(desk: Desk) -> None:
    desk.open(desk.ask())
    desk.clock.advance(SHOWN_MS - 1)
    desk.click(desk.approve_button)
    desk.clock.advance(QUIET_MS - 1)
    assert not desk.approve_button.isEnabled()
    desk.chord()
    desk.clock.advance(QUIET_MS - 1)
    assert not desk.approve_button.isEnabled()
    desk.clock.advance(1)
    assert desk.approve_button.isEnabled()
    assert desk.approvals_given() == 0


@pytest.mark.parametrize("key", [Qt.Key.Key_E, Qt.Key.Key_1])
def test_a_key_that_a_shortcut_takes_puts_it_off_as_any_other_does(desk: Desk, key: Qt.Key) -> None:
    """Rule 3: of a shortcut's key Qt makes no press."""
    desk.open_armed(desk.ask())
    desk.chord(key)
    assert not desk.approve_button.isEnabled()
    assert desk.approvals.arming is not None
    assert desk.approvals.arming.waits_for() is Wait.QUIET
    desk.clock.advance(QUIET_MS)
    assert desk.approve_button.isEnabled()


@pytest.mark.parametrize("words", [("no", ""), ("", "n")])
def test_what_an_input_method_writes_puts_it_off_as_keys_do(desk: Desk, words: tuple[str, str]) -> None:
    desk.open_armed(desk.ask())
    field = desk.find(Name.DENY_REASON)
    field.setFocus()
    QApplication.sendEvent(field, QInputMethodEvent("", []))
    assert desk.approve_button.isEnabled(), "it said where it stands"
    writes = QInputMethodEvent(words[1], [])
    writes.setCommitString(words[0])
    QApplication.sendEvent(field, writes)
    assert not desk.approve_button.isEnabled()
    assert "pressed for a moment" in desk.says(Name.ARMING_LABEL)


@pytest.mark.parametrize("what", ["resize", "move", "deactivate", "dialog", "other card", "page"])
def test_the_window_tells_of_each_disturbance(desk: Desk, what: str) -> None:
    first, second = desk.ask(), desk.ask("b.txt")
    desk.open_armed(first)
    if what == "resize":
        desk.window.resize(1100, 700)
    elif what == "move":
        desk.window.move(desk.window.x() + 11, desk.window.y())
    elif what == "deactivate":
        QApplication.sendEvent(desk.window, QEvent(QEvent.Type.WindowDeactivate))
        assert not desk.approve_button.isEnabled()
        QApplication.sendEvent(desk.window, QEvent(QEvent.Type.WindowActivate))
    elif what == "dialog":
        modal = QDialog(desk.window)
        modal.setModal(True)
        modal.show()
        modal.close()
    elif what == "other card":
        desk.open(second)
    else:
        QTest.keyClick(desk.window, Qt.Key.Key_2, CTRL)
        QTest.keyClick(desk.window, Qt.Key.Key_1, CTRL)
    QApplication.processEvents()
    assert not desk.approve_button.isEnabled()
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.isEnabled() or not desk.window.isActiveWindow()


def test_while_a_dialog_stands_before_the_window_nothing_is_armed(desk: Desk) -> None:
    """Rule 3: nobody reads a request behind the list of commands, and no key is meant for it."""
    desk.open_armed(desk.ask())
    desk.chord(Qt.Key.Key_K)
    desk.wait(lambda: QApplication.activeModalWidget() is not None)
    desk.window.activateWindow()
    QApplication.sendEvent(desk.window, QEvent(QEvent.Type.WindowActivate))
    desk.clock.advance(10 * ARM_MS)
    assert not desk.approve_button.isEnabled()
    assert desk.says(Name.ARMING_LABEL) == "Approving waits until this window has the keyboard."
    palette = QApplication.activeModalWidget()
    assert palette is not None
    QTest.keyClick(palette, Qt.Key.Key_Escape)
    desk.window.activateWindow()
    desk.wait(desk.window.isActiveWindow)
    assert not desk.approve_button.isEnabled()
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.isEnabled()
    assert desk.approvals_given() == 0


def test_a_move_of_ten_pixels_is_no_disturbance(desk: Desk) -> None:
    desk.open_armed(desk.ask())
    desk.window.move(desk.window.x() + 10, desk.window.y())
    QApplication.processEvents()
    assert desk.approve_button.isEnabled()


def test_the_click_that_wakes_the_window_is_swallowed(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    other = QDialog()
    other.show()
    other.activateWindow()
    desk.wait(other.isActiveWindow)
    desk.click(desk.approve_button)
    desk.click(desk.find(Name.DENY_BUTTON))
    other.close()
    assert desk.house.task(task_id).can_decide
    assert not desk.approvals.busy


def test_a_key_that_repeats_by_itself_never_approves(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    action = next(it for it in desk.page.actions() if it.objectName() == "action_approve")
    assert not action.autoRepeat()
    assert {it.toString() for it in action.shortcuts()} == {"Ctrl+Return", "Ctrl+Enter"}


def test_holding_approves_a_high_risk_request_after_1200_ms(desk: Desk) -> None:
    task_id = desk.ask(content=HIDDEN)
    desk.open_armed(task_id)
    desk.hold(HOLD_MS)
    desk.wait_decided(task_id)
    assert desk.approvals_given() == 1


def test_the_owners_own_pace_counts_for_the_next_card(desk: Desk) -> None:
    desk.house.submit(
        ChangeSettings(
            values={"approvals.arming_ms": 50, "approvals.quiet_ms": 20, "approvals.hold_ms": 3_000}
        )
    )
    desk.open(desk.ask(content=HIDDEN))
    desk.clock.advance(49)
    assert not desk.approve_button.isEnabled()
    desk.clock.advance(1)
    assert desk.approve_button.isEnabled()
    assert "3.0 s" in desk.says(Name.ARMING_LABEL)
    desk.hold(2_900)
    assert "too early" in desk.says(Name.ARMING_LABEL)
    assert desk.approvals_given() == 0


def test_letting_go_too_early_approves_nothing_and_says_so(desk: Desk) -> None:
    desk.open_armed(desk.ask(content=HIDDEN))
    desk.hold(HOLD_MS - 50)
    assert "too early" in desk.says(Name.ARMING_LABEL)
    desk.clock.advance(10 * HOLD_MS)
    desk.click(desk.approve_button)
    desk.chord()
    assert not desk.approvals.busy
    assert desk.approvals_given() == 0


def test_a_hold_ends_when_the_pointer_leaves_or_the_card_is_disturbed(desk: Desk) -> None:
    desk.open_armed(desk.ask(content=HIDDEN))
    button = desk.approve_button
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    desk.clock.advance(HOLD_MS // 2)
    assert 0 < button.progress() < 1
    QTest.mouseMove(button, button.rect().bottomRight() * 3)
    desk.wait(lambda: button.progress() == 0)
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton)
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    desk.clock.advance(HOLD_MS // 2)
    desk.window.resize(1100, 700)
    QApplication.processEvents()
    desk.clock.advance(10 * HOLD_MS)
    assert not desk.approvals.busy
    assert desk.approvals_given() == 0


@pytest.mark.parametrize("way", ["click", "chord"])
def test_the_digests_end_and_a_click_or_the_chord_approve_together(desk: Desk, way: str) -> None:
    task_id = desk.ask(content=HIDDEN)
    desk.open_armed(task_id)
    field = desk.find(Name.DIGEST_FIELD)
    QTest.keyClicks(field, desk.house.task(task_id).digest[-6:])
    QTest.keyClick(field, Qt.Key.Key_Return)
    QApplication.processEvents()
    assert not desk.approvals.busy, "Enter alone never decides"
    desk.clock.advance(QUIET_MS)
    assert "matches" in desk.says(Name.ARMING_LABEL)
    desk.click(desk.approve_button) if way == "click" else desk.chord()
    desk.wait_decided(task_id)
    assert desk.approvals_given() == 1


def test_another_end_than_the_digests_approves_nothing(desk: Desk) -> None:
    desk.open_armed(desk.ask(content=HIDDEN))
    QTest.keyClicks(desk.find(Name.DIGEST_FIELD), "zzzzzz")
    assert "isn't how" in desk.says(Name.ARMING_LABEL)
    desk.click(desk.approve_button)
    desk.chord()
    assert not desk.approvals.busy


def test_no_key_but_the_chord_decides_on_an_armed_card(desk: Desk) -> None:
    """Rule 2: Enter, Space, y, a, 1 and every other key do nothing, wherever the keyboard is."""
    task_id = desk.ask()
    for target in ("list", Name.APPROVE_BUTTON, Name.DENY_BUTTON, Name.DENY_REASON, Name.ARGS_TREE):
        for key in KEYS:
            if desk.dialog is None:
                desk.approvals.open(task_id)
            desk.clock.advance(ARM_MS)
            place = desk.list if target == "list" else desk.find(target)
            place.setFocus()
            QTest.keyClick(place, key, NO_KEYS)
    QApplication.processEvents()
    assert desk.house.task(task_id).can_decide
    assert not desk.approvals.busy

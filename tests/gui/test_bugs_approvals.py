"""Public bug reports about requests and prompts, tried in the window (tests/specs/bugs.toml says which)."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from placet.api import TaskStatus
from placet_gui.names import Name
from placet_gui.views.approval_verdict import VerdictBar
from tests.flows.house import RESTRICTED_WRITE
from tests.gui.gestures import ARM_MS, Desk, desk
from tests.gui.test_deadlines import DEADLINE_S, ask_with_deadline, run_out

__all__ = ["desk"]


def test_one_held_call_among_free_ones_is_in_the_list_and_counted_until_it_is_decided(desk: Desk) -> None:
    """B004: what is typed meanwhile, in whatever window, is no answer."""
    desk.house.change(tools=[RESTRICTED_WRITE, {"name": "fs_list"}])
    free = [desk.house.call("fs_list", {"path": "."}) for _ in range(3)]
    held = desk.ask()
    badge = desk.window.findChild(QLabel, Name.WAITING_BADGE)
    desk.wait(lambda: badge.text() == "1")
    QTest.keyClicks(desk.list, "go on please")
    QTest.keyClick(desk.list, Qt.Key.Key_Return)  # opens it, and no more
    assert list(desk.approvals.model.waiting_ids()) == [held]
    assert desk.house.task(held).can_decide
    assert all(it.task_id != held for it in free)
    desk.approve_in_full(held)
    desk.wait(lambda: not desk.shows(Name.WAITING_BADGE))


def test_a_request_that_comes_while_another_is_answered_is_the_next_one_with_controls_of_its_own(
    desk: Desk,
) -> None:
    """B005, B010."""
    first, second = desk.ask("1.txt"), desk.ask("2.txt")
    desk.open_armed(first)
    desk.click(desk.approve_button)
    third = desk.ask("3.txt")
    desk.wait_decided(first)
    assert list(desk.approvals.model.waiting_ids()) == [second, third]
    for task_id in (second, third):
        desk.approve_in_full(task_id)
    assert desk.approvals_given() == 3


def test_escape_at_the_end_of_a_deadline_leaves_no_pane_whose_buttons_do_nothing(desk: Desk) -> None:
    """B157, a dozen times: whichever comes first, nothing of the pane is left that seems to ask."""
    for turn in range(12):
        task_id = ask_with_deadline(desk)
        desk.open(task_id)
        desk.clock.advance(ARM_MS)
        if turn % 2:
            QTest.keyClick(desk.focus(), Qt.Key.Key_Escape)
            run_out(desk, task_id)
        else:
            run_out(desk, task_id)
            QTest.keyClick(desk.focus(), Qt.Key.Key_Escape)
        desk.wait(lambda: not desk.approvals.model.waiting_ids())
        desk.approvals.close_card()
        QApplication.processEvents()
        assert desk.dialog is None
        assert not any(it.isVisible() for it in desk.window.findChildren(VerdictBar))
        assert desk.house.task(task_id).status == TaskStatus.CANCELLED
    assert desk.approvals_given() == 0


def test_a_countdown_says_something_new_only_once_a_minute(desk: Desk) -> None:
    """B160: a screen reader reads what changes."""
    desk.open(ask_with_deadline(desk))
    label = desk.find("deadline_label")
    said = []
    for _ in range(DEADLINE_S - 130):
        desk.clock.advance(1_000)
        if not said or said[-1] != (label.text(), label.accessibleName()):
            said.append((label.text(), label.accessibleName()))
    assert 3 <= len(said) <= 6

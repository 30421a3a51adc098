"""What was answered leaves the inbox, when, and what is pressed then meets no other request (prompt rules 5 and 15)."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from placet.api import TaskStatus
from placet_gui.models.approval_list import CardRole
from placet_gui.names import Name
from placet_gui.presenters.approval_queue import KEEP_MS
from tests.flows.house import OVER_HTTP
from tests.gui.gestures import CTRL, NO_KEYS, Desk, desk

__all__ = ["desk"]


def test_what_was_answered_here_leaves_once_the_hands_rest_and_nothing_takes_its_place(desk: Desk) -> None:
    """Rules 5 and 15: whatever is pressed then meets no other request."""
    before, task_id, after = desk.ask("a.txt"), desk.ask("b.txt"), desk.ask("c.txt")
    desk.open_armed(task_id)
    desk.click(desk.approve_button)
    desk.wait_decided(task_id)
    desk.wait(lambda: desk.house.task(task_id).status == TaskStatus.COMPLETED)
    desk.clock.advance(KEEP_MS - 1)
    QTest.keyClick(desk.focus(), Qt.Key.Key_F7)
    desk.clock.advance(KEEP_MS - 1)
    QTest.keyClick(desk.focus(), Qt.Key.Key_E, CTRL)  # a shortcut's
    desk.clock.advance(KEEP_MS - 1)
    assert desk.shows(Name.DECIDED_LABEL), "the hands moved meanwhile"
    assert desk.approvals.model.row_of(task_id) is not None
    desk.clock.advance(1)
    assert desk.dialog is None
    assert desk.approvals.model.task_ids() == (before, after)
    assert desk.list.hasFocus()
    assert not desk.list.currentIndex().isValid()
    for key, modifier in (
        (Qt.Key.Key_Return, NO_KEYS),
        (Qt.Key.Key_Return, CTRL),
        (Qt.Key.Key_Backspace, CTRL),
    ):
        QTest.keyClick(desk.list, key, modifier)
    assert desk.dialog is None
    assert all(desk.house.task(it).can_decide for it in (before, after))
    QTest.keyClick(desk.list, Qt.Key.Key_Down)
    assert desk.list.currentIndex().data(CardRole.TASK_ID) == after, "the arrows go on from where it was"


def test_an_approved_call_that_failed_stays_until_it_is_closed(desk: Desk) -> None:
    task_id = desk.ask("a.txt")
    desk.open_armed(task_id)
    desk.house.folder("clerk").joinpath("a.txt").mkdir(parents=True)  # another target than was shown
    desk.click(desk.approve_button)
    desk.wait_decided(task_id)
    desk.wait(lambda: desk.approvals.card is not None and desk.approvals.card.row.status == TaskStatus.FAILED)
    desk.clock.advance(10 * KEEP_MS)
    assert "Failed" in desk.says(Name.DECIDED_LABEL)
    assert desk.approvals.model.task_ids() == (task_id,)
    QTest.keyClick(desk.focus(), Qt.Key.Key_Escape)
    desk.clock.advance(1)
    assert desk.dialog is None
    assert desk.approvals.model.task_ids() == ()


def test_a_chosen_row_that_was_decided_elsewhere_leaves_and_no_other_is_chosen(desk: Desk) -> None:
    first, second = desk.ask("a.txt"), desk.ask("b.txt")
    desk.list.setFocus()
    QTest.keyClick(desk.list, Qt.Key.Key_Home)
    desk.house.deny(first, by=OVER_HTTP)
    desk.wait(lambda: desk.approvals.model.waiting_ids() == (second,))
    desk.clock.advance(KEEP_MS - 1)
    assert desk.approvals.model.task_ids() == (first, second)
    desk.clock.advance(1)
    assert desk.approvals.model.task_ids() == (second,)
    QTest.keyClick(desk.list, Qt.Key.Key_Return)
    assert desk.dialog is None, "the row that moved up isn't the chosen one"

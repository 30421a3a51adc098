"""One agent that asks too much stands in the inbox as one group, and never moves what the owner looks at (rule 13)."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from placet.api.commands import ChangeSettings
from placet_gui.models.approval_list import CardRole
from placet_gui.models.flood_group import FloodGroup, group_key
from placet_gui.names import Name
from placet_gui.presenters.approval_queue import KEEP_MS
from tests.flows.house import RESTRICTED_WRITE
from tests.gui.gestures import ARM_MS, CTRL, Desk, desk

__all__ = ["desk"]

MANY = 6


def limit(desk: Desk, pending: int = MANY, per_minute: int = 1000) -> None:
    values = {"approvals.flood_pending": pending, "approvals.flood_per_minute": per_minute}
    desk.house.submit(ChangeSettings(values=values))


def flood(desk: Desk, count: int = MANY) -> list[str]:
    limit(desk)
    return [desk.ask(f"{number}.txt") for number in range(count)]


def key_of(desk: Desk, agent: str = "clerk") -> str:
    return group_key(str(desk.house.agent(agent).id))


def group(desk: Desk) -> FloodGroup:
    found = desk.approvals.model.group_of(key_of(desk))
    assert found is not None
    return found


def open_group(desk: Desk) -> None:
    at = desk.list.visualRect(desk.approvals.model.index_of(key_of(desk))).center()
    QTest.mouseClick(desk.list.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)
    desk.wait(lambda: desk.shows(Name.FLOOD_PANE))


def settled(desk: Desk) -> None:
    desk.clock.advance(1)
    QApplication.processEvents()


def test_as_many_as_the_owner_set_are_one_group_that_says_how_many_for_what_and_since_when(
    desk: Desk,
) -> None:
    """Rule 13."""
    tester = QAbstractItemModelTester(desk.approvals.model)
    asked = flood(desk, MANY - 1)
    assert desk.approvals.model.row_keys() == tuple(asked), "one fewer is no flood"
    asked += [desk.ask("last.txt"), desk.ask_tool(desk.tool.name, n=1)]
    settled(desk)
    assert desk.approvals.model.row_keys() == (key_of(desk),)
    found = group(desk)
    assert (found.agent, found.waiting) == ("clerk", MANY + 1)
    assert found.tools == (("fs_write", MANY), (desk.tool.name, 1))
    assert found.oldest_ms == desk.house.task(asked[0]).created_at
    said = desk.card_of(key_of(desk)).accessibleName()
    assert said == f"clerk asks a lot. {MANY + 1} waiting. fs_write {MANY}, {desk.tool.name} 1"
    assert set(desk.approvals.model.waiting_ids()) == set(asked)
    assert desk.says("inbox_count") == f"{MANY + 1} waiting"
    assert tester.model() is desk.approvals.model


def test_as_many_in_a_minute_as_the_owner_set_are_a_group_and_those_of_an_hour_ago_dont_count(
    desk: Desk,
) -> None:
    """Rule 13."""
    limit(desk, pending=1000, per_minute=4)
    old = [desk.ask(f"old {number}.txt") for number in range(3)]
    desk.clock.advance(3_600_000)
    desk.wall.at_ms += 3_600_000
    new = [desk.ask(f"{number}.txt") for number in range(3)]
    assert desk.approvals.model.row_keys() == (*old, *new)
    desk.ask("fourth.txt")
    settled(desk)
    assert desk.approvals.model.row_keys() == (key_of(desk),)


def test_another_agents_request_stays_by_itself(desk: Desk) -> None:
    """Rule 13."""
    desk.house.declare("scribe", tools=[RESTRICTED_WRITE])
    other = str(desk.house.call("fs_write", {"path": "b.txt", "content": "x"}, agent="scribe").task_id)
    desk.wait(lambda: desk.approvals.model.row_of(other))
    flood(desk)
    settled(desk)
    assert desk.approvals.model.row_keys() == (other, key_of(desk))


def test_the_chosen_row_and_the_open_card_stay_where_they_are_when_a_flood_comes(desk: Desk) -> None:
    """Rules 5 and 13."""
    limit(desk)
    first, second, third = (desk.ask(f"{letter}.txt") for letter in "abc")
    pane = desk.open_armed(second)
    stood = desk.list.visualRect(desk.approvals.model.index_of(second))
    for number in range(MANY):
        desk.ask(f"{number}.txt")
    settled(desk)
    assert desk.approvals.model.row_keys() == (first, second, key_of(desk)), "what stands above stays, too"
    assert desk.list.visualRect(desk.approvals.model.index_of(second)) == stood
    assert desk.list.currentIndex().data(CardRole.TASK_ID) == second
    assert desk.dialog is pane
    assert desk.approve_button.isEnabled()
    assert third not in desk.approvals.model.row_keys()
    desk.click(desk.approve_button)
    desk.wait_decided(second)
    assert desk.approvals_given() == 1


def test_no_row_leaves_for_a_group_while_the_pointer_is_over_the_list(desk: Desk) -> None:
    """Rules 5 and 13."""
    limit(desk)
    desk.approvals.set_pointed(True)
    asked = [desk.ask(f"{number}.txt") for number in range(MANY + 2)]
    settled(desk)
    before = tuple(asked[: MANY - 1])
    assert desk.approvals.model.row_keys() == (*before, key_of(desk)), "new ones go into the group below"
    desk.approvals.set_pointed(False)
    assert desk.approvals.model.row_keys() == (key_of(desk),)


def test_the_owner_shows_each_by_itself_approves_one_and_takes_them_together_again(desk: Desk) -> None:
    """Rule 13."""
    asked = flood(desk)
    settled(desk)
    open_group(desk)
    desk.click(desk.find(Name.FLOOD_UNFOLD))
    assert desk.approvals.model.row_keys() == (key_of(desk), *asked)
    later = desk.ask("later.txt")
    assert desk.approvals.model.row_keys() == (key_of(desk), *asked, later), "new ones are appended meanwhile"
    desk.approve_in_full(asked[1])
    assert desk.approvals_given() == 1
    open_group(desk)
    assert desk.says(Name.FLOOD_LABEL) == f"{MANY} waiting"
    desk.click(desk.find(Name.FLOOD_UNFOLD))
    settled(desk)
    assert desk.approvals.model.row_keys() == (key_of(desk),)


def test_one_click_denies_all_of_them_with_one_reason(desk: Desk) -> None:
    """Rule 13."""
    asked = flood(desk)
    settled(desk)
    open_group(desk)
    deny = desk.find(Name.FLOOD_DENY, QPushButton)
    assert deny.text() == "Deny all from clerk"
    QTest.keyClicks(desk.find(Name.FLOOD_REASON), "Too many. no")
    QTest.keyClick(desk.find(Name.FLOOD_REASON), Qt.Key.Key_Backspace, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(desk.find(Name.FLOOD_REASON), Qt.Key.Key_Backspace)
    assert not deny.isEnabled(), "keys were pressed just now"
    desk.clock.advance(ARM_MS)
    desk.click(deny)
    desk.wait(lambda: not any(desk.house.task(it).can_decide for it in asked))
    for task_id in asked:
        approval = desk.house.task(task_id).approval
        assert approval is not None
        assert (approval.state, approval.reason, approval.via) == ("denied", "Too many.", "window")
    desk.wait(lambda: desk.says(Name.FLOOD_LABEL) == f"{MANY} Denied")
    assert not any(desk.shows(it) for it in (Name.FLOOD_DENY, Name.FLOOD_PAUSE, Name.FLOOD_REASON))
    desk.clock.advance(KEEP_MS)
    desk.wait(lambda: not desk.shows(Name.FLOOD_PANE))
    assert desk.approvals.model.row_keys() == ()


def test_pausing_the_agent_stops_it_and_takes_back_what_it_waits_for(desk: Desk) -> None:
    """Rule 13."""
    asked = flood(desk)
    settled(desk)
    open_group(desk)
    pause = desk.find(Name.FLOOD_PAUSE, QPushButton)
    assert pause.accessibleName() == "Pause clerk"
    desk.click(pause)
    desk.wait(lambda: not any(desk.house.task(it).can_decide for it in asked))
    assert desk.house.agent().state == "stopped"
    assert {desk.house.task(it).approval.state for it in asked} == {"withdrawn"}  # type: ignore[union-attr]


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Space, Qt.Key.Key_Y, Qt.Key.Key_A])
def test_no_key_answers_a_group(desk: Desk, key: Qt.Key) -> None:
    """Rules 2 and 13: no bulk approve, and no bulk anything by a stray key."""
    asked = flood(desk)
    settled(desk)
    open_group(desk)
    desk.clock.advance(ARM_MS)
    for modifier in (Qt.KeyboardModifier.NoModifier, CTRL):
        for widget in desk.find(Name.FLOOD_PANE).findChildren(QWidget):
            if widget.isVisible() and widget.objectName() not in {
                Name.FLOOD_UNFOLD,
                Name.FLOOD_CLOSE,
                Name.FLOOD_PAUSE,
            }:
                QTest.keyClick(widget, key, modifier)
    QTest.keyClick(desk.list, Qt.Key.Key_Backspace, CTRL)
    QApplication.processEvents()
    assert all(desk.house.task(it).can_decide for it in asked)
    assert desk.window.findChildren(QWidget, Name.APPROVE_BUTTON) == []


def test_escape_closes_the_group_and_decides_nothing(desk: Desk) -> None:
    asked = flood(desk)
    settled(desk)
    open_group(desk)
    QTest.keyClick(desk.list, Qt.Key.Key_Escape)
    assert not desk.shows(Name.FLOOD_PANE)
    assert all(desk.house.task(it).can_decide for it in asked)


def test_a_request_of_a_group_that_is_opened_elsewhere_comes_out_of_it(desk: Desk) -> None:
    asked = flood(desk)
    settled(desk)
    desk.approvals.open(asked[2])
    desk.wait(lambda: desk.dialog is not None)
    assert desk.approvals.model.row_keys() == (key_of(desk), asked[2])
    assert desk.list.currentIndex().data(CardRole.TASK_ID) == asked[2]

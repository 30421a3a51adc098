"""The inbox's list: what is in it, in which order, and that it opens and decides nothing by itself."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QScrollArea, QWidget

from placet_gui.delegates.cards import NARROW_ROW_PX, ROW_PX
from placet_gui.models.approval_list import CardRole
from placet_gui.names import Name
from placet_gui.theme.style import Theme
from tests.flows.house import OVER_HTTP, RESTRICTED_WRITE
from tests.gui.gestures import ARM_MS, CTRL, HIDDEN, Desk, desk
from tests.gui.inks import inks

__all__ = ["desk"]


def test_requests_stand_oldest_first_and_new_ones_are_appended(desk: Desk) -> None:
    """Rule 5."""
    asked = [desk.ask(f"{number}.txt") for number in range(3)]
    assert list(desk.approvals.model.task_ids()) == asked
    new = desk.ask("new.txt")
    assert list(desk.approvals.model.task_ids()) == [*asked, new]
    assert desk.says("inbox_count") == "4 waiting"


def test_a_new_window_finds_what_waited_before_it(desk: Desk) -> None:
    task_id = desk.house.call("fs_write", {"path": "a.txt", "content": "x"}).task_id
    desk.wait(lambda: desk.approvals.model.task_ids() == (task_id,))


def test_a_new_request_opens_nothing_raises_nothing_and_takes_no_keyboard(desk: Desk) -> None:
    """Rule 1."""
    QTest.keyClick(desk.window, Qt.Key.Key_3, CTRL)
    other = desk.find(Name.AGENTS_LIST)
    other.setFocus()
    stood = QApplication.focusWidget()
    assert stood is other
    desk.ask()
    QApplication.processEvents()
    assert QApplication.focusWidget() is stood
    assert other.isVisible()
    assert desk.approvals.card is None
    QTest.keyClick(desk.window, Qt.Key.Key_1, CTRL)
    assert desk.dialog is None
    assert desk.window.findChildren(QWidget, Name.APPROVE_BUTTON) == []


def test_an_open_card_stays_open_and_no_other_takes_its_place(desk: Desk) -> None:
    first = desk.ask()
    desk.open(first)
    field = desk.find(Name.DENY_REASON, QLineEdit)
    field.setFocus()
    desk.ask("b.txt")
    desk.ask("c.txt")
    assert desk.approvals.card is not None
    assert desk.approvals.card.row.id == first
    assert QApplication.focusWidget() is field


@pytest.mark.parametrize("way", ["click", "enter", "card"])
def test_a_click_or_enter_opens_a_card_and_decides_nothing(desk: Desk, way: str) -> None:
    task_id = desk.ask()
    if way == "click":
        desk.click_card(task_id)
    elif way == "card":
        QTest.mouseClick(desk.card_of(task_id), Qt.MouseButton.LeftButton)
    else:
        desk.list.setFocus()
        desk.list.setCurrentIndex(desk.approvals.model.index_of(task_id))
        assert desk.dialog is None, "choosing a row opens nothing"
        QTest.keyClick(desk.list, Qt.Key.Key_Return)
    desk.wait(lambda: desk.dialog is not None)
    assert desk.house.task(task_id).can_decide
    assert not desk.approvals.busy


def test_arrows_choose_rows_and_leave_the_open_card_as_it_is(desk: Desk) -> None:
    first, second = desk.ask(), desk.ask("b.txt")
    pane = desk.open(first)
    QTest.keyClick(desk.list, Qt.Key.Key_Down)
    assert desk.list.currentIndex().data(CardRole.TASK_ID) == second
    assert desk.dialog is pane


def test_there_is_at_most_one_pane(desk: Desk) -> None:
    for task_id in [desk.ask(f"{number}.txt") for number in range(3)]:
        desk.open(task_id)
        assert len(desk.window.findChildren(QWidget, Name.APPROVAL_DIALOG)) == 1
        assert len(desk.window.findChildren(QWidget, Name.APPROVE_BUTTON)) == 1


def test_each_row_is_an_item_with_words_for_all_that_it_shows(desk: Desk) -> None:
    task_id = desk.ask(content=HIDDEN)
    said = desk.card_of(task_id).accessibleName()
    for part in ("fs_write by clerk", "Awaiting approval", "High risk", "AUTH", 'the file "a.txt"'):
        assert part in said
    index = desk.approvals.model.index_of(task_id)
    assert index.data(Qt.ItemDataRole.AccessibleTextRole) == said
    desk.house.deny(task_id, by=OVER_HTTP)
    desk.wait(lambda: "Denied" in desk.card_of(task_id).accessibleName())


def test_an_empty_inbox_says_so_in_words(desk: Desk) -> None:
    said = lambda: [it.text() for it in desk.page.findChildren(QLabel) if it.isVisible()]  # noqa: E731
    desk.wait(lambda: "Nothing waits for you" in said())
    assert "No request is open" in said()
    assert "There is nothing to decide now." in said()
    assert not desk.shows("inbox_count")


@pytest.mark.spec("74")
def test_a_request_of_an_agent_in_the_background_is_answered_without_opening_that_agent(desk: Desk) -> None:
    desk.house.declare("writer", tools=[RESTRICTED_WRITE])
    desk.ask()
    args = {"path": "b.txt", "content": "from behind"}
    task_id = str(desk.house.call("fs_write", args, agent="writer").task_id)
    desk.wait(lambda: desk.approvals.model.row_of(task_id))
    desk.approve_in_full(task_id)
    desk.wait((desk.house.folder("writer") / "b.txt").exists)
    assert not desk.shows(Name.AGENTS_PAGE)
    assert "fs_write by writer" in desk.card_of(task_id).accessibleName()


def test_a_stray_letter_in_the_list_moves_nothing(desk: Desk) -> None:
    desk.ask("a.txt")
    second = desk.ask("b.txt")
    desk.list.setFocus()
    desk.list.setCurrentIndex(desk.approvals.model.index_of(second))
    QTest.keyClicks(desk.list, "fs y a 1")
    assert desk.list.currentIndex().data(CardRole.TASK_ID) == second
    assert desk.dialog is None


def test_rows_stay_where_they_are_while_the_pointer_is_over_them(desk: Desk) -> None:
    """Rule 5."""
    first, second = desk.ask(), desk.ask("b.txt")
    desk.approvals.set_pointed(True)
    desk.house.deny(first, by=OVER_HTTP)
    desk.wait(lambda: desk.approvals.model.waiting_ids() == (second,))
    desk.clock.advance(60_000)
    assert desk.approvals.model.task_ids() == (first, second)
    desk.approvals.set_pointed(False)
    assert desk.approvals.model.task_ids() == (second,)


def test_narrow_rows_give_the_badges_a_line_of_their_own(desk: Desk) -> None:
    at = desk.approvals.model.index_of(desk.ask())
    desk.window.resize(1280, 800)
    QApplication.processEvents()
    assert desk.list.visualRect(at).height() == ROW_PX
    desk.window.resize(900, 600)
    QApplication.processEvents()
    assert desk.list.visualRect(at).height() == NARROW_ROW_PX
    assert desk.list.horizontalScrollBar().maximum() == 0


def test_letters_that_can_be_taken_for_others_are_underlined_in_the_list_too(
    desk: Desk, theme: Theme
) -> None:
    plain, odd = (desk.ask(f"pl{it}n.md") for it in ("a", "\u0430"))
    amber = QColor(theme.tokens.colour("held")).rgb()

    def has_line(task_id: str) -> bool:
        row = desk.list.visualRect(desk.approvals.model.index_of(task_id))
        # Neither the mark, nor the badges, nor the state, which are amber as well.
        return amber in inks(desk.list.viewport(), row.adjusted(60, ROW_PX // 3, -60, -ROW_PX // 3))

    desk.wait(lambda: has_line(odd))
    assert not has_line(plain)


def test_the_list_keeps_to_qts_rules_for_models(desk: Desk) -> None:
    fatal = QAbstractItemModelTester.FailureReportingMode.Warning  # a warning of Qt's fails the test
    QAbstractItemModelTester(desk.approvals.model, fatal, desk.page)
    first, second = desk.ask(), desk.ask("b.txt")
    desk.open(second)
    desk.house.deny(first, by=OVER_HTTP)
    desk.wait(lambda: desk.approvals.model.waiting_ids() == (second,))
    desk.clock.advance(60_000)
    assert desk.approvals.model.task_ids() == (second,)


def test_a_request_can_be_opened_from_the_tasks_page(desk: Desk) -> None:
    task_id = desk.ask()
    QTest.keyClick(desk.window, Qt.Key.Key_2, CTRL)
    tasks = desk.window.findChild(QWidget, Name.TASKS_PAGE)
    assert tasks is not None
    tasks.decide_asked.emit(task_id)  # type: ignore[attr-defined]
    desk.wait(lambda: desk.dialog is not None)
    assert desk.page.isVisible()
    assert desk.approvals.selected_is_open


def test_the_window_can_be_made_small_without_losing_a_button(desk: Desk) -> None:
    desk.house.change(tools=[{**RESTRICTED_WRITE, "deadline_s": 3600}])
    desk.open_armed(desk.ask(path="long/" * 40 + "a.txt", content=HIDDEN))
    desk.window.resize(720, 480)
    QApplication.processEvents()
    desk.clock.advance(ARM_MS)
    whole = desk.window.rect()
    body = desk.dialog.findChild(QScrollArea)  # type: ignore[union-attr]
    assert body.widget().width() <= body.viewport().width(), "nothing is cut off at the side"
    for name in (Name.APPROVE_BUTTON, Name.DENY_BUTTON, Name.DIGEST_FIELD, Name.DENY_REASON):
        widget = desk.find(name)
        corner = widget.mapTo(desk.window, QPoint(widget.width(), widget.height()))
        assert whole.contains(corner), name
        assert widget.width() >= widget.minimumSizeHint().width(), name

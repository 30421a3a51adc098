"""The tasks page: filters, search, rows that fold out, and a view that stays still while things happen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QComboBox, QLabel, QLineEdit, QPushButton, QTreeView, QWidget

from placet.api import Action
from placet_gui.actions import ActionId
from placet_gui.app import build
from placet_gui.delegates.badges import STATUS_LOOKS, Badge
from placet_gui.delegates.task_rows import ROW_PX
from placet_gui.models.task_table import NUMBER_OF, ColumnId, TaskRole
from placet_gui.names import Name, status_filter_name
from placet_gui.views.main_window import MainWindow
from placet_gui.views.tasks_panel import TasksTable
from tests.gui.conftest import House, put_away


@pytest.fixture
def window(theme, house: House, qtbot) -> Iterator[MainWindow]:
    house.declare("clerk")
    made = build(house.engine)
    made.show()
    made.show_page(ActionId.SHOW_TASKS)
    qtbot.waitExposed(made)
    yield made
    put_away(made)


@pytest.fixture
def table(window: MainWindow) -> TasksTable:
    return window.findChild(TasksTable, Name.TASKS_TABLE)


@pytest.fixture
def detail(window: MainWindow) -> QWidget:
    return window.findChild(QWidget, Name.TASK_DETAIL)


def shown(table: TasksTable) -> list[str]:
    model = table.model()
    return [model.index(row, 0).data(TaskRole.ROW).id for row in range(model.rowCount())]


def click(table: TasksTable, row: int, qtbot) -> None:
    place = table.visualRect(table.model().index(row, 1)).center()
    qtbot.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)


def chip(window: MainWindow, status: str) -> QPushButton:
    return window.findChild(QPushButton, status_filter_name(status))


def words(widget: QWidget) -> str:
    return "\n".join(label.text() for label in widget.findChildren(QLabel) if label.isVisibleTo(widget))


@pytest.mark.spec("72")
def test_without_tasks_the_page_says_so(window: MainWindow) -> None:
    empty = window.findChild(QWidget, Name.TASKS_EMPTY)
    assert empty.isVisible()
    assert "No tasks yet" in words(empty)


def test_a_filter_that_nothing_matches_says_how_to_see_more(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    house.write()
    qtbot.waitUntil(lambda: len(shown(table)) == 1)
    chip(window, "failed").click()
    qtbot.waitUntil(lambda: "No tasks match" in words(window.findChild(QWidget, Name.TASKS_EMPTY)))


@pytest.mark.spec("72")
def test_there_is_a_filter_for_each_status_and_it_counts(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    house.write("a.txt")
    house.decide(house.write("b.txt"), Action.DENY)
    assert all(chip(window, status) for status in STATUS_LOOKS)
    qtbot.waitUntil(lambda: chip(window, "denied").accessibleName() == "Denied, 1 tasks")
    assert chip(window, "pending_approval").text().split() == ["Awaiting", "approval", "1"]


@pytest.mark.spec("72")
def test_the_filters_combine(window: MainWindow, house: House, table: TasksTable, qtbot) -> None:
    house.declare("scribe")
    waiting = house.write("a.txt")
    denied = house.write("b.txt")
    other = house.write("c.txt", agent="scribe")
    house.decide(denied, Action.DENY)
    qtbot.waitUntil(lambda: len(shown(table)) == 3)
    chip(window, "pending_approval").click()
    qtbot.waitUntil(lambda: shown(table) == [other.id, waiting.id])
    chip(window, "denied").click()
    qtbot.waitUntil(lambda: shown(table) == [other.id, denied.id, waiting.id])
    agents = window.findChild(QComboBox, Name.AGENT_FILTER)
    qtbot.waitUntil(lambda: agents.findData("clerk") > 0)
    agents.setCurrentIndex(agents.findData("clerk"))
    qtbot.waitUntil(lambda: shown(table) == [denied.id, waiting.id])
    chip(window, "pending_approval").click()
    qtbot.waitUntil(lambda: shown(table) == [denied.id])
    chip(window, "denied").click()
    agents.setCurrentIndex(0)
    qtbot.waitUntil(lambda: len(shown(table)) == 3)
    assert set(shown(table)) == {waiting.id, denied.id, other.id}


def test_the_search_waits_until_the_typing_rests_and_finds_words_of_arguments(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    wanted = house.write("wanted.txt")
    house.write("other.txt")
    qtbot.waitUntil(lambda: len(shown(table)) == 2)
    window.actions_by_id[ActionId.SEARCH].trigger()
    box = window.findChild(QLineEdit, Name.SEARCH_BOX)
    qtbot.keyClicks(box, "wanted")
    qtbot.waitUntil(lambda: shown(table) == [wanted.id])
    box.clear()
    qtbot.waitUntil(lambda: len(shown(table)) == 2)


def test_the_kinds_are_offered_and_one_that_has_no_tasks_shows_none(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    house.write()
    qtbot.waitUntil(lambda: len(shown(table)) == 1)
    kinds = window.findChild(QComboBox, Name.KIND_FILTER)
    with qtbot.waitSignal(table.model().modelReset):
        kinds.setCurrentIndex(kinds.findData("tool_call"))
    assert len(shown(table)) == 1


@pytest.mark.spec("72")
def test_a_click_folds_a_row_out_and_another_folds_it_in(
    window: MainWindow, house: House, table: TasksTable, detail: QWidget, qtbot
) -> None:
    house.write("a.txt", "some text")
    qtbot.waitUntil(lambda: len(shown(table)) == 1)
    click(table, 0, qtbot)
    qtbot.waitUntil(detail.isVisible)
    assert detail.findChild(QTreeView, Name.ARGS_TREE) is not None
    assert detail.findChild(QWidget, Name.ARGS_RAW) is not None
    assert detail.findChild(Badge, Name.AUTH_BADGE).isVisible()
    assert "clerk" in words(detail)
    click(table, 0, qtbot)
    assert not detail.isVisible()


def test_the_details_are_folded_by_the_keyboard_too(
    window: MainWindow, house: House, table: TasksTable, detail: QWidget, qtbot
) -> None:
    rows = [house.write("a.txt"), house.write("b.txt")]
    qtbot.waitUntil(lambda: len(shown(table)) == 2)
    table.setFocus()
    table.setCurrentIndex(table.model().index(0, 0))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    qtbot.waitUntil(detail.isVisible)
    assert detail.task_id() == rows[1].id
    qtbot.keyClick(table, Qt.Key.Key_Down)
    qtbot.waitUntil(lambda: detail.task_id() == rows[0].id)
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert not detail.isVisible()


def test_the_details_of_a_decided_task_say_who_when_and_where(
    window: MainWindow, house: House, table: TasksTable, detail: QWidget, qtbot
) -> None:
    house.decide(house.write(), Action.DENY, "not <b>today</b>")
    qtbot.waitUntil(lambda: len(shown(table)) == 1)
    click(table, 0, qtbot)
    qtbot.waitUntil(detail.isVisible)
    tabs = detail.findChild(QWidget, Name.DETAIL_TABS)
    tabs.setCurrentIndex(tabs.count() - 1)
    said = words(detail)
    assert "the owner, over HTTP" in said
    assert "Reason given: not <b>today</b>" in said
    assert "Digest" in said


def test_open_details_follow_the_task_and_stay_on_their_tab(
    window: MainWindow, house: House, table: TasksTable, detail: QWidget, qtbot
) -> None:
    row = house.write("a.txt", "hello")
    qtbot.waitUntil(lambda: len(shown(table)) == 1)
    click(table, 0, qtbot)
    qtbot.waitUntil(detail.isVisible)
    tabs = detail.findChild(QWidget, Name.DETAIL_TABS)
    tabs.setCurrentIndex(tabs.count() - 1)
    tree = detail.findChild(QTreeView, Name.ARGS_TREE)
    house.decide(row, Action.APPROVE)
    qtbot.waitUntil(lambda: "Completed" in detail.findChild(Badge, "status_badge").accessibleName())
    assert tabs.currentIndex() == tabs.count() - 1
    assert detail.findChild(QTreeView, Name.ARGS_TREE) is tree
    assert tabs.isTabVisible([tabs.tabText(n) for n in range(tabs.count())].index("Result"))


def test_taking_a_task_back_cancels_it(
    window: MainWindow, house: House, table: TasksTable, detail: QWidget, qtbot
) -> None:
    row = house.write()
    qtbot.waitUntil(lambda: len(shown(table)) == 1)
    click(table, 0, qtbot)
    button = detail.findChild(QPushButton, Name.DETAIL_CANCEL)
    qtbot.waitUntil(button.isVisible)
    button.click()
    qtbot.waitUntil(lambda: house.task(row.id).status == "cancelled")
    qtbot.waitUntil(lambda: not button.isVisible())


def test_a_waiting_task_leads_to_its_card_in_the_inbox(
    window: MainWindow, house: House, table: TasksTable, detail: QWidget, qtbot
) -> None:
    house.write()
    qtbot.waitUntil(lambda: len(shown(table)) == 1)
    click(table, 0, qtbot)
    button = detail.findChild(QPushButton, Name.DETAIL_DECIDE)
    qtbot.waitUntil(button.isVisible)
    button.click()
    assert window.page() is ActionId.SHOW_INBOX
    qtbot.waitUntil(lambda: window.findChild(QWidget, Name.APPROVAL_DIALOG) is not None)


@pytest.mark.spec("75")
def test_new_tasks_move_neither_the_filter_nor_the_chosen_row_nor_what_is_read(
    window: MainWindow, house: House, table: TasksTable, detail: QWidget, qtbot
) -> None:
    rows = [house.write(f"{number}.txt") for number in range(60)]
    qtbot.waitUntil(lambda: len(shown(table)) == 60)
    house.decide(rows[0], Action.DENY)
    chip(window, "pending_approval").click()
    qtbot.waitUntil(lambda: len(shown(table)) == 59)
    number = shown(table).index(rows[20].id)
    table.scrollTo(table.model().index(number, 0))
    click(table, number, qtbot)
    qtbot.waitUntil(detail.isVisible)
    qtbot.waitUntil(lambda: detail.task_id() == rows[20].id)
    before = table.visualRect(table.currentIndex()).topLeft()
    for extra in range(5):
        house.write(f"new-{extra}.txt")
    house.decide(rows[30], Action.DENY)
    qtbot.waitUntil(lambda: len(shown(table)) == 63)
    qtbot.waitUntil(lambda: rows[30].id not in shown(table))
    assert chip(window, "pending_approval").isChecked()
    assert table.currentIndex().data(TaskRole.ROW).id == rows[20].id
    assert table.visualRect(table.currentIndex()).topLeft() == before
    assert detail.isVisible()
    assert detail.task_id() == rows[20].id


@pytest.mark.spec("72")
def test_at_the_top_new_tasks_come_into_view(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    for number in range(60):
        house.write(f"{number}.txt")
    qtbot.waitUntil(lambda: len(shown(table)) == 60)
    assert table.verticalScrollBar().value() == 0
    newest = house.write("new.txt")
    qtbot.waitUntil(lambda: len(shown(table)) == 61)
    assert table.indexAt(QPoint(40, ROW_PX // 2)).data(TaskRole.ROW).id == newest.id


def test_a_narrow_table_leaves_columns_out_and_never_the_badge(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    house.write()
    qtbot.waitUntil(lambda: len(shown(table)) == 1)
    window.resize(720, 480)
    qtbot.waitUntil(lambda: any(table.isColumnHidden(n) for n in range(table.model().columnCount())))
    assert not table.isColumnHidden(NUMBER_OF[ColumnId.AUTH])
    assert not table.isColumnHidden(NUMBER_OF[ColumnId.STATUS])
    window.resize(1280, 800)
    qtbot.waitUntil(lambda: not any(table.isColumnHidden(n) for n in range(table.model().columnCount())))

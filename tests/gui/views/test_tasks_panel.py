"""The tasks page: filters, search, rows that fold out, and a view that stays still while things happen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QColor, QFontMetricsF
from PySide6.QtWidgets import (
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QStyleOptionViewItem,
    QTabWidget,
    QTreeView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from placet.api import Action
from placet_gui.actions import ActionId
from placet_gui.delegates.badges import STATUS_LOOKS, Badge
from placet_gui.delegates.task_rows import ROW_PX
from placet_gui.models.task_table import NUMBER_OF, ColumnId, TaskRole
from placet_gui.moments import exact_text
from placet_gui.names import Name, status_filter_name
from placet_gui.theme.fonts import mono, sans
from placet_gui.theme.style import Theme
from placet_gui.views.main_window import MainWindow
from placet_gui.views.tasks_panel import TasksTable
from tests.gui.conftest import House, put_away
from tests.gui.gestures import window_of
from tests.gui.inks import inks
from tests.rules.test_veils import CHIP, TOKEN


@pytest.fixture
def window(theme, house: House, qtbot) -> Iterator[MainWindow]:
    house.declare("clerk")
    made = window_of(house.engine)
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
    qtbot.waitUntil(lambda: chip(window, "denied").accessibleName() == "Denied, 1 task")
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


def test_tokens_in_arguments_and_results_are_masked_and_seen_only_while_a_button_is_held(
    window: MainWindow, house: House, table: TasksTable, detail: QWidget, qtbot
) -> None:
    """Rule 9."""
    house.decide(house.write("a.txt", f"key = {TOKEN}\n"), Action.APPROVE)
    row = house.call("fs_read", path="a.txt")
    qtbot.waitUntil(lambda: house.task(row.id).status == "completed")
    assert TOKEN in (house.task(row.id).result_json or "")
    qtbot.waitUntil(lambda: row.id in shown(table))
    click(table, shown(table).index(row.id), qtbot)
    qtbot.waitUntil(detail.isVisible)
    tabs = detail.findChild(QTabWidget, Name.DETAIL_TABS)
    tabs.setCurrentIndex([tabs.tabText(n) for n in range(tabs.count())].index("Result"))
    result = detail.findChild(QPlainTextEdit, Name.RESULT_VIEW).toPlainText()
    assert f"key = {CHIP}" in result
    assert TOKEN not in result
    assert f"result /content: {CHIP[1:-1]}" in words(detail)
    reveal = detail.findChild(QPushButton, Name.SECRETS_REVEAL)
    qtbot.mousePress(reveal, Qt.MouseButton.LeftButton)
    assert TOKEN in words(detail)
    qtbot.mouseRelease(reveal, Qt.MouseButton.LeftButton)
    assert TOKEN not in words(detail)


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
    take_pointer_away(table)
    newest = house.write("new.txt")
    qtbot.waitUntil(lambda: len(shown(table)) == 61)
    assert table.indexAt(QPoint(40, ROW_PX // 2)).data(TaskRole.ROW).id == newest.id


def take_pointer_away(table: TasksTable) -> None:
    """The pointer is wherever the test before left it, which may be over the rows."""
    table.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)


def many(window: MainWindow, house: House, table: TasksTable, qtbot: QtBot) -> list[str]:
    """So many tasks that they don't fit, newest first, and the keyboard in the table as when the page is shown."""
    rows = [house.write(f"{number}.txt").id for number in range(60)][::-1]
    qtbot.waitUntil(lambda: shown(table) == rows)
    window.show_page(ActionId.SHOW_INBOX)
    window.show_page(ActionId.SHOW_TASKS)
    table.setFocus()
    take_pointer_away(table)
    assert table.currentIndex().row() == 0, "Qt gives the keyboard to the first row"
    assert not table.selectionModel().hasSelection()
    return rows


def in_sight(table: TasksTable) -> str:
    return table.indexAt(QPoint(40, ROW_PX // 2)).data(TaskRole.ROW).id


def test_a_table_that_only_has_the_keyboard_shows_new_tasks_and_its_keys_go_on_from_there(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    rows = many(window, house, table, qtbot)
    for number in range(40):
        rows.insert(0, house.write(f"new-{number}.txt").id)
        qtbot.waitUntil(lambda: shown(table) == rows)
        assert in_sight(table) == rows[0]
    assert not window.findChild(QPushButton, Name.TASKS_NEW).isVisible()
    qtbot.keyClick(table, Qt.Key.Key_Down)
    assert table.currentIndex().data(TaskRole.ROW).id == rows[1]
    assert table.verticalScrollBar().value() == 0


@pytest.mark.parametrize("held_by", ["a choice", "the scroll bar", "the pointer"])
def test_new_tasks_above_what_is_looked_at_move_nothing_and_are_told_of(
    window: MainWindow, house: House, table: TasksTable, qtbot, held_by: str
) -> None:
    rows = many(window, house, table, qtbot)
    if held_by == "a choice":
        table.selectRow(0)
    elif held_by == "the scroll bar":
        table.verticalScrollBar().setValue(10 * ROW_PX)
    else:
        table.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    before = in_sight(table)
    new = window.findChild(QPushButton, Name.TASKS_NEW)
    for number in range(3):
        rows.insert(0, house.write(f"new-{number}.txt").id)
        qtbot.waitUntil(lambda: shown(table) == rows)
        assert in_sight(table) == before
        assert (new.isVisible(), new.text()) == (True, f" {number + 1} new")
    table.viewport().setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    new.click()
    assert in_sight(table) == rows[0]
    assert table.hasFocus()
    assert not new.isVisible()


def test_what_is_scrolled_to_is_no_longer_new(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    rows = many(window, house, table, qtbot)
    table.verticalScrollBar().setValue(10 * ROW_PX)
    rows = [*(house.write(f"new-{number}.txt").id for number in range(4))][::-1] + rows
    qtbot.waitUntil(lambda: shown(table) == rows)
    new = window.findChild(QPushButton, Name.TASKS_NEW)
    assert new.text() == " 4 new"
    table.verticalScrollBar().setValue(3 * ROW_PX)
    assert new.text() == " 3 new"
    chip(window, "denied").click()
    qtbot.waitUntil(lambda: shown(table) == [])
    assert not new.isVisible()


def test_letters_that_can_be_taken_for_others_are_underlined_in_the_table_too(
    theme: Theme, house: House, table: TasksTable, qtbot: QtBot
) -> None:
    for letter in ("a", "\u0430"):
        house.write(f"pl{letter}n.md")
    qtbot.waitUntil(lambda: table.model().rowCount() == 2)
    amber = QColor(theme.tokens.colour("held")).rgb()

    def has_line(row: int) -> bool:
        cell = table.visualRect(table.model().index(row, NUMBER_OF[ColumnId.WHAT]))
        return amber in inks(table.viewport(), cell)

    qtbot.waitUntil(lambda: has_line(0))
    assert not has_line(1)


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


def test_a_cell_tells_the_exact_moment_where_it_came_from_and_what_had_no_room(
    house: House, table: TasksTable, qtbot
) -> None:
    row = house.write("a/" * 60 + "b.txt")
    qtbot.waitUntil(lambda: shown(table) == [row.id])

    def tip(column: ColumnId, width_px: int = 200) -> str:
        option = QStyleOptionViewItem()
        option.rect = QRect(0, 0, width_px, ROW_PX)
        return table.itemDelegate().tip_of(option, table.model().index(0, NUMBER_OF[column]))

    assert tip(ColumnId.AGENT) == row.origin
    assert tip(ColumnId.CREATED) == exact_text(row.created_at)
    assert (tip(ColumnId.STATUS, 1), tip(ColumnId.AUTH, 1)) == ("", "")
    assert "a/a/a/" in tip(ColumnId.WHAT)
    # The tool's name is wider in its own font than it would be in the page's.
    tool = QFontMetricsF(mono(13)).horizontalAdvance("fs_write")
    assert QFontMetricsF(sans(13)).horizontalAdvance("fs_write") < tool - 2
    assert (tip(ColumnId.TOOL, round(tool) + 14), tip(ColumnId.TOOL, round(tool) + 18)) == ("fs_write", "")

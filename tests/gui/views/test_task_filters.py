"""Every filter of the tasks page combines with the others; views are saved; rows are copied and exported by keys."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDateEdit,
    QFileDialog,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from placet.api import Action
from placet_gui.actions import ActionId
from placet_gui.delegates.badges import STATUS_LOOKS
from placet_gui.moments import day_start_ms
from placet_gui.names import Name, status_filter_name
from placet_gui.presenters.tasks import TasksPresenter
from placet_gui.views.main_window import MainWindow
from placet_gui.views.task_filters import TaskFilters
from placet_gui.views.tasks_panel import TasksTable
from tests.gui.conftest import House, put_away
from tests.gui.gestures import window_of
from tests.gui.views.test_tasks_panel import chip, shown

HIDDEN = "\u202e"


@pytest.fixture
def window(theme, house: House, qtbot) -> Iterator[MainWindow]:
    house.declare("clerk")
    house.declare("scribe")
    made = window_of(house.engine)
    made.show()
    made.show_page(ActionId.SHOW_TASKS)
    made.activateWindow()
    qtbot.waitExposed(made)
    qtbot.waitUntil(lambda: box(made, Name.TOOL_FILTER).findData("fs_list") > 0)
    yield made
    put_away(made)


@pytest.fixture
def table(window: MainWindow) -> TasksTable:
    return window.findChild(TasksTable, Name.TASKS_TABLE)


def box(window: MainWindow, name: str) -> QComboBox:
    return window.findChild(QComboBox, name)


def entry(window: MainWindow, words: str) -> QAction:
    actions = window.findChild(QPushButton, Name.TASKS_EXPORT).menu().actions()
    return next(it for it in actions if it.text() == words)


def choose(window: MainWindow, name: str, value: str | None) -> None:
    found = box(window, name)
    found.setCurrentIndex(found.findData(value) if value else 0)


def test_tool_risk_time_agent_status_and_words_all_combine(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    plain, risky = house.write("a.txt"), house.write("b.txt", HIDDEN)
    other = house.write("c.txt", HIDDEN, agent="scribe")
    listed = house.call("fs_list")
    qtbot.waitUntil(lambda: len(shown(table)) == 4)
    choose(window, Name.TOOL_FILTER, "fs_write")
    qtbot.waitUntil(lambda: shown(table) == [other.id, risky.id, plain.id])
    choose(window, Name.RISK_FILTER, "high")
    qtbot.waitUntil(lambda: shown(table) == [other.id, risky.id])
    choose(window, Name.AGENT_FILTER, "scribe")
    qtbot.waitUntil(lambda: shown(table) == [other.id])
    choose(window, Name.TIME_FILTER, "hour")
    chip(window, "denied").click()
    qtbot.waitUntil(lambda: shown(table) == [])
    house.decide(other, Action.DENY)
    qtbot.waitUntil(lambda: shown(table) == [other.id])
    for name in (Name.TOOL_FILTER, Name.RISK_FILTER, Name.AGENT_FILTER, Name.TIME_FILTER):
        choose(window, name, None)
    chip(window, "denied").click()
    qtbot.waitUntil(lambda: len(shown(table)) == 4)
    assert listed.id in shown(table)


def test_the_time_filter_leaves_out_what_was_asked_before_it(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    row = house.write()
    filters = window.findChild(TaskFilters)
    qtbot.waitUntil(lambda: shown(table) == [row.id])
    filters._wall_ms = lambda: row.created_at + 3_600_001
    choose(window, Name.TIME_FILTER, "hour")
    qtbot.waitUntil(lambda: shown(table) == [])
    choose(window, Name.TIME_FILTER, "day")
    qtbot.waitUntil(lambda: shown(table) == [row.id])


def day(window: MainWindow, name: str) -> QDateEdit:
    return window.findChild(QDateEdit, name)


def type_day(edit: QDateEdit, day: date) -> None:
    edit.setFocus()
    edit.setSelectedSection(QDateEdit.Section.YearSection)
    QTest.keyClicks(edit, f"{day:%Y%m%d}")
    QTest.keyClick(edit, Qt.Key.Key_Return)


def test_between_two_days_both_are_counted_in_and_nothing_else(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    row = house.write()
    here = datetime.fromtimestamp(row.created_at / 1000).astimezone().date()
    before, after = here - timedelta(days=1), here + timedelta(days=1)
    first, last = day(window, Name.TIME_FIRST), day(window, Name.TIME_LAST)
    assert not first.isVisible()
    choose(window, Name.TIME_FILTER, "between")
    assert first.isVisible()
    qtbot.waitUntil(lambda: shown(table) == [row.id])
    type_day(last, before)
    qtbot.waitUntil(lambda: shown(table) == [])
    type_day(last, here)
    qtbot.waitUntil(lambda: shown(table) == [row.id])
    type_day(first, here)
    assert window.findChild(TaskFilters).wish().first == here.isoformat()
    qtbot.waitUntil(lambda: window.findChild(TasksPresenter).model.where.more.since == day_start_ms(here))
    assert shown(table) == [row.id]
    type_day(first, after)
    assert last.date() == first.date(), "the last day never lies before the first"
    qtbot.waitUntil(lambda: shown(table) == [])
    choose(window, Name.TIME_FILTER, None)
    assert not first.isVisible()
    qtbot.waitUntil(lambda: shown(table) == [row.id])


def test_a_saved_view_keeps_its_days_and_brings_them_back(window: MainWindow, house: House, qtbot) -> None:
    filters = window.findChild(TaskFilters)
    choose(window, Name.TIME_FILTER, "between")
    type_day(day(window, Name.TIME_FIRST), date(2026, 10, 1))
    type_day(day(window, Name.TIME_LAST), date(2026, 10, 31))
    name = window.findChild(QLineEdit, Name.TASKS_VIEW_NAME)
    QTest.keyClicks(name, "October")
    QTest.keyClick(name, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: "2026-10-31" in str(house.engine.settings.get("tasks.views")))
    choose(window, Name.TIME_FILTER, None)
    type_day(day(window, Name.TIME_FIRST), date(2026, 1, 1))
    views = box(window, Name.TASKS_VIEWS)
    views.setCurrentIndex(views.findText("October"))
    views.activated.emit(views.currentIndex())
    assert day(window, Name.TIME_FIRST).isVisible()
    assert (filters.wish().span, filters.wish().first, filters.wish().last) == (
        "between",
        "2026-10-01",
        "2026-10-31",
    )


def test_a_view_is_saved_found_again_by_a_new_window_and_forgotten(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    row = house.write("a.txt", HIDDEN)
    house.write("b.txt")
    choose(window, Name.RISK_FILTER, "high")
    chip(window, "pending_approval").click()
    qtbot.waitUntil(lambda: shown(table) == [row.id])
    name = window.findChild(QLineEdit, Name.TASKS_VIEW_NAME)
    QTest.keyClicks(name, "Risky & open")
    QTest.keyClick(name, Qt.Key.Key_Return)
    assert box(window, Name.TASKS_VIEWS).currentText() == "Risky & open"
    qtbot.waitUntil(lambda: "Risky" in str(house.engine.settings.get("tasks.views")))

    second = window_of(house.engine)
    second.show_page(ActionId.SHOW_TASKS)
    qtbot.waitUntil(lambda: box(second, Name.TASKS_VIEWS).count() == 2)
    views = box(second, Name.TASKS_VIEWS)
    views.setCurrentIndex(1)
    views.activated.emit(1)
    where = second.findChild(TasksPresenter)._where
    assert (where.more.risks, where.statuses) == (("high",), ("pending_approval",))
    assert views.currentText() == "Risky & open"
    views.setCurrentIndex(views.count() - 1)
    assert views.currentText() == "Forget this view"
    views.activated.emit(views.count() - 1)
    qtbot.waitUntil(lambda: house.engine.settings.get("tasks.views") == "[]")
    put_away(second)


def test_the_selected_rows_are_copied_as_json_by_the_keyboard(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    asked = [house.write(f"{n}.txt").id for n in range(4)][::-1]
    qtbot.waitUntil(lambda: shown(table) == asked)
    table.setFocus()
    table.setCurrentIndex(table.model().index(1, 0))
    QTest.keyClick(table, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    said = window.findChild(QLabel, Name.TASKS_SAID)
    qtbot.waitUntil(lambda: said.text() == "2 tasks copied as JSON")
    assert [it["id"] for it in json.loads(QApplication.clipboard().text())] == asked[1:3]


def test_all_that_fit_are_written_into_the_file_that_the_owner_picks(
    window: MainWindow, house: House, table: TasksTable, qtbot, tmp_path: Path
) -> None:
    asked = [house.write(f"{n}.txt").id for n in range(3)][::-1]
    house.call("fs_list")
    choose(window, Name.TOOL_FILTER, "fs_write")
    qtbot.waitUntil(lambda: shown(table) == asked)
    entry(window, "All tasks that fit…").trigger()
    chooser = window.findChild(QFileDialog)
    chooser.fileSelected.emit(str(tmp_path / "mine.jsonl"))
    chooser.close()
    said = window.findChild(QLabel, Name.TASKS_SAID)
    qtbot.waitUntil(lambda: said.text() == "3 written into mine.jsonl")
    written = (tmp_path / "mine.jsonl").read_text().splitlines()
    assert [json.loads(it)["id"] for it in written] == asked


def test_without_a_selection_nothing_of_it_is_written(window: MainWindow, table: TasksTable) -> None:
    entry(window, "The selected tasks…").trigger()
    assert window.findChild(QLabel, Name.TASKS_SAID).text() == "No task is selected"
    assert window.findChild(QFileDialog) is None
    window.findChild(QLabel, Name.TASKS_SAID).clear()
    entry(window, "Copy the selected tasks as JSON").trigger()
    assert window.findChild(QLabel, Name.TASKS_SAID).text() == "No task is selected"


def test_from_the_search_to_the_copy_everything_is_done_by_the_keyboard(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    house.write("other.txt")
    wanted = house.write("wanted.txt", "a word")
    qtbot.waitUntil(lambda: len(shown(table)) == 2)
    table.setFocus()
    assert QApplication.focusWidget() is table
    QTest.keyClick(table, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    search = QApplication.focusWidget()
    assert search is window.findChild(QLineEdit, Name.SEARCH_BOX)
    QTest.keyClicks(search, "a word")
    QTest.keyClick(search, Qt.Key.Key_Return)
    assert QApplication.focusWidget() is table
    qtbot.waitUntil(lambda: shown(table) == [wanted.id])
    QTest.keyClick(table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(table, Qt.Key.Key_Return)
    detail = window.findChild(QWidget, Name.TASK_DETAIL)
    qtbot.waitUntil(detail.isVisible)
    QTest.keyClick(table, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    said = window.findChild(QLabel, Name.TASKS_SAID)
    qtbot.waitUntil(lambda: said.text() == "1 task copied as JSON")
    assert json.loads(QApplication.clipboard().text())["id"] == wanted.id
    QTest.keyClick(table, Qt.Key.Key_Escape)
    assert not detail.isVisible()


def test_every_filter_chip_and_button_is_reached_with_tab_and_named(
    window: MainWindow, house: House, table: TasksTable, qtbot
) -> None:
    row = house.write()
    choose(window, Name.TIME_FILTER, "between")
    qtbot.waitUntil(lambda: shown(table) == [row.id])
    window.findChild(QLineEdit, Name.SEARCH_BOX).setFocus()
    reached = []
    for _ in range(50):
        here = QApplication.focusWidget()
        assert here is not None
        assert here.accessibleName(), here.objectName()
        reached.append(here.objectName())
        QTest.keyClick(here, Qt.Key.Key_Tab)
    boxes = (
        *(Name.AGENT_FILTER, Name.KIND_FILTER, Name.TOOL_FILTER, Name.RISK_FILTER, Name.TIME_FILTER),
        *(Name.TIME_FIRST, Name.TIME_LAST),
        *(Name.TASKS_VIEWS, Name.TASKS_VIEW_NAME, Name.TASKS_EXPORT, Name.TASKS_TABLE),
        *(status_filter_name(status) for status in STATUS_LOOKS),
    )
    assert set(boxes) - set(reached) == set()


def test_a_word_of_a_result_is_found(window: MainWindow, house: House, table: TasksTable, qtbot) -> None:
    house.decide(house.write("a.txt", 'the "tide" turns'), Action.APPROVE)
    other = house.write("b.txt")
    read = house.call("fs_read", path="a.txt")
    qtbot.waitUntil(lambda: len(shown(table)) == 3)
    choose(window, Name.TOOL_FILTER, "fs_read")
    QTest.keyClicks(window.findChild(QLineEdit, Name.SEARCH_BOX), 'the "tide" turns')
    qtbot.waitUntil(lambda: shown(table) == [read.id])
    choose(window, Name.TOOL_FILTER, None)
    qtbot.waitUntil(lambda: len(shown(table)) == 2)
    assert other.id not in shown(table)


def test_a_selection_with_a_gap_goes_into_a_csv_without_formulas(
    window: MainWindow, house: House, table: TasksTable, qtbot, tmp_path: Path
) -> None:
    asked = [house.write(f"{n}.txt").id for n in range(4)][::-1]
    house.decide(house.task(asked[2]), Action.DENY, "=1+1")
    qtbot.waitUntil(lambda: shown(table) == asked)
    table.selectRow(0)
    place = table.visualRect(table.model().index(2, 1)).center()
    QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier, place)
    write = next(it for it in table.actions() if it.text() == "Write into a file…")
    write.trigger()
    chooser = window.findChild(QFileDialog)
    chooser.fileSelected.emit(str(tmp_path / "mine.csv"))
    chooser.close()
    said = window.findChild(QLabel, Name.TASKS_SAID)
    qtbot.waitUntil(lambda: said.text() == "2 written into mine.csv")
    with (tmp_path / "mine.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows] == [asked[0], asked[2]]
    assert rows[1]["reason"] == "'=1+1"

"""Every filter of the tasks page combines with the others; views are saved; rows are copied and exported by keys."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QFileDialog, QLabel, QLineEdit, QPushButton

from placet.api import Action
from placet_gui.actions import ActionId
from placet_gui.app import build
from placet_gui.names import Name
from placet_gui.presenters.tasks import TasksPresenter
from placet_gui.views.main_window import MainWindow
from placet_gui.views.task_filters import TaskFilters
from placet_gui.views.tasks_panel import TasksTable
from tests.gui.conftest import House, put_away
from tests.gui.views.test_tasks_panel import chip, shown

HIDDEN = "\u202e"


@pytest.fixture
def window(theme, house: House, qtbot) -> Iterator[MainWindow]:
    house.declare("clerk")
    house.declare("scribe")
    made = build(house.engine)
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

    second = build(house.engine)
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
    _, every = window.findChild(QPushButton, Name.TASKS_EXPORT).menu().actions()
    every.trigger()
    chooser = window.findChild(QFileDialog)
    chooser.fileSelected.emit(str(tmp_path / "mine.jsonl"))
    chooser.close()
    said = window.findChild(QLabel, Name.TASKS_SAID)
    qtbot.waitUntil(lambda: said.text() == "3 written into mine.jsonl")
    written = (tmp_path / "mine.jsonl").read_text().splitlines()
    assert [json.loads(it)["id"] for it in written] == asked


def test_without_a_selection_nothing_of_it_is_written(window: MainWindow, table: TasksTable) -> None:
    chosen, _ = window.findChild(QPushButton, Name.TASKS_EXPORT).menu().actions()
    chosen.trigger()
    assert window.findChild(QLabel, Name.TASKS_SAID).text() == "No task is selected"
    assert window.findChild(QFileDialog) is None

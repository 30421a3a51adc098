"""The tasks table changes by rows, is never reset by facts, and passes Qt's own test of a model."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from placet.api import Action
from placet_gui.bridge import Bridge
from placet_gui.models.task_table import COLUMNS, NUMBER_OF, ColumnId, TaskRole, TaskTable
from placet_gui.models.task_window import TaskFilter
from placet_gui.presenters import tasks
from placet_gui.presenters.diff_choice import DiffChoice
from placet_gui.presenters.tasks import TasksPresenter
from tests.gui.conftest import House

pytestmark = pytest.mark.usefixtures("no_failures")


@pytest.fixture
def presenter(bridge: Bridge, qtbot) -> TasksPresenter:
    made = TasksPresenter(bridge, DiffChoice(bridge))
    made.set_shown(True)
    with qtbot.waitSignal(made.looked):
        made.begin()
    return made


@pytest.fixture
def model(presenter: TasksPresenter) -> TaskTable:
    tester = QAbstractItemModelTester(
        presenter.model, QAbstractItemModelTester.FailureReportingMode.Fatal, presenter.model
    )
    assert tester.model() is presenter.model
    presenter.model.modelReset.connect(lambda: pytest.fail("the model was reset"))
    return presenter.model


def look_at(presenter: TasksPresenter, status: str, qtbot) -> None:
    with qtbot.waitSignal(presenter.looked):
        presenter.set_filter(TaskFilter(statuses=(status,)))


def ids(model: TaskTable) -> list[str]:
    return [model.index(row, 0).data(TaskRole.ROW).id for row in range(model.rowCount())]


def text(model: TaskTable, row: int, column: ColumnId) -> str:
    return model.index(row, NUMBER_OF[column]).data()


def test_a_new_task_appears_on_top_and_the_chosen_one_stays_chosen(
    house: House, model: TaskTable, qtbot
) -> None:
    house.declare()
    first = house.write("first.txt")
    qtbot.waitUntil(lambda: model.rowCount() == 1)
    chosen = QPersistentModelIndex(model.index(0, 0))
    second = house.write("second.txt")
    qtbot.waitUntil(lambda: model.rowCount() == 2)
    assert ids(model) == [second.id, first.id]
    assert QModelIndex(chosen).data(TaskRole.ROW).id == first.id


def test_a_decision_elsewhere_changes_the_row_in_its_place(house: House, model: TaskTable, qtbot) -> None:
    house.declare()
    row = house.write()
    qtbot.waitUntil(lambda: model.rowCount() == 1)
    assert text(model, 0, ColumnId.STATUS) == "Awaiting approval"
    house.decide(row, Action.DENY, "not today")
    qtbot.waitUntil(lambda: text(model, 0, ColumnId.STATUS) == "Denied")
    assert ids(model) == [row.id]


def test_under_a_filter_rows_leave_and_come_by_their_status(
    house: House, presenter: TasksPresenter, qtbot
) -> None:
    house.declare()
    rows = [house.write(f"{number}.txt") for number in range(6)]
    look_at(presenter, "pending_approval", qtbot)
    model = presenter.model
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    assert ids(model) == [row.id for row in reversed(rows)]
    house.decide(rows[3], Action.DENY)
    qtbot.waitUntil(lambda: model.rowCount() == 5)
    assert rows[3].id not in ids(model)
    look_at(presenter, "denied", qtbot)
    house.decide(rows[1], Action.DENY)
    qtbot.waitUntil(lambda: model.rowCount() == 2)
    assert ids(model) == [rows[3].id, rows[1].id]


def test_a_burst_of_tasks_comes_in_few_insertions_and_is_all_there(
    house: House, model: TaskTable, qtbot
) -> None:
    insertions: list[int] = []
    model.rowsInserted.connect(lambda _parent, first, last: insertions.append(last - first + 1))
    house.declare()
    for _ in range(260):
        house.call("fs_list")
    qtbot.waitUntil(lambda: model.rowCount() == 260)
    assert len(insertions) < 130
    qtbot.waitUntil(lambda: all(text(model, row, ColumnId.STATUS) == "Completed" for row in range(260)))
    assert len(set(ids(model))) == 260


def test_every_column_says_what_its_header_promises(house: House, model: TaskTable, qtbot) -> None:
    house.declare()
    house.write("notes.txt", "hello")
    qtbot.waitUntil(lambda: model.rowCount() == 1)
    said = {column.id: text(model, 0, column.id) for column in COLUMNS}
    assert said[ColumnId.TOOL] == "fs_write"
    assert "notes.txt" in said[ColumnId.WHAT]
    assert said[ColumnId.AGENT] == "clerk"
    assert said[ColumnId.AUTH] == "AUTH"
    assert said[ColumnId.DURATION] == ""
    assert said[ColumnId.CREATED]
    headers = [model.headerData(number, Qt.Orientation.Horizontal) for number in range(model.columnCount())]
    assert headers == [column.header for column in COLUMNS]


def test_a_row_is_read_aloud_as_a_sentence(house: House, model: TaskTable, qtbot) -> None:
    house.declare()
    house.write()
    qtbot.waitUntil(lambda: model.rowCount() == 1)
    spoken = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "fs_write by clerk: Awaiting approval"


def test_at_most_one_row_is_marked_as_open(house: House, model: TaskTable, qtbot) -> None:
    house.declare()
    rows = [house.write("a.txt"), house.write("b.txt")]
    qtbot.waitUntil(lambda: model.rowCount() == 2)
    for row in rows:
        model.expand(row.id)
    marked = [model.index(number, 0).data(TaskRole.EXPANDED) for number in range(2)]
    assert marked == [True, False]
    model.expand(None)
    assert not any(model.index(number, 0).data(TaskRole.EXPANDED) for number in range(2))


def test_the_counts_follow_the_facts(house: House, presenter: TasksPresenter, qtbot) -> None:
    told: list[dict[str, int]] = []
    presenter.counts_changed.connect(told.append)
    house.declare()
    row = house.write()
    qtbot.waitUntil(lambda: bool(told) and told[-1]["pending_approval"] == 1)
    house.decide(row, Action.DENY)
    qtbot.waitUntil(lambda: told[-1]["denied"] == 1)
    assert told[-1]["pending_approval"] == 0


def test_the_last_wish_counts_however_quickly_they_come(
    house: House, presenter: TasksPresenter, qtbot
) -> None:
    house.declare()
    house.write("a.txt")
    denied = house.write("b.txt")
    house.decide(denied, Action.DENY)
    looked: list[TaskFilter] = []
    presenter.looked.connect(lambda: looked.append(presenter.model.where))
    for statuses in (("running",), ("pending_approval",), ("denied",)):
        presenter.set_filter(TaskFilter(statuses=statuses))
    qtbot.waitUntil(lambda: bool(looked))
    assert [where.statuses for where in looked] == [("denied",)]
    assert ids(presenter.model) == [denied.id]


def test_a_burst_beyond_what_is_read_one_by_one_is_read_again_without_a_reset(
    house: House, model: TaskTable, monkeypatch: pytest.MonkeyPatch, qtbot
) -> None:
    monkeypatch.setattr(tasks, "_MANY", 0)
    house.declare()
    rows = [house.write(f"{number}.txt") for number in range(5)]
    qtbot.waitUntil(lambda: model.rowCount() == 5)
    house.decide(rows[2], Action.DENY)
    qtbot.waitUntil(lambda: text(model, 2, ColumnId.STATUS) == "Denied")
    assert ids(model) == [row.id for row in reversed(rows)]


def test_the_rest_of_a_search_comes_in_below_and_the_chosen_row_stays(
    house: House, presenter: TasksPresenter, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("placet_gui.models.task_window._GLIMPSE_ROWS", 2)
    house.declare()
    for number in range(5):
        house.write(f"{number}.txt")
    kept: list[tuple[int, int]] = []
    chosen: list[QPersistentModelIndex] = []

    def note(_parent: object, first: int, last: int) -> None:
        kept.append((first, last))

    presenter.looked.connect(lambda: chosen.append(QPersistentModelIndex(presenter.model.index(0, 0))))
    presenter.model.rowsInserted.connect(note)
    with qtbot.waitSignal(presenter.counts_changed):
        presenter.set_filter(TaskFilter(q=".txt"))
    qtbot.waitUntil(lambda: presenter.model.rowCount() == 5)
    assert kept[-1] == (2, 4)
    assert chosen[-1].row() == 0
    assert ids(presenter.model) == [row.id for row in house.engine.query(TaskFilter(q=".txt").listing(10))]


@pytest.mark.usefixtures("german")
def test_an_empty_cell_says_its_column_in_the_consoles_language(
    house: House, model: TaskTable, qtbot
) -> None:
    house.declare()
    house.call("fs_list")
    qtbot.waitUntil(lambda: model.rowCount() == 1)
    needs = model.index(0, NUMBER_OF[ColumnId.AUTH])
    head = model.headerData(needs.column(), Qt.Orientation.Horizontal)
    assert head != "Needs"
    assert needs.data(Qt.ItemDataRole.AccessibleTextRole) == f"{head}: keine"

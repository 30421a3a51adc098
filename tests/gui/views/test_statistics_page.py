"""The statistics page on a real engine: numbers, plots and tables of the same decisions, by mouse, keyboard and words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from placet.api import Shown
from placet.api.statistics import BenchFile
from placet.folder import DataFolder
from placet_gui.actions import ActionId
from placet_gui.names import Name
from placet_gui.presenters.bench_plot import bench_plot
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.figure import Figure
from placet_gui.views.main_window import MainWindow
from placet_gui.views.plots import Plot
from placet_gui.views.row_table_view import RowTableView
from placet_gui.views.tile import Tile
from tests.flows.house import PATIENCE_S, RESTRICTED_WRITE, House
from tests.gui.conftest import put_away
from tests.gui.gestures import window_of

PATIENCE_MS = int(1000 * PATIENCE_S)
FIGURES = (
    Name.STATISTICS_TIMES,
    Name.STATISTICS_CARD,
    Name.STATISTICS_LOOKS,
    Name.STATISTICS_QUICK,
    Name.STATISTICS_UNEXPANDED,
    Name.STATISTICS_WAYS,
    Name.STATISTICS_BENCH,
)


def measured(
    name: str, ours: float | None, budget: str, of: str, met: bool | None, ratio: float | None = None
) -> dict:
    return {
        "name": name,
        "unit": "ms",
        "ours": ours,
        "ratio": ratio,
        "budget": budget,
        "budget_of": of,
        "met": met,
    }


MEASURED = [
    measured("a commit", 1.2, "<= 1.3", "ratio", True, 1.2),
    measured("a search", 90, "<= 50", "ours", False),
    measured("creation", 8, ">= 0.7", "ratio", True, 0.8),
    measured("a window", None, "<= 2", "ours", None),
    {"nonsense": 1},
]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        house.declare(tools=[RESTRICTED_WRITE])
        for shown in (
            Shown(gesture="click", for_ms=900),
            Shown(gesture="click", for_ms=1_500, opened=("/content",)),
            None,
        ):
            decide(house, shown)
        DataFolder(root=house.data).write_bench(MEASURED, at_ms=1_800_000_000_000, version="0.1.0")
        yield house


def decide(house: House, shown: Shown | None) -> None:
    ticket = house.call("fs_write", {"path": "a.txt", "content": "Hello."})
    house.waiting()
    house.approve(ticket.task_id, shown=shown)
    house.ended(ticket.task_id)


@pytest.fixture
def window(house: House, qtbot: QtBot) -> Iterator[MainWindow]:
    made = window_of(house.engine)
    made.show()
    qtbot.waitExposed(made)
    made.show_page(ActionId.SHOW_STATISTICS)
    qtbot.waitUntil(lambda: number(made, "decisions") == "3", timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: len(marks(made, Name.STATISTICS_BENCH)) == 3, timeout=PATIENCE_MS)
    yield made
    put_away(made)


def child(window: MainWindow, name: str, kind: type = QWidget):
    found = window.findChild(kind, name)
    assert found is not None, name
    return found


def plot(window: MainWindow, name: str) -> Plot:
    return child(window, f"{name}_plot", Plot)


def marks(window: MainWindow, name: str):
    return plot(window, name)._data.marks


def number(window: MainWindow, tile: str) -> str:
    labels = child(window, f"statistics_tile_{tile}", Tile).findChildren(QLabel)
    return labels[1].text()


def told(window: MainWindow, name: str) -> str:
    return child(window, f"{name}_told", QLabel).text()


def test_the_numbers_are_those_of_the_ledger_and_say_what_is_not_known(window: MainWindow) -> None:
    assert number(window, "quick") == "50 %"
    assert number(window, "middle") == "Under 1 second"
    assert "Not known: 1." in child(window, "statistics_tile_middle").accessibleDescription()
    assert number(window, "unexpanded") == "0 %"
    card = {mark.name: mark.values for mark in marks(window, Name.STATISTICS_CARD)}
    assert (card["Under 1 second"], card["1 to 2 seconds"], card["Not known"]) == ((1, 0), (1, 0), (1, 0))
    assert sum(sum(mark.values) for mark in marks(window, Name.STATISTICS_TIMES)) == 3


def test_what_is_decided_meanwhile_is_counted_while_the_page_is_looked_at(
    window: MainWindow, house: House, qtbot: QtBot
) -> None:
    decide(house, Shown(gesture="click", for_ms=900))
    qtbot.waitUntil(lambda: number(window, "decisions") == "4", timeout=PATIENCE_MS)


def test_another_period_is_counted_and_named(window: MainWindow, qtbot: QtBot) -> None:
    periods = child(window, Name.STATISTICS_PERIOD, QComboBox)
    heading = child(window, Name.STATISTICS_TIMES, Figure)
    assert heading.accessibleName() == "Decisions per hour"
    periods.setCurrentIndex(periods.findData("month"))
    periods.activated.emit(periods.currentIndex())
    qtbot.waitUntil(lambda: heading.accessibleName() == "Decisions per day", timeout=PATIENCE_MS)
    assert number(window, "decisions") == "3"


def test_each_plot_is_a_table_of_the_same_numbers_too(window: MainWindow) -> None:
    tables = {name: child(window, f"{name}_table", RowTableView) for name in FIGURES}
    assert not any(table.isVisible() for table in tables.values())
    child(window, Name.STATISTICS_AS_TABLES, QPushButton).click()
    for name, table in tables.items():
        assert table.isVisible()
        assert not plot(window, name).isVisible()
        told = [
            [mark.name, *(mark.cells or (f"{it:,}" for it in mark.values))] for mark in marks(window, name)
        ]
        # A plot goes on to the right; who reads a table of times wants the newest, and not a week of zeros first.
        assert cells(table) == (told[::-1] if name == Name.STATISTICS_TIMES else told)


def cells(table: RowTableView) -> list[list[str]]:
    model = table.model()
    columns = range(model.columnCount())
    return [[model.index(row, at).data() for at in columns] for row in range(model.rowCount())]


def test_with_the_keyboard_each_mark_is_told_in_words(window: MainWindow) -> None:
    for name in FIGURES:
        walk_the_marks(window, name)


def walk_the_marks(window: MainWindow, name: str) -> None:
    figure, summary, there = plot(window, name), told(window, name), marks(window, name)
    assert there, name
    figure.setFocus()
    QTest.keyClick(figure, Qt.Key.Key_Home)
    assert told(window, name) == there[0].spoken
    QTest.keyClick(figure, Qt.Key.Key_Left)
    assert told(window, name) == there[0].spoken
    QTest.keyClick(figure, Qt.Key.Key_End)
    assert told(window, name) == there[-1].spoken
    interface = QAccessible.queryAccessibleInterface(figure)
    assert interface.text(QAccessible.Text.Description) == there[-1].spoken
    assert interface.text(QAccessible.Text.Name)
    child(window, Name.STATISTICS_PERIOD).setFocus()
    assert told(window, name) == summary


def test_the_pointer_tells_the_mark_under_it(window: MainWindow) -> None:
    figure = plot(window, Name.STATISTICS_TIMES)
    QTest.mouseMove(figure, QPoint(figure.width() - 10, figure.height() // 2))
    last = marks(window, Name.STATISTICS_TIMES)[-1]
    assert last.values == (3, 0)
    assert told(window, Name.STATISTICS_TIMES) == last.spoken


def test_what_was_measured_says_how_much_of_each_budget_is_used(window: MainWindow) -> None:
    shown = {mark.name: (mark.shown, mark.cells[4]) for mark in marks(window, Name.STATISTICS_BENCH)}
    assert shown == {
        "a commit": ("92 %", "met"),
        "a search": ("180 %", "missed"),
        "creation": ("88 %", "met"),
    }
    assert told(window, Name.STATISTICS_BENCH).startswith("2 of 3 budgets met.")


def test_a_hostile_name_in_the_kept_file_is_shown_as_text(
    window: MainWindow, house: House, qtbot: QtBot
) -> None:
    hostile = [{**MEASURED[0], "name": "<b>x</b>\u202e\n"}]
    DataFolder(root=house.data).bench.write_text(json.dumps({"at_ms": 1, "version": "1", "rows": hostile}))
    window.show_page(ActionId.SHOW_INBOX)
    window.show_page(ActionId.SHOW_STATISTICS)
    qtbot.waitUntil(lambda: len(marks(window, Name.STATISTICS_BENCH)) == 1, timeout=PATIENCE_MS)
    name = marks(window, Name.STATISTICS_BENCH)[0].name
    assert "<b>x</b>" in name
    assert not {"\u202e", "\n"} & set(name)


def test_it_is_painted_in_every_look_and_not_by_colour_alone(window: MainWindow, qapp, theme: Theme) -> None:
    """A hatched piece and a plain one differ in more than their colour: one has gaps."""
    figure = plot(window, Name.STATISTICS_BENCH)
    before = theme.choice
    try:
        for choice in (Choice.LIGHT, Choice.DARK):
            theme.apply(choice)
            picture = figure.grab().toImage()
            tokens = theme.tokens
            ratio = picture.devicePixelRatio()
            colours = [
                {picture.pixelColor(int(x * ratio), int(y * ratio)).name() for x in range(figure.width())}
                for y in bars(figure)
            ]
            assert tokens.colour("approve") in colours[0]
            assert tokens.colour("danger") in colours[1]
    finally:
        theme.apply(before)


def bars(figure: Plot) -> list[int]:
    return [int(row.center().y()) for row in figure._rows()]  # type: ignore[attr-defined]


def test_a_figure_without_a_number_says_so_and_draws_neither_plot_nor_legend(
    theme: Theme, qtbot: QtBot
) -> None:
    summary = "Nothing measured yet."
    figure = Figure(theme, "tried", "Speed", bench_plot())
    qtbot.addWidget(figure)
    figure.show()
    figure.show_data(bench_plot(), summary)
    drawn = figure.findChild(Plot)
    assert not drawn.isVisible()
    assert [it.text() for it in figure.findChildren(QLabel) if it.isVisible()] == ["Speed", summary]
    rows = tuple(MEASURED)
    figure.show_data(bench_plot(BenchFile(rows=rows, at_ms=1, version="0.1.0")), "")
    assert drawn.isVisible()
    assert "Within the budget" in [it.text() for it in figure.findChildren(QLabel) if it.isVisible()]

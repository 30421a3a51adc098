"""The numbers of a plot, of its axis and of the table beside it."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from placet_gui.models.plots import Mark, PlotData, Series, plot_columns, steps
from placet_gui.models.row_table import RowTable

HAND = Series(word="By you", token="accent")
RULE = Series(word="By rule", token="neutral", hatched=True)


def data(*values: tuple[int, int]) -> PlotData:
    marks = tuple(
        Mark(name=f"hour {number}", values=pair, spoken=f"hour {number}: {pair}")
        for number, pair in enumerate(values)
    )
    return PlotData(unit="When", series=(HAND, RULE), marks=marks)


@pytest.mark.parametrize(
    ("top", "axis"),
    [
        (1, [0, 1]),
        (3, [0, 1, 2, 3]),
        (4, [0, 1, 2, 3, 4]),
        (5, [0, 2, 4, 6]),
        (17, [0, 5, 10, 15, 20]),
        (1_000_000, [0, 500_000, 1_000_000]),
    ],
)
def test_an_axis_has_few_round_whole_numbers_up_to_the_top(top: int, axis: list[int]) -> None:
    assert list(steps(top)) == axis


@pytest.mark.parametrize("top", range(1, 2_000, 7))
def test_an_axis_always_reaches_its_top_in_at_most_five_numbers(top: int) -> None:
    found = list(steps(top))
    assert found[-1] >= top
    assert 2 <= len(found) <= 5


def test_the_top_is_the_largest_sum_or_the_limit() -> None:
    assert data((1, 2), (4, 0)).top == 4
    assert data((0, 0)).top == 1
    assert PlotData(unit="", series=(HAND,), marks=(), limit=(100, "budget")).top == 100


def test_the_table_says_the_same_numbers_under_the_words_of_the_series(qapp: object) -> None:
    plot = data((1_200, 3), (0, 7))
    table = RowTable(plot_columns(plot), lambda mark: mark.name)
    table.take(plot.marks)
    heads = [table.headerData(it, Qt.Orientation.Horizontal) for it in range(table.columnCount())]
    cells = [[table.index(row, it).data() for it in range(3)] for row in range(table.rowCount())]
    assert heads == ["When", "By you", "By rule"]
    assert cells == [["hour 0", "1,200", "3"], ["hour 1", "0", "7"]]


def test_a_table_of_its_own_heads_shows_the_cells(qapp: object) -> None:
    mark = Mark(name="start", values=(50, 0), spoken="", cells=("0.2 s", "met"))
    plot = PlotData(unit="What", series=(HAND, RULE), marks=(mark,), heads=("Here", "Met"))
    table = RowTable(plot_columns(plot), lambda it: it.name)
    table.take(plot.marks)
    assert [table.index(0, it).data() for it in range(3)] == ["start", "0.2 s", "met"]

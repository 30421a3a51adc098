"""Short tables become other rows one by one, and say in the console's language what their cells hold."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from placet_gui.models.columned_rows import RowColumn
from placet_gui.models.row_table import RowTable

SPOKEN = Qt.ItemDataRole.AccessibleTextRole


@pytest.fixture
def table(qapp: object) -> RowTable[str]:
    """Words told apart by their first letter; the second column says what follows it."""
    columns = [
        RowColumn[str](header="What", text=lambda it: it),
        RowColumn[str](header="By", text=lambda it: it[1:]),
    ]
    made = RowTable(columns, lambda it: it[0])
    QAbstractItemModelTester(made, QAbstractItemModelTester.FailureReportingMode.Fatal, made)
    made.modelReset.connect(lambda: pytest.fail("the model was reset"))
    return made


def shown(table: RowTable[str]) -> list[str]:
    return [table.index(number, 0).data() for number in range(table.rowCount())]


@pytest.mark.parametrize("rows", [[], ["b"], ["c", "b", "a"], ["x", "a", "y", "c"], ["a!", "b!", "c!"]])
def test_it_becomes_any_other_rows(table: RowTable[str], rows: list[str]) -> None:
    for each in (["a", "b", "c"], rows, rows):
        table.take(each)
        assert shown(table) == each


def test_a_row_that_stays_keeps_its_selection_and_tells_of_its_change(table: RowTable[str]) -> None:
    table.take(["a", "b", "c"])
    chosen, changed = QPersistentModelIndex(table.index_of("c")), []
    table.dataChanged.connect(lambda first, last: changed.append((first.row(), last.column())))
    table.take(["b", "x", "c!"])
    assert (chosen.row(), chosen.data(), changed) == (2, "c!", [(2, 1)])
    assert (table.row_of("c"), table.row_of("z"), table.index_of("z").isValid()) == ("c!", None, False)


def test_the_first_cell_says_the_whole_row_and_an_empty_one_its_column(table: RowTable[str]) -> None:
    table.take(["abc", "d"])
    assert [table.index(number, 0).data(SPOKEN) for number in (0, 1)] == ["abc, bc", "d"]
    assert [table.index(number, 1).data(SPOKEN) for number in (0, 1)] == ["bc", "By: none"]

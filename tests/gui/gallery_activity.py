"""The gallery's pictures of the activity page: a decision, a restore's report, and a chain that was looked at."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from placet_gui.actions import ActionId
from placet_gui.models.activity_table import ActivityTable
from placet_gui.names import Name
from placet_gui.views.activity_page import ActivityDetail
from placet_gui.views.main_window import MainWindow
from placet_gui.views.row_table_view import RowTableView

Take = Callable[[QWidget, str], None]
_SHOWN = ("hil.resolved", "ledger.restored", "agent.declared")


def walk_activity(window: MainWindow, take: Take, tag: str) -> None:
    """The list, then one fact of each kind that is worth a picture, then what looking at the chain says."""
    window.show_page(ActionId.SHOW_ACTIVITY)
    table = window.findChild(RowTableView, Name.ACTIVITY_TABLE)
    assert table is not None
    _until(lambda: table.model().rowCount() > 0)
    take(window, f"activity-{tag}")
    _press(window, Name.ACTIVITY_CHECK)
    words = window.findChild(QWidget, Name.ACTIVITY_CHAIN)
    assert words is not None
    _until(lambda: words.accessibleName().startswith("Whole"))
    for fact in _SHOWN:
        if _open(table, fact):
            take(window, f"activity-{fact}-{tag}")
    _press(window, Name.ACTIVITY_CLOSE)


def _open(table: RowTableView, fact: str) -> bool:
    """Open the newest of these facts; False: there is none."""
    model, detail = table.model(), table.window().findChild(ActivityDetail, Name.ACTIVITY_DETAIL)
    assert isinstance(model, ActivityTable)
    assert detail is not None
    rows = [model.row_at(model.index(number, 0)) for number in range(model.rowCount())]
    found = next((row for row in rows if row is not None and row.fact == fact), None)
    if found is None:
        return False
    table.setCurrentIndex(model.index_of(found.id))
    table.row_opened.emit(found)
    _until(lambda: detail.fact_id() == found.id)
    return True


def _press(window: MainWindow, name: str) -> None:
    button = window.findChild(QPushButton, name)
    if button is not None and button.isVisible():
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def _until(holds: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if holds():
            return
        QTest.qWait(10)
    raise AssertionError("it never came to be")

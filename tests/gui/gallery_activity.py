"""The gallery's pictures of the activity page: a decision, a restore's report, and a chain that was looked at."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QScrollArea, QWidget

from placet import app as engine_app
from placet.api import Action, Shown, Via
from placet.api.commands import ResolveTask
from placet.folder import DataFolder
from placet_gui.actions import ActionId
from placet_gui.models.activity_table import ActivityTable
from placet_gui.names import Name
from placet_gui.views.activity_page import ActivityDetail
from placet_gui.views.main_window import MainWindow
from placet_gui.views.row_table_view import RowTableView
from tests.gui.conftest import House

Take = Callable[[QWidget, str], None]
_PACES_MS = (400, 900, 1_400, 1_800, 2_600, 3_000, 4_100, 7_000, 9_000, 21_000, 45_000, 90_000, 400_000)
_SHOWN = ("hil.resolved", "ledger.restored", "agent.declared")


def furnish_statistics(house: House) -> None:
    """Decisions in a window, at every pace and after every kind of look, and what this machine was measured at."""
    house.declare("tally")
    looks = [
        {},
        {"opened": ("/content",)},
        {"folded": ("/content",)},
        {"opened": ("/path",), "folded": ("/content",)},
    ]
    for number, for_ms in enumerate(_PACES_MS):
        row = house.write(f"pace/{number}.md", "x", "tally")
        shown = Shown(gesture="click", for_ms=for_ms, **looks[number % len(looks)])
        action = Action.DENY if number % 5 == 4 else Action.APPROVE
        answer = ResolveTask(task_id=row.id, action=action, shown_digest=row.digest, shown=shown)
        house.submit(answer, engine_app.owner_authority(Via.WINDOW))
    measured = [
        {
            "name": name,
            "unit": "ms",
            "ours": ours,
            "ratio": None,
            "budget": f"<= {most}",
            "budget_of": "ours",
            "met": ours <= most,
        }
        for name, ours, most in (
            ("one caller, p50 of a commit", 1.2, 5),
            ("search newest 100, a rare word, 1,000,000 rows", 62, 50),
            ("the page of a long workflow", 28.2, 100),
        )
    ]
    DataFolder(root=house.folder / "data").write_bench(measured, at_ms=1_790_000_000_000, version="0.1.0")


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
    _until(lambda: words.accessibleName().startswith(("Whole", "Unversehrt")))
    for fact in _SHOWN:
        if _open(table, fact):
            take(window, f"activity-{fact}-{tag}")
    _press(window, Name.ACTIVITY_CLOSE)


def walk_statistics(window: MainWindow, take: Take, tag: str) -> None:
    """The figures from the top, from the middle and from the end, and as tables."""
    window.show_page(ActionId.SHOW_STATISTICS)
    page = window.findChild(QWidget, Name.STATISTICS_PAGE)
    assert page is not None
    area = page.findChild(QScrollArea)
    assert area is not None
    bar = area.verticalScrollBar()
    state = page.findChild(QLabel, Name.STATISTICS_STATE)
    assert state is not None
    _until(lambda: not state.text())
    for part in range(3):
        bar.setValue(bar.maximum() * part // 2)
        take(window, f"statistics-{part}-{tag}")
    bar.setValue(0)
    _press(window, Name.STATISTICS_AS_TABLES)
    take(window, f"statistics-tables-{tag}")
    _press(window, Name.STATISTICS_AS_TABLES)


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
    button = window.findChild(QAbstractButton, name)
    if button is not None and button.isVisible():
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def _until(holds: Callable[[], bool]) -> None:
    for _ in range(2_000):
        if holds():
            return
        QTest.qWait(10)
    raise AssertionError("it never came to be")

"""The activity page in the real window: what it lists, what it says of a decision, and the files that it writes."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QAbstractButton, QFileDialog, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

import placet.app
from placet import receipt_verifier
from placet.api import Action, Shown
from placet.api.activity import KINDS
from placet.ledger import backup
from placet_gui.actions import ActionId
from placet_gui.models.activity_table import ActivityTable, what_of
from placet_gui.names import Name
from placet_gui.texts import ACTIVITIES, FACTS
from placet_gui.views.activity_page import ActivityDetail
from placet_gui.views.main_window import MainWindow
from placet_gui.views.row_table_view import RowTableView
from tests.flows.house import PATIENCE_S, RESTRICTED_WRITE, House
from tests.gui.conftest import put_away
from tests.gui.gestures import window_of

PATIENCE_MS = int(PATIENCE_S * 1000)


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        house.declare(tools=[RESTRICTED_WRITE])
        house.call("fs_write", {"path": "a.txt", "content": "x"})
        (task,) = house.waiting()
        house.resolve(task.id, Action.APPROVE, shown=Shown(gesture="hold", for_ms=1500, folded=("/x",)))
        house.ended(task.id)
        yield house


@pytest.fixture
def window(house: House, qtbot: QtBot) -> Iterator[MainWindow]:
    made = window_of(house.engine)
    made.show()
    qtbot.waitExposed(made)
    made.show_page(ActionId.SHOW_ACTIVITY)
    rows = child(made, Name.ACTIVITY_TABLE, RowTableView).model()
    qtbot.waitUntil(lambda: rows.rowCount() > 0, timeout=PATIENCE_MS)
    yield made
    put_away(made)


def child(window: MainWindow, name: str, kind: type = QWidget):
    found = window.findChild(kind, name)
    assert found is not None, name
    return found


def press(window: MainWindow, qtbot: QtBot, name: str) -> None:
    qtbot.mouseClick(child(window, name, QAbstractButton), Qt.MouseButton.LeftButton)


def opened(window: MainWindow, qtbot: QtBot, fact: str) -> str:
    """Open the newest of these facts; what its pane says, in one text."""
    table = child(window, Name.ACTIVITY_TABLE, RowTableView)
    model = table.model()
    assert isinstance(model, ActivityTable)
    rows = [model.row_at(model.index(at, 0)) for at in range(model.rowCount())]
    row = next(it for it in rows if it is not None and it.fact == fact)
    table.setCurrentIndex(model.index_of(row.id))
    table.row_opened.emit(row)
    detail = child(window, Name.ACTIVITY_DETAIL, ActivityDetail)
    qtbot.waitUntil(lambda: detail.fact_id() == row.id, timeout=PATIENCE_MS)
    return "\n".join(label.text() for label in child(window, Name.ACTIVITY_FACTS).findChildren(QLabel))


def test_every_kind_and_every_fact_has_its_words() -> None:
    assert ACTIVITIES.keys() == KINDS.keys()
    assert FACTS.keys() == {fact for facts in KINDS.values() for fact in facts}


def test_a_decision_says_who_gave_it_by_which_gesture_and_which_link_binds_it(
    window: MainWindow, qtbot: QtBot
) -> None:
    told = opened(window, qtbot, "hil.resolved")
    for words in ("the owner, in this window", "holding the button", "1.5 s", "/x", "Link of the chain"):
        assert words in told
    assert child(window, Name.ACTIVITY_OPEN, QPushButton).isVisible()
    press(window, qtbot, Name.ACTIVITY_CLOSE)
    assert not child(window, Name.ACTIVITY_DETAIL).isVisible()


def test_its_call_is_opened_from_a_decision(window: MainWindow, qtbot: QtBot) -> None:
    opened(window, qtbot, "hil.resolved")
    press(window, qtbot, Name.ACTIVITY_OPEN)
    qtbot.waitUntil(lambda: child(window, Name.TASKS_PAGE).isVisible(), timeout=PATIENCE_MS)


def test_a_chip_and_a_word_narrow_the_list(window: MainWindow, qtbot: QtBot) -> None:
    model = child(window, Name.ACTIVITY_TABLE, RowTableView).model()
    press(window, qtbot, "activity_filter_decided")
    qtbot.waitUntil(lambda: model.rowCount() == 1, timeout=PATIENCE_MS)
    assert what_of(model.row_at(model.index(0, 0))) == "Approved  ·  fs_write"
    child(window, Name.ACTIVITY_SEARCH, QLineEdit).setText("nobody said this")
    qtbot.waitUntil(lambda: model.rowCount() == 0, timeout=PATIENCE_MS)
    assert child(window, Name.ACTIVITY_EMPTY).accessibleName() == "Nothing matches"


def test_what_happens_meanwhile_comes_in_at_the_top(window: MainWindow, house: House, qtbot: QtBot) -> None:
    model = child(window, Name.ACTIVITY_TABLE, RowTableView).model()
    before = model.row_at(model.index(0, 0)).seq
    house.declare("scribe")
    qtbot.waitUntil(lambda: model.row_at(model.index(0, 0)).seq > before, timeout=PATIENCE_MS)
    assert model.row_at(model.index(0, 0)).fact == "agent.declared"


def test_the_chain_is_looked_at_when_the_owner_asks(window: MainWindow, qtbot: QtBot) -> None:
    words = child(window, Name.ACTIVITY_CHAIN)
    press(window, qtbot, Name.ACTIVITY_CHECK)
    qtbot.waitUntil(lambda: words.accessibleName().startswith("Whole: "), timeout=PATIENCE_MS)


@pytest.mark.parametrize(
    ("button", "name", "said"),
    [
        (Name.ACTIVITY_EXPORT, "r.jsonl", "Receipts written into "),
        (Name.ACTIVITY_BACKUP, "b.placet", "Backed up into "),
    ],
)
def test_receipts_and_a_backup_are_written_where_the_owner_says(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, button: str, name: str, said: str
) -> None:
    words = child(window, Name.ACTIVITY_CHAIN)
    press(window, qtbot, button)
    chooser = window.findChild(QFileDialog)
    assert chooser is not None
    chooser.fileSelected.emit(str(tmp_path / name))
    chooser.reject()
    qtbot.waitUntil(lambda: words.accessibleName().startswith(said), timeout=PATIENCE_MS)
    if button == Name.ACTIVITY_EXPORT:
        assert receipt_verifier.told_of(str(tmp_path / name))["whole"]
    else:
        assert backup.check(tmp_path / name, lambda *_: None).links > 0


def test_a_file_that_can_not_be_written_is_said_so(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    words = child(window, Name.ACTIVITY_CHAIN)
    press(window, qtbot, Name.ACTIVITY_BACKUP)
    chooser = window.findChild(QFileDialog)
    assert chooser is not None
    chooser.fileSelected.emit(str(tmp_path / "none" / "b.placet"))
    chooser.reject()
    qtbot.waitUntil(lambda: words.accessibleName().startswith("Nothing was written."), timeout=PATIENCE_MS)


def test_the_report_of_a_restore_is_told_whole(house: House, qtbot: QtBot, tmp_path: Path) -> None:
    from placet.api.receipts import BackUp

    house.submit(BackUp(path=tmp_path / "b.placet"))
    house.engine.close()
    placet.app.restore_offline(house.data, tmp_path / "b.placet", lambda *_: None)
    house.open()
    window = window_of(house.engine)
    try:
        window.show()
        qtbot.waitExposed(window)
        window.show_page(ActionId.SHOW_ACTIVITY)
        rows = child(window, Name.ACTIVITY_TABLE, RowTableView).model()
        qtbot.waitUntil(lambda: rows.rowCount() > 0, timeout=PATIENCE_MS)
        told = opened(window, qtbot, "ledger.restored")
        for words in (
            "Taken in\nnothing",
            "agents 1,  tasks 1,  approvals 1",
            "Conflicts\nnone",
            "a part of yours",
        ):
            assert words in told
    finally:
        put_away(window)


def test_each_name_of_a_record_has_the_room_that_it_takes(window: MainWindow, qtbot: QtBot) -> None:
    table = child(window, Name.ACTIVITY_TABLE, RowTableView)
    table.row_opened.emit(table.model().row_at(table.model().index(0, 0)))
    facts = child(window, Name.ACTIVITY_FACTS)
    qtbot.waitUntil(lambda: bool(facts.findChildren(QLabel)), timeout=PATIENCE_MS)
    names = [it for it in facts.findChildren(QLabel) if it.property("role") == "muted" and it.isVisible()]
    assert len(names) > 3
    qtbot.waitUntil(
        lambda: all(it.height() >= it.heightForWidth(it.width()) for it in names), timeout=PATIENCE_MS
    )
    one_line = [it for it in names if it.fontMetrics().horizontalAdvance(it.text()) < 140]
    assert all(it.width() >= it.fontMetrics().horizontalAdvance(it.text()) for it in one_line)


def test_what_is_open_stays_where_it_is_while_newer_facts_come(
    window: MainWindow, house: House, qtbot: QtBot
) -> None:
    window.resize(900, 860)  # the details below the list
    opened(window, qtbot, "agent.declared")
    table = child(window, Name.ACTIVITY_TABLE, RowTableView)
    model, bar = table.model(), table.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() > 0 and place(table).bottom() < table.viewport().height())
    before, count = place(table), model.rowCount()
    house.call("fs_write", {"path": "b.txt", "content": "x"})
    qtbot.waitUntil(lambda: model.rowCount() > count, timeout=PATIENCE_MS)
    assert place(table) == before


@pytest.mark.parametrize("size", [(900, 600), (1024, 640)])
def test_all_facts_of_a_decision_are_seen_at_once_in_a_small_window(
    window: MainWindow, qtbot: QtBot, size: tuple[int, int]
) -> None:
    window.resize(*size)
    opened(window, qtbot, "hil.resolved")
    facts, table = child(window, Name.ACTIVITY_FACTS), child(window, Name.ACTIVITY_TABLE)
    qtbot.waitUntil(lambda: bool(facts.findChildren(QLabel)), timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: facts.verticalScrollBar().maximum() == 0, timeout=PATIENCE_MS)
    assert not table.isVisible()
    press(window, qtbot, Name.ACTIVITY_CLOSE)
    assert table.isVisible()


def place(table: RowTableView) -> QRect:
    """Where the chosen row is."""
    return table.visualRect(table.currentIndex())

"""Everything that can be used, on every page and in every dialog, has a name and a role; and what happens is said aloud."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QDialog,
    QFileDialog,
    QPushButton,
    QTabWidget,
    QWidget,
)

from placet.api import Action, Event
from placet_gui.actions import ActionId
from placet_gui.names import Name
from placet_gui.presenters.announcements import Announcements
from placet_gui.views.main_window import PAGES
from tests.gui.accessible import is_nameless, nameless, nodes
from tests.gui.gestures import HIDDEN, Desk, desk

__all__ = ["desk"]
OPENERS = {
    Name.AGENT_DECLARE: ActionId.SHOW_AGENTS,
    Name.GENERATION_NEW: ActionId.SHOW_GENERATIONS,
    Name.WORKFLOW_NEW: ActionId.SHOW_WORKFLOWS,
}
LISTS = {
    Name.TASKS_TABLE: ActionId.SHOW_TASKS,
    Name.ACTIVITY_TABLE: ActionId.SHOW_ACTIVITY,
}


def shown(desk: Desk, name: str) -> QWidget:
    def look() -> QWidget | None:
        return next((it for it in desk.window.findChildren(QWidget, name) if it.isVisible()), None)

    desk.wait(lambda: look() is not None)
    found = look()
    assert found is not None
    return found


def dialogs() -> Iterator[QDialog]:
    for it in QApplication.topLevelWidgets():
        if isinstance(it, QDialog) and it.isVisible():
            yield it


def test_on_every_page_what_can_be_used_has_a_name(desk: Desk) -> None:
    asked = desk.ask("a/" * 20 + "x.txt", HIDDEN + "text " * 300)
    desk.ask("b.txt")
    for page in PAGES:
        desk.window.show_page(page)
        if page is ActionId.SHOW_INBOX:
            desk.open(asked)
        desk.wait(lambda: nameless(desk.window) == [])
        assert len(list(nodes(root(desk.window)))) > 20, page


@pytest.mark.parametrize("opener", OPENERS)
def test_in_every_form_what_can_be_used_has_a_name(desk: Desk, opener: Name) -> None:
    desk.window.show_page(OPENERS[opener])
    button = shown(desk, opener)
    assert isinstance(button, QPushButton)
    button.click()
    (dialog,) = dialogs()
    tabs = dialog.findChild(QTabWidget)
    for number in range(tabs.count() if tabs else 1):
        if tabs:
            tabs.setCurrentIndex(number)
        assert nameless(dialog) == []
    dialog.reject()


def test_in_the_palette_what_can_be_used_has_a_name(desk: Desk) -> None:
    desk.window.actions_by_id[ActionId.SHOW_KEYS].trigger()
    (dialog,) = dialogs()
    assert nameless(dialog) == []
    dialog.reject()


def test_in_the_dialog_for_files_only_empty_cells_of_qts_own_list_say_nothing(desk: Desk) -> None:
    desk.window.show_page(ActionId.SHOW_ACTIVITY)
    shown(desk, Name.ACTIVITY_EXPORT).click()  # type: ignore[attr-defined]
    (dialog,) = dialogs()
    assert isinstance(dialog, QFileDialog)
    assert nameless(dialog) in ([], ["TreeItem ?"])
    dialog.reject()


@pytest.mark.parametrize("name", LISTS)
def test_in_every_detail_what_can_be_used_has_a_name(desk: Desk, name: Name) -> None:
    desk.house.approve(desk.ask("a.txt"))
    desk.window.show_page(LISTS[name])
    table = shown(desk, name)
    assert isinstance(table, QAbstractItemView)
    desk.wait(lambda: table.model().rowCount() > 0)
    table.setCurrentIndex(table.model().index(0, 0))
    table.clicked.emit(table.currentIndex())
    desk.wait(lambda: nameless(desk.window) == [])
    for tabs in (it for it in desk.window.findChildren(QTabWidget) if it.isVisible()):
        for number in (it for it in range(tabs.count()) if tabs.isTabVisible(it)):
            tabs.setCurrentIndex(number)
            desk.wait(lambda: nameless(desk.window) == [])


def test_a_button_without_a_word_is_noticed(qtbot) -> None:
    """The control."""
    window = QWidget()
    qtbot.addWidget(window)
    mute, named = QPushButton("", window), QPushButton("Named", window)
    mute.setObjectName("mute")
    window.show()
    assert nameless(window) == ["Button mute"]
    assert [is_nameless(node) for node in nodes(root(window))] == [True, False]
    assert named.isVisible()


def root(window: QWidget):
    from PySide6.QtGui import QAccessible

    return QAccessible.queryAccessibleInterface(window)


def heard(desk: Desk) -> list[str]:
    said: list[str] = []
    desk.window.findChild(Announcements).said.connect(said.append, Qt.ConnectionType.DirectConnection)
    return said


def test_a_new_request_and_its_end_are_said_aloud(desk: Desk) -> None:
    said = heard(desk)
    asked = desk.ask("a.txt")
    desk.wait(lambda: said == ["New request: clerk asks for fs_write."])
    desk.house.approve(asked)
    desk.wait(lambda: said[1:] == ["Approved: clerk asks for fs_write."])
    desk.house.deny(desk.ask("b.txt"))
    desk.wait(lambda: "Denied: clerk asks for fs_write." in " ".join(said))


def test_many_at_once_are_one_sentence(desk: Desk) -> None:
    said = heard(desk)
    for number in range(5):
        desk.ask(f"{number}.txt")
    desk.wait(lambda: sum(it.count("new requests") + it.count("New request") for it in said) > 0)
    assert len(said) < 5
    desk.house.stop()
    desk.wait(lambda: any("don't wait any more" in it for it in said))


def test_an_agents_name_is_read_as_text_without_what_hides(desk: Desk) -> None:
    announcements = desk.window.findChild(Announcements)
    said = heard(desk)
    event = Event(
        seq=1,
        type="hil.requested",
        at_ms=0,
        agent_id=None,
        agent="a\u202eb",
        task_id="t",
        payload={"tool": "x\n<b>"},
    )
    announcements._on_events_arrived((event,))
    announcements._tell()
    assert said
    assert "\u202e" not in said[0]
    assert "\n" not in said[0]
    assert Action.APPROVE not in said[0]

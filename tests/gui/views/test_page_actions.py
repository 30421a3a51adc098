"""What a page can do at its head can be done by its name as well, and the sheet of keys is made of the same table."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QDialog, QFrame, QPushButton
from pytestqt.qtbot import QtBot

from placet_gui.actions import ACTIONS, ActionId
from placet_gui.names import Name
from placet_gui.theme.style import Theme
from placet_gui.views.main_window import PAGES, MainWindow
from tests.gui.conftest import House, put_away
from tests.gui.gestures import window_of

PRESSED = {spec.presses for spec in ACTIONS.values() if spec.presses}
ELSEWHERE = {Name.FIRST_LATER, Name.TASKS_EXPORT_STOP}
"""Leaving the first steps is showing any other page; an export is stopped by the button that says how far it is."""


@pytest.fixture
def window(theme: Theme, house: House, qtbot: QtBot) -> Iterator[MainWindow]:
    house.declare("clerk", model={"backend": "embedded"})
    made = window_of(house.engine)
    made.show()
    yield made
    put_away(made)


def test_every_button_at_a_pages_head_has_an_action(window: MainWindow) -> None:
    heads = [it for it in window.findChildren(QFrame) if it.property("area") == "header"]
    buttons = {
        button.objectName()
        for head in heads
        for button in head.findChildren(QPushButton)
        if not button.isCheckable() and button.menu() is None
    }
    assert buttons - PRESSED - ELSEWHERE == set()


def test_every_pressed_button_is_on_the_page_that_its_action_names(window: MainWindow) -> None:
    for action_id, spec in ACTIONS.items():
        if spec.presses:
            assert spec.page in PAGES
            window.show_page(spec.page)
            page = window._pages[spec.page]
            assert page.findChild(QPushButton, spec.presses) is not None, action_id


def test_no_two_actions_share_a_shortcut() -> None:
    keys = [spec.shortcut for spec in ACTIONS.values() if spec.shortcut]
    assert len(keys) == len(set(keys))


def test_an_action_goes_to_its_page_and_presses_its_button(window: MainWindow, qtbot: QtBot) -> None:
    window.actions_by_id[ActionId.DECLARE_AGENT].trigger()
    dialog = window.findChild(QDialog, Name.DECLARE_DIALOG)
    qtbot.waitUntil(dialog.isVisible)
    assert window.page() is ActionId.SHOW_AGENTS
    dialog.reject()


def test_what_cannot_be_done_now_is_said(window: MainWindow, qtbot: QtBot) -> None:
    window.show_page(ActionId.SHOW_AGENTS)
    stop = window.findChild(QPushButton, Name.AGENT_STOP)
    qtbot.waitUntil(stop.isVisible)
    window.actions_by_id[ActionId.START_AGENT].trigger()
    notice = window.findChild(QFrame, Name.NOTICE_BAR)
    assert notice.isVisible()
    assert "can't be done now" in notice.accessibleDescription()


def test_behind_the_curtain_nothing_is_pressed(window: MainWindow) -> None:
    window.show_page(ActionId.SHOW_INBOX)
    window.actions_by_id[ActionId.HIDE_VALUES].trigger()
    window.actions_by_id[ActionId.DECLARE_AGENT].trigger()
    assert window.findChild(QDialog, Name.DECLARE_DIALOG) is None
    assert window.page() is ActionId.SHOW_INBOX

"""Ctrl+F, pressed on every page: the keyboard goes into the page's search, or the window says that there is none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from placet_gui.actions import ActionId
from placet_gui.names import Name
from placet_gui.theme.style import Theme
from placet_gui.views.main_window import PAGES, SEARCHED, MainWindow
from tests.gui.conftest import House, put_away
from tests.gui.gestures import window_of

CTRL = Qt.KeyboardModifier.ControlModifier
SEARCHES = {
    ActionId.SHOW_TASKS: Name.SEARCH_BOX,
    ActionId.SHOW_GENERATIONS: Name.GENERATIONS_SEARCH,
    ActionId.SHOW_WORKFLOWS: Name.WORKFLOWS_SEARCH,
    ActionId.SHOW_GRANTS: Name.GRANTS_SEARCH,
    ActionId.SHOW_ACTIVITY: Name.ACTIVITY_SEARCH,
    ActionId.SHOW_SETTINGS: Name.SETTINGS_SEARCH,
}


@pytest.fixture
def window(theme: Theme, house: House, qtbot: QtBot) -> Iterator[MainWindow]:
    house.declare("clerk")
    house.write()
    made = window_of(house.engine)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    yield made
    put_away(made)


def press(window: MainWindow) -> None:
    QTest.keyClick(QApplication.focusWidget() or window, Qt.Key.Key_F, CTRL)


def test_on_every_page_the_key_leads_into_its_search_or_is_answered(window: MainWindow) -> None:
    assert SEARCHES.keys() == SEARCHED
    notice = window.findChild(QFrame, Name.NOTICE_BAR)
    for page in PAGES:
        window.show_page(page)
        notice.hide()
        press(window)
        if page in SEARCHED:
            search = window.findChild(QLineEdit, SEARCHES[page])
            assert QApplication.focusWidget() is search, page
            assert not notice.isVisible(), page
        else:
            assert notice.isVisible(), page
            assert notice.accessibleDescription().startswith("There is nothing to search on this page."), page


def test_on_the_settings_the_key_comes_back_from_any_editor_and_takes_what_was_typed(
    window: MainWindow, qtbot: QtBot
) -> None:
    window.show_page(ActionId.SHOW_SETTINGS)
    qtbot.waitUntil(lambda: window.findChild(QWidget, "setting_approvals.arming_ms") is not None)
    search = window.findChild(QLineEdit, Name.SETTINGS_SEARCH)
    search.setText("arming")
    for key in ("approvals.arming_ms", "http_decisions", "appearance.theme"):
        window.findChild(QWidget, f"setting_{key}").setFocus()
        assert not search.hasFocus()
        press(window)
        assert search.hasFocus()
        assert search.selectedText() == "arming"


def test_behind_the_curtain_the_key_says_and_moves_nothing(window: MainWindow) -> None:
    window.actions_by_id[ActionId.HIDE_VALUES].trigger()
    before = QApplication.focusWidget()
    press(window)
    assert QApplication.focusWidget() is before
    assert not window.findChild(QFrame, Name.NOTICE_BAR).isVisible()

"""The corner beside the arguments' tabs: no tab loses its words to the buttons."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton, QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from placet.api.grants import GrantDraft, GrantWords
from placet_gui.names import Name
from placet_gui.theme.style import Theme
from placet_gui.views.grant_offer import GrantOffer

DRAFT = GrantDraft(
    words=GrantWords(agent="clerk", tool="fs_write", match={}), arguments=("path",), why_not=None
)


@pytest.fixture
def tabs(theme: Theme, qtbot: QtBot) -> QTabWidget:
    made = QTabWidget()
    qtbot.addWidget(made)
    made.tabBar().setUsesScrollButtons(False)
    for words in ("New text", "Arguments", "Raw"):
        made.addTab(QWidget(), words)
    GrantOffer(theme, made, QPushButton("Edit…"), DRAFT)
    made.resize(700, 300)
    made.show()
    qtbot.waitExposed(made)
    return made


def words_of(tabs: QTabWidget) -> list[str]:
    return [it.text() for it in tabs.cornerWidget().findChildren(QPushButton)]


def test_where_words_have_no_room_beside_the_tabs_the_buttons_stand_by_their_icons(
    tabs: QTabWidget, qtbot: QtBot
) -> None:
    qtbot.waitUntil(lambda: words_of(tabs) == ["Edit…", "Always…"])
    tabs.resize(tabs.tabBar().sizeHint().width() + 100, 300)
    qtbot.waitUntil(lambda: words_of(tabs) == ["", ""])
    buttons = tabs.cornerWidget().findChildren(QPushButton)
    assert all(not it.icon().isNull() for it in buttons)
    always = next(it for it in buttons if it.objectName() == Name.GRANT_OFFER)
    assert always.accessibleName()
    assert always.toolTip()
    qtbot.waitUntil(lambda: tabs.tabBar().width() >= tabs.tabBar().sizeHint().width())
    tabs.addTab(QWidget(), "Since last yes")
    tabs.resize(900, 300)
    qtbot.waitUntil(lambda: words_of(tabs) == ["Edit…", "Always…"])

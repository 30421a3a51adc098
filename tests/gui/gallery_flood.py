"""The gallery's pictures of too many requests at once, and of a window whose values are hidden."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListView, QWidget

from placet_gui.actions import ActionId
from placet_gui.models.approval_list import CardRole
from placet_gui.models.flood_group import FloodGroup
from placet_gui.names import Name
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.main_window import MainWindow
from tests.gui.conftest import House

_MANY = 24


def walk_flood(house: House, window: MainWindow, theme: Theme, take: Callable[[QWidget, str], None]) -> None:
    """One agent asks far too much; comes last, since the inbox stays full of it."""
    house.declare("crawler")
    for number in range(_MANY):
        house.write(f"pages/{number:02}.html", "<p>found</p>", "crawler")
    window.show_page(ActionId.SHOW_INBOX)
    cards = window.findChild(QListView, Name.INBOX_LIST)
    group = _awaited_group(cards, lambda: take(window, "flood-list"))
    cards.scrollToBottom()
    QTest.mouseClick(
        cards.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
        cards.visualRect(group).center(),
    )
    hide = window.actions_by_id[ActionId.HIDE_VALUES]
    for choice in (Choice.DARK, Choice.LIGHT):
        theme.apply(choice)
        for width, height in ((1280, 800), (1024, 640), (900, 600)):
            window.resize(width, height)
            take(window, f"flood-{choice}-{width}")
            hide.trigger()
            take(window, f"hidden-{choice}-{width}")
            hide.trigger()


def _awaited_group(cards: QListView, look: Callable[[], None]) -> QModelIndex:
    """The row that stands for all of them, once it is there: a busy machine tells of them later."""
    while True:
        look()
        last = cards.model().index(cards.model().rowCount() - 1, 0)
        if isinstance(last.data(CardRole.ROW), FloodGroup):
            return last

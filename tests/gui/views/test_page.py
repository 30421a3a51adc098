"""What pages say when they have nothing to show."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint

from placet_gui.actions import ActionId
from placet_gui.views.page import EmptyWord, IconLabel
from tests.gui.gestures import Desk, desk

__all__ = ["desk"]
PAGES = {
    ActionId.SHOW_INBOX: 2,
    ActionId.SHOW_GENERATIONS: 1,
    ActionId.SHOW_WORKFLOWS: 1,
    ActionId.SHOW_GRANTS: 1,
}
"""How many icons each shows."""


@pytest.mark.parametrize("size", [(900, 600), (1280, 800)])
def test_the_icon_stands_at_one_height_on_every_page(desk: Desk, size: tuple[int, int]) -> None:
    desk.window.resize(*size)

    def heights() -> list[int]:
        words = (it for it in desk.window.findChildren(EmptyWord) if it.isVisible())
        return [it.findChild(IconLabel).mapTo(desk.window, QPoint(0, 0)).y() for it in words]

    seen: set[int] = set()
    for page, count in PAGES.items():
        desk.window.show_page(page)
        desk.wait(lambda count=count: len(heights()) == count)
        seen |= set(heights())
    assert len(seen) == 1


def test_a_window_that_gets_low_isnt_held_up_by_it(desk: Desk) -> None:
    desk.window.resize(1280, 1400)
    desk.window.show_page(ActionId.SHOW_GENERATIONS)
    desk.window.resize(900, 480)
    assert desk.window.height() == 480

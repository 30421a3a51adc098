"""On every page everything can be read, in windows of usual sizes and in a small one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from placet_gui.actions import ActionId
from placet_gui.views.main_window import PAGES
from tests.gui.gestures import ARM_MS, HIDDEN, Desk, desk
from tests.gui.in_view import flaws

__all__ = ["desk"]
SIZES = ((1024, 640), (1280, 800), (900, 600))


def test_nothing_is_squeezed_cut_off_or_lain_over_on_any_page(desk: Desk) -> None:
    task_id = desk.ask("a/" * 20 + "x.txt", HIDDEN + "text " * 300)
    desk.ask("b.txt")

    def everything_can_be_read() -> None:
        assert flaws(desk.window) == []

    for size in SIZES:
        desk.window.resize(*size)
        for page in PAGES:
            desk.window.show_page(page)
            if page is ActionId.SHOW_INBOX:
                desk.open(task_id)
                desk.clock.advance(ARM_MS)
            # What a page shows comes from the engine, and a layout that turns asks for another one.
            desk.qtbot.waitUntil(everything_can_be_read)


@pytest.mark.parametrize(
    ("place", "flaw"),
    [
        (QRect(0, 0, 10, 20), "too narrow"),
        (QRect(350, 0, 300, 20), "cut off"),
        (QRect(20, 105, 300, 20), "overlap"),
        (QRect(0, 0, 300, 20), None),
    ],
)
def test_what_is_wrong_is_noticed(qtbot: QtBot, place: QRect, flaw: str | None) -> None:
    """The control."""
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(400, 200)
    fixed = QPushButton("A button", window)
    fixed.setGeometry(20, 100, 300, 30)
    tried = QLabel("Some words that have to be read", window)
    tried.setGeometry(place)
    window.show()
    found = flaws(window)
    assert (found == []) is (flaw is None)
    assert flaw is None or any(flaw in it for it in found)

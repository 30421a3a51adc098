"""A program of its own at one scale of the screen: opens a request and each page, and prints what isn't wholly in view.

Qt takes the scale once, before its application is made, so it can't be changed inside a test.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QAbstractButton, QApplication, QPushButton, QScrollArea, QWidget

from placet_gui import language
from placet_gui.names import Name
from placet_gui.views.main_window import PAGES, MainWindow
from tests.flows.house import PATIENCE_S
from tests.gui.gestures import ARM_MS, Desk
from tests.gui.in_view import flaws

SIZE = (1024, 640)
SETTLED_S = 10
PANE = (Name.APPROVE_BUTTON, Name.DENY_BUTTON, Name.DENY_REASON)


class Waiter:
    """What a desk needs of pytest-qt."""

    def waitUntil(self, what: Callable[[], Any], *, timeout: int) -> None:  # noqa: N802  the name is pytest-qt's
        end = time.monotonic() + PATIENCE_S
        while not what():
            assert time.monotonic() < end, "it never came to be"
            QApplication.processEvents()


def is_scrolled(widget: QWidget) -> bool:
    """Whether it lies in something that scrolls, where it may be out of view."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above is not None


def outside(window: MainWindow, widgets: list[QWidget]) -> list[str]:
    """Those that are cut off, or have words and are squeezed below what these need. Others are drawn to any width."""
    return [
        it.objectName() or it.metaObject().className()
        for it in widgets
        if not window.rect().contains(it.mapTo(window, QPoint(it.width() - 1, it.height() - 1)))
        or (isinstance(it, QPushButton) and it.width() < it.minimumSizeHint().width())
    ]


def main(points: int, spoken: str) -> dict[str, list[str]]:
    """What is out of view, by page, with letters of so many points where the program leaves the size to the system."""
    qt = QApplication(["placet"])
    language.speak(qt, spoken)
    font = qt.font()
    font.setPointSize(points)
    qt.setFont(font)
    found: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as base, Desk(Path(base), Waiter()) as desk:  # type: ignore[arg-type]
        desk.window.resize(*SIZE)
        desk.open(desk.ask(path="long/" * 30 + "a.txt", content="x"))
        desk.clock.advance(ARM_MS)
        pane = [desk.find(name) for name in PANE]
        found["pane"] = left_of(lambda: outside(desk.window, pane) + flaws(desk.window))
        for page in PAGES[1:]:
            desk.window.show_page(page)
            found[page.value] = left_of(lambda: outside(desk.window, fixed(desk.window)) + flaws(desk.window))
    return found


def fixed(window: MainWindow) -> list[QWidget]:
    """The buttons in sight that no scrolling moves."""
    buttons = [it for it in window.findChildren(QAbstractButton) if it.isVisible()]
    return [it for it in buttons if not is_scrolled(it)]


def left_of(look: Callable[[], list[str]]) -> list[str]:
    """What is wrong once the page has settled: what it shows comes from the engine, and a layout that turns asks again."""
    end = time.monotonic() + SETTLED_S
    QApplication.processEvents()
    while (left := look()) and time.monotonic() < end:
        QApplication.processEvents()
    return left


if __name__ == "__main__":
    print(json.dumps(main(int(sys.argv[1]), sys.argv[2])))  # noqa: T201

"""The owner's desk with the agents page before it, one agent, and a place for that agent's code."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QTableView, QTabWidget, QWidget
from pytestqt.qtbot import QtBot

from placet_gui.actions import ActionId
from placet_gui.names import Name
from tests.flows.coding import CODE_TOOLS
from tests.flows.house import FREE_WRITE
from tests.gui.gestures import NO_KEYS, Desk


class AgentDesk(Desk):
    """A desk whose agent may run code and write files."""

    def __enter__(self) -> AgentDesk:
        super().__enter__()
        self.house.change(tools=[*CODE_TOOLS, FREE_WRITE])
        self.window.show_page(ActionId.SHOW_AGENTS)
        self.wait(lambda: self.shows(Name.AGENT_TABS))
        return self

    def turn_to(self, words: str) -> QWidget:
        """Bring a tab of the agent to the front, by what is written on it."""
        tabs = self.find(Name.AGENT_TABS, QTabWidget)
        (number,) = (at for at in range(tabs.count()) if tabs.tabText(at) == words)
        tabs.setCurrentIndex(number)
        shown: QWidget = tabs.currentWidget()
        return shown

    def rows(self, name: str) -> list[tuple[str, ...]]:
        """What a table shows, row by row."""
        model = self.window.findChild(QTableView, name).model()
        return [
            tuple(model.index(row, column).data() for column in range(model.columnCount()))
            for row in range(model.rowCount())
        ]

    def open_row(self, name: str, text: str) -> None:
        """Click the row of a table in which this stands."""
        table = self.find(name, QTableView)
        (number,) = (at for at, cells in enumerate(self.rows(name)) if text in cells)
        at = table.visualRect(table.model().index(number, 1)).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, NO_KEYS, at)

    def text_of(self, name: str) -> str:
        """What a page of exact text says."""
        text: str = self.find(name).toPlainText()
        return text

    def hold(self, button: Any = None, ms: int | None = None) -> None:  # type: ignore[override]
        """Press a button, keep it down, let it go."""
        QTest.mousePress(button, Qt.MouseButton.LeftButton)
        self.clock.advance(ms or 0)
        if button.isVisible():
            QTest.mouseRelease(button, Qt.MouseButton.LeftButton)


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot) -> Iterator[AgentDesk]:
    with AgentDesk(tmp_path, qtbot) as desk:
        yield desk

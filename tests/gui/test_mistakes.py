"""A mistake of ours in a handler of Qt's: logged, told, and not the end (B102)."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from placet_gui import mistakes
from tests.screenless import without_remarks

CONSOLE = """
import os, signal, sys
from PySide6.QtCore import QTimer
from placet_gui import life
from placet_gui.__main__ import main
stay = life._stay
async def breaking(*arguments):
    QTimer.singleShot(0, lambda: 1 / 0)
    QTimer.singleShot(100, lambda: os.kill(os.getpid(), signal.SIGTERM))
    await stay(*arguments)
life._stay = breaking
sys.exit(main(["--data", sys.argv[1], "--no-http"]))
"""
"""A console in which one handler breaks before it is told to end."""


class Asker(QObject):
    asked = Signal()


class Breaking(QPushButton):
    """A widget each of whose handlers breaks."""

    def __init__(self) -> None:
        super().__init__("Break")
        self.clicked.connect(self.break_it)
        QShortcut(QKeySequence("Ctrl+B"), self).activated.connect(self.break_it)

    def break_it(self) -> None:
        raise ValueError("hunter2")

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.User:
            self.break_it()
        return super().event(event)


@pytest.mark.parametrize("way", ["slot", "shortcut", "queued", "timer", "event"])
def test_whichever_handler_broke_it_is_logged_and_told_and_the_window_lives(
    qtbot: QtBot, caplog: pytest.LogCaptureFixture, way: str
) -> None:
    button, asker, said = Breaking(), Asker(), list[str]()
    qtbot.addWidget(button)
    button.show()
    qtbot.waitExposed(button)
    asker.asked.connect(button.break_it, Qt.ConnectionType.QueuedConnection)
    ways = {
        "slot": button.click,
        "shortcut": lambda: QTest.keyClick(button, Qt.Key.Key_B, Qt.KeyboardModifier.ControlModifier),
        "queued": asker.asked.emit,
        "timer": lambda: QTimer.singleShot(0, button.break_it),
        "event": lambda: QCoreApplication.postEvent(button, QEvent(QEvent.Type.User)),
    }
    button.activateWindow()
    qtbot.waitUntil(button.isActiveWindow)
    with caplog.at_level(logging.ERROR, logger="placet_gui"), mistakes.told(said.append):
        ways[way]()
        qtbot.waitUntil(lambda: bool(said))
    assert said == ["Something went wrong inside; the log says what."]
    (record,) = [it for it in caplog.records if it.name == "placet_gui.mistakes"]
    assert record.exc_info is not None
    assert record.exc_info[0] is ValueError
    assert "hunter2" not in record.getMessage()


def test_afterwards_things_are_as_before(qtbot: QtBot) -> None:
    before = sys.excepthook
    with mistakes.told(lambda _: None):
        assert sys.excepthook is not before
    assert sys.excepthook is before


def test_the_program_itself_keeps_its_mistakes_in_its_log_and_off_the_terminal(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", CONSOLE, str(tmp_path)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (ended.returncode, without_remarks(ended.stderr)) == (0, "")
    log = (tmp_path / "logs" / "placet.log").read_text()
    assert "a handler of the window broke" in log
    assert "ZeroDivisionError" in log

"""Puts the console's window on the screen, with what waits for the owner; all else comes up behind it.

Nothing here may import the engine, asyncio or the settings at the top: each takes as long as a window does, and the
owner waits for that (PERFORMANCE 4). What is shown meanwhile is read from the ledger's file alone.
"""

from __future__ import annotations

import importlib
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication, QWidget

from placet import first_page
from placet.folder import DataFolder
from placet_gui import language
from placet_gui.instance import raise_first
from placet_gui.opening import Opening
from placet_gui.presence.mark import program_icon
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.first_inbox import FirstInbox
from placet_gui.views.main_window import MainWindow

__all__ = ["Opening", "main", "main_demo", "run"]

_LONGEST_PAINT_S: Final = 0.2  # a window that nobody can see yet isn't waited for


def main(opening: Opening) -> int:
    """Open the console; what keeps it from opening is one sentence on stderr and an exit code."""
    try:
        return run(opening)
    except Exception as error:
        failures = importlib.import_module("placet.cli.failures")
        if not isinstance(error, failures.EXPECTED):
            raise
        failure = failures.as_failure(error)
        sys.stderr.write(f"{failures.sentence(failure)}\n")
        code: int = failure.exit_code
        return code


def main_demo() -> int:
    """Open the console on a fresh folder, which is printed and shown, in which the demo's agent starts at once."""
    demo = importlib.import_module("placet.cli.demo")
    prepared = demo.prepare(demo.new_base())
    demo.announce(prepared)
    return main(Opening(folder=DataFolder(root=prepared.data), demo=prepared))


def run(opening: Opening) -> int:
    """Open the console and stay until its window is closed; answer the exit code. Makes the `QApplication`.

    Raises:
        DataFolderInUse: another process holds the folder and has no window that could be raised.
        SettingsError, FolderError: the folder can't be opened; nothing was changed. A damaged ledger is shown instead.
        Failure: `PLACET_LOG` isn't a level.
    """
    qt = QApplication.instance() or QApplication(["placet"])
    assert isinstance(qt, QApplication)  # noqa: S101  # nobody else made another kind in this process
    qt.setApplicationName("Placet")
    qt.setDesktopFileName("placet")
    qt.setWindowIcon(program_icon())
    qt.setQuitOnLastWindowClosed(False)
    if raise_first(opening.folder.root, opening.task_id):
        return 0
    opening.folder.prepare()
    look, spoken = _appearance(opening.folder.settings)
    language.speak(qt, spoken)
    theme = Theme(qt, look)
    window = MainWindow(theme, FirstInbox(theme, first_page.read(opening.folder.ledger)))
    window.showMinimized() if opening.minimized else window.show()
    _paint(window)
    life = importlib.import_module("placet_gui.life")
    code: int = life.live(opening, window, theme)
    return code


def _appearance(settings: Path) -> tuple[Choice, str]:
    """The look and the language that the owner's file asks for. Whether all of it fits is said when it is loaded."""
    with suppress(OSError, ValueError, AttributeError):  # no file, no TOML, no such word, no table
        text = settings.read_text(encoding="utf-8")
        wanted = importlib.import_module("tomllib").loads(text).get("appearance", {})
        return Choice(wanted.get("theme", Choice.SYSTEM)), str(wanted.get("language", language.SYSTEM))
    return Choice.SYSTEM, language.SYSTEM


def _paint(window: QWidget) -> None:
    """Let the window appear before anything else is done."""
    until = time.monotonic() + _LONGEST_PAINT_S
    while time.monotonic() < until:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents, 5)
        if (shown := window.windowHandle()) is not None and shown.isExposed():
            break
    QApplication.processEvents()

"""Starts the console and stops it: the window is on the screen first, the engine comes up behind it.

Nothing here may import the engine at the top: that takes longer than a window does (PERFORMANCE 4).
Stop order: the window hides, the bridge lets go of the engine, the engine closes (it refuses new commands,
stops HTTP, drains, closes the ledger), Qt quits.
"""

from __future__ import annotations

import asyncio
import gc
import importlib
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from PySide6.QtWidgets import QApplication

from placet.cli.failures import EXPECTED, as_failure, sentence
from placet.cli.log_file import start_log, stop_log
from placet.folder import DataFolder
from placet.settings import Settings
from placet_gui.instance import FirstInstance, raise_first
from placet_gui.qtloop import QtLoop
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.main_window import MainWindow

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Opening:
    """How the console is opened: the data folder, HTTP and its port (None: as set), the window, a demo."""

    folder: DataFolder
    http: bool = True
    port: int | None = None
    minimized: bool = False
    demo: Any = None  # a `placet.cli.demo.Demo`


def main(opening: Opening) -> int:
    """Open the console; what keeps it from opening is one sentence on stderr and an exit code."""
    try:
        return run(opening)
    except EXPECTED as error:
        failure = as_failure(error)
        sys.stderr.write(f"{sentence(failure)}\n")
        return failure.exit_code


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
        LedgerDamaged, SettingsError, FolderError: the folder can't be opened; nothing was changed.
        Failure: `PLACET_LOG` isn't a level.
    """
    qt = QApplication.instance() or QApplication(["placet"])
    assert isinstance(qt, QApplication)  # noqa: S101  # nobody else made another kind in this process
    qt.setApplicationName("Placet")
    qt.setDesktopFileName("placet")
    qt.setQuitOnLastWindowClosed(False)
    if raise_first(opening.folder.root):
        return 0
    opening.folder.prepare()
    settings = Settings.load(opening.folder.settings)
    log = start_log(opening.folder, settings)
    try:
        with asyncio.Runner(loop_factory=QtLoop) as runner:
            runner.run(_live(opening, Theme(qt, Choice(settings.text("appearance.theme")))))
    finally:
        stop_log(log)
    return 0


async def _live(opening: Opening, theme: Theme) -> None:
    closed = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, closed.set)
    window = MainWindow(theme)
    window.closed.connect(closed.set)
    window.showMinimized() if opening.minimized else window.show()
    await asyncio.sleep(0.001)  # one turn of Qt's loop, in which the window is painted
    engine = await _on_a_thread(_open_engine, opening.folder)
    try:
        if not closed.is_set():
            await _stay(opening, window, theme, engine, closed)
    finally:
        window.close()
        opening.folder.remove_service()
        await _on_a_thread(engine.close)


def _open_engine(folder: DataFolder) -> Any:
    return importlib.import_module("placet.app").open(folder.root)


async def _on_a_thread(work: Callable[..., T], *arguments: Any) -> T:
    """Do something that takes a while on a thread, so that the window stays alive meanwhile."""
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="console") as thread:
        return await asyncio.wrap_future(thread.submit(work, *arguments))


async def _stay(
    opening: Opening, window: MainWindow, theme: Theme, engine: Any, closed: asyncio.Event
) -> None:
    app = importlib.import_module("placet_gui.app")
    first = FirstInstance(opening.folder.root, window)
    first.raise_asked.connect(window.come_forward)
    app.furnish(window, theme, engine, asyncio.get_running_loop())
    if opening.http:
        app.begin_http(engine, opening.folder, opening.port, window)
    if opening.demo is not None:
        app.begin_demo(engine, opening.demo, window)
    gc.collect()
    gc.freeze()  # what start-up made lives until the end; a collector that skips it stalls the window less
    await closed.wait()
    first.close()

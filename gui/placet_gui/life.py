"""The console's life behind its window: the engine comes up, the pages come in, and at the end all of it stops.

Stop order: the window hides, the bridge lets go of the engine, the engine closes (it refuses new commands,
stops HTTP, drains, closes the ledger), Qt quits.
"""

from __future__ import annotations

import asyncio
import importlib
import signal
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, TypeVar

from placet import collector
from placet.cli.log_file import start_log, stop_log
from placet.folder import DataFolder
from placet.settings import Settings
from placet_gui import mistakes
from placet_gui.first_instance import FirstInstance
from placet_gui.opening import Opening
from placet_gui.qtloop import QtLoop
from placet_gui.theme.motion import Motion
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.main_window import MainWindow
from placet_gui.words import translate

T = TypeVar("T")
_BREATH_S: Final = 0.02  # between two pages what the owner does comes first
_TURN_S: Final = 0.001
"""How long a thread of the engine's keeps Python to itself while the window waits; the stock value is five times that.

A window that moves calls Qt some dozens of times in a frame, and may wait anew at each.
"""


def settle_down() -> None:
    """Start-up is over: from here on the window's thread waits as little as possible for what the engine does."""
    collector.settle()
    sys.setswitchinterval(_TURN_S)


def live(opening: Opening, window: MainWindow, theme: Theme) -> int:
    """Fill the window that is shown, and stay until it is closed; answer the exit code.

    Raises:
        What `start.run` says.
    """
    settings = Settings.load(opening.folder.settings)
    theme.apply(Choice(settings.text("appearance.theme")))
    theme.apply_motion(Motion(settings.text("appearance.motion")))
    log = start_log(opening.folder, settings)
    try:
        with asyncio.Runner(loop_factory=QtLoop) as runner, mistakes.told(window.show_notice):
            runner.run(_live(opening, window, theme))
    finally:
        stop_log(log)
    return 0


async def _live(opening: Opening, window: MainWindow, theme: Theme) -> None:
    closed = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, closed.set)
    window.closed.connect(closed.set)
    if not window.isVisible():
        closed.set()  # it was closed before anybody listened
    engine = await _opened(opening.folder, window, theme, closed)
    try:
        if engine is not None and not closed.is_set():
            await _stay(opening, window, theme, engine, closed)
    finally:
        window.close()
        if engine is not None:
            opening.folder.remove_service()
            await _on_a_thread(engine.close)


async def _opened(folder: DataFolder, window: MainWindow, theme: Theme, closed: asyncio.Event) -> Any:
    """The engine; None when the ledger is damaged and the owner closes the window over it (DECISIONS W6).

    Nothing of a damaged ledger is changed, however often it is tried.
    """
    damage: Damage | None = None
    while True:
        try:
            return await _on_a_thread(_open_engine, folder)
        except importlib.import_module("placet.api").LedgerDamaged as error:
            if damage is None:
                damage = Damage(window, theme)
                settle_down()  # the owner may leave it open for days
            damage.tell(error.message)
        if not await damage.is_tried_again(closed):
            return None


class Damage:
    """What the window shows while the ledger stays closed: the doctor's page with this one finding."""

    def __init__(self, window: MainWindow, theme: Theme) -> None:
        self._page = importlib.import_module("placet_gui.views.doctor_page").DoctorPage(
            theme, translate("Damage", "Open again")
        )
        self._asked = asyncio.Event()
        self._page.look_asked.connect(self._asked.set)
        window.open_with(self._page)

    def tell(self, what: str) -> None:
        """Say what is wrong, and what to do."""
        self._page.show_examination(importlib.import_module("placet.api.doctor").damaged(what))
        self._page.set_looking(False)

    async def is_tried_again(self, closed: asyncio.Event) -> bool:
        """Wait until the owner has it opened again, or closes the window: False."""
        self._asked.clear()
        waits = [asyncio.ensure_future(it.wait()) for it in (self._asked, closed)]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        self._page.set_looking(True)
        return not closed.is_set()


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
    first.task_asked.connect(window.task_linked)
    app.furnish(window, theme, engine, asyncio.get_running_loop())
    if opening.http:
        app.begin_http(engine, opening.folder, opening.port, window)
    app.begin_presence(window, opening.folder)
    if opening.task_id is not None:
        window.task_linked.emit(opening.task_id)
    if opening.demo is None:
        app.begin_first_steps(window)
    else:
        app.begin_demo(engine, opening.demo, window)
    for _ in iter(window.make_page, False):
        await asyncio.sleep(_BREATH_S)
    settle_down()
    await closed.wait()
    first.close()

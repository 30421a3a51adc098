"""Assembles the console: look, bridge, presenters, pages, window; starts and stops it.

Stop order: the window hides, the bridge lets go of the engine, the engine closes (it refuses new commands,
stops HTTP, drains, closes the ledger), Qt quits.
"""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtWidgets import QApplication, QWidget

from placet import app as engine_app
from placet.api import DataFolderInUse, Engine, PlacetError, Via
from placet.api.queries import GetSettings
from placet.cli import demo
from placet.cli.failures import as_failure, sentence
from placet.folder import DataFolder, FolderError
from placet.settings import SettingsError
from placet_gui.actions import ActionId
from placet_gui.bridge import Bridge
from placet_gui.instance import FirstInstance, raise_first
from placet_gui.presenters.agents import AgentsPresenter
from placet_gui.presenters.approvals import Approvals
from placet_gui.presenters.clock import Clock, QtClock
from placet_gui.presenters.overview import Overview
from placet_gui.presenters.settings import THEME_KEY, SettingsPresenter
from placet_gui.presenters.tasks import TasksPresenter
from placet_gui.qtloop import QtLoop
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.agents_page import AgentsPage
from placet_gui.views.inbox_page import InboxPage
from placet_gui.views.main_window import MainWindow
from placet_gui.views.settings_page import SettingsPage
from placet_gui.views.tasks_panel import TasksPage


def build(
    engine: Engine,
    settings: Mapping[str, Any] | None = None,
    loop: QtLoop | None = None,
    clock: Clock | None = None,
) -> MainWindow:
    """Make the wired window of an engine; no event loop is started and nothing is shown yet.

    `settings` stands in for single values of the engine's settings, by key. Needs a `QApplication`; may be
    called more than once, for the same engine too (interfaces 5, case 75k). Closing the window lets go of the
    engine and doesn't close it. `clock` is what approving is armed by.
    """
    qt = QApplication.instance()
    if not isinstance(qt, QApplication):
        raise RuntimeError("a QApplication is needed before the window")
    values = {row.key: row.value for row in engine.query(GetSettings())} | dict(settings or {})
    theme = _theme(qt, Choice(values[THEME_KEY]))
    bridge = Bridge(engine, engine_app.owner_authority(Via.WINDOW), loop)
    return _Assembly(bridge, theme, clock or QtClock()).window


def _theme(qt: QApplication, choice: Choice) -> Theme:
    """The one look of the program: a second window shares it."""
    theme = qt.findChild(Theme)
    if theme is None:
        return Theme(qt, choice)
    theme.apply(choice)
    return theme


class _Assembly:
    """The parts of one window. Every QObject ends up below the window and goes with it."""

    def __init__(self, bridge: Bridge, theme: Theme, clock: Clock) -> None:
        self._bridge = bridge
        self._theme = theme
        self._approvals = Approvals(bridge, clock)
        self._tasks = TasksPresenter(bridge)
        self._agents = AgentsPresenter(bridge)
        self._settings = SettingsPresenter(bridge)
        self._overview = Overview(bridge)
        self.window = MainWindow(theme)
        self._fill()
        for part in (bridge, self._approvals, self._tasks, self._agents, self._settings, self._overview):
            part.setParent(self.window)
        self._connect()
        self._overview.refresh()

    def _fill(self) -> None:
        actions = self.window.actions_by_id
        self._inbox_page = InboxPage(self._approvals, self._theme, actions)
        self._tasks_page = TasksPage(self._tasks, self._theme, actions[ActionId.SEARCH])
        self._agents_page = AgentsPage(self._agents, self._theme)
        pages: dict[ActionId, QWidget] = {
            ActionId.SHOW_INBOX: self._inbox_page,
            ActionId.SHOW_TASKS: self._tasks_page,
            ActionId.SHOW_AGENTS: self._agents_page,
            ActionId.SHOW_SETTINGS: SettingsPage(self._settings, self._theme),
        }
        self.window.set_pages(pages)

    def _connect(self) -> None:
        self._bridge.failed.connect(self.window.show_notice)
        self._overview.waiting_changed.connect(self.window.set_waiting)
        self._overview.agents_changed.connect(self.window.set_agents)
        self._agents_page.task_asked.connect(self._show_task)
        self._tasks_page.decide_asked.connect(self._show_request)
        self._settings.theme_changed.connect(self._apply_theme)
        self.window.stop_all_requested.connect(self._overview.stop_all)
        self.window.closed.connect(self._bridge.close)
        # The window keeps this object, whose methods are slots of its signals.
        self.window.assembly = self

    def _show_request(self, task_id: str) -> None:
        self.window.show_page(ActionId.SHOW_INBOX)
        self._inbox_page.open_task(task_id)

    def _show_task(self, task_id: str) -> None:
        self.window.show_page(ActionId.SHOW_TASKS)
        self._tasks_page.open_task(task_id)

    def _apply_theme(self, choice: str) -> None:
        self._theme.apply(Choice(choice))


@dataclass(frozen=True, kw_only=True)
class Opening:
    """How the console is opened: the data folder, HTTP and its port (None: as set), the window, the demo."""

    folder: DataFolder
    http: bool = True
    port: int | None = None
    minimized: bool = False
    demo: demo.Demo | None = None


def main(opening: Opening) -> int:
    """Open the console; what keeps it from opening is one sentence on stderr and an exit code."""
    try:
        return run(opening)
    except (PlacetError, SettingsError, FolderError) as error:
        failure = as_failure(error)
        sys.stderr.write(f"{sentence(failure)}\n")
        return failure.exit_code


def main_demo() -> int:
    """Open the console on a fresh folder, which is printed and shown, in which the demo's agent starts at once."""
    prepared = demo.prepare(demo.new_base())
    demo.announce(prepared)
    return main(Opening(folder=DataFolder(root=prepared.data), demo=prepared))


def run(opening: Opening) -> int:
    """Open the console and stay until its window is closed; answer the exit code. Makes the `QApplication`.

    Raises:
        DataFolderInUse: another process holds the folder and has no window that could be raised.
        LedgerDamaged, SettingsError, FolderError: the folder can't be opened; nothing was changed.
    """
    qt = QApplication.instance() or QApplication(["placet"])
    assert isinstance(qt, QApplication)  # noqa: S101  # nobody else made another kind in this process
    qt.setApplicationName("Placet")
    qt.setDesktopFileName("placet")
    qt.setQuitOnLastWindowClosed(False)
    opening.folder.prepare()
    try:
        engine = engine_app.open(opening.folder.root)
    except DataFolderInUse:
        if raise_first(opening.folder.root):
            return 0
        raise
    try:
        with asyncio.Runner(loop_factory=QtLoop) as runner:
            runner.run(_live(engine, opening))
    finally:
        engine.close()
    return 0


async def _live(engine: Engine, opening: Opening) -> None:
    closed = asyncio.Event()
    loop = asyncio.get_running_loop()
    assert isinstance(loop, QtLoop)  # noqa: S101  # made so by `run`
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, closed.set)
    window = build(engine, loop=loop)
    window.closed.connect(closed.set)
    first = FirstInstance(opening.folder.root, window)
    first.raise_asked.connect(window.come_forward)
    window.showMinimized() if opening.minimized else window.show()
    _begin(engine, opening, window)
    gc.collect()
    gc.freeze()  # what start-up made lives until the end; a collector that skips it stalls the window less
    await closed.wait()
    window.close()
    first.close()
    opening.folder.remove_service()


def _begin(engine: Engine, opening: Opening, window: MainWindow) -> None:
    """Start what the owner asked for beside the window. A port that is taken is a notice, not the end."""
    if opening.http:
        try:
            url = engine_app.serve_http(engine, None, opening.port)
        except PlacetError as error:
            window.show_notice(window.tr("HTTP is off: {0}").format(error.message))
        else:
            opening.folder.write_service(url, os.getpid())
            window.set_api(url.removeprefix("http://"))
    if opening.demo is not None:
        demo.start(engine, opening.demo)
        told = window.tr("This demo keeps its data in {0} and its agent's files in {1}.")
        window.show_word(told.format(opening.demo.data, opening.demo.folder))

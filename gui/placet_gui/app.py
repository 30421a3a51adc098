"""Assembles the console: look, bridge, presenters, pages, window; starts and stops it.

Stop order: the window hides, the bridge lets go of the engine, the engine closes (it refuses new commands, stops
HTTP, drains, closes the ledger), Qt quits.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QApplication, QWidget

from placet import app as engine_app
from placet.api import Engine, Via
from placet.api.queries import GetSettings
from placet.folder import DataFolder
from placet_gui.actions import ActionId
from placet_gui.bridge import Bridge
from placet_gui.instance import FirstInstance, raise_first
from placet_gui.presenters.agents import AgentsPresenter
from placet_gui.presenters.overview import Overview
from placet_gui.presenters.settings import SettingsPresenter
from placet_gui.presenters.tasks import TasksPresenter
from placet_gui.qtloop import QtLoop
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.agents_page import AgentsPage
from placet_gui.views.main_window import MainWindow
from placet_gui.views.settings_page import SettingsPage
from placet_gui.views.tasks_panel import TasksPage

THEME_SETTING = "appearance.theme"
_FREE_COLLECTION = 10_000


def build(
    engine: Engine, settings: Mapping[str, Any] | None = None, loop: QtLoop | None = None
) -> MainWindow:
    """Make the wired window of an engine; no event loop is started and nothing is shown yet.

    `settings` stands in for single values of the engine's settings, by key. Needs a `QApplication`; may be called
    more than once, for the same engine too (interfaces 5, case 75k). Closing the window lets go of the engine
    and doesn't close it.
    """
    qt = QApplication.instance()
    if not isinstance(qt, QApplication):
        raise RuntimeError("a QApplication is needed before the window")
    values = {row.key: row.value for row in engine.query(GetSettings())} | dict(settings or {})
    theme = _theme(qt, Choice(values[THEME_SETTING]))
    bridge = Bridge(engine, engine_app.owner_authority(Via.WINDOW), loop)
    return _Assembly(bridge, theme).window


def _theme(qt: QApplication, choice: Choice) -> Theme:
    """The one look of the program: a second window shares it."""
    theme = qt.findChild(Theme)
    if theme is None:
        return Theme(qt, choice)
    theme.apply(choice)
    return theme


class _Assembly:
    """The parts of one window. Every QObject ends up below the window and goes with it."""

    def __init__(self, bridge: Bridge, theme: Theme) -> None:
        self._bridge = bridge
        self._theme = theme
        self._tasks = TasksPresenter(bridge)
        self._agents = AgentsPresenter(bridge)
        self._settings = SettingsPresenter(bridge)
        self._overview = Overview(bridge)
        self.window = MainWindow(theme)
        self._fill()
        for part in (bridge, self._tasks, self._agents, self._settings, self._overview):
            part.setParent(self.window)
        self._connect()
        self._overview.refresh()

    def _fill(self) -> None:
        actions = self.window.actions_by_id
        self._tasks_page = TasksPage(self._tasks, self._theme, actions[ActionId.SEARCH])
        self._agents_page = AgentsPage(self._agents, self._theme)
        pages: dict[ActionId, QWidget] = {
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
        self._settings.theme_changed.connect(self._apply_theme)
        self.window.stop_all_requested.connect(self._overview.stop_all)
        self.window.closed.connect(self._bridge.close)
        # The window keeps this object, whose methods are slots of its signals.
        self.window.assembly = self

    def _show_task(self, task_id: str) -> None:
        self.window.show_page(ActionId.SHOW_TASKS)
        self._tasks_page.open_task(task_id)

    def _apply_theme(self, choice: str) -> None:
        self._theme.apply(Choice(choice))

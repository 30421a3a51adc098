"""Assembles the console: look, bridge, presenters, pages, window; and what starts beside it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtWidgets import QApplication, QWidget

from placet import app as engine_app
from placet.api import Engine, PlacetError, Via
from placet.api.queries import GetSettings
from placet.cli import demo
from placet.folder import DataFolder
from placet_gui.actions import ActionId
from placet_gui.bridge import Bridge
from placet_gui.presence.autostart import Autostart
from placet_gui.presence.presence import DO_NOT_DISTURB, Presence
from placet_gui.presence.tray import Tray
from placet_gui.presenters.accounts import AccountsPresenter
from placet_gui.presenters.activity import ActivityPresenter
from placet_gui.presenters.agent_rooms import AgentRooms
from placet_gui.presenters.agents import AgentsPresenter
from placet_gui.presenters.approvals import Approvals
from placet_gui.presenters.channels import ChannelsPresenter
from placet_gui.presenters.clock import Clock, QtClock
from placet_gui.presenters.doctor import DoctorPresenter
from placet_gui.presenters.flood_answers import FloodAnswers
from placet_gui.presenters.generations import GenerationsPresenter
from placet_gui.presenters.grants import GrantsPresenter
from placet_gui.presenters.links import LinkWatch
from placet_gui.presenters.overview import Overview
from placet_gui.presenters.settings import THEME_KEY, SettingsPresenter
from placet_gui.presenters.step_up import StepUp
from placet_gui.presenters.task_exports import TaskExports
from placet_gui.presenters.tasks import TasksPresenter
from placet_gui.presenters.tokens import TokensPresenter
from placet_gui.presenters.workflows import WorkflowsPresenter
from placet_gui.qtloop import QtLoop
from placet_gui.reauthentication import Reauthentication
from placet_gui.screen_lock import ScreenLock
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.activity_page import ActivityPage
from placet_gui.views.agents_page import AgentsPage
from placet_gui.views.doctor_page import DoctorPage
from placet_gui.views.generations_page import GenerationsPage
from placet_gui.views.grants_page import GrantsPage
from placet_gui.views.inbox_page import InboxPage
from placet_gui.views.link_notice import LinkNotice
from placet_gui.views.main_window import MainWindow
from placet_gui.views.settings_page import SettingsPage
from placet_gui.views.tasks_panel import TasksPage
from placet_gui.views.token_notice import TokenNotice
from placet_gui.views.workflows_page import WorkflowsPage


def build(
    engine: Engine,
    settings: Mapping[str, Any] | None = None,
    loop: QtLoop | None = None,
    clock: Clock | None = None,
    lock: ScreenLock | None = None,
) -> MainWindow:
    """Make the wired window of an engine; no event loop is started and nothing is shown yet.

    `settings` stands in for `appearance.theme`, the one setting that is asked before there is a window. Needs a
    `QApplication`; may be called more than once, for the same engine too (interfaces 5, case 75k). Closing the
    window lets go of the engine and doesn't close it. `clock` is what approving is armed by,
    and `lock` says whether the session is locked; by default that of the session that this process is in.
    """
    qt = QApplication.instance()
    if not isinstance(qt, QApplication):
        raise RuntimeError("a QApplication is needed before the window")
    values = {row.key: row.value for row in engine.query(GetSettings())} | dict(settings or {})
    theme = _theme(qt, Choice(values[THEME_KEY]))
    window = MainWindow(theme)
    furnish(window, theme, engine, loop, clock, lock)
    while window.make_page():
        pass  # an embedding program may look for any page at once
    return window


def furnish(
    window: MainWindow,
    theme: Theme,
    engine: Engine,
    loop: QtLoop | None = None,
    clock: Clock | None = None,
    lock: ScreenLock | None = None,
) -> None:
    """Put the pages of an engine into a window that has none yet, and wire them."""
    bridge = Bridge(engine, engine_app.owner_authority(Via.WINDOW), loop)
    # The window keeps the assembly, whose methods are slots of its signals.
    window.assembly = _Assembly(window, bridge, theme, clock or QtClock(), lock or ScreenLock())


def begin_http(engine: Engine, folder: DataFolder, port: int | None, window: MainWindow) -> None:
    """Start the HTTP interface and tell clients where. A port that is taken is a notice, not the end."""
    try:
        url = engine_app.serve_http(engine, None, port)
    except PlacetError as error:
        window.show_notice(window.tr("HTTP is off: {0}").format(error.message))
        return
    folder.write_service(url, os.getpid(), engine.service_secret)
    window.set_api(url.removeprefix("http://"))


def begin_presence(window: MainWindow) -> None:
    """Have the desktop know of this window: the tray, notifications, starting with the session."""
    assembly = window.assembly
    assert isinstance(assembly, _Assembly)  # noqa: S101  # `furnish` put it there
    assembly.begin_presence()


def begin_demo(engine: Engine, prepared: demo.Demo, window: MainWindow) -> None:
    """Start the demo's agent and say where its files are."""
    demo.start(engine, prepared)
    told = window.tr("This demo keeps its data in {0} and its agent's files in {1}.")
    window.show_word(told.format(prepared.data, prepared.folder))


def _theme(qt: QApplication, choice: Choice) -> Theme:
    """The one look of the program: a second window shares it."""
    theme = qt.findChild(Theme)
    if theme is None:
        return Theme(qt, choice)
    theme.apply(choice)
    return theme


class _Assembly:
    """The parts of one window. Every QObject ends up below the window and goes with it."""

    def __init__(
        self, window: MainWindow, bridge: Bridge, theme: Theme, clock: Clock, lock: ScreenLock
    ) -> None:
        self.window = window
        self._bridge = bridge
        self._theme = theme
        self._lock = lock
        self._step_up = StepUp(bridge, Reauthentication())
        self._approvals = Approvals(bridge, clock, lock, self._step_up)
        self._flood_answers = FloodAnswers(bridge, lock)
        self._tasks = TasksPresenter(bridge)
        self._task_exports = TaskExports(bridge)
        self._agents = AgentsPresenter(bridge)
        self._agent_rooms = AgentRooms(bridge, clock)
        self._generations = GenerationsPresenter(bridge)
        self._workflows = WorkflowsPresenter(bridge)
        self._grants = GrantsPresenter(bridge, clock)
        self._doctor = DoctorPresenter(bridge)
        self._activity = ActivityPresenter(bridge)
        self._settings = SettingsPresenter(bridge)
        self._tokens = TokensPresenter(bridge)
        self._channels = ChannelsPresenter(bridge)
        self._accounts = AccountsPresenter(bridge)
        self._overview = Overview(bridge)
        self._links = LinkWatch(bridge)
        self._fill()
        for part in (
            bridge,
            lock,
            self._step_up,
            self._approvals,
            self._flood_answers,
            self._tasks,
            self._task_exports,
            self._agents,
            self._agent_rooms,
            self._generations,
            self._workflows,
            self._grants,
            self._doctor,
            self._activity,
            self._settings,
            self._tokens,
            self._channels,
            self._accounts,
            self._overview,
            self._links,
        ):
            part.setParent(self.window)
        self._connect()
        self._overview.refresh()
        self._links.refresh()
        self._tokens.refresh()

    def _fill(self) -> None:
        actions = self.window.actions_by_id
        self._inbox_page = InboxPage(self._approvals, self._flood_answers, self._theme, actions)
        makers: dict[ActionId, Callable[[], QWidget]] = {
            ActionId.SHOW_INBOX: lambda: self._inbox_page,
            ActionId.SHOW_TASKS: self._made_tasks_page,
            ActionId.SHOW_AGENTS: self._made_agents_page,
            ActionId.SHOW_GENERATIONS: self._made_generations_page,
            ActionId.SHOW_WORKFLOWS: self._made_workflows_page,
            ActionId.SHOW_GRANTS: lambda: GrantsPage(self._grants, self._theme, actions[ActionId.SEARCH]),
            ActionId.SHOW_DOCTOR: self._made_doctor_page,
            ActionId.SHOW_ACTIVITY: self._made_activity_page,
            ActionId.SHOW_SETTINGS: lambda: SettingsPage(
                self._settings,
                self._tokens,
                self._channels,
                self._accounts,
                self._theme,
                lock_is_known=self._lock.is_known,
            ),
        }
        self.window.set_pages(makers)
        self._token_notice = TokenNotice(self._theme)
        self._link_notice = LinkNotice(self._theme)
        self.window.add_strip(self._token_notice)
        self.window.add_strip(self._link_notice)

    def _made_tasks_page(self) -> TasksPage:
        search = self.window.actions_by_id[ActionId.SEARCH]
        self._tasks_page = TasksPage(self._tasks, self._task_exports, self._theme, search)
        self._tasks_page.decide_asked.connect(self._show_request)
        return self._tasks_page

    def _made_agents_page(self) -> AgentsPage:
        self._agents_page = AgentsPage(self._agents, self._agent_rooms, self._theme)
        self._agents_page.task_asked.connect(self._show_task)
        return self._agents_page

    def _made_generations_page(self) -> GenerationsPage:
        search = self.window.actions_by_id[ActionId.SEARCH]
        self._generations_page = GenerationsPage(self._generations, self._theme, search)
        self._generations_page.conversation_asked.connect(self._show_conversation)
        return self._generations_page

    def _made_workflows_page(self) -> WorkflowsPage:
        search = self.window.actions_by_id[ActionId.SEARCH]
        self._workflows_page = WorkflowsPage(self._workflows, self._theme, search)
        self._workflows_page.conversation_asked.connect(self._show_conversation)
        self._workflows_page.task_asked.connect(self._show_task)
        self._workflows_page.generation_asked.connect(self._show_generation)
        return self._workflows_page

    def _made_doctor_page(self) -> DoctorPage:
        page = DoctorPage(self._theme)
        page.look_asked.connect(self._doctor.look)
        page.seen.connect(self._doctor.set_shown)
        page.workflow_asked.connect(self._show_workflow)
        page.check_asked.connect(self._doctor.check)
        self._doctor.examined.connect(page.show_examination)
        self._doctor.looking_changed.connect(page.set_looking)
        return page

    def _made_activity_page(self) -> ActivityPage:
        page = ActivityPage(self._activity, self._theme, self.window.actions_by_id[ActionId.SEARCH])
        page.task_asked.connect(self._show_task)
        return page

    def _connect(self) -> None:
        self._bridge.failed.connect(self.window.show_notice)
        self._overview.waiting_changed.connect(self.window.set_waiting)
        self._overview.agents_changed.connect(self.window.set_agents)
        self._links.links_read.connect(self.window.set_links)
        self._settings.theme_changed.connect(self._apply_theme)
        self._tokens.unconfirmed_read.connect(self._token_notice.show_tokens)
        self._token_notice.keep_asked.connect(self._tokens.keep)
        self._token_notice.revoke_asked.connect(self._tokens.revoke)
        self.window.task_linked.connect(self._link_notice.tell)
        self._link_notice.show_asked.connect(self._show_task)
        self.window.stop_all_requested.connect(self._overview.stop_all)
        self.window.closed.connect(self._task_exports.stop)
        self.window.closed.connect(self._bridge.close)

    def begin_presence(self) -> None:
        """Show this window's count in the tray, and so on. For a program of its own; an embedding one has its own."""
        tray = Tray(self._theme.tokens, self.window)
        tray.opened.connect(self.window.come_forward)
        tray.quit_chosen.connect(self.window.close)
        tray.quiet_chosen.connect(self._be_quiet)
        presence = Presence(self.window, tray, Autostart())
        presence.failed.connect(self.window.show_notice)
        self._settings.settings_read.connect(presence.follow_settings)
        self._overview.waiting_changed.connect(presence.follow_count)
        self._settings.refresh()

    def _be_quiet(self, quiet: bool) -> None:
        self._settings.change(DO_NOT_DISTURB, quiet)

    def _show_request(self, task_id: str) -> None:
        self.window.show_page(ActionId.SHOW_INBOX)
        self._inbox_page.open_task(task_id)

    def _show_task(self, task_id: str) -> None:
        self.window.show_page(ActionId.SHOW_TASKS)
        self._tasks_page.open_task(task_id)

    def _show_generation(self, task_id: str) -> None:
        self.window.show_page(ActionId.SHOW_GENERATIONS)
        self._generations_page.open_generation(task_id)

    def _show_workflow(self, workflow_id: str, operation_id: str) -> None:
        self.window.show_page(ActionId.SHOW_WORKFLOWS)
        if operation_id:
            self._workflows_page.open_operation(workflow_id, operation_id)
        else:
            self._workflows_page.open_workflow(workflow_id)

    def _show_conversation(self, agent_id: str, conversation_id: str) -> None:
        self.window.show_page(ActionId.SHOW_AGENTS)
        self._agents_page.open_conversation(agent_id, conversation_id)

    def _apply_theme(self, choice: str) -> None:
        self._theme.apply(Choice(choice))

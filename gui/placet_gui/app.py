"""Assembles the console: look, bridge, presenters, pages, window; and what starts beside it."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QApplication, QWidget

from placet import app as engine_app
from placet.api import Engine, PlacetError, Via
from placet.api.queries import GetSettings
from placet.api.views import AgentRow
from placet.folder import DataFolder, default_folder
from placet_gui import language
from placet_gui.actions import ActionId
from placet_gui.bridge import Bridge
from placet_gui.presence.autostart import Autostart
from placet_gui.presence.presence import DO_NOT_DISTURB, Presence
from placet_gui.presence.tray import Tray
from placet_gui.presenters.accounts import AccountsPresenter
from placet_gui.presenters.activity import ActivityPresenter
from placet_gui.presenters.agent_rooms import AgentRooms
from placet_gui.presenters.agents import AgentsPresenter
from placet_gui.presenters.announcements import Announcements
from placet_gui.presenters.approvals import Approvals
from placet_gui.presenters.channels import ChannelsPresenter
from placet_gui.presenters.clock import Clock, QtClock
from placet_gui.presenters.diff_choice import DiffChoice
from placet_gui.presenters.doctor import DoctorPresenter
from placet_gui.presenters.first_steps import FirstStepsPresenter
from placet_gui.presenters.flood_answers import FloodAnswers
from placet_gui.presenters.generations import GenerationsPresenter
from placet_gui.presenters.grants import GrantsPresenter
from placet_gui.presenters.links import LinkWatch
from placet_gui.presenters.overview import Overview
from placet_gui.presenters.settings import LANGUAGE_KEY, MOTION_KEY, THEME_KEY, SettingsPresenter
from placet_gui.presenters.statistics import StatisticsPresenter
from placet_gui.presenters.step_up import StepUp
from placet_gui.presenters.task_exports import TaskExports
from placet_gui.presenters.tasks import TasksPresenter
from placet_gui.presenters.tokens import TokensPresenter
from placet_gui.presenters.workflows import WorkflowsPresenter
from placet_gui.qtloop import QtLoop
from placet_gui.reauthentication import Reauthentication
from placet_gui.said import said
from placet_gui.screen_lock import ScreenLock
from placet_gui.texts import NOTES, word
from placet_gui.theme.motion import Motion
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.inbox_page import InboxPage
from placet_gui.views.link_notice import LinkNotice
from placet_gui.views.main_window import MainWindow
from placet_gui.views.token_notice import TokenNotice
from placet_gui.words import translate

if TYPE_CHECKING:
    from placet.cli import demo
    from placet_gui.views.access_page import AccessPage
    from placet_gui.views.accounts_page import AccountsPage
    from placet_gui.views.activity_page import ActivityPage
    from placet_gui.views.agents_page import AgentsPage
    from placet_gui.views.doctor_page import DoctorPage
    from placet_gui.views.first_steps_page import FirstStepsPage
    from placet_gui.views.generations_page import GenerationsPage
    from placet_gui.views.grants_page import GrantsPage
    from placet_gui.views.settings_page import SettingsPage
    from placet_gui.views.statistics_page import StatisticsPage
    from placet_gui.views.tasks_panel import TasksPage
    from placet_gui.views.workflows_page import WorkflowsPage

Part = TypeVar("Part", bound=QObject)


def build(
    engine: Engine,
    settings: Mapping[str, Any] | None = None,
    loop: QtLoop | None = None,
    clock: Clock | None = None,
    lock: ScreenLock | None = None,
) -> MainWindow:
    """Make the wired window of an engine; no event loop is started and nothing is shown yet.

    `settings` stands in for `appearance.theme` and `appearance.language`, which are asked before there is a window. Needs a
    `QApplication`; may be called more than once, for the same engine too (interfaces 5, case 75k). Closing the
    window lets go of the engine and doesn't close it. `clock` is what approving is armed by,
    and `lock` says whether the session is locked; by default that of the session that this process is in.
    """
    qt = QApplication.instance()
    if not isinstance(qt, QApplication):
        raise RuntimeError("a QApplication is needed before the window")
    values = {row.key: row.value for row in engine.query(GetSettings())} | dict(settings or {})
    language.speak(qt, str(values[LANGUAGE_KEY]))
    theme = _theme(qt, Choice(values[THEME_KEY]))
    theme.apply_motion(Motion(values[MOTION_KEY]))
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
        window.show_notice(translate("app", "HTTP is off: {0}").format(said(error.message)))
        return
    folder.write_service(url, os.getpid(), engine.service_secret)
    window.set_api(url.removeprefix("http://"))


def begin_presence(window: MainWindow, folder: DataFolder) -> None:
    """Have the desktop know of this window: the tray, notifications, starting with the session on this data folder."""
    assembly = window.assembly
    assert isinstance(assembly, _Assembly)  # noqa: S101  # `furnish` put it there
    assembly.begin_presence(folder.root)


def begin_first_steps(window: MainWindow) -> None:
    """Show three ways to begin where there is no agent yet. For a program of its own; an embedding one has its own."""
    assembly = window.assembly
    assert isinstance(assembly, _Assembly)  # noqa: S101  # `furnish` put it there
    assembly.greet()


def begin_demo(engine: Engine, prepared: demo.Demo, window: MainWindow) -> None:
    """Start the demo's agent and say where its files are."""
    from placet.cli import demo  # noqa: PLC0415 - it brings a client of HTTP along, which no other start needs

    demo.start(engine, prepared)
    told = translate("app", "This demo keeps its data in {0} and its agent's files in {1}.")
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
        self.window, self._theme = window, theme
        self._bridge, self._lock = self._kept(bridge), self._kept(lock)
        self._step_up = self._kept(StepUp(bridge, Reauthentication()))
        self._diff_choice = self._kept(DiffChoice(bridge))
        self._approvals = self._kept(Approvals(bridge, clock, lock, self._step_up, self._diff_choice))
        self._flood_answers = self._kept(FloodAnswers(bridge, lock))
        self._tasks = self._kept(TasksPresenter(bridge, self._diff_choice))
        self._task_exports = self._kept(TaskExports(bridge))
        self._agents = self._kept(AgentsPresenter(bridge))
        self._agent_rooms = self._kept(AgentRooms(bridge, clock, lock, self._step_up, self._diff_choice))
        self._generations = self._kept(GenerationsPresenter(bridge))
        self._workflows = self._kept(WorkflowsPresenter(bridge))
        self._grants = self._kept(GrantsPresenter(bridge, clock))
        self._doctor = self._kept(DoctorPresenter(bridge))
        self._activity = self._kept(ActivityPresenter(bridge))
        self._statistics = self._kept(StatisticsPresenter(bridge))
        self._settings = self._kept(SettingsPresenter(bridge, self._step_up))
        self._tokens = self._kept(TokensPresenter(bridge))
        self._channels = self._kept(ChannelsPresenter(bridge))
        self._accounts = self._kept(AccountsPresenter(bridge))
        self._first_steps = self._kept(FirstStepsPresenter(bridge))
        self._overview = self._kept(Overview(bridge))
        self._announcements = self._kept(Announcements(bridge))
        self._links = self._kept(LinkWatch(bridge))
        self._fill()
        self._connect()
        self._overview.refresh()
        self._links.refresh()
        self._tokens.refresh()

    def _kept(self, part: Part) -> Part:
        part.setParent(self.window)
        return part

    def _fill(self) -> None:
        # The inbox is what the owner waits for. All other pages are loaded when they are made.
        actions = self.window.actions_by_id
        self._inbox_page = InboxPage(self._approvals, self._flood_answers, self._theme, actions)
        makers: dict[ActionId, Callable[[], QWidget]] = {
            ActionId.SHOW_INBOX: lambda: self._inbox_page,
            ActionId.SHOW_TASKS: self._made_tasks_page,
            ActionId.SHOW_AGENTS: self._made_agents_page,
            ActionId.SHOW_GENERATIONS: self._made_generations_page,
            ActionId.SHOW_WORKFLOWS: self._made_workflows_page,
            ActionId.SHOW_GRANTS: self._made_grants_page,
            ActionId.SHOW_DOCTOR: self._made_doctor_page,
            ActionId.SHOW_ACTIVITY: self._made_activity_page,
            ActionId.SHOW_STATISTICS: self._made_statistics_page,
            ActionId.SHOW_ACCOUNTS: self._made_accounts_page,
            ActionId.SHOW_ACCESS: self._made_access_page,
            ActionId.SHOW_SETTINGS: self._made_settings_page,
            ActionId.SHOW_FIRST_STEPS: self._made_first_steps_page,
        }
        self.window.set_pages(makers)
        self._token_notice = TokenNotice(self._theme)
        self._link_notice = LinkNotice(self._theme)
        self.window.add_strip(self._token_notice)
        self.window.add_strip(self._link_notice)

    def _made_tasks_page(self) -> TasksPage:
        from placet_gui.views.tasks_panel import TasksPage  # noqa: PLC0415 - see `_fill`

        search = self.window.actions_by_id[ActionId.SEARCH]
        self._tasks_page = TasksPage(self._tasks, self._task_exports, self._theme, search)
        self._tasks_page.decide_asked.connect(self._show_request)
        return self._tasks_page

    def _made_agents_page(self) -> AgentsPage:
        from placet_gui.views.agents_page import AgentsPage  # noqa: PLC0415 - see `_fill`

        self._agents_page = AgentsPage(self._agents, self._agent_rooms, self._theme)
        self._agents_page.task_asked.connect(self._show_task)
        self._agents_page.request_asked.connect(self._show_request)
        self._agents_page.inbox_asked.connect(self._show_inbox)
        return self._agents_page

    def _made_generations_page(self) -> GenerationsPage:
        from placet_gui.views.generations_page import GenerationsPage  # noqa: PLC0415 - see `_fill`

        search = self.window.actions_by_id[ActionId.SEARCH]
        self._generations_page = GenerationsPage(self._generations, self._theme, search)
        self._generations_page.conversation_asked.connect(self._show_conversation)
        return self._generations_page

    def _made_workflows_page(self) -> WorkflowsPage:
        from placet_gui.views.workflows_page import WorkflowsPage  # noqa: PLC0415 - see `_fill`

        search = self.window.actions_by_id[ActionId.SEARCH]
        self._workflows_page = WorkflowsPage(self._workflows, self._theme, search)
        self._workflows_page.conversation_asked.connect(self._show_conversation)
        self._workflows_page.task_asked.connect(self._show_task)
        self._workflows_page.generation_asked.connect(self._show_generation)
        return self._workflows_page

    def _made_doctor_page(self) -> DoctorPage:
        from placet_gui.views.doctor_page import DoctorPage  # noqa: PLC0415 - see `_fill`

        page = DoctorPage(self._theme, notes=() if self._lock.is_known else (word(NOTES, "lock_unknown"),))
        page.look_asked.connect(self._doctor.look)
        page.seen.connect(self._doctor.set_shown)
        page.workflow_asked.connect(self._show_workflow)
        page.check_asked.connect(self._doctor.check)
        self._doctor.examined.connect(page.show_examination)
        self._doctor.looking_changed.connect(page.set_looking)
        return page

    def _made_activity_page(self) -> ActivityPage:
        from placet_gui.views.activity_page import ActivityPage  # noqa: PLC0415 - see `_fill`

        page = ActivityPage(self._activity, self._theme, self.window.actions_by_id[ActionId.SEARCH])
        page.task_asked.connect(self._show_task)
        return page

    def _made_statistics_page(self) -> StatisticsPage:
        from placet_gui.views.statistics_page import StatisticsPage  # noqa: PLC0415 - see `_fill`

        page = StatisticsPage(self._theme, self._statistics.period)
        page.period_chosen.connect(self._statistics.choose)
        page.seen.connect(self._statistics.set_shown)
        self._statistics.counted.connect(page.show_statistics)
        self._statistics.counting_changed.connect(page.set_counting)
        self._statistics.bench_read.connect(page.show_bench)
        return page

    def _made_accounts_page(self) -> AccountsPage:
        from placet_gui.views.accounts_page import AccountsPage  # noqa: PLC0415 - see `_fill`

        page = AccountsPage(self._accounts, self._theme)
        page.section.task_asked.connect(self._show_task)
        page.section.operation_asked.connect(self._show_workflow)
        return page

    def _made_first_steps_page(self) -> FirstStepsPage:
        from placet_gui.views.first_steps_page import FirstStepsPage  # noqa: PLC0415 - see `_fill`

        page = FirstStepsPage(self._first_steps, self._theme)
        page.left.connect(self._show_inbox)
        return page

    def _made_grants_page(self) -> GrantsPage:
        from placet_gui.views.grants_page import GrantsPage  # noqa: PLC0415 - see `_fill`

        return GrantsPage(self._grants, self._theme, self.window.actions_by_id[ActionId.SEARCH])

    def _made_access_page(self) -> AccessPage:
        from placet_gui.views.access_page import AccessPage  # noqa: PLC0415 - see `_fill`

        return AccessPage(self._tokens, self._theme)

    def _made_settings_page(self) -> SettingsPage:
        from placet_gui.views.settings_page import SettingsPage  # noqa: PLC0415 - see `_fill`

        search = self.window.actions_by_id[ActionId.SEARCH]
        return SettingsPage(
            self._settings, self._channels, search, self._theme, lock_is_known=self._lock.is_known
        )

    def _connect(self) -> None:
        self._bridge.failed.connect(self.window.show_notice)
        self._overview.waiting_changed.connect(self.window.set_waiting)
        self._announcements.said.connect(self.window.announce)
        self._overview.agents_changed.connect(self.window.set_agents)
        self._links.links_read.connect(self.window.set_links)
        self._settings.theme_changed.connect(self._apply_theme)
        self._settings.motion_changed.connect(self._apply_motion)
        self._first_steps.empty_found.connect(self._welcome)
        self._first_steps.agent_made.connect(self._begin_with)
        self._tokens.unconfirmed_read.connect(self._token_notice.show_tokens)
        self._token_notice.keep_asked.connect(self._tokens.keep)
        self._token_notice.revoke_asked.connect(self._tokens.revoke)
        self.window.task_linked.connect(self._link_notice.tell)
        self._link_notice.show_asked.connect(self._show_task)
        self.window.stop_all_requested.connect(self._overview.stop_all)
        self.window.closed.connect(self._task_exports.stop)
        self.window.closed.connect(self._bridge.close)

    def begin_presence(self, data: Path) -> None:
        """Show this window's count in the tray, and so on. For a program of its own; an embedding one has its own."""
        tray = Tray(self._theme.tokens, self.window)
        tray.opened.connect(self.window.come_forward)
        tray.quit_chosen.connect(self.window.close)
        tray.quiet_chosen.connect(self._be_quiet)
        # Whoever logs in has no variable of this shell's, so what is usual is so without it.
        usual = default_folder({})
        autostart = Autostart(data=None if data.absolute() == usual else data.absolute())
        presence = Presence(self.window, tray, autostart)
        presence.failed.connect(self.window.show_notice)
        self._settings.settings_read.connect(presence.follow_settings)
        self._overview.waiting_changed.connect(presence.follow_count)
        self._settings.refresh()

    def _be_quiet(self, quiet: bool) -> None:
        self._settings.change(DO_NOT_DISTURB, quiet)

    def greet(self) -> None:
        """Show the first steps if nobody was here before."""
        self._first_steps.greet()

    def _welcome(self) -> None:
        if self.window.page() is ActionId.SHOW_INBOX:  # else the owner went somewhere meanwhile
            self.window.show_page(ActionId.SHOW_FIRST_STEPS)

    def _begin_with(self, agent: AgentRow, suggestion: str) -> None:
        self.window.show_page(ActionId.SHOW_AGENTS)
        self._agents_page.begin_with(agent.id, suggestion)

    def _show_inbox(self) -> None:
        self.window.show_page(ActionId.SHOW_INBOX)

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

    def _apply_motion(self, choice: str) -> None:
        self._theme.apply_motion(Motion(choice))

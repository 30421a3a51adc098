"""What the owner can do by menu, button or key, declared once: id, words, shortcut, icon."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from placet_gui.names import Name
from placet_gui.theme.icons import icon
from placet_gui.theme.tokens import Tokens
from placet_gui.words import noop, translate

NAV_ICON_PX = 20


class ActionId(enum.StrEnum):
    """The ids by which menus, buttons and tests find an action."""

    SHOW_INBOX = "show_inbox"
    SHOW_TASKS = "show_tasks"
    SHOW_AGENTS = "show_agents"
    SHOW_GENERATIONS = "show_generations"
    SHOW_WORKFLOWS = "show_workflows"
    SHOW_GRANTS = "show_grants"
    SHOW_DOCTOR = "show_doctor"
    SHOW_ACTIVITY = "show_activity"
    SHOW_STATISTICS = "show_statistics"
    SHOW_ACCOUNTS = "show_accounts"
    SHOW_ACCESS = "show_access"
    SHOW_SETTINGS = "show_settings"
    SHOW_FIRST_STEPS = "show_first_steps"
    DECLARE_AGENT = "declare_agent"
    NEW_CONVERSATION = "new_conversation"
    START_AGENT = "start_agent"
    STOP_AGENT = "stop_agent"
    NEW_GENERATION = "new_generation"
    NEW_WORKFLOW = "new_workflow"
    EXAMINE = "examine"
    CHECK_CHAIN = "check_chain"
    EXPORT_RECEIPTS = "export_receipts"
    BACK_UP = "back_up"
    EXPORT_TASKS = "export_tasks"
    SEARCH = "search"
    CLOSE_DETAIL = "close_detail"
    APPROVE = "approve"
    DENY = "deny"
    SHOW_EXACT = "show_exact"
    HIDE_VALUES = "hide_values"
    PALETTE = "palette"
    SHOW_KEYS = "show_keys"
    STOP_ALL = "stop_all"
    QUIT = "quit"


@dataclass(frozen=True, kw_only=True)
class ActionSpec:
    """One action's words, key and icon. An empty shortcut: only by its button, or by its name.

    With `presses` it goes to `page` and presses the button of that name there.
    """

    text: str
    shortcut: str
    icon: str
    tip: str
    page: ActionId | None = None
    presses: str = ""


ACTIONS: Final[Mapping[ActionId, ActionSpec]] = {
    ActionId.SHOW_INBOX: ActionSpec(
        text=noop("actions", "Inbox"),
        shortcut="Ctrl+1",
        icon="inbox",
        tip=noop("actions", "What waits for your decision"),
    ),
    ActionId.SHOW_TASKS: ActionSpec(
        text=noop("actions", "Tasks"),
        shortcut="Ctrl+2",
        icon="list-checks",
        tip=noop("actions", "Everything that was asked and done"),
    ),
    ActionId.SHOW_AGENTS: ActionSpec(
        text=noop("actions", "Agents"),
        shortcut="Ctrl+3",
        icon="bot",
        tip=noop("actions", "Your agents and what they say"),
    ),
    ActionId.SHOW_GENERATIONS: ActionSpec(
        text=noop("actions", "Generations"),
        shortcut="Ctrl+4",
        icon="cpu",
        tip=noop("actions", "What models are writing and wrote"),
    ),
    ActionId.SHOW_WORKFLOWS: ActionSpec(
        text=noop("actions", "Workflows"),
        shortcut="Ctrl+5",
        icon="workflow",
        tip=noop("actions", "Goals, and what proves them"),
    ),
    ActionId.SHOW_GRANTS: ActionSpec(
        text=noop("actions", "Grants"),
        shortcut="Ctrl+6",
        icon="shield-check",
        tip=noop("actions", "What may pass without asking you"),
    ),
    ActionId.SHOW_DOCTOR: ActionSpec(
        text=noop("actions", "Doctor"),
        shortcut="Ctrl+7",
        icon="stethoscope",
        tip=noop("actions", "What you have to see to"),
    ),
    ActionId.SHOW_ACTIVITY: ActionSpec(
        text=noop("actions", "Activity"),
        shortcut="Ctrl+8",
        icon="link",
        tip=noop("actions", "What happened and who decided it, and the chain that binds it"),
    ),
    ActionId.SHOW_STATISTICS: ActionSpec(
        text=noop("actions", "Statistics"),
        shortcut="Ctrl+9",
        icon="chart-column",
        tip=noop("actions", "How decisions were made: how many, how fast, and how much was looked at"),
    ),
    ActionId.SHOW_ACCOUNTS: ActionSpec(
        text=noop("actions", "Accounts"),
        shortcut="Ctrl+0",
        icon="user",
        tip=noop("actions", "What agents may log in to with your leave"),
    ),
    ActionId.SHOW_ACCESS: ActionSpec(
        text=noop("actions", "Access"),
        shortcut="Ctrl+Shift+A",
        icon="lock",
        tip=noop("actions", "Which programs may come in over HTTP"),
    ),
    ActionId.SHOW_SETTINGS: ActionSpec(
        text=noop("actions", "Settings"),
        shortcut="Ctrl+,",
        icon="settings",
        tip=noop("actions", "How the console behaves"),
    ),
    ActionId.SHOW_FIRST_STEPS: ActionSpec(
        text=noop("actions", "First steps"),
        shortcut="",
        icon="play",
        tip=noop("actions", "Three ways to begin: the model inside, a model server, a program of yours"),
    ),
    ActionId.DECLARE_AGENT: ActionSpec(
        text=noop("actions", "Declare an agent"),
        shortcut="Ctrl+Shift+N",
        icon="bot",
        tip=noop("actions", "Say what a new agent may use, and what needs your yes"),
        page=ActionId.SHOW_AGENTS,
        presses=Name.AGENT_DECLARE,
    ),
    ActionId.NEW_CONVERSATION: ActionSpec(
        text=noop("actions", "New conversation"),
        shortcut="",
        icon="plus",
        tip=noop("actions", "Begin anew with the chosen agent"),
        page=ActionId.SHOW_AGENTS,
        presses=Name.CONVERSATION_NEW,
    ),
    ActionId.START_AGENT: ActionSpec(
        text=noop("actions", "Start the chosen agent"),
        shortcut="",
        icon="play",
        tip=noop("actions", "Let it work again"),
        page=ActionId.SHOW_AGENTS,
        presses=Name.AGENT_START,
    ),
    ActionId.STOP_AGENT: ActionSpec(
        text=noop("actions", "Stop the chosen agent"),
        shortcut="",
        icon="square",
        tip=noop("actions", "End its turn and withdraw what it waits for"),
        page=ActionId.SHOW_AGENTS,
        presses=Name.AGENT_STOP,
    ),
    ActionId.NEW_GENERATION: ActionSpec(
        text=noop("actions", "New generation"),
        shortcut="Ctrl+Shift+G",
        icon="cpu",
        tip=noop("actions", "Have a model write something"),
        page=ActionId.SHOW_GENERATIONS,
        presses=Name.GENERATION_NEW,
    ),
    ActionId.NEW_WORKFLOW: ActionSpec(
        text=noop("actions", "New workflow"),
        shortcut="Ctrl+Shift+W",
        icon="workflow",
        tip=noop("actions", "Give an agent a goal that is checked"),
        page=ActionId.SHOW_WORKFLOWS,
        presses=Name.WORKFLOW_NEW,
    ),
    ActionId.EXAMINE: ActionSpec(
        text=noop("actions", "Look again"),
        shortcut="F5",
        icon="stethoscope",
        tip=noop("actions", "Have the doctor look at everything once more"),
        page=ActionId.SHOW_DOCTOR,
        presses=Name.DOCTOR_AGAIN,
    ),
    ActionId.CHECK_CHAIN: ActionSpec(
        text=noop("actions", "Check the chain"),
        shortcut="",
        icon="link",
        tip=noop("actions", "Look whether anything of the record was changed"),
        page=ActionId.SHOW_ACTIVITY,
        presses=Name.ACTIVITY_CHECK,
    ),
    ActionId.EXPORT_RECEIPTS: ActionSpec(
        text=noop("actions", "Export receipts"),
        shortcut="",
        icon="archive",
        tip=noop("actions", "Write the chain to a signed file that others can check"),
        page=ActionId.SHOW_ACTIVITY,
        presses=Name.ACTIVITY_EXPORT,
    ),
    ActionId.BACK_UP: ActionSpec(
        text=noop("actions", "Back up"),
        shortcut="",
        icon="archive",
        tip=noop("actions", "Copy the whole ledger into one file"),
        page=ActionId.SHOW_ACTIVITY,
        presses=Name.ACTIVITY_BACKUP,
    ),
    ActionId.EXPORT_TASKS: ActionSpec(
        text=noop("actions", "Export tasks"),
        shortcut="",
        icon="list-checks",
        tip=noop("actions", "Write the tasks that the filters leave to a file"),
        page=ActionId.SHOW_TASKS,
        presses=Name.TASKS_EXPORT,
    ),
    ActionId.SEARCH: ActionSpec(
        text=noop("actions", "Search"),
        shortcut="Ctrl+F",
        icon="search",
        tip=noop("actions", "Search on this page"),
    ),
    ActionId.CLOSE_DETAIL: ActionSpec(
        text=noop("actions", "Close details"),
        shortcut="Escape",
        icon="x",
        tip=noop("actions", "Fold the details away; decides nothing"),
    ),
    ActionId.APPROVE: ActionSpec(
        text=noop("actions", "Approve"),
        shortcut="Ctrl+Return",
        icon="check",
        tip=noop("actions", "Approve the open, armed request"),
    ),
    ActionId.DENY: ActionSpec(
        text=noop("actions", "Deny"),
        shortcut="Ctrl+Backspace",
        icon="x",
        tip=noop("actions", "Deny the open request"),
    ),
    ActionId.SHOW_EXACT: ActionSpec(
        text=noop("actions", "Exact arguments"),
        shortcut="Ctrl+E",
        icon="list-checks",
        tip=noop(
            "actions",
            "Show the arguments exactly, or as their tool lays them out; decides nothing",
        ),
    ),
    ActionId.HIDE_VALUES: ActionSpec(
        text=noop("actions", "Hide values"),
        shortcut="Ctrl+Shift+H",
        icon="eye-off",
        tip=noop(
            "actions",
            "Cover every page while somebody looks on; nothing can be decided then",
        ),
    ),
    ActionId.PALETTE: ActionSpec(
        text=noop("actions", "Find a command"),
        shortcut="Ctrl+K",
        icon="search",
        tip=noop("actions", "Find any command by its name and do it"),
    ),
    ActionId.SHOW_KEYS: ActionSpec(
        text=noop("actions", "Keyboard"),
        shortcut="F1",
        icon="info",
        tip=noop("actions", "Show every command with its keys"),
    ),
    # Without a key on purpose: stopping withdraws what agents wait for, so no stray keystroke may do it.
    ActionId.STOP_ALL: ActionSpec(
        text=noop("actions", "Stop all agents"),
        shortcut="",
        icon="octagon-x",
        tip=noop("actions", "Stop every agent now and withdraw what they wait for"),
    ),
    ActionId.QUIT: ActionSpec(
        text=noop("actions", "Quit"), shortcut="Ctrl+Q", icon="x", tip=noop("actions", "Close the console")
    ),
}


class Actions(QObject):
    """All actions of one window, made once and found by id."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._actions = {action_id: self._made(action_id, window) for action_id in ActionId}

    def __getitem__(self, action_id: ActionId) -> QAction:
        return self._actions[action_id]

    def tint(self, tokens: Tokens) -> None:
        """Draw every action's icon in the colours of this look."""
        for action_id, action in self._actions.items():
            action.setIcon(icon(ACTIONS[action_id].icon, "text_muted", tokens, NAV_ICON_PX, chosen="accent"))

    def _made(self, action_id: ActionId, window: QWidget) -> QAction:
        spec = ACTIONS[action_id]
        action = QAction(translate("actions", spec.text), window)
        action.setObjectName(f"action_{action_id.value}")
        action.setToolTip(translate("actions", spec.tip))
        action.setShortcut(QKeySequence(spec.shortcut))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        return action

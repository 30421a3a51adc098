"""What the owner can do by menu, button or key, declared once: id, words, shortcut, icon."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QWidget

from placet_gui.theme.icons import icon
from placet_gui.theme.tokens import Tokens

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
    SHOW_SETTINGS = "show_settings"
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
    """One action's words, key and icon. An empty shortcut: only by its button."""

    text: str
    shortcut: str
    icon: str
    tip: str


ACTIONS: Final[Mapping[ActionId, ActionSpec]] = {
    ActionId.SHOW_INBOX: ActionSpec(
        text="Inbox", shortcut="Ctrl+1", icon="inbox", tip="What waits for your decision"
    ),
    ActionId.SHOW_TASKS: ActionSpec(
        text="Tasks", shortcut="Ctrl+2", icon="list-checks", tip="Everything that was asked and done"
    ),
    ActionId.SHOW_AGENTS: ActionSpec(
        text="Agents", shortcut="Ctrl+3", icon="bot", tip="Your agents and what they say"
    ),
    ActionId.SHOW_GENERATIONS: ActionSpec(
        text="Generations", shortcut="Ctrl+4", icon="cpu", tip="What models are writing and wrote"
    ),
    ActionId.SHOW_WORKFLOWS: ActionSpec(
        text="Workflows", shortcut="Ctrl+5", icon="workflow", tip="Goals, and what proves them"
    ),
    ActionId.SHOW_GRANTS: ActionSpec(
        text="Grants", shortcut="Ctrl+6", icon="shield-check", tip="What may pass without asking you"
    ),
    ActionId.SHOW_DOCTOR: ActionSpec(
        text="Doctor", shortcut="Ctrl+7", icon="stethoscope", tip="What you have to see to"
    ),
    ActionId.SHOW_ACTIVITY: ActionSpec(
        text="Activity",
        shortcut="Ctrl+8",
        icon="link",
        tip="What happened and who decided it, and the chain that binds it",
    ),
    ActionId.SHOW_SETTINGS: ActionSpec(
        text="Settings", shortcut="Ctrl+,", icon="settings", tip="How the console behaves"
    ),
    ActionId.SEARCH: ActionSpec(text="Search", shortcut="Ctrl+F", icon="search", tip="Search on this page"),
    ActionId.CLOSE_DETAIL: ActionSpec(
        text="Close details", shortcut="Escape", icon="x", tip="Fold the details away; decides nothing"
    ),
    ActionId.APPROVE: ActionSpec(
        text="Approve", shortcut="Ctrl+Return", icon="check", tip="Approve the open, armed request"
    ),
    ActionId.DENY: ActionSpec(text="Deny", shortcut="Ctrl+Backspace", icon="x", tip="Deny the open request"),
    ActionId.SHOW_EXACT: ActionSpec(
        text="Exact arguments",
        shortcut="Ctrl+E",
        icon="list-checks",
        tip="Show the open request's arguments exactly, or as its tool lays them out; decides nothing",
    ),
    ActionId.HIDE_VALUES: ActionSpec(
        text="Hide values",
        shortcut="Ctrl+Shift+H",
        icon="eye-off",
        tip="Cover every page while somebody looks on or the screen is shared; meanwhile nothing can be decided here",
    ),
    ActionId.PALETTE: ActionSpec(
        text="Find a command", shortcut="Ctrl+K", icon="search", tip="Find any command by its name and do it"
    ),
    ActionId.SHOW_KEYS: ActionSpec(
        text="Keyboard", shortcut="F1", icon="info", tip="Show every command with its keys"
    ),
    # Without a key on purpose: stopping withdraws what agents wait for, so no stray keystroke may do it.
    ActionId.STOP_ALL: ActionSpec(
        text="Stop all agents",
        shortcut="",
        icon="octagon-x",
        tip="Stop every agent now and withdraw what they wait for",
    ),
    ActionId.QUIT: ActionSpec(text="Quit", shortcut="Ctrl+Q", icon="x", tip="Close the console"),
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
        action = QAction(QCoreApplication.translate("actions", spec.text), window)
        action.setObjectName(f"action_{action_id.value}")
        action.setToolTip(QCoreApplication.translate("actions", spec.tip))
        action.setShortcut(QKeySequence(spec.shortcut))
        action.setShortcutContext(Qt.ShortcutContext.WindowShortcut)
        return action

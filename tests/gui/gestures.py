"""A desk with a real engine and the real window, hands that press anything, and a clock that the test turns."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtDBus import QDBusConnection
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QListView, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from placet.api import Engine, Risk
from placet.settings import setting_of
from placet_gui import app as console
from placet_gui.names import Name
from placet_gui.presenters.approvals import Approvals
from placet_gui.screen_lock import ScreenLock
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.approval_button import ApproveButton
from placet_gui.views.approval_dialog import ApprovalDialog
from placet_gui.views.inbox_cards import InboxCards
from placet_gui.views.inbox_page import InboxPage
from placet_gui.views.main_window import MainWindow
from tests.fakes.clock import HeldClock
from tests.fakes.tools import HeldTool
from tests.flows.house import PATIENCE_S, RESTRICTED_WRITE, House

SHOWN_MS: Final = int(setting_of("approvals.arming_ms").default)
QUIET_MS: Final = int(setting_of("approvals.quiet_ms").default)
HOLD_MS: Final = int(setting_of("approvals.hold_ms").default)
ARM_MS: Final = SHOWN_MS + QUIET_MS
HIDDEN: Final = "\u202e"
CTRL: Final = Qt.KeyboardModifier.ControlModifier
NO_KEYS: Final = Qt.KeyboardModifier.NoModifier


class HandAlarm:
    """An alarm of a `HandClock`."""

    def __init__(self, clock: HandClock, ring: Callable[[], None]) -> None:
        self._clock = clock
        self.ring = ring
        self.at_ms: int | None = None

    def start(self, in_ms: int, /) -> None:
        self.at_ms = self._clock.now_ms + in_ms

    def stop(self) -> None:
        self.at_ms = None


class HandClock:
    """Stands still until `advance`, which rings what is due on the way, in order."""

    def __init__(self, wall_ms: int) -> None:
        self.now_ms = 0
        self._wall_ms = wall_ms
        self._alarms: list[HandAlarm] = []

    def monotonic_ms(self) -> int:
        return self.now_ms

    def wall_ms(self) -> int:
        return self._wall_ms + self.now_ms

    def alarm(self, parent: QObject, ring: Callable[[], None]) -> HandAlarm:
        made = HandAlarm(self, ring)
        self._alarms.append(made)
        parent.destroyed.connect(lambda: self._alarms.remove(made))
        return made

    def advance(self, ms: int) -> None:
        end = self.now_ms + ms
        while due := [it for it in self._alarms if it.at_ms is not None and it.at_ms <= end]:
            first = min(due, key=lambda it: it.at_ms or 0)
            self.now_ms = max(self.now_ms, first.at_ms or 0)
            first.at_ms = None
            first.ring()
        self.now_ms = end


def window_of(engine: Engine, clock: HandClock | None = None, lock: ScreenLock | None = None) -> MainWindow:
    """The console's window as a start of the program shows it: other pages than the inbox are made when they are shown.

    All at once, as `build` makes them, take half a second.
    """
    qapp = QApplication.instance()
    assert isinstance(qapp, QApplication)
    theme = qapp.findChild(Theme) or Theme(qapp, Choice.LIGHT)
    theme.apply(Choice.LIGHT)
    window = MainWindow(theme)
    console.furnish(window, theme, engine, clock=clock, lock=lock)
    return window


class Desk:
    """The owner's desk: a house with one agent, the console's window before it, and the owner's hands."""

    def __init__(
        self, base: Path, qtbot: QtBot, tool: HeldTool | None = None, lock: ScreenLock | None = None
    ) -> None:
        """`lock`: else nobody knows whether the screen is locked, whatever desktop the tests run on."""
        self.lock = lock or ScreenLock(QDBusConnection("no such bus"), QDBusConnection("no such bus"))
        self.qtbot = qtbot
        self.tool = tool or HeldTool(open_at_once=True)
        self.wall = HeldClock()
        self.house = House(base, tools=(self.tool,), clock=self.wall)
        self.clock = HandClock(self.wall.at_ms)

    def __enter__(self) -> Desk:
        self.house.__enter__()
        self.house.declare(tools=[RESTRICTED_WRITE, {"name": self.tool.name, "restricted": True}])
        self.window = window_of(self.house.engine, self.clock, self.lock)
        self.window.show()
        self.window.activateWindow()
        self.wait(self.window.isActiveWindow)
        return self

    def __exit__(self, *_: object) -> None:
        self.window.close()
        self.window.deleteLater()
        QApplication.processEvents()
        self.house.__exit__()

    @property
    def approvals(self) -> Approvals:
        return self.window.findChild(Approvals)

    @property
    def page(self) -> InboxPage:
        return self.window.findChild(InboxPage)

    @property
    def list(self) -> QListView:
        return self.find(Name.INBOX_LIST, QListView)

    @property
    def dialog(self) -> ApprovalDialog | None:
        return next((it for it in self.window.findChildren(ApprovalDialog) if it.isVisible()), None)

    @property
    def approve_button(self) -> ApproveButton:
        return self.find(Name.APPROVE_BUTTON, ApproveButton)

    def find(self, name: str, kind: type[Any] = QWidget) -> Any:
        """The one widget of this name that is in sight, else the one that isn't hidden."""
        found = self._named(name, kind)
        if len(found) != 1 or not found[0].isVisible():
            # What is to stand in the place of another comes into sight in a turn of the loop that may not have come yet.
            QApplication.sendPostedEvents()
            found = self._named(name, kind)
        assert len(found) == 1, f"{len(found)} visible widgets are named {name}"
        return found[0]

    def _named(self, name: str, kind: type[Any]) -> list[Any]:
        there = [it for it in self.window.findChildren(kind, name) if not it.isHidden()]
        # What was replaced stays for a moment, inside what was hidden.
        return [it for it in there if it.isVisible()] or there

    def shows(self, name: str) -> bool:
        return any(it.isVisible() for it in self.window.findChildren(QWidget, name))

    def says(self, name: str) -> str:
        text: str = self.find(name).text()
        return text

    def wait(self, what: Callable[[], Any]) -> None:
        self.qtbot.waitUntil(lambda: bool(what()), timeout=round(PATIENCE_S * 1000))

    def ask(self, path: str = "a.txt", content: str = "hello", **more: Any) -> str:
        """The agent asks to write a file; answers the task once it is in the inbox. Hidden text makes it risky."""
        return self.ask_tool("fs_write", path=path, content=content, **more)

    def ask_tool(self, tool: str, **args: Any) -> str:
        task_id = str(self.house.call(tool, args).task_id)
        self.wait(lambda: self.approvals.model.row_of(task_id))
        return task_id

    def card_of(self, task_id: str) -> QWidget:
        card = self.window.findChild(InboxCards).card_of(task_id)
        assert card is not None
        assert card.objectName() == Name.INBOX_CARD
        return card

    def click_card(self, task_id: str) -> None:
        at = self.list.visualRect(self.approvals.model.index_of(task_id)).center()
        QTest.mouseClick(self.list.viewport(), Qt.MouseButton.LeftButton, NO_KEYS, at)

    def open(self, task_id: str) -> ApprovalDialog:
        """Open a card as the owner does; answers its pane."""
        self.list.scrollTo(self.approvals.model.index_of(task_id))
        self.click_card(task_id)
        self.wait(lambda: self.approvals.card is not None and self.approvals.card.row.id == task_id)
        self.wait(lambda: self.dialog is not None)
        assert self.dialog is not None
        return self.dialog

    def open_armed(self, task_id: str) -> ApprovalDialog:
        """Open a card and wait, hands off, until it is armed."""
        dialog = self.open(task_id)
        self.clock.advance(ARM_MS)
        assert self.approve_button.isEnabled(), self.says(Name.ARMING_LABEL)
        return dialog

    def chord(self, key: Qt.Key = Qt.Key.Key_Return) -> None:
        QTest.keyClick(self.focus(), key, CTRL)

    def click(self, button: QPushButton) -> None:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    def hold(self, ms: int = HOLD_MS) -> None:
        """Press the approve button, keep it down for so long, let it go."""
        button = self.approve_button
        QTest.mousePress(button, Qt.MouseButton.LeftButton)
        self.clock.advance(ms)
        if not button.isHidden():
            QTest.mouseRelease(button, Qt.MouseButton.LeftButton)

    def approve_in_full(self, task_id: str, turn: int = 0) -> None:
        """Approve by the whole gesture that this request asks for; `turn` picks among the ways."""
        self.open_armed(task_id)
        card = self.approvals.card
        assert card is not None
        if card.step_up and turn % 2:
            QTest.keyClicks(self.find(Name.DIGEST_FIELD), card.digest[-6:])
            self.chord()
        elif card.row.risk == Risk.HIGH:
            self.hold()
        elif turn % 2:
            self.chord()
        else:
            self.click(self.approve_button)
        self.wait_decided(task_id)

    def wait_decided(self, task_id: str) -> None:
        """Wait until the pane says that this task is decided."""
        self.wait(lambda: not self.house.task(task_id).can_decide)
        self.wait(lambda: self.shows(Name.DECIDED_LABEL))

    def focus(self) -> QWidget:
        """Where keys go. Off the inbox (a Tab can lead there) they would stop agents or change settings."""
        here = QApplication.focusWidget()
        if here is None or not self.page.isAncestorOf(here):
            self.page.setFocus()
            here = self.list
        return here

    def approvals_given(self) -> int:
        """How many requests were approved, by the ledger."""
        return sum(event.payload["approved"] for event in self.house.events("hil.resolved"))


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot) -> Iterator[Desk]:
    with Desk(tmp_path, qtbot) as desk:
        yield desk


# Keys that leave the page or the program are left out: they can't approve, and the test would stand elsewhere.
_LEAVING: Final = {
    Qt.Key.Key_Q,
    Qt.Key.Key_Comma,
    *(Qt.Key(number) for number in range(Qt.Key.Key_0, Qt.Key.Key_9 + 1)),  # each shows a page
}
KEYS: Final = (
    *(Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_Y, Qt.Key.Key_A, Qt.Key.Key_1),
    *(Qt.Key.Key_Escape, Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Backspace, Qt.Key.Key_Delete),
    *(Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Home, Qt.Key.Key_End),
    *(Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Select, Qt.Key.Key_Insert, Qt.Key.Key_F2),
    *(Qt.Key(number) for number in range(Qt.Key.Key_0, Qt.Key.Key_Z + 1) if chr(number).isalnum()),
)
_MODIFIERS: Final = (
    *(4 * (NO_KEYS,)),
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.MetaModifier,
    CTRL,
)


def random_key(desk: Desk, dice: random.Random, *, chord: bool) -> None:
    """Press one key with some modifier where the keyboard is; without `chord` never the two keys that decide."""
    key, modifier = dice.choice(KEYS), dice.choice(_MODIFIERS)
    decides = key in {Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Backspace}
    if modifier is CTRL and (key in _LEAVING or (decides and not chord)):
        modifier = NO_KEYS
    QTest.keyClick(desk.focus(), key, modifier)


def random_press(desk: Desk, dice: random.Random) -> None:
    """Click or double-click somewhere on the pane or the list."""
    places = [
        it for it in desk.page.findChildren(QWidget) if it.isVisible() and it.objectName() not in SPARED
    ]
    place = dice.choice([*places, *desk.page.findChildren(ApproveButton)])
    at = QPoint(dice.randrange(max(1, place.width())), dice.randrange(max(1, place.height())))
    dice.choice((QTest.mouseClick, QTest.mouseDClick))(place, Qt.MouseButton.LeftButton, NO_KEYS, at)


SPARED: Final = {"digest_copy"}  # the clipboard belongs to the machine

"""The gallery's pictures of what becomes of an open request: the screen is locked, the system refuses, it is answered.

What says so is real: a login manager that locks, and an authority that isn't given its password, each on a bus of its own.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final
from unittest.mock import patch

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from placet.api import Action
from placet.api.commands import ChangeSettings
from placet.api.views import TaskRow
from placet_gui.actions import ActionId
from placet_gui.names import Name
from placet_gui.presenters.approvals import Approvals
from placet_gui.presenters.step_up import SETTING
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.main_window import MainWindow
from tests.gui.conftest import House
from tests.gui.gestures import HIDDEN
from tests.gui.lock_service import LOGIN, LockService
from tests.gui.polkit_service import DISMISSED, polkit_service
from tests.gui.settling import settle

_SIZES: Final = ((1280, 800), (1024, 640), (900, 600))
_HELD_MS: Final = 1_800
_ASKED_MS: Final = 2_000
Take = Callable[[QWidget, str], None]


def walk_decided(house: House, window: MainWindow, theme: Theme, lock: LockService, take: Take) -> None:
    """Requests of their own, a new one for each answer; the inbox is as it was afterwards."""
    window.show_page(ActionId.SHOW_INBOX)
    for choice in (Choice.DARK, Choice.LIGHT):
        theme.apply(choice)
        for width, height in _SIZES:
            window.resize(width, height)
            _walk(house, window, lock, lambda name, tag=f"{choice}-{width}": take(window, f"{name}-{tag}"))


def _walk(house: House, window: MainWindow, lock: LockService, take: Callable[[str], None]) -> None:
    approvals = window.findChild(Approvals)
    denied = _opened(house, approvals)
    lock.turn(LOGIN, "lock")
    settle(900)
    take("answer-locked")
    lock.turn(LOGIN, "unlock")
    settle(900)
    house.decide(denied, Action.DENY, "Put it into the other folder.")
    settle(900)
    take("answer-denied")
    _refuse(house, window, take)
    house.decide(_opened(house, approvals), Action.APPROVE)
    settle(900)
    take("answer-approved")


def _refuse(house: House, window: MainWindow, take: Callable[[str], None]) -> None:
    """A yes to a high risk, whose password isn't given."""
    house.submit(ChangeSettings(values={SETTING: True}))
    risky = _opened(house, window.findChild(Approvals), HIDDEN)
    with (
        tempfile.TemporaryDirectory() as folder,
        polkit_service(Path(folder), DISMISSED) as (address, _),
        patch.dict(os.environ, DBUS_SYSTEM_BUS_ADDRESS=address),
    ):
        _hold(window)
        settle(_ASKED_MS)
    take("answer-refused")
    house.submit(ChangeSettings(values={SETTING: False}))
    house.decide(risky, Action.DENY, "Not hidden text.")


def _hold(window: MainWindow) -> None:
    buttons = window.findChildren(QPushButton, Name.APPROVE_BUTTON)
    button = next(it for it in buttons if it.isVisible())
    settle(_ASKED_MS)  # until it is armed
    QTest.mousePress(button, Qt.MouseButton.LeftButton)
    settle(_HELD_MS)
    if not button.isHidden():
        QTest.mouseRelease(button, Qt.MouseButton.LeftButton)


def _opened(house: House, approvals: Approvals, content: str = "Two ships came in.\n") -> TaskRow:
    row = house.write("notes/today.md", content, "courier")
    settle(900)
    approvals.open(row.id)
    settle(900)
    return row

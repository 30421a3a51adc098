"""Whether the session is locked, asked of real buses with services on them that the test turns."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtDBus import QDBusConnection
from pytestqt.qtbot import QtBot

from placet_gui.screen_lock import ScreenLock
from tests.gui.lock_service import LOGIN, SAVER, LockService, lock_service


def bus(service: LockService, who: str = "system") -> QDBusConnection:
    """A connection of one's own, as the process has one to each bus."""
    return QDBusConnection.connectToBus(service.address, f"{who} of {service.address}")


def nowhere() -> QDBusConnection:
    """A bus that isn't there."""
    return QDBusConnection("no such bus")


@pytest.mark.parametrize(("shut", "reopen"), [("lock", "unlock"), ("hint", "unhint"), ("lock", "unhint")])
def test_the_login_manager_tells_of_a_lock_and_of_its_end(
    qtbot: QtBot, tmp_path: Path, shut: str, reopen: str
) -> None:
    """Rule 16."""
    with lock_service(tmp_path, LOGIN) as service:
        lock = ScreenLock(bus(service), nowhere())
        assert (lock.is_known, lock.is_locked) == (True, False)
        with qtbot.waitSignal(lock.changed) as told:
            service.turn(LOGIN, shut)
        assert told.args == [True]
        assert lock.is_locked
        with qtbot.waitSignal(lock.changed) as told:
            service.turn(LOGIN, reopen)
        assert told.args == [False]
        assert not lock.is_locked


def test_the_screen_saver_tells_of_a_lock_and_of_its_end(qtbot: QtBot, tmp_path: Path) -> None:
    """Rule 16."""
    with lock_service(tmp_path, SAVER) as service:
        lock = ScreenLock(nowhere(), bus(service))
        assert (lock.is_known, lock.is_locked) == (True, False)
        for how, locked in (("lock", True), ("unlock", False)):
            with qtbot.waitSignal(lock.changed) as told:
                service.turn(SAVER, how)
            assert told.args == [locked]


def test_it_is_locked_as_long_as_either_of_them_says_so(qtbot: QtBot, tmp_path: Path) -> None:
    """Rule 16."""
    with lock_service(tmp_path, LOGIN, SAVER) as service:
        service.turn(LOGIN, "lock")
        service.turn(SAVER, "lock")
        lock = ScreenLock(bus(service), bus(service, "session"))
        assert lock.is_locked, "it was locked before the window was made"
        heard: list[bool] = []
        lock.changed.connect(heard.append)
        service.turn(LOGIN, "unlock")
        with qtbot.waitSignal(lock.changed):
            service.turn(SAVER, "unlock")
        assert heard == [False]


def test_without_a_bus_or_a_service_on_it_nobody_knows_and_nothing_is_locked(
    qtbot: QtBot, tmp_path: Path
) -> None:
    """Rule 16."""
    lock = ScreenLock(nowhere(), nowhere())
    assert (lock.is_known, lock.is_locked) == (False, False)
    with lock_service(tmp_path, "org.example.Other") as service:
        lock = ScreenLock(bus(service), bus(service, "session"))
        assert (lock.is_known, lock.is_locked) == (False, False)

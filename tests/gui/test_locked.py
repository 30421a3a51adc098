"""While the session is locked nothing is decided, and what was armed is armed anew after it (rule 16)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtDBus import QDBusConnection
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from placet_gui.actions import ActionId
from placet_gui.names import Name
from placet_gui.screen_lock import ScreenLock
from tests.gui.gestures import ARM_MS, SHOWN_MS, Desk, desk
from tests.gui.lock_service import LOGIN, SAVER, LockService, lock_service
from tests.gui.test_floods import flood, open_group, settled
from tests.gui.test_granting import begin, grants, hold, make, read

__all__ = ["desk"]

LOCKED = "Nothing can be decided while the screen is locked."


@pytest.fixture(params=[LOGIN, SAVER])
def service(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[LockService, str]]:
    """A bus with one of the two services that know of a lock."""
    with lock_service(tmp_path, request.param) as made:
        yield made, request.param


@pytest.fixture
def guarded(service: tuple[LockService, str], tmp_path: Path, qtbot: QtBot) -> Iterator[Desk]:
    """A desk whose session that service tells of."""
    address = service[0].address
    lock = ScreenLock(
        QDBusConnection.connectToBus(address, f"system of {address}"),
        QDBusConnection.connectToBus(address, f"session of {address}"),
    )
    with Desk(tmp_path / "desk", qtbot, lock=lock) as made:
        yield made


def turn(desk: Desk, service: tuple[LockService, str], how: str) -> None:
    with desk.qtbot.waitSignal(desk.lock.changed):
        service[0].turn(service[1], how)


def test_nothing_is_decided_while_it_is_locked_and_a_yes_is_armed_anew_after_it(
    guarded: Desk, service: tuple[LockService, str]
) -> None:
    """Rules 3 and 16."""
    task_id = guarded.ask()
    guarded.open_armed(task_id)
    turn(guarded, service, "lock")
    guarded.clock.advance(10 * ARM_MS)
    assert not guarded.approve_button.isEnabled()
    assert guarded.says(Name.ARMING_LABEL) == LOCKED
    guarded.chord()
    assert not guarded.find(Name.DENY_BUTTON).isEnabled()
    guarded.click(guarded.find(Name.DENY_BUTTON))
    assert not guarded.approvals.busy
    assert guarded.house.task(task_id).can_decide
    turn(guarded, service, "unlock")
    assert guarded.find(Name.DENY_BUTTON).isEnabled()
    assert not guarded.approve_button.isEnabled()
    guarded.clock.advance(SHOWN_MS - 1)
    assert not guarded.approve_button.isEnabled()
    guarded.clock.advance(1)
    guarded.click(guarded.approve_button)
    guarded.wait_decided(task_id)
    assert guarded.approvals_given() == 1


def test_a_card_that_is_opened_while_it_is_locked_waits_for_the_unlocking(
    guarded: Desk, service: tuple[LockService, str]
) -> None:
    """Rule 16."""
    task_id = guarded.ask()
    turn(guarded, service, "lock")
    guarded.open(task_id)
    guarded.clock.advance(ARM_MS)
    assert guarded.says(Name.ARMING_LABEL) == LOCKED
    turn(guarded, service, "unlock")
    guarded.clock.advance(ARM_MS)
    guarded.click(guarded.find(Name.DENY_BUTTON))
    guarded.wait_decided(task_id)


def test_no_group_is_answered_while_it_is_locked(guarded: Desk, service: tuple[LockService, str]) -> None:
    """Rules 13 and 16."""
    asked = flood(guarded)
    settled(guarded)
    open_group(guarded)
    guarded.clock.advance(ARM_MS)
    turn(guarded, service, "lock")
    for name in (Name.FLOOD_DENY, Name.FLOOD_PAUSE):
        assert not guarded.find(name).isEnabled()
    turn(guarded, service, "unlock")
    assert not guarded.find(Name.FLOOD_DENY).isEnabled(), "it is armed anew"
    guarded.clock.advance(ARM_MS)
    assert guarded.find(Name.FLOOD_DENY).isEnabled()
    assert all(guarded.house.task(it).can_decide for it in asked)


def test_no_standing_answer_is_made_while_it_is_locked(
    guarded: Desk, service: tuple[LockService, str]
) -> None:
    """Rules 12 and 16."""
    begin(guarded, guarded.ask())
    read(guarded)
    guarded.clock.advance(ARM_MS)
    turn(guarded, service, "lock")
    guarded.clock.advance(10 * ARM_MS)
    assert guarded.says(Name.GRANT_ARMING) == "Nothing can be granted while the screen is locked."
    hold(guarded)
    assert grants(guarded) == ()
    turn(guarded, service, "unlock")
    make(guarded)
    assert len(grants(guarded)) == 1


def test_the_settings_say_that_decisions_are_held_back_while_it_is_locked(guarded: Desk) -> None:
    """Rule 16."""
    assert "nothing can be decided" in lock_note(guarded)


def test_where_nobody_tells_of_the_lock_the_settings_say_so_and_decisions_count(desk: Desk) -> None:
    """Rule 16."""
    assert "doesn't say whether the screen is locked" in lock_note(desk)
    desk.approve_in_full(desk.ask())


def lock_note(desk: Desk) -> str:
    desk.window.show_page(ActionId.SHOW_SETTINGS)
    desk.wait(lambda: desk.window.findChildren(QWidget, Name.LOCK_NOTE))
    said: str = desk.window.findChild(QLabel, Name.LOCK_NOTE).text()
    desk.window.show_page(ActionId.SHOW_INBOX)
    return said

"""Whatever hands do that never rest, nothing is approved; and the full gesture, on the same desk, always is.

Rules 2, 3, 4, 5 and 16 together; the second half of each test is the control of the first (DECISIONS X2).
"""

from __future__ import annotations

from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from placet.api.commands import ChangeSettings
from placet_gui.presenters.arming import Wait
from placet_gui.theme.style import Theme
from tests.gui.gestures import HIDDEN, Desk
from tests.gui.random_hands import RandomHands
from tests.gui.test_granting import grants

# A pop-up of a field that a key opened: the screenless platform says that it can't do everything with one.
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def prepared(desk: Desk) -> None:
    """No group may stand for a request here: a group takes no yes, which would prove nothing."""
    never = 1_000_000
    desk.house.submit(
        ChangeSettings(values={"approvals.flood_pending": never, "approvals.flood_per_minute": never})
    )
    for number in range(3):
        desk.ask(f"first {number}.txt", HIDDEN if number == 0 else "hello")


def approve(desk: Desk, hands: RandomHands, count: int, between: int) -> None:
    """Approve so many by the full gesture, with anything at random before each."""
    for number in range(count):
        before = desk.approvals_given()
        hands.act(between)
        assert desk.approvals_given() == before
        desk.approvals.close_card()
        desk.approve_in_full(desk.ask(f"control {number}.txt", HIDDEN if number % 5 == 0 else "hi"), number)
        assert desk.approvals_given() == before + 1


@pytest.mark.timeout(600)
def test_1200_things_at_random_approve_nothing_and_the_full_gesture_5_of_5(
    tmp_path: Path, qtbot: QtBot, theme: Theme
) -> None:
    with Desk(tmp_path, qtbot) as desk:
        prepared(desk)
        hands = RandomHands(desk, theme, seed=20_261_130)
        hands.act(1_200)
        assert desk.approvals_given() == 0
        assert grants(desk) == ()
        assert hands.aims[Wait.QUIET] > 20, "but for their restlessness a yes would have counted"
        approve(desk, hands, count=5, between=2)


@pytest.mark.long
@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("part", range(5))
def test_50000_things_at_random_approve_nothing_and_the_full_gesture_100_of_100(
    tmp_path: Path, qtbot: QtBot, theme: Theme, part: int
) -> None:
    """In five parts: 10,000 and 20 of 20 each."""
    with Desk(tmp_path, qtbot) as desk:
        prepared(desk)
        hands = RandomHands(desk, theme, seed=20_261_201 + part)
        hands.act(9_900)
        assert desk.approvals_given() == 0
        approve(desk, hands, count=20, between=5)
        assert hands.done.total() == 10_000
        assert min(hands.done.values()) > 0, "each sort of thing was done"
        # How many it were is the machine's to say: how quickly a desk has its next card before it after an answer.
        assert hands.aims[Wait.QUIET] > 100, "but for their restlessness a yes would have counted"
        assert hands.aims[Wait.LOCKED] > 0
        assert grants(desk) == ()
        assert desk.approvals_given() == 20


@pytest.mark.long  # 5 of 5 are approved among 1,200 other things in the normal tier
@pytest.mark.timeout(600)
def test_the_full_gesture_approves_100_of_100(tmp_path: Path, qtbot: QtBot) -> None:
    with Desk(tmp_path, qtbot) as desk:
        for number in range(100):
            task_id = desk.ask(f"{number}.txt", HIDDEN if number % 5 == 0 else "hello")
            desk.approve_in_full(task_id, number)
        assert desk.approvals_given() == 100

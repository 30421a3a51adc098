"""A slow yes: which gesture was made, and what is said of one that wasn't finished."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from pytestqt.qtbot import QtBot

from placet_gui.presenters.arming import Arming, Gesture, Pace
from placet_gui.theme.style import Theme
from placet_gui.views.approval_button import ApproveButton
from placet_gui.views.slow_gesture import SlowGesture
from tests.gui.gestures import HOLD_MS, QUIET_MS, SHOWN_MS, HandClock

DIGEST = "0123456789abcdef" * 4
PACE = Pace(shown_ms=SHOWN_MS, quiet_ms=QUIET_MS, hold_ms=HOLD_MS)
EARLY = "Let go too early: hold the button until the bar in it is full."


class Foot:
    """A button and a field as the three feet that ask for a gesture have them."""

    def __init__(self, theme: Theme, qtbot: QtBot) -> None:
        self.clock = HandClock(0)
        arming = Arming(self.clock.monotonic_ms, pace=PACE, digest=DIGEST, step_up=True)
        self.button = ApproveButton(theme, self.clock, hold_ms=HOLD_MS)
        self.field = QLineEdit()
        for part in (self.button, self.field):
            qtbot.addWidget(part)
            part.show()
        self.gesture = SlowGesture(arming, self.button, self.field)
        self.made: list[tuple[Gesture, str]] = []
        self.gesture.made.connect(lambda gesture, typed: self.made.append((gesture, typed)))

    def press_for(self, ms: int) -> None:
        QTest.mousePress(self.button, Qt.MouseButton.LeftButton)
        self.clock.advance(ms)
        QTest.mouseRelease(self.button, Qt.MouseButton.LeftButton)

    def says(self) -> str:
        return self.gesture.sentence("It matches.", "Hold for {0}.")


@pytest.fixture
def foot(theme: Theme, qtbot: QtBot) -> Foot:
    return Foot(theme, qtbot)


def test_a_hold_that_is_too_short_is_said_until_something_is_typed(foot: Foot) -> None:
    foot.press_for(HOLD_MS - 1)
    assert [gesture for gesture, _ in foot.made] == [Gesture.CLICK]  # which alone counts for nothing
    assert foot.says() == EARLY
    QTest.keyClicks(foot.field, "a")
    assert foot.says().startswith("Hold for ")


def test_a_whole_hold_is_told_as_one_and_leaves_nothing_to_say(foot: Foot) -> None:
    foot.press_for(HOLD_MS)
    assert (Gesture.HOLD, "") in foot.made
    assert foot.says().startswith("Hold for ")


def test_a_click_with_the_digest_typed_is_no_short_hold(foot: Foot) -> None:
    QTest.keyClicks(foot.field, DIGEST[-6:])
    assert foot.says() == "It matches."
    foot.press_for(1)
    assert foot.made == [(Gesture.CLICK, DIGEST[-6:])]
    assert foot.says() == "It matches."


def test_what_is_typed_wrong_is_said_and_a_hold_is_named_as_the_other_way(foot: Foot) -> None:
    QTest.keyClicks(foot.field, "000000")
    assert foot.says() == "That isn't how the digest ends. Look at it again, or hold the button."


def test_an_answer_that_is_on_its_way_when_the_button_is_let_go_is_no_short_hold(foot: Foot) -> None:
    foot.gesture.made.connect(lambda *_: foot.button.setEnabled(False))
    foot.press_for(1)
    foot.button.setEnabled(True)
    assert foot.says().startswith("Hold for ")


def test_what_was_let_go_too_early_is_forgotten_once_it_could_not_count(foot: Foot) -> None:
    foot.press_for(1)
    foot.gesture.drop()
    assert foot.says().startswith("Hold for ")

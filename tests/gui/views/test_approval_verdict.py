"""The foot of the decision pane in a narrow window: it takes as little height as it can, and nothing in it is cut off."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit

from placet_gui.names import Name
from tests.gui.gestures import HIDDEN, Desk, desk

__all__ = ["desk"]


@pytest.mark.parametrize("content", ["text", HIDDEN])
def test_the_reason_and_the_buttons_share_a_line_where_there_is_room(desk: Desk, content: str) -> None:
    desk.window.resize(900, 600)
    desk.open(desk.ask(content=content))
    reason, deny = desk.find(Name.DENY_REASON, QLineEdit), desk.find(Name.DENY_BUTTON)
    assert reason.geometry().center().y() == pytest.approx(deny.geometry().center().y(), abs=1)
    desk.window.resize(720, 600)
    desk.wait(lambda: reason.geometry().bottom() < deny.geometry().top())


def test_what_can_be_written_there_is_said_in_words_that_have_room(desk: Desk) -> None:
    desk.open(desk.ask(content=HIDDEN))
    reason = desk.find(Name.DENY_REASON, QLineEdit)

    def fits() -> bool:
        return reason.fontMetrics().horizontalAdvance(reason.placeholderText()) < reason.width() - 16

    for width in (720, 900, 1024, 1280):
        desk.window.resize(width, 700)
        desk.wait(fits)
        assert reason.placeholderText().startswith("Reason for a no")
    assert reason.placeholderText() == "Reason for a no, for the agent to read"

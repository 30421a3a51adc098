"""Pages are read again while facts come without a pause: a rest between two reads is no wait for silence."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QTimer
from pytestqt.qtbot import QtBot

from placet.api import Event
from placet_gui.bridge import Bridge
from placet_gui.presenters.accounts import AccountsPresenter
from placet_gui.presenters.doctor import DoctorPresenter
from placet_gui.presenters.statistics import StatisticsPresenter

_EVERY_MS = 50


@pytest.mark.parametrize(
    ("made", "read", "fact"),
    [
        (AccountsPresenter, "uses_read", "task.moved"),
        (DoctorPresenter, "examined", "operation.moved"),
        (StatisticsPresenter, "counted", "hil.resolved"),
    ],
)
def test_what_is_shown_is_read_again_while_facts_come_more_often_than_it_rests(
    bridge: Bridge, qtbot: QtBot, made: Any, read: str, fact: str
) -> None:
    presenter = made(bridge, bridge)
    done = getattr(presenter, read)
    with qtbot.waitSignal(done):
        presenter.set_shown(True)
    event = Event(seq=1, type=fact, at_ms=0, agent_id=None, agent=None, task_id=None, payload={})
    steady = QTimer(bridge, interval=_EVERY_MS)
    steady.timeout.connect(lambda: bridge.events_arrived.emit((event,)))
    steady.start()
    with qtbot.waitSignal(done):
        pass
    steady.stop()

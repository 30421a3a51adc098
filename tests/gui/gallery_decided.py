"""The gallery's pictures of what becomes of an open request: the screen is locked, the system refuses, it is answered."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from placet.api import Action
from placet.api.views import TaskRow
from placet_gui.actions import ActionId
from placet_gui.presenters import step_up
from placet_gui.presenters.approvals import Approvals
from placet_gui.reauthentication import Proof
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.main_window import MainWindow
from placet_gui.words import translate
from tests.gui.conftest import House
from tests.gui.settling import settle

_SIZES = ((1280, 800), (1024, 640), (900, 600))
Take = Callable[[QWidget, str], None]


def walk_decided(house: House, window: MainWindow, theme: Theme, take: Take) -> None:
    """Requests of their own, a new one for each answer; the inbox is as it was afterwards."""
    window.show_page(ActionId.SHOW_INBOX)
    approvals = window.findChild(Approvals)
    for choice in (Choice.DARK, Choice.LIGHT):
        theme.apply(choice)
        for width, height in _SIZES:
            window.resize(width, height)
            _walk(house, approvals, lambda name, tag=f"{choice}-{width}": take(window, f"{name}-{tag}"))


def _walk(house: House, approvals: Approvals, take: Callable[[str], None]) -> None:
    denied = _opened(house, approvals)
    approvals._lock._said["the gallery"] = True
    approvals._lock.changed.emit(True)
    take("answer-locked")
    approvals._lock._said.clear()
    approvals._lock.changed.emit(False)
    approvals.refused.emit(translate("StepUp", step_up._SENTENCES[Proof.DISMISSED]))
    take("answer-refused")
    house.decide(denied, Action.DENY, "Put it into the other folder.")
    settle(900)
    take("answer-denied")
    house.decide(_opened(house, approvals), Action.APPROVE)
    settle(900)
    take("answer-approved")


def _opened(house: House, approvals: Approvals) -> TaskRow:
    row = house.write("notes/today.md", "Two ships came in.\n", "courier")
    settle(900)
    approvals.open(row.id)
    settle(900)
    return row

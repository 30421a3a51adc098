"""What was closed is let go of: nothing that outlives a card, a sheet or a form may keep what stood in it."""

from __future__ import annotations

import gc
from collections import Counter
from typing import Any

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, QObject
from PySide6.QtWidgets import QApplication

from placet_gui.names import Name
from tests.gui.gestures import Desk, desk
from tests.gui.test_sheets import TOKEN, ask_from_outside

__all__ = ["desk"]


def kept() -> Counter[str]:
    """What of ours Python still holds although Qt has taken it away, by class."""
    QApplication.processEvents()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    held: list[Any] = [it for it in gc.get_objects() if isinstance(it, QObject) and not shiboken6.isValid(it)]
    return Counter(type(it).__name__ for it in held if type(it).__module__.startswith("placet_gui"))


def asked(desk: Desk) -> tuple[str, ...]:
    (desk.house.folder() / "old.txt").write_text("one\n")
    return (
        desk.ask("old.txt", "two\n"),
        desk.ask("new.txt", f"the key {TOKEN}\n"),
        desk.ask("dots.txt", "a\u202eb\x00"),
        ask_from_outside(desk, "Bash", command="cd src && make"),
    )


def look_at(desk: Desk, task_ids: tuple[str, ...]) -> None:
    for task_id in task_ids:
        desk.open(task_id)
        tabs = desk.find(Name.ARGUMENT_TABS)
        for at in range(tabs.count()):
            tabs.setCurrentIndex(at)
            QApplication.processEvents()


def test_cards_that_were_left_keep_nothing(desk: Desk) -> None:
    task_ids = asked(desk)
    look_at(desk, task_ids)
    before = kept()
    for _ in range(2):
        look_at(desk, task_ids)
    assert kept() - before == Counter()

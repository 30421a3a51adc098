"""Hands that do anything at random before a desk where requests come and go, and never what a yes asks for.

A yes asks for a stretch of stillness (rule 3): no key or button for `QUIET_MS`. These hands never rest for so long, so
whatever they do, nothing may be approved; and since the clock is the test's, no slow machine rests for them. Everything
else is chance: keys with their repeats, clicks and double clicks on anything, windows that lose and get the keyboard,
requests that come and go, other sizes and looks, a screen that locks, arguments that are written anew.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from placet.api import Action, NotResolvable
from placet.api.commands import ResolveTask
from placet_gui.names import Name
from placet_gui.presenters.arming import Wait
from placet_gui.theme.style import Choice, Theme
from placet_gui.views.approval_button import ApproveButton
from tests.gui.gestures import CTRL, HIDDEN, KEYS, NO_KEYS, QUIET_MS, SPARED, Desk, random_key

_MOST_WAITING: Final = 6
_SIZES: Final = ((1100, 700), (900, 600), (1280, 800), (1024, 640))


class RandomHands:
    """Does one thing after the other. `done` counts what, by its name; `aims` what a yes that was aimed at waited for."""

    def __init__(self, desk: Desk, theme: Theme, seed: int) -> None:
        self.done: Counter[str] = Counter()
        self.aims: Counter[Wait | None] = Counter()
        self._desk = desk
        self._theme = theme
        self._dice = random.Random(seed)
        self._pressed_ms = desk.clock.now_ms
        self._places: list[QWidget] = []
        self._asked = 0
        self._deeds: dict[Callable[[], None], int] = {
            self._key: 400,
            self._repeat: 120,
            self._click: 220,
            self._double_click: 60,
            self._press_approve: 90,
            self._chord: 60,
            self._type_digest: 15,
            self._focus_click: 20,
            self._arrive: 12,
            self._open: 60,
            self._leave: 8,
            self._resize: 8,
            self._theme_switch: 2,
            self._lock: 4,
            self._edit: 6,
        }

    def act(self, events: int) -> None:
        """Do so many things."""
        for deed in self._dice.choices(list(self._deeds), list(self._deeds.values()), k=events):
            self._pause()
            if self._desk.lock.is_locked and self._dice.random() < 0.3:
                self._desk.lock._note("test", False)
            deed()
            self.done[deed.__name__.strip("_")] += 1
            if (popup := QApplication.activePopupWidget()) is not None:
                popup.close()
            if self._dice.random() < 0.3:  # an owner closes a dialog and goes on, a few deeds later
                self._close_dialog()
        self.settle()

    def _close_dialog(self) -> None:
        """Close what stands before the window, which gets the keyboard back as a desktop gives it."""
        if (dialog := QApplication.activeModalWidget()) is not None:
            dialog.close()
            self._desk.window.activateWindow()
            QApplication.processEvents()

    def settle(self) -> None:
        """Put things back as an owner finds them: unlocked, with the keyboard, no pop-up and no dialog open."""
        self._desk.lock._note("test", False)
        self._close_dialog()
        self._desk.window.activateWindow()
        QApplication.processEvents()

    def _pause(self) -> None:
        """Let time go by, but never as much since the last press as stillness asks for."""
        left_ms = self._pressed_ms + QUIET_MS - 1 - self._desk.clock.now_ms
        if left_ms < 120:
            QTest.keyClick(self._desk.focus(), Qt.Key.Key_F2)
            self._note_press()
            left_ms = QUIET_MS - 1
        self._desk.clock.advance(self._dice.randrange(min(120, left_ms)))

    def _note_press(self) -> None:
        self._pressed_ms = self._desk.clock.now_ms

    def _key(self) -> None:
        random_key(self._desk, self._dice, chord=True)
        self._note_press()

    def _repeat(self) -> None:
        """A key that is held down: one press, and what the keyboard makes of it."""
        place = self._desk.focus()
        key = self._dice.choice(KEYS)
        modifier = CTRL if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} else NO_KEYS
        QTest.keyPress(place, key, modifier)
        self._note_press()
        for _ in range(self._dice.randrange(1, 4)):
            QApplication.sendEvent(place, QKeyEvent(QEvent.Type.KeyPress, key, modifier, "", autorep=True))
        QTest.keyRelease(place, key, modifier)

    def _anywhere(self) -> tuple[QWidget, QPoint]:
        if not self._places or self._dice.random() < 0.05:
            self._places = [
                it for it in self._desk.page.findChildren(QWidget) if it.objectName() not in SPARED
            ]
        for _ in range(50):
            place = self._dice.choice(self._places)
            try:
                if place.isVisible():
                    at = QPoint(
                        self._dice.randrange(max(1, place.width())),
                        self._dice.randrange(max(1, place.height())),
                    )
                    return place, at
            except RuntimeError:  # it has gone with its card
                self._places.remove(place)
        return self._desk.list.viewport(), QPoint(5, 5)

    def _click(self) -> None:
        place, at = self._anywhere()
        QTest.mouseClick(place, Qt.MouseButton.LeftButton, NO_KEYS, at)
        self._note_press()

    def _double_click(self) -> None:
        place, at = self._anywhere()
        QTest.mouseClick(place, Qt.MouseButton.LeftButton, NO_KEYS, at)
        QTest.mouseDClick(place, Qt.MouseButton.LeftButton, NO_KEYS, at)
        self._note_press()

    def _note_aim(self) -> None:
        arming = self._desk.approvals.arming
        self.aims[None if arming is None else arming.waits_for()] += 1

    def _approve_button(self) -> ApproveButton | None:
        found = self._desk.page.findChildren(ApproveButton)
        return next((it for it in found if it.isVisible()), None)

    def _press_approve(self) -> None:
        """Aim at the yes itself, and keep it down for as long as the hands rest: far shorter than stillness."""
        button = self._approve_button()
        if button is None:
            return
        self._note_aim()
        QTest.mousePress(button, Qt.MouseButton.LeftButton)
        self._note_press()
        self._desk.clock.advance(self._dice.randrange(QUIET_MS - 1))
        if button.isVisible():
            QTest.mouseRelease(button, Qt.MouseButton.LeftButton)

    def _chord(self) -> None:
        self._note_aim()
        self._desk.chord(self._dice.choice((Qt.Key.Key_Return, Qt.Key.Key_Enter)))
        self._note_press()

    def _type_digest(self) -> None:
        """Even the right characters don't do without the stillness."""
        card = self._desk.approvals.card
        field = self._desk.window.findChildren(QWidget, Name.DIGEST_FIELD)
        if card is None or not field or not field[0].isVisible():
            return
        QTest.keyClicks(field[0], card.digest[-6:])
        self._note_press()
        self._desk.chord()

    def _focus_click(self) -> None:
        """Another window takes the keyboard, and a click on ours brings it back."""
        QApplication.sendEvent(self._desk.window, QEvent(QEvent.Type.WindowDeactivate))
        button = self._approve_button()
        if button is not None:
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        QApplication.sendEvent(self._desk.window, QEvent(QEvent.Type.WindowActivate))
        self._note_press()

    def _arrive(self) -> None:
        self._asked += 1
        content = HIDDEN if self._asked % 3 == 0 else "hello"
        if len(self._desk.approvals.model.waiting_ids()) < _MOST_WAITING:
            self._desk.ask(f"{self._asked}.txt", content)

    def _open(self) -> None:
        waiting = self._desk.approvals.model.waiting_ids()
        if waiting:
            self._desk.approvals.open(self._dice.choice(waiting))
            self._places.clear()

    def _leave(self) -> None:
        """A request is decided elsewhere, under the owner's eyes maybe."""
        waiting = self._desk.approvals.model.waiting_ids()
        if len(waiting) > 1:
            task = self._desk.house.task(self._dice.choice(waiting))
            if task.can_decide:
                deny = ResolveTask(task_id=task.id, action=Action.DENY, shown_digest=task.digest)
                with suppress(NotResolvable):  # a no of these hands may be on its way, too
                    self._desk.house.submit(deny)

    def _resize(self) -> None:
        self._desk.window.resize(*self._dice.choice(_SIZES))
        QApplication.processEvents()

    def _theme_switch(self) -> None:
        self._theme.apply(self._dice.choice((Choice.LIGHT, Choice.DARK)))

    def _lock(self) -> None:
        """Lock the screen; an owner unlocks it before he goes on, and so do these hands, a few deeds later."""
        self._desk.lock._note("test", True)

    def _edit(self) -> None:
        found = self._desk.window.findChildren(QPushButton, Name.EDIT_ARGS_BUTTON)
        if found and found[0].isVisible() and found[0].isEnabled():
            self._desk.click(found[0])
            self._note_press()
            QTest.keyClicks(self._desk.focus(), "{}")

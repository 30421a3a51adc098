"""When the desktop is told, and when it isn't; the real desktop is in tests/desktop/test_presence.py."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from placet.api.queries import GetSettings
from placet.api.views import SettingRow
from placet_gui.presence.autostart import Autostart
from placet_gui.presence.presence import Presence
from placet_gui.presence.tray import Tray
from placet_gui.theme.style import Theme
from tests.gui.conftest import House


class NotedTray(Tray):
    """A tray that writes down what it would have said: no desktop is here to say it."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(theme.tokens, parent)
        self.said: list[str] = []

    def notify(self, text: str) -> None:
        self.said.append(text)

    def show(self, wanted: bool) -> None:
        self.shown = wanted


@dataclass
class Scene:
    """A window that isn't in front, and what its desktop was told."""

    window: QWidget
    tray: NotedTray
    presence: Presence
    rows: tuple[SettingRow, ...]
    file: Path
    alerts: list[QWidget] = field(default_factory=list)

    def wish(self, **values: Any) -> None:
        """Set these, and all else to what it is by default."""
        wanted = {f"presence.{key}": value for key, value in values.items()}
        changed = (replace(row, value=wanted.get(row.key, row.default)) for row in self.rows)
        self.presence.follow_settings(tuple(changed))


@pytest.fixture
def scene(qtbot: QtBot, theme: Theme, house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Scene:
    window = QWidget()
    qtbot.addWidget(window)
    tray = NotedTray(theme, window)
    autostart = Autostart({"XDG_CONFIG_HOME": str(tmp_path)})
    presence = Presence(window, tray, autostart)
    made = Scene(window, tray, presence, house.engine.query(GetSettings()), autostart.file)
    monkeypatch.setattr(QApplication, "alert", lambda window, _ms: made.alerts.append(window))
    return made


def test_the_first_that_waits_is_told_and_the_next_ones_are_only_counted(scene: Scene) -> None:
    """Rule 1: a sign, and no window."""
    scene.wish()
    for count in (1, 2, 3, 2):
        scene.presence.follow_count(count)
    assert scene.tray.said == ["1 request waits for you"]
    assert scene.alerts == [scene.window]
    scene.presence.follow_count(0)
    scene.presence.follow_count(1)
    assert len(scene.tray.said) == 2
    assert not scene.window.isVisible()


def test_do_not_disturb_counts_and_says_nothing(scene: Scene) -> None:
    scene.wish(do_not_disturb=True)
    scene.presence.follow_count(3)
    assert (scene.tray.said, scene.alerts) == ([], [])
    assert scene.tray.tip() == "3 requests wait for you"


def test_without_notifications_there_is_a_mark_in_the_task_bar_alone(scene: Scene) -> None:
    scene.wish(notifications=False)
    scene.presence.follow_count(1)
    assert (scene.tray.said, scene.alerts) == ([], [scene.window])


def test_nothing_is_said_to_who_looks_at_the_window(scene: Scene, qtbot: QtBot) -> None:
    with qtbot.waitActive(scene.window):
        scene.window.show()
        scene.window.activateWindow()
    scene.wish()
    scene.presence.follow_count(1)
    assert (scene.tray.said, scene.alerts) == ([], [])


def test_what_waits_already_is_told_once_the_wishes_are_known(scene: Scene) -> None:
    scene.presence.follow_count(2)
    assert (scene.tray.said, scene.alerts) == ([], [])
    scene.wish()
    scene.wish(tray=False)
    assert scene.tray.said == ["2 requests wait for you"]


def test_starting_with_the_session_follows_the_setting_and_leaves_alone_what_was_not_asked(
    scene: Scene,
) -> None:
    scene.file.parent.mkdir(parents=True)
    scene.file.write_text("Name=Placet\n")
    scene.wish()
    assert scene.file.read_text() == "Name=Placet\n", "this folder never asked for it, another may have"
    scene.wish(autostart=True)
    assert "--minimized" in scene.file.read_text()
    scene.wish()
    assert not scene.file.exists()


def test_what_cannot_be_set_up_is_one_sentence(scene: Scene, qtbot: QtBot) -> None:
    scene.file.parent.parent.mkdir(exist_ok=True)
    scene.file.parent.touch()
    with qtbot.waitSignal(scene.presence.failed) as told:
        scene.wish(autostart=True)
    assert told.args[0].startswith("Starting with the session can't be set: ")


def test_the_trays_menu_opens_keeps_quiet_and_ends_and_decides_nothing(theme: Theme, qtbot: QtBot) -> None:
    """Rule 1: nothing there approves."""
    tray = Tray(theme.tokens)
    assert tray.entries() == ["Open Placet", "Do not disturb", "Quit"]

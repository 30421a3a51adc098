"""Nothing moves that needn't, where the owner or the desktop wants it so."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractAnimation, Qt
from PySide6.QtWidgets import QApplication

from placet.settings import setting_of
from placet_gui.theme import portal
from placet_gui.theme.motion import Motion
from placet_gui.theme.style import Theme
from placet_gui.views.approval_button import ApproveButton
from tests.gui.gestures import HandClock


@pytest.fixture
def own_theme(theme: Theme) -> Iterator[Theme]:
    yield theme
    theme.apply_motion(Motion.FULL)


@pytest.mark.parametrize(("choice", "moves"), [(Motion.FULL, True), (Motion.REDUCED, False)])
def test_menus_tips_and_the_caret_stand_still_or_dont(
    own_theme: Theme, qapp: QApplication, choice: Motion, moves: bool
) -> None:
    own_theme.apply_motion(choice)
    assert own_theme.still is not moves
    assert (qapp.cursorFlashTime() > 0) is moves
    for effect in (Qt.UIEffect.UI_FadeMenu, Qt.UIEffect.UI_AnimateCombo, Qt.UIEffect.UI_FadeTooltip):
        # On a screen without colours to blend Qt has no effects at all.
        assert not qapp.isEffectEnabled(effect) or moves


def test_the_systems_choice_is_the_desktops(own_theme: Theme, monkeypatch: pytest.MonkeyPatch) -> None:
    own_theme._wishes = None
    monkeypatch.setattr(portal, "wishes", lambda: portal.Wishes(still=True))
    own_theme.apply_motion(Motion.SYSTEM)
    assert own_theme.still
    own_theme._wishes = None


def test_every_choice_is_one_of_the_setting() -> None:
    assert set(setting_of("appearance.motion").choices) == {it.value for it in Motion}


@pytest.mark.parametrize(("choice", "pictures"), [(Motion.FULL, 10), (Motion.REDUCED, 4)])
def test_the_bar_of_a_held_button_grows_or_steps_on(
    own_theme: Theme, qtbot, choice: Motion, pictures: int
) -> None:
    own_theme.apply_motion(choice)
    clock = HandClock(0)
    button = ApproveButton(own_theme, clock, hold_ms=1_000)
    qtbot.addWidget(button)
    button.resize(button.sizeHint())
    button.show()
    qtbot.mousePress(button, Qt.MouseButton.LeftButton)
    seen = []
    for _ in range(9):
        clock.advance(100)
        image = button.grab().toImage()  # its bits are its own: they go with it
        seen.append(bytes(image.constBits()))
    assert pictures - 1 <= len(set(seen)) <= pictures
    button.drop_hold()


def test_nothing_of_ours_is_an_animation(own_theme: Theme, qapp: QApplication) -> None:
    """A spinner, say, would have to be asked about `still` first."""
    assert qapp.findChildren(QAbstractAnimation) == []

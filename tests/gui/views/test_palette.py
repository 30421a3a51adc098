"""Every action by its name and its keys."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QApplication, QLineEdit, QTreeWidget, QTreeWidgetItem
from pytestqt.qtbot import QtBot

from placet_gui import language
from placet_gui.actions import ACTIONS, ActionId
from placet_gui.names import Name
from placet_gui.theme.style import Theme
from placet_gui.views.main_window import MainWindow
from placet_gui.views.palette import ON_THE_REQUEST_ONLY, Palette

CELL_PX = 4  # what the style sheet leaves on each side of a cell's words


@pytest.fixture
def window(qtbot: QtBot, theme: Theme) -> MainWindow:
    made = MainWindow(theme)
    qtbot.addWidget(made)
    with qtbot.waitExposed(made):
        made.show()
    return made


def opened(window: MainWindow, how: ActionId = ActionId.PALETTE) -> Palette:
    window.actions_by_id[how].trigger()
    (palette,) = window.findChildren(Palette)
    return palette


def items(palette: Palette) -> list[QTreeWidgetItem]:
    rows = palette.findChild(QTreeWidget, Name.PALETTE_LIST)
    assert rows is not None
    found = (rows.topLevelItem(number) for number in range(rows.topLevelItemCount()))
    return [it for it in found if it is not None and not it.isHidden()]


def search(palette: Palette) -> QLineEdit:
    found = palette.findChild(QLineEdit, Name.PALETTE_SEARCH)
    assert found is not None
    return found


def keys(shortcut: str) -> str:
    return QKeySequence(shortcut).toString(QKeySequence.SequenceFormat.NativeText).replace("Return", "Enter")


@pytest.mark.parametrize("how", [ActionId.PALETTE, ActionId.SHOW_KEYS])
def test_every_action_is_there_with_its_keys(window: MainWindow, how: ActionId) -> None:
    shown = {(it.text(0), it.text(2)) for it in items(opened(window, how))}
    others = {ActionId.PALETTE, ActionId.SHOW_KEYS}
    assert shown == {(spec.text, keys(spec.shortcut)) for it, spec in ACTIONS.items() if it not in others}


def test_words_narrow_the_list_and_enter_does_the_first(window: MainWindow, qtbot: QtBot) -> None:
    palette = opened(window)
    qtbot.keyClicks(search(palette), "models wri")
    assert [it.text(0) for it in items(palette)] == ["Generations"]
    with qtbot.waitSignal(window.actions_by_id[ActionId.SHOW_GENERATIONS].triggered):
        qtbot.keyClick(search(palette), Qt.Key.Key_Return)
    assert not palette.isVisible()


def test_the_arrows_choose_while_words_are_typed(window: MainWindow, qtbot: QtBot) -> None:
    palette = opened(window)
    qtbot.keyClick(search(palette), Qt.Key.Key_Down)
    with qtbot.waitSignal(window.actions_by_id[ActionId.SHOW_TASKS].triggered):
        qtbot.keyClick(search(palette), Qt.Key.Key_Return)


@pytest.mark.parametrize("action_id", sorted(ON_THE_REQUEST_ONLY))
def test_nothing_is_decided_from_here(window: MainWindow, qtbot: QtBot, action_id: ActionId) -> None:
    decided: list[bool] = []
    window.actions_by_id[action_id].triggered.connect(decided.append)
    palette = opened(window)
    qtbot.keyClicks(search(palette), ACTIONS[action_id].text)
    qtbot.keyClick(search(palette), Qt.Key.Key_Return)
    for item in items(palette):
        if item.text(0) == ACTIONS[action_id].text:
            item.treeWidget().itemActivated.emit(item, 0)
    assert decided == []
    assert palette.isVisible()


def test_escape_closes_it_and_does_nothing(window: MainWindow, qtbot: QtBot) -> None:
    palette = opened(window)
    done: list[bool] = []
    for action_id in ActionId:
        window.actions_by_id[action_id].triggered.connect(done.append)
    qtbot.keyClick(search(palette), Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not window.findChildren(Palette))
    assert done == []


@pytest.mark.parametrize("spoken", ["en", "de"])
def test_what_each_action_does_is_read_whole(
    qapp: QApplication, qtbot: QtBot, theme: Theme, spoken: str
) -> None:
    language.speak(qapp, spoken)
    try:
        made = MainWindow(theme)
        qtbot.addWidget(made)
        made.resize(900, 600)
        with qtbot.waitExposed(made):
            made.show()
        palette = opened(made)
        rows = palette.findChild(QTreeWidget, Name.PALETTE_LIST)
        assert rows is not None
        qtbot.waitUntil(lambda: rows.columnWidth(1) > 400)
        room_px = rows.columnWidth(1) - 2 * CELL_PX
        words = [it.text(1) for it in items(palette)]
        assert [it for it in words if rows.fontMetrics().horizontalAdvance(it) > room_px] == []
    finally:
        language.speak(qapp, "en")

"""Changes side by side: offered where there is room, remembered everywhere, and never less than the one text."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QTextOption
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from pytestqt.qtbot import QtBot

from placet.api import SheetLine, Tone
from placet.api.commands import ChangeSettings
from placet.settings import setting_of
from placet_gui.bridge import Bridge
from placet_gui.models.diff_table import Side
from placet_gui.names import Name
from placet_gui.presenters.diff_choice import DiffChoice
from placet_gui.theme.fonts import mono
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import wrapped
from placet_gui.views.changes_view import WIDE_PX, ChangesView
from placet_gui.views.side_by_side import SideBySide
from tests.gui.conftest import House
from tests.gui.gestures import ARM_MS, Desk, desk

__all__ = ["desk"]

KEY = "appearance.changes"
ANYWHERE = QTextOption.WrapMode.WrapAnywhere


def beside(desk: Desk) -> SideBySide:
    found: SideBySide = desk.find(Name.SIDE_BY_SIDE, SideBySide)
    return found


def ask_for_a_change(desk: Desk, before: str = "one\ntwo\n", after: str = "one\n2\n") -> str:
    (desk.house.folder() / "a.txt").write_text(before)
    return desk.ask(content=after)


@pytest.fixture
def wide(desk: Desk) -> Desk:
    desk.window.resize(1400, 800)
    return desk


def test_the_old_lines_stand_beside_the_new_ones_on_demand_and_the_choice_is_kept(wide: Desk) -> None:
    wide.open(ask_for_a_change(wide))
    assert wide.find(Name.SHEET_VIEW).isVisible()
    wide.click(wide.find(Name.DIFF_SWITCH))
    table = beside(wide).model()
    last = table.rowCount() - 1
    assert [table.index(last, side).data() for side in Side] == ["2 -", "two", "2 +", "2"]
    assert beside(wide).isVisible()
    wide.wait(lambda: wide.house.engine.settings.get(KEY) == "side_by_side")
    wide.open(wide.ask(content="one\nzwei\n"))
    assert beside(wide).isVisible()
    assert beside(wide).model().index(last, Side.NEW).data() == "zwei"
    assert wide.approvals_given() == 0


def test_a_narrow_window_shows_one_text_and_offers_no_other(wide: Desk) -> None:
    wide.house.submit(ChangeSettings(values={KEY: "side_by_side"}))
    wide.open(ask_for_a_change(wide))
    wide.wait(lambda: beside(wide).isVisible())
    wide.window.resize(900, 600)
    wide.wait(lambda: wide.find(Name.SHEET_VIEW).isVisible())
    assert not wide.shows(Name.DIFF_SWITCH)
    wide.window.resize(1400, 800)
    wide.wait(lambda: beside(wide).isVisible())


def test_read_to_its_end_side_by_side_counts_as_opened(wide: Desk) -> None:
    """Rule 8: nothing of the one text is missing in two columns."""
    long = "".join(f"line {number} of a text\n" for number in range(300))
    wide.open(ask_for_a_change(wide, "other\n" * 300, long))
    arming = wide.approvals.arming
    assert arming is not None
    wide.click(wide.find(Name.DIFF_SWITCH))
    assert arming.unopened == {"/content"}
    bar = beside(wide).verticalScrollBar()
    wide.wait(lambda: bar.maximum() > 0)
    bar.setValue(bar.maximum() // 2)
    QApplication.processEvents()
    assert arming.unopened == {"/content"}
    bar.setValue(bar.maximum())
    wide.wait(lambda: not arming.unopened)
    wide.clock.advance(ARM_MS)
    assert wide.approve_button.isEnabled()


def test_an_edit_is_looked_at_side_by_side_too(wide: Desk) -> None:
    wide.house.submit(ChangeSettings(values={KEY: "side_by_side"}))
    wide.open_armed(wide.ask(content="hello"))
    wide.click(wide.find(Name.EDIT_ARGS_BUTTON))
    text = wide.find(Name.EDIT_ARGS_TEXT)
    text.setPlainText(text.toPlainText().replace("hello", "goodbye"))
    wide.click(wide.find(Name.EDIT_ARGS_REVIEW))
    shown = next(it for it in wide.window.findChildren(SideBySide) if it.isVisible())
    rows = [shown.model().index(row, Side.NEW).data() for row in range(shown.model().rowCount())]
    assert any("goodbye" in text for text in rows)
    wide.clock.advance(ARM_MS)
    assert wide.approve_button.text() == "Approve edit"


def test_no_line_is_cut_off_at_any_width(theme: Theme, bridge: Bridge, qtbot: QtBot) -> None:
    """Rule 8: a row is as high as its longer side needs."""
    texts = ("x" * 999, "a b " * 300, "\u05e9" * 300, "⇥\tword " * 90, "short", "")
    view = SideBySide(theme)
    qtbot.addWidget(view)
    lines = [SheetLine(text=f"-{text}", tone=Tone.GONE, old=1, signed=True) for text in texts]
    view.show_lines((*lines, SheetLine(text="across " * 300)))
    for width in (300, 517, 700, 1231):
        view.resize(width, 600)
        view.show()
        for row, text in enumerate(texts):
            room = view.columnWidth(Side.OLD) - 12
            _, height = wrapped(text, mono(theme.tokens.size("text_px")), room, theme.tokens, None, ANYWHERE)
            assert view.rowHeight(row) >= int(height), (width, text[:9])
        assert view.columnWidth(Side.OLD) + view.columnWidth(Side.NEW) < width


def test_the_choice_follows_the_setting_and_sets_it(house: House, bridge: Bridge, qtbot: QtBot) -> None:
    assert setting_of(KEY).default == "one_text"
    first, second = DiffChoice(bridge), DiffChoice(bridge)
    with qtbot.waitSignal(second.changed):
        first.choose(True)
    assert second.side_by_side
    assert house.engine.settings.get(KEY) == "side_by_side"


def test_the_switch_is_reached_and_turned_by_the_keyboard(
    theme: Theme, house: House, bridge: Bridge, qtbot: QtBot
) -> None:
    view = ChangesView(theme, "changes", "Changes", DiffChoice(bridge))
    qtbot.addWidget(view)
    view.show_text("--- a/a\n+++ b/a\n@@ -1,1 +1,1 @@\n-a\n+b\n")
    view.resize(WIDE_PX, 300)
    view.show()
    switch = view.findChild(QPushButton, Name.DIFF_SWITCH)
    switch.setFocus()
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert view.findChild(SideBySide).isVisible()
    qtbot.waitUntil(lambda: house.engine.settings.get(KEY) == "side_by_side")
    QTest.keyClick(switch, Qt.Key.Key_Space)
    assert not view.findChild(SideBySide).isVisible()
    assert view.text().endswith("-a\n+b\n")
    qtbot.waitUntil(lambda: house.engine.settings.get(KEY) == "one_text")

"""While the owner hides values, no page shows anything of an agent's, and nothing can be decided (rule 16)."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QWidget

from placet_gui.names import Name
from placet_gui.views.main_window import PAGES
from tests.gui.gestures import ARM_MS, CTRL, Desk, desk

__all__ = ["desk"]
SHIFT = Qt.KeyboardModifier.ShiftModifier
SECRET = "the combination is 4711"


def toggle(desk: Desk) -> None:
    QTest.keyClick(desk.window, Qt.Key.Key_H, CTRL | SHIFT)
    QApplication.processEvents()


def read(desk: Desk) -> str:
    """Every word that a visible widget shows or tells an assistive tool."""
    seen = [it for it in desk.window.findChildren(QWidget) if it.isVisible()]
    told = [text for it in seen for text in (it.accessibleName(), it.accessibleDescription(), it.toolTip())]
    return "\n".join([*told, *(it.text() for it in seen if isinstance(it, QLabel))])


def test_a_hidden_card_can_be_neither_read_nor_decided_and_arms_anew_when_it_is_back(desk: Desk) -> None:
    task_id = desk.ask(content=SECRET)
    desk.open_armed(task_id)
    toggle(desk)
    assert desk.shows(Name.CURTAIN)
    assert SECRET not in read(desk)
    assert not desk.shows(Name.ARGS_TREE)
    desk.clock.advance(10 * ARM_MS)
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Backspace):
        QTest.keyClick(QApplication.focusWidget() or desk.window, key, CTRL)
    assert not desk.approvals.busy
    toggle(desk)
    assert not desk.shows(Name.CURTAIN)
    assert not desk.approve_button.isEnabled(), "it is looked at anew"
    desk.clock.advance(ARM_MS)
    desk.click(desk.approve_button)
    desk.wait_decided(task_id)
    assert desk.approvals_given() == 1


def test_no_page_comes_out_from_behind_it(desk: Desk) -> None:
    desk.ask(path="plans.txt", content=SECRET)
    toggle(desk)
    for page in PAGES:
        desk.window.show_page(page)
        desk.window.show_notice(SECRET)
        QApplication.processEvents()
        assert desk.shows(Name.CURTAIN), page
        assert SECRET not in read(desk), page
        assert "plans.txt" not in read(desk), page


def test_its_button_says_and_does_the_same_as_its_key(desk: Desk) -> None:
    button = desk.find(Name.HIDE_VALUES_BUTTON)
    desk.click(button)
    assert desk.shows(Name.CURTAIN)
    assert button.text().strip() == "Show values"
    toggle(desk)
    assert not desk.shows(Name.CURTAIN)
    assert not button.isChecked()

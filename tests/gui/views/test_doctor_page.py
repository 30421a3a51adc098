"""The doctor's page: what is to be seen to, what to do about each, and that it goes when it is seen to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtDBus import QDBusConnection
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QTableView, QWidget
from pytestqt.qtbot import QtBot

from placet.api.doctor import Examination, FindingRow, damaged
from placet_gui.actions import ActionId
from placet_gui.names import Name
from placet_gui.presenters.doctor import DoctorPresenter
from placet_gui.screen_lock import ScreenLock
from placet_gui.theme.style import Theme
from placet_gui.views.argument_text import ExactLabel
from placet_gui.views.doctor_page import DoctorPage
from placet_gui.views.table_edge import MARGIN_PX
from tests.gui.gestures import Desk
from tests.gui.goal_desk import GoalDesk, goal_desk
from tests.gui.lock_service import SAVER, lock_service

__all__ = ["goal_desk"]


def table(desk: GoalDesk) -> QTableView:
    found: QTableView = desk.find(Name.DOCTOR_LIST, QTableView)
    return found


def kinds(desk: GoalDesk) -> list[str]:
    if not desk.shows(Name.DOCTOR_LIST):
        return []
    model = table(desk).model()
    return [model.index(number, 0).data() for number in range(model.rowCount())]


def choose(desk: GoalDesk, kind: str) -> None:
    model = table(desk).model()
    (number,) = (n for n in range(model.rowCount()) if model.index(n, 0).data() == kind)
    at = table(desk).visualRect(model.index(number, 1)).center()
    QTest.mouseClick(table(desk).viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)


@pytest.fixture
def doctor(goal_desk: GoalDesk) -> GoalDesk:
    """A desk whose owner looks at the doctor's page, once it has looked."""
    goal_desk.window.show_page(ActionId.SHOW_DOCTOR)
    goal_desk.wait(lambda: goal_desk.find(Name.DOCTOR_EMPTY).accessibleName() == "Nothing to see to")
    return goal_desk


def test_a_whole_house_is_told_of_with_what_was_looked_at(doctor: GoalDesk) -> None:
    said = "\n".join(it.text() for it in doctor.find(Name.DOCTOR_EMPTY).findChildren(QLabel))
    looked = "the ledger, who can reach it, workflows and their effects, what tools need of this machine"
    assert f"Looked at: {looked}, model servers, links to other programs." in said
    assert not doctor.shows(Name.DOCTOR_FINDING)


def test_where_nobody_tells_of_the_lock_the_page_says_so_and_counts_no_finding(doctor: GoalDesk) -> None:
    """Rule 16."""
    assert not doctor.lock.is_known
    assert "doesn't say whether the screen is locked" in doctor.find(Name.DOCTOR_NOTE).accessibleName()
    assert doctor.find(Name.DOCTOR_NOTE).isVisible()
    assert kinds(doctor) == []


def test_where_a_service_tells_of_the_lock_there_is_nothing_to_say(
    tmp_path: Path, qtbot: QtBot, theme: Theme
) -> None:
    """Rule 16."""
    with lock_service(tmp_path, SAVER) as service:
        bus = QDBusConnection.connectToBus(service.address, f"session of {service.address}")
        lock = ScreenLock(QDBusConnection("no such bus"), bus)
        assert lock.is_known
        with Desk(tmp_path / "desk", qtbot, lock=lock) as desk:
            desk.window.show_page(ActionId.SHOW_DOCTOR)
            assert desk.window.findChild(QWidget, Name.DOCTOR_PAGE) is not None
            assert desk.window.findChild(QWidget, Name.DOCTOR_NOTE) is None


def test_an_effect_in_doubt_is_found_without_being_asked_for_checked_and_gone(doctor: GoalDesk) -> None:
    desk = doctor
    desk.in_doubt()
    desk.wait(lambda: kinds(desk) == ["Not verified", "Uncertain"])
    choose(desk, "Uncertain")
    words = "\n".join(it.text() for it in desk.find(Name.DOCTOR_FINDING).findChildren(QLabel))
    assert "An effect of post" in words
    assert "Check it again, which only looks." in words
    desk.post.findable = True
    desk.press(Name.DOCTOR_CHECK)
    desk.wait(lambda: kinds(desk) == [])
    assert desk.find(Name.DOCTOR_EMPTY).accessibleName() == "Nothing to see to"
    assert desk.post.calls == 1


def test_a_finding_leads_to_its_workflow_and_to_the_very_effect(doctor: GoalDesk) -> None:
    desk = doctor
    desk.in_doubt()
    desk.wait(lambda: kinds(desk) == ["Not verified", "Uncertain"])
    choose(desk, "Not verified")
    assert not desk.shows(Name.DOCTOR_CHECK)
    desk.press(Name.DOCTOR_OPEN)
    assert desk.window.page() is ActionId.SHOW_WORKFLOWS
    desk.wait(lambda: desk.shows(Name.WORKFLOW_CHAIN))
    desk.window.show_page(ActionId.SHOW_DOCTOR)
    choose(desk, "Uncertain")
    desk.press(Name.DOCTOR_OPEN)
    desk.wait(lambda: desk.shows(Name.LINK_CHECK))


@pytest.mark.long
def test_a_model_server_that_is_gone_is_found_once_somebody_looks_again(doctor: GoalDesk) -> None:
    desk = doctor
    desk.house.declare("lost", model={"backend": "nowhere"})
    desk.press(Name.DOCTOR_AGAIN)
    desk.wait(lambda: kinds(desk) == ["Model server"])
    assert not desk.shows(Name.DOCTOR_OPEN)
    assert desk.find(Name.DOCTOR_AGAIN, QPushButton).text().strip() in {"Look again", "Looking…"}


@pytest.mark.long
def test_nobody_looks_while_the_page_is_not_in_front(doctor: GoalDesk) -> None:
    desk = doctor
    looks: list[bool] = []
    desk.window.show_page(ActionId.SHOW_WORKFLOWS)
    desk.window.findChild(DoctorPresenter).looking_changed.connect(looks.append)
    workflow_id = desk.in_doubt()
    desk.stands(workflow_id, "Finished", "Uncertain")
    assert looks == []
    desk.window.show_page(ActionId.SHOW_DOCTOR)
    desk.wait(lambda: kinds(desk) == ["Not verified", "Uncertain"])
    assert looks[0] is True


def test_words_of_others_are_plain_text_and_the_serious_stand_first(theme: Any, qtbot: Any) -> None:
    page = DoctorPage(theme)
    qtbot.addWidget(page)
    page.show()
    odd = FindingRow(
        code="workflow_waits", serious=False, what="<b>x</b>\u202e", advice="a", workflow_id="task_1"
    )
    page.show_examination(Examination(checked=("ledger",), findings=(*damaged("It is torn.").findings, odd)))
    model = page.findChild(QTableView, Name.DOCTOR_LIST).model()
    assert [model.index(n, 1).data() for n in range(2)] == ["It is torn.", "<b>x</b>⟨U+202E⟩"]
    page.findChild(QTableView, Name.DOCTOR_LIST).selectRow(1)
    shown = [it for it in page.findChildren(QLabel) if "<b>x</b>" in it.text()]
    assert shown
    assert {it.textFormat() for it in shown} == {Qt.TextFormat.PlainText}
    begin_px = [page.findChild(QTableView, Name.DOCTOR_LIST).columnWidth(0) + MARGIN_PX] * 2
    assert [_x_in(page, it) for it in page.findChildren(ExactLabel)] == begin_px, "words stand below words"
    page.show_examination(Examination(checked=("ledger",), findings=(odd,)))
    assert page.findChild(QTableView, Name.DOCTOR_LIST).currentIndex().row() == 0, (
        "the chosen one stays chosen"
    )


@pytest.mark.parametrize("direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft])
def test_what_is_found_before_the_page_is_shown_is_chosen_with_its_advice(
    theme: Any, qtbot: Any, direction: Qt.LayoutDirection
) -> None:
    page = DoctorPage(theme)
    qtbot.addWidget(page)
    page.setLayoutDirection(direction)
    page.show_examination(damaged("It is torn."))
    page.show()
    assert page.findChild(QTableView, Name.DOCTOR_LIST).currentIndex().row() == 0
    assert page.findChild(QWidget, Name.DOCTOR_FINDING).isVisible()


def _x_in(page: QWidget, label: QWidget) -> int:
    return label.mapTo(page, label.rect().topLeft()).x()

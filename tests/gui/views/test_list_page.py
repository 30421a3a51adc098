"""A page with a list in a small window: the details take the list's place, and give it back."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from placet_gui.names import Name
from placet_gui.views.row_table_view import ROW_PX, RowTableView
from tests.gui.goal_desk import GoalDesk, goal_desk

__all__ = ["goal_desk"]


def test_the_list_above_the_details_ends_where_a_row_ends(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    workflow_id = desk.verified()
    desk.open_goal(workflow_id)
    table = desk.find(Name.WORKFLOWS_TABLE, RowTableView)
    for height in range(800, 840, 7):
        desk.window.resize(1024, height)
        desk.wait(lambda height=height: desk.window.height() == height and desk.shows(Name.WORKFLOWS_TABLE))
        desk.wait(lambda: table.viewport().height() % ROW_PX == 0)


def test_what_narrows_the_list_stands_aside_while_the_details_stand_in_its_place(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    workflow_id = desk.verified()
    chip = desk.find("workflow_filter_done", QPushButton)
    desk.window.resize(1024, 640)
    assert chip.isVisible()
    desk.open_goal(workflow_id)
    desk.wait(lambda: desk.shows(Name.WORKFLOW_CHAIN) and not desk.shows(Name.WORKFLOWS_TABLE))
    assert not chip.isVisible()
    desk.press(Name.WORKFLOW_CLOSE)
    desk.wait(lambda: desk.shows(Name.WORKFLOWS_TABLE) and chip.isVisible())
    desk.window.resize(1280, 800)
    desk.open_goal(workflow_id)
    desk.wait(lambda: desk.shows(Name.WORKFLOW_CHAIN) and desk.shows(Name.WORKFLOWS_TABLE))
    assert chip.isVisible()

"""The form for a new workflow while what it knows is read again."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit

from placet.api.guides import ListGuides
from placet_gui.names import Name
from placet_gui.views.workflow_form import WorkflowDialog
from tests.gui.goal_desk import GoalDesk, goal_desk

__all__ = ["goal_desk"]


def test_what_is_read_again_while_the_form_is_filled_in_keeps_the_words_and_leaves_one_field_of_each(
    goal_desk: GoalDesk,
) -> None:
    desk = goal_desk
    desk.press(Name.WORKFLOW_NEW)
    desk.wait(lambda: desk.shows("workflow_report_path"))
    desk.find("workflow_report_path", QLineEdit).setText("kept.md")
    form = desk.window.findChild(WorkflowDialog)
    form.show_guides(desk.house.engine.query(ListGuides(agent="clerk")))
    assert desk.find("workflow_report_path", QLineEdit).text() == "kept.md"
    assert desk.shows("workflow_report_path")

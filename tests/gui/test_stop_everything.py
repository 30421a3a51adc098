"""The switch in the window's bar stops every agent, and takes back what each waits for (rule 13)."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton

from placet_gui.names import Name
from tests.flows.house import RESTRICTED_WRITE
from tests.gui.gestures import Desk, desk

__all__ = ["desk"]


def test_one_press_stops_all_agents_and_withdraws_what_they_wait_for(desk: Desk) -> None:
    """Rule 13."""
    desk.house.declare("scribe", tools=[RESTRICTED_WRITE])
    mine = desk.ask()
    other = str(desk.house.call("fs_write", {"path": "b.txt", "content": "x"}, agent="scribe").task_id)
    desk.wait(lambda: desk.approvals.model.row_of(other))
    desk.click(desk.find(Name.STOP_ALL_BUTTON, QPushButton))
    desk.wait(lambda: not any(desk.house.task(it).can_decide for it in (mine, other)))
    desk.wait(lambda: all(desk.house.agent(it).state == "stopped" for it in ("clerk", "scribe")))
    for task_id in (mine, other):
        approval = desk.house.task(task_id).approval
        assert approval is not None
        assert approval.state == "withdrawn"
    assert desk.approvals_given() == 0

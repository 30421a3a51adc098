"""What the pane says of a call that another program would run itself (DECISIONS T12)."""

from PySide6.QtWidgets import QLabel

from tests.gui.gestures import HIDDEN, Desk, desk

__all__ = ["desk"]


def asked_from_outside(desk: Desk, **source: str) -> str:
    ticket = desk.house.call("Bash", {"command": "make install"}, decide_only=True, source=source)
    task_id = str(ticket.task_id)
    desk.wait(lambda: desk.approvals.model.row_of(task_id))
    return task_id


def test_the_pane_says_who_asks_as_the_askers_own_words_and_that_placet_only_decides(desk: Desk) -> None:
    pane = desk.open(asked_from_outside(desk, harness="claude-code", cwd=f"/srv/{HIDDEN}"))
    read = " / ".join(label.text() for label in pane.findChildren(QLabel))
    assert "The program that asks says of itself: harness claude-code, cwd /srv/" in read
    assert HIDDEN not in read
    assert "Placet only decides" in read
    assert "you have declared nothing about this tool" in read


def test_approved_at_the_window_it_is_running_and_nothing_here_runs_it(desk: Desk) -> None:
    task_id = asked_from_outside(desk)
    desk.approve_in_full(task_id)
    row = desk.house.task(task_id)
    assert (row.status, row.decision_only, desk.tool.runs) == ("running", True, [])

"""A deadline is said, warned of, extended, and never a no; what was answered elsewhere says so (rules 14 and 15)."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget

from placet.api import Action, NotResolvable
from placet_gui.delegates.cards import time_words
from placet_gui.names import Name
from placet_gui.presenters.approval_queue import KEEP_MS
from tests.flows.house import OVER_HTTP, RESTRICTED_WRITE
from tests.gui.gestures import Desk, desk

__all__ = ["desk"]

DEADLINE_S = 360


def ask_with_deadline(desk: Desk) -> str:
    desk.house.change(tools=[{**RESTRICTED_WRITE, "deadline_s": DEADLINE_S}])
    return desk.ask()


def run_out(desk: Desk, task_id: str) -> None:
    """The deadline passes; whoever is too late with a word finds out."""
    desk.wall.at_ms += DEADLINE_S * 1000
    with pytest.raises(NotResolvable):
        desk.house.resolve(task_id, Action.DENY, OVER_HTTP)


def test_the_last_two_minutes_are_a_warning_until_there_is_more_time(desk: Desk) -> None:
    """Rule 14."""
    task_id = ask_with_deadline(desk)
    desk.open(task_id)
    label = desk.find("deadline_label")
    assert label.property("role") == "muted"
    desk.clock.advance(DEADLINE_S * 1000 - 90_000)
    assert label.property("role") == "warning"
    assert label.text().endswith("; 1 min left")
    desk.wall.at_ms += DEADLINE_S * 1000 - 90_000
    desk.click(desk.find("extend_button"))
    desk.wait(lambda: label.property("role") == "muted")
    assert label.text().endswith("; 16 min left")
    assert desk.house.task(task_id).can_decide


def test_the_seconds_are_told_only_while_they_count(desk: Desk) -> None:
    task_id = ask_with_deadline(desk)
    told = desk.open(task_id)._tick
    desk.clock.advance(5_000)
    assert told.at_ms is not None
    desk.house.resolve(task_id, Action.DENY, OVER_HTTP)
    desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
    assert told.at_ms is None


def test_in_its_last_two_minutes_a_request_says_in_the_list_how_long_there_is(desk: Desk) -> None:
    """Rule 14."""
    task_id = ask_with_deadline(desk)
    row = desk.house.task(task_id)
    assert time_words(row, desk.clock.wall_ms()) == ("0 s", "text_muted")
    desk.clock.advance(DEADLINE_S * 1000 - 90_000)
    assert time_words(row, desk.clock.wall_ms()) == ("1 min left", "held")
    desk.house.deny(task_id)
    assert time_words(desk.house.task(task_id), desk.clock.wall_ms()) == ("4 min", "text_muted")


def test_a_request_that_ran_out_is_told_apart_from_one_that_was_denied(desk: Desk) -> None:
    """Rule 14."""
    task_id = ask_with_deadline(desk)
    desk.open_armed(task_id)
    run_out(desk, task_id)
    desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
    said = desk.says(Name.DECIDED_LABEL)
    assert said.startswith("Timed out at ")
    assert "The task: Cancelled." in said
    assert "enied" not in said
    approval = desk.house.task(task_id).approval
    assert approval is not None
    assert (approval.state, approval.decided_by) == ("timed_out", None)
    assert desk.approvals_given() == 0


@pytest.mark.parametrize("action", [Action.APPROVE, Action.DENY])
def test_an_answer_over_http_takes_the_buttons_away_and_says_who_how_and_when_for_five_seconds(
    desk: Desk, action: Action
) -> None:
    """Rule 15."""
    task_id = desk.ask()
    desk.open_armed(task_id)
    desk.house.resolve(task_id, action, OVER_HTTP)
    desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
    word = "Approved" if action is Action.APPROVE else "Denied"
    assert desk.says(Name.DECIDED_LABEL).startswith(f"{word} by the owner over HTTP at ")
    for name in (Name.APPROVE_BUTTON, Name.DENY_BUTTON):
        assert not desk.window.findChildren(QWidget, name)
    desk.clock.advance(KEEP_MS - 1)
    assert desk.shows(Name.DECIDED_LABEL)
    assert desk.approvals.model.row_of(task_id) is not None

"""Many requests at once: what the window does for each fact is about that one, and what is out of sight costs nothing."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from PySide6.QtWidgets import QPushButton

from placet.api import Action
from placet.api.commands import ChangeSettings, ResolveTask
from placet.api.queries import GetTask, ListAgents, ListOpen, ListTaskLines, Query
from placet_gui.actions import ActionId
from placet_gui.names import Name, status_filter_name
from placet_gui.presenters.overview import Overview
from placet_gui.presenters.tasks import TasksPresenter
from placet_gui.views.inbox_cards import InboxCards
from placet_gui.views.tasks_panel import TasksTable
from tests.gui.gestures import Desk, desk

__all__ = ["desk"]

MANY = 500


@contextmanager
def questions(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Query]]:
    """What the window asks the engine inside."""
    asked: list[Query] = []
    answer = desk.house.engine.query

    def listen(query: Query) -> Any:
        asked.append(query)
        return answer(query)

    with monkeypatch.context() as patch:
        patch.setattr(desk.house.engine, "query", listen)
        yield asked


def ask_many(desk: Desk, count: int) -> list[str]:
    """So many requests, all of which are in the inbox then, each by itself."""
    desk.house.submit(ChangeSettings(values={"approvals.flood_pending": count + 1}))
    desk.house.submit(ChangeSettings(values={"approvals.flood_per_minute": count + 1}))
    calls = [{"path": f"{number}.txt", "content": "hello"} for number in range(count)]
    tasks = [str(desk.house.call("fs_write", args).task_id) for args in calls]
    desk.wait(lambda: len(desk.approvals.model.waiting_ids()) == count)
    return tasks


@pytest.mark.spec("75j")
def test_among_500_requests_one_is_opened_decided_and_filtered_by_looking_at_few(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    tasks = ask_many(desk, MANY)
    assert desk.approvals.model.task_ids() == tuple(tasks)
    cards = desk.window.findChild(InboxCards)
    in_view = [it for it in tasks if cards.card_of(it) is not None]
    assert 0 < len(in_view) < 30, "only rows in view have an item"

    desk.open_armed(tasks[250])
    with questions(desk, monkeypatch) as asked:
        desk.house.submit(ResolveTask(task_id=tasks[400], action=Action.DENY))
        desk.wait(lambda: not desk.approvals.model.row_of(tasks[400]).can_decide)
    assert not [it for it in asked if isinstance(it, ListOpen)]
    assert {it.task_id for it in asked if isinstance(it, GetTask)} == {tasks[400]}

    desk.click(desk.approve_button)
    desk.wait_decided(tasks[250])
    desk.window.show_page(ActionId.SHOW_TASKS)
    table = desk.window.findChild(TasksTable)
    desk.wait(lambda: table.model().rowCount() == MANY)
    desk.click(desk.find(status_filter_name("pending_approval"), QPushButton))
    desk.wait(lambda: table.model().rowCount() == MANY - 2)
    assert desk.approvals_given() == 1


def test_a_page_that_is_not_shown_reads_nothing_and_catches_up_when_it_is(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.wait(lambda: desk.window.findChild(TasksPresenter).model.rowCount() == 0)
    with questions(desk, monkeypatch) as asked:
        task_id = desk.ask()
        desk.window.findChild(Overview).refresh()
        desk.wait(lambda: any(isinstance(it, ListAgents) for it in asked))
    assert not [it for it in asked if isinstance(it, ListTaskLines)]
    desk.window.show_page(ActionId.SHOW_TASKS)
    table = desk.window.findChild(TasksTable)
    desk.wait(lambda: table.model().rowCount() == 1)
    desk.window.show_page(ActionId.SHOW_INBOX)
    desk.open(task_id)
    desk.click(desk.find(Name.DENY_BUTTON))
    desk.wait_decided(task_id)
    desk.window.show_page(ActionId.SHOW_TASKS)
    desk.wait(lambda: table.model().row_number(0).status == "denied")

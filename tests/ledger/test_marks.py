"""Marks: where the pages of a long listing begin, under every filter."""

from __future__ import annotations

import pytest

from placet.ledger.ledger import Ledger
from placet.ledger.reads import Reads
from placet.ledger.tx import Tx
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TaskStatus
from tests.ledger.making import AGENT, OTHER_AGENT, a_task, an_agent


@pytest.fixture
def filled(ledger: Ledger) -> Reads:
    """Thirty tasks: every third of another agent's, every fifth completed."""

    def fill(tx: Tx) -> None:
        tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob"))
        for number in range(30):
            made = a_task(
                f"task_{number:02}",
                agent_id=AGENT if number % 3 else OTHER_AGENT,
                agent="Ada" if number % 3 else "Bob",
                args=f'{{"path":"{number:02}.txt"}}',
                status=TaskStatus.RUNNING,
            )
            tx.create_task(made)
            if number % 5 == 0:
                tx.move(made.id, TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH, result='"ok"')

    ledger.commit_blocking(fill)
    return ledger.reads


@pytest.mark.parametrize(
    "wish",
    [
        {},
        {"agent_id": AGENT},
        {"statuses": (TaskStatus.COMPLETED,)},
        {"statuses": (TaskStatus.COMPLETED, TaskStatus.RUNNING), "agent_id": OTHER_AGENT},
        {"q": "1"},
        {"kind": "tool_call"},
        {"kind": "generation"},
    ],
)
@pytest.mark.parametrize("every", [1, 4, 7, 100])
def test_the_marks_are_every_nth_row_of_the_listing_from_its_old_end(
    filled: Reads, wish: dict, every: int
) -> None:
    listed = [task.id for task in filled.tasks(limit=100, **wish)][::-1]
    assert filled.marks(every=every, **wish) == listed[::every]


def test_a_mark_leads_to_the_page_below_it(filled: Reads) -> None:
    marks = filled.marks(every=10)
    page = filled.tasks(limit=10, before=marks[2])
    assert [task.id for task in page] == [f"task_{number:02}" for number in range(19, 9, -1)]

"""Every filter of a listing combines with every other, in the rows, in the counts and in the marks."""

from __future__ import annotations

import itertools

import pytest

from placet.ledger.ledger import Ledger
from placet.ledger.reads import Reads
from placet.ledger.tx import Tx
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TaskStatus
from placet.rules.narrowing import EVERYTHING, Narrowing
from placet.rules.records import Task
from tests.ledger.making import AGENT, OTHER_AGENT, a_task, an_agent

TOOLS = ("fs_write", "http_fetch", "sh")
RISKS = ("low", "high")
COUNT = 24
NARROWINGS = [
    Narrowing(tools=tools, risks=risks, since=since, until=until)
    for tools, risks, since, until in itertools.product(
        ((), ("sh",), ("sh", "fs_write")), ((), ("high",)), (None, 1_005), (None, 1_018)
    )
] + [Narrowing(outside=True), Narrowing(tools=("sh",), since=1_005, outside=True)]


@pytest.fixture
def filled(ledger: Ledger) -> Reads:
    """Tasks of two agents, three tools and two risks, made one after another; every fourth is completed."""

    def fill(tx: Tx) -> None:
        tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob"))
        for number in range(COUNT):
            made = a_task(
                f"task_{number:02}",
                agent_id=AGENT if number % 2 else OTHER_AGENT,
                tool=TOOLS[number % 3],
                risk=RISKS[number % 5 == 0],
                args=f'{{"path":"{number % 7}.txt"}}',
                created_at=1_000 + number,
                status=TaskStatus.RUNNING,
                decision_only=number % 8 in {1, 4},
            )
            tx.create_task(made)
            if number % 4 == 0:
                tx.move(made.id, TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH, result='"ok"')

    ledger.commit_blocking(fill)
    return ledger.reads


def fits(task: Task, more: Narrowing) -> bool:
    return (
        (not more.tools or task.tool in more.tools)
        and (not more.risks or task.risk in more.risks)
        and (more.since is None or task.created_at >= more.since)
        and (more.until is None or task.created_at < more.until)
        and (not more.outside or task.decision_only)
    )


@pytest.mark.parametrize("q", [None, "3.txt"])
@pytest.mark.parametrize("statuses", [(), (TaskStatus.COMPLETED,)])
@pytest.mark.parametrize("agent_id", [None, OTHER_AGENT])
def test_the_rows_the_counts_and_the_marks_are_those_that_fit_all_filters(
    filled: Reads, agent_id: str | None, statuses: tuple[str, ...], q: str | None
) -> None:
    wish: dict = {"agent_id": agent_id, "statuses": statuses, "q": q}
    plain = filled.tasks(limit=COUNT, **wish)
    for more in NARROWINGS:
        expected = [task.id for task in plain if fits(task, more)]
        assert [it.id for it in filled.tasks(limit=COUNT, more=more, **wish)] == expected
        assert [it.id for it in filled.gists(limit=COUNT, more=more, **wish)] == expected
        assert filled.marks(every=1, more=more, **wish) == expected[::-1]
        counts = filled.counts(agent_id, q, more)  # type: ignore[arg-type]
        if statuses:
            assert counts["completed"] == len(expected)
        else:
            assert sum(counts.values()) == len(expected)


def test_pages_of_a_narrowed_listing_join_without_a_gap(filled: Reads) -> None:
    more = Narrowing(tools=("sh", "fs_write"), risks=("low",))
    whole = [it.id for it in filled.tasks(limit=COUNT, more=more)]
    first = filled.gists(limit=3, more=more)
    rest = filled.gists(limit=COUNT, more=more, before=first[-1].id)
    assert [it.id for it in (*first, *rest)] == whole


def test_an_empty_narrowing_is_none() -> None:
    assert not EVERYTHING
    assert not Narrowing()
    assert all(NARROWINGS[1:])

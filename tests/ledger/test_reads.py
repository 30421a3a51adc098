"""Looking: filters, pages, counts, and rows that can't be understood."""

import contextlib
import sqlite3
import threading
from collections.abc import Callable

import pytest

from placet.ledger import queries, triggers
from placet.ledger.ledger import Ledger
from placet.ledger.reads import Reads
from placet.ledger.tx import Tx
from placet.rules.basics import BootId, Instant, TaskId
from placet.rules.errors import CorruptRow, NotFound
from placet.rules.lifecycle import Cause, Phase
from placet.rules.lifecycles import TOOL_CALL, TaskStatus
from tests.ledger.making import (
    AGENT,
    OTHER_AGENT,
    PATIENCE_S,
    T0,
    TALK,
    a_conversation,
    a_message,
    a_task,
    a_token,
    a_turn,
    an_agent,
    an_approval,
    held_task,
)


def _ids(tasks: list) -> list[str]:
    return [task.id for task in tasks]


@pytest.fixture
def filled(ledger: Ledger) -> Reads:
    """Twelve tasks: every third of Bob's, every fourth a shell call, a third each held, running and completed."""

    def fill(tx: Tx) -> None:
        tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob"))
        for number in range(12):
            bobs = number % 3 == 0
            made = a_task(
                f"task_{number:02}",
                agent_id=OTHER_AGENT if bobs else AGENT,
                agent="Bob" if bobs else "Ada",
                tool="shell" if number % 4 == 0 else "fs_write",
                args=f'{{"path":"{number:02}_50%.txt"}}',
                status=TaskStatus.PENDING_APPROVAL if number < 4 else TaskStatus.RUNNING,
            )
            tx.create_task(made)
            if number >= 8:
                tx.move(made.id, TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH, result='"ok"')

    ledger.commit_blocking(fill)
    return ledger.reads


def test_tasks_come_newest_first_page_by_page_without_gap_or_repeat(filled: Reads) -> None:
    found: list[str] = []
    before = None
    while page := filled.tasks(limit=5, before=before):
        found += _ids(page)
        before = page[-1].id
    assert found == [f"task_{number:02}" for number in reversed(range(12))]
    with pytest.raises(NotFound):
        filled.tasks(limit=5, before=TaskId("task_nowhere"))


FILTERS = {
    "one agent": ({"agent_id": OTHER_AGENT}, [9, 6, 3, 0]),
    "one status": ({"statuses": ["running"]}, [7, 6, 5, 4]),
    "two statuses": ({"statuses": ["completed", "pending_approval"]}, [11, 10, 9, 8, 3, 2, 1, 0]),
    "a phase": ({"phases": [Phase.ENDED]}, [11, 10, 9, 8]),
    "two phases": ({"phases": [Phase.HELD, Phase.ACTIVE]}, [7, 6, 5, 4, 3, 2, 1, 0]),
    "a phase and a status of it": ({"phases": [Phase.ENDED], "statuses": ["completed"]}, [11, 10, 9, 8]),
    "a phase and a status beside it": ({"phases": [Phase.ENDED], "statuses": ["running"]}, []),
    "a status that nobody has": ({"statuses": ["failed"]}, []),
    "a status that there isn't": ({"statuses": ["approved"]}, []),
    "one tool": ({"tools": ["shell"]}, [8, 4, 0]),
    "tools": ({"tools": ["shell", "fs_write", "shell"]}, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
    "text in the arguments": ({"q": "07_50%"}, [7]),
    "text of any case": ({"q": "BOB"}, [9, 6, 3, 0]),
    "a wildcard taken as it is": ({"q": "0%"}, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
    "a wildcard that matches nothing": ({"q": "0_5%0"}, []),
    "a backslash": ({"q": "\\"}, []),
    "nothing to look for": ({"q": ""}, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]),
    "a kind": ({"kind": "tool_call", "statuses": ["running"]}, [7, 6, 5, 4]),
    "another kind": ({"kind": "workflow"}, []),
    "all at once": (
        {"agent_id": OTHER_AGENT, "statuses": ["running", "completed"], "tools": ["fs_write"], "q": "txt"},
        [9, 6],
    ),
}


@pytest.mark.parametrize(("wish", "expected"), FILTERS.values(), ids=FILTERS.keys())
def test_tasks_fit_every_wish_at_once(filled: Reads, wish: dict, expected: list[int]) -> None:
    wanted = [f"task_{number:02}" for number in expected]
    assert _ids(filled.tasks(limit=100, **wish)) == wanted
    assert _ids(filled.tasks(limit=2, **wish)) == wanted[:2]
    if len(wanted) > 2:
        assert _ids(filled.tasks(limit=100, before=TaskId(wanted[1]), **wish)) == wanted[2:]


def test_every_status_is_counted_whether_it_occurs_or_not(filled: Reads) -> None:
    counts = filled.counts()
    assert counts.keys() == TOOL_CALL.statuses
    assert {status: count for status, count in counts.items() if count} == {
        "pending_approval": 4, "running": 4, "completed": 4,
    }  # fmt: skip
    assert filled.counts(agent_id=OTHER_AGENT)["completed"] == 1
    assert filled.counts(q="07_50%")["running"] == 1
    assert sum(filled.counts(agent_id=AGENT, q="nowhere").values()) == 0


def test_a_page_by_status_walks_its_index_and_scans_nothing(
    filled: Reads, outside: sqlite3.Connection
) -> None:
    statement = queries.tasks(agent=False, statuses=1, search=False, kind=False, before=True)
    plan = [
        row[3] for row in outside.execute(f"EXPLAIN QUERY PLAN {statement.sql}", ("running", 9, 5, 0, 5, 0))
    ]
    assert any("tasks_status_seq (status=? AND seq<?)" in line for line in plan), plan
    assert not any("SCAN tasks" in line for line in plan), plan


def test_open_approvals_come_oldest_first_with_their_tasks(ledger: Ledger) -> None:
    def fill(tx: Tx) -> None:
        for number, opened_at in enumerate((T0 + 2, T0 + 1, T0 + 1)):
            tx.create_task(a_task(f"task_{number}"))
            tx.open_approval(an_approval(f"task_{number}", opened_at=Instant(opened_at)))
        held_task(tx, "task_closed")
        tx.move(TaskId("task_closed"), TaskStatus.PENDING_APPROVAL, TaskStatus.DENIED, Cause.DENY)
        tx.close_approval(TaskId("task_closed"), "denied", Cause.DECIDE)

    ledger.commit_blocking(fill)
    assert _ids(ledger.reads.open_approvals()) == ["task_1", "task_2", "task_0"]


def test_agents_and_conversations_are_found_by_id_name_and_age(ledger: Ledger) -> None:
    reads = ledger.reads
    assert reads.agent(AGENT) == reads.find_agent(AGENT) == reads.agent_by_name("Ada") == an_agent()
    assert reads.find_agent(OTHER_AGENT) is None
    assert reads.agent_by_name("ada") is None
    assert reads.newest_conversation(AGENT) is None
    for number in (1, 2):
        ledger.commit_blocking(
            lambda tx, it=number: tx.open_conversation(a_conversation(id=f"conv_{it}", title=str(it)))
        )
    assert [talk.id for talk in reads.conversations(AGENT)] == ["conv_2", "conv_1"]
    assert reads.newest_conversation(AGENT) == reads.conversation("conv_2")
    assert reads.conversations(OTHER_AGENT) == []


def test_events_are_read_on_from_a_number_and_by_type(ledger: Ledger) -> None:
    for number in range(5):
        ledger.commit_blocking(lambda tx, it=number: held_task(tx, f"task_{it}"))
    ledger.commit_blocking(lambda tx: tx.mark(TaskId("task_0"), cancel_requested=True))
    reads = ledger.reads
    assert reads.last_event_seq() == 7
    assert [event.seq for event in reads.events(2, 3)] == [3, 4, 5]
    assert [event.seq for event in reads.events(0, 9, ["agent.declared", "task.changed"])] == [1, 7]
    assert reads.events(7, 10) == []


ABSENT: dict[str, Callable[[Reads], object]] = {
    "task": lambda reads: reads.task("no"),
    "agent": lambda reads: reads.agent("no"),
    "conversation": lambda reads: reads.conversation("no"),
    "turn": lambda reads: reads.turn("no"),
}


@pytest.mark.parametrize("look", ABSENT.values(), ids=ABSENT.keys())
def test_what_is_not_there_is_said_so(ledger: Ledger, look: Callable[[Reads], object]) -> None:
    with pytest.raises(NotFound):
        look(ledger.reads)


# Rows that can't be understood.


@pytest.fixture
def spoil(ledger: Ledger, outside: sqlite3.Connection) -> Callable[[str], None]:
    """Change a row as only somebody can who takes the fences down first."""

    def spoil(statement: str) -> None:
        for name in triggers.fences():
            if "counted" not in name:
                outside.execute(f"DROP TRIGGER IF EXISTS {name}")
        assert outside.execute(statement).rowcount > 0

    return spoil


def test_a_flag_that_is_neither_up_nor_down_is_not_taken_for_either(
    ledger: Ledger, outside: sqlite3.Connection
) -> None:
    ledger.commit_blocking(held_task)
    outside.execute("PRAGMA ignore_check_constraints = ON")
    outside.execute("UPDATE tasks SET requires_authorization = 5")
    with pytest.raises(CorruptRow):
        ledger.reads.task(TaskId("task_1"))
    with pytest.raises(CorruptRow):
        ledger.commit_blocking(lambda tx: tx.task(TaskId("task_1")))


@pytest.mark.spec("63")
@pytest.mark.parametrize(
    "change",
    [
        "args = '{\"path\":'",
        "result = 'not JSON'",
        "status = 'approved'",
        "risk_reasons = 'nonsense'",
        "risk_reasons = '7'",
        "source = ''",
        "sentence = CAST(x'ff' AS TEXT)",
        "args = CAST(x'22ff22' AS TEXT)",
    ],
)
def test_a_corrupt_task_is_left_out_and_named_and_the_rest_is_listed(
    ledger: Ledger, spoil: Callable[[str], None], caplog: pytest.LogCaptureFixture, change: str
) -> None:
    for number in range(3):
        ledger.commit_blocking(lambda tx, it=number: held_task(tx, f"task_{it}"))
    assert ledger.reads.corrupt() == []
    spoil(f"UPDATE tasks SET {change} WHERE id = 'task_1'")
    for _ in range(2):
        assert _ids(ledger.reads.tasks(limit=10)) == ["task_2", "task_0"]
        assert _ids(ledger.reads.open_approvals()) == ["task_0", "task_2"]
    assert [error.details for error in ledger.reads.corrupt()] == [{"table": "tasks", "row": "task_1"}]
    assert caplog.text.count("task_1") == 1, "it is logged once, not at each look"
    with pytest.raises(CorruptRow):
        ledger.reads.task(TaskId("task_1"))
    assert sum(ledger.reads.counts().values()) == (2 if "status" in change else 3)


@pytest.mark.spec("63")
def test_a_corrupt_row_is_offered_to_the_sweep_by_id_and_stops_only_itself(
    ledger: Ledger, spoil: Callable[[str], None]
) -> None:
    for number in range(3):
        ledger.commit_blocking(
            lambda tx, it=number: tx.create_task(a_task(f"task_{it}", status=TaskStatus.RUNNING))
        )
    spoil("UPDATE tasks SET risk_reasons = 'nonsense' WHERE id = 'task_1'")
    left = ledger.reads.unswept(BootId("boot_2"))
    assert left == ["task_0", "task_1", "task_2"]
    for task_id in left:
        with pytest.raises(CorruptRow) if task_id == "task_1" else contextlib.nullcontext():
            ledger.commit_blocking(
                lambda tx, it=task_id: tx.move(it, TaskStatus.RUNNING, TaskStatus.FAILED, Cause.RESTART)
            )
    assert ledger.reads.counts()["failed"] == 2


def test_other_corrupt_rows_are_left_out_of_their_listings_too(
    ledger: Ledger, spoil: Callable[[str], None]
) -> None:
    def fill(tx: Tx) -> None:
        tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob"))
        tx.open_conversation(a_conversation())
        tx.append_message(a_message("msg_1"))
        tx.append_message(a_message("msg_2"))
        tx.start_turn(a_turn())
        tx.create_token(a_token(), "hash")
        held_task(tx)

    ledger.commit_blocking(fill)
    spoil("UPDATE agents SET state = 'asleep' WHERE id = 'agent_a'")
    spoil("UPDATE messages SET role = 'nobody' WHERE id = 'msg_1'")
    spoil("UPDATE tokens SET scope = 'everything'")
    spoil("UPDATE events SET payload = '' WHERE seq = 2")
    spoil("UPDATE approvals SET hold_reason = hold_reason, state = 'open '")
    reads = ledger.reads
    assert [agent.name for agent in reads.agents()] == ["Bob"]
    assert [message.id for message in reads.messages(TALK)] == ["msg_2"]
    assert reads.tokens() == []
    assert [event.seq for event in reads.events(0, 3)] == [1, 3]
    assert reads.tasks(limit=5) == []
    assert {(error.details["table"], error.details["row"]) for error in reads.corrupt()} == {
        ("agents", "agent_a"),
        ("messages", "msg_1"),
        ("tokens", "tok_1"),
        ("events", "2"),
        ("approvals", "task_1"),
    }


def test_many_threads_may_look_at_once(filled: Reads) -> None:
    together = threading.Barrier(12)
    answers: list[list[str]] = []

    def look() -> None:
        together.wait(PATIENCE_S)
        answers.extend(_ids(filled.tasks(limit=3)) for _ in range(20))

    threads = [threading.Thread(target=look) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE_S)
    assert answers == [["task_11", "task_10", "task_09"]] * 240

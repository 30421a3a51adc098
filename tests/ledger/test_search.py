"""The search index finds exactly what looking through the rows finds, whatever it has got to, and heals itself."""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from placet.ledger.ledger import Ledger
from placet.ledger.search import _trigrams
from placet.rules import strict_json
from placet.rules.basics import TaskId
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TaskStatus
from tests.fakes.clock import HeldClock
from tests.ledger.making import AGENT, OTHER_AGENT, PATIENCE_S, Listener, a_task, an_agent, held_task

FROM_ROWS = 4
WORDS = ("anchor", "Harbour", "h%rb_ur", "gr\u00fcn", "two words", 'a "quote"', "x", "letter\nline")


def opened(path: Path) -> Ledger:
    if path.exists():
        return Ledger(path, HeldClock(), Listener(), FROM_ROWS)
    Ledger.open(path, clock=HeldClock(), on_commit=Listener()).close()
    return Ledger(path, HeldClock(), Listener(), FROM_ROWS)


@pytest.fixture
def long(path: Path) -> Iterator[Ledger]:
    """A ledger that is long enough to have an index, with words in all places where they are looked for."""
    with opened(path) as ledger:
        ledger.commit_blocking(
            lambda tx: (tx.declare_agent(an_agent()), tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob")))
        )
        for number, word in enumerate(WORDS * 3):
            write(ledger, f"task_{number}", word, ended=number % 4 != 3, other=number % 3 == 0)
        yield ledger


def write(ledger: Ledger, task_id: str, word: str, *, ended: bool = True, other: bool = False) -> None:
    places: list[dict[str, Any]] = [
        {"claim": word},
        {"sentence": f"Write {word}."},
        {"tool": f"tool {word}"},
        {"args": strict_json.dump({"text": word})},
    ]
    changes = places[sum(map(ord, task_id)) % 4] | {"agent_id": OTHER_AGENT if other else AGENT}
    if not ended:
        ledger.commit_blocking(lambda tx: held_task(tx, task_id, **changes))
        return
    ledger.commit_blocking(lambda tx: tx.create_task(a_task(task_id, status=TaskStatus.RUNNING, **changes)))
    ledger.commit_blocking(
        lambda tx: tx.move(
            TaskId(task_id), TaskStatus.RUNNING, TaskStatus.FAILED, Cause.FINISH, error="Oh: Harbour"
        )
    )


def caught_up(ledger: Ledger, rounds: int = 1) -> None:
    """The follower's thread has gone round so often since everything until now was committed."""
    search = ledger._search
    follow = type(search)._follow
    for _ in range(rounds):
        done = threading.Event()

        def once(done: threading.Event = done) -> None:
            try:
                follow(search)
            finally:
                done.set()

        search._follow = once  # type: ignore[method-assign]
        search.look()
        assert done.wait(PATIENCE_S)


def indexed(ledger: Ledger) -> int:
    return ledger.search.indexed if ledger.search else 0


def ended(ledger: Ledger) -> int:
    counts = ledger.reads.counts()
    return sum(counts[status] for status in ("completed", "failed", "denied", "cancelled"))


def answers(ledger: Ledger, **filters: Any) -> list[str]:
    return [task.id for task in ledger.reads.tasks(limit=100, **filters)]


@contextmanager
def looking(ledger: Ledger) -> Iterator[None]:
    """Meanwhile the index isn't asked."""
    search, ledger.reads._search = ledger.reads._search, None
    try:
        yield
    finally:
        ledger.reads._search = search


def by_looking(ledger: Ledger, **filters: Any) -> list[str]:
    with looking(ledger):
        return answers(ledger, **filters)


SEARCHES = (
    "harbour",
    "ANCHOR",
    "h%rb",
    "gr\u00fcn",
    "GR\u00dcN",
    "o w",
    '"quote"',
    "letter\nline",
    "x",
    "task_1",
    "no such",
)
FILTERS: tuple[dict[str, Any], ...] = (
    {},
    {"agent_id": OTHER_AGENT},
    {"statuses": ("failed",)},
    {"statuses": ("failed", "pending_approval")},
    {"tools": ("fs_write",), "kind": "tool_call"},
    {"before": TaskId("task_13")},
)


@pytest.mark.parametrize("filters", FILTERS, ids=str)
@pytest.mark.parametrize("q", SEARCHES)
def test_the_index_finds_what_looking_through_the_rows_finds(
    long: Ledger, q: str, filters: dict[str, Any]
) -> None:
    caught_up(long)
    assert answers(long, q=q, **filters) == by_looking(long, q=q, **filters)
    gists = [gist.id for gist in long.reads.gists(limit=3, q=q)]
    assert gists == by_looking(long, q=q)[:3]


@pytest.mark.parametrize("q", ['say "hello"', "C:\\temp", 'hello"\nC', '\\"hello\\"', "gr\u00fcn"])
def test_results_are_searched_by_what_they_say_and_by_how_json_writes_it(long: Ledger, q: str) -> None:
    said = strict_json.dump({"stdout": 'I say "hello"\nC:\\temp gr\u00fcn'})
    running = a_task("task_said", status=TaskStatus.RUNNING, args="{}")
    long.commit_blocking(lambda tx: tx.create_task(running))
    assert "task_said" not in answers(long, q=q)
    long.commit_blocking(
        lambda tx: tx.move(
            TaskId("task_said"), TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH, result=said
        )
    )
    assert "task_said" in by_looking(long, q=q)
    caught_up(long)
    assert "task_said" in answers(long, q=q)
    assert answers(long, q=q) == by_looking(long, q=q)


@pytest.mark.parametrize("agent_id", [None, OTHER_AGENT])
@pytest.mark.parametrize("q", SEARCHES)
@pytest.mark.parametrize("stride", [8, 20_000])
def test_what_a_search_finds_is_counted_and_marked_as_by_looking_through_the_rows(
    long: Ledger, q: str, agent_id: str | None, stride: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("placet.ledger.finding._STRIDE", stride)
    caught_up(long)
    write(long, "task_late", "anchor harbour late")
    statuses = ("failed", "pending_approval")

    def found() -> tuple[object, ...]:
        reads = long.reads
        all_marks = reads.marks(every=2, q=q, agent_id=agent_id)
        return (
            reads.counts(agent_id, q),
            all_marks,
            reads.marks(every=3, q=q, agent_id=agent_id, statuses=statuses),
        )

    by_index = found()
    with looking(long):
        assert by_index == found()


def test_a_text_that_very_many_rows_may_hold_is_counted_without_the_index(
    long: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    caught_up(long)
    before = long.reads.counts(q="harbour")
    monkeypatch.setattr("placet.ledger.finding._STRIDE", 2)
    monkeypatch.setattr("placet.ledger.finding._MOST_STRIDES", 2)
    assert long.reads.counts(q="harbour") == before
    assert sum(before.values()) > 4


def test_a_rare_word_is_counted_without_looking_at_every_row(
    long: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    caught_up(long)
    monkeypatch.setattr("placet.ledger.queries.counts", None)
    monkeypatch.setattr("placet.ledger.queries.marks", lambda **_: None)
    assert (
        sum(long.reads.counts(q="two words").values()) == len(long.reads.marks(every=1, q="two words")) == 3
    )


def test_a_rare_word_is_asked_of_a_private_index(long: Ledger, path: Path) -> None:
    caught_up(long)
    assert path.with_name("search.sqlite").stat().st_mode & 0o777 == 0o600
    assert long.reads._search is not None
    assert long.reads._search.newest("two words", 2**62, 10) is not None
    assert answers(long, q="two words")


def test_what_ended_after_the_index_came_by_is_found_all_the_same(long: Ledger) -> None:
    caught_up(long)
    long._search.close()
    write(long, "task_late", "anchor late")
    write(long, "task_open", "anchor open", ended=False)
    assert answers(long, q="anchor")[:2] == ["task_open", "task_late"]
    assert answers(long, q="anchor") == by_looking(long, q="anchor")


def test_an_index_that_is_far_behind_is_not_asked(long: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    caught_up(long)
    long._search.close()
    monkeypatch.setattr("placet.ledger.search.LONGEST_TAIL", 0)
    write(long, "task_late", "anchor late")
    monkeypatch.setattr(long._search, "newest", None)
    assert "task_late" in answers(long, q="anchor")


def test_the_index_follows_after_the_next_start_and_holds_each_task_once(long: Ledger, path: Path) -> None:
    caught_up(long)
    long.close()
    with opened(path) as again:
        write(again, "task_next", "anchor next")
        caught_up(again)
        assert indexed(again) == ended(again)
        assert answers(again, q="anchor next") == ["task_next"]


@pytest.mark.parametrize("harm", ["gone", "no database", "another format", "too much", "ahead"])
def test_an_index_that_is_gone_or_strange_is_made_anew(long: Ledger, path: Path, harm: str) -> None:
    caught_up(long)
    long.close()
    file = path.with_name("search.sqlite")
    if harm == "gone":
        file.unlink()
    elif harm == "no database":
        file.write_bytes(b"not a database" * 400)
    else:
        with closing(sqlite3.connect(file, isolation_level=None)) as index:
            if harm == "another format":
                index.execute("PRAGMA user_version = 99")
            elif harm == "ahead":  # as after an older copy of the ledger was put back
                index.execute("UPDATE state SET position = position + 1000")
            else:
                index.executemany(
                    "INSERT INTO search (rowid, text) VALUES (?, 'x')", [(n,) for n in range(900, 999)]
                )
    with opened(path) as again:
        write(again, "task_new", "anchor new")
        caught_up(again, rounds=3)  # one finds the harm, the next one makes it good
        assert indexed(again) == ended(again)
        assert answers(again, q="anchor") == by_looking(again, q="anchor")


def test_tasks_that_another_program_ended_are_taken_in_too(
    long: Ledger, outside_of: sqlite3.Connection
) -> None:
    caught_up(long)
    outside_of.execute("UPDATE tasks SET status = 'denied', completed_at = 1900000000000 WHERE id = 'task_3'")
    caught_up(long)
    assert indexed(long) == ended(long)
    assert answers(long, q="gr\u00fcn") == by_looking(long, q="gr\u00fcn")


@pytest.fixture
def outside_of(long: Ledger, path: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        yield connection


def test_a_short_ledger_has_no_index(ledger: Ledger, path: Path) -> None:
    write(ledger, "task_a", "anchor")
    assert answers(ledger, q="anchor") == ["task_a"]
    assert ledger.search is None
    assert not path.with_name("search.sqlite").exists()


@pytest.mark.parametrize("q", ["", "ab", "a\0bc"])
def test_what_is_too_short_or_has_an_end_inside_is_looked_for_in_the_rows(q: str) -> None:
    assert _trigrams(q) is None


def test_a_long_text_is_asked_for_by_a_part_of_its_letters() -> None:
    asked = _trigrams("the quick brown fox jumps over the lazy dog " * 40)
    assert asked is not None
    assert asked.count(" AND ") < 24

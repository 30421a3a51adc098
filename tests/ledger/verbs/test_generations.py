"""Generations in the ledger: one move of a status, numbers that come once, keys, and pruning."""

import json
import sqlite3
from dataclasses import replace
from typing import Any

import pytest

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import BootId, Instant, ResponseId, TaskId
from placet.rules.errors import LostRace, ResponseNotFound, TaskNotFound
from placet.rules.generations import Generation, IdempotencyKey, OnRestart, Said
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import GENERATION, GenerationStatus
from tests.fakes.clock import HeldClock
from tests.ledger.making import AGENT, BOOT, T0, Listener

CREATED = {"type": "response.created"}
LOADING, RUNNING = GenerationStatus.LOADING, GenerationStatus.RUNNING


def a_generation(number: int = 1, **changes: Any) -> Generation:
    made = Generation(
        id=TaskId(f"task_{number}"), seq=0, response_id=ResponseId(f"resp_{number}"), principal="owner",
        model="m", backend="here", backend_model="m", request='{"input":"Hi."}', on_restart=OnRestart.FAIL,
        status=GenerationStatus.QUEUED, boot=BOOT, created_at=T0, updated_at=T0, response="{}",
    )  # fmt: skip
    return replace(made, **changes)


def create(ledger: Ledger, number: int = 1, **changes: Any) -> Generation:
    return ledger.commit_blocking(lambda tx: tx.create_generation(a_generation(number, **changes), CREATED))


def walk(ledger: Ledger, task_id: TaskId, *steps: GenerationStatus, events: int = 0) -> Generation:
    """Move it along; the last step tells so many events."""

    def step(tx: Tx) -> Generation:
        row = tx.generation(task_id)
        for to in steps:
            told = [delta("x")] * events if to is steps[-1] else []
            by = CAUSES.get(to, Cause.FINISH)
            row = tx.move_generation(task_id, row.status, to, by, events=told)
        return row

    return ledger.commit_blocking(step)


CAUSES = {LOADING: Cause.START, RUNNING: Cause.START, GenerationStatus.CANCELLING: Cause.CANCEL}


def delta(text: str) -> dict[str, Any]:
    return {"type": "response.output_text.delta", "delta": text}


def running(ledger: Ledger, number: int = 1, **changes: Any) -> Generation:
    return walk(ledger, create(ledger, number, **changes).id, LOADING, RUNNING)


def say(ledger: Ledger, task_id: TaskId, attempt: int, *texts: str) -> bool:
    """Whether it was written."""
    said = Said(task_id=task_id, attempt=attempt, events=[delta(text) for text in texts])
    return task_id in ledger.commit_blocking(lambda tx: tx.append_generation_events([said]))


def numbers(ledger: Ledger, row: Generation, after: int = -1) -> list[int]:
    return [event.seq for event in ledger.reads.generations.events(row.seq, after)]


def test_a_generation_is_born_with_its_first_event_and_told_once(ledger: Ledger, told: Listener) -> None:
    made = create(ledger, agent_id=AGENT, agent="Ada")
    found = ledger.reads.generations.one("task_1")
    assert found == made
    assert (found.last_seq, found.seq) == (0, 1)
    [event] = ledger.reads.generations.events(found.seq)
    assert json.loads(event.data) == {"type": "response.created", "sequence_number": 0}
    assert [(it.type, it.task_id, it.agent) for it in told.events] == [
        ("generation.created", "task_1", "Ada")
    ]
    assert ledger.reads.generations.by_response("resp_1") == made


def test_a_step_moves_the_status_its_moments_and_its_numbers_together(
    ledger: Ledger, clock: HeldClock, told: Listener
) -> None:
    create(ledger)
    clock.at_ms = Instant(T0 - 500)  # set back
    row = walk(ledger, TaskId("task_1"), LOADING, RUNNING, events=3)
    assert (row.started_at, row.updated_at, row.finished_at) == (T0, T0, None)
    clock.at_ms = Instant(T0 + 9)
    ended = walk(ledger, row.id, GenerationStatus.SUCCEEDED, events=1)
    assert (ended.started_at, ended.updated_at, ended.finished_at) == (T0, T0 + 9, T0 + 9)
    assert (ended.last_seq, numbers(ledger, ended)) == (4, [0, 1, 2, 3, 4])
    assert ledger.reads.generations.one("task_1") == ended
    moved = [it.payload for it in told.events if it.type == "generation.moved"]
    assert [(it["frm"], it["to"]) for it in moved] == [
        ("queued", "loading"), ("loading", "running"), ("running", "succeeded"),
    ]  # fmt: skip


def test_whoever_names_another_status_loses_and_writes_nothing(ledger: Ledger, told: Listener) -> None:
    row = running(ledger)
    told.commits.clear()

    def late(tx: Tx) -> None:
        tx.move_generation(row.id, LOADING, GenerationStatus.FAILED, Cause.FINISH, events=[delta("x")])

    with pytest.raises(LostRace) as lost:
        ledger.commit_blocking(late)
    assert lost.value.details["status"] == "running"
    assert ledger.reads.generations.one(row.id) == row
    assert told.events == []


def test_a_step_that_is_not_declared_or_sets_something_else_is_a_mistake_of_ours(ledger: Ledger) -> None:
    row = running(ledger)
    for wrong in (
        lambda tx: tx.move_generation(row.id, RUNNING, GenerationStatus.CANCELLED, Cause.CANCEL),
        lambda tx: tx.move_generation(row.id, RUNNING, GenerationStatus.FAILED, Cause.FINISH, principal="me"),
        lambda tx: tx.create_generation(a_generation(2, status=RUNNING), CREATED),
    ):
        with pytest.raises(RuntimeError):
            ledger.commit_blocking(wrong)


def test_numbers_go_on_through_attempts_and_only_the_attempt_under_way_speaks(ledger: Ledger) -> None:
    row = running(ledger)
    assert say(ledger, row.id, 1, "a", "b")
    again = ledger.commit_blocking(
        lambda tx: tx.move_generation(
            row.id, RUNNING, GenerationStatus.QUEUED, Cause.REQUEUE, attempt=2, boot=BootId("boot_2")
        )
    )
    assert (again.attempt, again.boot, again.last_seq) == (2, "boot_2", 2)
    assert not say(ledger, row.id, 2, "x")  # it waits
    walk(ledger, row.id, LOADING, RUNNING, events=1)
    assert not say(ledger, row.id, 1, "x")  # the attempt before
    assert say(ledger, row.id, 2, "c")
    events = ledger.reads.generations.events(row.seq, after=1)
    assert [(it.seq, it.attempt) for it in events] == [(2, 1), (3, 2), (4, 2)]


def test_what_came_before_the_backend_stopped_may_still_be_told_but_nothing_after_the_end(
    ledger: Ledger,
) -> None:
    row = running(ledger)
    walk(ledger, row.id, GenerationStatus.CANCELLING)
    assert say(ledger, row.id, 1, "x")
    walk(ledger, row.id, GenerationStatus.CANCELLED, events=1)
    assert not say(ledger, row.id, 1, "x")
    assert not say(ledger, TaskId("no"), 1, "x")


def test_many_responses_grow_in_one_step_each_by_its_own_and_a_late_one_by_nothing(ledger: Ledger) -> None:
    one, two, late = running(ledger, 1), running(ledger, 2), running(ledger, 3)
    walk(ledger, late.id, GenerationStatus.SUCCEEDED)
    said = [
        Said(task_id=it.id, attempt=1, events=[delta(text) for text in texts])
        for it, texts in ((one, "ab"), (late, "x"), (two, "c"))
    ]
    assert ledger.commit_blocking(lambda tx: tx.append_generation_events(said)) == {one.id, two.id}
    assert (numbers(ledger, one), numbers(ledger, two), numbers(ledger, late)) == ([0, 1, 2], [0, 1], [0])
    texts = [json.loads(it.data).get("delta") for it in ledger.reads.generations.events(one.seq)]
    assert texts == [None, "a", "b"]


@pytest.mark.parametrize("ask", ["one", "by_response"])
def test_what_is_not_there_is_said_not_to_be(ledger: Ledger, ask: str) -> None:
    with pytest.raises(TaskNotFound if ask == "one" else ResponseNotFound):
        getattr(ledger.reads.generations, ask)("no")
    with pytest.raises(TaskNotFound):
        ledger.commit_blocking(lambda tx: tx.generation(TaskId("no")))
    for look in (
        lambda: ledger.reads.generations.gists(limit=1, before="no"),
        lambda: ledger.reads.generations.head("no"),
    ):
        with pytest.raises(TaskNotFound):
            look()


def test_a_listing_is_filtered_and_goes_on_below_the_last_row(ledger: Ledger) -> None:
    create(ledger, 1, principal="token_a", agent_id=AGENT, agent="Ada", parent_id="turn_1")
    create(ledger, 2, principal="token_a", model="100%_odd")
    walk(ledger, create(ledger, 3).id, LOADING)
    reads = ledger.reads.generations
    ids = lambda **by: [gist.id for gist in reads.gists(limit=10, **by)]  # noqa: E731
    assert ids() == ["task_3", "task_2", "task_1"]
    assert ids(before="task_3") == ["task_2", "task_1"]
    assert [gist.id for gist in reads.gists(limit=1)] == ["task_3"]
    assert ids(statuses=("loading",)) == ["task_3"]
    assert ids(agent_id=AGENT) == ids(parent_id="turn_1") == ["task_1"]
    assert ids(principal="token_a") == ["task_2", "task_1"]
    assert ids(q="100%_odd") == ["task_2"]
    assert reads.counts() == {**dict.fromkeys(GENERATION.phases, 0), "queued": 2, "loading": 1}
    assert reads.counts(principal="token_a")["queued"] == 2
    assert reads.counts(agent_id=AGENT)["queued"] == 1


def test_a_gist_has_only_the_head_of_a_long_request(ledger: Ledger) -> None:
    create(ledger, request=json.dumps({"input": "x" * 10_000}))
    [gist] = ledger.reads.generations.gists(limit=1)
    assert len(gist.request_head) == 160


@pytest.mark.parametrize(
    "system", ["You are the agent.", 'Say "role": "user", "content": no more.', "long " * 2_000]
)
def test_a_gist_begins_at_the_last_question_however_much_was_said_before_it(
    ledger: Ledger, system: str
) -> None:
    said = [
        {"role": "system", "content": system},
        {"role": "user", "content": "Go on."},
        {"role": "assistant", "content": 'You wrote "role": "user", "content": nothing. ' * 1_000},
        {"role": "user", "content": "And?"},
        {"type": "function_call_output", "output": "long " * 2_000},
    ]
    create(ledger, request=json.dumps({"model": "m", "input": said}))
    [gist] = ledger.reads.generations.gists(limit=1)
    assert gist.request_head.startswith('"role": "user", "content": "And?"}')


def test_a_gist_of_a_request_without_a_question_is_its_beginning(ledger: Ledger) -> None:
    said = [{"role": "system", "content": "x" * 20_000}]
    create(ledger, request=json.dumps({"input": said}))
    [gist] = ledger.reads.generations.gists(limit=1)
    assert gist.request_head.startswith('{"input": [{"role": "system"')


def a_key(number: int = 1, **changes: Any) -> IdempotencyKey:
    key = IdempotencyKey(
        principal="p", route="r", key="k", fingerprint="f", task_id=TaskId(f"task_{number}"), created_at=T0
    )
    return replace(key, **changes)


def test_a_key_stands_for_one_generation_within_its_principal_and_route(ledger: Ledger) -> None:
    create(ledger, 1)
    create(ledger, 2)
    ledger.commit_blocking(lambda tx: tx.claim_idempotency_key(a_key()))
    find = ledger.reads.generations.key
    assert find("p", "r", "k") == a_key()
    assert find("q", "r", "k") is find("p", "s", "k") is find("p", "r", "l") is None
    assert ledger.commit_blocking(lambda tx: tx.find_idempotency_key("p", "r", "k")) == a_key()
    ledger.commit_blocking(lambda tx: tx.claim_idempotency_key(a_key(2)))
    assert find("p", "r", "k") == a_key(2)


def test_only_the_queue_of_clients_is_counted_as_waiting(ledger: Ledger) -> None:
    create(ledger, 1)
    create(ledger, 2, agent_id=AGENT, agent="Ada")
    walk(ledger, create(ledger, 3).id, LOADING)
    assert ledger.commit_blocking(lambda tx: tx.waiting_generations()) == 1
    assert ledger.reads.generations.queued() == ["task_1", "task_2"]


def test_what_another_boot_left_unfinished_is_found(ledger: Ledger) -> None:
    create(ledger, 1)
    running(ledger, 2)
    walk(ledger, running(ledger, 3).id, GenerationStatus.SUCCEEDED)
    assert ledger.reads.generations.unswept(BOOT) == []
    assert ledger.reads.generations.unswept(BootId("boot_2")) == ["task_1", "task_2"]


def test_events_go_from_the_oldest_on_and_their_numbers_stay_used(ledger: Ledger) -> None:
    row = walk(ledger, running(ledger).id, GenerationStatus.SUCCEEDED, events=9)
    prune = lambda tx: tx.prune_generation_events(row.id, 4)  # noqa: E731
    assert ledger.commit_blocking(prune) == 4
    assert numbers(ledger, row) == [4, 5, 6, 7, 8, 9]
    assert ledger.reads.generations.head(row.id).oldest_seq == 4
    assert [ledger.commit_blocking(prune) for _ in range(3)] == [4, 2, 0]
    assert ledger.reads.generations.head(row.id).oldest_seq is None
    assert ledger.reads.generations.one(row.id).last_seq == 9


def test_a_generation_goes_with_its_keys_and_is_counted_no_more(ledger: Ledger) -> None:
    row = walk(ledger, running(ledger).id, GenerationStatus.SUCCEEDED)
    ledger.commit_blocking(lambda tx: tx.claim_idempotency_key(a_key()))
    ledger.commit_blocking(lambda tx: tx.prune_generation_events(row.id, 100))
    ledger.commit_blocking(lambda tx: tx.forget_generation(row.id))
    assert ledger.reads.generations.gists(limit=9) == []
    assert ledger.reads.generations.key("p", "r", "k") is None
    assert set(ledger.reads.generations.counts().values()) == {0}


def test_what_ended_when_is_found_for_pruning(ledger: Ledger, clock: HeldClock) -> None:
    for number in (1, 2, 3):
        clock.at_ms = Instant(T0 + number)
        walk(ledger, running(ledger, number).id, GenerationStatus.SUCCEEDED)
    running(ledger, 4)
    reads = ledger.reads.generations
    assert reads.with_old_events(Instant(T0 + 1), Instant(T0 + 3), 9) == [
        ("task_2", T0 + 2),
        ("task_3", T0 + 3),
    ]
    ledger.commit_blocking(lambda tx: tx.prune_generation_events(TaskId("task_2"), 9))
    assert reads.with_old_events(Instant(0), Instant(T0 + 2), 9) == [("task_1", T0 + 1)]
    assert reads.ended_by(Instant(T0 + 2), 9) == ["task_1", "task_2"]
    assert reads.first_end_after(Instant(T0 + 2)) == T0 + 3
    assert reads.first_end_after(Instant(T0 + 3)) is None


FORBIDDEN = [
    "UPDATE generations SET principal = 'me'",
    "UPDATE generations SET request = '{}'",
    "UPDATE generations SET last_seq = 0",
    "UPDATE generations SET attempt = 0",
    "UPDATE generations SET status = 'cancelled', finished_at = 1",
    "UPDATE generations SET finished_at = 1",
    "DELETE FROM generations",
    "REPLACE INTO generations SELECT * FROM generations",
    "UPDATE generation_events SET data = ''",
    "DELETE FROM generation_events",
    "INSERT INTO generation_events SELECT generation, 1, attempt, type, data FROM generation_events LIMIT 1",
    "REPLACE INTO generation_events SELECT * FROM generation_events LIMIT 1",
    "INSERT INTO generation_events VALUES (99, 0, 1, 't', 'd')",
]


@pytest.mark.parametrize("statement", FORBIDDEN)
def test_the_file_refuses_what_would_rewrite_a_response(
    ledger: Ledger, outside: sqlite3.Connection, statement: str
) -> None:
    row = running(ledger)
    assert say(ledger, row.id, 1, "a", "b")
    with pytest.raises(sqlite3.IntegrityError):
        outside.execute(statement)
    assert ledger.reads.generations.one(row.id).last_seq == 2


@pytest.mark.parametrize(
    "statement", ["UPDATE generations SET response = 'x'", "UPDATE generations SET last_seq = 9"]
)
def test_the_file_refuses_to_change_a_response_that_is_over(
    ledger: Ledger, outside: sqlite3.Connection, statement: str
) -> None:
    walk(ledger, running(ledger).id, GenerationStatus.SUCCEEDED)
    with pytest.raises(sqlite3.IntegrityError):
        outside.execute(statement)

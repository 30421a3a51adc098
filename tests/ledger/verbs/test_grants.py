"""The verbs on an owner's standing answers, and the fences around their rows."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from placet.ledger.ledger import Ledger
from placet.rules.basics import Instant
from placet.rules.errors import LostRace, NotFound
from placet.rules.grants import Grant
from tests.fakes.clock import HeldClock
from tests.ledger.making import AGENT, OTHER_AGENT, T0, Listener, a_task, an_agent


def a_grant(**changes: Any) -> Grant:
    grant = Grant(
        id="grant_1",
        agent_id=AGENT,
        agent="Ada",
        tool="fs_write",
        match={"path": ["a*", {"is": [1]}]},
        created_at=T0,
    )
    return replace(grant, **changes)


def made(ledger: Ledger, **changes: Any) -> Grant:
    grant = a_grant(**changes)
    ledger.commit_blocking(lambda tx: tx.make_grant(grant))
    return grant


def test_a_grant_is_read_back_as_it_was_made(ledger: Ledger, told: Listener) -> None:
    grant = made(ledger, folder="notes", host="a.test", uses_left=3, expires_at=Instant(T0 + 9))
    assert ledger.reads.grants.one("grant_1") == grant
    assert ledger.reads.grants.all() == [grant]
    assert told.events[-1].payload == {"grant_id": "grant_1", "tool": "fs_write"}


def test_a_grant_that_is_not_there_is_not_found(ledger: Ledger) -> None:
    with pytest.raises(NotFound):
        ledger.reads.grants.one("grant_9")
    with pytest.raises(NotFound):
        ledger.commit_blocking(lambda tx: tx.revoke_grant("grant_9"))


def test_only_what_stands_at_that_moment_is_live(ledger: Ledger, clock: HeldClock) -> None:
    ledger.commit_blocking(lambda tx: tx.declare_agent(an_agent(id=OTHER_AGENT, name="Bob")))
    standing = made(ledger)
    made(ledger, id="grant_2", uses_left=0)
    made(ledger, id="grant_3", expires_at=T0)
    made(ledger, id="grant_4", tool="fs_edit")
    made(ledger, id="grant_5", agent_id=OTHER_AGENT, agent="Bob")
    made(ledger, id="grant_6")
    ledger.commit_blocking(lambda tx: tx.revoke_grant("grant_6"))
    assert ledger.commit_blocking(lambda tx: tx.live_grants(AGENT, "fs_write")) == [standing]


def test_what_has_run_out_is_noted_once_and_nobody_is_told(
    ledger: Ledger, told: Listener, clock: HeldClock
) -> None:
    made(ledger, expires_at=Instant(T0 + 9))
    before = list(told.facts)
    for at_ms, ended in ((T0 + 8, None), (T0 + 10, T0 + 9), (T0, T0 + 9)):
        clock.at_ms = Instant(at_ms)
        ledger.commit_blocking(lambda tx: tx.note_run_out_grant("grant_1"))
        assert [it.revoked_at for it in ledger.reads.grants.all()] == [ended]
    assert ledger.commit_blocking(lambda tx: tx.live_grants(AGENT, "fs_write")) == []
    assert told.facts == before


def test_each_use_counts_until_none_is_left(ledger: Ledger, told: Listener) -> None:
    grant = made(ledger, uses_left=1)
    ledger.commit_blocking(lambda tx: tx.use_grant(grant, a_task()))
    assert ledger.reads.grants.one("grant_1") == replace(grant, uses_left=0, hits=1)
    assert (told.events[-1].type, told.events[-1].task_id) == ("grant.used", "task_1")
    with pytest.raises(LostRace):
        ledger.commit_blocking(lambda tx: tx.use_grant(grant, a_task()))
    assert ledger.reads.grants.one("grant_1").hits == 1


def test_a_grant_without_a_count_is_never_used_up(ledger: Ledger) -> None:
    grant = made(ledger)
    for _ in range(3):
        ledger.commit_blocking(lambda tx: tx.use_grant(grant, a_task()))
    assert ledger.reads.grants.one("grant_1") == replace(grant, hits=3)


def test_taking_back_twice_changes_and_tells_nothing_more(
    ledger: Ledger, told: Listener, clock: HeldClock
) -> None:
    made(ledger)
    clock.at_ms = Instant(T0 + 5)
    first = ledger.commit_blocking(lambda tx: tx.revoke_grant("grant_1"))
    clock.at_ms = Instant(T0 + 9)
    assert ledger.commit_blocking(lambda tx: tx.revoke_grant("grant_1")) == first
    assert first.revoked_at == T0 + 5
    assert told.types.count("grant.revoked") == 1


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE grants SET match = '{}'",
        "UPDATE grants SET tool = 'shell'",
        "UPDATE grants SET expires_at = 99",
        "UPDATE grants SET uses_left = 5",
        "UPDATE grants SET uses_left = NULL",
        "UPDATE grants SET revoked_at = NULL",
        "UPDATE grants SET hits = hits + 2",
        "UPDATE grants SET hits = hits - 1",
        "DELETE FROM grants",
        "INSERT OR REPLACE INTO grants SELECT * FROM grants",
    ],
)
def test_the_file_refuses_what_would_widen_or_hide_a_grant(
    ledger: Ledger, tmp_path: Path, statement: str
) -> None:
    made(ledger, uses_left=2)
    ledger.commit_blocking(lambda tx: tx.use_grant(a_grant(), a_task()))
    ledger.commit_blocking(lambda tx: tx.revoke_grant("grant_1"))
    with (
        sqlite3.connect(next(tmp_path.rglob("ledger.sqlite"))) as outside,
        pytest.raises(sqlite3.IntegrityError),
    ):
        outside.execute(statement)

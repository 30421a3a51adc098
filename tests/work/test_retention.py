"""What is old goes, what isn't over stays, and nobody waits long for it."""

import asyncio
from pathlib import Path

import pytest

from placet.rules.errors import TaskNotFound
from placet.work.retention import EVENTS_AT_ONCE, Retention
from tests.work.generating import PATIENCE_S, Works, works

pytestmark = pytest.mark.anyio


def retention(w: Works, events_s: int = 100, rows_s: int = 200) -> Retention:
    return Retention(ledger=w.ledger, clock=w.clock, events_s=lambda: events_s, rows_s=lambda: rows_s)


async def ended(w: Works, *words: str) -> str:
    task_id, exchange = await w.under_way(*words)
    exchange.end()
    await w.ends(task_id)
    return task_id


async def test_events_go_first_and_the_generation_later_with_its_key(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        row = await w.create(key="k", fingerprint="f")
        exchange = await w.exchange()
        exchange.end("x")
        end = (await w.ends(row.id)).finished_at or 0
        pruning = retention(w)
        w.clock.at_ms = end + 99_999
        await pruning.prune()
        assert len(w.events(row.id)) > 3
        w.clock.at_ms = end + 100_000
        await pruning.prune()
        assert w.events(row.id) == []
        assert w.row(row.id).status == "succeeded"
        w.clock.at_ms = end + 200_000
        await pruning.prune()
        with pytest.raises(TaskNotFound):
            w.row(row.id)
        assert w.ledger.reads.generations.key("p", "r", "k") is None
        assert (await w.create(key="k", fingerprint="other")).id != row.id


async def test_what_is_not_over_is_kept_however_old(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        task_id, exchange = await w.under_way("Slow")
        w.clock.at_ms += 10**9
        await retention(w).prune()
        assert w.text(task_id) == "Slow"
        exchange.end()
        await w.ends(task_id)


async def test_rows_are_kept_at_least_as_long_as_their_events(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        task_id = await ended(w, "x")
        w.clock.at_ms += 50_000
        await retention(w, events_s=100, rows_s=1).prune()
        assert len(w.events(task_id)) > 3


async def test_a_long_response_goes_in_small_pieces_and_all_that_ended_in_one_moment_goes(
    tmp_path: Path,
) -> None:
    async with works(tmp_path) as w:
        long = await ended(w, *("x" * (EVENTS_AT_ONCE + 50)))
        short = await ended(w, "y")
        steps = w.ledger.stats.steps
        w.clock.at_ms += 100_000
        await retention(w).prune()
        assert w.events(long) == w.events(short) == []
        assert w.ledger.stats.steps - steps >= 4  # two for the long one, and a last look at each


async def test_the_job_takes_away_what_falls_due_without_being_asked(tmp_path: Path) -> None:
    async with works(tmp_path, event_retention_s=0, task_retention_s=0) as w:
        task_id, exchange = await w.under_way("x")
        exchange.end()
        async with asyncio.timeout(PATIENCE_S):
            while w.ledger.reads.generations.gists(limit=1):
                await asyncio.sleep(0)
        with pytest.raises(TaskNotFound):
            w.row(task_id)


async def test_the_next_thing_due_is_known(tmp_path: Path) -> None:
    async with works(tmp_path) as w:
        pruning = retention(w)
        assert pruning._seconds_until_due() == 600
        task_id = await ended(w, "x")
        assert pruning._seconds_until_due() == pytest.approx(100, abs=0.1)
        w.clock.at_ms = (w.row(task_id).finished_at or 0) + 100_000
        assert pruning._seconds_until_due() == pytest.approx(0, abs=0.1)
        await pruning.prune()
        assert pruning._seconds_until_due() == pytest.approx(100, abs=0.1)

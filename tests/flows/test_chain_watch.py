"""A broken chain in a ledger that runs: it is found beside the work, closes the ledger, and the doctor says where."""

import asyncio
import queue
from pathlib import Path

import pytest

from placet.api.doctor import Examine
from placet.app import receipts
from placet.app.receipts import look_over
from placet.ledger import chain_check
from placet.rules.errors import LedgerDamaged
from tests.flows.house import PATIENCE_S, RESTRICTED_WRITE, House
from tests.ledger.living import by_hand


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(chain_check, "AT_OPEN_EVENTS", 3)
    with House(tmp_path) as house:
        for name in ("clerk", "scribe", "scout"):
            house.declare(name, tools=[RESTRICTED_WRITE])
        yield house


def ledger_of(house: House):
    room = next(
        room for kind, room in house.engine._handlers._owners.items() if kind.__name__ == "CheckChain"
    )
    return room.__self__._receipts.ledger


def break_in(house: House) -> None:
    by_hand(house.data / "ledger.sqlite", "UPDATE events SET at_ms = at_ms + 1 WHERE seq = 1")


def test_what_was_too_long_to_look_at_before_is_looked_at_meanwhile(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    ledger = ledger_of(house)
    house.engine.run(look_over(ledger, after_s=0))
    assert caplog.records == []
    break_in(house)
    house.engine.run(look_over(ledger, after_s=0))
    assert "link 1" in caplog.text
    with pytest.raises(LedgerDamaged, match="link 1"):
        house.declare("late")


def test_a_ledger_that_never_rests_is_looked_over_all_the_same(
    house: House, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("_BUSY_STEPS", 0), ("_GLANCE_S", 0.001), ("_MOST_GLANCES", 3)):
        monkeypatch.setattr(receipts, name, value)
    break_in(house)
    house.engine.run(look_over(ledger_of(house), after_s=3600))
    assert "link 1" in caplog.text


def test_a_look_gives_way_to_work_and_begins_anew_once_there_is_none(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(receipts, "_GLANCE_S", 0.01)
    monkeypatch.setattr(receipts, "_BUSY_STEPS", 1)
    looks: queue.Queue[chain_check.Leisure] = queue.Queue()
    told: set[chain_check.Leisure] = set()

    def rest_until_stopped(leisure: chain_check.Leisure) -> None:
        if leisure not in told:
            told.add(leisure)
            looks.put(leisure)
            assert leisure.stop.wait(PATIENCE_S)

    monkeypatch.setattr(chain_check.Leisure, "__call__", rest_until_stopped)
    looking = asyncio.run_coroutine_threadsafe(look_over(ledger_of(house), after_s=0), house.engine.loop)
    overtaken = looks.get(timeout=PATIENCE_S)
    house.declare("late", tools=[RESTRICTED_WRITE])
    again = looks.get(timeout=PATIENCE_S)
    assert overtaken.stop.is_set()
    assert not again.stop.is_set()
    again.stop.set()
    looking.result(PATIENCE_S)
    assert looks.empty()


def test_the_doctor_says_where_the_chain_is_broken(house: House) -> None:
    assert house.submit(Examine()).findings == ()
    break_in(house)
    (finding,) = house.submit(Examine()).findings
    assert (finding.code, finding.serious, "link 1" in finding.what) == ("ledger_damaged", True, True)


def test_a_look_that_is_broken_off_finds_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain_check, "_STEPS", 1)
    ledger = ledger_of(house)
    break_in(house)
    assert house.engine.run(_cancelled(ledger))
    assert ledger.chain_flaw() is None


async def _cancelled(ledger) -> bool:
    job = asyncio.ensure_future(look_over(ledger, after_s=3600))
    await asyncio.sleep(0)
    job.cancel()
    try:
        await job
    except asyncio.CancelledError:
        return True
    return False

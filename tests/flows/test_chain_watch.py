"""A broken chain in a ledger that runs: it is found beside the work, closes the ledger, and the doctor says where."""

import asyncio
from pathlib import Path

import pytest

from placet.api.doctor import Examine
from placet.app.receipts import look_over
from placet.ledger import chain_check
from placet.rules.errors import LedgerDamaged
from tests.flows.house import RESTRICTED_WRITE, House
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

"""Makes the rooms of receipts, of what happened, and of how decisions were made."""

from __future__ import annotations

import asyncio
import logging
import threading
from typing import Final

from placet.api.activity import ActivityReadings
from placet.api.receipts import ReceiptCommands
from placet.api.statistics import BenchFile, StatisticsReadings
from placet.app.identity import new_id
from placet.folder import DataFolder
from placet.ledger import chain_check
from placet.ledger.ledger import Ledger
from placet.rules.basics import Clock
from placet.rules.chain import Flaw
from placet.work.receipts import Receipts
from placet.work.strongbox import Strongbox

_log = logging.getLogger(__name__)
LOOK_AFTER_S: Final = 20.0
"""The look takes a while, and whoever starts the console has something to do first."""
_GLANCE_S: Final = 1.0
_BUSY_STEPS: Final = 5
"""A ledger that takes so many steps from one glance to the next doesn't rest."""
_MOST_GLANCES: Final = 600
_MOST_LOOKS: Final = 6
"""A ledger that never rests is looked over all the same, within about an hour."""


def activity_readings(ledger: Ledger) -> ActivityReadings:
    """What answers who decided what."""
    reads = ledger.reads
    return ActivityReadings(reads.activity, reads.task, reads.last_event_seq)


def statistics_readings(ledger: Ledger, clock: Clock, folder: DataFolder) -> StatisticsReadings:
    """What answers how decisions were made, and what was measured of the program."""
    reads = ledger.reads

    def bench() -> BenchFile | None:
        kept = folder.read_bench()
        return (
            None
            if kept is None
            else BenchFile(at_ms=kept["at_ms"], version=kept["version"], rows=tuple(kept["rows"]))
        )

    return StatisticsReadings(
        reads.statistics, clock, lambda: {it.id: it.name for it in reads.agents()}, bench
    )


async def look_over(ledger: Ledger, after_s: float = LOOK_AFTER_S) -> None:
    """Look at the whole chain of a ledger that was too long for that before it was opened; once, and not at once.

    A flaw closes it for writing, and the doctor tells of it.
    """
    if ledger.reads.last_event_seq() <= chain_check.AT_OPEN_EVENTS:
        return
    try:
        flaw = await _found(ledger, after_s)
    except asyncio.CancelledError:
        ledger.stop_looking()
        raise
    if flaw is not None:
        _log.error("The chain of the ledger is broken: %s. Nothing more is written.", flaw)


async def _found(ledger: Ledger, after_s: float) -> Flaw | None:
    """Look while the ledger rests, and begin anew later when work comes in between; the last look is not broken off.

    A look reads one state of the file, and for as long as it does so the journal beside the file can only grow.
    """
    for looks_left in reversed(range(_MOST_LOOKS)):
        await _rests(ledger, after_s)
        leisure = chain_check.Leisure(threading.Event())
        looking = asyncio.ensure_future(asyncio.to_thread(ledger.chain_flaw, leisure))
        try:
            if not looks_left or not await _is_overtaken(ledger, looking):
                return await looking
        finally:
            leisure.stop.set()
        await looking
    raise AssertionError("the last look is not broken off")


async def _rests(ledger: Ledger, for_s: float) -> None:
    """Wait until there was little to write for so long, or for as many glances as one waits at most."""
    rested_s = 0.0
    for _ in range(_MOST_GLANCES):
        if rested_s >= for_s:
            return
        steps = ledger.stats.steps
        await asyncio.sleep(_GLANCE_S)
        rested_s = rested_s + _GLANCE_S if ledger.stats.steps - steps < _BUSY_STEPS else 0.0


async def _is_overtaken(ledger: Ledger, looking: asyncio.Future[Flaw | None]) -> bool:
    """Whether there is much to write before the look has ended."""
    while not looking.done():
        steps = ledger.stats.steps
        await asyncio.wait({looking}, timeout=_GLANCE_S)
        if not looking.done() and ledger.stats.steps - steps >= _BUSY_STEPS:
            return True
    return False


def receipt_commands(ledger: Ledger, clock: Clock, box: Strongbox) -> ReceiptCommands:
    """The room that exports receipts, signed with the key that the strongbox holds."""
    return ReceiptCommands(Receipts(ledger=ledger, box=box, clock=clock, new_id=new_id))

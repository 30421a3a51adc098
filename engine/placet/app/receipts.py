"""Makes the rooms of receipts and of what happened."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from placet.api.activity import ActivityReadings
from placet.api.receipts import ReceiptCommands
from placet.app.identity import new_id
from placet.ledger import chain_check
from placet.ledger.ledger import Ledger
from placet.rules.basics import Clock
from placet.work.receipts import Receipts
from placet.work.strongbox import Strongbox

_log = logging.getLogger(__name__)
LOOK_AFTER_S: Final = 20.0
"""The look takes a while, and whoever starts the console has something to do first."""


def activity_readings(ledger: Ledger) -> ActivityReadings:
    """What answers who decided what."""
    reads = ledger.reads
    return ActivityReadings(reads.activity, reads.task, reads.last_event_seq)


async def look_over(ledger: Ledger, after_s: float = LOOK_AFTER_S) -> None:
    """Look at the whole chain of a ledger that was too long for that before it was opened; once, and not at once.

    A flaw closes it for writing, and the doctor tells of it.
    """
    if ledger.reads.last_event_seq() <= chain_check.AT_OPEN_EVENTS:
        return
    try:
        await asyncio.sleep(after_s)
        flaw = await asyncio.to_thread(ledger.chain_flaw)
    except asyncio.CancelledError:
        ledger.stop_looking()
        raise
    if flaw is not None:
        _log.error("The chain of the ledger is broken: %s. Nothing more is written.", flaw)


def receipt_commands(ledger: Ledger, clock: Clock, box: Strongbox) -> ReceiptCommands:
    """The room that exports receipts, signed with the key that the strongbox holds."""
    return ReceiptCommands(Receipts(ledger=ledger, box=box, clock=clock, new_id=new_id))

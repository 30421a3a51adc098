"""Makes the rooms of receipts and of what happened."""

from __future__ import annotations

from placet.api.activity import ActivityReadings
from placet.api.receipts import ReceiptCommands
from placet.app.identity import new_id
from placet.ledger.ledger import Ledger
from placet.rules.basics import Clock
from placet.work.receipts import Receipts
from placet.work.strongbox import Strongbox


def activity_readings(ledger: Ledger) -> ActivityReadings:
    """What answers who decided what."""
    reads = ledger.reads
    return ActivityReadings(reads.activity, reads.task, reads.last_event_seq)


def receipt_commands(ledger: Ledger, clock: Clock, box: Strongbox) -> ReceiptCommands:
    """The room that exports receipts, signed with the key that the strongbox holds."""
    return ReceiptCommands(Receipts(ledger=ledger, box=box, clock=clock, new_id=new_id))

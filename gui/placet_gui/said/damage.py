"""Why a ledger stays closed, and what to do."""

from __future__ import annotations

from typing import Final

from placet_gui.words import noop

DAMAGE: Final = (
    noop("engine", "The ledger {0} is gone. {w1}"),
    noop("engine", "The ledger {0} is gone, but its journal is still there."),
    noop("engine", "Another ledger lies in the place of {0}. {w1}"),
    noop(
        "engine", "An older copy lies in the place of the ledger {0}: its last {1} events are missing. {w2}"
    ),
    noop(
        "engine",
        "An older copy was put in the place of the ledger {0} and written on: its chain isn't the one that was there. {w1}",
    ),
    noop(
        "engine",
        "Put back the newest whole copy. To begin anew on purpose, move the data folder away and run placet init.",
    ),
    noop(
        "engine",
        "What remembers the ledger, {0}, can't be understood. If the ledger is the right one, remove it.",
    ),
    noop("engine", "What the keyring remembers of the ledger can't be understood."),
    noop("engine", "The ledger {0} can't be read: {1}."),
    noop("engine", "The ledger can't be read any more: {0}."),
    noop("engine", "The ledger can't be written any more: {0}."),
    noop("engine", "The ledger {0} is damaged: {1}"),
    noop("engine", "{0} isn't a ledger of Placet."),
    noop("engine", "The ledger {0} was written by a newer Placet (schema {1})."),
    noop("engine", "The ledger {0} has a record that can't be relied on. {1}"),
    noop("engine", "The ledger {0} has an index that doesn't fit its rows, so records could be missed."),
    noop("engine", "The ledger {0} has an operation that can't be relied on: {1}."),
    noop("engine", "The chain of the ledger {0} is broken: {w1}."),
    noop("engine", "The ledger {0} can't be opened: {1}."),
    noop(
        "engine",
        "The ledger {0} was taken away, or another file put in its place, while Placet was "
        "using it. Nothing more is written. Stop Placet, put the right file back, and start again.",
    ),
    noop("engine", "Another Placet (process {0}) uses the data folder {1}."),
    noop("engine", "{0} isn't a backup of Placet: it holds what no ledger does."),
    noop("engine", "{0} isn't a backup of Placet, or its end is missing."),
    noop("engine", "{0} isn't a backup of Placet."),
    noop("engine", "{0} isn't as it was written: its bytes don't have the SHA-256 that it names."),
    noop("engine", "The chain of {0} is broken: {w1}."),
    noop("engine", "An agent in the backup can't be read: {w0}"),
    noop("engine", "The ledger couldn't be written: {0}."),
    noop("engine", "A row of {0} can't be read: {1}"),
)

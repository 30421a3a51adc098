"""Has two places outside of the data folder remember how far the ledger has got: a file, and the keyring (DECISIONS W6).

The file is looked at before the ledger is opened. The keyring may have to be unlocked by somebody, which no start waits for:
it is looked at beside it, and what it finds closes the ledger then. Whoever puts an older copy back together with the file
that remembers it is caught by the keyring.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable
from functools import partial
from typing import Final

from placet.folder import DataFolder
from placet.keyrings import KeyringFailed, SystemKeyring
from placet.ledger import witness as heads
from placet.ledger.ledger import Ledger
from placet.ledger.witness import Witness
from placet.rules.basics import BootId
from placet.rules.errors import LedgerDamaged
from placet.rules.events import OperationMoved
from placet.rules.lifecycles import OperationState
from placet.rules.records import Event
from placet.work.bus import Bus
from placet.work.jobs import Jobs

_log = logging.getLogger(__name__)
_AFTER_START_S: Final = 1.0
"""The library that asks a keyring takes longer to load than many a part of a start: whoever starts comes first."""
FindKeyring = Callable[[], SystemKeyring | None]


def keep_witness(
    witness: Witness, folder: DataFolder, keyring: FindKeyring, ledger: Ledger, bus: Bus, watchers: Jobs
) -> None:
    """Have both remember from now on, the keyring after a look at what it remembers."""
    in_keyring = KeyringWitness(witness, folder, keyring)
    of_file = Remembering(partial(remember, witness, folder))
    of_keyring = Remembering(in_keyring.write, partial(in_keyring.look, ledger.distrust))
    for one, name in ((of_file, "witness"), (of_keyring, "witness in the keyring")):
        bus.subscribe(one.hear)
        watchers.start(one.run(), name)


def remember(witness: Witness, folder: DataFolder) -> None:
    """Have the file remember how far the ledger has got; that it can't is logged and stops nothing. Blocking."""
    try:
        witness.write(folder.ledger)
    except OSError:
        _log.exception("%s can't be written, so a ledger that is put back isn't noticed", witness.path)


def mark_clean(ledger: Ledger, boot: BootId, witness: Witness, folder: DataFolder) -> None:
    """Write that a lifetime ended in order, and have that remembered. Blocking.

    A ledger that was closed by what was found in it takes no word more; that was told when it was found.
    """
    with contextlib.suppress(LedgerDamaged):
        ledger.commit_blocking(lambda tx: tx.mark_clean(boot))
        remember(witness, folder)


class Remembering:
    """Has a place remember whenever an effect was proven. Lives on the engine's loop; `first` and `write` are blocking."""

    def __init__(self, write: Callable[[], None], first: Callable[[], None] | None = None) -> None:
        self._write = write
        self._first = first
        self._proven = asyncio.Event()

    def hear(self, events: tuple[Event, ...]) -> None:
        """Take in committed facts."""
        confirmed = OperationState.CONFIRMED.value
        if any(it.type == OperationMoved.type and it.payload.get("to") == confirmed for it in events):
            self._proven.set()

    async def run(self) -> None:
        """Write it once for all that was proven meanwhile; for ever."""
        if self._first is not None:
            await asyncio.sleep(_AFTER_START_S)
            await asyncio.to_thread(self._first)
        while True:
            await self._proven.wait()
            self._proven.clear()
            await asyncio.to_thread(self._write)


class KeyringWitness:
    """What the keyring remembers of a ledger. Every method may block until somebody unlocks it."""

    def __init__(self, witness: Witness, folder: DataFolder, keyring: FindKeyring) -> None:
        self._witness = witness
        self._folder = folder
        self._keyring = keyring
        self._refused = False

    def look(self, distrust: Callable[[LedgerDamaged], None]) -> None:
        """Compare the ledger with what is remembered, and have that remembered which there is; else `distrust` it."""
        found, keyring = heads.head(self._folder.ledger), self._keyring()
        if found is None or keyring is None:
            return
        try:
            known = keyring.read(self._witness.name_of(found))
            if known is not None:
                heads.compare(heads.head_of(known), self._folder.ledger)
        except KeyringFailed as failed:
            _log.warning("%s It remembers nothing of the ledger.", failed)
            return
        except ValueError:
            distrust(LedgerDamaged("What the keyring remembers of the ledger can't be understood."))
        except LedgerDamaged as damaged:
            distrust(damaged)
        else:
            self._keep(keyring, found)
            return
        self._refused = True

    def write(self) -> None:
        """Have the keyring remember how far the ledger has got. A ledger that isn't believed leaves what it knows."""
        found = None if self._refused else heads.head(self._folder.ledger)
        keyring = None if found is None else self._keyring()
        if found is not None and keyring is not None:
            self._keep(keyring, found)

    def _keep(self, keyring: SystemKeyring, found: heads.Head) -> None:
        try:
            keyring.write(self._witness.name_of(found), heads.text_of(found))
        except KeyringFailed as failed:
            _log.warning("%s It remembers nothing of the ledger.", failed)

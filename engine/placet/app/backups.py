"""Backups of a folder that no engine holds: making one, and putting one back (DECISIONS W7)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from placet.app.identity import SystemClock
from placet.app.offline import init
from placet.folder import DataFolder, check_target, state_folder
from placet.ledger import backup, restore
from placet.ledger.backup import BackedUp
from placet.ledger.database import FolderLock
from placet.ledger.ledger import Ledger
from placet.ledger.witness import Witness
from placet.rules.errors import NotFound
from placet.rules.restores import LedgerRestored

Tell = Callable[[str, int, int], None]
"""Hears what is being done, how much of it is done, and how much there is (0: not known)."""


def back_up_offline(data: Path, target: Path, tell: Tell) -> BackedUp:
    """Copy the ledger of a folder that no engine holds into one file, mode 0600, whole or not at all.

    Raises:
        NotFound: there is no ledger. DataFolderInUse: an engine runs; ask it. LedgerDamaged: what is damaged isn't copied
        as a backup. OSError: the file can't be written.
    """
    folder = DataFolder(root=data)
    check_target(target, data)
    Witness(state_folder(), data).check(folder.ledger)
    if not folder.ledger.exists():
        raise NotFound("There is no data folder with a ledger here.")
    with FolderLock(data):
        _open(folder).close()
        return backup.back_up(folder.ledger, target, tell)


def restore_offline(data: Path, source: Path, tell: Tell) -> tuple[LedgerRestored, str | None]:
    """Take a backup into the ledger of a folder that no engine holds; also answers an owner token, if the folder was made.

    Raises:
        BadBackup: the file isn't a whole backup of ours; nothing was changed. DataFolderInUse: an engine runs.
        LedgerDamaged: the ledger that is there isn't opened, so nothing is put over it. OSError: the file can't be read.
    """
    folder = DataFolder(root=data)
    token = None
    if folder.is_free():
        backup.check(source, tell)  # before a folder is made for nothing
        token = init(data)
    folder.prepare()
    witness = Witness(state_folder(), data)
    witness.check(folder.ledger)
    with FolderLock(data):
        _open(folder).close()
        told = restore.restore(folder.ledger, source, SystemClock().now_ms(), tell)
        witness.write(folder.ledger)
        return told, token


def _open(folder: DataFolder) -> Ledger:
    """Opened once, so that it is whole and current, or refuses."""
    return Ledger.open(folder.ledger, clock=SystemClock(), on_commit=lambda _: None)

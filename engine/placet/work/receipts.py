"""What leaves the house as a file: the chain as signed receipts for others, and the whole ledger as a backup.

Nothing of this changes what Placet may do; exporting only reads. Files come into being whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from placet import __version__
from placet.folder import check_target, fill_whole
from placet.ledger.backup import BackedUp
from placet.ledger.ledger import Ledger
from placet.ledger.receipt_export import Exported
from placet.rules.basics import Clock
from placet.work.signing import signer
from placet.work.strongbox import Strongbox

BY = f"placet {__version__}"
"""How an exported file says who wrote it."""


@dataclass(frozen=True, kw_only=True)
class Receipts:
    """Writes receipts and backups. Every method blocks: never on the loop."""

    ledger: Ledger
    box: Strongbox
    clock: Clock
    new_id: Callable[[str], str]

    def export(self, write: Callable[[bytes], Any]) -> Exported:
        """Hand the whole chain to `write`, signed.

        Raises:
            SecretsUnreadable: the key can't be had.
        """
        by = signer(self.box, self.new_id)
        return self.ledger.export_receipts(write, by, at_ms=self.clock.now_ms(), by=BY)

    def back_up_to(self, path: Path, tell: Callable[[str, int, int], None]) -> BackedUp:
        """Copy the whole ledger into one file, mode 0600, whole or not at all, while it is in use; see `ledger.backup`.

        Raises:
            OSError: the file can't be written; what was there is there.
        """
        check_target(path, self.ledger.folder)
        return self.ledger.back_up(path, tell)

    def export_to(self, path: Path) -> Exported:
        """Write the whole chain to a file, mode 0600, in the place of whatever lies there; durable when this returns.

        Raises:
            SecretsUnreadable: the key can't be had. OSError: the file can't be written; what was there is there.
        """
        check_target(path, self.ledger.folder)
        return fill_whole(path, lambda file: self.export(file.write))

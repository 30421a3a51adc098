"""Receipts and backups at the front door. Who decided what, for the console, is in `api.activity`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from placet.api.commands import Command
from placet.rules.authority import Authority
from placet.work.receipts import Receipts


@dataclass(frozen=True, kw_only=True)
class ExportReceipts(Command):
    """Write the whole chain of receipts to a file, signed, in the place of whatever lies there. By: the owner.

    Answer: `ReceiptsFile`. Takes about a second for ten thousand decisions. An OSError says that the file can't be written.
    """

    path: Path


@dataclass(frozen=True, kw_only=True)
class BackUp(Command):
    """Copy the whole ledger into a file, whole or not at all, while it is in use. By: the owner. Answer: `BackupFile`.

    Keys and passwords aren't in it. An OSError says that the file can't be written.
    """

    path: Path


@dataclass(frozen=True, kw_only=True)
class CheckChain(Command):
    """Look whether every fact and record is as it was bound. Changes nothing; a flaw closes the ledger (DECISIONS W6).

    By: the owner. Answer: `ChainRow`. Takes about a second for ten thousand decisions.
    """


@dataclass(frozen=True, kw_only=True)
class ChainRow:
    """How the chain stands: how many links, where it ends, and where it is broken, if it is: a sentence of ours."""

    links: int
    head: str
    flaw: str | None


@dataclass(frozen=True, kw_only=True)
class BackupFile:
    """What a backup holds: where its chain ends, and how many bytes it has."""

    path: Path
    head: str
    links: int
    size_bytes: int


@dataclass(frozen=True, kw_only=True)
class ReceiptsFile:
    """What an exported file holds; `key` is the one that signed it and `head` is where its chain ends."""

    path: Path
    key: str
    head: str
    links: int


class ReceiptCommands:
    """Carries the commands out. Lives on the engine's loop."""

    def __init__(self, receipts: Receipts) -> None:
        self._receipts = receipts
        self.owners: dict[type[Command], Callable[[Any, Authority], Awaitable[Any]]] = {
            ExportReceipts: self._export,
            BackUp: self._back_up,
            CheckChain: self._check,
        }

    async def _back_up(self, command: BackUp, _: Authority) -> BackupFile:
        made = await asyncio.to_thread(self._receipts.back_up_to, command.path, _unheard)
        return BackupFile(path=command.path, head=made.head, links=made.links, size_bytes=made.size_bytes)

    async def _check(self, _: CheckChain, __: Authority) -> ChainRow:
        flaw = await asyncio.to_thread(self._receipts.ledger.chain_flaw)
        tip = self._receipts.ledger.reads.activity.tip()
        return ChainRow(links=tip.number, head=tip.head, flaw=None if flaw is None else str(flaw))

    async def _export(self, command: ExportReceipts, _: Authority) -> ReceiptsFile:
        made = await asyncio.to_thread(self._receipts.export_to, command.path)
        return ReceiptsFile(path=command.path, key=made.key, head=made.head, links=made.links)


def _unheard(_: str, __: int, ___: int) -> None:
    """Whoever asked waits for the end."""

"""The pages of a ledger as they lie on the disk, the log in front of them included."""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

_HEADER, _FRAME = 32, 24
_INTERIOR = frozenset({2, 5})
_LEAF, _INDEX_LEAF = 13, 10
_ROOTS = "SELECT tbl_name, rootpage FROM sqlite_master WHERE rootpage > 0"


class Bytes:
    """A ledger as it lies on the disk: every state of every page, by its number (sqlite.org/fileformat2)."""

    def __init__(self, ledger: Path) -> None:
        file = ledger.read_bytes()
        (size,) = struct.unpack(">H", file[16:18])
        self.states: dict[int, list[bytes]] = {
            number: [file[(number - 1) * size : number * size]] for number in range(1, len(file) // size + 1)
        }
        self.in_log = 0
        self.size = size
        beside = ledger.with_name(f"{ledger.name}-wal")
        log = beside.read_bytes() if beside.exists() else b""
        for at in range(_HEADER, len(log), _FRAME + size):
            (number,) = struct.unpack(">I", log[at : at + 4])
            self.states.setdefault(number, []).append(log[at + _FRAME : at + _FRAME + size])
            self.in_log += 1
        with closing(sqlite3.connect(ledger)) as connection:
            self.roots: list[tuple[str, int]] = connection.execute(_ROOTS).fetchall()
            self.tables: list[tuple[str, int]] = connection.execute(f"{_ROOTS} AND type = 'table'").fetchall()

    def of(self, *tables: str) -> bytes:
        """Every state of every page of these tables and their indexes."""
        numbers = {it for table, root in self.roots if table in tables for it in self._below(root)}
        return b"".join(state for number in numbers for state in self.states[number])

    def places(self, table: str, text: bytes, *, indexed: bool = False) -> list[int]:
        """Where in the file a text lies in rows of a table, or of its indexes, without what an earlier state left behind.

        For a ledger without a log.
        """
        roots = [it for it in self.roots if it[0] == table and (it in self.tables) is not indexed]
        found = []
        for number in sorted(number for _, root in roots for number in self._below(root)):
            page, start = self.states[number][-1], (number - 1) * self.size
            found += [start + at for low, high in _rows(page) if (at := page.find(text, low, high)) >= 0]
        return found

    def everything(self) -> bytes:
        return b"".join(state for states in self.states.values() for state in states)

    def _below(self, root: int) -> Iterator[int]:
        yield root
        page = self.states[root][-1]
        if page[0] not in _INTERIOR:
            return
        (cells,) = struct.unpack(">H", page[3:5])
        for place in struct.unpack(f">{cells}H", page[12 : 12 + 2 * cells]):
            yield from self._below(struct.unpack(">I", page[place : place + 4])[0])
        yield from self._below(struct.unpack(">I", page[8:12])[0])


def _rows(page: bytes) -> Iterator[tuple[int, int]]:
    """From where to where each row of a leaf lies; rows that go on in other pages are taken to this one's end."""
    if page[0] not in {_LEAF, _INDEX_LEAF}:
        return
    (cells,) = struct.unpack(">H", page[3:5])
    for place in struct.unpack(f">{cells}H", page[8 : 8 + 2 * cells]):
        length, after = _varint(page, place)
        begin = after if page[0] == _INDEX_LEAF else _varint(page, after)[1]
        yield begin, min(begin + length, len(page))


def _varint(page: bytes, at: int) -> tuple[int, int]:
    value = 0
    for place in range(at, at + 9):
        value = value << 7 | page[place] & 0x7F
        if page[place] < 0x80:
            return value, place + 1
    return value, at + 9

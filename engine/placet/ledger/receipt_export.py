"""Writing the chain out as a file of receipts that others can check (`engine/receipts.md`).

One line for each link, with what is told of its facts and records; the newest state of a record is told in full, an earlier
one by digest, and so are the arguments of a request. Written as it is read: a ledger may be larger than the memory.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import select

from placet.ledger import database, schema
from placet.ledger.chain_records import KINDS, ONE
from placet.ledger.chain_tables import links
from placet.ledger.statements import Prepared, given
from placet.receipt_verifier import FORMAT, signed_message
from placet.rules import chain
from placet.rules.chain import GONE
from placet.rules.events import ApprovalRequested

_PRIVATE: Final = frozenset({ApprovalRequested.type})
"""Facts that hold what an agent wrote: they are told by digest."""
_LINKS: Final = Prepared(select(*links.columns).order_by(links.c.number))
_COUNT: Final = "SELECT count(*) - 1 FROM chain"
_FACTS: Final = Prepared(
    select(*schema.events.columns)
    .where(schema.events.c.seq >= given("first"), schema.events.c.seq <= given("last"))
    .order_by(schema.events.c.seq)
)
_encode: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False, check_circular=False).encode


@dataclass(frozen=True, kw_only=True)
class Signer:
    """Who signs: a public key in hexadecimal, and what signs bytes with the private one."""

    key: str
    sign: Callable[[bytes], bytes]


@dataclass(frozen=True, kw_only=True)
class Exported:
    """What a file of receipts holds, as its last line says it."""

    root: str
    key: str
    head: str
    links: int


def export(path: Path, write: Callable[[bytes], Any], signer: Signer, *, at_ms: int, by: str) -> Exported:
    """Hand the whole chain of a ledger to `write`, line by line, signed. Blocking; changes nothing.

    Whether the chain is whole isn't asked here: a broken one makes a file that no verifier takes.
    """
    with closing(database.asking_connection(path)) as connection:
        connection.execute("BEGIN")  # one moment of the ledger, whatever is written meanwhile
        return _Export(connection, write, signer).run(at_ms, by)


class _Export:
    """One file on its way."""

    def __init__(self, connection: sqlite3.Connection, write: Callable[[bytes], Any], signer: Signer) -> None:
        self._connection = connection
        self._write = write
        self._signer = signer
        self._digest = hashlib.sha256()

    def run(self, at_ms: int, by: str) -> Exported:
        count = self._connection.execute(_COUNT).fetchone()[0]
        found = self._connection.cursor().execute(_LINKS.sql)
        root = head = found.fetchone()[5]
        header = {"format": FORMAT, "root": root, "links": count, "key": self._signer.key}
        self._line({**header, "exported_at_ms": at_ms, "by": by})
        for number, link_at_ms, first, last, records, link_head in found:
            facts = [_fact(row) for row in self._connection.execute(_FACTS.sql, (first, last))]
            told = list(self._records(records))
            self._line(
                {"link": number, "at_ms": link_at_ms, "facts": facts, "records": told, "head": link_head}
            )
            head = link_head
        self._seal(count, head)
        return Exported(root=root, key=self._signer.key, head=head, links=count)

    def _records(self, records: str) -> Iterator[list[str | None]]:
        for line in records.split("\n")[:-1]:
            _, kind, key, digest = line.split("\t")
            yield [kind, key, digest, self._text(kind, key, digest)]

    def _text(self, kind: str, key: str, digest: str) -> str | None:
        """What a record says, if it still says what this line is of."""
        if digest == GONE or kind not in KINDS:
            return None
        row = self._connection.execute(ONE[kind].sql, (key,)).fetchone()
        text = None if row is None else KINDS[kind].of_row(row)
        return text if text is not None and chain.text_digest(text) == digest else None

    def _seal(self, count: int, head: str) -> None:
        sha256 = self._digest.hexdigest()
        signature = self._signer.sign(signed_message(sha256)).hex()
        self._line({"end": count, "head": head, "sha256": sha256, "signature": signature})

    def _line(self, told: dict[str, Any]) -> None:
        line = _encode(told).encode("ascii") + b"\n"
        self._digest.update(line)
        self._write(line)


def _fact(row: Any) -> list[Any]:
    seq, kind, at_ms, agent_id, agent, task_id, payload = row
    told = None if kind in _PRIVATE else payload
    return [seq, kind, at_ms, agent_id, agent, task_id, chain.text_digest(payload), told]

"""What the chain and a receipt say of each record: its columns, with what an agent wrote told by digest alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from json.encoder import encode_basestring_ascii as _spell
from operator import itemgetter
from typing import Any, Final

from sqlalchemy import ColumnElement, Table, func, select

from placet.ledger import chain_tables, schema
from placet.ledger.statements import PREFIX, Prepared, given
from placet.rules.chain import text_digest

PLACE: Final = "seq"
"""Where a row stands in its table. It says nothing of the record, and changes when a backup is put back."""


@dataclass(frozen=True, kw_only=True)
class RecordKind:
    """One kind of record. `private` columns are told as `NAME_sha256`; what is NULL stays null.

    `complete`: a row of the table belongs to the chain from then on; None: always.
    """

    name: str
    table: Table
    key: str
    private: frozenset[str] = frozenset()
    complete: ColumnElement[bool] | None = None

    @cached_property
    def columns(self) -> tuple[str, ...]:
        """The names of all columns, in the order of the table."""
        return tuple(column.name for column in self.table.columns)

    @cached_property
    def _spelling(self) -> tuple[str, tuple[int, ...], tuple[int, ...]]:
        """The text with a gap for each column that is told, their places in a row, and which of them are private."""
        told = [(place, name) for place, name in enumerate(self.columns) if name != PLACE]
        named = [f'"{name}_sha256":%s' if name in self.private else f'"{name}":%s' for _, name in told]
        hidden = tuple(at for at, (_, name) in enumerate(told) if name in self.private)
        return "{" + ",".join(named) + "}", tuple(place for place, _ in told), hidden

    @cached_property
    def _in_order(self) -> Callable[[Mapping[str, Any]], tuple[Any, ...]]:
        return itemgetter(*self.columns)

    def text(self, values: Mapping[str, Any]) -> str:
        """The record as JSON text, in the order of the table's columns without `seq`, out of all of them by name."""
        return self.of_row(self._in_order(values))

    def of_row(self, row: Sequence[Any]) -> str:
        """The same from a row of `columns`."""
        gaps, places, hidden = self._spelling
        told = [row[place] for place in places]
        for at in hidden:
            if told[at] is not None:
                told[at] = text_digest(told[at])
        # Spelt in place: a million rows have thirty million values, and a call for each takes as long as the rest.
        return gaps % tuple(
            ["null" if it is None else str(it) if type(it) is int else _spell(str(it)) for it in told]
        )


_WRITTEN_BY_AGENTS: Final = frozenset(
    {"args", "approved_args", "result", "error", "target", "diff", "claim", "sentence", "source"}
)

APPROVAL: Final = RecordKind(name="approval", table=schema.approvals, key="task_id")
TASK: Final = RecordKind(
    name="task",
    table=schema.tasks,
    key="id",
    private=_WRITTEN_BY_AGENTS,
    complete=schema.tasks.c.completed_at.is_not(None),
)
WORKFLOW: Final = RecordKind(
    name="workflow",
    table=schema.workflows,
    key="id",
    private=frozenset({"title", "text", "given", "summary", "error"}),
)
OPERATION: Final = RecordKind(name="operation", table=schema.operations, key="id")
RECEIPT: Final = RecordKind(name="receipt", table=schema.receipts, key="ordinal")
LOOK: Final = RecordKind(name="look", table=schema.looks, key="ordinal")
SEGMENT: Final = RecordKind(name="segment", table=chain_tables.segments, key="id")

KINDS: Final[Mapping[str, RecordKind]] = {
    kind.name: kind for kind in (APPROVAL, TASK, WORKFLOW, OPERATION, RECEIPT, LOOK, SEGMENT)
}
"""All kinds by name, in the order in which they are checked."""


def one(kind: RecordKind) -> Prepared:
    """The columns of one record, by `key`."""
    return Prepared(select(*kind.table.columns).where(kind.table.c[kind.key] == given("key")), PREFIX)


def every(kind: RecordKind) -> Prepared:
    """The columns of all records that belong to the chain, from the rows themselves: in the order of their keys, the key
    would come from an index, which still has what a changed row had.
    """
    statement = select(*kind.table.columns)
    return Prepared(statement if kind.complete is None else statement.where(kind.complete))


def count(kind: RecordKind) -> Prepared:
    """How many records belong to the chain."""
    statement = select(func.count()).select_from(kind.table)
    return Prepared(statement if kind.complete is None else statement.where(kind.complete))


class _Made(dict[str, Prepared]):
    """A statement for each kind by name, made when it is first asked for."""

    def __init__(self, make: Callable[[RecordKind], Prepared]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, name: str) -> Prepared:
        return self.setdefault(name, self._make(KINDS[name]))


ONE: Final[Mapping[str, Prepared]] = _Made(one)
EVERY: Final[Mapping[str, Prepared]] = _Made(every)
COUNT: Final[Mapping[str, Prepared]] = _Made(count)

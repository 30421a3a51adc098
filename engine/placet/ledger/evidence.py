"""Whether every record that proves something can be understood: if one can't, none is relied on (spec/workflows 8.2).

A row of anything else that is damaged is passed over and told of. Here a record that was left out would let its effect
happen again, so one of them closes the whole ledger.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from sqlalchemy import and_, or_, select

from placet.ledger import database, schema, workflow_rows
from placet.ledger.statements import Prepared
from placet.ledger.workflow_statements import WORKFLOW_NAMES
from placet.rules.errors import CorruptRow, LedgerDamaged
from placet.rules.lifecycles import OPERATION, OperationState
from placet.rules.ports import Effect

_workflows, _operations, _receipts = schema.workflows, schema.operations, schema.receipts
_CONFIRMED: Final = OperationState.CONFIRMED.value
_PROVING: Final = (_workflows, _operations, _receipts)
_WHOLE: Final = "PRAGMA integrity_check({})"
"""Rows against their indexes too, which the quick check of the whole file leaves out: what an index lost isn't found."""

WORKFLOWS: Final = Prepared(select(*(_workflows.c[name] for name in WORKFLOW_NAMES)))
# By the file's own means: as records, a hundred thousand of them would hold up the start.
UNREADABLE: Final = Prepared(
    select(_operations.c.id)
    .outerjoin(_workflows, _workflows.c.id == _operations.c.workflow_id)
    .outerjoin(_receipts, _receipts.c.ordinal == _operations.c.receipt)
    .where(
        or_(
            and_(*(_operations.c.state != state for state in sorted(OPERATION.statuses))),
            and_(*(_operations.c.effect != effect.value for effect in Effect)),
            _workflows.c.id.is_(None),
            (_operations.c.state == _CONFIRMED) & _receipts.c.ordinal.is_(None),
        )
    )
    .limit(1)
)


def check(path: Path) -> None:
    """Look at every workflow, operation and receipt. Changes nothing.

    Raises:
        LedgerDamaged: one of them can't be understood, or an operation says that it is proven and nothing proves it.
    """
    with closing(database.asking_connection(path)) as connection:
        try:
            cursor = connection.cursor()
            for row in WORKFLOWS.run(cursor, {}):
                workflow_rows.workflow(row)
            torn = [said for table in _PROVING for (said,) in cursor.execute(_WHOLE.format(table.name))]
            unreadable = UNREADABLE.run(cursor, {}).fetchone()
        except CorruptRow as flaw:
            raise LedgerDamaged(
                f"The ledger {path} has a record that can't be relied on. {flaw.message}"
            ) from flaw
        except sqlite3.DatabaseError as error:
            raise LedgerDamaged(f"The ledger {path} can't be read: {error}.") from error
    if any(said != "ok" for said in torn):
        raise LedgerDamaged(
            f"The ledger {path} has an index that doesn't fit its rows, so records could be missed."
        )
    if unreadable is not None:
        raise LedgerDamaged(f"The ledger {path} has an operation that can't be relied on: {unreadable[0]}.")

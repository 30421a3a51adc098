"""Workflows, operations and receipts as records, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from placet.ledger import workflow_statements as statements
from placet.rules.errors import CorruptRow
from placet.rules.lifecycles import OperationState, WorkflowStatus
from placet.rules.operations import Operation
from placet.rules.ports import Effect
from placet.rules.receipts import Receipt
from placet.rules.workflows import (
    Looked,
    Revision,
    Verification,
    Workflow,
    expectations_text,
    read_expectations,
    read_scope,
    scope_text,
)

_FLAGS: Final = {0: False, 1: True}
_MAYBE: Final[dict[int | None, bool | None]] = {None: None, 0: False, 1: True}
_WIDTH: Final = len(statements.OPERATION_NAMES)


def workflow(row: Sequence[Any]) -> Workflow:
    """A workflow from a row.

    Raises:
        CorruptRow: it can't be understood; no contract is guessed.
    """
    values = dict(zip(statements.WORKFLOW_NAMES, row, strict=True))
    try:
        values["status"] = WorkflowStatus(values["status"])
        values["verification"] = Verification(values["verification"])
        values["expectations"] = read_expectations(values["expectations"])
        values["scope"] = read_scope(values["scope"])
        for flag in ("model_completed", "restored"):
            values[flag] = _FLAGS[values[flag]]
        return Workflow(**values)
    except (ValueError, TypeError, KeyError) as flaw:
        raise _corrupt("workflows", values["id"], flaw) from flaw


def workflow_values(record: Workflow) -> dict[str, Any]:
    """A workflow as the values of its columns."""
    return {
        **record.__dict__,
        "status": record.status.value,
        "verification": record.verification.value,
        "expectations": expectations_text(record.expectations),
        "scope": scope_text(record.scope),
    }


def operation(row: Sequence[Any]) -> Operation:
    """An operation with its newest receipt, from a row.

    Raises:
        CorruptRow: it can't be understood.
    """
    values = dict(zip(statements.OPERATION_NAMES, row[:_WIDTH], strict=True))
    try:
        values["state"] = OperationState(values["state"])
        values["effect"] = Effect(values["effect"])
        values["returned"] = _MAYBE[values["returned"]]
        for flag in ("expects_receipt", "refused", "restored"):
            values[flag] = _FLAGS[values[flag]]
        return Operation(**values, receipt=_receipt(row[_WIDTH:]))
    except (ValueError, TypeError, KeyError) as flaw:
        raise _corrupt("operations", values["id"], flaw) from flaw


def _receipt(row: Sequence[Any]) -> Receipt | None:
    provider, receipt_id, label, url, empty = row
    if provider is None:
        return None
    return Receipt(provider=provider, id=receipt_id, label=label, url=url, empty=_FLAGS[empty])


def operation_values(record: Operation) -> dict[str, Any]:
    """A new operation as the values of its columns; SQLite gives it its ordinal."""
    values = {name: getattr(record, name) for name in statements.OPERATION_NAMES}
    return {
        **values,
        "ordinal": None,
        "receipt": None,
        "state": record.state.value,
        "effect": record.effect.value,
    }


def receipt_values(receipt: Receipt, operation_id: str, at_ms: int) -> dict[str, Any]:
    """A new receipt as the values of its columns."""
    told = {
        "provider": receipt.provider,
        "receipt_id": receipt.id,
        "label": receipt.label,
        "url": receipt.url,
    }
    return {**told, "ordinal": None, "operation_id": operation_id, "empty": receipt.empty, "at_ms": at_ms}


def revision(row: Sequence[Any]) -> Revision:
    """One goal of a workflow from a row."""
    workflow_id, number, text, at_ms, key = row
    return Revision(workflow_id=workflow_id, number=number, text=text, at_ms=at_ms, key=key)


def looked(row: Sequence[Any]) -> Looked:
    """What the owner saw, from a row."""
    operation_id, happened, reason, at_ms = row
    return Looked(operation_id=operation_id, happened=_FLAGS[happened], reason=reason, at_ms=at_ms)


def _corrupt(table: str, key: Any, flaw: Exception) -> CorruptRow:
    return CorruptRow(f"A row of {table} can't be read: {flaw}", table=table, row=str(key))

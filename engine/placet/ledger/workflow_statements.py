"""The statements about workflows, their operations and receipts, each a Core construct compiled once."""

from __future__ import annotations

import functools
from dataclasses import fields
from typing import Any, Final

from sqlalchemy import BindParameter, Table, bindparam, delete, exists, func, insert, or_, select, update

from placet.ledger import schema
from placet.ledger.statements import Prepared
from placet.rules.lifecycles import WORKFLOW, OperationState, WorkflowStatus
from placet.rules.operations import Operation
from placet.rules.workflows import Looked, Revision, Workflow

_workflows, _revisions = schema.workflows, schema.workflow_revisions
_operations, _receipts, _looks = schema.operations, schema.receipts, schema.looks
_PREFIX: Final = "p_"

WORKFLOW_NAMES: Final = tuple(field.name for field in fields(Workflow))
OPERATION_NAMES: Final = tuple(field.name for field in fields(Operation) if field.name != "receipt")
RECEIPT_NAMES: Final = ("provider", "receipt_id", "label", "url", "empty")


def _given(name: str) -> BindParameter[Any]:
    return bindparam(f"{_PREFIX}{name}")


def _insert(table: Table) -> Prepared:
    return Prepared(insert(table).values({column.name: bindparam(column.name) for column in table.columns}))


_WHOLE: Final = select(*(_workflows.c[name] for name in WORKFLOW_NAMES))
_OPERATION: Final = select(
    *(_operations.c[name] for name in OPERATION_NAMES), *(_receipts.c[name] for name in RECEIPT_NAMES)
).select_from(_operations.outerjoin(_receipts, _receipts.c.ordinal == _operations.c.receipt))

INSERT: Final = _insert(_workflows)
INSERT_REVISION: Final = _insert(_revisions)
INSERT_OPERATION: Final = _insert(_operations)
INSERT_RECEIPT: Final = _insert(_receipts)
INSERT_LOOK: Final = _insert(_looks)
BY_ID: Final = Prepared(_WHOLE.where(_workflows.c.id == _given("id")), _PREFIX)
BY_KEY: Final = Prepared(_WHOLE.where(_workflows.c.request_key == _given("key")), _PREFIX)
LISTED: Final = Prepared(
    _WHOLE.where(_workflows.c.archived_at.is_(None)).order_by(_workflows.c.seq.desc()).limit(_given("limit")),
    _PREFIX,
)
OF_CONVERSATION: Final = Prepared(
    _WHOLE.where(_workflows.c.conversation_id == _given("conversation_id"))
    .order_by(_workflows.c.seq.desc())
    .limit(1),
    _PREFIX,
)
OF_TURN: Final = Prepared(
    _WHOLE.where(_workflows.c.conversation_id == _given("conversation_id"))
    .where(_workflows.c.turn_id == _given("turn_id"))
    .order_by(_workflows.c.seq.desc())
    .limit(1),
    _PREFIX,
)
RUNNING_OF_AGENT: Final = Prepared(
    _WHOLE.where(_workflows.c.status == WorkflowStatus.RUNNING.value)
    .where(_workflows.c.agent_id == _given("agent_id"))
    .order_by(_workflows.c.seq.desc())
    .limit(1),
    _PREFIX,
)
QUEUED: Final = Prepared(
    _WHOLE.where(_workflows.c.status == WorkflowStatus.QUEUED.value).order_by(_workflows.c.seq), _PREFIX
)
UNSWEPT: Final = Prepared(
    select(_workflows.c.id)
    .where(or_(*(_workflows.c.status == word for word in sorted(WORKFLOW.open))))
    .order_by(_workflows.c.seq),
    _PREFIX,
)
REVISIONS: Final = Prepared(
    select(*(_revisions.c[field.name] for field in fields(Revision)))
    .where(_revisions.c.workflow_id == _given("workflow_id"))
    .order_by(_revisions.c.number),
    _PREFIX,
)
OPERATIONS: Final = Prepared(
    _OPERATION.where(_operations.c.workflow_id == _given("workflow_id")).order_by(_operations.c.ordinal),
    _PREFIX,
)
OPERATION: Final = Prepared(_OPERATION.where(_operations.c.id == _given("id")), _PREFIX)
IN_FLIGHT_OF_TASK: Final = Prepared(
    _OPERATION.where(_operations.c.state == OperationState.IN_FLIGHT.value)
    .where(_operations.c.task_id == _given("task_id"))
    .limit(1),
    _PREFIX,
)
IN_FLIGHT: Final = Prepared(
    select(_operations.c.id)
    .where(_operations.c.state == OperationState.IN_FLIGHT.value)
    .order_by(_operations.c.ordinal),
    _PREFIX,
)
LOOKS: Final = Prepared(
    select(*(_looks.c[field.name] for field in fields(Looked)))
    .where(
        _looks.c.operation_id.in_(
            select(_operations.c.id).where(_operations.c.workflow_id == _given("workflow_id"))
        )
    )
    .order_by(_looks.c.ordinal),
    _PREFIX,
)
ARCHIVE: Final = Prepared(
    update(_workflows)
    .where(_workflows.c.id == _given("id"), _workflows.c.archived_at.is_(None))
    .values(archived_at=_given("now")),
    _PREFIX,
)
FORGET_REVISIONS: Final = Prepared(
    delete(_revisions).where(_revisions.c.workflow_id == _given("id")), _PREFIX
)
FORGET: Final = Prepared(delete(_workflows).where(_workflows.c.id == _given("id")), _PREFIX)
HAS_OPERATIONS: Final = Prepared(select(exists().where(_operations.c.workflow_id == _given("id"))), _PREFIX)
FINISHED_WITHOUT_PAST: Final = Prepared(
    select(_workflows.c.id)
    .where(
        _workflows.c.ended_at.is_not(None),
        _workflows.c.request_key.is_(None),
        ~exists().where(_operations.c.workflow_id == _workflows.c.id),
    )
    .order_by(_workflows.c.seq.desc()),
    _PREFIX,
)
COUNT: Final = Prepared(select(func.count()).select_from(_workflows), _PREFIX)


@functools.lru_cache(maxsize=64)
def move(columns: tuple[str, ...]) -> Prepared:
    """The guarded step of a workflow that sets these columns, `status` among them."""
    return Prepared(
        update(_workflows)
        .where(_workflows.c.id == _given("id"), _workflows.c.status == _given("frm"))
        .values({name: _given(name) for name in columns}),
        _PREFIX,
    )


@functools.lru_cache(maxsize=64)
def move_operation(columns: tuple[str, ...]) -> Prepared:
    """The guarded step of an operation that sets these columns, `state` among them."""
    return Prepared(
        update(_operations)
        .where(_operations.c.id == _given("id"), _operations.c.state == _given("frm"))
        .values({name: _given(name) for name in columns}),
        _PREFIX,
    )

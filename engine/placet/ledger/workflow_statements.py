"""The statements about workflows, their operations and receipts, each a Core construct compiled once."""

from __future__ import annotations

import functools
from dataclasses import fields
from typing import Final

from sqlalchemy import and_, delete, exists, func, or_, select, update

from placet.ledger import schema
from placet.ledger.statements import PREFIX, Prepared, given, guarded_step, insert_into
from placet.rules.lifecycles import WORKFLOW, OperationState, WorkflowStatus
from placet.rules.operations import Operation, only_looks
from placet.rules.ports import Effect
from placet.rules.workflows import Looked, Revision, Workflow

_workflows, _revisions = schema.workflows, schema.workflow_revisions
_operations, _receipts, _looks = schema.operations, schema.receipts, schema.looks

WORKFLOW_NAMES: Final = tuple(field.name for field in fields(Workflow))
OPERATION_NAMES: Final = tuple(field.name for field in fields(Operation) if field.name != "receipt")
FAR: Final = 2**63 - 1
"""A place behind every row."""
RECEIPT_NAMES: Final = ("provider", "receipt_id", "label", "url", "empty")


_WHOLE: Final = select(*(_workflows.c[name] for name in WORKFLOW_NAMES))
_OPERATION: Final = select(
    *(_operations.c[name] for name in OPERATION_NAMES), *(_receipts.c[name] for name in RECEIPT_NAMES)
).select_from(_operations.outerjoin(_receipts, _receipts.c.ordinal == _operations.c.receipt))

INSERT: Final = insert_into(_workflows)
INSERT_REVISION: Final = insert_into(_revisions)
INSERT_OPERATION: Final = insert_into(_operations)
INSERT_RECEIPT: Final = insert_into(_receipts)
INSERT_LOOK: Final = insert_into(_looks)
BY_ID: Final = Prepared(_WHOLE.where(_workflows.c.id == given("id")), PREFIX)
BY_KEY: Final = Prepared(_WHOLE.where(_workflows.c.request_key == given("key")), PREFIX)
_LISTED_WORDS: Final = select(func.json_each(given("statuses")).table_valued("value").c.value)
NEWEST_OF_ACCOUNT: Final = Prepared(
    _OPERATION.where(_operations.c.account == given("account"))
    .order_by(_operations.c.ordinal.desc())
    .limit(1),
    PREFIX,
)
LISTED: Final = Prepared(
    _WHOLE.where(
        _workflows.c.archived_at.is_(None),
        or_(given("statuses").is_(None), _workflows.c.status.in_(_LISTED_WORDS)),
        or_(given("agent_id").is_(None), _workflows.c.agent_id == given("agent_id")),
        or_(given("before").is_(None), _workflows.c.seq < given("before")),
        or_(
            given("q").is_(None),
            func.instr(func.lower(_workflows.c.title), func.lower(given("q"))) > 0,
            func.instr(func.lower(_workflows.c.text), func.lower(given("q"))) > 0,
        ),
    )
    .order_by(_workflows.c.seq.desc())
    .limit(given("limit")),
    PREFIX,
)
OF_CONVERSATION: Final = Prepared(
    _WHOLE.where(_workflows.c.conversation_id == given("conversation_id"))
    .order_by(_workflows.c.seq.desc())
    .limit(1),
    PREFIX,
)
OF_TURN: Final = Prepared(
    _WHOLE.where(_workflows.c.conversation_id == given("conversation_id"))
    .where(_workflows.c.turn_id == given("turn_id"))
    .order_by(_workflows.c.seq.desc())
    .limit(1),
    PREFIX,
)
RUNNING_OF_AGENT: Final = Prepared(
    _WHOLE.where(_workflows.c.status == WorkflowStatus.RUNNING.value)
    .where(_workflows.c.agent_id == given("agent_id"))
    .order_by(_workflows.c.seq.desc())
    .limit(1),
    PREFIX,
)
QUEUED: Final = Prepared(
    _WHOLE.where(_workflows.c.status == WorkflowStatus.QUEUED.value).order_by(_workflows.c.seq), PREFIX
)
UNSWEPT: Final = Prepared(
    select(_workflows.c.id)
    .where(or_(*(_workflows.c.status == word for word in sorted(WORKFLOW.open))))
    .order_by(_workflows.c.seq),
    PREFIX,
)
REVISIONS: Final = Prepared(
    select(*(_revisions.c[field.name] for field in fields(Revision)))
    .where(_revisions.c.workflow_id == given("workflow_id"))
    .order_by(_revisions.c.number),
    PREFIX,
)
OPERATION: Final = Prepared(_OPERATION.where(_operations.c.id == given("id")), PREFIX)
_OF_WORKFLOW: Final = _operations.c.workflow_id == given("workflow_id")
_OPEN: Final = or_(
    *(_operations.c.state == state.value for state in (OperationState.IN_FLIGHT, OperationState.UNCERTAIN))
)
_CHANGES: Final = and_(*(_operations.c.effect != effect.value for effect in Effect if only_looks(effect)))
_UNVERIFIABLE: Final = and_(_operations.c.returned.is_(True), _operations.c.expects_receipt.is_(False))
_DEMANDED: Final = select(func.json_each(given("tools")).table_valued("value").c.value)
DEMANDED: Final = Prepared(
    _OPERATION.where(_OF_WORKFLOW, _operations.c.goal_revision == given("revision"))
    .where(_operations.c.tool.in_(_DEMANDED))
    .order_by(_operations.c.ordinal),
    PREFIX,
)
# What outweighs everything comes first, so that a limit leaves out only more of the same.
UNSHOWN: Final = Prepared(
    _OPERATION.where(_OF_WORKFLOW, _OPEN, _CHANGES)
    .order_by(_UNVERIFIABLE, _operations.c.ordinal)
    .limit(given("limit")),
    PREFIX,
)
CONCERNING: Final = Prepared(
    _OPERATION.where(_OF_WORKFLOW, or_(_operations.c.tool == given("tool"), and_(_OPEN, _CHANGES))).order_by(
        _operations.c.ordinal
    ),
    PREFIX,
)
NEWEST_HAD: Final = Prepared(
    _OPERATION.where(_OF_WORKFLOW, _operations.c.goal_revision == given("revision"))
    .where(_operations.c.tool == given("tool"), _operations.c.task_id.is_not(None))
    .where(_operations.c.state != OperationState.NOT_RUN.value)
    .order_by(_operations.c.ordinal.desc())
    .limit(1),
    PREFIX,
)
NEWEST_PROVEN: Final = Prepared(
    _OPERATION.where(_OF_WORKFLOW, _operations.c.receipt.is_not(None))
    .order_by(_operations.c.ordinal.desc())
    .limit(given("limit")),
    PREFIX,
)
COUNT_OPERATIONS: Final = Prepared(
    select(_operations.c.state, func.count()).where(_OF_WORKFLOW).group_by(_operations.c.state), PREFIX
)
IN_FLIGHT_OF_TASK: Final = Prepared(
    _OPERATION.where(_operations.c.state == OperationState.IN_FLIGHT.value)
    .where(_operations.c.task_id == given("task_id"))
    .limit(1),
    PREFIX,
)
IN_FLIGHT: Final = Prepared(
    select(_operations.c.id)
    .where(_operations.c.state == OperationState.IN_FLIGHT.value)
    .order_by(_operations.c.ordinal),
    PREFIX,
)
LOOKS: Final = Prepared(
    select(*(_looks.c[field.name] for field in fields(Looked)))
    .where(_looks.c.operation_id.in_(select(func.json_each(given("ids")).table_valued("value").c.value)))
    .order_by(_looks.c.ordinal),
    PREFIX,
)
ARCHIVE: Final = Prepared(
    update(_workflows)
    .where(_workflows.c.id == given("id"), _workflows.c.archived_at.is_(None))
    .values(archived_at=given("now")),
    PREFIX,
)
FORGET_REVISIONS: Final = Prepared(delete(_revisions).where(_revisions.c.workflow_id == given("id")), PREFIX)
FORGET: Final = Prepared(delete(_workflows).where(_workflows.c.id == given("id")), PREFIX)
HAS_OPERATIONS: Final = Prepared(select(exists().where(_operations.c.workflow_id == given("id"))), PREFIX)
FINISHED_WITHOUT_PAST: Final = Prepared(
    select(_workflows.c.id)
    .where(
        _workflows.c.ended_at.is_not(None),
        _workflows.c.request_key.is_(None),
        ~exists().where(_operations.c.workflow_id == _workflows.c.id),
    )
    .order_by(_workflows.c.seq.desc()),
    PREFIX,
)
COUNT: Final = Prepared(select(func.count()).select_from(_workflows), PREFIX)


@functools.cache
def operation_page(*, state: bool, newest_first: bool) -> Prepared:
    """A page of a workflow's operations after the place `after`, of one state if so, in the asked order."""
    place = _operations.c.ordinal
    beyond = place < given("after") if newest_first else place > given("after")
    page = _OPERATION.where(_OF_WORKFLOW, beyond)
    if state:
        page = page.where(_operations.c.state == given("state"))
    return Prepared(page.order_by(place.desc() if newest_first else place).limit(given("limit")), PREFIX)


@functools.lru_cache(maxsize=64)
def move(columns: tuple[str, ...]) -> Prepared:
    """The guarded step of a workflow that sets these columns, `status` among them."""
    return guarded_step(_workflows.c.status, columns)


@functools.lru_cache(maxsize=64)
def move_operation(columns: tuple[str, ...]) -> Prepared:
    """The guarded step of an operation that sets these columns, `state` among them."""
    return guarded_step(_operations.c.state, columns)

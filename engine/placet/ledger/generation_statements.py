"""The statements about generations, their events and their keys, each a Core construct compiled once."""

from __future__ import annotations

import functools
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    true,
    update,
)

from placet.ledger import generation_tables, rows
from placet.ledger.statements import PREFIX, Prepared, given, guarded_step, insert_into
from placet.rules.lifecycles import GENERATION, GenerationStatus

_generations, _events = generation_tables.generations, generation_tables.generation_events
_keys, _counts = generation_tables.idempotency_keys, generation_tables.generation_counts


TELLING: Final = (GenerationStatus.RUNNING, GenerationStatus.CANCELLING)
"""Where a model may still have something to say."""


def _narrowed(statement: Select[Any], *conditions: ColumnElement[bool]) -> Prepared:
    return Prepared(statement.where(*conditions), PREFIX)


IS_OPEN: Final = or_(*(_generations.c.status == word for word in sorted(GENERATION.open)))
_WHOLE: Final = select(*rows.GENERATION_COLUMNS)

INSERT: Final = insert_into(_generations)


def _from_list(index: int) -> ColumnElement[Any]:
    """A member of each element of the list that is given as JSON."""
    return func.json_extract(_listed.c.value, f"$[{index}]")


_listed: Final = func.json_each(given("listed")).table_valued("key", "value")
# One statement for everybody's events: the driver lets go of the interpreter's lock around each, and may wait long to
# get it back. Each element: the generation, the number, the attempt, the type and the data.
INSERT_EVENTS: Final = Prepared(
    insert(_events).from_select(
        ["generation", "seq", "attempt", "type", "data"],
        select(*(_from_list(index) for index in range(5))).order_by(_listed.c.key),
    ),
    PREFIX,
)
INSERT_KEY: Final = insert_into(_keys)
BY_ID: Final = _narrowed(_WHOLE, _generations.c.id == given("id"))
BY_RESPONSE: Final = _narrowed(_WHOLE, _generations.c.response_id == given("response_id"))
# Each element: the task, its attempt, and by how many events it grows. One whose attempt may say nothing any more isn't
# found; the whole row, with its request, isn't looked at.
_of_row: Final = select(_from_list(2)).where(
    _from_list(0) == _generations.c.id, _from_list(1) == _generations.c.attempt
)
GROW_WHILE_TELLING: Final = Prepared(
    update(_generations)
    .where(
        _generations.c.id.in_(select(_from_list(0))),
        _of_row.correlate(_generations).exists(),
        or_(*(_generations.c.status == word.value for word in TELLING)),
    )
    .values(last_seq=_generations.c.last_seq + _of_row.correlate(_generations).scalar_subquery())
    .returning(_generations.c.id, _generations.c.seq, _generations.c.last_seq),
    PREFIX,
)
GROW: Final = Prepared(
    update(_generations).where(_generations.c.seq == given("seq")).values(last_seq=given("last_seq")),
    PREFIX,
)
FORGET: Final = Prepared(delete(_generations).where(_generations.c.id == given("id")), PREFIX)
FORGET_KEYS: Final = Prepared(delete(_keys).where(_keys.c.task_id == given("id")), PREFIX)
KEY: Final = _narrowed(
    select(*rows.IDEMPOTENCY_COLUMNS),
    _keys.c.principal == given("principal"),
    _keys.c.route == given("route"),
    _keys.c.key == given("key"),
)
FORGET_KEY: Final = Prepared(
    delete(_keys).where(
        _keys.c.principal == given("principal"),
        _keys.c.route == given("route"),
        _keys.c.key == given("key"),
    ),
    PREFIX,
)
COUNT_WAITING: Final = _narrowed(
    select(func.count()).select_from(_generations),
    _generations.c.status == GenerationStatus.QUEUED.value,
    _generations.c.agent_id.is_(None),
)
_oldest = _events.alias()
PRUNE_EVENTS: Final = Prepared(
    delete(_events).where(
        _events.c.generation == given("seq"),
        _events.c.seq
        < select(func.min(_oldest.c.seq) + given("most"))
        .where(_oldest.c.generation == given("seq"))
        .scalar_subquery(),
    ),
    PREFIX,
)

QUEUED: Final = Prepared(
    select(_generations.c.id)
    .where(_generations.c.status == GenerationStatus.QUEUED.value)
    .order_by(_generations.c.seq)
)
UNSWEPT: Final = Prepared(
    select(_generations.c.id)
    .where(IS_OPEN, _generations.c.boot != given("boot"))
    .order_by(_generations.c.seq),
    PREFIX,
)
SEQ: Final = _narrowed(select(_generations.c.seq), _generations.c.id == given("id"))
EVENTS: Final = Prepared(
    select(*rows.GENERATION_EVENT_COLUMNS)
    .where(_events.c.generation == given("generation"), _events.c.seq > given("after"))
    .order_by(_events.c.seq)
    .limit(given("limit")),
    PREFIX,
)
HEAD: Final = _narrowed(
    select(
        _generations.c.seq,
        _generations.c.principal,
        _generations.c.status,
        _generations.c.last_seq,
        _generations.c.finished_at,
        select(func.min(_events.c.seq))
        .where(_events.c.generation == _generations.c.seq)
        .correlate(_generations)
        .scalar_subquery(),
    ),
    _generations.c.id == given("id"),
)
ENDED_BETWEEN: Final = Prepared(
    select(_generations.c.id, _generations.c.finished_at)
    .where(
        _generations.c.finished_at > given("after"),
        _generations.c.finished_at <= given("until"),
        exists().where(_events.c.generation == _generations.c.seq),
    )
    .order_by(_generations.c.finished_at)
    .limit(given("limit")),
    PREFIX,
)
ENDED_BEFORE: Final = Prepared(
    select(_generations.c.id)
    .where(_generations.c.finished_at <= given("until"))
    .order_by(_generations.c.finished_at)
    .limit(given("limit")),
    PREFIX,
)
FIRST_END_AFTER: Final = _narrowed(
    select(func.min(_generations.c.finished_at)), _generations.c.finished_at > given("after")
)
KEPT_COUNTS: Final = Prepared(select(_counts.c.status, _counts.c.generations))


@functools.lru_cache(maxsize=64)
def move(columns: tuple[str, ...]) -> Prepared:
    """The guarded step of a generation that sets these columns, `status` among them."""
    return guarded_step(_generations.c.status, columns)


def _conditions(*, agent: bool, principal: bool, parent: bool, search: bool) -> list[ColumnElement[bool]]:
    found: list[ColumnElement[bool]] = []
    if agent:
        found.append(_generations.c.agent_id == given("agent_id"))
    if principal:
        found.append(_generations.c.principal == given("principal"))
    if parent:
        found.append(_generations.c.parent_id == given("parent_id"))
    if search:
        searched = (_generations.c.id, _generations.c.model, _generations.c.agent, _generations.c.request)
        found.append(or_(*(column.like(given("pattern"), escape="\\") for column in searched)))
    return found


@functools.lru_cache(maxsize=128)
def listing(
    *, statuses: int, agent: bool, principal: bool, parent: bool, search: bool, before: bool
) -> Prepared:
    """Newest first by keyset: each page costs the same, however far down it is."""
    found = _conditions(agent=agent, principal=principal, parent=parent, search=search)
    if statuses:
        found.append(or_(*(_generations.c.status == given(f"status_{index}") for index in range(statuses))))
    if before:
        found.append(_generations.c.seq < given("before"))
    return Prepared(
        select(*rows.generation_gist_columns())
        .where(and_(true(), *found))
        .order_by(_generations.c.seq.desc())
        .limit(given("limit")),
        PREFIX,
    )


@functools.lru_cache(maxsize=8)
def counts(*, agent: bool, principal: bool) -> Prepared:
    """How many generations of one agent or principal stand in each status."""
    found = _conditions(agent=agent, principal=principal, parent=False, search=False)
    return Prepared(
        select(_generations.c.status, func.count())
        .where(and_(true(), *found))
        .group_by(_generations.c.status),
        PREFIX,
    )

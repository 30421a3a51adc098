"""What triggers and timers owe: the statements about it, and its reads. The verbs are in `verbs.deliveries`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from sqlalchemy import Select, delete, func, insert, literal_column, select, update

from placet.ledger import rows, schema
from placet.ledger.statements import Prepared, given, insert_into, values_of
from placet.rules.basics import AgentId, BootId, Instant
from placet.rules.deliveries import Delivery, DeliveryStatus, Owed, TimerPlan

_rows, _timers = schema.deliveries, schema.timers
_Row = Any

# Spelled out, not bound: SQLite only takes an index over some rows when it sees that the query wants no others.
_IS_DUE: Final = _rows.c.status == literal_column("'due'")
_IS_STARTED: Final = _rows.c.status == literal_column("'started'")


def _of_target() -> tuple[Any, ...]:
    return tuple(_rows.c[name] == given(name) for name in ("agent_id", "trigger", "target"))


INSERT_DELIVERY: Final = insert_into(_rows)
MOVE_DELIVERY: Final = Prepared(
    update(_rows)
    .where(_rows.c.seq == given("seq"), _rows.c.status == given("frm"))
    .values(
        status=given("to"),
        started_at=func.coalesce(_rows.c.started_at, given("started_at")),
        ended_at=given("ended_at"),
        boot=func.coalesce(_rows.c.boot, given("boot")),
        code=given("code"),
        error=given("error"),
    )
)
PUT_TIMER: Final = Prepared(insert(_timers).prefix_with("OR REPLACE").values(values_of(_timers)))
FORGET_TIMER: Final = Prepared(
    delete(_timers).where(_timers.c.agent_id == given("agent_id"), _timers.c.name == given("name"))
)
SELECT_TIMER: Final = Prepared(
    select(*rows.TIMER_COLUMNS).where(
        _timers.c.agent_id == given("agent_id"), _timers.c.name == given("name")
    )
)
SELECT_DELIVERY: Final = Prepared(select(*rows.DELIVERY_COLUMNS).where(_rows.c.seq == given("seq")))
SELECT_WAITING: Final = Prepared(select(_rows.c.seq).where(_IS_DUE, *_of_target()).limit(1))


def _owed() -> Select[Any]:
    """By target: how much is due, and three moments, each of one row that is looked up by its number.

    Of a group only the index is read, however much is due; what was started last stands before what is due first.
    """
    whose = (_rows.c.agent_id, _rows.c.trigger, _rows.c.target, _rows.c.is_test)
    first, last = func.min(_rows.c.seq).label("first"), func.max(_rows.c.seq).label("last")
    due = select(*whose, func.count().label("count"), first, last).where(_IS_DUE).group_by(*whose).subquery()
    one = _rows.alias()
    moments = [
        select(one.c.due_at).where(one.c.seq == edge).scalar_subquery() for edge in (due.c.first, due.c.last)
    ]
    before = _rows.alias()
    last_start = (
        select(before.c.started_at)
        .where(
            before.c.agent_id == due.c.agent_id,
            before.c.trigger == due.c.trigger,
            before.c.target == due.c.target,
            before.c.seq < due.c.first,
            before.c.started_at.is_not(None),
        )
        .order_by(before.c.seq.desc())
        .limit(literal_column("1"))
        .scalar_subquery()
    )
    names = ("agent_id", "trigger", "target", "is_test", "count")
    return select(*(due.c[name] for name in names), *moments, last_start).order_by(due.c.first)


_OWED: Final = Prepared(_owed())
_DUE: Final = Prepared(
    select(*rows.DELIVERY_COLUMNS)
    .where(_IS_DUE, *_of_target(), _rows.c.is_test == given("is_test"))
    .order_by(_rows.c.seq)
    .limit(given("limit"))
)
_LEFT_BEHIND: Final = Prepared(
    select(_rows.c.seq).where(_IS_STARTED, _rows.c.boot != given("boot")).order_by(_rows.c.seq)
)
_OPEN: Final = Prepared(
    select(_rows.c.trigger, _rows.c.target, _rows.c.status, func.count())
    .where(_rows.c.agent_id == given("agent_id"), _IS_DUE | _IS_STARTED)
    .group_by(_rows.c.trigger, _rows.c.target, _rows.c.status)
)
_LAST_ENDED: Final = Prepared(
    select(*rows.DELIVERY_COLUMNS)
    .where(*_of_target(), _rows.c.ended_at.is_not(None))
    .order_by(_rows.c.seq.desc())
    .limit(literal_column("1"))
)
_TIMERS: Final = Prepared(
    select(*rows.TIMER_COLUMNS).order_by(_timers.c.planned_at, _timers.c.agent_id, _timers.c.name)
)


class DeliveryReads:
    """Looks at what is owed, from any thread. A part of `Reads`, which runs its statements."""

    def __init__(self, run: Callable[[Prepared, Mapping[str, Any]], list[_Row]]) -> None:
        self._run = run

    def owed(self) -> list[Owed]:
        """What every target is owed, whoever has waited longest first."""
        return [_read_owed(row) for row in self._run(_OWED, {})]

    def due(self, owed: Owed, limit: int) -> list[Delivery]:
        """The oldest deliveries of one target that nobody was told of."""
        whose = {**_target_of(owed.agent_id, owed.trigger, owed.target), "p_is_test": int(owed.is_test)}
        return [rows.delivery(row) for row in self._run(_DUE, {**whose, "p_limit": limit})]

    def left_behind(self, boot: BootId) -> list[int]:
        """The deliveries whose handlers another boot started and never saw end."""
        return [row[0] for row in self._run(_LEFT_BEHIND, {"p_boot": boot})]

    def open_counts(self, agent_id: AgentId) -> dict[tuple[str, str], dict[DeliveryStatus, int]]:
        """How many deliveries are due and started, by trigger and target; what has none is left out."""
        counts: dict[tuple[str, str], dict[DeliveryStatus, int]] = {}
        for trigger, target, status, count in self._run(_OPEN, {"p_agent_id": agent_id}):
            counts.setdefault((trigger, target), {})[DeliveryStatus(status)] = count
        return counts

    def last_ended(self, agent_id: AgentId, trigger: str, target: str) -> Delivery | None:
        """The newest delivery of a target that has ended, if any has."""
        found = self._run(_LAST_ENDED, _target_of(agent_id, trigger, target))
        return rows.delivery(found[0]) if found else None

    def timers(self) -> list[TimerPlan]:
        """When each timer is due next, the next one first."""
        return [rows.timer(row) for row in self._run(_TIMERS, {})]


def _target_of(agent_id: AgentId, trigger: str, target: str) -> dict[str, Any]:
    return {"p_agent_id": agent_id, "p_trigger": trigger, "p_target": target}


def _read_owed(row: _Row) -> Owed:
    agent_id, trigger, target, is_test, count, oldest, newest, last_start = row
    return Owed(
        agent_id=AgentId(agent_id),
        trigger=trigger,
        target=target,
        is_test=bool(is_test),
        count=count,
        oldest=Instant(oldest),
        newest=Instant(newest),
        last_start=None if last_start is None else Instant(last_start),
    )

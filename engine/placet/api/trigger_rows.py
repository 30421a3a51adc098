"""Answers about triggers and timers: each target as it is declared, what waits for it, and how it last ended."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Protocol

from placet.api import queries
from placet.api.rows import block, line
from placet.rules.basics import AgentId, Clock
from placet.rules.delays import Waiting, ready_at
from placet.rules.deliveries import ON_TIMER, Delivery, DeliveryStatus, Owed, TimerPlan, timer_key
from placet.rules.records import Agent
from placet.rules.targets import TRIGGERS, TriggerTarget
from placet.rules.timers import Timer
from placet.work.roster import Roster

AGENT: Final = "agent"


class DeliveryReader(Protocol):
    """What is asked of the ledger about deliveries; from any thread."""

    def owed(self) -> list[Owed]:
        """What every target is owed."""
        ...

    def open_counts(self, agent_id: AgentId) -> dict[tuple[str, str], dict[DeliveryStatus, int]]:
        """How many deliveries are due and started, by trigger and target."""
        ...

    def last_ended(self, agent_id: AgentId, trigger: str, target: str) -> Delivery | None:
        """The newest delivery of a target that has ended."""
        ...

    def timers(self) -> list[TimerPlan]:
        """When each timer is due next."""
        ...


@dataclass(frozen=True, kw_only=True)
class DeliveryRow:
    """How one delivery ended: `delivered`, `failed`, `unknown` or `withdrawn`. `error` may hold a handler's own words."""

    status: str
    due_at: int
    started_at: int | None
    ended_at: int | None
    task_id: str | None
    test: bool
    code: str | None
    error: str | None
    shown_error: str


@dataclass(frozen=True, kw_only=True)
class TargetRow:
    """What a trigger's target and a timer have in common.

    `target` is the key for `TryTarget`; `scope` is `system` or `agent`, `kind` `lambda`, `program` or `agent`, and
    `shown_what` says what runs. `waiting` events wait and `running` handlers are at work.
    """

    agent: str
    trigger: str
    target: str
    enabled: bool
    scope: str
    kind: str
    what: str
    shown_what: str
    waiting: int
    running: int
    next_at: int | None
    last: DeliveryRow | None


@dataclass(frozen=True, kw_only=True)
class TriggerRow(TargetRow):
    """One target of a trigger. `declared`: False for the default that counts when the trigger isn't declared.

    `next_at` is when what waits goes out, where a timing (`debounce`, `interval`, `batch`) puts it off. `flaws` are
    patterns of the filter that no tool's name can match.
    """

    declared: bool
    tools: tuple[str, ...]
    shown_tools: tuple[str, ...]
    status: str | None
    timing: str | None
    timing_ms: int | None
    timing_count: int | None
    flaws: tuple[str, ...]
    shown_flaws: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class TimerRow(TargetRow):
    """One timer; `trigger` is `on_timer`. `next_at` is when it is due next, None when it is off."""

    name: str
    schedule: str
    message: str | None
    shown_message: str


class TriggerReadings:
    """One method for each query about triggers and timers. From any thread."""

    def __init__(self, *, deliveries: DeliveryReader, roster: Roster, clock: Clock) -> None:
        self._deliveries = deliveries
        self._roster = roster
        self._clock = clock
        self.answers: dict[type[queries.Query], Callable[[Any], Any]] = {
            queries.ListTriggers: self._list_triggers,
            queries.ListTimers: self._list_timers,
        }

    def _list_triggers(self, query: queries.ListTriggers) -> tuple[TriggerRow, ...]:
        agent = self._roster.find(query.agent)
        state = _State(self._deliveries, agent)
        triggers = self._roster.of(agent).trigger_set
        return tuple(
            self._trigger_row(state, name, key, target, enabled=triggers.trigger(name).enabled)
            for name in TRIGGERS
            for key, target in triggers.trigger(name).keyed().items()
        )

    def _trigger_row(
        self, state: _State, name: str, key: str, target: TriggerTarget, *, enabled: bool
    ) -> TriggerRow:
        timing = target.timing
        return TriggerRow(
            **state.of(name, key, target),
            enabled=enabled,
            next_at=self._goes_out_at(state.owed.get((name, key)), target),
            declared=not target.unwaited_only,
            tools=target.tools,
            shown_tools=tuple(map(line, target.tools)),
            status=target.status,
            timing=timing.kind if timing else None,
            timing_ms=timing.ms if timing else None,
            timing_count=timing.count if timing else None,
            flaws=target.flaws(),
            shown_flaws=tuple(map(line, target.flaws())),
        )

    def _goes_out_at(self, owed: Owed | None, target: TriggerTarget) -> int | None:
        if owed is None or target.timing is None:
            return None
        waiting = Waiting(
            count=owed.count, oldest=owed.oldest, newest=owed.newest, last_start=owed.last_start
        )
        return ready_at(target.timing, waiting, self._clock.now_ms())

    def _list_timers(self, query: queries.ListTimers) -> tuple[TimerRow, ...]:
        agent = self._roster.find(query.agent)
        state = _State(self._deliveries, agent)
        planned = {it.name: it.planned_at for it in self._deliveries.timers() if it.agent_id == agent.id}
        return tuple(_timer_row(state, it, planned.get(it.name)) for it in self._roster.of(agent).timers)


class _State:
    """What the ledger says of an agent's targets, read once for all of them."""

    def __init__(self, deliveries: DeliveryReader, agent: Agent) -> None:
        self._deliveries = deliveries
        self._agent = agent
        self._counts = deliveries.open_counts(agent.id)
        self.owed = {
            (it.trigger, it.target): it
            for it in deliveries.owed()
            if it.agent_id == agent.id and not it.is_test
        }

    def of(self, trigger: str, key: str, target: TriggerTarget) -> dict[str, Any]:
        """The fields that every row of a target has."""
        counts: Mapping[DeliveryStatus, int] = self._counts.get((trigger, key), {})
        last = self._deliveries.last_ended(self._agent.id, trigger, key)
        return {
            "agent": self._agent.name,
            "trigger": trigger,
            "target": key,
            "scope": target.scope,
            "kind": target.executable[0],
            "what": _what(target),
            "shown_what": line(_what(target)),
            "waiting": counts.get(DeliveryStatus.DUE, 0),
            "running": counts.get(DeliveryStatus.STARTED, 0),
            "last": None if last is None else _delivery_row(last),
        }


def _timer_row(state: _State, timer: Timer, planned_at: int | None) -> TimerRow:
    return TimerRow(
        **state.of(ON_TIMER, timer_key(timer.name), timer.target),
        enabled=timer.enabled,
        next_at=planned_at if timer.enabled else None,
        name=timer.name,
        schedule=timer.schedule,
        message=timer.message,
        shown_message=line(timer.message or ""),
    )


def _what(target: TriggerTarget) -> str:
    if target.function is not None:
        return target.function
    return AGENT if target.command is None else json.dumps(list(target.command), ensure_ascii=False)


def _delivery_row(delivery: Delivery) -> DeliveryRow:
    return DeliveryRow(
        status=delivery.status.value,
        due_at=delivery.due_at,
        started_at=delivery.started_at,
        ended_at=delivery.ended_at,
        task_id=delivery.task_id,
        test=delivery.is_test,
        code=delivery.code,
        error=delivery.error,
        shown_error=block(delivery.error or ""),
    )

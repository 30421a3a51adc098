"""Keeps the plan of every agent's timers, and writes down what is due.

A timer that comes while its last time still waits to be told makes no second row: it is counted as missed.
"""

from __future__ import annotations

import json
import logging
from dataclasses import replace
from functools import partial

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import AgentId, Clock, Instant
from placet.rules.deliveries import ON_TIMER, TimerPlan, timer_key
from placet.rules.errors import PlacetError
from placet.rules.events import TimerPlanned
from placet.rules.timers import Timer, Zone
from placet.rules.trigger_events import timer_data
from placet.work.roster import Roster

_log = logging.getLogger(__name__)


class Timers:
    """Plans and ticks. Lives on the engine's loop."""

    def __init__(self, *, ledger: Ledger, roster: Roster, clock: Clock, zone: Zone) -> None:
        self._ledger = ledger
        self._roster = roster
        self._clock = clock
        self._zone = zone
        self._declared: dict[tuple[AgentId, str], Timer] | None = None

    def declarations_changed(self) -> None:
        """Look at all declarations again before the next tick."""
        self._declared = None

    async def tick(self, now: Instant) -> Instant | None:
        """Write down what is due by now; the answer is when the next timer is."""
        if self._declared is None:
            self._declared = self._read()
            await self._plan_anew(self._declared, now)
        for plan in self._ledger.reads.deliveries.timers():
            timer = self._declared.get((plan.agent_id, plan.name))
            if timer is not None and (plan.planned_at <= now or timer.is_astray(plan.planned_at, now)):
                await self._ledger.commit(partial(self._tick, timer=timer, plan=plan, now=now))
        planned = (it.planned_at for it in self._ledger.reads.deliveries.timers())
        return min((moment for moment in planned if moment > now), default=None)

    def _read(self) -> dict[tuple[AgentId, str], Timer]:
        found: dict[tuple[AgentId, str], Timer] = {}
        for agent in self._ledger.reads.agents():
            try:
                timers = self._roster.of(agent).timers
            except PlacetError:
                _log.exception("the timers of %s can't be read", agent.name)
                continue
            found |= {(agent.id, timer.name): timer for timer in timers if timer.enabled}
        return found

    async def _plan_anew(self, declared: dict[tuple[AgentId, str], Timer], now: Instant) -> None:
        """Keep the plans whose schedule is still declared, make the missing ones, forget the others."""
        planned = {(it.agent_id, it.name): it for it in self._ledger.reads.deliveries.timers()}
        gone = [it for it in planned if it not in declared]
        new = {
            key: timer
            for key, timer in declared.items()
            if key not in planned or planned[key].schedule != timer.schedule
        }

        def step(tx: Tx) -> None:
            for agent_id, name in gone:
                tx.forget_timer(agent_id, name)
                tx.record(TimerPlanned(agent_id=agent_id, timer=name))
            for (agent_id, name), timer in new.items():
                first = timer.first(now, self._zone)
                _plan(
                    tx,
                    TimerPlan(agent_id=agent_id, name=name, schedule=timer.schedule, planned_at=first),
                )

        if gone or new:
            await self._ledger.commit(step)

    def _tick(self, tx: Tx, timer: Timer, plan: TimerPlan, now: Instant) -> None:
        if tx.timer(plan.agent_id, plan.name) != plan:
            return  # it was planned anew meanwhile
        if plan.planned_at > now:
            _plan(tx, replace(plan, planned_at=timer.first(now, self._zone)))
            return
        following = timer.after(plan.planned_at, now, self._zone)
        missed = plan.missed + timer.missed(plan.planned_at, now, self._zone)
        key = timer_key(timer.name)
        if tx.is_waiting(plan.agent_id, ON_TIMER, key):
            _plan(tx, replace(plan, planned_at=following, missed=missed + 1))
            return
        data = json.dumps(timer_data(timer.name, plan.planned_at, missed))
        tx.owe(plan.agent_id, ON_TIMER, key, data=data)
        tx.put_timer(replace(plan, planned_at=following, missed=0))


def _plan(tx: Tx, plan: TimerPlan) -> None:
    tx.put_timer(plan)
    tx.record(
        TimerPlanned(agent_id=plan.agent_id, timer=plan.name, planned_at=plan.planned_at, missed=plan.missed)
    )

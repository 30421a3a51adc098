"""Delivers what triggers and timers owe: after the commit that made it due, each once, and never by losing one.

What is owed is in the ledger; this only looks there. System targets have lanes: at most `LANE_WIDTH` handlers of one
trigger and executable at once, and whatever is more waits as rows. Agent targets wait until the agent is at rest.
Order of a handler's life: its rows become `started` in one commit, then it runs, then one commit says how it ended. So
after a crash it may have run, which is said, and it never runs twice.
"""

from __future__ import annotations

import asyncio
import functools
import itertools
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import strict_json
from placet.rules.basics import AgentId, BootId, Clock, Instant
from placet.rules.declarations import Declaration
from placet.rules.delays import Waiting, ready_at
from placet.rules.deliveries import ON_TIMER, Delivery, DeliveryStatus, Owed, timer_key
from placet.rules.errors import NotFound, PlacetError
from placet.rules.lifecycle import Cause
from placet.rules.records import Agent, AgentState, Event
from placet.rules.targets import MAX_BATCH, TRIGGERS, TriggerTarget
from placet.rules.trigger_events import batch, event, task_data, trial_data
from placet.work import owing
from placet.work.jobs import Jobs
from placet.work.owing import Outcome
from placet.work.roster import Roster
from placet.work.system_targets import SystemTargets
from placet.work.timers import Timers

_log = logging.getLogger(__name__)

LANE_WIDTH: Final = 4
"""How many handlers of one trigger and executable run at once."""

MOST_TOLD: Final = 10
"""How many events one message to an agent holds; the rest follows in the next."""

NO_MODEL: Final = "The agent has no model, so nothing can be told to it."

_LONGEST_SLEEP_S = 60.0  # a clock that was set, or a machine that slept, is noticed at least this often
_RETRY_MS = 5000
_LONG_LOOK_MS, _EASE, _LONGEST_EASE_S = 5, 5, 1.0
_LOT = 1000  # so many rows end in one commit
_WATCHED = frozenset({"trigger.due", "agent.state", "agent.declared"})
_MOST_BATCH_CHARS = 8 * 1024 * 1024


@dataclass(frozen=True, kw_only=True)
class Addressed:
    """What one target is owed, with the target as it is declared now. `message` is an agent timer's own words."""

    owed: Owed
    target: TriggerTarget
    message: str | None = None


@dataclass(frozen=True, kw_only=True)
class Telling:
    """Events for an agent, ready to be told: of each its trigger, its data and an agent timer's own words.

    `write` ends their rows inside the commit that tells the agent.
    """

    events: tuple[tuple[Delivery, Any, str | None], ...]
    write: Callable[[Tx], None]


class Teller(Protocol):
    """Tells agents of events. Made by the floor above, which knows turns."""

    async def tell(self, agent: Agent, gather: Callable[[bool], Telling | None]) -> bool:
        """Wait until the agent is at rest, then tell it of what is ready by then, in one commit with its rows' ends.

        `gather` is asked under the agent's lock, for everything or (False) for timers and tests alone. The answer is
        whether it was told; what it can't be told now stays owed.
        """
        ...


class Triggers:
    """The one that looks, starts and writes down. One job on the engine's loop, and one for each handler."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        roster: Roster,
        timers: Timers,
        handlers: SystemTargets,
        teller: Teller,
        clock: Clock,
        boot: BootId,
    ) -> None:
        self._ledger = ledger
        self._roster = roster
        self._timers = timers
        self._handlers = handlers
        self._teller = teller
        self._clock = clock
        self._boot = boot
        self._jobs = Jobs()
        self._running: Counter[tuple[str, ...]] = Counter()
        self._telling: set[AgentId] = set()
        self._asked_again: set[AgentId] = set()
        self._woken = asyncio.Event()
        self._closing = False

    def hear(self, events: tuple[Event, ...]) -> None:
        """Look again when something is due, an agent rests, or a declaration changed."""
        if any(it.type == "agent.declared" for it in events):
            self._timers.declarations_changed()
        if any(it.type in _WATCHED for it in events):
            self._woken.set()

    async def run(self) -> None:
        """Deliver until cancelled."""
        while True:
            self._woken.clear()
            try:
                sleep_s = await self._look_at_ease()
            except Exception:
                _log.exception("what triggers owe could not be looked up; it is tried again soon")
                sleep_s = _RETRY_MS / 1000
            try:
                async with asyncio.timeout(sleep_s):
                    await self._woken.wait()
            except TimeoutError:
                continue

    async def close(self, seconds: float) -> None:
        """Start nothing more; give what is at work this long, then end it, which is written down as its failure."""
        self._closing = True
        await self._jobs.drain(seconds)
        self._handlers.close()

    async def test(self, agent: Agent, trigger: str, target: str) -> int:
        """Owe a target an event that says that it is a test, at once and whether or not it is enabled.

        Returns the delivery's number; how it ended is told as `trigger.fired` or `trigger.failed`.

        Raises:
            NotFound: nothing like that is declared.
        """
        if self._find(self._roster.declaration(agent), trigger, target, is_test=True) is None:
            raise NotFound("The agent has no such trigger target or timer.")
        data = strict_json.dump(trial_data(trigger, target, self._clock.now_ms()))
        seq = await self._ledger.commit(lambda tx: tx.owe(agent.id, trigger, target, data=data, is_test=True))
        self._woken.set()
        return seq

    async def _look_at_ease(self) -> float:
        """Look, and leave the loop to others for a while when so much is owed that looking took long."""
        before = self._clock.monotonic_ms()
        sleep_s = await self._look()
        took_ms = self._clock.monotonic_ms() - before
        if took_ms > _LONG_LOOK_MS:
            await asyncio.sleep(min(_LONGEST_EASE_S, _EASE * took_ms / 1000))
        return sleep_s

    async def _look(self) -> float:
        """Do what can be done now; how many seconds to sleep then, unless something happens."""
        now = self._clock.now_ms()
        moments = [await self._safely(self._timers.tick(now), now)]
        moments += [await self._safely(self._serve(owed, now), now) for owed in self._owed()]
        due = min((moment for moment in moments if moment is not None), default=None)
        return _LONGEST_SLEEP_S if due is None else max(0.0, min(_LONGEST_SLEEP_S, (due - now) / 1000))

    @staticmethod
    async def _safely(step: Awaitable[Instant | None], now: Instant) -> Instant | None:
        """One target, or a disk that is full now, keeps no other target from its events; it is tried again soon."""
        try:
            return await step
        except Exception:
            _log.exception("what triggers owe could not all be delivered; it is tried again soon")
            return Instant(now + _RETRY_MS)

    def _owed(self) -> list[Owed]:
        return [] if self._closing else self._ledger.reads.deliveries.owed()

    async def _serve(self, owed: Owed, now: Instant) -> Instant | None:
        """Do for one target what can be done now; the answer is when there will be more to do, if time alone says."""
        agent = self._ledger.reads.agent(owed.agent_id)
        try:
            found = self._address(agent, owed)
        except PlacetError:
            _log.exception("the declaration of %s can't be read; what is owed waits", agent.name)
            return None
        if found is None:
            await self._withdraw(owed)
            return None
        if agent.state is AgentState.STOPPED:
            return None  # kept until it is started again
        if found.target.scope == "agent" and self._roster.of(agent).model is None:
            await self._fail(owed, "no_model", NO_MODEL)
            return None
        moment = _ready(found, now)
        if moment > now:
            return moment
        if found.target.scope == "agent":
            self._tell(agent)
        else:
            await self._start(agent, found)
        return None

    def _address(self, agent: Agent, owed: Owed) -> Addressed | None:
        """The target as it is declared now; None when the owner took it away."""
        found = self._find(self._roster.of(agent), owed.trigger, owed.target, is_test=owed.is_test)
        return None if found is None else Addressed(owed=owed, target=found[0], message=found[1])

    @staticmethod
    def _find(
        declaration: Declaration, trigger: str, target: str, *, is_test: bool
    ) -> tuple[TriggerTarget, str | None] | None:
        if trigger == ON_TIMER:
            timers = (it for it in declaration.timers if timer_key(it.name) == target)
            return next(((it.target, it.message) for it in timers if it.enabled or is_test), None)
        if trigger not in TRIGGERS:
            return None
        declared = declaration.trigger_set.trigger(trigger)
        found = declared.keyed().get(target) if declared.enabled or is_test else None
        return None if found is None else (found, None)

    async def _withdraw(self, owed: Owed) -> None:
        while rows := self._ledger.reads.deliveries.due(owed, _LOT):
            await self._ledger.commit(functools.partial(owing.give_up, lot=rows))

    async def _fail(self, owed: Owed, code: str, error: str) -> None:
        """End what nobody can be told of."""
        outcome = Outcome(code=code, error=error)
        while rows := self._ledger.reads.deliveries.due(owed, _LOT):
            await self._ledger.commit(
                functools.partial(owing.end, lot=rows, frm=DeliveryStatus.DUE, outcome=outcome)
            )

    # Agents.

    def _tell(self, agent: Agent) -> None:
        """One job for each agent waits for its rest; what comes meanwhile is told along."""
        if agent.state is AgentState.ERROR:
            return  # it isn't woken: the owner has to look first (spec/tool-tasks 5.3)
        if agent.id in self._telling:
            self._asked_again.add(agent.id)
            return
        self._telling.add(agent.id)
        self._begin(self._tell_it(agent), f"events for {agent.name}")

    async def _tell_it(self, agent: Agent) -> bool:
        self._asked_again.discard(agent.id)
        try:
            told = await self._teller.tell(agent, functools.partial(self._gather, agent.id))
        finally:
            self._telling.discard(agent.id)
        return told or agent.id in self._asked_again  # it may have become able to hear while this gave up

    def _gather(self, agent_id: AgentId, everything: bool) -> Telling | None:
        agent = self._ledger.reads.agent(agent_id)
        rows: list[tuple[Delivery, Any, str | None]] = []
        for found in self._ready_for(agent):
            if everything or found.owed.is_test or found.owed.trigger == ON_TIMER:
                due = self._ledger.reads.deliveries.due(found.owed, MOST_TOLD - len(rows))
                rows += [(delivery, self._data_of(delivery), found.message) for delivery in due]
        if not rows:
            return None
        lot = [delivery for delivery, _, _ in rows]
        return Telling(events=tuple(rows), write=functools.partial(_write_told, lot=lot))

    def _ready_for(self, agent: Agent) -> list[Addressed]:
        now = self._clock.now_ms()
        mine = [self._address(agent, it) for it in self._owed() if it.agent_id == agent.id]
        told = [it for it in mine if it is not None and it.target.scope == "agent"]
        return [it for it in told if _ready(it, now) <= now]

    # Handlers.

    async def _start(self, agent: Agent, found: Addressed) -> None:
        """Start as many handlers as the lane has room for; the rest stays due."""
        lane = (agent.id, found.owed.trigger, *found.target.executable)
        together = found.target.timing is not None and not found.owed.is_test
        while (room := LANE_WIDTH - self._running[lane]) > 0:
            rows = self._ledger.reads.deliveries.due(found.owed, MAX_BATCH if together else room)
            lots = [rows] if together and rows else [[row] for row in rows]
            for lot in lots:
                await self._start_lot(agent, found, lane, lot)
            if not together or len(rows) < MAX_BATCH:
                return

    async def _start_lot(
        self, agent: Agent, found: Addressed, lane: tuple[str, ...], lot: list[Delivery]
    ) -> None:
        events = _fitting([event(agent.name, delivery, self._data_of(delivery)) for delivery in lot])
        lot = lot[: len(events)]  # the rest goes out next time
        await self._ledger.commit(lambda tx: self._mark_started(tx, lot))
        self._running[lane] += 1
        limits = self._roster.of(agent).limits
        handler = functools.partial(
            self._handlers.run,
            agent,
            found.target,
            batch(events),
            trigger=found.owed.trigger,
            limits=limits,
        )
        self._begin(self._run(handler, lane, lot), f"handler {found.owed.target} of {agent.name}")

    def _data_of(self, delivery: Delivery) -> Any:
        """What a delivery's event says: of its task as the ledger has it, or its own data."""
        if delivery.task_id is None:
            return strict_json.load(delivery.data or "null")
        try:
            return task_data(self._ledger.reads.task(delivery.task_id), delivery)
        except PlacetError:
            _log.exception("the task of delivery %d can't be read", delivery.seq)
            return {"task": {"id": delivery.task_id, "status": delivery.task_status}}

    def _mark_started(self, tx: Tx, lot: Sequence[Delivery]) -> None:
        for delivery in lot:
            tx.move_delivery(
                delivery.seq, DeliveryStatus.DUE, DeliveryStatus.STARTED, Cause.START, boot=self._boot
            )

    def _begin(self, work: Coroutine[Any, Any, bool | None], name: str) -> None:
        self._jobs.start(work, name).add_done_callback(self._on_job_done)

    def _on_job_done(self, job: asyncio.Task[bool | None]) -> None:
        """Look again. After a failure a little later; not at all when an agent can't be told: its state will tell."""
        if job.cancelled():
            return
        if job.exception() is not None:
            asyncio.get_running_loop().call_later(_RETRY_MS / 1000, self._woken.set)
        elif job.result() is not False:
            self._woken.set()

    async def _run(
        self, handler: Callable[[], Awaitable[Outcome]], lane: tuple[str, ...], lot: list[Delivery]
    ) -> None:
        """Run a handler and write down how it ended. One that breaks in our hands has failed, like any other."""
        cut = False
        try:
            outcome = await handler()
        except asyncio.CancelledError:
            cut, outcome = True, Outcome(code="stopped", error="The engine was closed while it was at work.")
        except PlacetError as refused:
            outcome = Outcome(code=refused.code, error=refused.message)
        except Exception as error:
            _log.exception("a handler broke")
            outcome = Outcome(code="broke", error=f"It broke in Placet's hands ({type(error).__name__}).")
        finally:
            self._running[lane] -= 1
        await asyncio.shield(
            self._ledger.commit(lambda tx: owing.end(tx, lot, DeliveryStatus.STARTED, outcome))
        )
        if cut:
            raise asyncio.CancelledError


def _ready(found: Addressed, now: Instant) -> Instant:
    owed = found.owed
    waiting = Waiting(count=owed.count, oldest=owed.oldest, newest=owed.newest, last_start=owed.last_start)
    return ready_at(None if owed.is_test else found.target.timing, waiting, now)


def _fitting(events: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """As many of the events, at least one, as one message takes."""
    chars = 0
    for place, it in enumerate(events):
        chars += len(str(it["data"]))
        if place and chars > _MOST_BATCH_CHARS:
            return events[:place]
    return events


def _write_told(tx: Tx, lot: Sequence[Delivery]) -> None:
    of_target = itertools.groupby(lot, key=lambda it: (it.trigger, it.target, it.is_test))
    for _, rows in of_target:
        owing.end(tx, list(rows), DeliveryStatus.DUE, Outcome())

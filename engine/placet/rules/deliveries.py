"""What is owed to the targets of triggers and timers: one row for each event and target, and its lifecycle.

What is due is written in the commit that makes it so, and delivered after it (DECISIONS T5, T6). An agent is told in the
very commit that ends its row. A handler is started after a commit that says so: when the process dies in between, the
row ends as `unknown`, and is never started again by itself.
"""

from __future__ import annotations

import enum
import json
from dataclasses import dataclass
from typing import Final

from placet.rules.basics import AgentId, BootId, Instant, TaskId
from placet.rules.lifecycle import Cause, Lifecycle, Phase, edge

ON_TIMER: Final = "on_timer"
"""What stands in the place of a trigger's name in a delivery of a timer."""


class DeliveryStatus(enum.StrEnum):
    """How a delivery stands."""

    DUE = "due"  # written with what made it due; nobody was told yet
    STARTED = "started"  # its handler may be at work
    DELIVERED = "delivered"  # the handler ended well, or the message is in the agent's conversation
    FAILED = "failed"  # the handler failed, or nothing could be started
    UNKNOWN = "unknown"  # the process ended while the handler was at work
    WITHDRAWN = "withdrawn"  # the owner took the target away before anybody was told


DELIVERY: Final = Lifecycle(
    kind="delivery",
    starts=frozenset({DeliveryStatus.DUE}),
    phases={
        DeliveryStatus.DUE: Phase.WAITING,
        DeliveryStatus.STARTED: Phase.ACTIVE,
        DeliveryStatus.DELIVERED: Phase.ENDED,
        DeliveryStatus.FAILED: Phase.ENDED,
        DeliveryStatus.UNKNOWN: Phase.ENDED,
        DeliveryStatus.WITHDRAWN: Phase.ENDED,
    },
    edges=(
        edge(DeliveryStatus.DUE, DeliveryStatus.STARTED, Cause.START),
        edge(DeliveryStatus.DUE, DeliveryStatus.DELIVERED, Cause.FINISH),
        edge(DeliveryStatus.DUE, DeliveryStatus.FAILED, Cause.FINISH),
        edge(DeliveryStatus.DUE, DeliveryStatus.WITHDRAWN, Cause.WITHDRAW),
        edge(DeliveryStatus.STARTED, DeliveryStatus.DELIVERED, Cause.FINISH),
        edge(DeliveryStatus.STARTED, DeliveryStatus.FAILED, Cause.FINISH),
        edge(DeliveryStatus.STARTED, DeliveryStatus.UNKNOWN, Cause.RESTART),
    ),
)


@dataclass(frozen=True, kw_only=True)
class Delivery:
    """One event that one target is owed. `target` is its key (`Trigger.keyed`, or a timer's).

    `task_status` is the task's when it became due; `data` is JSON text, for what has no task: timers and tests.
    """

    seq: int
    agent_id: AgentId
    trigger: str
    target: str
    due_at: Instant
    status: DeliveryStatus = DeliveryStatus.DUE
    task_id: TaskId | None = None
    task_status: str | None = None
    data: str | None = None
    is_test: bool = False
    started_at: Instant | None = None
    ended_at: Instant | None = None
    boot: BootId | None = None  # of the process that started its handler
    code: str | None = None  # why it didn't work
    error: str | None = None


@dataclass(frozen=True, kw_only=True)
class Owed:
    """What one target is owed, all of it together; a test is apart from the rest and waits for nothing."""

    agent_id: AgentId
    trigger: str
    target: str
    is_test: bool
    count: int
    oldest: Instant
    newest: Instant
    last_start: Instant | None


@dataclass(frozen=True, kw_only=True)
class TimerPlan:
    """When a timer is due next. `missed` are times that passed without a row of their own."""

    agent_id: AgentId
    name: str
    schedule: str
    planned_at: Instant
    missed: int = 0


def timer_key(name: str) -> str:
    """What stands in the place of a target's key in a delivery of a timer."""
    return json.dumps(["timer", name], ensure_ascii=False, separators=(",", ":"))

"""The verbs on what triggers and timers owe."""

from __future__ import annotations

from typing import Any

from placet.ledger import deliveries, rows
from placet.ledger.verbs.base import VerbBase
from placet.rules import errors
from placet.rules.basics import AgentId, BootId, Instant, TaskId
from placet.rules.deliveries import DELIVERY, Delivery, DeliveryStatus, TimerPlan
from placet.rules.lifecycle import Cause


class DeliveryVerbs(VerbBase):
    """Owing a delivery, starting and ending it, and planning timers. Telling of it is the caller's."""

    def owe(
        self,
        agent_id: AgentId,
        trigger: str,
        target: str,
        *,
        task_id: TaskId | None = None,
        task_status: str | None = None,
        data: str | None = None,
        is_test: bool = False,
        due_at: Instant | None = None,
    ) -> int:
        """Write that a target is owed one event, of a task or with data of its own; returns the row's number."""
        empty: dict[str, Any] = dict.fromkeys(("seq", "started_at", "ended_at", "boot", "code", "error"))
        what = {"task_id": task_id, "task_status": task_status, "data": data, "is_test": int(is_test)}
        whose = {"agent_id": agent_id, "trigger": trigger, "target": target}
        when = {"due_at": self.now if due_at is None else due_at, "status": DeliveryStatus.DUE.value}
        self._run(deliveries.INSERT_DELIVERY, {**empty, **whose, **what, **when})
        return self._assigned()

    def move_delivery(
        self,
        seq: int,
        frm: DeliveryStatus,
        to: DeliveryStatus,
        by: Cause,
        *,
        boot: BootId | None = None,
        code: str | None = None,
        error: str | None = None,
    ) -> None:
        """Walk one declared step of a delivery.

        Raises:
            LostRace: it isn't in `frm` any more.
        """
        DELIVERY.check(frm, to, by)
        moment = {"p_started_at": self.now, "p_ended_at": self.now if to in DELIVERY.ended else None}
        given = {"p_seq": seq, "p_frm": frm.value, "p_to": to.value, "p_boot": boot, "p_code": code}
        if not self._run(deliveries.MOVE_DELIVERY, {**given, **moment, "p_error": error}).rowcount:
            raise errors.LostRace(f"Delivery {seq} isn't {frm.value} any more.", status=None, task=None)

    def delivery(self, seq: int) -> Delivery:
        """One delivery as it stands in this transaction.

        Raises:
            NotFound: there is no such delivery.
        """
        row = self._one(deliveries.SELECT_DELIVERY, p_seq=seq)
        if row is None:
            raise errors.NotFound(f"There is no delivery {seq}.")
        return rows.delivery(row)

    def is_waiting(self, agent_id: AgentId, trigger: str, target: str) -> bool:
        """Whether a target is owed something that nobody was told of yet."""
        whose = {"p_agent_id": agent_id, "p_trigger": trigger, "p_target": target}
        return self._one(deliveries.SELECT_WAITING, **whose) is not None

    def put_timer(self, plan: TimerPlan) -> None:
        """Write when a timer is due next."""
        self._run(deliveries.PUT_TIMER, dict(plan.__dict__))

    def timer(self, agent_id: AgentId, name: str) -> TimerPlan | None:
        """When a timer is due next, if it is planned."""
        row = self._one(deliveries.SELECT_TIMER, p_agent_id=agent_id, p_name=name)
        return rows.timer(row) if row else None

    def forget_timer(self, agent_id: AgentId, name: str) -> None:
        """Take a timer's plan away; what it owes already stays."""
        self._run(deliveries.FORGET_TIMER, {"p_agent_id": agent_id, "p_name": name})

"""The owner's write path: deadlines and settings (DECISIONS A3). Callers have checked that it is the owner."""

from __future__ import annotations

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.basics import Clock, Instant, TaskId
from placet.rules.errors import BadInput, NotResolvable
from placet.rules.events import SettingChanged
from placet.rules.lifecycles import TaskStatus


class Policy:
    """Writes what only an owner may say. Lives on the engine's loop."""

    def __init__(self, *, ledger: Ledger, clock: Clock) -> None:
        self._ledger = ledger
        self._clock = clock

    async def extend_deadline(self, task_id: TaskId, expires_at: Instant) -> None:
        """Give an open approval until this moment.

        Raises:
            BadInput: the moment has passed. NotResolvable: the approval isn't open.
        """
        if expires_at <= self._clock.now_ms():
            raise BadInput("The new deadline must lie in the future.", pointer="/expires_at")

        def step(tx: Tx) -> None:
            if tx.task(task_id).status is not TaskStatus.PENDING_APPROVAL:
                raise NotResolvable("The task does not wait for a decision.")
            tx.extend_deadline(task_id, expires_at)

        await self._ledger.commit(step)

    async def tell_settings(self, keys: tuple[str, ...]) -> None:
        """Record which settings the owner changed; their values stay in the file."""

        def step(tx: Tx) -> None:
            for key in keys:
                tx.record(SettingChanged(key=key))

        await self._ledger.commit(step)

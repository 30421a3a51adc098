"""Everything that generations need, put together: the queue, the models, the wake-ups and the pruning."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from placet.ledger.ledger import Ledger
from placet.rules.basics import BootId, Clock
from placet.work.attempts import Means
from placet.work.bus import Bus
from placet.work.generator import Bounds, Generator
from placet.work.groups import Groups
from placet.work.jobs import Jobs
from placet.work.models import Catalogue, Models
from placet.work.retention import Retention
from placet.work.wakes import Wakes

MAX_RUNNING: Final = "lmsp.max_running_tasks"
MAX_QUEUED: Final = "lmsp.max_queued_tasks"
MAX_ATTEMPTS: Final = "lmsp.max_attempts"
CANCEL_GRACE_S: Final = "lmsp.cancel_grace_s"
EVENTS_KEPT_S: Final = "lmsp.event_retention_s"
ROWS_KEPT_S: Final = "lmsp.task_retention_s"
KEYS_KEPT_S: Final = "lmsp.idempotency_retention_s"


class Generations:
    """The rooms of generations. Lives on the engine's loop: `start` after the sweep, `close` before the backends.

    `limit` tells an owner's limit by its setting's key, `new_id` makes identifiers as LMSP spells them.
    """

    def __init__(
        self,
        *,
        ledger: Ledger,
        catalogue: Catalogue,
        clock: Clock,
        boot: BootId,
        new_id: Callable[[str], str],
        limit: Callable[[str], int],
    ) -> None:
        self.wakes = Wakes()
        self.models = Models(catalogue)
        self._jobs = Jobs()
        self.generator = Generator(
            means=Means(
                ledger=ledger,
                groups=Groups(ledger, self.wakes, self._jobs),
                wakes=self.wakes,
                boot=boot,
                backend=catalogue.get,
                new_id=new_id,
                grace_s=lambda: limit(CANCEL_GRACE_S),
            ),
            models=self.models,
            clock=clock,
            bounds=Bounds(
                max_running=lambda: limit(MAX_RUNNING),
                max_queued=lambda: limit(MAX_QUEUED),
                key_retention_s=lambda: limit(KEYS_KEPT_S),
            ),
            jobs=self._jobs,
        )
        self._retention = Retention(
            ledger=ledger,
            clock=clock,
            events_s=lambda: limit(EVENTS_KEPT_S),
            rows_s=lambda: limit(ROWS_KEPT_S),
        )

    def start(self, bus: Bus) -> None:
        """Go on with what waits, and prune from now on."""
        bus.subscribe(self._retention.hear)
        self._jobs.start(self._retention.run(), "retention of generations")
        self.generator.start()

    async def close(self) -> None:
        """End all of it; rows stay as they are."""
        await self.generator.close()

"""The lambda log: who ran which code, when, with what authority, and how it ended. Written before and after each run."""

from __future__ import annotations

import logging
from typing import Final

from placet.ledger.ledger import Ledger
from placet.rules.basics import BootId, Clock
from placet.rules.code import Frame
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import RunStatus
from placet.rules.records import Agent, Run
from placet.sandbox.runs import Script
from placet.work.lambdas import Ran, StartedBy

_log = logging.getLogger(__name__)
MOST_MESSAGE_CHARS: Final = 4_000
MOST_CONSOLE_CHARS: Final = 16_000
"""How much of a run's own words is kept: enough to find a mistake, and no way to fill the disk quickly."""


class RunLog:
    """Writes runs down. Lives on the engine's loop."""

    def __init__(self, *, ledger: Ledger, clock: Clock, boot: BootId) -> None:
        self._ledger = ledger
        self._clock = clock
        self._boot = boot

    async def start(
        self, agent: Agent, script: Script, frame: Frame, *, started_by: StartedBy, asker: str | None
    ) -> None:
        """Write down that this is about to run.

        Raises:
            LedgerWriteFailed: it isn't written, so it may not run.
        """
        run = Run(
            id=frame.execution_id,
            seq=0,
            agent_id=agent.id,
            source=frame.label,
            sha256=script.sha256,
            authorized=script.authorized,
            started_by=started_by.value,
            boot=self._boot,
            status=RunStatus.RUNNING,
            started_at=self._clock.now_ms(),
            asker=asker,
            task_id=frame.task_id,
        )
        await self._ledger.commit(lambda tx: tx.start_run(run))

    async def end(self, ran: Ran, status: RunStatus) -> None:
        """Write down how it ended. What can't be written reads as interrupted after the next start."""
        by = Cause.CANCEL if status is RunStatus.STOPPED else Cause.FINISH
        try:
            await self._ledger.commit(
                lambda tx: tx.end_run(
                    ran.run_id,
                    status,
                    by,
                    code=ran.code,
                    message=_cut(ran.message, MOST_MESSAGE_CHARS),
                    console=_cut(ran.console or None, MOST_CONSOLE_CHARS),
                )
            )
        except Exception:
            _log.exception("how the run %s ended could not be written", ran.run_id)


def _cut(text: str | None, most_chars: int) -> str | None:
    if text is None or len(text) <= most_chars:
        return text
    return f"{text[:most_chars]}… ({len(text):,} characters in all)"

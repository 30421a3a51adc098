"""The verbs on runs of agents' code: the lambda log."""

from __future__ import annotations

from placet.ledger import rows, writes
from placet.ledger.verbs.base import VerbBase, check_edge, check_start
from placet.rules.errors import LostRace
from placet.rules.events import RunEnded, RunStarted
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import RUN, RunStatus
from placet.rules.records import Run


class RunVerbs(VerbBase):
    """Writes who ran what, before it runs, and how it ended."""

    def start_run(self, run: Run) -> None:
        """Write a new run and tell of it."""
        check_start(RUN.kind, run.status)
        self._run(writes.INSERT_RUN, {**run.__dict__, "seq": None, "status": run.status.value})
        self.record(
            RunStarted(
                agent_id=run.agent_id,
                task_id=run.task_id,
                run_id=run.id,
                source=run.source,
                authorized=run.authorized,
                started_by=run.started_by,
            )
        )

    def end_run(
        self,
        run_id: str,
        to: RunStatus,
        by: Cause,
        *,
        code: str | None = None,
        message: str | None = None,
        console: str | None = None,
    ) -> Run:
        """End a run, once, and tell of it.

        Raises:
            LostRace: it has ended, or there is none.
        """
        check_edge(RUN.kind, RunStatus.RUNNING, to, by)
        given = {"p_id": run_id, "p_to": str(to), "p_now": self.now}
        said = {"p_code": code, "p_message": message, "p_console": console}
        row = self._run(writes.END_RUN, {**given, **said}).fetchone()
        if row is None:
            raise LostRace(f"The run {run_id} isn't running.")
        run = rows.run(row)
        self.record(
            RunEnded(
                agent_id=run.agent_id,
                task_id=run.task_id,
                run_id=run.id,
                source=run.source,
                status=run.status.value,
                code=code,
            )
        )
        return run

"""Runs the tools of calls that may run, in the executor's own context, and writes down how they ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import strict_json
from placet.rules.arguments import explain_kept_edit
from placet.rules.basics import AgentId, TaskId
from placet.rules.code import Frame
from placet.rules.digest import args_digest
from placet.rules.lifecycles import ApprovalState, TaskStatus
from placet.rules.ports import Effect, Place, Tool, ToolRun
from placet.rules.records import Task
from placet.tools.registry import Registry
from placet.work import ending, looking
from placet.work.calls import CallOutcome, Foreseen, OpenCalls
from placet.work.effects import Effects
from placet.work.jobs import Jobs
from placet.work.judging import Wanted
from placet.work.performing import BROKE, Ended, failed, perform
from placet.work.roster import Roster, place_of
from placet.work.stop import StopFlag

_log = logging.getLogger(__name__)
NOT_STARTED: Final = (
    "What is stored of this call can't be read, so its tool was not started and nothing happened."
)


@dataclass(frozen=True, kw_only=True)
class _Ready:
    """A call that may start now."""

    tool: Tool
    args: Mapping[str, Any]
    run: ToolRun


class Runner:
    """Starts each approved or free call once. Lives on the engine's loop; a job for each running call."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        tools: Registry,
        roster: Roster,
        calls: OpenCalls,
        jobs: Jobs,
        effects: Effects,
    ) -> None:
        self._ledger = ledger
        self._tools = tools
        self._roster = roster
        self._calls = calls
        self._jobs = jobs
        self.effects = effects

    async def run_free(
        self,
        tool: Tool,
        args: Mapping[str, Any],
        place: Place,
        caller: Frame | None = None,
        *,
        full: bool = False,
    ) -> CallOutcome:
        """Run a free synchronous call, which makes no row (interfaces 2)."""
        run = ToolRun(place=place, task_id=None, stop=StopFlag(), caller=caller, full=full)
        ended = await perform(tool, args, run)
        if ended.files:
            await self._index_free(place.agent, ended)
        return _outcome(ended, task=None)

    async def look_below(self, foreseen: Foreseen, wanted: Wanted, run: ToolRun) -> CallOutcome:
        """Run a free call below a workflow that only looks: no row, and a record of what was seen.

        It goes on to its record also when whoever asked waits no longer.
        """
        looking = self.effects.carry_out(foreseen, wanted, run, None)
        return _outcome(await asyncio.shield(self._jobs.start(looking, f"look of {wanted.tool}")), task=None)

    async def _index_free(self, agent: str, ended: Ended) -> None:
        try:
            agent_id = self._roster.find(agent).id
            await self._ledger.commit(lambda tx: _index(tx, agent_id, ended))
        except Exception:
            # The file is what the tool says that it is; only the index is behind, and no error may deny the effect.
            _log.exception("a file of %s could not be put into the index", agent)

    def start(self, task: Task, caller: Frame | None = None) -> asyncio.Future[CallOutcome]:
        """Run a task that was just committed as `running`. The answer tells its outcome.

        `caller` is the code that made it, or that decided about it, as it is now: its authority is kept for this run.
        """
        if task.decision_only:
            raise RuntimeError(f"{task.id} is an outside harness's to run")  # T12
        done = self._calls.open(task.id, waited=False)
        self._jobs.start(self._run(task, caller), f"tool {task.tool} {task.id}")
        return done

    def stop(self, task_id: TaskId) -> None:
        """Tell a running tool to stop; it may be past the point where it can."""
        self._calls.stop_flag(task_id).set()

    async def _run(self, task: Task, caller: Frame | None) -> None:
        ended = await self._attempt(task, caller)
        try:
            settled = await self._ledger.commit(lambda tx: _settle(tx, task, ended))
        except Exception as error:
            # The row stays `running`, which the next start reads as an unknown outcome: never assume, never resend.
            _log.exception("the outcome of %s could not be written", task.id)
            self._calls.finish(task.id, _unwritten(task, ended, error))
            return
        self._calls.finish(task.id, _outcome(ended, task=settled))

    async def _attempt(self, task: Task, caller: Frame | None) -> Ended:
        """Make the call ready and run it. Whatever goes wrong, the row gets an end and the waiter an answer."""
        try:
            ready = self._ready(task, caller)
        except Exception:
            _log.exception("the tool of %s was not started", task.id)
            return failed("corrupt_row", NOT_STARTED)
        if isinstance(ready, Ended):
            return ready
        try:
            return await self._perform(task, ready)
        except Exception:
            _log.exception("the run of %s broke", task.id)
            return failed("tool_error", BROKE)

    async def _perform(self, task: Task, ready: _Ready) -> Ended:
        foreseen = self._calls.foreseen(task.id)
        if foreseen is not None:
            return await self.effects.carry_out(foreseen, await _wanted(task, ready), ready.run, task.id)
        if self.effects.strayed(task):
            return self.effects.stray()
        return await perform(ready.tool, ready.args, ready.run)

    def _ready(self, task: Task, caller: Frame | None) -> _Ready | Ended:
        """Check once more that what runs is what was bound (DECISIONS B3)."""
        tool = self._tools.get(task.tool)
        if tool is None:
            return failed("not_enabled", "This tool does not exist any more.")
        args = strict_json.load(task.bound_args)
        if args_digest(task.tool, args) != task.bound_digest:
            return failed("digest_mismatch", "The stored arguments are not the ones that were approved.")
        return _Ready(tool=tool, args=args, run=self._tool_run(task, caller))

    def _tool_run(self, task: Task, caller: Frame | None) -> ToolRun:
        agent = self._ledger.reads.agent(task.agent_id)
        return ToolRun(
            place=place_of(self._roster.declaration(agent), task.agent, task.tool),
            task_id=task.id,
            stop=self._calls.stop_flag(task.id),
            target=None if task.target is None else strict_json.load(task.target),
            caller=caller,
            approved=task.approval is not None and task.approval.state is ApprovalState.APPROVED,
        )


async def _wanted(task: Task, ready: _Ready) -> Wanted:
    """What a call below a workflow would do, as it is bound now: the owner may have changed its arguments."""
    effect = Effect(task.effect)
    if task.approved_args is not None:
        effect = (await looking.look(ready.tool, ready.args, ready.run.place)).manner.effect
    return Wanted(
        tool=task.tool,
        by=ready.tool,
        effect=effect,
        args=ready.args,
        digest=task.bound_digest,
        place=ready.run.place,
        turn_id=task.turn_id,
    )


def _settle(tx: Tx, task: Task, ended: Ended) -> Task:
    _index(tx, task.agent_id, ended)
    return ending.end(tx, tx.task(task.id), ended.status, ended.cause, **_columns(ended))


def _index(tx: Tx, agent_id: AgentId, ended: Ended) -> None:
    for change in ended.files:
        tx.index_file(agent_id, change)


def _columns(ended: Ended) -> dict[str, Any]:
    columns: dict[str, Any] = {"error": ended.error}
    if ended.result is not None and ended.status is TaskStatus.COMPLETED:
        columns = {"result": strict_json.dump(ended.result.value)}
    diff = ended.result.diff if ended.result else None
    return columns if diff is None else {**columns, "diff": diff}


def _outcome(ended: Ended, task: Task | None) -> CallOutcome:
    return CallOutcome(
        status=ended.status.value,
        task_id=task.id if task else None,
        value=ended.result.value if ended.result else None,
        error_code=ended.code,
        error=ended.error,
        end_turn=bool(ended.result and ended.result.end_turn),
        edited=None if task is None else explain_kept_edit(task.args, task.approved_args),
    )


def _unwritten(task: Task, ended: Ended, error: Exception) -> CallOutcome:
    if ended.not_executed:
        what = "Nothing was done, and that could not be recorded"
    else:
        what = "The tool ran, but its outcome could not be recorded"
    unknown = "" if ended.not_executed else "; it is unknown"
    return CallOutcome(
        status=TaskStatus.FAILED.value,
        task_id=task.id,
        error_code="not_recorded",
        error=f"{what} ({type(error).__name__}){unknown}.",
    )

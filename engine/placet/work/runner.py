"""Runs the tools of calls that may run, in the executor's own context, and writes down how they ended."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules import strict_json
from placet.rules.arguments import explain_edit
from placet.rules.basics import AgentId, TaskId
from placet.rules.code import Frame
from placet.rules.digest import args_digest
from placet.rules.errors import BadArguments, PlacetError, ToolFailed, ToolStopped
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import ApprovalState, TaskStatus
from placet.rules.ports import FileChange, Place, Tool, ToolResult, ToolRun
from placet.rules.records import Task
from placet.tools.registry import Registry
from placet.work import ending
from placet.work.calls import CallOutcome, OpenCalls
from placet.work.jobs import Jobs
from placet.work.roster import Roster, place_of
from placet.work.stop import StopFlag

_log = logging.getLogger(__name__)
NOT_STARTED: Final = (
    "What is stored of this call can't be read, so its tool was not started and nothing happened."
)
EDIT_UNREADABLE: Final = "The owner changed the arguments, but how can't be read any more."
BROKE: Final = "The tool broke in the middle, so its outcome is unknown."
UNTELLABLE: Final = "The tool ran, but its answer can't be recorded, so its outcome is unknown."


@dataclass(frozen=True, kw_only=True)
class _Ended:
    """What a tool's run came to. A failure may have a result too: what was written, without a value."""

    status: TaskStatus
    cause: Cause
    result: ToolResult | None = None
    code: str | None = None
    error: str | None = None

    @property
    def files(self) -> tuple[FileChange, ...]:
        return self.result.files if self.result else ()


@dataclass(frozen=True, kw_only=True)
class _Ready:
    """A call that may start now."""

    tool: Tool
    args: Mapping[str, Any]
    run: ToolRun


class Runner:
    """Starts each approved or free call once. Lives on the engine's loop; a job for each running call."""

    def __init__(
        self, *, ledger: Ledger, tools: Registry, roster: Roster, calls: OpenCalls, jobs: Jobs
    ) -> None:
        self._ledger = ledger
        self._tools = tools
        self._roster = roster
        self._calls = calls
        self._jobs = jobs

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
        ended = await _perform(tool, args, run)
        if ended.files:
            await self._index_free(place.agent, ended)
        return _outcome(ended, task=None)

    async def _index_free(self, agent: str, ended: _Ended) -> None:
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
            self._calls.finish(task.id, _unwritten(task, error))
            return
        self._calls.finish(task.id, _outcome(ended, task=settled))

    async def _attempt(self, task: Task, caller: Frame | None) -> _Ended:
        """Make the call ready and run it. Whatever goes wrong, the row gets an end and the waiter an answer."""
        try:
            ready = self._ready(task, caller)
        except Exception:
            _log.exception("the tool of %s was not started", task.id)
            return _failed("corrupt_row", NOT_STARTED)
        return ready if isinstance(ready, _Ended) else await _perform(ready.tool, ready.args, ready.run)

    def _ready(self, task: Task, caller: Frame | None) -> _Ready | _Ended:
        """Check once more that what runs is what was bound (DECISIONS B3)."""
        tool = self._tools.get(task.tool)
        if tool is None:
            return _failed("not_enabled", "This tool does not exist any more.")
        args = strict_json.load(task.bound_args)
        if args_digest(task.tool, args) != task.bound_digest:
            return _failed("digest_mismatch", "The stored arguments are not the ones that were approved.")
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


async def _perform(tool: Tool, args: Mapping[str, Any], run: ToolRun) -> _Ended:
    try:
        result = await tool.run(args, run)
    except ToolStopped as stopped:
        return _Ended(
            status=TaskStatus.CANCELLED, cause=Cause.CANCEL, code="cancelled", error=stopped.message
        )
    except ToolFailed as failed:
        return _failed(failed.code, failed.message)
    except PlacetError as refused:
        return _failed(refused.code, refused.message)
    except Exception:
        _log.exception("tool %s broke", tool.name)
        return _failed("tool_error", BROKE)
    return _answered(tool, result)


def _answered(tool: Tool, result: ToolResult) -> _Ended:
    """How a tool ended that came back: only what can be written down, and read again, counts as its answer."""
    try:
        strict_json.dump(result.value)
    except BadArguments as flaw:
        _log.error("tool %s answered what can't be recorded: %s", tool.name, flaw.message)
        effects = replace(result, value=None, end_turn=False)
        return replace(_failed("tool_error", UNTELLABLE), result=effects)
    return _Ended(status=TaskStatus.COMPLETED, cause=Cause.FINISH, result=result)


def _settle(tx: Tx, task: Task, ended: _Ended) -> Task:
    _index(tx, task.agent_id, ended)
    return ending.end(tx, tx.task(task.id), ended.status, ended.cause, **_columns(ended))


def _index(tx: Tx, agent_id: AgentId, ended: _Ended) -> None:
    for change in ended.files:
        tx.index_file(agent_id, change)


def _failed(code: str, message: str) -> _Ended:
    return _Ended(status=TaskStatus.FAILED, cause=Cause.FINISH, code=code, error=message)


def _columns(ended: _Ended) -> dict[str, Any]:
    columns: dict[str, Any] = {"error": ended.error}
    if ended.result is not None and ended.status is TaskStatus.COMPLETED:
        columns = {"result": strict_json.dump(ended.result.value)}
    diff = ended.result.diff if ended.result else None
    return columns if diff is None else {**columns, "diff": diff}


def _outcome(ended: _Ended, task: Task | None) -> CallOutcome:
    return CallOutcome(
        status=ended.status.value,
        task_id=task.id if task else None,
        value=ended.result.value if ended.result else None,
        error_code=ended.code,
        error=ended.error,
        end_turn=bool(ended.result and ended.result.end_turn),
        edited=_edit(task),
    )


def _edit(task: Task | None) -> str | None:
    """How the owner changed the arguments, for the agent to know (DECISIONS T10)."""
    if task is None or task.approved_args is None:
        return None
    try:
        return explain_edit(strict_json.load(task.args), strict_json.load(task.approved_args))
    except BadArguments:  # the file was changed from outside; whoever waits is answered all the same
        return EDIT_UNREADABLE


def _unwritten(task: Task, error: Exception) -> CallOutcome:
    return CallOutcome(
        status=TaskStatus.FAILED.value,
        task_id=task.id,
        error_code="not_recorded",
        error=f"The tool ran, but its outcome could not be recorded ({type(error).__name__}); it is unknown.",
    )

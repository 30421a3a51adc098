"""Code at work: each run with its frame, which the host alone makes, keeps and believes (DECISIONS T17, T19).

What a child says names a method and gives arguments, never who it is: a call is answered in the name of the run that
the host itself started, and only while that run lasts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from placet.ledger.ledger import Ledger
from placet.rules.authority import Principal, Refuse, Via
from placet.rules.basics import TaskId
from placet.rules.code import INLINE, MAIN, Frame, Source, authority_of, may_enter, read_source
from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.events import FileDeauthorized
from placet.rules.lifecycles import RunStatus
from placet.rules.ports import StopSignal, ToolRun
from placet.rules.records import Agent, Event
from placet.sandbox.child import killed
from placet.sandbox.children import Sandbox
from placet.sandbox.errors import CodeError, SandboxUnavailable
from placet.sandbox.runs import (
    Console,
    Ended,
    Invocation,
    Killed,
    MethodCall,
    Pausable,
    Returned,
    Script,
    Threw,
    Why,
    new_execution_id,
)
from placet.tools.code.reading import CodeFile, read_code
from placet.work.jobs import Jobs
from placet.work.lambdas import Ran, StartedBy
from placet.work.roster import Roster
from placet.work.run_log import RunLog

MOST_AT_ONCE: Final = 32
"""How many runs of one agent's code may be at work at a time before it may start no more itself."""
_LOOK_S: Final = 0.05
STOPPED: Final = "The code was stopped; what it did up to then stays."

Answer = Callable[[Agent, Frame, MethodCall], Awaitable[Any]]
"""Answers one `adf.METHOD(args)` of running code in that code's name."""


@dataclass(frozen=True, kw_only=True)
class Start:
    """A run that is about to begin. `waiting` is the run whose code waits for this one, in the sandbox, if any."""

    agent: Agent
    script: Script
    frame: Frame
    function: str = MAIN
    args: tuple[Any, ...] = ()
    by: StartedBy = StartedBy.CALL
    asker: str | None = None
    waiting: str | None = None


@dataclass
class _Live:
    """A run from before it is written down to its end. `ended`: why it may do nothing any more, wherever it has come."""

    agent_id: str
    path: str
    waiting: str | None
    clock: Pausable | None = None
    ended: Why | None = None


class Executions:
    """Starts, answers and stops runs of code. Lives on the engine's loop.

    Runs call tools and tools start runs, so one of the two is made first: this is, and `open` tells it who answers.
    """

    def __init__(self, *, ledger: Ledger, sandbox: Sandbox, log: RunLog, jobs: Jobs) -> None:
        self._ledger = ledger
        self._sandbox = sandbox
        self._log = log
        self._jobs = jobs
        self._live: dict[str, _Live] = {}
        self._rooms: tuple[Roster, Answer] | None = None

    def open(self, roster: Roster, answer: Answer) -> None:
        """Begin to run and to answer: called once, before any code runs."""
        self._rooms = roster, answer

    @property
    def _roster(self) -> Roster:
        return self._opened()[0]

    def _opened(self) -> tuple[Roster, Answer]:
        if self._rooms is None:
            raise RuntimeError("no code runs yet")
        return self._rooms

    def hear(self, events: tuple[Event, ...]) -> None:
        """End what runs of a file whose authorization the owner took back. What a tool wrote over runs to its end."""
        for event in events:
            if event.type == FileDeauthorized.type and event.payload.get("via") not in {None, Via.CODE.value}:
                path, agent_id = event.payload["path"], str(event.agent_id)
                self._fence(agent_id, path, Why.REPLACED)
                self._jobs.start(self._sandbox.kill(agent_id, path), f"end of the code of {path}")

    def _fence(self, agent_id: str, path: str | None, why: Why) -> None:
        """Let runs do nothing more from this moment, also those that no child has been found for yet."""
        for live in self._live.values():
            if live.agent_id == agent_id and path in (None, live.path):
                live.ended = why

    def is_authorized(self, agent: str, path: str, sha256: str) -> bool:
        """Whether exactly these bytes in this place are authorized. Reads the ledger; from any thread."""
        file = self._ledger.reads.file(self._roster.find(agent).id, path)
        return file is not None and file.authorized and file.sha256 == sha256

    async def run_file(self, file: CodeFile, source: Source, args: tuple[Any, ...], run: ToolRun) -> Any:
        """Run a function of a file for a tool call; what it returned.

        Raises:
            ToolFailed: it may not be started, it threw, or it was ended. ToolStopped: `run.stop` was set.
        """
        starter = Principal.AGENT_LOOP if run.caller is None else run.caller.principal
        agent = self._roster.find(run.place.agent)
        script, principal = self.script_of(agent, file, starter, approved=run.approved)
        frame = _entered(run.caller, source.label, principal, run.task_id)
        return await self._for_call(
            Start(agent=agent, script=script, frame=frame, function=source.function, args=args), run
        )

    def script_of(
        self, agent: Agent, file: CodeFile, starter: Principal, *, approved: bool = False
    ) -> tuple[Script, Principal]:
        """A file's bytes as what runs, and with whose authority: asked here, where they are about to run (T17).

        Raises:
            ToolFailed: this starter may not run them.
        """
        authorized = self.is_authorized(agent.name, file.path, file.sha256)
        principal = authority_of(starter, authorized=authorized, approved=approved)
        if isinstance(principal, Refuse):
            raise ToolFailed(principal.message, code=principal.code)
        trusted = principal is Principal.AUTHORIZED_CODE
        script = Script(
            agent=agent.id,
            path=file.path,
            source=file.data,
            authorized=trusted,
            heap_mb=self._roster.declaration(agent).limits.heap_mb,
        )
        return script, principal

    async def start(
        self, agent: Agent, source: str, args: Any, by: StartedBy, cause: TaskId | None = None
    ) -> Ran:
        """Read a file once and run a function of it for the engine itself: a trigger, a timer, the owner's try.

        Raises:
            PlacetError: nothing of it ran.
        """
        named = read_source(source)
        folder = self._roster.declaration(agent).folder
        file = await asyncio.to_thread(read_code, folder, named.path)
        script, principal = self.script_of(agent, file, Principal.SYSTEM)
        frame = _entered(None, named.label, principal, None, cause)
        return await self.execute(
            Start(agent=agent, script=script, frame=frame, function=named.function, args=(args,), by=by)
        )

    async def run_inline(self, code: str, run: ToolRun) -> Any:
        """Run the body of a function for a tool call, never with authority; what it returned.

        Raises:
            ToolFailed: it threw, or it was ended. ToolStopped: `run.stop` was set.
        """
        agent = self._roster.find(run.place.agent)
        script = Script(
            agent=agent.id,
            path=INLINE,
            source=code.encode(),
            authorized=False,
            inline=True,
            heap_mb=self._roster.declaration(agent).limits.heap_mb,
        )
        frame = _entered(run.caller, INLINE, Principal.UNAUTHORIZED_CODE, run.task_id)
        return await self._for_call(Start(agent=agent, script=script, frame=frame), run)

    async def _for_call(self, start: Start, run: ToolRun) -> Any:
        caller = run.caller
        if caller is not None:
            # A task of its own is nothing that the code which made it waits for in the sandbox.
            waiting = caller.execution_id if run.task_id is None else None
            start = replace(start, asker=caller.label, waiting=waiting)
        ran = await self.execute(start, run.stop)
        if ran.code == Why.STOPPED.value and run.stop.is_set():
            raise ToolStopped(STOPPED)
        if ran.code is not None:
            raise ToolFailed(ran.message or "The code failed.", code=ran.code)
        return ran.value

    async def execute(self, start: Start, stop: StopSignal | None = None) -> Ran:
        """Run to the end and write it into the log. Cancelling the wait, or setting `stop`, ends the run.

        Raises:
            ToolFailed: too many runs of this agent are at work. LedgerWriteFailed: it couldn't be logged, so it didn't run.
        """
        at_work = sum(live.agent_id == start.agent.id for live in self._live.values())
        # Handlers of the owner's are let in whatever the agent keeps at work.
        if start.by is StartedBy.CALL and at_work >= MOST_AT_ONCE:
            raise ToolFailed(
                f"{MOST_AT_ONCE} runs of this agent's code are at work already.", code="too_many_runs"
            )
        run_id = start.frame.execution_id
        live = self._live[run_id] = _Live(start.agent.id, start.script.path, start.waiting)
        try:
            await self._log.start(
                start.agent, start.script, start.frame, started_by=start.by, asker=start.asker
            )
            return await self._logged(start, live, stop)
        finally:
            del self._live[run_id]

    async def _logged(self, start: Start, live: _Live, stop: StopSignal | None) -> Ran:
        stopped = _ran(start, code=Why.STOPPED.value, message=STOPPED)
        ran, status = stopped, RunStatus.STOPPED
        try:
            ran, status = await self._in_sandbox(start, live, stop)
        except SandboxUnavailable as why:
            ran, status = _ran(start, code=why.code, message=why.message, started=False), RunStatus.FAILED
        finally:
            await asyncio.shield(self._log.end(ran, status))
        return ran

    async def _in_sandbox(self, start: Start, live: _Live, stop: StopSignal | None) -> tuple[Ran, RunStatus]:
        if live.ended is not None:
            return _came_to(start, Ended(outcome=killed(live.ended), console=Console()))

        async def on_call(call: MethodCall) -> Any:
            if live.ended is not None:
                raise CodeError(live.ended.value, killed(live.ended).message)
            live.clock = call.clock
            return await self._opened()[1](start.agent, start.frame, call)

        limits = self._roster.declaration(start.agent).limits
        invocation = Invocation(
            execution_id=start.frame.execution_id,
            function=start.function,
            args=start.args,
            depth=_depth(start),
            time_limit_ms=limits.execution_timeout_ms,
            output_bytes=limits.output_bytes,
        )
        job = asyncio.get_running_loop().create_task(
            self._sandbox.run(start.script, invocation, on_call), name=f"code {start.frame.label}"
        )
        ended = await _until(job, stop)
        return (
            (_ran(start, code=Why.STOPPED.value, message=STOPPED), RunStatus.STOPPED)
            if ended is None
            else (_came_to(start, ended))
        )

    @contextmanager
    def paused(self, frame: Frame) -> Iterator[None]:
        """Stop the clocks of a run, and of every run whose code waits for it, inside the block."""
        with ExitStack() as clocks:
            run_id: str | None = frame.execution_id
            while run_id is not None and (live := self._live.get(run_id)) is not None:
                if live.clock is not None:
                    clocks.enter_context(live.clock.paused())
                run_id = live.waiting
            yield

    async def stop(self, agent: Agent) -> None:
        """End all runs of an agent's code."""
        self._fence(agent.id, None, Why.STOPPED)
        await self._sandbox.kill(agent.id)

    async def close(self) -> None:
        """End all runs; no code runs afterwards."""
        await self._sandbox.close()


async def _until(job: asyncio.Task[Ended], stop: StopSignal | None) -> Ended | None:
    """Wait for the end; None when the stop came first, and the run was ended for it."""
    try:
        while not job.done():
            # A stop signal can only be asked, so it is asked again and again.
            await asyncio.wait({job}, timeout=None if stop is None else _LOOK_S)
            if stop is not None and stop.is_set() and not job.done():
                return None
        return job.result()
    finally:
        if not job.done():
            job.cancel()
            await asyncio.wait({job})


def _entered(
    caller: Frame | None,
    label: str,
    principal: Principal,
    task_id: str | None,
    cause: TaskId | None = None,
) -> Frame:
    stack = () if caller is None else caller.stack
    refused = may_enter(stack, label)
    if refused is not None:
        raise ToolFailed(refused.message, code=refused.code)
    return Frame(
        execution_id=new_execution_id(),
        principal=principal,
        stack=(*stack, label),
        task_id=None if task_id is None else TaskId(task_id),
        cause=TaskId(task_id) if task_id else caller.cause if caller else cause,
    )


def _depth(start: Start) -> int:
    """How a run finds a child: what waits for nobody waits for a free one, which agents' own calls may have taken all.

    So the owner's handlers go where nested runs go: there is room for them while agents wait.
    """
    if start.by is not StartedBy.CALL:
        return 1
    return len(start.frame.stack) - 1 if start.waiting else 0


def _ran(start: Start, **more: Any) -> Ran:
    return Ran(run_id=start.frame.execution_id, authorized=start.script.authorized, **more)


def _came_to(start: Start, ended: Ended) -> tuple[Ran, RunStatus]:
    """What an ended run is told as: its own words stay its own, bounded where they are kept."""
    said = {"console": ended.console.text, "cut": ended.console.cut}
    match ended.outcome:
        case Returned(value=value):
            return _ran(start, value=value, **said), RunStatus.DONE
        case Threw(code=code, message=message, stack=stack):
            words = message if not stack or stack in message else f"{message}\n{stack}"
            return _ran(start, code=code, message=words, **said), RunStatus.FAILED
        case Killed(why=why, message=message):
            began = why is not Why.BUSY
            return _ran(start, code=why.value, message=message, started=began, **said), RunStatus.STOPPED

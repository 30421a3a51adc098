"""One child with one script in it: introduced, given the source, asked to run functions, watched, ended.

The order: the process says `ready`; the first execution has the source loaded; it says `loaded`; then executions
run, several at once. Nothing that it says is believed beyond the executions that it was given.
"""

from __future__ import annotations

import asyncio
import enum
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from placet.sandbox import machine, orders, reading
from placet.sandbox.clock import RunClock
from placet.sandbox.execution import Execution
from placet.sandbox.framing import NOBODY, Broken, Frame, TooMuch
from placet.sandbox.process import MIB, Allowance, DenoProcess
from placet.sandbox.runs import Ended, Invocation, Killed, OnCall, Outcome, Script, Why

log = logging.getLogger(__name__)

WATCH_S: Final = 0.1
"""How often a busy child's memory and its executions' clocks are looked at: neither comes with an event."""

_BESIDE_DATA_MB = 200
"""What a child may hold beside its data: above all Deno's own text, which all children share."""

_WORN_MB = 300
"""A child that holds more than this after an execution gets no other one."""

_RESTING_S, _RESTING_SHARE = 0.1, 0.02
"""How much processor time an idle child may use: at once for tidying up, and as a share of the time that passes."""

_SMALL_BYTES = 64 * 1024
_SAID_BYTES = 500
_NO_EXECUTION = b'{"code":"no_execution","message":"This call belongs to no running execution."}'
_SENTENCES = {
    Why.TIME: "The code was ended: its time was used up.",
    Why.MEMORY: "The code was ended: it used more memory than it may.",
    Why.OUTPUT: "The code was ended: it said more than it may.",
    Why.LIED: "The code was ended: its process said what it never says by itself.",
    Why.DIED: "The process that the code ran in ended by itself.",
    Why.REPLACED: "The code was ended: its file has changed.",
    Why.STOPPED: "The code was stopped.",
    Why.BUSY: "The code wasn't run: too much other code is running.",
}


def killed(why: Why) -> Killed:
    """This end, with its sentence."""
    return Killed(why=why, message=_SENTENCES[why])


class Stage(enum.Enum):
    """How far a child has come."""

    STARTING = enum.auto()
    READY = enum.auto()
    LOADING = enum.auto()
    LOADED = enum.auto()


class Child:
    """A child for one script. It starts when it is made, and belongs to the loop that it is made on.

    `users` is for whoever hands children out: how many have it now. A retired one gets no new work. `deno_version` is
    what it says once it is ready.
    """

    def __init__(
        self, script: Script, deno: Path, allowed: Allowance, on_gone: Callable[[Child], None]
    ) -> None:
        """`on_gone` is called once, when its process has ended."""
        self.script = script
        self.users = 0
        self.is_retired = False
        self.deno_version = ""
        self._allowed = allowed
        self._on_gone = on_gone
        self._process: DenoProcess | None = None
        self._running: dict[str, Execution] = {}
        self._stage = Stage.STARTING
        self._resting_since_s = self._worked_s = 0.0
        self._why: Why | None = None
        self._modules: asyncio.Future[list[str]] = asyncio.get_running_loop().create_future()
        self._watching: asyncio.Task[None] | None = None
        self._life = asyncio.create_task(self._live(deno), name="sandbox child")

    @property
    def pid(self) -> int | None:
        """The number of its process; None before there is one."""
        return self._process.pid if self._process else None

    @property
    def is_ending(self) -> bool:
        """Whether it was killed, or ended by itself."""
        return self._why is not None

    def rest(self) -> None:
        """Nobody has it now: from here on its code has nothing to do."""
        self._resting_since_s, self._worked_s = time.monotonic(), self._processor_s()

    def rested_s(self) -> float:
        """How long nobody has had it. Call it after `rest`, like `is_restless`."""
        return time.monotonic() - self._resting_since_s

    def is_restless(self) -> bool:
        """Whether code that outlived its run is still at work in it, and would be in the next run's way."""
        return self._processor_s() - self._worked_s > _RESTING_S + _RESTING_SHARE * self.rested_s()

    async def run(self, call: Invocation, on_call: OnCall) -> Ended:
        """Run one function. When the wait is cancelled, the execution is ended and the child retired.

        Raises:
            RuntimeError: an execution with this id is running here already.
        """
        if call.execution_id in self._running:
            raise RuntimeError(f"{call.execution_id} is running already")
        execution = Execution(self.script, call, on_call, RunClock(self._processor_s))
        self._running[call.execution_id] = execution
        try:
            if self._life.done() or self._why:
                execution.finish(killed(self._why or Why.DIED))
            self._go_on()
            self._watch()
            await execution.outcome
            await execution.calls_done()
            return execution.ended()
        finally:
            await self._leave(execution)

    async def builtin_modules(self) -> list[str]:
        """The modules that are built into this Deno. Asks for them, so call it once it is loaded."""
        self._send(Frame(word="modules"))
        return await self._modules

    def kill(self, why: Why) -> None:
        """End it at once, and with it all that it runs."""
        self.is_retired = True
        self._why = self._why or why
        for execution in list(self._running.values()):
            execution.finish(killed(self._why))
        if self._process:
            self._process.kill()

    async def gone(self) -> None:
        """Wait until its process has ended."""
        await asyncio.wait([self._life])

    async def _leave(self, execution: Execution) -> None:
        """Whatever happened: nothing of this execution is at work when its run returns."""
        execution.finish(killed(Why.STOPPED))
        execution.drop_calls()
        try:
            await execution.calls_done()
        finally:
            del self._running[execution.call.execution_id]
            self._look_back_on(execution.outcome.result(), execution)

    def _look_back_on(self, outcome: Outcome, execution: Execution) -> None:
        if isinstance(outcome, Killed):
            self._send(Frame(word="stop", id=execution.call.execution_id))
        if isinstance(outcome, Killed) or self._holds_bytes() > _WORN_MB * MIB:
            self.is_retired = True
        if self.is_retired and not self._running:
            self.kill(Why.STOPPED)

    # Its life.

    async def _live(self, deno: Path) -> None:
        why = Why.DIED
        try:
            self._process = await DenoProcess.start(deno, self._allowed)
            why = await self._live_out(self._process)
        except OSError as error:
            log.warning("a child of the sandbox couldn't be started: %s", error)
        finally:
            self.kill(why)
            self._modules.cancel()
            if self._watching:  # it sleeps, and would be left behind by a loop that stops
                self._watching.cancel()
                await asyncio.wait([self._watching])
            self._on_gone(self)

    async def _live_out(self, process: DenoProcess) -> Why:
        """Listen until the end, and see to it that it is one; says why it came."""
        why = Why.DIED
        try:
            if not self._why:
                why = await self._listen(process)
        finally:
            ran_out = await process.end()
        return Why.MEMORY if ran_out and why is Why.DIED else why

    async def _listen(self, process: DenoProcess) -> Why:
        """Take frames until the end; says why it came."""
        try:
            while (frame := await process.receive(self._most_bytes())) is not None:
                self._take(frame)
        except Broken as broken:
            log.warning("a child of the sandbox was ended: %s", broken)
            return Why.OUTPUT if isinstance(broken, TooMuch) else Why.LIED
        except OSError:
            pass  # its end of the pipe broke, as when it is killed
        return Why.DIED

    def _most_bytes(self) -> int:
        return max((each.most_bytes for each in self._running.values()), default=_SMALL_BYTES)

    def _take(self, frame: Frame) -> None:
        if frame.id == NOBODY:
            self._take_own(frame)
        elif (execution := self._running.get(frame.id)) is not None and not execution.is_over:
            self._take_of(execution, frame)
        elif not self.is_retired:
            raise Broken("it speaks for an execution that isn't its")
        elif frame.word == "call":  # of an execution that we ended, which it hadn't heard yet
            self._send(Frame(word="refuse", number=frame.number, payload=_NO_EXECUTION))

    def _take_own(self, frame: Frame) -> None:
        if frame.word == "ready" and self._stage is Stage.STARTING:
            self._stage = Stage.READY
            self.deno_version = frame.payload[:_SAID_BYTES].decode("utf-8", "replace")
            self._go_on()
        elif frame.word == "modules" and not self._modules.done():
            self._modules.set_result(reading.names(frame))
        else:
            said = frame.payload[:_SAID_BYTES].decode("utf-8", "replace")
            raise Broken(f"it said {frame.word} of its own: {said!r}")

    def _take_of(self, execution: Execution, frame: Frame) -> None:
        if frame.word == "call":
            execution.answer(frame, self._send)
        elif frame.word in {"print", "cut"}:
            execution.print(frame.payload, cut=frame.word == "cut")
        elif frame.word in {"loaded", "unloadable"} and self._stage is Stage.LOADING:
            self._take_loaded(frame)
        elif frame.word in {"end", "threw"} and execution.is_sent:
            execution.finish(reading.outcome(frame, self.script, execution.call))
        else:
            raise Broken(f"it said {frame.word} at the wrong time")

    def _take_loaded(self, frame: Frame) -> None:
        if frame.word == "loaded":
            self._stage = Stage.LOADED
            self._go_on()
            return
        self.is_retired = True
        for execution in list(self._running.values()):
            execution.finish(reading.thrown(frame, self.script))

    def _go_on(self) -> None:
        """Have the source loaded, or the waiting functions run, as far as it has come."""
        waiting = [each for each in self._running.values() if not each.is_sent and not each.is_over]
        if self._stage is Stage.READY and waiting:
            self._stage = Stage.LOADING
            self._send(orders.load(self.script, waiting[0].call))
        elif self._stage is Stage.LOADED:
            for execution in waiting:
                execution.is_sent = True
                self._send(orders.run(execution.call))

    def _send(self, frame: Frame) -> None:
        if self._process:
            self._process.send(frame)

    # What it takes.

    def _processor_s(self) -> float:
        return machine.processor_s(self.pid) if self.pid else 0.0

    def _holds_bytes(self) -> int:
        return machine.resident_bytes(self.pid) if self.pid else 0

    def _watch(self) -> None:
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._keep_watch(), name="watch over a sandbox child")

    async def _keep_watch(self) -> None:
        while self._running:
            await asyncio.sleep(WATCH_S)
            if self._holds_bytes() > (self._allowed.data_mb + _BESIDE_DATA_MB) * MIB:
                self.kill(Why.MEMORY)
            for execution in list(self._running.values()):
                if execution.is_late:
                    self._end_late(execution)

    def _end_late(self, execution: Execution) -> None:
        if execution.is_over:  # it has returned, and the calls that it left behind have had their time
            execution.drop_calls()
            return
        self.is_retired = True
        execution.finish(killed(Why.TIME))
        if self._stage is not Stage.LOADED:
            self.kill(Why.TIME)

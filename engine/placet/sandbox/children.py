"""The children that run code: one per agent, file, bytes and authority; found, started, kept warm, ended."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from placet.sandbox import orders, probe
from placet.sandbox.child import Child, killed
from placet.sandbox.errors import CodeError, SandboxUnavailable
from placet.sandbox.process import Allowance
from placet.sandbox.runs import Console, Ended, Invocation, OnCall, Outcome, Script, Threw, Why

IDLE_LOOK_S: Final = 5.0
"""How often an idle child is looked at: that its code still works comes with no event."""


_NO_DENO = "Deno, which runs agents' code, isn't installed."


@dataclass(frozen=True, kw_only=True)
class SandboxLimits:
    """What all children together, and each of them, may take. Memory is in MiB.

    At most `children` live at once, idle ones making room for busy ones; who finds none waits `wait_ms`. Nested runs
    don't wait, since the run that waits for them holds a child itself: they have room up to `nested_children`. So has
    the first child of an agent, and no agent has more than `children_per_agent`: whatever one agent's code does, it
    keeps no other agent's from running.
    """

    children: int = 8
    nested_children: int = 32
    children_per_agent: int = 24
    executions_per_child: int = 16
    wait_ms: int = 60_000
    idle_ms: int = 5 * 60_000
    heap_mb: int = 64
    data_mb: int = 600


@dataclass(frozen=True)
class _Waiter:
    """A run that waits for a child."""

    script: Script
    woken: asyncio.Future[Why | None]

    def wake(self, why: Why | None = None) -> bool:
        """Let it look again, or end its wait with a reason; False when it waits no more."""
        if self.woken.done():
            return False
        self.woken.set_result(why)
        return True


class Sandbox:
    """Runs scripts. Belongs to one event loop; `close` ends every child."""

    def __init__(self, deno: Path | None, limits: SandboxLimits | None = None) -> None:
        """`deno` is the program (`program.find_deno`); None when there is none."""
        self._deno = deno
        self._limits = limits or SandboxLimits()
        self._children: list[Child] = []
        self._idle: dict[Child, asyncio.TimerHandle] = {}
        self._waiting: deque[_Waiter] = deque()
        self._is_closed = False
        self._trying: asyncio.Task[str | None] | None = None

    async def why_not(self) -> str | None:
        """Why code can't be run here, in a sentence; None when it can. The first call tries it (about 100 ms)."""
        if self._trying is None:
            self._trying = asyncio.create_task(self._try(), name="probe of the sandbox")
        return await asyncio.shield(self._trying)

    async def run(self, script: Script, call: Invocation, on_call: OnCall) -> Ended:
        """Run one function of a script to its end; every `adf.METHOD(args)` of it goes to `on_call`.

        Returns after the calls that it made have been answered. When the wait is cancelled, the execution is ended and
        its calls are cancelled. `on_call` runs in the context (`contextvars`) of whoever called this.

        Raises:
            SandboxUnavailable: no code can be run here.
            BadArguments: the arguments of the call aren't JSON.
        """
        if self._deno is None:
            raise SandboxUnavailable(_NO_DENO)
        try:
            orders.check(script)
        except CodeError as error:
            return _unrun(Threw(code=error.code, message=error.message))
        orders.run(call)
        child = await self._child_for(script, nested=call.depth > 0)
        if isinstance(child, Why):
            return _unrun(killed(child))
        try:
            # The child starts meanwhile; code is given to it only after the proof.
            if (reason := await self.why_not()) is not None:
                child.is_retired = True
                raise SandboxUnavailable(reason)
            return await child.run(call, on_call)
        finally:
            self._give_back(child)

    async def kill(self, agent: str, path: str | None = None) -> None:
        """End the children of a file, or all of an agent's, with all that they run; returns when they are gone.

        What waits for a child doesn't run either.
        """
        why = Why.REPLACED if path else Why.STOPPED
        for waiter in self._waiting:
            if waiter.script.agent == agent and path in (None, waiter.script.path):
                waiter.wake(why)
        await self._end(list(self._of(agent, path)), why)

    async def close(self) -> None:
        """End every child; what runs ends as stopped. Nothing can be run afterwards."""
        self._is_closed = True
        while self._waiting:
            self._wake()
        if self._trying:
            await asyncio.wait([self._trying])
        await self._end(list(self._children), Why.STOPPED)

    @property
    def pids(self) -> list[int]:
        """The processes of the children, for whoever looks after memory."""
        return [child.pid for child in self._children if child.pid is not None]

    async def _try(self) -> str | None:
        if self._deno is None:
            return _NO_DENO
        return await probe.why_not(self._deno, self._allowance(None))

    def _allowance(self, heap_mb: int | None) -> Allowance:
        return Allowance(heap_mb=heap_mb or self._limits.heap_mb, data_mb=self._limits.data_mb)

    async def _child_for(self, script: Script, *, nested: bool) -> Child | Why:
        """A child with room, the caller's until it is given back; or why there is none, or none any more."""
        try:
            async with asyncio.timeout(self._limits.wait_ms / 1000):
                while not self._is_closed:
                    if (child := self._find(script) or self._start(script, nested=nested)) is not None:
                        self._take(child)
                        return child
                    if nested:
                        return Why.BUSY
                    if (why := await self._room(script)) is not None:
                        return why
        except TimeoutError:
            self._wake()  # whoever is next: this one may have been woken at the same moment
        return Why.STOPPED if self._is_closed else Why.BUSY

    async def _room(self, script: Script) -> Why | None:
        """Wait until there may be room; why there never will be, when the wait was ended."""
        waiter = _Waiter(script, asyncio.get_running_loop().create_future())
        self._waiting.append(waiter)
        return await waiter.woken

    def _wake(self) -> None:
        while self._waiting:
            if self._waiting.popleft().wake():
                return

    def _find(self, script: Script) -> Child | None:
        """A child that holds this script and has room. Those that hold other bytes of the file are retired."""
        found = None
        for child in list(self._of(script.agent, script.path)):
            if script.inline:
                continue
            if child.script != script or (child.users == 0 and child.is_restless()):
                self._retire(child)
            elif child.users < self._limits.executions_per_child and not child.is_retired:
                found = child
        return found

    def _start(self, script: Script, *, nested: bool) -> Child | None:
        its_own = sum(not child.is_ending for child in self._of(script.agent, None))
        if its_own >= self._limits.children_per_agent and not self._retire_idle(script.agent):
            return None
        most = self._limits.nested_children if nested or not its_own else self._limits.children
        if self._count() >= most:
            self._retire_idle()
        if self._count() >= most or self._deno is None:
            return None
        child = Child(script, self._deno, self._allowance(script.heap_mb), self._bury)
        self._children.append(child)
        return child

    def _retire_idle(self, agent: str | None = None) -> bool:
        """End the child, of this agent or of any, that has been idle longest; False when none is."""
        for child in self._idle:
            if agent in (None, child.script.agent):
                self._retire(child)
                return True
        return False

    def _count(self) -> int:
        return sum(not child.is_ending for child in self._children)

    def _take(self, child: Child) -> None:
        child.users += 1
        if (timer := self._idle.pop(child, None)) is not None:
            timer.cancel()

    def _give_back(self, child: Child) -> None:
        child.users -= 1
        if child.users == 0:
            if child.is_retired or child.script.inline:
                self._retire(child)
            else:
                child.rest()
                self._look_later(child)
        self._wake()

    def _look_later(self, child: Child) -> None:
        wait_s = min(IDLE_LOOK_S, self._limits.idle_ms / 1000)
        self._idle[child] = asyncio.get_running_loop().call_later(wait_s, self._look_at, child)

    def _look_at(self, child: Child) -> None:
        """End an idle child that has been so for long enough, or in which code is still at work."""
        if child.is_restless() or 1000 * child.rested_s() >= self._limits.idle_ms:
            self._retire(child)
        else:
            self._look_later(child)

    def _retire(self, child: Child) -> None:
        child.is_retired = True
        if (timer := self._idle.pop(child, None)) is not None:
            timer.cancel()
        if child.users == 0:
            child.kill(Why.STOPPED)

    def _bury(self, child: Child) -> None:
        if (timer := self._idle.pop(child, None)) is not None:
            timer.cancel()
        if child in self._children:
            self._children.remove(child)
        self._wake()

    def _of(self, agent: str, path: str | None) -> Iterator[Child]:
        for child in self._children:
            if child.script.agent == agent and path in (None, child.script.path):
                yield child

    async def _end(self, children: list[Child], why: Why) -> None:
        for child in children:
            child.kill(why)
        for child in children:
            await child.gone()


def _unrun(outcome: Outcome) -> Ended:
    return Ended(outcome=outcome, console=Console())

"""Running code in tests: a sandbox, what its code called, and what it is answered."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from placet.sandbox.children import Sandbox, SandboxLimits
from placet.sandbox.errors import CodeError
from placet.sandbox.program import find_deno
from placet.sandbox.runs import Ended, Invocation, Killed, MethodCall, Returned, Script, Threw, Why

AGENT = "agent_clerk"
TIME_MS = 20_000


def ts(source: str, *, path: str = "lib/it.ts", agent: str = AGENT, authorized: bool = False) -> Script:
    """A TypeScript file of the agent's."""
    return Script(agent=agent, path=path, source=source.encode(), authorized=authorized)


def js(source: str) -> Script:
    """A JavaScript file of the agent's."""
    return ts(source, path="lib/it.js")


def inline(body: str, *, authorized: bool = False) -> Script:
    """Code as `sys_code` brings it."""
    return Script(agent=AGENT, path="sys_code", source=body.encode(), authorized=authorized, inline=True)


def value(ended: Ended) -> Any:
    """What the code returned; anything else is told as it is."""
    assert isinstance(ended.outcome, Returned), ended
    return ended.outcome.value


def thrown(ended: Ended) -> Threw:
    """The code's own error."""
    assert isinstance(ended.outcome, Threw), ended
    return ended.outcome


def why(ended: Ended) -> Why:
    """Why the code was ended from outside."""
    assert isinstance(ended.outcome, Killed), ended
    return ended.outcome.why


class House:
    """A sandbox and the engine's side of it: `calls` are all calls that came, `answers` what each method gives.

    A method without an answer gives its arguments back, one with an exception raises it.
    """

    def __init__(self, limits: SandboxLimits | None = None) -> None:
        self.sandbox = Sandbox(find_deno(), limits)
        self.calls: list[MethodCall] = []
        self.answers: dict[str, Any] = {}

    async def on_call(self, call: MethodCall) -> Any:
        self.calls.append(call)
        answer = self.answers.get(call.method, call.args)
        if isinstance(answer, Exception):
            raise answer
        return await answer(call) if callable(answer) else answer

    async def run(self, script: Script, *args: Any, function: str = "main", **limits: Any) -> Ended:
        call = Invocation(function=function, args=args, **{"time_limit_ms": TIME_MS, **limits})
        return await self.sandbox.run(script, call, self.on_call)

    def called(self) -> list[str]:
        """The names of the methods that were called, in their order."""
        return [call.method for call in self.calls]


Answer = Callable[[MethodCall], Awaitable[Any]]


def refusal(code: str = "NOPE", message: str = "You may not.") -> CodeError:
    """What the engine throws in the code."""
    return CodeError(code, message)


class Gate:
    """Answers a call when it is opened; `reached` is set for each call that stands before it."""

    def __init__(self, wanted: int = 1) -> None:
        self._wanted = wanted
        self._opened = asyncio.Event()
        self.reached = asyncio.Event()
        self.cancelled = 0

    async def __call__(self, call: MethodCall) -> Any:
        self._wanted -= 1
        if self._wanted <= 0:
            self.reached.set()
        try:
            await self._opened.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        return call.args

    def open(self) -> None:
        self._opened.set()

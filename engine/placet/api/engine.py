"""The engine's front door: `submit` a command, `query` a view, `subscribe` to committed facts, `close`."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar

from placet.api.commands import Command
from placet.api.handlers import Handlers
from placet.api.queries import Query
from placet.api.readings import Readings
from placet.rules.authority import Authority
from placet.rules.basics import AgentId
from placet.rules.errors import EngineStopping
from placet.rules.records import Event, Scope
from placet.settings import Settings
from placet.tools.fetch.own_ports import OwnPorts
from placet.work.bus import Bus, Listener, TextListener, Texts
from placet.work.tokens import Tokens
from placet.work.wakes import Wakes, Watch

T = TypeVar("T")


@dataclass(frozen=True, kw_only=True)
class Caller:
    """Who an HTTP token speaks for; `agent` is the agent's name when the token is one."""

    scope: Scope
    authority: Authority
    agent_id: AgentId | None
    agent: str | None


class Engine:
    """One running engine. Its loop has a thread of its own; what may be called from where is said at each method.

    Whatever listens in front of it adds its address to `own_ports`, so that no tool can reach it, and proves with
    `service_secret`, drawn anew at each start, that it is what the data folder's note speaks of.
    """

    def __init__(
        self,
        *,
        loop: asyncio.AbstractEventLoop,
        handlers: Handlers,
        readings: Readings,
        bus: Bus,
        texts: Texts,
        tokens: Tokens,
        settings: Settings,
        own_ports: OwnPorts,
        wakes: Wakes,
        close: Callable[[Engine], None],
    ) -> None:
        self.loop = loop
        self.settings = settings
        self.own_ports = own_ports
        self.service_secret = secrets.token_hex(32)
        self._handlers = handlers
        self._readings = readings
        self._bus = bus
        self._texts = texts
        self._tokens = tokens
        self._wakes = wakes
        self._close = close
        self._before_close: list[Callable[[], Awaitable[None]]] = []
        self._stopping = False

    async def submit(self, command: Command, by: Authority) -> Any:
        """Carry out a command in somebody's name, and answer as the command's docstring says. On the engine's loop.

        Raises:
            PlacetError: refused; the class and its `code` say why. EngineStopping: no new commands are taken.
        """
        if self._stopping:
            raise EngineStopping("The engine is shutting down.")
        return await self._handlers.handle(command, by)

    def query(self, query: Query) -> Any:
        """Answer a question from the ledger as it is now. From any thread; changes nothing.

        Raises:
            NotFound: there is no such thing.
        """
        return self._readings.answer(query)

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear of committed facts from now on, on the engine's loop; call the answer to stop. From any thread."""
        unsubscribe: list[Callable[[], None]] = []
        self.loop.call_soon_threadsafe(lambda: unsubscribe.append(self._bus.subscribe(listener)))

        def stop() -> None:
            if not self.loop.is_closed():
                self.loop.call_soon_threadsafe(lambda: [it() for it in unsubscribe])

        return stop

    def listen_to_text(self, listener: TextListener) -> Callable[[], None]:
        """Hear the pieces that models write, on the engine's loop; call the answer to stop."""
        return self._texts.subscribe(listener)

    def watch_generation(self, task_id: str) -> Watch:
        """A wake-up for a reader of a response, as a context manager on the engine's loop (`api.generations`)."""
        return self._wakes.watch(task_id)

    def authenticate(self, secret: str) -> Caller:
        """Say for whom a token speaks. From any thread.

        Raises:
            Unauthenticated: it isn't valid.
        """
        caller = self._tokens.authenticate(secret)
        name = None if caller.agent_id is None else self._readings.agent_name(caller.agent_id)
        return Caller(scope=caller.scope, authority=caller.authority, agent_id=caller.agent_id, agent=name)

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run a coroutine on the engine's loop and wait for it. From any other thread."""
        return asyncio.run_coroutine_threadsafe(coroutine, self.loop).result()

    def before_close(self, stop: Callable[[], Awaitable[None]]) -> None:
        """Have this awaited first when the engine closes: servers stop before the rooms behind them."""
        self._before_close.append(stop)

    async def stop_taking(self) -> None:
        """Refuse new commands, stop what was started in front of the engine, and let decisions end. Part of closing."""
        self._stopping = True
        for stop in reversed(self._before_close):
            await stop()
        await self._handlers.settle()

    def close(self) -> None:
        """Stop in order and wait for it. From any thread but the engine's; a second call does nothing."""
        self._close(self)


__all__ = ["Caller", "Engine", "Event", "TextListener"]

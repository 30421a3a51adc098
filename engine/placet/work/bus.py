"""After-commit fan-out: committed facts to whoever listens."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from placet.rules.records import Event

Listener = Callable[[tuple[Event, ...]], None]
T = TypeVar("T")
_log = logging.getLogger(__name__)


class _Listeners(Generic[T]):
    """Whoever listens, in the order of coming. Going through them is safe while they come and go."""

    def __init__(self) -> None:
        self._all: list[T] = []

    def add(self, listener: T) -> Callable[[], None]:
        """Take one in; call the answer to let it go, which may be done twice."""
        self._all.append(listener)
        return lambda: self._remove(listener)

    def _remove(self, listener: T) -> None:
        if listener in self._all:
            self._all.remove(listener)

    def __iter__(self) -> Iterator[T]:
        return iter(tuple(self._all))


class Bus:
    """Tells listeners what was committed, in order, on the engine's loop.

    A listener must not block and can't refuse: the facts are in the ledger already. One that breaks is logged and
    hears the next batch all the same.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._listeners = _Listeners[Listener]()

    def publish(self, events: tuple[Event, ...]) -> None:
        """Hand a commit's facts over. Called by the writer thread; a loop that is closed has no listeners left."""
        if not events or self._loop.is_closed():
            return
        try:
            self._loop.call_soon_threadsafe(self._deliver, events)
        except RuntimeError:  # the loop closed between the check and the call
            return

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Listen from the next commit on; call the answer to stop. On the engine's loop only."""
        return self._listeners.add(listener)

    def _deliver(self, events: tuple[Event, ...]) -> None:
        for listener in self._listeners:
            try:
                listener(events)
            except Exception:
                _log.exception("a listener broke on %d facts", len(events))


TextListener = Callable[[str, str, str], None]
"""Hears (agent id, turn id, piece) while a model writes. Pieces are untrusted and not durable: the message is."""


class Texts:
    """Passes on what models write, piece by piece, as it comes. On the engine's loop."""

    def __init__(self) -> None:
        self._listeners = _Listeners[TextListener]()

    def tell(self, agent_id: str, turn_id: str, piece: str) -> None:
        """Pass a piece on; a listener that breaks is logged."""
        for listener in self._listeners:
            try:
                listener(agent_id, turn_id, piece)
            except Exception:
                _log.exception("a listener broke on a piece of text")

    def subscribe(self, listener: TextListener) -> Callable[[], None]:
        """Listen from now on; call the answer to stop."""
        return self._listeners.add(listener)

"""Where the window meets the engine: commands in, answers back, facts out as one signal a frame.

The only file that knows both asyncio and Qt. The owner's authority is held here and nowhere else
(DECISIONS A1).
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from placet.api import Authority, Event, NotFound, PlacetError
from placet.api.commands import Command
from placet.api.generations import GenerationEvents, ListGenerationEvents
from placet.api.queries import Query
from placet_gui.qtloop import QtLoop
from placet_gui.texts import error_sentence

FRAME_MS = 16
T = TypeVar("T")
_log = logging.getLogger(__name__)

Listener = Callable[[tuple[Event, ...]], None]

Stop = threading.Event
"""Tells a reading at work (`Bridge.read`) that it was asked to end. Safe from any thread."""


class Watch(Protocol):
    """What the window needs of `Engine.watch_generation`."""

    def clear(self) -> None:
        """What is committed from here on ends the next wait."""
        ...

    async def wait(self) -> None:
        """Return once something was committed."""
        ...


class FrontDoor(Protocol):
    """What the window needs of `placet.api.Engine`."""

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The loop that the engine runs on, in its own thread."""
        ...

    async def submit(self, command: Command, by: Authority) -> Any:
        """Do what the command says; on the engine's loop only."""
        ...

    def query(self, query: Query) -> Any:
        """Answer a question; from any thread."""
        ...

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Hear committed facts, on the engine's loop. Answers with what ends it."""
        ...

    def listen_to_text(self, listener: Callable[[str, str, str], None]) -> Callable[[], None]:
        """Hear what models write, on the engine's loop. Answers with what ends it."""
        ...

    def watch_generation(self, task_id: str) -> AbstractContextManager[Watch]:
        """A wake-up for a reader of a response, on the engine's loop."""
        ...


class Bridge(QObject):
    """Carries commands to the engine and facts back. Made and used on the GUI thread.

    Signals:
        events_arrived(tuple[Event, ...]): committed facts in their order, at most once a frame.
        text_arrived(str, str, str): agent id, turn id, and what the agent's model wrote meanwhile; untrusted,
            and at most once a frame for each turn.
        failed(str): a background job ended with an error; the sentence is for the owner.
    """

    events_arrived = Signal(object)
    failed = Signal(str)
    text_arrived = Signal(str, str, str)
    _told = Signal()

    def __init__(
        self,
        engine: FrontDoor,
        authority: Authority,
        loop: QtLoop | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._engine = engine
        self._authority = authority
        self._loop = loop or QtLoop()
        self._owns_loop = loop is None
        self._jobs: set[asyncio.Task[Any]] = set()
        self._readers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="console-reader")
        self._lock = threading.Lock()
        self._news: list[Event] = []
        self._frame = QTimer(self, singleShot=True, interval=FRAME_MS)
        self._frame.timeout.connect(self._on_frame_timeout)
        self._told.connect(self._on_told, Qt.ConnectionType.QueuedConnection)
        self._pieces: dict[tuple[str, str], str] = {}
        self._unsubscribe: Callable[[], None] | None = engine.subscribe(self._listen)
        self._mute = engine.listen_to_text(self._listen_to_text)

    def submit(self, command: Command) -> Awaitable[Any]:
        """Send a command in the owner's name; await the answer in a job of `start`."""
        sent = asyncio.run_coroutine_threadsafe(
            self._engine.submit(command, self._authority), self._engine.loop
        )
        return self._here(sent)

    def query(self, query: Query) -> Any:
        """Answer a question now. Only for reads of a page or less: it runs on the GUI thread."""
        return self._engine.query(query)

    def ask(self, query: Query) -> Awaitable[Any]:
        """Answer a question from a reader thread; await it in a job of `start`."""
        return self._here(self._readers.submit(self._engine.query, query))

    def read(self, reading: Callable[[Callable[[Any], Any]], T]) -> Awaitable[T]:
        """Run a function that asks several things, one after another, on a reader thread.

        It gets the function to ask with, and must touch nothing else that lives on the GUI thread.
        """
        return self._here(self._readers.submit(reading, self._engine.query))

    def ask_all(self, queries: Sequence[Query]) -> Awaitable[list[Any]]:
        """Answer several questions from a reader thread; what isn't there is answered with None."""
        return self._here(self._readers.submit(self._answers, tuple(queries)))

    def next_events(self, query: ListGenerationEvents) -> Awaitable[GenerationEvents]:
        """Read a response's events after a number, as soon as there are any; at once when it is over."""
        sent = asyncio.run_coroutine_threadsafe(self._next_events(query), self._engine.loop)
        return self._here(sent)

    async def _next_events(self, query: ListGenerationEvents) -> GenerationEvents:
        # On the engine's loop. Cleared before it is read, so that what is committed meanwhile is never missed.
        with self._engine.watch_generation(query.task_id) as watch:
            while True:
                watch.clear()
                read = self._readers.submit(self._engine.query, query)
                page: GenerationEvents = await asyncio.wrap_future(read)
                if page.events or page.ended or page.expired:
                    return page
                await watch.wait()

    def start(self, coroutine: Coroutine[Any, Any, Any], name: str) -> Callable[[], object]:
        """Run a coroutine as a background job that is kept until it ends; its error becomes `failed`.

        The answer ends it before. After `close` nothing is started any more.
        """
        if self._unsubscribe is None:
            coroutine.close()
            return lambda: None
        job = self._loop.create_task(coroutine, name=name)
        self._jobs.add(job)
        job.add_done_callback(self._on_job_done)
        stop: Callable[[], object] = job.cancel
        return stop

    def send(
        self,
        command: Command,
        name: str,
        then: Callable[[Any], None] | None = None,
        otherwise: Callable[[PlacetError], None] | None = None,
    ) -> None:
        """Submit a command as a background job.

        `then` gets the answer. `otherwise` gets the error when it was refused; without it, `failed` says why.
        """
        self.start(self._send(command, then, otherwise), name)

    def close(self) -> None:
        """End the subscription and every background job. The engine stays as it is."""
        if self._unsubscribe is None:
            return
        self._unsubscribe()
        self._unsubscribe = None
        self._mute()
        self._frame.stop()
        for job in tuple(self._jobs):
            job.cancel()
        self._readers.shutdown(wait=False, cancel_futures=True)
        if self._owns_loop:
            # Cancelled jobs end at the loop's next turns, so the loop is closed behind them.
            self._loop.call_soon(self._close_loop)

    async def _send(
        self,
        command: Command,
        then: Callable[[Any], None] | None,
        otherwise: Callable[[PlacetError], None] | None,
    ) -> None:
        try:
            answer = await self.submit(command)
        except PlacetError as error:
            if otherwise is None:
                raise
            otherwise(error)
            return
        if then is not None:
            then(answer)

    def _answers(self, queries: tuple[Query, ...]) -> list[Any]:
        answers: list[Any] = []
        for query in queries:
            try:
                answers.append(self._engine.query(query))
            except NotFound:
                answers.append(None)
        return answers

    def _close_loop(self) -> None:
        if self._jobs:
            self._loop.call_soon(self._close_loop)
        else:
            self._loop.close()

    def _here(self, there: Future[T]) -> asyncio.Future[T]:
        return asyncio.wrap_future(there, loop=self._loop)

    def _listen(self, events: tuple[Event, ...]) -> None:
        # On the engine's thread: only this may run there.
        with self._lock:
            first = not self._news and not self._pieces
            self._news.extend(events)
        if first:
            self._told.emit()

    def _listen_to_text(self, agent_id: str, turn_id: str, piece: str) -> None:
        # On the engine's thread as well.
        with self._lock:
            first = not self._news and not self._pieces
            self._pieces[agent_id, turn_id] = self._pieces.get((agent_id, turn_id), "") + piece
        if first:
            self._told.emit()

    def _on_job_done(self, job: asyncio.Task[Any]) -> None:
        self._jobs.discard(job)
        if job.cancelled() or (error := job.exception()) is None:
            return
        if isinstance(error, PlacetError):
            self.failed.emit(error_sentence(error.code, error.message))
            return
        _log.error("the background job %s failed", job.get_name(), exc_info=error)
        self.failed.emit(self.tr("Something of ours went wrong; the log says what."))

    @Slot()
    def _on_told(self) -> None:
        if self._unsubscribe is not None and not self._frame.isActive():
            self._frame.start()

    @Slot()
    def _on_frame_timeout(self) -> None:
        with self._lock:
            news, self._news = tuple(self._news), []
            pieces, self._pieces = self._pieces, {}
        for (agent_id, turn_id), text in pieces.items():
            self.text_arrived.emit(agent_id, turn_id, text)
        if news:
            self.events_arrived.emit(news)

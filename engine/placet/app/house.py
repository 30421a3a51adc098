"""The life of an engine: its thread, what can refuse before that starts, and how all of it ends.

Start: lock the folder, settings, open the ledger (damage stops here), new boot, sweep, rooms, deadlines, listen.
Stop: refuse new commands, stop HTTP, end the agents' turns, drain running tools, close backends, mark the boot clean,
close the ledger, free the folder.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import contextlib
import threading

from placet import scratch
from placet.api import Engine
from placet.app.assembly import Assembly, Stoppable
from placet.app.identity import new_id
from placet.app.witnessing import mark_clean, remember
from placet.app.work import Ground
from placet.folder import DataFolder, state_folder
from placet.ledger.database import FolderLock
from placet.ledger.ledger import Ledger
from placet.ledger.witness import Witness
from placet.rules.basics import BootId, Clock
from placet.rules.events import BootStarted
from placet.rules.ports import Tool
from placet.settings import Settings
from placet.work.bus import Bus
from placet.work.generation_restarts import sweep as sweep_generations
from placet.work.generations import MAX_ATTEMPTS
from placet.work.restarts import sweep
from placet.work.workflow_restarts import sweep as sweep_workflows


class House:
    """The engine's thread and everything in it."""

    def __init__(
        self, folder: DataFolder, tools: tuple[Tool, ...] | None, more_tools: tuple[Tool, ...], clock: Clock
    ) -> None:
        self._folder = folder
        self._given_tools = tools
        self._more_tools = more_tools
        self._witness = Witness(state_folder(), folder.root)
        self._clock = clock
        self._boot = BootId(new_id("boot_"))
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._live, name="placet-engine", daemon=True)
        self._exit = contextlib.ExitStack()
        self._closing = threading.Lock()
        self._closed = False

    def start(self) -> Engine:
        """Open what can refuse, start the thread, make the rooms. Returns when recovery is done."""
        with contextlib.ExitStack() as exit_on_error:
            exit_on_error.callback(self._loop.close)
            ground, bus = self._open(exit_on_error)
            self._exit = exit_on_error.pop_all()
        self._thread.start()
        made: concurrent.futures.Future[Engine] = asyncio.run_coroutine_threadsafe(
            self._assemble(ground, bus), self._loop
        )
        try:
            return made.result()
        except BaseException:
            self._stop_thread()
            raise

    def _open(self, exits: contextlib.ExitStack) -> tuple[Ground, Bus]:
        """Everything that can refuse, before there is a thread to wind down."""
        self._folder.prepare()
        exits.enter_context(FolderLock(self._folder.root))
        scratch.sweep()
        settings = Settings.load(self._folder.settings)
        self._witness.check(self._folder.ledger)
        bus = Bus(self._loop)
        ledger = exits.enter_context(
            Ledger.open(self._folder.ledger, clock=self._clock, on_commit=bus.publish)
        )
        self._begin_boot(ledger, settings)
        remember(self._witness, self._folder)
        return Ground(
            ledger=ledger, settings=settings, folder=self._folder, clock=self._clock, boot=self._boot
        ), bus

    def _begin_boot(self, ledger: Ledger, settings: Settings) -> None:
        clean = ledger.commit_blocking(lambda tx: tx.start_boot(self._boot))
        sweep(ledger, self._boot)
        sweep_workflows(ledger)
        sweep_generations(ledger, self._boot, max_attempts=settings.integer(MAX_ATTEMPTS))
        ledger.commit_blocking(lambda tx: tx.record(BootStarted(boot=self._boot, clean_before=clean)))

    def _live(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_forever()

    async def _assemble(self, ground: Ground, bus: Bus) -> Engine:
        assembly = Assembly(ground, bus, self._witness, self._given_tools, self._more_tools)
        await assembly.open()
        stoppable = assembly.stoppable()
        return assembly.engine(self._loop, lambda engine: self._close(engine, stoppable, ground.ledger))

    def _close(self, engine: Engine, rooms: Stoppable, ledger: Ledger) -> None:
        with self._closing:
            if self._closed:
                return
            self._closed = True
        try:
            engine.run(rooms.wind_down(engine))
            mark_clean(ledger, self._boot, self._witness, self._folder)
        finally:
            self._stop_thread()

    def _stop_thread(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        with contextlib.suppress(Exception):
            self._loop.run_until_complete(self._loop.shutdown_default_executor())
        self._exit.close()

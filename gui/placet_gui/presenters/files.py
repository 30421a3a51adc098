"""Reads an agent's files and one file's source, and carries out the owner's word about its bytes (DECISIONS T21)."""

from __future__ import annotations

from typing import ClassVar

from PySide6.QtCore import QObject, Signal, Slot

from placet.api import PlacetError
from placet.api.commands import AuthorizeFile
from placet.api.queries import GetFileSource, ListFiles
from placet.api.views import FileListing, FileRow, FileSourceRow
from placet_gui.bridge import Bridge
from placet_gui.presenters.agent_reader import AgentReader
from placet_gui.presenters.arming import CODE_PART, Arming, Gesture
from placet_gui.presenters.clock import Clock
from placet_gui.presenters.diff_choice import DiffChoice
from placet_gui.presenters.pace import pace
from placet_gui.presenters.step_up import StepUp
from placet_gui.screen_lock import ScreenLock
from placet_gui.texts import error_sentence


class FilesPresenter(AgentReader):
    """Between an agent's files and the engine. An authorization names the digest of the bytes that were shown.

    A file's source is looked at anew whenever a fact gives reason to. Other bytes are another source: what was read
    of the one before counts for nothing.

    Signals:
        files_read(FileListing): the files as they are now.
        files_lost(str): they can't be read, and why.
        source_opened(FileSourceRow): this source is before the owner from now on; `arming` is made for it.
        source_changed(FileSourceRow): the same bytes stand otherwise than before: authorized, or not any more.
        source_closed: none is.
        busy_changed(bool): a word about the file is on its way to the engine, or has come back.
        lock_changed: the session was locked, or unlocked: meanwhile nothing is authorized (rule 16).
        refused(str): the engine said no, or the source can't be shown; a sentence for the owner.
    """

    files_read = Signal(object)
    files_lost = Signal(str)
    source_opened = Signal(object)
    source_changed = Signal(object)
    source_closed = Signal()
    busy_changed = Signal(bool)
    lock_changed = Signal()
    refused = Signal(str)

    NEWS: ClassVar = frozenset({"file.authorized", "file.deauthorized", "agent.declared"})
    WHAT: ClassVar = "an agent's files"

    def __init__(
        self,
        bridge: Bridge,
        clock: Clock,
        lock: ScreenLock,
        step_up: StepUp,
        diff_choice: DiffChoice,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(bridge, parent)
        self.diff_choice = diff_choice
        self._clock = clock
        self._lock = lock
        self._step_up = step_up
        self._proving = False
        self._path: str | None = None
        self._source: FileSourceRow | None = None
        self._arming: Arming | None = None
        lock.changed.connect(self._on_lock_changed)

    @property
    def clock(self) -> Clock:
        """The clock that a yes is armed by."""
        return self._clock

    @property
    def source(self) -> FileSourceRow | None:
        """The source that is before the owner."""
        return self._source

    @property
    def arming(self) -> Arming | None:
        """What authorizing it waits for."""
        return self._arming

    def open(self, file: FileRow) -> None:
        """Look at a file's source. Decides nothing."""
        self._path = file.path
        self._drop_source()
        self.refresh()

    @Slot()
    def close(self) -> None:
        """Look at no source any more. Decides nothing."""
        self._path = None
        self._drop_source()
        self.source_closed.emit()

    def authorize(self, gesture: Gesture, typed: str = "") -> bool:
        """Authorize the bytes that are shown, if this gesture is a yes; answers whether it was."""
        source, arming = self._source, self._arming
        if source is None or arming is None or not arming.accepts(gesture, typed):
            return False
        self._prove(source.row)
        return True

    def deauthorize(self) -> bool:
        """Take the authorization back; always one gesture. Answers whether there was one."""
        source, arming = self._source, self._arming
        if source is None or arming is None or not source.row.authorized or self._lock.is_locked:
            return False
        self._send(source.row, authorized=False)
        return True

    def _prove(self, row: FileRow) -> None:
        """Authorize once the owner has proved himself, where he wants to be asked (rule 17)."""

        def proven() -> None:
            self._proving = False
            self._send(row, authorized=True)

        def failed(sentence: str) -> None:
            self._proving = False
            self._set_busy(False)
            self.refused.emit(sentence)

        self._step_up.prove(proven, failed)
        if self._step_up.is_asking:
            self._proving = True
            self._set_busy(True)

    def _drop_proof(self) -> None:
        """Who no longer sees the source doesn't authorize it."""
        if self._proving:
            self._step_up.drop()

    @Slot(bool)
    def _on_lock_changed(self, locked: bool) -> None:
        self._drop_proof()
        if self._arming is not None:
            self._arming.set_locked(locked)
            self.lock_changed.emit()

    def _send(self, row: FileRow, *, authorized: bool) -> None:
        command = AuthorizeFile(
            agent=str(self._agent),
            path=row.path,
            authorized=authorized,
            sha256=row.sha256 if authorized else None,
        )
        self._set_busy(True)
        self._bridge.send(command, "authorize a file", self._on_answered, self._on_refused)

    def _on_answered(self, _row: FileRow) -> None:
        self._set_busy(False)
        self.refresh()

    def _on_refused(self, error: PlacetError) -> None:
        self._set_busy(False)
        self.refused.emit(error_sentence(error.code, error.message))
        self.refresh()

    def _set_busy(self, busy: bool) -> None:
        if self._arming is not None:
            self._arming.set_busy(busy)
        self.busy_changed.emit(busy)

    def _forget(self) -> None:
        self.close()

    def _drop_source(self) -> None:
        self._drop_proof()
        self._source = None
        self._arming = None

    async def _read(self, agent_id: str) -> None:
        try:
            listing: FileListing = await self._bridge.ask(ListFiles(agent=agent_id))
        except PlacetError as error:
            if agent_id == self._agent:
                self.files_lost.emit(error_sentence(error.code, error.message))
            return
        if agent_id == self._agent:
            self.files_read.emit(listing)
        await self._read_source(agent_id)

    async def _read_source(self, agent_id: str) -> None:
        path = self._path
        if path is None:
            return
        try:
            source: FileSourceRow = await self._bridge.ask(GetFileSource(agent=agent_id, path=path))
        except PlacetError as error:
            if (agent_id, path) == (self._agent, self._path):
                self.close()
                self.refused.emit(error_sentence(error.code, error.message))
            return
        if (agent_id, path) == (self._agent, self._path):
            self._take(source)

    def _take(self, source: FileSourceRow) -> None:
        before, self._source = self._source, source
        if before is not None and before.row.sha256 == source.row.sha256:
            if before != source:
                self.source_changed.emit(source)
            return
        self._drop_proof()  # it was asked for other bytes
        self._arming = Arming(
            self._clock.monotonic_ms,
            (CODE_PART,),
            pace=pace(self._bridge),
            step_up=True,  # it will be able to decide in the owner's stead
            digest=source.row.sha256 or "",
        )
        self._arming.set_locked(self._lock.is_locked)
        self.source_opened.emit(source)

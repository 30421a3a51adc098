"""Keeps the generations page fresh from facts, follows the one that is open, and carries out what the owner asks."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from placet.api import Event, PlacetError
from placet.api.generations import (
    CancelGeneration,
    CountGenerations,
    CreatedGeneration,
    CreateGeneration,
    GenerationLine,
    GenerationRow,
    GetGeneration,
    GetGenerationArgument,
    GetGenerationRequest,
    ListGenerationEvents,
    ListGenerations,
    LookUpModels,
    ModelRow,
)
from placet.api.queries import GetTurn
from placet_gui.bridge import Bridge
from placet_gui.models.generation_table import MOST_READ, PAGE_ROWS, GenerationTable
from placet_gui.presenters.generation_text import GrowingText, Piece, whole_text

_CALM_MS: Final = 100
_ENDED: Final = "ended"
_RETRY: Final = "retry"
_FACTS: Final = "generation."
ROUTE: Final = "console"
"""The route that the console's own idempotency keys count in."""


@dataclass(frozen=True, kw_only=True)
class GenerationFilter:
    """Which generations are looked at. Empty means all."""

    statuses: tuple[str, ...] = ()
    q: str | None = None

    def listing(self, limit: int, before: str | None = None) -> ListGenerations:
        """The query for rows under this filter, newest first."""
        return ListGenerations(statuses=self.statuses, q=self.q, limit=limit, before=before)


class GenerationsPresenter(QObject):
    """Between the generations page and the engine. Reads off the GUI thread, lists at most ten times a second.

    Signals:
        counts_changed(dict[str, int]): how many generations there are in each status.
        looked: the rows of the filter that was wished for last are shown now.
        row_read(GenerationRow): the open generation as it is now.
        request_read(str, GenerationRequest): a generation, and its request as it was sent.
        argument_read(str, str, str): a generation, a pointer, and the whole text there.
        text_begun(str): another generation's text is about to come.
        text_grown(str, tuple[Piece, ...]): what has come to the open generation's text.
        conversation_found(str, str): the agent and the conversation that a generation was made for.
    """

    counts_changed = Signal(object)
    looked = Signal()
    row_read = Signal(object)
    request_read = Signal(str, object)
    argument_read = Signal(str, str, str)
    text_begun = Signal(str)
    text_grown = Signal(str, object)
    conversation_found = Signal(str, str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = GenerationTable(self)
        self._bridge = bridge
        self._where = GenerationFilter()
        self._open: str | None = None
        self._stop_following: Callable[[], object] = lambda: None
        self._busy = self._due = self._shown = False
        self._calm = QTimer(self, singleShot=True, interval=_CALM_MS)
        self._calm.timeout.connect(self._refresh)
        self.model.more_wanted.connect(self._on_more_wanted)
        bridge.events_arrived.connect(self._on_events_arrived)

    @property
    def where(self) -> GenerationFilter:
        """The filter that is on."""
        return self._where

    def set_filter(self, where: GenerationFilter) -> None:
        """Look at other generations, as soon as they are read. The last wish counts."""
        self._where = where
        self._bridge.start(self._look_at(where), "look at generations")

    def set_shown(self, shown: bool) -> None:
        """Whether anybody can see the page. What happens while nobody does is read when somebody looks again."""
        self._shown = shown
        if shown and self._due:
            self._refresh()

    def open(self, task_id: str | None) -> None:
        """Show one generation, and follow it until it ends; None: none any more."""
        self._stop_following()
        self._stop_following = lambda: None
        self._open = task_id
        if task_id is not None:
            self.text_begun.emit(task_id)
            self._bridge.start(self._read_request(task_id), "read a request")
            self._stop_following = self._bridge.start(self._follow(task_id), f"follow {task_id}")

    def read_argument(self, task_id: str, pointer: str) -> None:
        """Ask for the whole text of a value of the request; `argument_read` brings it."""
        self._bridge.start(self._read_argument(task_id, pointer), "read an argument")

    def cancel(self, task_id: str) -> None:
        """Take a generation back in the owner's name."""
        self._bridge.send(CancelGeneration(task_id=task_id), f"cancel {task_id}")

    def find_conversation(self, row: GenerationRow) -> None:
        """Ask where an agent's generation belongs; `conversation_found` says it."""
        self._bridge.start(self._find_conversation(row), "find a conversation")

    def look_up_models(
        self, then: Callable[[tuple[ModelRow, ...]], None], otherwise: Callable[[PlacetError], None]
    ) -> None:
        """Ask all backends what they offer now; that takes up to two seconds."""
        self._bridge.send(LookUpModels(), "look up models", then, otherwise)

    def create(
        self,
        request: Mapping[str, Any],
        on_restart: str,
        then: Callable[[CreatedGeneration], None],
        otherwise: Callable[[PlacetError], None],
    ) -> None:
        """Ask for a generation in the owner's name."""
        key = secrets.token_hex(16) if on_restart == _RETRY else None  # a retry is only taken with a key (G2)
        command = CreateGeneration(
            request=request, on_restart=on_restart, route=ROUTE, idempotency_key=key, fingerprint=key
        )
        self._bridge.send(command, "make a generation", then, otherwise)

    async def _look_at(self, where: GenerationFilter) -> None:
        rows: tuple[GenerationLine, ...] = await self._bridge.ask(where.listing(PAGE_ROWS))
        if where is not self._where:
            return  # the owner wished for something else meanwhile
        self.model.show(rows, is_whole=len(rows) < PAGE_ROWS)
        self.looked.emit()
        self.counts_changed.emit(await self._bridge.ask(CountGenerations()))

    @Slot()
    def _refresh(self) -> None:
        if self._busy:
            self._due = True
            return
        self._busy, self._due = True, False
        self._bridge.start(self._read_again(), "refresh the generations")

    async def _read_again(self) -> None:
        where = self._where
        limit = min(MOST_READ, max(PAGE_ROWS, self.model.held() + 1))
        try:
            counts, rows = await self._bridge.ask_all([CountGenerations(), where.listing(limit)])
            if where is self._where:
                self.model.freshen(rows, reaches_end=len(rows) < limit)
            self.counts_changed.emit(counts)
        finally:
            self._busy = False
        if self._due:
            self._calm.start()

    @Slot(str)
    def _on_more_wanted(self, below: str) -> None:
        self._bridge.start(self._read_more(below), "read more generations")

    async def _read_more(self, below: str) -> None:
        where = self._where
        [rows] = await self._bridge.ask_all([where.listing(PAGE_ROWS, below)])
        if where is self._where:
            # Without an answer the row above was let go meanwhile, and so were all below it.
            self.model.add_below(below, rows or (), is_whole=len(rows or ()) < PAGE_ROWS)

    async def _read_row(self, task_id: str) -> GenerationRow:
        row: GenerationRow = await self._bridge.ask(GetGeneration(task_id=task_id))
        if task_id == self._open:
            self.row_read.emit(row)
        return row

    async def _follow(self, task_id: str) -> None:
        row = await self._read_row(task_id)
        if row.phase == _ENDED:
            self._tell(task_id, whole_text(row.response_json))
            return
        growing, after, ended = GrowingText(), -1, False
        while not ended and task_id == self._open:
            page = await self._bridge.next_events(ListGenerationEvents(task_id=task_id, after=after))
            self._tell(task_id, growing.take(page.events))
            after = page.events[-1].seq if page.events else after
            ended = page.expired or (page.ended and after >= page.last_seq)

    def _tell(self, task_id: str, pieces: tuple[Piece, ...]) -> None:
        if pieces and task_id == self._open:
            self.text_grown.emit(task_id, pieces)

    async def _read_request(self, task_id: str) -> None:
        request = await self._bridge.ask(GetGenerationRequest(task_id=task_id))
        if task_id == self._open:
            self.request_read.emit(task_id, request)

    async def _read_argument(self, task_id: str, pointer: str) -> None:
        text = await self._bridge.ask(GetGenerationArgument(task_id=task_id, pointer=pointer))
        if task_id == self._open:
            self.argument_read.emit(task_id, pointer, text)

    async def _find_conversation(self, row: GenerationRow) -> None:
        if row.turn_id is not None and row.agent_id is not None:
            turn = await self._bridge.ask(GetTurn(turn_id=row.turn_id))
            self.conversation_found.emit(row.agent_id, turn.conversation_id)

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        moved = {event.task_id for event in events if event.type.startswith(_FACTS)}
        if not moved:
            return
        if self._open in moved:
            self._bridge.start(self._read_row(str(self._open)), "read a generation")
        self._due = True
        if self._shown and not self._calm.isActive():
            self._calm.start()

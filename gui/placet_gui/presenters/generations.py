"""Keeps the generations page fresh from facts, follows the one that is open, and carries out what the owner asks."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from PySide6.QtCore import QObject, Signal, Slot

from placet.api import Event, PlacetError, Secret
from placet.api.generations import (
    CancelGeneration,
    CountGenerations,
    CreatedGeneration,
    CreateGeneration,
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
from placet.api.rows import secret_rows
from placet_gui.bridge import Bridge
from placet_gui.models.generation_table import GenerationTable
from placet_gui.presenters.generation_text import GrowingText, Piece, tokens_in, whole_text
from placet_gui.presenters.newest import Newest

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

    def counting(self) -> CountGenerations:
        """How many there are in each status, whatever is looked at."""
        return CountGenerations()


class GenerationsPresenter(QObject):
    """Between the generations page and the engine. Reads off the GUI thread, lists at most ten times a second.

    `rows` keeps the table fresh.

    Signals:
        row_read(GenerationRow): the open generation as it is now.
        request_read(str, GenerationRequest): a generation, and its request as it was sent.
        argument_read(str, str, str): a generation, a pointer, and the whole text there.
        text_begun(str): another generation's text is about to come.
        text_grown(str, tuple[Piece, ...]): what has come to the open generation's text.
        secrets_found(str, tuple[SecretRow, ...]): a generation, and all tokens that are masked in its text.
        conversation_found(str, str): the agent and the conversation that a generation was made for.
    """

    row_read = Signal(object)
    request_read = Signal(str, object)
    argument_read = Signal(str, str, str)
    text_begun = Signal(str)
    text_grown = Signal(str, object)
    secrets_found = Signal(str, object)
    conversation_found = Signal(str, str)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.model = GenerationTable(self)
        self.rows = Newest(bridge, self.model, GenerationFilter(), self)
        self._bridge = bridge
        self._open: str | None = None
        self._stop_following: Callable[[], object] = lambda: None
        bridge.events_arrived.connect(self._on_events_arrived)

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

    async def _read_row(self, task_id: str) -> GenerationRow:
        row: GenerationRow = await self._bridge.ask(GetGeneration(task_id=task_id))
        if task_id == self._open:
            self.row_read.emit(row)
        return row

    async def _follow(self, task_id: str) -> None:
        row = await self._read_row(task_id)
        if row.phase == _ENDED:
            self._tell(task_id, whole_text(row.response_json))
            self._tell_secrets(task_id, tokens_in(row.response_json))
            return
        growing, after, ended = GrowingText(), -1, False
        while not ended and task_id == self._open:
            page = await self._bridge.next_events(ListGenerationEvents(task_id=task_id, after=after))
            self._tell(task_id, growing.take(page.events))
            self._tell_secrets(task_id, growing.secrets)
            after = page.events[-1].seq if page.events else after
            ended = page.expired or (page.ended and after >= page.last_seq)

    def _tell(self, task_id: str, pieces: tuple[Piece, ...]) -> None:
        if pieces and task_id == self._open:
            self.text_grown.emit(task_id, pieces)

    def _tell_secrets(self, task_id: str, found: tuple[Secret, ...]) -> None:
        if found and task_id == self._open:
            self.secrets_found.emit(task_id, secret_rows(found))

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
        self.rows.note_change()

"""The request that is open, out of the queue of those that wait for the owner, and the owner's word about it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QObject, Signal, Slot

from placet.api import Action, NotFound, NotResolvable, PlacetError, Risk, TaskStatus, Via
from placet.api.commands import ExtendDeadline, ResolveTask
from placet.api.grants import DraftGrant, GrantDraft
from placet.api.queries import GetArgument, GetArgumentBytes, GetCard
from placet.api.views import Card, TaskRow
from placet_gui.bridge import Bridge
from placet_gui.presenters.approval_queue import ApprovalQueue
from placet_gui.presenters.arming import Arming, Gesture
from placet_gui.presenters.clock import Clock
from placet_gui.presenters.diff_choice import DiffChoice
from placet_gui.presenters.granting import Granting
from placet_gui.presenters.last_yes import LastYes
from placet_gui.presenters.pace import pace
from placet_gui.presenters.shown import shown_of, way
from placet_gui.presenters.step_up import StepUp
from placet_gui.screen_lock import ScreenLock
from placet_gui.texts import error_sentence

EXTENSION_MS: Final = 15 * 60 * 1000
"""How much time one press of the extend button gives."""
_SMALL_CHARS: Final = 8 * 1024
"""Arguments up to this length are made into a card at once, which then takes a few milliseconds."""


class Approvals(QObject):
    """Keeps at most one card of the inbox's list open, from the engine's facts; hands decisions to the engine.

    A card is opened by `open` alone, never by a fact. What a card shows changes with facts alone, never with a
    click: a click only makes it busy.

    Signals:
        card_opening(str): a card is being read; it takes a moment when it is big.
        card_opened(Card): a card is open now, instead of the one before.
        card_changed(Card): the open card's task has moved or its deadline has.
        card_closed: no card is open any more.
        busy_changed(bool): a decision about the open card is on its way to the engine, or has come back.
        refused(str): the engine said no about the open card; a sentence for the owner, shown there. What it said
            about a card that isn't open any more goes to the bridge's `failed`, with the request's name.
        text_arrived(str, str): the pointer and the whole showable text of an argument.
        bytes_arrived(str, BytesPage): the pointer and a page of the bytes of an argument.
        lock_changed(bool): the session was locked, or unlocked: meanwhile nothing is decided (rule 16).
        queue_changed: the order or the number of those that wait; after the first reading in any case.
    """

    card_opening = Signal(str)
    card_opened = Signal(object)
    card_changed = Signal(object)
    card_closed = Signal()
    busy_changed = Signal(bool)
    refused = Signal(str)
    text_arrived = Signal(str, str)
    bytes_arrived = Signal(str, object)
    lock_changed = Signal(bool)
    queue_changed = Signal()

    def __init__(
        self,
        bridge: Bridge,
        clock: Clock,
        lock: ScreenLock,
        step_up: StepUp,
        diff_choice: DiffChoice,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.diff_choice = diff_choice
        self._step_up = step_up
        self._queue = ApprovalQueue(bridge, clock, self)
        self.model = self._queue.model
        self._bridge = bridge
        self._clock = clock
        self._lock = lock
        self._card: Card | None = None
        self._arming: Arming | None = None
        self._draft: GrantDraft | None = None
        self._edited: Mapping[str, Any] | None = None
        self._wanted: str | None = None
        self._out: set[str] = set()
        self._queue.row_read.connect(self._on_queue_row_read)
        self._queue.changed.connect(self.queue_changed)
        lock.changed.connect(self._on_lock_changed)

    @property
    def clock(self) -> Clock:
        """The clock that cards are armed by."""
        return self._clock

    @property
    def card(self) -> Card | None:
        """The open card."""
        return self._card

    @property
    def arming(self) -> Arming | None:
        """What the open card's approval waits for."""
        return self._arming

    @property
    def grant_draft(self) -> GrantDraft | None:
        """What a standing answer to the open card may be made from, and why none may, if so."""
        return self._draft

    def begin_grant(self, parent: QObject) -> Granting | None:
        """Begin to make a standing answer of the open card's request. Decides nothing about the card."""
        card, draft = self._card, self._draft
        if card is None or draft is None or draft.why_not is not None:
            return None
        made = Granting(
            self._bridge,
            self._clock,
            draft,
            step_up=self._step_up,
            pace=pace(self._bridge),
            digest=card.digest,
            parent=parent,
        )
        made.set_locked(self._lock.is_locked)
        self.lock_changed.connect(made.set_locked)
        return made

    def end_grant(self) -> None:
        """The owner left what a standing answer is made with: nothing of it may come through any more."""
        self._step_up.drop()

    @property
    def busy(self) -> bool:
        """Whether a decision about the open card is out."""
        return self._card is not None and self._card.row.id in self._out

    @property
    def is_proving(self) -> bool:
        """Whether the system asks the owner for his password before a yes counts (rule 17)."""
        return self._step_up.is_asking

    def place(self) -> tuple[int, int]:
        """The open card's number among those that wait, 0 when it doesn't, and how many wait."""
        return self._queue.place_of(None if self._card is None else self._card.row.id)

    @Slot()
    def refresh(self) -> None:
        """Read what waits, off the GUI thread."""
        self._queue.refresh()

    def select(self, task_id: str | None) -> None:
        """The owner moved to this row. Moving opens and decides nothing."""
        self._queue.select(task_id)

    def set_pointed(self, pointed: bool) -> None:
        """Whether the pointer is over the list: meanwhile no row leaves it."""
        self._queue.set_pointed(pointed)

    def set_unfolded(self, agent_id: str, unfolded: bool) -> None:
        """Show each request of a group in the list, or take them together again. Decides nothing."""
        self._queue.set_unfolded(agent_id, unfolded)

    @property
    def selected_is_open(self) -> bool:
        """Whether the chosen row is the one whose card is open: only then a chord is meant for it."""
        return self._card is not None and self._queue.selected == self._card.row.id

    def open(self, task_id: str) -> None:
        """Open a task's card. Decides nothing."""
        if self._card is not None and self._card.row.id == task_id:
            return
        self._drop_card()
        self._wanted = task_id
        self.model.bring_out(task_id)
        row = self.model.row_of(task_id)
        if row is not None and len(row.args_json) + len(row.diff or "") <= _SMALL_CHARS:
            self._open_at_once(task_id)
            return
        self.card_opening.emit(task_id)
        self._bridge.start(self._open(task_id), "open a card")

    @property
    def is_done_with(self) -> bool:
        """Whether the open card was answered in this console, and nothing went wrong that is still to be read."""
        row = None if self._card is None else self._card.row
        if row is None or row.approval is None or row.can_decide:
            return False
        return row.approval.via == Via.WINDOW and row.status != TaskStatus.FAILED

    @Slot()
    def close_answered(self) -> None:
        """Close the open card if it is done with. No other one takes its place."""
        if self.is_done_with:
            self.close_card()

    def made_arming(self) -> Arming:
        """An arming for a no to a whole group: the window's pace, and nothing that must be opened or typed."""
        arming = Arming(self._clock.monotonic_ms, (), pace=pace(self._bridge), step_up=False, digest="")
        arming.set_locked(self._lock.is_locked)
        return arming

    def made_last_yes(self, task_id: str, parent: QObject) -> LastYes:
        """What finds out how a request differs from the one that was approved last."""
        return LastYes(self._bridge, task_id, parent)

    @Slot()
    def close_card(self) -> None:
        """Close the open card. Decides nothing: the request waits on and can be opened again (case 65)."""
        self._wanted = None
        self._drop_card()
        self.model.set_opened(None)
        self.card_closed.emit()
        self._queue.let_leave()

    def note_folded(self, parts: Iterable[str]) -> None:
        """The window folded these parts of the open card; where a mistake costs they have to be opened (rule 8)."""
        if self._card is not None and self._arming is not None and self._card.row.risk != Risk.LOW:
            self._arming.require(*parts)

    def begin_edit(self) -> None:
        """The owner writes other arguments for the open card; until `propose` nothing can be approved."""
        self._edited = None
        if self._arming is not None:
            self._arming.set_editing(True)

    def propose(self, args: Mapping[str, Any] | None) -> None:
        """Approve these arguments from now on, as they are in view (T10); None: those that were asked. Arms anew."""
        self._edited = args
        if self._arming is not None:
            self._arming.set_editing(False)

    def read_argument(self, pointer: str) -> None:
        """Fetch the whole text of an argument of the open card; it comes as `text_arrived`."""
        if self._card is not None:
            self._bridge.start(self._read_argument(self._card.row.id, pointer), "read an argument")

    def read_bytes(self, pointer: str, start: int) -> None:
        """Fetch a page of the bytes of a text of the open card; it comes as `bytes_arrived`."""
        if self._card is not None:
            self._bridge.start(self._read_bytes(self._card.row.id, pointer, start), "read bytes")

    def approve(self, gesture: Gesture, typed: str = "") -> bool:
        """Say yes to the open card, if this gesture is one; answers whether it was."""
        card, arming = self._card, self._arming
        if card is None or arming is None or not card.row.can_decide or not arming.accepts(gesture, typed):
            return False
        if gesture is Gesture.CHORD and not self.selected_is_open:
            return False
        command = ResolveTask(
            task_id=card.row.id,
            action=Action.APPROVE,
            modified_args=self._edited,
            shown_digest=card.digest,
            shown=shown_of(arming, way(gesture, step_up=card.step_up), edited=self._edited is not None),
            wait_ms=0,
        )
        if card.step_up:
            self._prove(command)
        else:
            self._decide(command)
        return True

    def deny(self, reason: str = "") -> bool:
        """Say no to the open card; always one gesture. Answers whether there was anything to say no to."""
        card = self._card
        if card is None or self.busy or not card.row.can_decide or self._lock.is_locked:
            return False
        self._decide(
            ResolveTask(
                task_id=card.row.id,
                action=Action.DENY,
                shown_digest=card.digest,
                shown=shown_of(self._arming, "deny", edited=self._edited is not None),
                reason=reason.strip() or None,
                wait_ms=0,
            )
        )
        return True

    def extend(self) -> None:
        """Give the open card's deadline more time."""
        approval = None if self._card is None else self._card.row.approval
        if self._card is None or approval is None or approval.expires_at is None:
            return
        until = max(approval.expires_at, self._clock.wall_ms()) + EXTENSION_MS
        command = ExtendDeadline(task_id=self._card.row.id, expires_at=until)
        self._bridge.start(self._submit(command), "extend a deadline")

    def _prove(self, command: ResolveTask) -> None:
        """Decide once the owner has proved himself, where he wants to be asked; the card waits meanwhile."""

        def proven() -> None:
            self._set_out(command.task_id, out=False)
            self._decide(command)

        def failed(sentence: str) -> None:
            self._set_out(command.task_id, out=False)
            self._tell_refused(command.task_id, sentence)

        self._step_up.prove(proven, failed)
        if self._step_up.is_asking:
            self._set_out(command.task_id, out=True)

    def _decide(self, command: ResolveTask) -> None:
        self._set_out(command.task_id, out=True)
        self._bridge.start(self._send(command), "send a decision")

    async def _send(self, command: ResolveTask) -> None:
        came_through = False
        try:
            came_through = await self._submit(command)
        finally:
            # After a yes or a no that counted, the card stays busy until the fact has changed it.
            if not came_through:
                self._set_out(command.task_id, out=False)
        self.refresh()

    async def _submit(self, command: ResolveTask | ExtendDeadline) -> bool:
        try:
            await self._bridge.submit(command)
        except PlacetError as error:
            if not isinstance(error, NotResolvable):  # then the card itself says who was faster
                self._tell_refused(command.task_id, error_sentence(error.code, error.message))
            return False
        return True

    def _tell_refused(self, task_id: str, sentence: str) -> None:
        if self._card is not None and self._card.row.id == task_id:
            self.refused.emit(sentence)
            return
        # Another card stands there by now, or none: a sentence on it would be about the wrong request.
        row = self.model.row_of(task_id)
        if row is not None:
            words = self.tr("Your word about {0} of {1} didn't count. {2}")
            sentence = words.format(row.tool, row.agent, sentence)
        self._bridge.failed.emit(sentence)

    @Slot(object)
    def _on_queue_row_read(self, row: TaskRow) -> None:
        if not row.can_decide:
            self._set_out(row.id, out=False)
        card = self._card
        if card is None or card.row.id != row.id or card.row == row:
            return
        if row.digest != card.digest:
            self._drop_card()  # other arguments are another card: it is looked at and armed anew
            self._open_at_once(row.id)
            return
        if not row.can_decide:
            self._step_up.drop()
        self._card = replace(card, row=row)
        self.card_changed.emit(self._card)

    def _open_at_once(self, task_id: str) -> None:
        try:
            self._show(*_card_and_draft(self._bridge.query, task_id))
        except NotFound as error:
            self._fail_to_open(error)

    async def _open(self, task_id: str) -> None:
        try:
            card, draft = await self._bridge.read(lambda query: _card_and_draft(query, task_id))
        except PlacetError as error:
            if self._wanted == task_id:
                self._fail_to_open(error)
            return
        if self._wanted == task_id:
            self._show(card, draft)

    def _show(self, card: Card, draft: GrantDraft) -> None:
        self._card = card
        self._draft = draft
        self._arming = Arming(
            self._clock.monotonic_ms,
            card.must_open,
            pace=pace(self._bridge),
            step_up=card.step_up,
            digest=card.digest,
        )
        self.model.set_opened(card.row.id)
        self._queue.hold(card.row.id)
        self._arming.set_busy(self.busy)
        self._arming.set_locked(self._lock.is_locked)
        self.card_opened.emit(card)
        if self.busy:  # it was decided, closed, and opened again before the answer came
            self.busy_changed.emit(True)
        self._queue.let_leave()

    def _fail_to_open(self, error: PlacetError) -> None:
        self.close_card()
        self._bridge.failed.emit(error_sentence(error.code, error.message))

    async def _read_argument(self, task_id: str, pointer: str) -> None:
        text = await self._bridge.ask(GetArgument(task_id=task_id, pointer=pointer))
        if self._card is not None and self._card.row.id == task_id:
            self.text_arrived.emit(pointer, text)

    async def _read_bytes(self, task_id: str, pointer: str, start: int) -> None:
        page = await self._bridge.ask(GetArgumentBytes(task_id=task_id, pointer=pointer, start=start))
        if self._card is not None and self._card.row.id == task_id:
            self.bytes_arrived.emit(pointer, page)

    def _drop_card(self) -> None:
        self._step_up.drop()  # who no longer sees the request doesn't approve it
        self._queue.hold(None)
        self._card = None
        self._draft = None
        self._arming = None
        self._edited = None

    def _set_out(self, task_id: str, *, out: bool) -> None:
        """A decision about this task is out, or isn't any more. Each has its own answer to wait for."""
        if out == (task_id in self._out):
            return
        (self._out.add if out else self._out.discard)(task_id)
        if self._card is not None and self._arming is not None and self._card.row.id == task_id:
            self._arming.set_busy(out)
            self.busy_changed.emit(out)

    @Slot(bool)
    def _on_lock_changed(self, locked: bool) -> None:
        self._step_up.drop()
        if self._arming is not None:
            self._arming.set_locked(locked)
        self.lock_changed.emit(locked)


def _card_and_draft(query: Callable[[Any], Any], task_id: str) -> tuple[Card, GrantDraft]:
    return query(GetCard(task_id=task_id)), query(DraftGrant(task_id=task_id))

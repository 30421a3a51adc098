"""The list of requests that wait for the owner: read from the engine's facts, and kept calm while it is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QObject, Signal, Slot

from placet.api import Event
from placet.api.queries import GetTask, ListOpen
from placet.api.views import TaskRow
from placet_gui.bridge import Bridge
from placet_gui.models.approval_list import ApprovalList
from placet_gui.presenters.clock import Clock
from placet_gui.presenters.floods import FloodGauge, flood_limits

KEEP_MS: Final = 5_000
"""How long a request that was decided, wherever that was, stays to be seen (rule 15)."""
_ASKED: Final = "hil.requested"
_MANY: Final = 100  # changed tasks beyond which reading all that waits is cheaper


class ApprovalQueue(QObject):
    """Keeps `model` true, and says when a row leaves it: never the one whose card is open, nor one chosen just now.

    Signals:
        row_read(TaskRow): a task of the list was read anew, and stands in the model.
        changed: the order or the number of those that wait; after the first reading in any case.
    """

    row_read = Signal(object)
    changed = Signal()

    def __init__(self, bridge: Bridge, clock: Clock, parent: QObject) -> None:
        super().__init__(parent)
        self.model = ApprovalList(self)
        self._bridge = bridge
        self._clock = clock
        self._gauge = FloodGauge()
        self._opened: str | None = None
        self._selected: str | None = None
        self._selected_ms = 0
        self._settled_ms: dict[str, int] = {}
        self._changed: dict[str, None] = {}  # tasks to be read again, in the order of their facts
        self._reading = self._all_due = self._pointed = self._known = False
        self._leave = clock.alarm(self, self.let_leave)
        bridge.events_arrived.connect(self._on_events_arrived)

    @property
    def selected(self) -> str | None:
        """The chosen row's task."""
        return self._selected

    def place_of(self, task_id: str | None) -> tuple[int, int]:
        """A task's number among those that wait, 0 when it doesn't, and how many wait."""
        waiting = self.model.waiting_ids()
        return (waiting.index(task_id) + 1 if task_id in waiting else 0), len(waiting)

    def refresh(self) -> None:
        """Read all that waits, off the GUI thread."""
        self._all_due = True
        self._look_again()

    def select(self, task_id: str | None) -> None:
        """The owner moved to this row."""
        self._selected, self._selected_ms = task_id, self._clock.monotonic_ms()
        self._leave.start(0)  # not now: the press of a click that moved here would be let go over another row

    def set_pointed(self, pointed: bool) -> None:
        """Whether the pointer is over the list: meanwhile no row leaves it, so that none moves under the pointer."""
        self._pointed = pointed
        self.let_leave()

    def set_unfolded(self, agent_id: str, unfolded: bool) -> None:
        """Show each request of a group in the list, or take them together again."""
        self.model.set_unfolded(agent_id, unfolded)
        self.let_leave()

    def hold(self, task_id: str | None) -> None:
        """Keep the row of the card that is open; None: no card is. What may go now goes with the next look."""
        self._opened = task_id

    @Slot()
    def let_leave(self) -> None:
        """Take out what was decided long enough ago and isn't being looked at, and fold what belongs to a group."""
        if self._pointed:
            return
        looked_at = {it for it in (self._opened, self._selected) if it is not None}
        self._fold(looked_at)
        now_ms = self._clock.monotonic_ms()
        due = {it: self._leaves_ms(it) - now_ms for it in self._settled_ms if it != self._opened}
        for task_id in [it for it, in_ms in due.items() if in_ms <= 0]:
            del due[task_id]
            # What goes may close its group's pane, which comes by here, too.
            self._settled_ms.pop(task_id, None)
            self.model.take_out(task_id)
        if due:
            self._leave.start(min(due.values()))

    def _leaves_ms(self, task_id: str) -> int:
        """When a row that was decided has been there, or has been the chosen one, for long enough."""
        seen_ms = self._selected_ms if task_id == self._selected else 0
        return max(self._settled_ms[task_id], seen_ms) + KEEP_MS

    def _fold(self, looked_at: set[str]) -> None:
        """Take rows into their groups. None above what is looked at leaves, so that this stays where it is."""
        rows = [self.model.index_of(it).row() for it in looked_at]
        self.model.fold(max(rows, default=-1), looked_at)

    def _look_again(self) -> None:
        """Read what is due: one reading at a time, and what changes meanwhile in the next."""
        if not self._reading:
            self._reading = True
            self._bridge.start(self._read(), "read the inbox")

    async def _read(self) -> None:
        everything, changed = self._all_due or len(self._changed) > _MANY, tuple(self._changed)
        self._all_due, self._changed = False, {}
        try:
            waiting = await self._bridge.ask(ListOpen()) if everything else ()
            here = {row.id for row in waiting}
            others = [it for it in (self.model.task_ids() if everything else changed) if it not in here]
            rows = await self._bridge.ask_all([GetTask(task_id=it) for it in others]) if others else []
            self._take((*waiting, *(it for it in rows if it is not None)))
        finally:
            self._reading = False
        if self._all_due or self._changed:
            self._look_again()

    def _take(self, rows: Sequence[TaskRow]) -> None:
        before = self.model.waiting_ids()
        # One that was asked for and decided between two looks was never to be seen here.
        rows = [row for row in rows if row.can_decide or self.model.row_of(row.id) is not None]
        self._gather(rows)
        self.model.put(rows)
        for row in rows:
            if row.can_decide:
                self._settled_ms.pop(row.id, None)
            else:
                self._settled_ms.setdefault(row.id, self._clock.monotonic_ms())
            self.row_read.emit(row)
        self.let_leave()
        if before != self.model.waiting_ids() or not self._known:
            self._known = True
            self.changed.emit()

    def _gather(self, rows: Sequence[TaskRow]) -> None:
        """Make a group of each agent that asks too much with these rows (rule 13); none leaves the list by this."""
        new = [row for row in rows if self.model.row_of(row.id) is None]
        for row in new:
            self._gauge.note(row)
        waiting = (*self.model.waiting_agents(), *(row.agent_id for row in new))
        for agent_id in self._gauge.flooding(waiting, self._clock.wall_ms(), flood_limits(self._bridge)):
            self.model.gather(agent_id, new)

    @Slot(object)
    def _on_events_arrived(self, events: tuple[Event, ...]) -> None:
        for event in events:
            task_id = event.task_id
            if task_id is not None and (event.type == _ASKED or self.model.holds(task_id)):
                self._changed[task_id] = None
        if self._changed:
            self._look_again()

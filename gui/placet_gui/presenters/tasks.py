"""Keeps the tasks table fresh from facts, and carries out what the owner asks of a task there."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from placet.api import Event
from placet.api.commands import CancelTask, ChangeSettings
from placet.api.queries import (
    GetArgument,
    GetArgumentBytes,
    GetCard,
    GetSettings,
    GetTaskLines,
    ListAgents,
    ListTools,
)
from placet.api.views import TaskLine
from placet_gui.bridge import Bridge
from placet_gui.models.saved_views import SavedView, read_views, write_views
from placet_gui.models.task_table import TaskTable
from placet_gui.models.task_window import PAGE_ROWS, TaskFilter, TaskWindow
from placet_gui.presenters.diff_choice import DiffChoice

CALM_MS: Final = 100
_FLOOD_MS: Final = 250
"""How long it rests between two looks while so much comes in that nobody could read it."""
_FLOOD: Final = 50
_SLACK_ROWS: Final = 10
_TRIES: Final = 3
_MOST_ROWS: Final = 1_000  # that one query answers
VIEWS_KEY: Final = "tasks.views"
_MANY: Final = 900  # changes in one breath beyond which reading the window again is cheaper


class TasksPresenter(QObject):
    """Between the tasks page and the engine. Reads off the GUI thread, at most ten times a second.

    Signals:
        counts_changed(dict[str, int]): how many tasks there are in each status, under the other filters.
        card_read(Card): the details that were asked for last.
        text_read(str, str, str): a task, a pointer, and the whole text of the argument there.
        bytes_read(str, str, BytesPage): a task, a pointer, and a page of the bytes of the text there.
        agents_changed(tuple[str, ...]): the names of all agents.
        tools_changed(tuple[str, ...]): the names of the tools that there are.
        views_changed(tuple[SavedView, ...]): the views that were saved.
        looked: the rows of the filter that was wished for last are shown now.
    """

    counts_changed = Signal(object)
    card_read = Signal(object)
    text_read = Signal(str, str, str)
    bytes_read = Signal(str, str, object)
    agents_changed = Signal(object)
    tools_changed = Signal(object)
    views_changed = Signal(object)
    looked = Signal()

    def __init__(self, bridge: Bridge, diff_choice: DiffChoice, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.diff_choice = diff_choice
        self.model = TaskTable(bridge.query, self)
        self._bridge = bridge
        self._where = TaskFilter()
        self._marking = False
        self._wanted: str | None = None
        self._changed: dict[str, str | None] = {}  # task id -> the last status that it moved to
        self._busy = False
        self._shown = False
        self._missed = False
        self._calm = QTimer(self, singleShot=True, interval=CALM_MS)
        self._calm.timeout.connect(self._on_calm_timeout)
        bridge.events_arrived.connect(self._on_events_arrived)

    def set_filter(self, where: TaskFilter) -> None:
        """Look at other tasks, as soon as they are read. The last wish counts."""
        self._where = where
        self._bridge.start(self._look_at(where), "look at tasks")

    @Slot()
    def begin(self) -> None:
        """Read for the first time."""
        self._missed = False
        self.set_filter(self._where)
        self._bridge.start(self._read_agents(), "list the agents")
        self._bridge.start(self._read_offers(), "read the tools and the saved views")

    @Slot(object)
    def save_views(self, views: tuple[SavedView, ...]) -> None:
        """Keep these views instead of those that were saved."""
        self._bridge.send(ChangeSettings(values={VIEWS_KEY: write_views(views)}), "save views")

    def set_shown(self, shown: bool) -> None:
        """Whether anybody can see the tasks. What happens while nobody does is read when somebody looks again."""
        self._shown = shown
        if shown and self._missed:
            self._missed = False
            self._bridge.start(self._catch_up(), "catch up with the tasks")

    def read_card(self, task_id: str | None) -> None:
        """Ask for a task's details; `card_read` brings them. None: nothing is wanted any more."""
        self._wanted = task_id
        if task_id is not None:
            self._bridge.start(self._read_card(task_id), f"read {task_id}")

    def read_text(self, task_id: str, pointer: str) -> None:
        """Ask for the whole text of an argument; `text_read` brings it."""
        self._bridge.start(self._read_text(task_id, pointer), "read an argument")

    def read_bytes(self, task_id: str, pointer: str, start: int) -> None:
        """Ask for a page of the bytes of a text; `bytes_read` brings it."""
        self._bridge.start(self._read_bytes(task_id, pointer, start), "read bytes")

    def cancel(self, task_id: str) -> None:
        """Take a task back in the owner's name."""
        self._bridge.send(CancelTask(task_id=task_id), f"cancel {task_id}")

    async def _look_at(self, where: TaskFilter) -> None:
        reading = TaskWindow.glimpsed if where.is_search else TaskWindow.loaded
        window = await self._bridge.read(lambda query: reading(query, where))
        if where is not self._where:
            return  # the owner wished for something else meanwhile
        self.model.look_at(window)
        self.looked.emit()
        if not window.is_whole:
            window = await self._read_the_rest(where)
        counts = window.counts or await self._bridge.ask(where.counting())
        if where is self._where:
            self.counts_changed.emit(counts)
        await self._read_marks()

    async def _read_the_rest(self, where: TaskFilter) -> TaskWindow:
        whole = await self._read_window(where)
        if where is self.model.where and not self.model.window.is_whole:
            self.model.extend(whole)
        return whole

    async def _read_window(self, where: TaskFilter) -> TaskWindow:
        # Off the GUI thread: counting a search over a million rows takes seconds.
        return await self._bridge.read(lambda query: TaskWindow.loaded(query, where))

    async def _read_marks(self) -> None:
        """Learn where the pages of a long listing begin, so that the scroll bar reaches all of it."""
        if self._marking or not self.model.window.is_long():
            return
        self._marking = True
        try:
            where = self.model.where
            marks = await self._bridge.ask(where.marking())
            if where is self.model.where:
                self.model.take_marks(marks)
        finally:
            self._marking = False

    async def _read_agents(self) -> None:
        self.agents_changed.emit(tuple(it.name for it in await self._bridge.ask(ListAgents())))

    async def _read_offers(self) -> None:
        tools, settings = await self._bridge.ask_all([ListTools(), GetSettings()])
        self.tools_changed.emit(tuple(tool.name for tool in tools))
        text = next(row.value for row in settings if row.key == VIEWS_KEY)
        self.views_changed.emit(read_views(text))

    async def _read_card(self, task_id: str) -> None:
        card = await self._bridge.ask(GetCard(task_id=task_id))
        if task_id == self._wanted:  # else another one was opened meanwhile
            self.card_read.emit(card)

    async def _read_text(self, task_id: str, pointer: str) -> None:
        text = await self._bridge.ask(GetArgument(task_id=task_id, pointer=pointer))
        self.text_read.emit(task_id, pointer, text)

    async def _read_bytes(self, task_id: str, pointer: str, start: int) -> None:
        page = await self._bridge.ask(GetArgumentBytes(task_id=task_id, pointer=pointer, start=start))
        self.bytes_read.emit(task_id, pointer, page)

    @Slot(object)
    def _on_events_arrived(self, events: Sequence[Event]) -> None:
        for event in events:
            if event.task_id is not None and not self._shown:
                self._missed = True
            elif event.task_id is not None:
                moved_to = event.payload.get("to") or self._changed.get(event.task_id)
                self._changed[event.task_id] = moved_to
            elif event.type == "agent.declared":
                self._bridge.start(self._read_agents(), "list the agents")
        if self._changed and not self._calm.isActive():
            self._rest()

    def _rest(self) -> None:
        self._calm.start(_FLOOD_MS if len(self._changed) > _FLOOD else CALM_MS)

    @Slot()
    def _on_calm_timeout(self) -> None:
        if not self._busy:
            self._busy = True
            self._bridge.start(self._refresh(), "refresh the tasks")

    async def _refresh(self) -> None:
        changed, self._changed = self._changed, {}
        try:
            await self._read_changes(changed)
        finally:
            self._busy = False
        if self._wanted in changed:
            self.read_card(self._wanted)
        if self._changed:
            self._rest()

    async def _read_changes(self, changed: dict[str, str | None]) -> None:
        where = self.model.where
        ids = self.model.concerned(changed)
        few = len(changed) <= _MANY
        known = self.model.window.newest_id()
        new = len(changed) - len(ids) if few else 0
        counts, newest, rows = await self._bridge.read(
            lambda query: (
                query(where.counting()),
                _newest(query, where, known, new),
                query(GetTaskLines(task_ids=tuple(ids) if few else ())),
            )
        )
        if where is not self.model.where:
            return  # the filter was changed meanwhile, so all that is shown is fresh
        if not few or not self.model.take_in(newest, rows):
            await self._read_again(where)
        self.counts_changed.emit(counts)

    async def _catch_up(self) -> None:
        where = self.model.where
        await self._read_again(where)
        self.read_card(self._wanted)
        self.counts_changed.emit(await self._bridge.ask(where.counting()))

    async def _read_again(self, where: TaskFilter) -> None:
        fresh = await self._read_window(where)
        if where is not self.model.where:
            return
        inherited = fresh.inherit_marks(self.model.window)
        self.model.renew(fresh)
        if not inherited:
            self._bridge.start(self._read_marks(), "mark the pages")


def _newest(
    query: Callable[[Any], Any], where: TaskFilter, known: str | None, new: int
) -> tuple[TaskLine, ...]:
    """The newest rows, down to the newest that is known; on a reader thread. About so many are `new`.

    More of them may come in meanwhile, a whole commit at once, so it looks again further down rather than that the window
    would have to be read anew.
    """
    limit = (PAGE_ROWS if known is None else _SLACK_ROWS) + new
    for _ in range(_TRIES):
        rows: tuple[TaskLine, ...] = query(where.listing(limit))
        if known is None or len(rows) < limit or any(row.id == known for row in rows):
            break
        limit = min(limit + max(limit, PAGE_ROWS), _MOST_ROWS)
    return rows

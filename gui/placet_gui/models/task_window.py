"""A window on the ledger's tasks: how many there are, and the pages of them that are being looked at.

Positions count from the oldest task, since new tasks arrive at the other end: a page that was read stays
right however many tasks are added. Pages are found by keyset (the id of the row above them), never by
OFFSET, and the least recently used are let go.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from placet.api import Narrowing
from placet.api.queries import CountTasks, ListTaskLines, ListTasks, MarkTasks
from placet.api.views import TaskLine

PAGE_ROWS: Final = 50
KEPT_PAGES: Final = 100
_STRIDE_ROWS: Final = 1000  # the most that one query answers
_LONGEST_WALK_ROWS: Final = _STRIDE_ROWS  # further down, a page waits for the marks
_TRIES: Final = 3
_GLIMPSE_ROWS: Final = 2 * PAGE_ROWS


@dataclass(frozen=True, kw_only=True)
class TaskFilter:
    """Which tasks are looked at. Empty means all."""

    agent: str | None = None
    kind: str | None = None
    statuses: tuple[str, ...] = ()
    q: str | None = None
    more: Narrowing = field(default_factory=Narrowing)

    def takes(self, row: TaskLine) -> bool:
        """Whether a row of the window still belongs to it. Only its status can have changed."""
        return not self.statuses or row.status in self.statuses

    def listing(self, limit: int, before: str | None = None) -> ListTaskLines:
        """The query for rows under this filter, newest first."""
        return ListTaskLines(**self._wish(), statuses=self.statuses, limit=limit, before=before)

    def reading(self, limit: int, before: str | None = None) -> ListTasks:
        """The query for whole tasks under this filter, newest first."""
        return ListTasks(**self._wish(), statuses=self.statuses, limit=limit, before=before)

    def counting(self) -> CountTasks:
        """The query for the count in each status, under everything but the statuses."""
        return CountTasks(**self._wish())

    def marking(self) -> MarkTasks:
        """The query for the ids at which the pages under this filter begin."""
        return MarkTasks(**self._wish(), statuses=self.statuses, every=PAGE_ROWS)

    def _wish(self) -> dict[str, Any]:
        return {"agent": self.agent, "kind": self.kind, "q": self.q, "more": self.more}

    @property
    def is_search(self) -> bool:
        """Whether rows have to be looked at one by one, so that counting them may take long."""
        return self.q is not None or bool(self.more)

    def total(self, counts: dict[str, int]) -> int:
        """How many rows the counts promise under this filter."""
        return sum(count for status, count in counts.items() if not self.statuses or status in self.statuses)


Ask = Callable[[ListTaskLines | CountTasks], object]


class TaskWindow:
    """The rows under one filter. May be loaded on any thread; then it belongs to its model, and to one thread."""

    def __init__(self, ask: Ask, where: TaskFilter) -> None:
        self._ask = ask
        self.where = where
        self.total = 0
        self.is_whole = True
        self.counts: dict[str, int] | None = None  # in each status, as they were when this was counted
        self._pages: OrderedDict[int, list[TaskLine]] = OrderedDict()
        self._marks: dict[int, str] = {}  # page -> id of its oldest row
        self._position: dict[str, int] = {}  # of every row that is held

    @classmethod
    def loaded(cls, ask: Ask, where: TaskFilter) -> TaskWindow:
        """A window with its rows counted and the newest of them read."""
        window = cls(ask, where)
        for _ in range(_TRIES):
            top = window._newest()
            count = window._count()
            newest = window._rows(where.listing(_newest_limit(count)))
            # Between two reads a task may arrive; then the positions would be off by one.
            if window._is_still(top, count, newest):
                break
        window.total = max(count, len(newest))
        window._hold(window.total - len(newest), newest[::-1])
        return window

    @classmethod
    def glimpsed(cls, ask: Ask, where: TaskFilter) -> TaskWindow:
        """A window on the newest rows alone: all of them when they are few, else `is_whole` is False.

        Counting what a search finds may take long, and its newest rows are known at once.
        """
        window = cls(ask, where)
        newest = window._rows(where.listing(_GLIMPSE_ROWS))
        window.is_whole = len(newest) < _GLIMPSE_ROWS
        window.total = len(newest)
        window._hold(0, newest[::-1])
        return window

    def is_long(self) -> bool:
        """Whether parts of it can't be walked to, so that marks are needed."""
        return self.total > _LONGEST_WALK_ROWS

    def take_marks(self, ids: Sequence[str]) -> bool:
        """Learn where the pages begin; False when that was read of other rows than these."""
        both = [page for page in self._marks if page < len(ids)]
        if not both or any(ids[page] != self._marks[page] for page in both):
            return False
        self._marks = dict(enumerate(ids)) | self._marks
        return True

    def inherit_marks(self, before: TaskWindow) -> bool:
        """Take over the marks of the window before this one, when they must still be right."""
        if (
            before.where != self.where
            or self.where.statuses
            or not before.is_whole
            or before.total > self.total
        ):
            return False
        # Twenty thousand of a long ledger, on the GUI thread: copied whole, not one by one.
        marks = before._marks.copy()
        for page in range(self._marks_above(), before._marks_above() + 1):
            marks.pop(page, None)
        self._marks = marks | self._marks
        return True

    def _marks_above(self) -> int:
        return (self.total - 1) // PAGE_ROWS

    def row(self, number: int) -> TaskLine | None:
        """The row shown at this place, 0 the newest; None when the ledger no longer has one there."""
        page, index = divmod(self.total - 1 - number, PAGE_ROWS)
        rows = self._pages.get(page)
        if rows is None:
            self._read(page)
            rows = self._pages.get(page, [])
        else:
            self._pages.move_to_end(page)
        return rows[index] if index < len(rows) else None

    def number_of(self, task_id: str) -> int | None:
        """Where a task is shown, when its page is held."""
        position = self._position.get(task_id)
        return None if position is None else self.total - 1 - position

    def holds(self, task_id: str) -> bool:
        """Whether a task's page is held."""
        return task_id in self._position

    def newest_id(self) -> str | None:
        """The id of the newest row; None when there is none."""
        row = self.row(0) if self.total else None
        return None if row is None else row.id

    def replace(self, row: TaskLine) -> int | None:
        """Put a newer version of a row in its place; answer the place, None when it isn't held."""
        position = self._position.get(row.id)
        if position is None:
            return None
        page, index = divmod(position, PAGE_ROWS)
        self._pages[page][index] = row
        return self.total - 1 - position

    def unseen(self, newest: Sequence[TaskLine]) -> list[TaskLine] | None:
        """Which of these rows aren't here yet, newest first; None when they don't reach what is here."""
        if not self.total:
            return list(newest) if len(newest) < PAGE_ROWS else None
        known = self.newest_id()
        for index, row in enumerate(newest):
            if row.id == known:
                return list(newest[:index])
        return None

    def add(self, rows: Sequence[TaskLine]) -> None:
        """Take in rows that are newer than all here, newest first."""
        start = self.total
        self.total += len(rows)
        self._hold(start, rows[::-1])

    def place_for(self, row: TaskLine) -> int | None:
        """Where a row that isn't here belongs, when the rows from there to the newest are all held."""
        held = self._held_from_top()
        if not held or row.seq > held[-1].seq:
            return None
        if row.seq > held[0].seq or len(held) == self.total:
            return sum(it.seq > row.seq for it in held)
        return None

    def insert(self, number: int, row: TaskLine) -> None:
        """Put a row in at the place that `place_for` gave."""
        held = self._held_from_top()
        held.insert(len(held) - number, row)
        self.total += 1
        self._hold_top(held)

    def can_remove(self, number: int) -> bool:
        """Whether the rows from this place to the newest are all held, so that one can be taken out."""
        return number < len(self._held_from_top())

    def remove(self, number: int) -> None:
        """Take a row out. Only where `can_remove` says so."""
        held = self._held_from_top()
        del self._position[held.pop(len(held) - 1 - number).id]
        self.total -= 1
        self._hold_top(held)

    def _newest(self) -> str | None:
        """The id of the newest row of a search, which takes less than counting it; else nothing is needed."""
        rows = self._rows(self.where.listing(1)) if self.where.is_search else ()
        return rows[0].id if rows else None

    def _is_still(self, top: str | None, count: int, newest: Sequence[TaskLine]) -> bool:
        """Whether nothing came in since the newest row was this one, or the count was this."""
        if self.where.is_search:
            return (newest[0].id if newest else None) == top
        return self._count() == count

    def _count(self) -> int:
        counts = self._ask(self.where.counting())
        assert isinstance(counts, dict)  # noqa: S101  # the query's answer, see CountTasks
        self.counts = counts
        return self.where.total(counts)

    def _rows(self, query: ListTaskLines) -> tuple[TaskLine, ...]:
        rows = self._ask(query)
        assert isinstance(rows, tuple)  # noqa: S101  # the query's answer, see ListTaskLines
        return rows

    def _read(self, page: int) -> None:
        """Read a page, walking down from the nearest mark above it."""
        start = (
            page + 1
            if page + 1 in self._marks
            else min((it for it in self._marks if it > page), default=None)
        )
        if start is None or (start - page) * PAGE_ROWS > _LONGEST_WALK_ROWS:
            return
        while start > page:
            span = min(start - page, _STRIDE_ROWS // PAGE_ROWS)
            rows = self._rows(self.where.listing(span * PAGE_ROWS, self._marks[start]))
            start -= span
            self._hold(start * PAGE_ROWS, rows[::-1])
            if len(rows) < span * PAGE_ROWS:
                return

    def _hold(self, start: int, rows: Sequence[TaskLine]) -> None:
        """Keep rows in ascending order, the first of them at position `start`."""
        for offset, row in enumerate(rows):
            page, index = divmod(start + offset, PAGE_ROWS)
            held = self._pages.setdefault(page, [])
            if index == 0:
                self._marks[page] = row.id
            held[index : index + 1] = [row]
            self._position[row.id] = start + offset
            self._pages.move_to_end(page)
        self._let_go()

    def _let_go(self) -> None:
        newest = (self.total - 1) // PAGE_ROWS
        for page in list(self._pages)[: max(0, len(self._pages) - KEPT_PAGES)]:
            if page < newest:  # the newest are the anchor of all that is added
                for row in self._pages.pop(page):
                    self._position.pop(row.id, None)

    def _held_from_top(self) -> list[TaskLine]:
        """The held rows that reach the newest without a gap, ascending, from a page's start on."""
        held: list[list[TaskLine]] = []
        page = (self.total - 1) // PAGE_ROWS
        while page in self._pages:
            held.append(self._pages[page])
            page -= 1
        return [row for rows in reversed(held) for row in rows]

    def _hold_top(self, held: list[TaskLine]) -> None:
        first = (self.total - len(held)) // PAGE_ROWS
        for page in [it for it in self._pages if it >= first]:
            del self._pages[page]
        self._marks = {page: task_id for page, task_id in self._marks.items() if page < first}
        self._hold(self.total - len(held), held)


def _newest_limit(total: int) -> int:
    """How many rows to read so that they end at a page's start."""
    return min(_STRIDE_ROWS, total % PAGE_ROWS + PAGE_ROWS) if total else PAGE_ROWS

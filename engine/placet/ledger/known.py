"""What the writer knows of the tasks that it touched last, so that no step reads back what it just wrote.

The problem: reading one whole task takes longer than moving it, and nearly every step begins with `tx.task`.
What we do: keep the records of the last tasks, write-through. Only the writer changes the file (the folder
is locked), so they stay true; should another program write to it all the same, SQLite's `data_version` says
so at the next batch and everything is forgotten.
What it costs: each step that is rolled back takes what it touched out again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

from placet.rules.basics import TaskId
from placet.rules.records import Task

T = TypeVar("T")

_MOST_TASKS: Final = 2048
_MOST_CHARACTERS: Final = 64 * 1024
"""Of a task with more text than this only the file knows; a few of them would fill the memory."""
_MOST_STANDING: Final = 1024


class KnownTasks:
    """The last tasks by id, exactly as the file has them. Lives on the writer thread."""

    def __init__(self) -> None:
        self._tasks: dict[TaskId, Task] = {}
        self._touched: list[TaskId] = []
        self._data_version: int | None = None
        self._standing: dict[tuple[str, ...], Any] = {}

    def begin(self, data_version: int) -> bool:
        """Start a batch. False: another program wrote to the file meanwhile, so nothing is known any more."""
        if data_version == self._data_version:
            return True
        self.forget()
        self._data_version = data_version
        return False

    def begin_step(self) -> None:
        """From here on, what is kept belongs to the next step."""
        self._touched.clear()

    def undo_step(self) -> None:
        """Forget what the step kept: its writes were rolled back."""
        for task_id in self._touched:
            self._tasks.pop(task_id, None)
        self._standing.clear()

    def forget(self) -> None:
        """Know nothing."""
        self._tasks.clear()
        self._standing.clear()

    def standing(self, asked: tuple[str, ...], look: Callable[[], T]) -> T:
        """What `look` finds in the tables that hardly ever change; it is asked once for as long as they don't."""
        if asked not in self._standing:
            if len(self._standing) >= _MOST_STANDING:
                self._standing.clear()
            self._standing[asked] = look()
        kept: T = self._standing[asked]
        return kept

    def forget_standing(self) -> None:
        """Look again: a step writes to one of those tables."""
        self._standing.clear()

    def find(self, task_id: TaskId) -> Task | None:
        """The task, if it is known."""
        return self._tasks.get(task_id)

    def keep(self, task: Task) -> None:
        """Note a task as it stands in the file now."""
        self._touched.append(task.id)
        self._tasks.pop(task.id, None)  # so that it becomes the newest
        if len(task.args) + len(task.diff or "") + len(task.result or "") > _MOST_CHARACTERS:
            return
        self._tasks[task.id] = task
        if len(self._tasks) > _MOST_TASKS:
            del self._tasks[next(iter(self._tasks))]

"""Copies tasks and writes them into files, off the GUI thread and a page at a time."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from PySide6.QtCore import QObject, Signal

from placet.api.queries import GetTask, ListTaskLines
from placet.api.views import TaskRow
from placet_gui.bridge import Bridge, Stop
from placet_gui.models.task_export import Form, as_json, lines
from placet_gui.models.task_window import TaskFilter
from placet_gui.said.system import system_reason

_PAGE_ROWS: Final = 50  # whole tasks: their arguments may be large
_LINE_ROWS: Final = 1000
_TELL_ROWS: Final = 1000
MOST_COPIED: Final = 500

Ask = Callable[[Any], Any]


@dataclass(frozen=True, kw_only=True)
class Block:
    """Rows that stand below each other in the list: the id of the topmost, and how many they are."""

    top: str
    count: int


class TaskExports(QObject):
    """One export at a time. A file is there when it is whole; one that was stopped, or failed, leaves none.

    Signals:
        copied(str, int): JSON text for the clipboard, and how many tasks it holds.
        progressed(int): so many tasks are written by now.
        exported(int, str): so many tasks stand in a file of this name now.
        stopped: the owner stopped it.
        failed(str): why it couldn't be written, in a sentence.
        busy_changed(bool): an export runs, or none does.
    """

    copied = Signal(str, int)
    progressed = Signal(int)
    exported = Signal(int, str)
    stopped = Signal()
    failed = Signal(str)
    busy_changed = Signal(bool)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bridge = bridge
        self._stop: Stop | None = None

    @property
    def busy(self) -> bool:
        """Whether an export runs."""
        return self._stop is not None

    def copy(self, where: TaskFilter, blocks: Sequence[Block]) -> None:
        """Read these rows; `copied` brings them as JSON. At most `MOST_COPIED` of them."""
        self._bridge.start(self._copy(where, tuple(blocks)), "copy tasks")

    def export(self, where: TaskFilter, blocks: Sequence[Block] | None, path: Path, form: Form) -> None:
        """Write these rows into this file, or all that fit the filter; one that is there is replaced."""
        if self._stop is None:
            self._stop = Stop()
            self.busy_changed.emit(True)
            self._bridge.start(self._export(where, blocks, path, form, self._stop), "export tasks")

    def stop(self) -> None:
        """End the export; nothing is left of it."""
        if self._stop is not None:
            self._stop.set()

    async def _copy(self, where: TaskFilter, blocks: tuple[Block, ...]) -> None:
        def read(ask: Ask) -> tuple[str, int]:
            rows = [row for _, row in zip(range(MOST_COPIED), _chosen(ask, where, blocks), strict=False)]
            return as_json(rows), len(rows)

        self.copied.emit(*await self._bridge.read(read))

    async def _export(
        self,
        where: TaskFilter,
        blocks: Sequence[Block] | None,
        path: Path,
        form: Form,
        stop: Stop,
    ) -> None:
        def write(ask: Ask) -> int | None:
            rows = _all(ask, where) if blocks is None else _chosen(ask, where, blocks)
            return write_file(path, _until(rows, stop, self.progressed.emit), form, stop)

        try:
            count = await self._bridge.read(write)
        except OSError as problem:
            self.failed.emit(
                self.tr("{0} couldn't be written: {1}.").format(path.name, system_reason(problem))
            )
        else:
            self.stopped.emit() if count is None else self.exported.emit(count, path.name)
        finally:
            stop.set()
            self._stop = None
            self.busy_changed.emit(False)


def write_file(path: Path, rows: Iterator[TaskRow], form: Form, stop: Stop) -> int | None:
    """Write rows into a file beside it, for its owner alone, and put that in its place; None when it was stopped.

    Raises:
        OSError: it couldn't be written; nothing is left of it.
    """
    beside = path.with_name(f".{path.name}.part")
    count = 0 if form is Form.JSON_LINES else -1  # the heads of the columns are no task
    try:
        handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            for line in lines(rows, form):
                file.write(line)
                count += 1
        if not stop.is_set():
            beside.replace(path)
            return count
    finally:
        with contextlib.suppress(FileNotFoundError):
            beside.unlink()
    return None


def _until(rows: Iterator[TaskRow], stop: Stop, tell: Callable[[int], object]) -> Iterator[TaskRow]:
    for number, row in enumerate(rows):
        if stop.is_set():
            return
        if number and number % _TELL_ROWS == 0:
            tell(number)
        yield row


def _all(ask: Ask, where: TaskFilter) -> Iterator[TaskRow]:
    """All rows that fit, newest first, as they are when their page is read."""
    before: str | None = None
    while rows := ask(where.reading(_PAGE_ROWS, before)):
        yield from rows
        before = rows[-1].id


def _chosen(ask: Ask, where: TaskFilter, blocks: Sequence[Block]) -> Iterator[TaskRow]:
    for block in blocks:
        yield ask(GetTask(task_id=block.top))
        before, left = block.top, block.count - 1
        while left > 0:
            asked: ListTaskLines = where.listing(min(left, _LINE_ROWS), before)
            below = ask(asked)
            for line in below:
                yield ask(GetTask(task_id=line.id))
            if not below:
                break
            before, left = below[-1].id, left - len(below)

"""Reads the log of an agent's code: who ran what, with which authority, and how it ended."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final

from PySide6.QtCore import QObject, Signal, Slot

from placet.api.queries import ListRuns
from placet.api.views import RunRow
from placet_gui.bridge import Bridge
from placet_gui.presenters.agent_reader import AgentReader

PAGE: Final = 200


class RunsPresenter(AgentReader):
    """Between the log of runs and the engine.

    Signals:
        runs_read(tuple[RunRow, ...], bool): the newest runs, newest first, and whether there are older ones.
    """

    runs_read = Signal(object, bool)

    NEWS: ClassVar = frozenset({"lambda.started", "lambda.ended"})
    WHAT: ClassVar = "the log of an agent's code"

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(bridge, parent)
        self._wanted = PAGE

    @Slot()
    def read_more(self) -> None:
        """Show older ones too."""
        self._wanted += PAGE
        self.refresh()

    def _forget(self) -> None:
        self._wanted = PAGE

    async def _read(self, agent_id: str) -> None:
        wanted = self._wanted
        rows = await self._bridge.read(lambda ask: _newest(ask, agent_id, wanted + 1))
        if agent_id == self._agent:
            self.runs_read.emit(rows[:wanted], len(rows) > wanted)


def _newest(ask: Callable[[Any], Any], agent_id: str, count: int) -> tuple[RunRow, ...]:
    """The newest runs, up to so many, page by page."""
    rows: tuple[RunRow, ...] = ()
    while len(rows) < count:
        before = rows[-1].id if rows else None
        limit = min(PAGE, count - len(rows))
        page: tuple[RunRow, ...] = ask(ListRuns(agent=agent_id, limit=limit, before=before))
        rows += page
        if len(page) < limit:
            break
    return rows

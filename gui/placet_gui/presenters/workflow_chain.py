"""Reads the chain of the workflow that is open (want, think, ask, do) and keeps its tree fresh, page by page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QObject, Signal, Slot

from placet.api import showable
from placet.api.generations import GenerationLine, ListGenerations
from placet.api.queries import Query
from placet.api.workflow_chain import CallRow, ListCalls, ListRevisions, RevisionRow
from placet.api.workflows import GetOperation, GetWorkflow, ListOperations, OperationRow
from placet_gui.bridge import Bridge
from placet_gui.models.chain_tree import ChainTree, Level, Link
from placet_gui.moments import clock_text
from placet_gui.said import said
from placet_gui.texts import APPROVALS, GENERATIONS, OPERATIONS, UNVERIFIABLE, word
from placet_gui.words import translate

PAGE_LINKS: Final = 50
MOST_LINKS: Final = 1_000
"""So many of a level's first links are kept fresh as a whole, and so many generations are shown."""
FREE: Final = "free"
"""The state of a call that nobody was asked about."""
UNSHOWABLE: Final = "unverifiable"
"""The state of an effect that came back, and that its tool has no way to look up."""


class WorkflowChain(QObject):
    """Reads off the GUI thread. One workflow is open at a time, or none.

    Signals:
        row_read(WorkflowRow): the open workflow as it is now.
        links_read: links of the open workflow were read anew.
        link_found(Link): an operation that was asked for by its id.
    """

    row_read = Signal(object)
    links_read = Signal()
    link_found = Signal(object)

    def __init__(self, bridge: Bridge, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.tree = ChainTree(self)
        self._bridge = bridge
        self._open: str | None = None
        self._busy = self._again = False
        self.tree.more_wanted.connect(self._on_tree_more_wanted)

    def open_id(self) -> str | None:
        """The workflow that is open."""
        return self._open

    def open(self, workflow_id: str | None) -> None:
        """Show another workflow's chain; None: none any more."""
        if workflow_id != self._open:
            self._open = workflow_id
            self.tree.begin()
        self.refresh()

    def refresh(self) -> None:
        """Read what is open anew."""
        if self._open is None:
            return
        if self._busy:
            self._again = True
            return
        self._busy = True
        self._bridge.start(self._read(self._open), "read a workflow")

    def find(self, operation_id: str) -> None:
        """Ask for one operation of the open workflow; `link_found` brings it."""
        if self._open is not None:
            self._bridge.start(self._find(self._open, operation_id), "read an operation")

    def note(self, operation: OperationRow) -> None:
        """Take in an operation as a command left it."""
        if operation.workflow_id == self._open:
            self.tree.replace(operation_link(operation))
            self.links_read.emit()

    async def _read(self, workflow_id: str) -> None:
        sizes = {level: _window(self.tree.held(level)) for level in Level}
        try:
            answers = await self._bridge.ask_all(_questions(workflow_id, sizes))
            if workflow_id == self._open and answers[0] is not None:
                self._take(answers, sizes)
        finally:
            self._busy = False
        if self._again or workflow_id != self._open:
            self._again = False
            self.refresh()

    def _take(self, answers: Sequence[Any], sizes: dict[Level, int]) -> None:
        row, goals, thoughts, calls, operations = answers
        self.row_read.emit(row)
        wants = [goal_link(it, is_ours=bool(row.guided) and it.number == 0) for it in goals]
        self.tree.take(Level.WANT, wants, is_whole=True)
        # The newest come first, and a chain is read from its beginning.
        self.tree.take(Level.THINK, [generation_link(it) for it in reversed(thoughts)], is_whole=True)
        self._take_page(Level.ASK, [call_link(it) for it in calls], sizes[Level.ASK])
        effects = [operation_link(it) for it in operations]
        self._take_page(Level.DO, effects, sizes[Level.DO], sum(row.operation_counts.values()))
        self.links_read.emit()

    def _take_page(self, level: Level, links: list[Link], size: int, total: int | None = None) -> None:
        is_whole = len(links) < size if size < MOST_LINKS else self.tree.held(level) == total
        self.tree.take(level, links, is_whole=is_whole, total=total)

    @Slot(object)
    def _on_tree_more_wanted(self, level: Level) -> None:
        if self._open is not None:
            self._bridge.start(self._read_more(self._open, level), "read more of a chain")

    async def _read_more(self, workflow_id: str, level: Level) -> None:
        held = self.tree.held(level)
        try:
            rows = await self._bridge.ask(_page(workflow_id, level, PAGE_LINKS, self.tree.last(level)))
        except BaseException:
            self.tree.miss(level)
            raise
        if workflow_id == self._open:
            make = call_link if level is Level.ASK else operation_link
            # What came in meanwhile may go on behind this page, so that it is the last says nothing then.
            is_whole = len(rows) < PAGE_LINKS and held == self.tree.held(level)
            self.tree.add(level, [make(row) for row in rows], is_whole=is_whole)

    async def _find(self, workflow_id: str, operation_id: str) -> None:
        query = GetOperation(workflow_id=workflow_id, operation_id=operation_id)
        operation: OperationRow = await self._bridge.ask(query)
        if workflow_id == self._open:
            self.link_found.emit(operation_link(operation))


def _window(held: int) -> int:
    return min(MOST_LINKS, held + PAGE_LINKS)


def _questions(workflow_id: str, sizes: dict[Level, int]) -> list[Query]:
    return [
        GetWorkflow(workflow_id=workflow_id),
        ListRevisions(workflow_id=workflow_id),
        ListGenerations(parent_id=workflow_id, limit=MOST_LINKS),
        _page(workflow_id, Level.ASK, sizes[Level.ASK], None),
        _page(workflow_id, Level.DO, sizes[Level.DO], None),
    ]


def _page(workflow_id: str, level: Level, limit: int, last: Link | None) -> Query:
    if level is Level.ASK:
        after = 0 if last is None else last.row.call.seq
        return ListCalls(workflow_id=workflow_id, limit=limit, after=after)
    return ListOperations(workflow_id=workflow_id, limit=limit, after=None if last is None else last.id)


def goal_link(row: RevisionRow, *, is_ours: bool) -> Link:
    """One goal: in the owner's words, or in ours, which a guided workflow begins with."""
    if is_ours:
        row = replace(row, shown_text=said(row.shown_text))
    first = row.shown_text.partition("\n")[0]
    return Link(
        level=Level.WANT,
        id=str(row.number),
        name=translate("chain", "Goal {0}").format(row.number + 1),
        title=translate("chain", "Goal {0}: {1}").format(row.number + 1, first),
        state="",
        state_key="",
        when=_when(row.at_ms),
        row=row,
    )


def generation_link(row: GenerationLine) -> Link:
    """One answer of the model's."""
    return Link(
        level=Level.THINK,
        id=row.id,
        name=row.model,
        title=row.model,
        state=word(GENERATIONS, row.status),
        state_key=row.status,
        when=_when(row.created_at),
        row=row,
    )


def call_link(row: CallRow) -> Link:
    """One call that the model asked for."""
    approval = row.approval
    return Link(
        level=Level.ASK,
        id=row.call.id,
        name=row.call.tool,
        title=f"{row.call.tool}  {row.call.preview}",
        state=translate("chain", "Free to run") if approval is None else word(APPROVALS, approval.state),
        state_key=FREE if approval is None else approval.state,
        when=_when(row.call.created_at),
        row=row,
    )


def operation_link(row: OperationRow) -> Link:
    """One effect."""
    key = UNSHOWABLE if is_unshowable(row) else row.state
    evidence = "" if row.receipt is None else f"  {_line(row.receipt.label)}"
    return Link(
        level=Level.DO,
        id=row.id,
        name=row.tool,
        title=f"{row.tool}{evidence}",
        state=word({**OPERATIONS, UNSHOWABLE: UNVERIFIABLE}, key),
        state_key=key,
        when=_when(row.started_at),
        row=row,
    )


def is_unshowable(row: OperationRow) -> bool:
    """Whether an effect came back and can be shown by nobody; another thing than one that is in doubt."""
    return row.state == "uncertain" and not row.unsure


def _line(text: str) -> str:
    return showable(text, single_line=True).text


def _when(at_ms: int) -> str:
    return clock_text(at_ms)

"""The workflows page: every goal, newest first, and the one that is open with its chain of want, think, ask and do."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Final

from PySide6.QtCore import QModelIndex, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame

from placet.api.workflows import OperationRow, WorkflowRow
from placet_gui.delegates.badges import VERDICT_LOOKS, WORKFLOW_LOOKS, Look
from placet_gui.delegates.table_cells import CellStyle
from placet_gui.models.chain_tree import Link
from placet_gui.models.workflow_table import ColumnId, verdict_of
from placet_gui.names import Name, name_widget
from placet_gui.presenters.workflows import WorkflowFilter, WorkflowsPresenter
from placet_gui.theme.style import Theme
from placet_gui.views.chips_head import ChipsHead, HeadWords
from placet_gui.views.list_page import ListPage, Split
from placet_gui.views.page import EmptyWord
from placet_gui.views.row_table_view import RowTableView
from placet_gui.views.workflow_detail import WorkflowDetail
from placet_gui.views.workflow_dialogs import GoalDialog, while_open
from placet_gui.views.workflow_form import WorkflowDialog

_SPLIT: Final = Split(beside_px=(520, 560), below_px=(160, 420), alone_px=520)
_WIDTHS_PX: Final[Mapping[int, int]] = {
    ColumnId.STATUS: 140,
    ColumnId.VERDICT: 172,
    ColumnId.AGENT: 112,
    ColumnId.GOAL: 64,
    ColumnId.RUN: 64,
    ColumnId.CREATED: 92,
}
_FIRST_TO_GO: Final = (ColumnId.RUN, ColumnId.GOAL, ColumnId.AGENT, ColumnId.CREATED)
_NARROWEST_WHAT_PX: Final = 200
_STYLES: Final[Mapping[int, CellStyle]] = {
    ColumnId.WHAT: CellStyle(strong=True),
    ColumnId.GOAL: CellStyle(figures=True),
    ColumnId.RUN: CellStyle(figures=True),
    ColumnId.CREATED: CellStyle(figures=True),
}


class WorkflowsPage(ListPage):
    """The list, and at its side or below it the one that the owner opened.

    Signals:
        conversation_asked(str, str): the owner wants to see this agent's conversation.
        task_asked(str), generation_asked(str): the owner wants to see this call, this generation.
    """

    conversation_asked = Signal(str, str)
    task_asked = Signal(str)
    generation_asked = Signal(str)

    def __init__(self, presenter: WorkflowsPresenter, theme: Theme, search: QAction) -> None:
        super().__init__()
        self._presenter, self._theme = presenter, theme
        name_widget(self, Name.WORKFLOWS_PAGE, self.tr("Workflows"))
        self._head = ChipsHead(theme, self._words(), WORKFLOW_LOOKS)
        self._table = RowTableView(
            Name.WORKFLOWS_TABLE, self.tr("Workflows, newest first"), presenter.model, widest=ColumnId.WHAT
        )
        self._table.setFrameShape(QFrame.Shape.NoFrame)
        badges = {ColumnId.VERDICT.value: _verdict_look}
        fitting: dict[int, Collection[Look]] = {
            ColumnId.STATUS: WORKFLOW_LOOKS.values(),
            ColumnId.VERDICT: VERDICT_LOOKS.values(),
        }
        look = lambda row: WORKFLOW_LOOKS[row.status]  # noqa: E731
        self._table.dress(theme, look, _STYLES, _WIDTHS_PX, badges, fitting)
        self._table.spare(_FIRST_TO_GO, _NARROWEST_WHAT_PX)
        self._detail = WorkflowDetail(theme, presenter.chain.tree)
        self._empty = EmptyWord(theme, "workflow", "", "")
        name_widget(self._empty, Name.WORKFLOWS_EMPTY, "")
        self._lay_out_parts(self._head, self._table, self._empty, self._detail, _SPLIT)
        self._connect(search)
        self._follow_rows(presenter.model)
        presenter.rows.look_at(WorkflowFilter())

    def open_workflow(self, workflow_id: str) -> None:
        """Show a workflow, and select its row when it is in sight of the filters."""
        index = self._presenter.model.index_of(workflow_id)
        if index.isValid():
            self._table.setCurrentIndex(index)
        else:
            self._table.clearSelection()
        if self._detail.workflow_id() != workflow_id or not self._detail.isVisible():
            self._detail.begin(workflow_id)
            self._presenter.chain.open(workflow_id)
        self._show_detail()

    def open_operation(self, workflow_id: str, operation_id: str) -> None:
        """Show one effect of a workflow."""
        self.open_workflow(workflow_id)
        self._presenter.chain.find(operation_id)

    def _connect(self, search: QAction) -> None:
        presenter, detail, chain = self._presenter, self._detail, self._presenter.chain
        self._head.wish_changed.connect(self._on_head_wish_changed)
        self._head.newest_asked.connect(self._on_newest_asked)
        self._table.steady.unseen_changed.connect(self._head.show_new)
        self._head.new_asked.connect(self._on_new_asked)
        self._table.row_opened.connect(self._on_table_row_opened)
        self._table.row_followed.connect(self._on_table_row_followed)
        presenter.rows.counts_changed.connect(self._head.show_counts)
        presenter.rows.looked.connect(self._show_row)
        presenter.operation_settled.connect(self._on_operation_settled)
        chain.row_read.connect(detail.show_row)
        chain.links_read.connect(self._on_links_read)
        chain.link_found.connect(detail.show_link)
        detail.closed.connect(self.close_detail)
        detail.resume_asked.connect(presenter.resume)
        detail.retry_asked.connect(presenter.retry)
        detail.stop_asked.connect(presenter.stop)
        detail.archive_asked.connect(self._on_archive_asked)
        detail.goal_asked.connect(self._on_goal_asked)
        detail.conversation_asked.connect(self._on_conversation_asked)
        detail.unsure_asked.connect(chain.find)
        detail.pane.task_asked.connect(self.task_asked)
        detail.pane.generation_asked.connect(self.generation_asked)
        detail.pane.check_asked.connect(self._on_check_asked)
        detail.pane.look_noted.connect(self._on_look_noted)
        self._search_by(search, self._head)

    def _words(self) -> HeadWords:
        return HeadWords(
            title=self.tr("Workflows"),
            search=self.tr("Search goals"),
            search_name=self.tr("Search in titles and goals"),
            search_id=Name.WORKFLOWS_SEARCH,
            new=self.tr("New workflow"),
            new_id=Name.WORKFLOW_NEW,
            chip="workflow_filter",
            chip_tip=self.tr("Show workflows in this state"),
            chip_count=self.tr("{0}, {1}"),
            count=lambda count: self.tr("%Ln workflows", "", count),
            newest_id=Name.WORKFLOWS_NEWEST,
            newest_tip=self.tr("Show the workflows that came in above these"),
        )

    @Slot(object, object)
    def _on_head_wish_changed(self, statuses: tuple[str, ...], q: str | None) -> None:
        self._presenter.rows.look_at(WorkflowFilter(statuses=statuses, q=q))

    @Slot()
    def _on_new_asked(self) -> None:
        presenter, dialog = self._presenter, WorkflowDialog(self, self._theme)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        answered = (while_open(dialog, dialog.on_created), while_open(dialog, dialog.on_refused))
        dialog.guided_made.connect(lambda agent, name, given: presenter.begin(agent, name, given, *answered))
        dialog.goal_made.connect(lambda agent, text: presenter.create(agent, text, *answered))
        dialog.created.connect(self.open_workflow)
        dialog.agent_chosen.connect(presenter.read_guides)
        presenter.agents_read.connect(dialog.show_agents)
        presenter.guides_read.connect(dialog.show_guides)
        presenter.read_guides(None)
        presenter.read_agents()
        dialog.open()

    @Slot(object)
    def _on_goal_asked(self, row: WorkflowRow) -> None:
        presenter, dialog = self._presenter, GoalDialog(self, self._theme, row)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        answered = (while_open(dialog, dialog.on_taken), while_open(dialog, dialog.on_refused))
        dialog.goal_made.connect(lambda workflow_id, text: presenter.go_on(workflow_id, text, *answered))
        dialog.open()

    @Slot(object)
    def _on_table_row_opened(self, row: WorkflowRow) -> None:
        self.open_workflow(row.id)

    @Slot(object)
    def _on_table_row_followed(self, row: WorkflowRow) -> None:
        if self._detail.isVisible():
            self.open_workflow(row.id)

    @Slot(str)
    def _on_archive_asked(self, workflow_id: str) -> None:
        self._presenter.archive(workflow_id)
        self.close_detail()

    @Slot(object)
    def _on_conversation_asked(self, row: WorkflowRow) -> None:
        self.conversation_asked.emit(row.agent_id, row.conversation_id)

    @Slot(object)
    def _on_check_asked(self, operation: OperationRow) -> None:
        self._presenter.check(operation, self._detail.pane.on_refused)

    @Slot(object, bool, str)
    def _on_look_noted(self, operation: OperationRow, happened: bool, reason: str) -> None:
        self._presenter.note_look(operation, happened, reason, self._detail.pane.on_refused)

    @Slot(object)
    def _on_operation_settled(self, operation: OperationRow) -> None:
        link = self._detail.pane.link()
        if link is not None and link.id == operation.id:
            self._detail.pane.settled()
            self._presenter.chain.find(operation.id)

    @Slot()
    def _on_links_read(self) -> None:
        shown: Link | None = self._detail.pane.link()
        if shown is not None and (link := self._presenter.chain.tree.link(shown.level, shown.id)) is not None:
            self._detail.pane.show_link(link)

    def _empty_words(self) -> tuple[str, str]:
        if self._presenter.rows.where == WorkflowFilter():
            return (
                self.tr("No workflows yet"),
                self.tr("Give an agent a goal that ends done only with evidence: New workflow, above."),
            )
        return self.tr("No workflows match"), self.tr("Take a filter away to see more.")

    def _on_closed(self) -> None:
        self._presenter.chain.open(None)  # what runs goes on

    def _on_seen(self, shown: bool) -> None:
        self._presenter.set_shown(shown)

    @Slot()
    def _show_row(self) -> None:
        shown = self._detail.workflow_id() if self._detail.isVisible() else None
        index = QModelIndex() if shown is None else self._presenter.model.index_of(shown)
        if index.isValid():
            self._table.setCurrentIndex(index)
            self._table.scrollTo(index)


def _verdict_look(row: WorkflowRow) -> Look | None:
    verdict = verdict_of(row)
    return None if verdict is None else VERDICT_LOOKS.get(verdict)

"""The owner's desk with the workflows page before it, an agent whose model says what a test wrote, and a post office."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QTabWidget, QTreeView, QWidget
from pytestqt.qtbot import QtBot

from placet.api.workflows import CreateGuidedWorkflow, CreateWorkflow, GetWorkflow, WorkflowRow
from placet_gui.actions import ActionId
from placet_gui.models.chain_tree import ChainTree, Level, Link
from placet_gui.models.workflow_table import ColumnId
from placet_gui.names import Name
from placet_gui.presenters.workflows import WorkflowsPresenter
from placet_gui.views.chain_view import ChainView
from placet_gui.views.workflows_page import WorkflowsPage
from tests.fakes.model_server import ModelServer, Reply, call
from tests.fakes.provider import Machine, PostOffice
from tests.flows.house import RESTRICTED_WRITE, House
from tests.gui.gestures import NO_KEYS, Desk, window_of

REPORT = {"content": "All is well."}
LETTER = {"to": "Bea", "body": "Come at nine."}
TOOLS = (RESTRICTED_WRITE, {"name": "post", "restricted": False}, {"name": "machine", "restricted": False})


def shown_texts(root: QWidget) -> str:
    """What the labels in sight say."""
    return "\n".join(it.text() for it in root.findChildren(QLabel) if it.isVisible())


class GoalDesk(Desk):
    """A desk whose agent `clerk` works on goals: it writes files after a yes, and posts letters that may be in doubt."""

    def __init__(self, base: Path, qtbot: QtBot, model: ModelServer) -> None:
        super().__init__(base, qtbot)
        self.model, self.post = model, PostOffice()
        self.house = House(base, tools=(self.post, Machine()), model=model)

    def __enter__(self) -> GoalDesk:
        self.house.__enter__()
        self.house.declare(tools=TOOLS)
        self.open_window()
        return self

    def open_window(self) -> None:
        """Build the window on the engine as it is, with the workflows page in front."""
        self.window = window_of(self.house.engine, self.clock, self.lock)
        self.window.show()
        self.window.activateWindow()
        self.wait(self.window.isActiveWindow)
        self.window.show_page(ActionId.SHOW_WORKFLOWS)

    @property
    def goals(self) -> WorkflowsPage:
        page: WorkflowsPage = self.window.findChild(WorkflowsPage)
        return page

    @property
    def presenter(self) -> WorkflowsPresenter:
        return self.window.findChild(WorkflowsPresenter)

    @property
    def tree(self) -> ChainTree:
        return self.presenter.chain.tree

    def create(self, text: str = "Do it.", *replies: Reply) -> str:
        """Give the agent a goal whose model says these things."""
        self.model.replies += replies
        return str(self.house.submit(CreateWorkflow(agent="clerk", text=text)).row.id)

    def report(self, *replies: Reply) -> str:
        """Have the agent write a report."""
        self.model.replies += replies or [writes(), Reply("I wrote it.")]
        command = CreateGuidedWorkflow(agent="clerk", guided="report", given={"path": "report.md"})
        return str(self.house.submit(command).row.id)

    def row(self, workflow_id: str) -> WorkflowRow:
        row: WorkflowRow = self.house.engine.query(GetWorkflow(workflow_id=workflow_id))
        return row

    def ended(self, workflow_id: str, attempt: int = 1) -> WorkflowRow:
        """The workflow, once that run of it has ended; the window lives on meanwhile."""
        self.wait(lambda: (row := self.row(workflow_id)).phase == "ended" and row.attempt >= attempt)
        return self.row(workflow_id)

    def verified(self) -> str:
        """A report that ended verified; the owner said yes elsewhere."""
        workflow_id = self.report()
        self.house.approve(self.held())
        assert self.ended(workflow_id).status == "done"
        return workflow_id

    def in_doubt(self) -> str:
        """A workflow with one letter that may have been posted."""
        self.post.findable = self.post.confirms = False
        sent = Reply(calls=(call("post", LETTER),))
        workflow_id = self.create("Tell Bea.", sent, Reply("It was posted."))
        assert self.ended(workflow_id).verdict == "uncertain"
        return workflow_id

    def held(self) -> str:
        """The call that waits for the owner, once there is one."""
        waiting = self.house.tasks
        self.wait(lambda: waiting(statuses=("pending_approval",)))
        return waiting(statuses=("pending_approval",))[0].id

    def states(self, workflow_id: str) -> tuple[str, str]:
        """What the table says of a workflow: its status and what its evidence comes to."""
        index = self.presenter.model.index_of(workflow_id)
        status, verdict = (index.siblingAtColumn(it).data() for it in (ColumnId.STATUS, ColumnId.VERDICT))
        return str(status), str(verdict)

    def stands(self, workflow_id: str, status: str, verdict: str = "") -> None:
        """Wait until the table says so."""
        self.wait(lambda: self.presenter.model.index_of(workflow_id).isValid())
        self.wait(lambda: self.states(workflow_id) == (status, verdict))

    def open_goal(self, workflow_id: str) -> None:
        """Click a workflow's row, and wait until its chain is there."""
        self.wait(lambda: self.presenter.model.index_of(workflow_id).isValid())
        table = self.find(Name.WORKFLOWS_TABLE)
        at = table.visualRect(self.presenter.model.index_of(workflow_id)).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, NO_KEYS, at)
        self.wait(lambda: self.tree.held(Level.WANT) > 0)

    def links(self, level: Level) -> list[Link]:
        """The links of a level that were read."""
        parent = self.tree.of_level(level)
        found = [self.tree.link_at(self.tree.index(n, 0, parent)) for n in range(self.tree.rowCount(parent))]
        return [it for it in found if it is not None]

    def open_link(self, level: Level, number: int = 0) -> None:
        """Click a link of the chain."""
        view: QTreeView = self.find(Name.WORKFLOW_CHAIN, ChainView)
        index = self.tree.index(number, 0, self.tree.of_level(level))
        view.expand(index.parent())
        view.scrollTo(index)
        at = view.visualRect(index).center()
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, NO_KEYS, at)
        assert self.shows(Name.LINK_BACK)

    def press(self, name: str) -> None:
        """Click a button by its name."""
        self.click(self.find(name, QAbstractButton))

    def turn_to(self, number: int) -> None:
        """Bring a tab of the open workflow to the front."""
        self.find(Name.WORKFLOW_TABS, QTabWidget).setCurrentIndex(number)

    def buttons(self) -> set[str]:
        """The names of all buttons that can be seen on the page."""
        return {
            it.objectName()
            for it in self.goals.findChildren(QAbstractButton)
            if it.isVisible() and it.objectName() and not it.objectName().startswith("qt_")
        }


def writes(**free: Any) -> Reply:
    """The reply that a guided report asks for."""
    return Reply(calls=(call("fs_write", free or REPORT),))


@pytest.fixture
def goal_desk(tmp_path: Path, qtbot: QtBot) -> Iterator[GoalDesk]:
    with ModelServer() as model, GoalDesk(tmp_path, qtbot, model) as made:
        yield made

"""The gallery's pictures of workflows and of the doctor: how each stands by its evidence, and what is to be seen to."""

from __future__ import annotations

import threading
from typing import Any, Final

from PySide6.QtWidgets import QComboBox, QDialog, QPlainTextEdit, QPushButton, QTabWidget, QWidget

from placet import app as engine_app
from placet.api import Action
from placet.api.doctor import damaged
from placet.api.queries import ListOpen
from placet.api.workflows import (
    ContinueWorkflow,
    CreateGuidedWorkflow,
    CreateWorkflow,
    GetWorkflow,
    NoteLook,
    StopWorkflow,
    WorkflowRow,
)
from placet.ledger.witness import WHAT_TO_DO
from placet_gui.actions import ActionId
from placet_gui.models.chain_tree import ChainTree, Level
from placet_gui.models.workflow_table import ColumnId
from placet_gui.names import Name
from placet_gui.theme.style import Theme
from placet_gui.views.doctor_page import DoctorPage
from placet_gui.views.main_window import MainWindow
from placet_gui.words import translate
from tests.fakes.model_server import ModelServer, Reply, call
from tests.fakes.provider import Machine, PostOffice
from tests.gui.conftest import House
from tests.gui.gallery_answers import Take
from tests.gui.settling import settle

LETTER: Final = {"to": "harbour office", "body": "The third ship is late."}
REPORT: Final = "# The harbour\n\nThree ships came in, and two went out.\n"
SUMMARY: Final = (
    "I wrote the report into harbour.md.\nIt says what came in and went out, and <b>nothing</b> is missing."
)


def open_with_a_post_office(house: House) -> PostOffice:
    """Open the engine again, with tools whose effects can be in doubt."""
    house.engine.close()
    post = PostOffice()
    house.engine = engine_app.open(house.folder / "data", more_tools=(post, Machine()))
    return post


def furnish_goals(house: House, model: ModelServer) -> None:
    """Workflows that stand in every way that there is, the newest of them interrupted by an engine that ended."""
    post = open_with_a_post_office(house)
    for name in ("porter", "runner", "sleeper", "waiter"):
        tools = [
            {"name": "fs_write", "restricted": name == "waiter"},
            {"name": "post", "restricted": False},
            {"name": "machine", "restricted": False},
        ]
        house.declare(name, model={"backend": "here"}, tools=tools)
    _unproven(house, model)
    _unchecked(house, model)
    _in_doubt(house, model, post)
    _stopped(house, model)
    _failed(house, model)
    _verified(house, model)
    _interrupted(house, model)
    _waiting(house, model)


def _run(house: House, *replies: Reply, model: ModelServer, **asked: Any) -> WorkflowRow:
    """A workflow that has ended, of a model that says these things."""
    model.replies[:] = replies
    return _ended(house, _create(house, **asked))


def _create(house: House, agent: str, text: str = "", path: str | None = None) -> str:
    command: Any = CreateWorkflow(agent=agent, text=text)
    if path is not None:
        command = CreateGuidedWorkflow(agent=agent, guided="report", given={"path": path, "text": text})
    return str(house.submit(command).row.id)


def _row(house: House, workflow_id: str) -> WorkflowRow:
    row: WorkflowRow = house.engine.query(GetWorkflow(workflow_id=workflow_id))
    return row


def _ended(house: House, workflow_id: str, attempt: int = 1) -> WorkflowRow:
    while (row := _row(house, workflow_id)).phase != "ended" or row.attempt < attempt:
        settle(50)
    return row


def _unproven(house: House, model: ModelServer) -> None:
    nothing = Reply(calls=(call("fs_write", {}),))
    _run(
        house,
        *[nothing] * 3,
        Reply("I did my best."),
        model=model,
        agent="porter",
        text="the tides",
        path="t.md",
    )


def _unchecked(house: House, model: ModelServer) -> None:
    pull = Reply(calls=(call("machine", {"lever": 1}),))
    _run(house, pull, Reply("The bridge is up."), model=model, agent="porter", text="Raise the bridge.")
    _run(house, Reply("It is Monday."), model=model, agent="porter", text="Say which day it is today.")


def _in_doubt(house: House, model: ModelServer, post: PostOffice) -> None:
    post.findable = post.confirms = False
    sent = Reply(calls=(call("post", LETTER),))
    row = _run(
        house, sent, Reply("The letter is on its way."), model=model, agent="porter", text="Tell the harbour."
    )
    house.submit(
        NoteLook(workflow_id=row.id, operation_id=row.unsure[0], happened=False, reason="No letter came.")
    )


def _stopped(house: House, model: ModelServer) -> None:
    go = threading.Event()
    held = Reply("Late.", before=lambda: go.wait(20) and None)
    write = call("fs_write", {"path": "first.md", "content": "one"})
    model.replies[:] = [Reply("First I write first.md.", calls=(write,)), held]
    workflow_id = _create(house, "porter", "Write three files, one after the other.")
    while not _row(house, workflow_id).receipts:
        settle(50)
    settle(300)
    house.submit(StopWorkflow(workflow_id=workflow_id))
    go.set()
    _ended(house, workflow_id)


def _failed(house: House, model: ModelServer) -> None:
    write = call("fs_write", {"path": "notes.md", "content": "one"})
    _run(
        house,
        Reply("I write notes.md.", calls=(write,)),
        Reply(""),
        model=model,
        agent="porter",
        text="Take notes.",
    )


def _verified(house: House, model: ModelServer) -> None:
    written = Reply(calls=(call("fs_write", {"content": REPORT}),))
    model.replies[:] = [written, Reply(SUMMARY)]
    workflow_id = _create(house, "waiter", "the harbour", "harbour.md")
    while not (waiting := [it for it in house.engine.query(ListOpen()) if it.agent == "waiter"]):
        settle(50)
    house.decide(waiting[0], Action.APPROVE, "Go ahead.")
    _ended(house, workflow_id)
    model.replies[:] = [Reply(calls=(call("fs_write", {"content": REPORT * 2}),)), Reply(SUMMARY)]
    house.submit(ContinueWorkflow(workflow_id=workflow_id, text="Say also what is expected tomorrow."))
    while not (waiting := [it for it in house.engine.query(ListOpen()) if it.agent == "waiter"]):
        settle(50)
    house.decide(waiting[0], Action.APPROVE)
    _ended(house, workflow_id, attempt=2)


def _interrupted(house: House, model: ModelServer) -> None:
    go = threading.Event()
    model.replies[:] = [Reply("Late.", before=lambda: go.wait(20) and None)]
    workflow_id = _create(house, "sleeper", "Count the ships until the evening.")
    while _row(house, workflow_id).status != "running":
        settle(50)
    open_with_a_post_office(house)
    go.set()


def _waiting(house: House, model: ModelServer) -> None:
    model.replies[:] = [Reply(calls=(call("fs_write", {"content": REPORT}),)), Reply(SUMMARY)]
    _create(house, "waiter", "the lighthouse", "lighthouse.md")
    while not [it for it in house.engine.query(ListOpen()) if it.agent == "waiter"]:
        settle(50)


def walk_goals(window: MainWindow, take: Take, tag: str) -> None:
    """The page, one in every state, a link of each level, the model's words, the record, and the two forms."""
    window.show_page(ActionId.SHOW_WORKFLOWS)
    settle()
    take(window, f"workflows-{tag}")
    page = window.findChild(QWidget, Name.WORKFLOWS_PAGE)
    table = window.findChild(QWidget, Name.WORKFLOWS_TABLE)
    model = table.model()
    seen: set[tuple[str, str]] = set()
    for number in range(model.rowCount()):
        states = tuple(model.index(number, it).data() for it in (ColumnId.STATUS, ColumnId.VERDICT))
        if states not in seen:
            seen.add(states)
            table.row_opened.emit(model.row_at(model.index(number, 0)))
            settle(400)
            take(window, "-".join(["workflow", *states, tag]).lower().replace(" ", "_").replace("'", ""))
            row = model.row_at(model.index(number, 0))
            if (row.status, row.verdict) in {("done", "verified"), ("unverified", "uncertain")}:
                _links(window, take, f"{row.verdict}-{tag}")
    _forms(window, take, tag)
    page.close_detail()


def _links(window: MainWindow, take: Take, tag: str) -> None:
    tree = window.findChild(QWidget, Name.WORKFLOW_CHAIN)
    chain: ChainTree = tree.model()
    for level in Level:
        index = chain.index(0, 0, chain.of_level(level))
        if index.isValid():
            tree.link_opened.emit(chain.link_at(index))
            settle(150)
            take(window, f"link-{level.key}-{tag}")
            window.findChild(QPushButton, Name.LINK_BACK).click()
    tabs = window.findChild(QTabWidget, Name.WORKFLOW_TABS)
    for number in (1, 2):
        tabs.setCurrentIndex(number)
        settle(150)
        take(window, f"workflow-tab-{number}-{tag}")
    tabs.setCurrentIndex(0)


def _forms(window: MainWindow, take: Take, tag: str) -> None:
    window.findChild(QPushButton, Name.WORKFLOW_NEW).click()
    settle(400)
    dialog = window.findChild(QDialog, Name.WORKFLOW_DIALOG)
    take(dialog, f"workflow-new-{tag}")
    kinds = dialog.findChild(QComboBox, Name.WORKFLOW_KIND)
    for number in range(1, kinds.count()):
        kinds.setCurrentIndex(number)
        settle(100)
        take(dialog, f"workflow-new-{kinds.currentData() or 'words'}-{tag}")
    dialog.findChild(QPlainTextEdit, Name.WORKFLOW_TEXT).setPlainText("Raise the bridge at nine.")
    settle(100)
    take(dialog, f"workflow-new-own-{tag}")
    dialog.reject()
    settle(50)
    goes_on = window.findChild(QPushButton, Name.WORKFLOW_CONTINUE)
    if goes_on.isVisible():
        goes_on.click()
        settle(150)
        take(window.findChild(QDialog, Name.GOAL_DIALOG), f"workflow-goal-{tag}")
        window.findChild(QDialog, Name.GOAL_DIALOG).reject()
        settle(50)


def walk_doctor(window: MainWindow, take: Take, tag: str) -> None:
    """What there is to see to, with an effect in doubt, a workflow, and a model server chosen."""
    window.show_page(ActionId.SHOW_DOCTOR)
    settle(2_500)
    take(window, f"doctor-{tag}")
    table = window.findChild(QWidget, Name.DOCTOR_LIST)
    shown = {table.model().index(number, 0).data(): number for number in range(table.model().rowCount())}
    for number in shown.values():
        table.selectRow(number)
        settle(100)
        kind = table.model().index(number, 0).data().lower().replace(" ", "_")
        take(window, f"doctor-{kind}-{tag}")


def walk_damage(theme: Theme, take: Take) -> None:
    """What the window shows while its ledger is damaged."""
    window = MainWindow(theme)
    page = DoctorPage(theme, translate("Damage", "Open again"))
    page.show_examination(
        damaged(
            "An older copy lies in the place of the ledger /home/ada/ledger.sqlite: its last 12 events are missing. "
            + WHAT_TO_DO
        )
    )
    window.open_with(page)
    window.show()
    settle()
    take(window, "damaged")
    window.close()
    window.deleteLater()

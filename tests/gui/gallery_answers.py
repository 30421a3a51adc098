"""The gallery's pictures of what models write, and of standing answers: in every state, and in the making."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final

from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QToolButton,
    QWidget,
)

from placet.api.generations import CancelGeneration, CreateGeneration, GetGeneration
from placet.api.grants import GrantWords, MakeGrant, RevokeGrant
from placet_gui.actions import ActionId
from placet_gui.models.approval_list import CardRole
from placet_gui.models.generation_table import ColumnId
from placet_gui.names import Name
from placet_gui.presenters.granting import Span
from placet_gui.views.main_window import MainWindow
from tests.fakes.gated_model import MODEL as GATED
from tests.fakes.model_server import MODEL, ModelServer, Reply, call
from tests.gui.conftest import House
from tests.gui.settling import settle

STORY: Final = """# Release notes, second draft

The queue keeps its order when two writers ask at once, and a search says how many rows it found.

- Fixed: a hidden character such as \u202e stands as a chip, wherever it is shown.
- Fixed: <b>markup</b> in an answer is shown as it was written.

""" + "".join(
    f"{n}. One more paragraph that makes the text longer than the pane is high.\n" for n in range(1, 30)
)

Take = Callable[[QWidget, str], None]


def furnish_generations(house: House, model: ModelServer) -> None:
    """Generations that ended well, ended badly, were cancelled, run, and wait."""
    model.replies += [
        Reply(text=STORY),
        Reply(calls=(call("fs_write", {"path": "notes.md", "content": "Hello"}),), text="I write it down."),
    ]
    for text in ("Write the release notes.", "Call the tool that writes a file."):
        ended(house, create(house, f"here/{MODEL}", text, instructions="Be brief.", temperature=0.2))
    ended(house, create(house, "nowhere/any", "Say something."))
    cancelled = create(house, f"gated/{GATED}", "Never mind.")
    settle(200)
    house.submit(CancelGeneration(task_id=cancelled))
    create(house, f"gated/{GATED}", "Tell a story of four chapters, and take your time over it.")
    create(house, f"gated/{GATED}", "And then another one.", on_restart="fail")
    settle(300)


def create(house: House, model: str, text: str, on_restart: str = "fail", **more: Any) -> str:
    """Ask for one; answers its id."""
    request = {"model": model, "input": text, **more}
    return str(house.submit(CreateGeneration(request=request, on_restart=on_restart)).row.id)


def ended(house: House, task_id: str) -> None:
    """Wait until it has ended."""
    while house.engine.query(GetGeneration(task_id=task_id)).phase != "ended":
        settle(50)


def furnish_grants(house: House) -> None:
    """Grants that stand, that ended in each way, and calls that they let pass."""

    def make(match: dict[str, Any], **more: Any) -> str:
        words = GrantWords(agent=more.pop("agent", "clerk"), tool="fs_write", match=match, **more)
        return str(house.submit(MakeGrant(words=words)).row.id)

    make({"path": "status/*.md"}, uses=2)
    for number in (1, 2):
        house.write(f"status/{number}.md", "up")
    house.submit(RevokeGrant(grant_id=make({"path": "drafts/**"}, agent="scribe")))
    make({"path": "log.txt", "content": "x" * 400}, agent="ci-fixer")
    make({}, folder="scratch", uses=50)
    house.write("scratch/now.txt", "1")
    settle(300)


def walk_generations(window: MainWindow, take: Take, tag: str) -> None:
    """The page, a text that grows, a text that ended, its request and record, an error, and the form."""
    window.show_page(ActionId.SHOW_GENERATIONS)
    settle()
    take(window, f"generations-{tag}")
    table = window.findChild(QWidget, Name.GENERATIONS_TABLE)
    model = table.model()
    rows = {model.row_at(model.index(n, ColumnId.STATUS)).status: n for n in range(model.rowCount())}
    for status in ("running", "succeeded", "failed"):
        if status not in rows:  # the one that runs has its limit of time, and a busy machine may take longer
            print(f"no generation is {status} any more", file=sys.stderr)  # noqa: T201
            continue
        table.row_opened.emit(model.row_at(model.index(rows[status], 0)))
        settle(500)
        tabs = window.findChild(QTabWidget, Name.GENERATION_TABS)
        for number in range(tabs.count() if status == "succeeded" else 1):
            tabs.setCurrentIndex(number)
            settle(150)
            take(window, f"generation-{status.lower()}-{number}-{tag}")
        tabs.setCurrentIndex(0)
    window.findChild(QToolButton, Name.GENERATION_CLOSE).click()
    window.findChild(QPushButton, Name.GENERATION_NEW).click()
    settle(900)
    dialog = window.findChild(QDialog, Name.GENERATION_DIALOG)
    dialog.findChild(QPlainTextEdit, Name.GENERATION_INPUT).setPlainText("Write the release notes.")
    take(dialog, f"generation-new-{tag}")
    dialog.reject()
    settle(50)


def walk_grants(window: MainWindow, take: Take, tag: str) -> None:
    """The page, one that is chosen, one in the making on a card, and the words for why none can be made."""
    window.show_page(ActionId.SHOW_GRANTS)
    settle()
    take(window, f"grants-{tag}")
    table = window.findChild(QWidget, Name.GRANTS_TABLE)
    table.selectRow(0)
    settle(100)
    take(window, f"grant-{tag}")
    table.clearSelection()
    window.show_page(ActionId.SHOW_INBOX)
    cards = window.findChild(QWidget, Name.INBOX_LIST)
    numbers = range(cards.model().rowCount())
    opened = {cards.model().index(n, 0).data(CardRole.TASK_ID): n for n in numbers}
    for task_id in opened:
        cards.opened.emit(task_id)
        settle(600)
        offer = [it for it in window.findChildren(QPushButton, Name.GRANT_OFFER) if it.isVisible()]
        if offer:
            offer[0].click()
            settle(600)
            take(window, f"grant-making-{tag}")
            _loosen(window)
            settle(2_200)
            take(window, f"grant-loosened-{tag}")
            next(it for it in window.findChildren(QPushButton, Name.GRANT_BACK) if it.isVisible()).click()
            return


def _loosen(window: MainWindow) -> None:
    for argument, span in (("content", Span.ANYTHING), ("path", Span.PATTERN)):
        box = next(it for it in window.findChildren(QComboBox, f"grant_span_{argument}") if it.isVisible())
        if (number := box.findData(span)) >= 0:
            box.setCurrentIndex(number)

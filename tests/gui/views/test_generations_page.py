"""Generations in the window: listed, followed as they grow, cancelled, made, and led back to their conversation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QTabWidget,
    QTreeView,
    QWidget,
)
from pytestqt.qtbot import QtBot

from placet.api.commands import OpenConversation
from placet.api.generations import CreateGeneration, GenerationRow, GetGeneration, ListGenerations
from placet_gui.actions import ActionId
from placet_gui.models.generation_table import ColumnId
from placet_gui.names import Name
from placet_gui.presenters.agents import AgentsPresenter
from placet_gui.presenters.generations import GenerationFilter, GenerationsPresenter
from placet_gui.views.generations_page import GenerationsPage
from tests.fakes.gated_model import MODEL, REST, WORDS, GatedModel
from tests.flows.house import PATIENCE_S, WINDOW, House
from tests.gui.gestures import window_of
from tests.rules.test_veils import CHIP, TOKEN

ANSWER = "".join(WORDS) + REST
NO_KEYS = Qt.KeyboardModifier.NoModifier


class Studio:
    """A house with a gated model, and the window on its generations."""

    def __init__(self, base: Path, qtbot: QtBot, model: GatedModel) -> None:
        self.model, self.qtbot = model, qtbot
        self.house = House(base, settings=model.settings)

    def __enter__(self) -> Studio:
        self.house.__enter__()
        self.window = window_of(self.house.engine)
        self.window.show()
        self.window.show_page(ActionId.SHOW_GENERATIONS)
        return self

    def __exit__(self, *_: object) -> None:
        self.model.go.set()
        self.window.close()
        self.window.deleteLater()
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        self.house.__exit__()

    @property
    def page(self) -> GenerationsPage:
        return self.window.findChild(GenerationsPage)

    @property
    def presenter(self) -> GenerationsPresenter:
        return self.window.findChild(GenerationsPresenter)

    def find(self, name: str, kind: type[Any] = QWidget, root: QWidget | None = None) -> Any:
        found = [it for it in (root or self.page).findChildren(kind, name) if it.isVisible()]
        assert len(found) == 1, f"{len(found)} visible widgets are named {name}"
        return found[0]

    def wait(self, what: Callable[[], Any]) -> None:
        self.qtbot.waitUntil(lambda: bool(what()), timeout=round(PATIENCE_S * 1000))

    def create(self, text: str = "Go on.", **more: Any) -> str:
        command = CreateGeneration(request={"model": MODEL, "input": text, **more})
        made = self.house.submit(command, WINDOW)
        task_id = str(made.row.id)
        self.wait(lambda: self.presenter.model.index_of(task_id).isValid())
        return task_id

    def row(self, task_id: str) -> GenerationRow:
        row: GenerationRow = self.house.engine.query(GetGeneration(task_id=task_id))
        return row

    def cell(self, task_id: str, column: ColumnId) -> str:
        text: str = self.presenter.model.index_of(task_id).siblingAtColumn(column).data()
        return text

    def open(self, task_id: str) -> None:
        """Click a row."""
        table = self.find(Name.GENERATIONS_TABLE)
        at = table.visualRect(self.presenter.model.index_of(task_id)).center()
        QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, NO_KEYS, at)
        self.wait(
            lambda: any(it.isVisible() for it in self.page.findChildren(QWidget, Name.GENERATION_DETAIL))
        )

    def text(self) -> str:
        said: str = self.find(Name.GENERATION_TEXT, QPlainTextEdit).toPlainText()
        return said

    def show_tab(self, number: int) -> None:
        self.find(Name.GENERATION_TABS, QTabWidget).setCurrentIndex(number)


@pytest.fixture
def studio(tmp_path: Path, qtbot: QtBot) -> Iterator[Studio]:
    with GatedModel() as model, Studio(tmp_path, qtbot, model) as studio:
        yield studio


def test_a_text_grows_while_it_is_looked_at_and_is_whole_at_the_end(studio: Studio) -> None:
    task_id = studio.create()
    studio.open(task_id)
    studio.wait(lambda: studio.text() == "".join(WORDS))
    studio.wait(lambda: studio.cell(task_id, ColumnId.STATUS) == "Running")
    assert studio.find(Name.GENERATION_CANCEL).isVisible()
    studio.model.go.set()
    studio.wait(lambda: studio.text() == ANSWER)
    studio.wait(lambda: studio.cell(task_id, ColumnId.STATUS) == "Succeeded")
    studio.wait(lambda: studio.page.findChild(QPushButton, Name.GENERATION_CANCEL).isHidden())


def test_one_that_has_ended_shows_its_whole_text_and_its_request_as_it_was_sent(studio: Studio) -> None:
    studio.model.go.set()
    long = "Go on. " * 200
    task_id = studio.create(long, temperature=1.0)
    studio.wait(lambda: studio.cell(task_id, ColumnId.STATUS) == "Succeeded")
    studio.open(task_id)
    studio.wait(lambda: studio.text() == ANSWER)
    studio.show_tab(1)
    studio.wait(lambda: studio.page.findChild(QTreeView, Name.ARGS_TREE))
    labels = [it.text() for it in studio.page.findChildren(QLabel) if it.isVisible()]
    assert "Text for the model, as Placet hands it over." in labels
    tree = studio.find(Name.ARGS_TREE, QTreeView)
    names = [tree.model().index(row, 0).data() for row in range(tree.model().rowCount())]
    assert names == ["model", "input", "temperature"]
    tree.setCurrentIndex(tree.model().index(1, 0))
    QTest.keyClick(tree, Qt.Key.Key_Return)
    studio.wait(lambda: any(it.isVisible() for it in studio.page.findChildren(QWidget, "argument_text")))
    assert studio.find("argument_text").toPlainText() == long
    QTest.keyClick(studio.find("argument_text"), Qt.Key.Key_Escape)
    assert studio.find(Name.ARGS_TREE).isVisible(), "Escape closes what is in front first"
    QTest.mouseClick(studio.find("request_raw"), Qt.MouseButton.LeftButton)
    assert '"temperature": 1.0' in studio.find(Name.ARGS_RAW).toPlainText()


def test_a_token_that_a_model_writes_is_masked_while_it_grows_and_afterwards(studio: Studio) -> None:
    """Rule 9."""
    studio.model.words = ("Use ", TOKEN[:20], f"{TOKEN[20:]} ")
    task_id = studio.create()
    studio.open(task_id)
    studio.wait(lambda: studio.text() == f"Use {CHIP} ")
    studio.wait(lambda: any(it.isVisible() for it in studio.page.findChildren(QWidget, Name.SECRETS_NOTE)))
    note, reveal = studio.find(Name.SECRETS_NOTE), studio.find(Name.SECRETS_REVEAL, QPushButton)
    assert note.accessibleName() == f"Masked below: {CHIP[1:-1]}"
    QTest.mousePress(reveal, Qt.MouseButton.LeftButton)
    assert any(TOKEN in it.text() for it in note.findChildren(QLabel))
    QTest.mouseRelease(reveal, Qt.MouseButton.LeftButton)
    assert not any(TOKEN in it.text() for it in note.findChildren(QLabel))
    studio.model.go.set()
    studio.wait(lambda: studio.text() == f"Use {CHIP} {REST}")
    QTest.mouseClick(studio.find(Name.GENERATION_CLOSE), Qt.MouseButton.LeftButton)
    studio.wait(lambda: studio.cell(task_id, ColumnId.STATUS) == "Succeeded")
    studio.open(task_id)
    studio.wait(lambda: studio.text() == f"Use {CHIP} {REST}")
    studio.wait(lambda: any(it.isVisible() for it in studio.page.findChildren(QWidget, Name.SECRETS_NOTE)))
    assert studio.find(Name.SECRETS_NOTE).accessibleName() == f"Masked below: {CHIP[1:-1]}"
    assert TOKEN in studio.row(task_id).response_json, "the ledger keeps what it keeps"


def test_a_token_in_a_request_is_masked_wherever_it_stands_and_seen_only_while_a_button_is_held(
    studio: Studio,
) -> None:
    """Rule 9."""
    studio.model.go.set()
    task_id = studio.create(f"Use {TOKEN} for it. {'Go on. ' * 100}")
    studio.open(task_id)
    studio.show_tab(1)
    studio.wait(lambda: studio.page.findChild(QTreeView, Name.ARGS_TREE))
    tree = studio.find(Name.ARGS_TREE, QTreeView)
    cells = [tree.model().index(1, column).data() for column in range(tree.model().columnCount())]
    assert any(f"Use {CHIP} for it." in str(it) for it in cells)
    tree.setCurrentIndex(tree.model().index(1, 0))
    QTest.keyClick(tree, Qt.Key.Key_Return)
    studio.wait(lambda: any(it.isVisible() for it in studio.page.findChildren(QWidget, "argument_text")))
    assert studio.find("argument_text").toPlainText().startswith(f"Use {CHIP} for it.")
    QTest.keyClick(studio.find("argument_text"), Qt.Key.Key_Escape)
    QTest.mouseClick(studio.find("request_raw", QPushButton), Qt.MouseButton.LeftButton)
    raw = studio.find(Name.ARGS_RAW, QPlainTextEdit).toPlainText()
    assert CHIP in raw
    assert TOKEN not in raw
    note, reveal = studio.find(Name.SECRETS_NOTE), studio.find(Name.SECRETS_REVEAL, QPushButton)
    assert note.accessibleName() == f"Masked below: /input: {CHIP[1:-1]}"
    QTest.mousePress(reveal, Qt.MouseButton.LeftButton)
    assert any(TOKEN in it.text() for it in note.findChildren(QLabel))
    QTest.mouseRelease(reveal, Qt.MouseButton.LeftButton)
    assert not any(TOKEN in it.text() for it in note.findChildren(QLabel))
    row = studio.row(task_id)
    assert TOKEN in row.request_json, "the ledger keeps what it keeps"
    assert TOKEN not in row.preview


def test_cancel_stops_it_and_what_was_written_stays(studio: Studio) -> None:
    task_id = studio.create()
    studio.open(task_id)
    studio.wait(lambda: studio.text() == "".join(WORDS))
    QTest.mouseClick(studio.find(Name.GENERATION_CANCEL), Qt.MouseButton.LeftButton)
    studio.wait(lambda: studio.cell(task_id, ColumnId.STATUS) == "Cancelled")
    assert studio.row(task_id).status == "cancelled"
    assert studio.text() == "".join(WORDS)


def test_closing_the_details_cancels_nothing_and_follows_no_more(studio: Studio) -> None:
    task_id = studio.create()
    studio.open(task_id)
    studio.wait(lambda: studio.text() == "".join(WORDS))
    QTest.keyClick(studio.find(Name.GENERATION_TEXT), Qt.Key.Key_Escape)
    assert studio.page.findChild(QWidget, Name.GENERATION_DETAIL).isHidden()
    studio.model.go.set()
    studio.wait(lambda: studio.cell(task_id, ColumnId.STATUS) == "Succeeded")
    assert studio.page.findChild(QPlainTextEdit, Name.GENERATION_TEXT).toPlainText() == "".join(WORDS)


def test_a_new_one_is_made_by_the_form_and_opens(studio: Studio) -> None:
    studio.model.go.set()
    QTest.mouseClick(studio.find(Name.GENERATION_NEW), Qt.MouseButton.LeftButton)
    dialog = studio.find(Name.GENERATION_DIALOG, QDialog, studio.window)
    start = studio.find(Name.GENERATION_START, QPushButton, dialog)
    models = studio.find(Name.GENERATION_MODEL, QComboBox, dialog)
    assert not start.isEnabled()
    studio.wait(
        studio.find(Name.GENERATION_INPUT, QPlainTextEdit, dialog).hasFocus
    )  # what is typed is what is asked
    studio.wait(lambda: models.currentData() is not None)
    models.setCurrentIndex(next(it for it in range(models.count()) if MODEL in models.itemData(it)))
    assert not start.isEnabled(), "nothing is asked yet"
    policy = studio.find(Name.GENERATION_ON_RESTART, QComboBox, dialog)
    policy.setCurrentIndex(policy.findData("retry"))
    studio.find(Name.GENERATION_INPUT, QPlainTextEdit, dialog).setPlainText("Write <b>it</b>.")
    QTest.mouseClick(start, Qt.MouseButton.LeftButton)
    studio.wait(lambda: studio.page.findChild(QWidget, Name.GENERATION_DETAIL).isVisible())
    studio.wait(lambda: studio.text() == ANSWER)
    [line] = studio.house.engine.query(ListGenerations())
    row = studio.row(line.id)
    assert (row.on_restart, row.principal) == ("retry", "owner")
    assert '"input":"Write <b>it</b>."' in row.request_json.replace(": ", ":")


def test_a_refused_form_stays_with_the_reason(studio: Studio) -> None:
    QTest.mouseClick(studio.find(Name.GENERATION_NEW), Qt.MouseButton.LeftButton)
    dialog = studio.find(Name.GENERATION_DIALOG, QDialog, studio.window)
    models = studio.find(Name.GENERATION_MODEL, QComboBox, dialog)
    studio.wait(lambda: models.currentData() is not None)
    models.setItemData(models.currentIndex(), "nowhere/none")
    studio.find(Name.GENERATION_INPUT, QPlainTextEdit, dialog).setPlainText("Go on.")
    QTest.mouseClick(studio.find(Name.GENERATION_START, QPushButton, dialog), Qt.MouseButton.LeftButton)
    studio.wait(lambda: studio.find(Name.GENERATION_START, QPushButton, dialog).isEnabled())
    assert dialog.isVisible()
    assert studio.house.engine.query(ListGenerations()) == ()
    dialog.reject()


def test_a_filter_shows_its_own_and_search_finds_in_requests(studio: Studio) -> None:
    studio.model.go.set()
    first, second = studio.create("Apples"), studio.create("Pears")
    studio.wait(lambda: studio.cell(second, ColumnId.STATUS) == "Succeeded")
    QTest.mouseClick(studio.find("generation_filter_failed"), Qt.MouseButton.LeftButton)
    studio.wait(lambda: studio.presenter.model.held() == 0)
    assert studio.find(Name.GENERATIONS_EMPTY).accessibleName() == "No generations match"
    QTest.mouseClick(studio.find("generation_filter_failed"), Qt.MouseButton.LeftButton)
    studio.wait(lambda: studio.presenter.model.held() == 2)
    studio.find(Name.GENERATIONS_SEARCH).setText("Apples")
    studio.wait(lambda: studio.presenter.model.held() == 1)
    assert studio.presenter.model.index_of(first).isValid()


def test_an_agents_generation_leads_to_its_conversation(studio: Studio) -> None:
    studio.house.declare("scribe")
    agent = studio.house.declare(model={"backend": "gated", "name": MODEL})
    sent = studio.house.say("Tell me.")
    newer = studio.house.submit(OpenConversation(agent="clerk"))
    studio.wait(lambda: studio.presenter.model.held() == 1)
    row = studio.presenter.model.row_at(studio.presenter.model.index(0, 0))
    assert row is not None
    studio.open(row.id)
    studio.wait(lambda: studio.page.findChild(QPushButton, Name.GENERATION_CONVERSATION).isVisible())
    QTest.mouseClick(studio.find(Name.GENERATION_CONVERSATION), Qt.MouseButton.LeftButton)
    studio.wait(lambda: studio.window.page() is ActionId.SHOW_AGENTS)
    agents = studio.window.findChild(AgentsPresenter)
    studio.wait(lambda: agents.looked_at() == (agent.id, sent.conversation_id))
    assert newer.id != sent.conversation_id, "it isn't shown for being the newest"


def test_rows_below_the_first_page_are_read_when_they_come_into_sight(
    studio: Studio, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("placet_gui.presenters.newest", "placet_gui.models.newest_rows"):
        monkeypatch.setattr(f"{module}.PAGE_ROWS", 20)
    studio.model.go.set()
    for number in range(50):
        studio.house.submit(CreateGeneration(request={"model": MODEL, "input": f"{number}"}), WINDOW)
    studio.presenter.rows.look_at(GenerationFilter())
    studio.wait(lambda: studio.presenter.model.held() >= 20)
    table = studio.find(Name.GENERATIONS_TABLE)
    while studio.presenter.model.held() < 50:
        held = studio.presenter.model.held()
        table.scrollToBottom()
        studio.wait(lambda held=held: studio.presenter.model.held() > held)
    last = studio.presenter.model.row_at(studio.presenter.model.index(49, 0))
    assert last is not None
    assert '"0"' in last.preview

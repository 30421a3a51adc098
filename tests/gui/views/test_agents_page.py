"""The agents page: declaring, starting, stopping, and talking in plain text."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QDialog,
    QLabel,
    QLineEdit,
    QListView,
    QPushButton,
    QTabWidget,
    QWidget,
)

from placet import app as engine_app
from placet.api import Action
from placet.api.commands import SendMessage
from placet.api.queries import GetAgent, ListAgents, ListOpen
from placet_gui.actions import ActionId
from placet_gui.delegates.badges import Badge
from placet_gui.names import Name
from placet_gui.views.conversation import ConversationView, MessageInput, MessageText
from placet_gui.views.main_window import MainWindow
from placet_gui.views.record_view import Callout
from tests.fakes.model_server import MODEL, ModelServer, Reply, call
from tests.gui.conftest import House, put_away
from tests.gui.gestures import window_of

MARKUP = "<b>bold</b> & [link](http://x)"


@pytest.fixture
def model() -> Iterator[ModelServer]:
    with ModelServer() as server:
        yield server


@pytest.fixture
def talking(tmp_path: Path, model: ModelServer) -> Iterator[House]:
    """An engine with a backend that says what the test wrote."""
    data = tmp_path / "data"
    data.mkdir(mode=0o700)
    backend = f'[[backends]]\nid = "here"\nbase_url = "{model.base_url}"\nmodels = ["{MODEL}"]\n'
    (data / "settings.toml").write_text(backend)
    engine = engine_app.open(data)
    yield House(engine=engine, folder=tmp_path)
    engine.close()


@pytest.fixture
def window(theme, talking: House, qtbot) -> Iterator[MainWindow]:
    made = window_of(talking.engine)
    made.show()
    made.show_page(ActionId.SHOW_AGENTS)
    qtbot.waitExposed(made)
    yield made
    put_away(made)


def agents(window: MainWindow) -> list[str]:
    model = window.findChild(QListView, Name.AGENTS_LIST).model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def button(window: QWidget, name: str) -> QPushButton:
    return window.findChild(QPushButton, name)


def said(window: MainWindow) -> str:
    view = window.findChild(ConversationView, Name.CONVERSATION_VIEW)
    return "\n".join(it.toPlainText() for it in view.findChildren(MessageText) if it.isVisibleTo(view))


def say(window: MainWindow, text: str, qtbot) -> None:
    box = window.findChild(MessageInput, Name.MESSAGE_INPUT)
    qtbot.waitUntil(box.isEnabled)
    box.setPlainText(text)
    qtbot.keyClick(box, Qt.Key.Key_Return)


def open_dialog(window: MainWindow, qtbot) -> QDialog:
    button(window, Name.AGENT_DECLARE).click()
    dialog = window.findChild(QDialog, Name.DECLARE_DIALOG)
    qtbot.waitUntil(dialog.isVisible)
    return dialog


def test_without_agents_the_page_says_what_to_do(window: MainWindow) -> None:
    page = window.findChild(QWidget, Name.AGENTS_PAGE)
    assert any("No agents yet" in label.text() for label in page.findChildren(QLabel) if label.isVisible())


def test_the_form_declares_an_agent_whose_writing_needs_a_yes(
    window: MainWindow, talking: House, tmp_path: Path, qtbot
) -> None:
    (tmp_path / "home").mkdir()
    dialog = open_dialog(window, qtbot)
    dialog.findChild(QLineEdit, Name.DECLARE_NAME).setText("clerk")
    dialog.findChild(QLineEdit, Name.DECLARE_FOLDER).setText(str(tmp_path / "home"))
    dialog.findChild(QCheckBox, "tool_enabled_fs_write").setChecked(True)
    dialog.findChild(QCheckBox, "tool_enabled_fs_read").setChecked(True)
    button(dialog, Name.DECLARE_OK).click()
    qtbot.waitUntil(lambda: agents(window) == ["clerk"])
    tools = {tool.name: tool.restricted for tool in talking.engine.query(GetAgent(agent="clerk")).tools}
    assert tools == {"fs_write": True, "fs_read": False}


def test_the_toml_text_declares_an_agent(window: MainWindow, talking: House, tmp_path: Path, qtbot) -> None:
    (tmp_path / "home").mkdir()
    dialog = open_dialog(window, qtbot)
    dialog.findChild(QTabWidget, Name.DECLARE_TABS).setCurrentIndex(1)
    text = dialog.findChild(QWidget, Name.DECLARE_TOML)
    text.setPlainText(f'name = "scribe"\nfolder = "{tmp_path / "home"}"\n')
    button(dialog, Name.DECLARE_OK).click()
    qtbot.waitUntil(lambda: agents(window) == ["scribe"])


@pytest.mark.parametrize(
    ("toml", "complaint"),
    [
        ("name = ", "That isn't TOML"),
        ('name = "A b"\nfolder = "/x"', "“name” must be made of"),
        ('nome = "x"', "name"),
    ],
)
def test_a_declaration_that_does_not_fit_is_explained_and_nothing_is_declared(
    window: MainWindow, talking: House, toml: str, complaint: str, qtbot
) -> None:
    dialog = open_dialog(window, qtbot)
    dialog.findChild(QTabWidget, Name.DECLARE_TABS).setCurrentIndex(1)
    dialog.findChild(QWidget, Name.DECLARE_TOML).setPlainText(toml)
    button(dialog, Name.DECLARE_OK).click()

    def complained() -> bool:
        return any(complaint in it.accessibleName() for it in dialog.findChildren(Callout))

    qtbot.waitUntil(complained)
    assert dialog.isVisible()
    assert button(dialog, Name.DECLARE_OK).isEnabled()
    assert talking.engine.query(ListAgents()) == ()
    dialog.reject()


def test_closing_the_dialog_declares_nothing(window: MainWindow, talking: House, qtbot) -> None:
    dialog = open_dialog(window, qtbot)
    qtbot.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    assert talking.engine.query(ListAgents()) == ()


def test_an_agent_is_stopped_and_started_by_its_switch(window: MainWindow, talking: House, qtbot) -> None:
    talking.declare(model={"backend": "here"})
    state = window.findChild(Badge, "agent_state")
    qtbot.waitUntil(lambda: agents(window) == ["clerk"])
    button(window, Name.AGENT_STOP).click()
    qtbot.waitUntil(lambda: state.accessibleName() == "Stopped")
    assert not window.findChild(MessageInput, Name.MESSAGE_INPUT).isEnabled()
    button(window, Name.AGENT_START).click()
    qtbot.waitUntil(lambda: state.accessibleName() == "Idle")
    assert window.findChild(MessageInput, Name.MESSAGE_INPUT).isEnabled()


def test_what_is_said_and_answered_is_shown_letter_by_letter(
    window: MainWindow, talking: House, model: ModelServer, qtbot
) -> None:
    model.replies = [Reply(text=f"Answer {MARKUP}")]
    talking.declare(model={"backend": "here"})
    qtbot.waitUntil(lambda: agents(window) == ["clerk"])
    say(window, f"Question {MARKUP}", qtbot)
    qtbot.waitUntil(lambda: f"Answer {MARKUP}" in said(window))
    assert f"Question {MARKUP}" in said(window)
    assert window.findChild(MessageInput, Name.MESSAGE_INPUT).toPlainText() == ""


def test_shift_enter_begins_a_new_line_and_sends_nothing(
    window: MainWindow, talking: House, model: ModelServer, qtbot
) -> None:
    talking.declare(model={"backend": "here"})
    box = window.findChild(MessageInput, Name.MESSAGE_INPUT)
    qtbot.waitUntil(box.isEnabled)
    qtbot.keyClicks(box, "one")
    qtbot.keyClick(box, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(box, "two")
    assert box.toPlainText() == "one\ntwo"
    assert model.requests == []


def test_a_tools_message_leads_to_its_task(
    window: MainWindow, talking: House, model: ModelServer, qtbot
) -> None:
    model.replies = [
        Reply(calls=(call("fs_write", {"path": "a.txt", "content": "hi"}),)),
        Reply(text="Written."),
    ]
    talking.declare(model={"backend": "here"})
    qtbot.waitUntil(lambda: agents(window) == ["clerk"])
    say(window, "Write it", qtbot)
    qtbot.waitUntil(lambda: bool(talking.engine.query(ListOpen())))
    row = talking.engine.query(ListOpen())[0]
    talking.decide(row, Action.APPROVE)
    qtbot.waitUntil(lambda: "Written." in said(window))
    qtbot.waitUntil(lambda: button(window, f"message_task_{row.id}") is not None)
    button(window, f"message_task_{row.id}").click()
    assert window.page() is ActionId.SHOW_TASKS
    detail = window.findChild(QWidget, Name.TASK_DETAIL)
    qtbot.waitUntil(detail.isVisible)
    assert detail.task_id() == row.id


def test_messages_sent_elsewhere_appear(
    window: MainWindow, talking: House, model: ModelServer, qtbot
) -> None:
    model.replies = [Reply(text="Yes.")]
    talking.declare(model={"backend": "here"})
    qtbot.waitUntil(lambda: agents(window) == ["clerk"])
    talking.submit(SendMessage(agent="clerk", text="Are you there?"))
    # The answer is seen while it is written, before the messages themselves are read.
    qtbot.waitUntil(lambda: said(window).split("\n") == ["Are you there?", "Yes."])


def test_another_agent_shows_another_conversation(
    window: MainWindow, talking: House, model: ModelServer, qtbot
) -> None:
    model.replies = [Reply(text="For the clerk only.")]
    talking.declare("clerk", model={"backend": "here"})
    talking.declare("scribe", model={"backend": "here"})
    qtbot.waitUntil(lambda: agents(window) == ["clerk", "scribe"])
    view = window.findChild(QListView, Name.AGENTS_LIST)
    view.setCurrentIndex(view.model().index(0, 0))
    say(window, "Hello clerk", qtbot)
    qtbot.waitUntil(lambda: "For the clerk only." in said(window))
    view.setCurrentIndex(view.model().index(1, 0))
    assert "For the clerk only." not in said(window)
    view.setCurrentIndex(view.model().index(0, 0))
    qtbot.waitUntil(lambda: "For the clerk only." in said(window))


def test_a_new_conversation_begins_empty(
    window: MainWindow, talking: House, model: ModelServer, qtbot
) -> None:
    model.replies = [Reply(text="First."), Reply(text="Second.")]
    talking.declare(model={"backend": "here"})
    qtbot.waitUntil(lambda: agents(window) == ["clerk"])
    say(window, "One", qtbot)
    qtbot.waitUntil(lambda: "First." in said(window))
    button(window, Name.CONVERSATION_NEW).click()
    qtbot.waitUntil(lambda: "First." not in said(window))
    say(window, "Two", qtbot)
    qtbot.waitUntil(lambda: "Second." in said(window))
    assert "First." not in said(window)


def test_an_agent_without_a_model_says_why_it_cannot_be_talked_to(
    window: MainWindow, talking: House, qtbot
) -> None:
    talking.declare()
    box = window.findChild(MessageInput, Name.MESSAGE_INPUT)
    qtbot.waitUntil(lambda: "only calls over HTTP" in box.placeholderText())
    assert not box.isEnabled()


def test_while_a_turn_waits_for_a_decision_its_conversation_says_so_and_leads_to_it(
    window: MainWindow, talking: House, model: ModelServer, qtbot
) -> None:
    model.replies = [
        Reply(calls=(call("fs_write", {"path": "a.txt", "content": "a"}),)),
        Reply(text="Done."),
    ]
    talking.declare(model={"backend": "here"})
    qtbot.waitUntil(lambda: agents(window) == ["clerk"])
    assert not button(window, Name.WAITING_MORE).isVisible()
    say(window, "Write it.", qtbot)
    qtbot.waitUntil(lambda: button(window, Name.WAITING_MORE).isVisible())
    button(window, Name.WAITING_MORE).click()
    assert window.page() is ActionId.SHOW_INBOX
    window.show_page(ActionId.SHOW_AGENTS)
    talking.decide(talking.engine.query(ListOpen())[0], Action.APPROVE)
    qtbot.waitUntil(lambda: "Done." in said(window))
    qtbot.waitUntil(lambda: not button(window, Name.WAITING_MORE).isVisible())

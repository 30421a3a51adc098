"""The conversation stays readable: bounded, in order, at its end unless the owner reads further up."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from placet.api import Role
from placet.api.rows import message_row
from placet.api.views import MessageRow
from placet.rules.records import Message
from placet_gui.names import Name
from placet_gui.views.conversation import SHOWN_MESSAGES, ConversationView, MessageText
from placet_gui.views.secret_note import SecretNote
from tests.rules.test_veils import CHIP, TOKEN


def message(number: int, role: str = "assistant", text: str | None = None, author: str = "") -> MessageRow:
    words = f"message {number}" if text is None else text
    return MessageRow(
        id=f"msg_{number}",
        seq=number,
        role=role,
        text=words,
        shown_text=words,
        task_id=None,
        turn_id=None,
        at_ms=1_764_504_000_000 + number,
        author=author,
    )


@pytest.fixture
def view(theme, qtbot) -> ConversationView:
    made = ConversationView(theme)
    made.resize(600, 400)
    qtbot.addWidget(made)
    made.show()
    return made


def settle(view: ConversationView) -> None:
    """Let the layout show what was added to it."""
    QCoreApplication.sendPostedEvents()
    view.widget().layout().activate()


def texts(view: ConversationView) -> list[str]:
    settle(view)
    layout = view.widget().layout()
    rows = [layout.itemAt(number).widget() for number in range(layout.count())]
    found = [text for row in rows if row is not None for text in row.findChildren(MessageText)]
    return [it.toPlainText() for it in found if it.isVisibleTo(view)]


def test_a_text_without_a_place_to_break_is_cut_off_nowhere(view: ConversationView, qtbot) -> None:
    view.add([message(1, "tool", "x" * 400)])
    settle(view)
    text = next(it for it in view.findChildren(MessageText) if it.toPlainText())
    qtbot.waitUntil(lambda: text.height() > 4 * text.fontMetrics().lineSpacing())
    layout = text.document().firstBlock().layout()
    widths = [layout.lineAt(number).naturalTextWidth() for number in range(layout.lineCount())]
    assert max(widths) <= text.viewport().width()
    assert text.verticalScrollBar().maximum() == 0


def says_that_there_is_nothing(view: ConversationView) -> bool:
    return any("Nothing has been said" in it.text() for it in view.findChildren(QLabel) if it.isVisible())


def test_an_empty_conversation_says_so(view: ConversationView) -> None:
    view.add([])
    assert says_that_there_is_nothing(view)
    view.add([message(1)])
    assert not says_that_there_is_nothing(view)


def test_a_conversation_that_is_not_read_yet_does_not_say_that_nothing_was_said(
    view: ConversationView,
) -> None:
    assert not says_that_there_is_nothing(view)
    view.add([])
    view.clear()
    view.show_draft("")
    assert not says_that_there_is_nothing(view)


def test_a_draft_is_not_nothing(view: ConversationView) -> None:
    view.add([])
    view.show_draft("I am about to")
    view.add([])
    assert not says_that_there_is_nothing(view)
    view.show_draft("")
    assert says_that_there_is_nothing(view)


def test_messages_stand_in_their_order(view: ConversationView) -> None:
    view.add([message(1), message(2, "owner")])
    view.add([message(3, "tool")])
    assert texts(view) == ["message 1", "message 2", "message 3"]


def test_of_a_long_conversation_the_end_is_shown_and_the_rest_on_demand(
    view: ConversationView, qtbot
) -> None:
    view.add([message(number) for number in range(SHOWN_MESSAGES + 30)])
    assert len(texts(view)) == SHOWN_MESSAGES
    assert texts(view)[-1] == f"message {SHOWN_MESSAGES + 29}"
    earlier = view.findChild(QPushButton, Name.EARLIER_MESSAGES)
    assert earlier.isVisible()
    earlier.click()
    assert texts(view)[0] == "message 0"
    assert len(texts(view)) == SHOWN_MESSAGES + 30
    assert not earlier.isVisible()


def test_it_follows_the_newest_unless_the_owner_reads_further_up(view: ConversationView, qtbot) -> None:
    bar = view.verticalScrollBar()
    view.add([message(number) for number in range(40)])
    qtbot.waitUntil(lambda: bar.maximum() > 0 and bar.value() == bar.maximum())
    bar.setValue(10)
    before = bar.maximum()
    view.add([message(41)])
    qtbot.waitUntil(lambda: bar.maximum() > before)
    assert bar.value() == 10


def test_the_draft_is_shown_while_it_is_written(view: ConversationView) -> None:
    view.show_draft("message so far")
    assert "message so far" in texts(view)
    view.show_draft("")
    assert texts(view) == []


def test_a_tools_long_answer_is_cut_and_says_by_how_much(view: ConversationView) -> None:
    view.add([message(1, "tool", "message " + "x" * 5_000)])
    shown = texts(view)[0]
    assert len(shown) < 1_400
    assert "3,808 more characters" in shown


def test_clearing_leaves_nothing_of_the_conversation_before(view: ConversationView, qtbot) -> None:
    view.add([message(number) for number in range(5)])
    view.clear()
    qtbot.waitUntil(lambda: texts(view) == [])
    view.add([message(9)])
    assert texts(view) == ["message 9"]


@pytest.mark.parametrize(
    ("author", "who"), [("", "You"), ("agent", "Another agent"), ("events", "Placet, to the agent")]
)
def test_what_stands_in_the_owners_place_is_not_called_the_owners(
    view: ConversationView, author: str, who: str
) -> None:
    view.add([message(1, "owner", "Approve it.", author)])
    settle(view)
    captions = [it.text() for it in view.widget().findChildren(QLabel)]
    assert who in captions
    assert ("You" in captions) is (author == "")


def shown(view: ConversationView) -> str:
    """All that can be read."""
    labels = [it.text() for it in view.findChildren(QLabel) if it.isVisibleTo(view)]
    return "\n".join([*labels, *texts(view)])


def spoken(view: ConversationView) -> str:
    """All that assistive tools are told of."""
    return "\n".join(it.accessibleName() for it in view.findChildren(QWidget))


@pytest.mark.parametrize("role", list(Role))
def test_a_token_in_a_message_is_masked_and_seen_only_while_a_button_is_held(
    view: ConversationView, qtbot, role: Role
) -> None:
    """Rule 9: whoever wrote it."""
    kept = Message(
        id="msg_1", seq=1, conversation_id="conv_1", role=role, text=f"Take\n{TOKEN}", at_ms=1_764_504_000_000
    )
    view.add([message_row(kept), message(2)])
    assert texts(view) == [f"Take\n{CHIP}", "message 2"]
    note = view.findChild(SecretNote)
    reveal = view.findChild(QPushButton, Name.SECRETS_REVEAL)
    assert (note.accessibleName(), reveal.isVisible()) == (f"Masked below: {CHIP[1:-1]}", True)
    assert TOKEN not in shown(view)
    qtbot.mousePress(reveal, Qt.MouseButton.LeftButton)
    assert TOKEN in shown(view)
    assert TOKEN not in spoken(view)
    qtbot.mouseRelease(reveal, Qt.MouseButton.LeftButton)
    assert TOKEN not in shown(view)

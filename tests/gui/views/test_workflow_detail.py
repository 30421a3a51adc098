"""One workflow in the window: what the model says of it is told apart from what is known."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit, QPushButton, QTabWidget

from placet_gui.names import Name
from tests.fakes.model_server import Reply
from tests.gui.goal_desk import GoalDesk, goal_desk, shown_texts
from tests.rules.test_veils import CHIP, TOKEN

__all__ = ["goal_desk"]


def test_what_the_model_says_stands_apart_from_the_facts_as_plain_text(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    said = "It was <b>sent</b>, and confirmed by the provider\u202e."
    workflow_id = desk.create("Send it.", Reply(said))
    desk.ended(workflow_id)
    desk.open_goal(workflow_id)
    desk.wait(lambda: desk.states(workflow_id)[0] == "Finished")
    desk.turn_to(1)
    words = desk.find(Name.WORKFLOW_SUMMARY, QPlainTextEdit)
    desk.wait(lambda: words.toPlainText() == said.replace("\u202e", "⟨U+202E⟩"))
    tabs = desk.find(Name.WORKFLOW_TABS, QTabWidget)
    assert tabs.tabText(1) == "Summary (the model's words)"
    assert "It is a claim, and proves nothing." in shown_texts(tabs)
    desk.turn_to(0)
    assert "sent</b>" not in shown_texts(desk.goals)


def test_a_token_in_the_models_words_is_masked_and_seen_while_a_button_is_held(goal_desk: GoalDesk) -> None:
    desk = goal_desk
    workflow_id = desk.create("Send it.", Reply(f"The key is {TOKEN}."))
    desk.ended(workflow_id)
    desk.open_goal(workflow_id)
    desk.turn_to(1)
    desk.wait(lambda: desk.shows(Name.SECRETS_NOTE))
    assert desk.find(Name.WORKFLOW_SUMMARY, QPlainTextEdit).toPlainText() == f"The key is {CHIP}."
    note, reveal = desk.find(Name.SECRETS_NOTE), desk.find(Name.SECRETS_REVEAL, QPushButton)
    assert TOKEN not in shown_texts(note)
    QTest.mousePress(reveal, Qt.MouseButton.LeftButton)
    assert TOKEN in shown_texts(note)
    QTest.mouseRelease(reveal, Qt.MouseButton.LeftButton)
    assert TOKEN not in shown_texts(note)
    other = desk.create("Again.", Reply("No key."))
    desk.ended(other)
    desk.open_goal(other)
    desk.wait(lambda: desk.find(Name.WORKFLOW_SUMMARY, QPlainTextEdit).toPlainText() == "No key.")
    desk.turn_to(1)
    assert not desk.shows(Name.SECRETS_NOTE)

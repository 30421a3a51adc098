"""What stands around a request's arguments: who asks, what changed since the last yes, masks, doubles, and claims."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QWidget

from placet_gui.names import Name
from placet_gui.theme.style import Theme
from placet_gui.views.approval_facts import ApprovalHead
from tests.gui.gestures import NO_KEYS, Desk, desk

__all__ = ["desk"]

TOKEN = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"
WORDS = "GitHub token, 40 characters, #3543c50b0cb9"


def ask_from_outside(desk: Desk, tool: str, **args: Any) -> str:
    task_id = str(desk.house.call(tool, args, decide_only=True, source={"harness": "claude-code"}).task_id)
    desk.wait(lambda: desk.approvals.model.row_of(task_id))
    return task_id


def said(pane: QWidget) -> str:
    return "\n".join(it.text() for it in pane.findChildren(QLabel) if not it.isHidden())


def test_the_first_call_of_a_tool_has_nothing_to_be_compared_with(desk: Desk) -> None:
    desk.open(desk.ask())
    desk.wait(lambda: "no call of this tool" in desk.says(Name.SINCE_LABEL))
    assert not desk.shows(Name.SINCE_MORE)


def test_what_changed_since_the_last_yes_is_said_and_shown_on_demand(desk: Desk) -> None:
    desk.approve_in_full(desk.ask("a.txt", "one\ntwo\n"))
    desk.house.deny(desk.ask("b.txt", "other"))
    desk.open(desk.ask("a.txt", "one\n2\n"))
    desk.wait(lambda: "1 of 2 arguments differs: content" in desk.says(Name.SINCE_LABEL))
    desk.click(desk.find(Name.SINCE_MORE))
    shown = desk.find(Name.SINCE_VIEW)
    assert shown.isVisible()
    assert shown.toPlainText().split("\n") == ["content", "@@ -1,2 +1,2 @@", " one", "-two", "+2", "", "path"]
    assert desk.approvals_given() == 1


def test_the_same_call_again_is_said_to_be_the_same(desk: Desk) -> None:
    desk.approve_in_full(desk.ask())
    desk.open(desk.ask())
    desk.wait(lambda: "the arguments are the same" in desk.says(Name.SINCE_LABEL))
    assert not desk.shows(Name.SINCE_MORE)


def test_a_comparison_comes_to_nothing_when_its_card_has_gone(desk: Desk) -> None:
    first = desk.ask("a.txt")
    desk.approve_in_full(desk.ask("b.txt"))
    for _ in range(5):
        desk.approvals.open(first)
        desk.approvals.close_card()
    desk.open(desk.ask("c.txt"))
    desk.wait(lambda: "1 of 2 arguments differs: path" in desk.says(Name.SINCE_LABEL))


def test_a_masked_token_is_seen_only_while_the_button_is_down(desk: Desk) -> None:
    """Rule 9."""
    pane = desk.open(desk.ask(content=f"token = {TOKEN}\n"))
    assert f"/content: {WORDS}" in said(pane)
    button = desk.find(Name.SECRETS_REVEAL)
    QTest.mousePress(button, Qt.MouseButton.LeftButton, NO_KEYS)
    assert f"/content: {TOKEN}" in said(pane)
    assert TOKEN not in desk.find(Name.SECRETS_NOTE).accessibleName()
    QTest.mouseRelease(button, Qt.MouseButton.LeftButton, NO_KEYS)
    assert TOKEN not in said(pane)
    assert desk.approvals_given() == 0


def test_a_token_is_masked_in_the_list_the_headline_and_what_the_agent_says(desk: Desk) -> None:
    """Rule 9."""
    task_id = desk.ask(f"{TOKEN}.txt", _reason=f"With {TOKEN}.")
    row = desk.approvals.model.row_of(task_id)
    assert row is not None
    pane = desk.open(task_id)
    for text in (row.sentence, row.preview, said(pane)):
        assert WORDS in text
        assert TOKEN not in text


def test_a_card_without_tokens_offers_nothing_to_reveal(desk: Desk) -> None:
    desk.open(desk.ask())
    assert not desk.shows(Name.SECRETS_NOTE)


def test_a_word_of_two_scripts_is_told_in_amber_with_its_code_points_and_raises_no_risk(desk: Desk) -> None:
    """Rule 7."""
    task_id = desk.ask("pl\u0430n.md")
    pane = desk.open(task_id)
    assert "U+0430 CYRILLIC SMALL LETTER A" in said(pane)
    assert desk.house.task(task_id).risk == "medium"


def test_a_file_that_looks_like_one_of_the_agents_is_told(desk: Desk) -> None:
    """Rule 7."""
    desk.approve_in_full(desk.ask("plan1.md"))
    pane = desk.open(desk.ask("planl.md"))
    assert '"planl.md" looks like "plan1.md", a file of this agent' in said(pane)


def test_a_tool_that_looks_like_a_known_one_is_told(desk: Desk) -> None:
    """Rule 7."""
    pane = desk.open(ask_from_outside(desk, "G1ob", pattern="*"))
    assert 'looks like "Glob", a tool that Placet knows' in said(pane)


def test_a_harness_is_named_beside_the_agent(desk: Desk) -> None:
    desk.open(ask_from_outside(desk, "Bash", command="ls"))
    assert " through claude-code " in desk.says(Name.ASKER_LABEL)


def test_what_a_tool_call_says_of_itself_stands_in_the_agents_box_behind_the_facts(desk: Desk) -> None:
    """Rule 10."""
    args = {"command": "ls", "description": "<b>Safe</b>: lists files", "_reason": "I have to."}
    pane = desk.open(ask_from_outside(desk, "Bash", **args))
    box = desk.find("claim_box")
    assert [it.text() for it in box.findChildren(QLabel)] == [
        "The agent says (unverified)",
        "I have to.",
        "<b>Safe</b>: lists files",
    ]
    facts = desk.find(Name.SINCE_LABEL)
    assert box.mapTo(pane, box.rect().topLeft()).y() > facts.mapTo(pane, facts.rect().topLeft()).y()
    assert "lists files" not in desk.find(Name.SHEET_VIEW).toPlainText()


def test_a_conversation_without_a_title_is_named_as_one(theme: Theme, desk: Desk) -> None:
    desk.open(desk.ask())
    card = desk.approvals.card
    assert card is not None
    for asker, words in (
        ((("conversation", ""),), "in a conversation"),
        ((("workflow", "Report"),), "workflow “Report”"),
    ):
        head = ApprovalHead(theme, replace(card, asker=asker))
        desk.qtbot.addWidget(head)
        head.show_row(card.row, card.row.created_at)
        label = head.findChild(QLabel, Name.ASKER_LABEL)
        assert f"clerk  ·  {words}  ·  asked at" in label.text()

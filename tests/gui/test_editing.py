"""Editing the arguments on the decision pane: written, looked at, and approved by the whole gesture (DECISIONS T10)."""

from __future__ import annotations

import json

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from placet.rules.digest import args_digest
from placet_gui.names import Name
from placet_gui.views.argument_exact import ExactView
from tests.flows.house import OVER_HTTP
from tests.gui.gestures import ARM_MS, CTRL, HIDDEN, Desk, desk
from tests.rules.test_veils import CHIP, TOKEN

__all__ = ["desk"]


def begin(desk: Desk) -> QPlainTextEdit:
    desk.click(desk.find(Name.EDIT_ARGS_BUTTON))
    text: QPlainTextEdit = desk.find(Name.EDIT_ARGS_TEXT, QPlainTextEdit)
    return text


def rewrite(desk: Desk, **args: object) -> None:
    """Open the editor, write these arguments instead, and look at what that changes."""
    begin(desk).setPlainText(json.dumps(args))
    desk.click(desk.find(Name.EDIT_ARGS_REVIEW))


def changes(desk: Desk) -> str:
    view = next(it for it in desk.window.findChildren(ExactView) if it.isVisible())
    return view.text()


def test_what_the_owner_wrote_is_what_runs_and_what_was_asked_stays_beside_it(desk: Desk) -> None:
    task_id = desk.ask(content="hello")
    desk.open_armed(task_id)
    asked = desk.house.task(task_id)
    rewrite(desk, path="b.txt", content="goodbye")
    assert '-  "content": "hello"' in changes(desk)
    assert '+  "content": "goodbye"' in changes(desk)
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.text() == "Approve edit"
    desk.click(desk.approve_button)
    desk.wait_decided(task_id)
    assert desk.house.ended(task_id).status == "completed"
    assert (desk.house.folder() / "b.txt").read_text() == "goodbye"
    assert not (desk.house.folder() / "a.txt").exists()
    row = desk.house.task(task_id)
    assert (row.args_json, row.digest) == (asked.args_json, asked.digest)
    assert row.approved_digest == args_digest("fs_write", {"path": "b.txt", "content": "goodbye"})
    assert row.approval is not None
    assert row.approval.shown_digest == asked.digest
    assert "The arguments were edited." in desk.says(Name.DECIDED_LABEL)
    assert '+  "content": "goodbye"' in changes(desk), "what was approved stays in view"


def test_while_an_edit_is_looked_at_the_headline_is_about_it(desk: Desk) -> None:
    desk.open_armed(desk.ask(content="hello"))
    asked = desk.says("approval_headline")
    assert "a.txt" in asked
    rewrite(desk, path="b.txt", content="goodbye")
    assert desk.says("approval_headline").startswith("Runs fs_write with your version below.")
    assert "a.txt" not in desk.says("approval_headline")
    desk.click(desk.find(Name.EDIT_ARGS_BACK))
    assert desk.says("approval_headline") == asked


def test_nothing_is_approved_while_the_owner_writes(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    text = begin(desk)
    desk.clock.advance(10 * ARM_MS)
    assert not desk.approve_button.isEnabled()
    QTest.keyClick(text, Qt.Key.Key_Return, CTRL)
    desk.clock.advance(10 * ARM_MS)
    assert not desk.approvals.busy
    assert desk.house.task(task_id).can_decide


def test_a_look_at_the_changes_arms_anew_and_so_does_each_further_edit(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    rewrite(desk, path="a.txt", content="one")
    assert not desk.approve_button.isEnabled()
    desk.chord()
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.isEnabled()
    desk.click(desk.find(Name.EDIT_ARGS_REVIEW))
    assert not desk.approve_button.isEnabled()
    desk.find(Name.EDIT_ARGS_TEXT).setPlainText('{"path": "a.txt", "content": "two"}')
    desk.click(desk.find(Name.EDIT_ARGS_REVIEW))
    assert not desk.approve_button.isEnabled()
    desk.clock.advance(ARM_MS)
    desk.chord()
    desk.wait_decided(task_id)
    desk.house.ended(task_id)
    assert (desk.house.folder() / "a.txt").read_text() == "two"


def test_going_back_approves_what_was_asked_and_keeps_the_text_for_later(desk: Desk) -> None:
    task_id = desk.ask(content="hello")
    desk.open_armed(task_id)
    rewrite(desk, path="a.txt", content="mine")
    QTest.keyClick(desk.focus(), Qt.Key.Key_Escape)
    assert "mine" in desk.find(Name.EDIT_ARGS_TEXT).toPlainText(), "one step back: the text"
    QTest.keyClick(desk.focus(), Qt.Key.Key_Escape)
    assert desk.shows(Name.SHEET_VIEW)
    assert desk.dialog is not None
    assert "mine" in begin(desk).toPlainText()
    desk.click(desk.find(Name.EDIT_ARGS_BACK))
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.text() == "Approve"
    desk.click(desk.approve_button)
    desk.wait_decided(task_id)
    desk.house.ended(task_id)
    assert (desk.house.folder() / "a.txt").read_text() == "hello"
    assert desk.house.task(task_id).approved_args_json is None


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('{"path": "a.txt",\n "path": "b.txt", "content": ""}', "line 2, column 2"),
        ("nonsense", "line 1, column 1"),
        ('{"path": "a.txt", "content": "hello"}', "Nothing is changed"),
    ],
)
def test_a_text_that_means_nothing_else_is_told_where_it_was_written(
    desk: Desk, written: str, said: str
) -> None:
    desk.open_armed(desk.ask(content="hello"))
    begin(desk).setPlainText(written)
    desk.click(desk.find(Name.EDIT_ARGS_REVIEW))
    desk.wait(lambda: desk.shows(Name.EDIT_ARGS_TROUBLE))
    assert said in desk.find(Name.EDIT_ARGS_TROUBLE).accessibleName()
    assert desk.shows(Name.EDIT_ARGS_TEXT)
    desk.clock.advance(10 * ARM_MS)
    assert not desk.approve_button.isEnabled()


def test_arguments_that_the_tool_doesnt_take_are_refused_by_the_engine_and_can_be_mended(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    rewrite(desk, path="a.txt", content="one", colour="blue")
    desk.clock.advance(ARM_MS)
    desk.click(desk.approve_button)
    desk.wait(lambda: desk.shows("approval_trouble"))
    assert "colour" in desk.find("approval_trouble").accessibleName()
    assert desk.house.task(task_id).can_decide
    desk.click(desk.find(Name.EDIT_ARGS_REVIEW))
    assert not desk.shows("approval_trouble")
    desk.find(Name.EDIT_ARGS_TEXT).setPlainText('{"path": "a.txt", "content": "mended"}')
    desk.click(desk.find(Name.EDIT_ARGS_REVIEW))
    desk.clock.advance(ARM_MS)
    desk.click(desk.approve_button)
    desk.wait_decided(task_id)
    desk.house.ended(task_id)
    assert (desk.house.folder() / "a.txt").read_text() == "mended"


def test_a_high_risk_edit_takes_the_hold_as_well(desk: Desk) -> None:
    task_id = desk.ask(content=f"a{HIDDEN}b")
    desk.open_armed(task_id)
    rewrite(desk, path="a.txt", content="ab")
    desk.clock.advance(ARM_MS)
    desk.click(desk.approve_button)
    assert desk.house.task(task_id).can_decide
    desk.clock.advance(ARM_MS)
    desk.hold()
    desk.wait_decided(task_id)
    desk.house.ended(task_id)
    assert (desk.house.folder() / "a.txt").read_text() == "ab"


def test_taking_back_a_word_in_the_text_denies_nothing(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    text = begin(desk)
    text.setPlainText("one two")
    text.moveCursor(text.textCursor().MoveOperation.End)
    QTest.keyClick(text, Qt.Key.Key_Backspace, CTRL)
    assert text.toPlainText() == "one "
    assert desk.house.task(task_id).can_decide
    assert not desk.approvals.busy


def test_a_masked_token_is_edited_around_and_runs_as_it_was_asked(desk: Desk) -> None:
    """Rule 9."""
    task_id = desk.ask(content=f"key = {TOKEN}\nold\n")
    desk.open_armed(task_id)
    text = begin(desk)
    assert CHIP in text.toPlainText()
    assert TOKEN not in text.toPlainText()
    text.setPlainText(text.toPlainText().replace("old", "new"))
    desk.click(desk.find(Name.EDIT_ARGS_REVIEW))
    assert "+new" in changes(desk)
    assert TOKEN not in changes(desk)
    desk.clock.advance(ARM_MS)
    desk.click(desk.approve_button)
    desk.wait_decided(task_id)
    desk.house.ended(task_id)
    assert (desk.house.folder() / "a.txt").read_text() == f"key = {TOKEN}\nnew\n"


def test_decided_elsewhere_while_the_owner_writes_the_pane_shows_what_was_asked(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    begin(desk).setPlainText("{}")
    desk.house.deny(task_id, by=OVER_HTTP)
    desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
    assert desk.shows(Name.SHEET_VIEW)
    assert not desk.shows(Name.EDIT_ARGS_BUTTON)
    focused = QApplication.focusWidget()
    assert focused is not None
    assert focused.metaObject().className() == "DecidedBar"


def test_a_text_too_long_for_a_text_field_isnt_offered_for_editing(desk: Desk) -> None:
    desk.open(desk.ask(content="x" * 60_000))
    button = desk.find(Name.EDIT_ARGS_BUTTON)
    assert not button.isEnabled()
    assert "too long" in button.toolTip()


def test_what_was_asked_still_has_to_be_opened_before_an_edit_of_it_and_says_where(desk: Desk) -> None:
    """Rule 8: its pages aren't in view beside the changes, so the way back to them is told."""
    desk.open(desk.ask(content="x" * 5_000))
    rewrite(desk, path="a.txt", content="y")
    desk.clock.advance(ARM_MS)
    assert not desk.approve_button.isEnabled()
    assert desk.says(Name.ARMING_LABEL).startswith("One part of what was asked is folded away. Go back")

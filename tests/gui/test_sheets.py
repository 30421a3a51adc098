"""A request laid out by its tool: in front, beside the exact tree, one key away from it, and never more than a view."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit

from placet_gui.names import Name
from tests.gui.gestures import ARM_MS, HIDDEN, Desk, desk

__all__ = ["desk"]

TOKEN = "ghp_16C7e42F292c6912E7710c838347Ae178B4a"


def ask_from_outside(desk: Desk, tool: str, **args: Any) -> str:
    task_id = str(desk.house.call(tool, args, decide_only=True, source={"harness": "claude-code"}).task_id)
    desk.wait(lambda: desk.approvals.model.row_of(task_id))
    return task_id


def sheet(desk: Desk) -> QPlainTextEdit:
    shown: QPlainTextEdit = desk.find(Name.SHEET_VIEW)
    return shown


def title(desk: Desk) -> str:
    tabs = desk.find(Name.ARGUMENT_TABS)
    text: str = tabs.tabText(tabs.currentIndex())
    return text


def test_a_command_is_in_front_with_its_parts(desk: Desk) -> None:
    desk.open(ask_from_outside(desk, "Bash", command="cd src && make", timeout=5))
    assert title(desk) == "Command"
    assert sheet(desk).toPlainText().split("\n") == ["cd src && make", "", "cd src", "make", "", "timeout: 5"]


def test_a_new_file_shows_its_text_and_one_that_is_there_its_changes(desk: Desk) -> None:
    (desk.house.folder() / "old.txt").write_text("one\n")
    desk.open(desk.ask("new.txt", "one\ntwo\n"))
    assert title(desk) == "New text"
    assert sheet(desk).toPlainText().split("\n") == ["new.txt", "", "one", "two"]
    desk.open(desk.ask("old.txt", "two\n"))
    assert title(desk) == "Changes"
    assert sheet(desk).toPlainText().split("\n")[2:] == ["@@ -1,1 +1,1 @@", "-one", "+two"]


def test_of_a_tool_that_nothing_special_is_known_about_the_tree_is_in_front(desk: Desk) -> None:
    desk.open(desk.ask_tool("held", n=1))
    assert title(desk) == "Arguments"
    assert not desk.shows(Name.SHEET_VIEW)


def test_the_exact_tree_is_one_key_away_and_the_key_decides_nothing(desk: Desk) -> None:
    desk.open_armed(desk.ask())
    desk.chord(Qt.Key.Key_E)
    assert (title(desk), desk.shows(Name.ARGS_TREE)) == ("Arguments", True)
    desk.chord(Qt.Key.Key_E)
    assert (title(desk), desk.shows(Name.SHEET_VIEW)) == ("New text", True)
    assert desk.approvals_given() == 0


def test_the_key_for_the_exact_tree_leaves_a_text_that_is_being_written_alone(desk: Desk) -> None:
    desk.open_armed(desk.ask())
    desk.click(desk.find(Name.EDIT_ARGS_BUTTON))
    desk.chord(Qt.Key.Key_E)
    assert desk.shows(Name.EDIT_ARGS_TEXT)


def test_what_hides_or_reorders_stands_as_a_chip(desk: Desk) -> None:
    """Rule 6."""
    desk.open(desk.ask(f"{HIDDEN}txt.exe", f"a\u200b\nb{HIDDEN}\x1b[2J\n"))
    text = sheet(desk).toPlainText()
    assert text.split("\n") == ["⟨U+202E⟩txt.exe", "", "a⟨U+200B⟩", "b⟨U+202E⟩⟨U+001B⟩[2J"]


def test_markup_is_text(desk: Desk) -> None:
    desk.open(desk.ask(content="<b>bold</b><img src=x>\n&amp;\n"))
    assert sheet(desk).toPlainText().split("\n")[2:] == ["<b>bold</b><img src=x>", "&amp;"]


def test_a_long_text_read_to_its_end_here_counts_as_opened(desk: Desk) -> None:
    """Rule 8."""
    desk.open(desk.ask(content="a line of text\n" * 400))
    arming = desk.approvals.arming
    assert arming is not None
    assert arming.unopened == {"/content"}
    desk.clock.advance(ARM_MS)
    assert not desk.approve_button.isEnabled()
    bar = sheet(desk).verticalScrollBar()
    bar.setValue(bar.maximum())
    desk.wait(lambda: not arming.unopened)
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.isEnabled()


def test_a_difference_that_leaves_lines_out_still_asks_for_the_whole_text(desk: Desk) -> None:
    """Rule 8: unchanged lines between two changes aren't in it."""
    before = "".join(f"line {number} of a long file\n" for number in range(60))
    (desk.house.folder() / "a.txt").write_text(before)
    desk.open(desk.ask(content=f"first\n{before}last\n"))
    bar = sheet(desk).verticalScrollBar()
    bar.setValue(bar.maximum())
    desk.wait(lambda: sheet(desk).toPlainText().endswith("+last"))
    assert desk.approvals.arming is not None
    assert desk.approvals.arming.unopened == {"/content"}


def test_a_known_token_is_masked_in_every_view_and_bound_all_the_same(desk: Desk) -> None:
    """Rule 9."""
    desk.open(desk.ask(content=f"token = {TOKEN}\n"))
    chip = "⟨GitHub token, 40 characters, #3543c50b0cb9⟩"
    assert sheet(desk).toPlainText().endswith(f"token = {chip}")
    tree = desk.find(Name.ARGS_TREE).model()
    cell = tree.find("/content")
    assert chip in cell.siblingAtColumn(2).data()
    tabs = desk.find(Name.ARGUMENT_TABS)
    tabs.setCurrentIndex(tabs.count() - 1)
    assert chip in desk.find(Name.ARGS_RAW).toPlainText()
    assert desk.approvals.card is not None
    assert desk.approvals.card.digest == desk.house.task(desk.approvals.card.row.id).digest
    assert TOKEN in desk.approvals.card.row.args_json

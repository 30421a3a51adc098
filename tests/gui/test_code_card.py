"""The card of a call that would run an agent's code: all of the code is there, and is read before a yes counts."""

from __future__ import annotations

import hashlib

from PySide6.QtWidgets import QLabel, QScrollArea, QTabWidget

from placet_gui.names import Name
from tests.flows.coding import CODE_TOOLS, put
from tests.flows.house import RESTRICTED_WRITE
from tests.gui.gestures import ARM_MS, Desk, desk

__all__ = ["desk"]

SHORT = "export async function main(args) { return args.n * 2; }\n"
HIDDEN = "export async function main() { return '<b>\u202etxt</b>'; }\n"
LONG = SHORT + "".join(f"// line {number}\n" for number in range(2_000)) + "// the end\n"


def ask(desk: Desk, source: str, path: str = "lib/sums.ts") -> str:
    """The agent wants to run code that the owner authorized."""
    desk.house.change(tools=[*CODE_TOOLS, RESTRICTED_WRITE])
    put(desk.house, path, source, authorized=True)
    return desk.ask_tool("sys_lambda", source=path, args={"n": 21})


def test_a_run_of_authorized_code_shows_its_whole_source_and_digest_first(desk: Desk) -> None:
    pane = desk.open(ask(desk, SHORT))
    tabs = pane.findChild(QTabWidget, Name.ARGUMENT_TABS)
    assert tabs.tabText(tabs.currentIndex()) == "Code"
    assert desk.find(Name.CODE_VIEW).toPlainText() == SHORT
    assert desk.says(Name.CODE_DIGEST).removeprefix("SHA-256 ").replace(" ", "") == (
        hashlib.sha256(SHORT.encode()).hexdigest()
    )
    assert any("lib/sums.ts" in it.text() for it in pane.findChildren(QLabel))


def test_the_headline_says_what_runs_and_leaves_the_digest_to_the_code(desk: Desk) -> None:
    desk.open(ask(desk, SHORT))
    assert desk.says("approval_headline") == (
        'Runs the function "main" of the AUTHORIZED file "lib/sums.ts" (56 bytes).'
    )


def test_short_code_that_is_wholly_in_view_can_be_approved_by_the_whole_gesture(desk: Desk) -> None:
    task_id = ask(desk, SHORT)
    desk.approve_in_full(task_id)
    assert desk.house.ended(task_id).result_json is not None


def test_long_code_has_to_be_scrolled_to_its_end_before_a_yes_counts(desk: Desk) -> None:
    """Rule 8: raw arguments read through don't stand for the code, which isn't in them."""
    task_id = ask(desk, LONG)
    pane = desk.open(task_id)
    desk.clock.advance(ARM_MS)
    assert not desk.approve_button.isEnabled()
    assert desk.says(Name.ARMING_LABEL).startswith("The code that would run hasn't been in view")
    tabs = pane.findChild(QTabWidget, Name.ARGUMENT_TABS)
    tabs.setCurrentIndex(tabs.count() - 1)
    desk.clock.advance(ARM_MS)
    assert not desk.approve_button.isEnabled()
    tabs.setCurrentIndex(0)
    code = desk.find(Name.CODE_VIEW)
    code.verticalScrollBar().setValue(code.verticalScrollBar().maximum())
    desk.wait(lambda: not desk.approvals.arming.unopened)
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.isEnabled()
    assert desk.house.task(task_id).can_decide, "reading decides nothing"


def test_what_hides_in_code_is_shown_as_a_chip_and_told_of(desk: Desk) -> None:
    pane = desk.open(ask(desk, HIDDEN))
    assert "'<b>⟨U+202E⟩txt</b>'" in desk.find(Name.CODE_VIEW).toPlainText()
    notes = [it.text() for it in pane.findChildren(QLabel)]
    assert any(it.startswith("In the code of lib/sums.ts") for it in notes)


def test_a_call_without_code_has_no_place_for_it(desk: Desk) -> None:
    desk.open(desk.ask())
    assert not desk.shows(Name.CODE_VIEW)


def test_code_below_the_edge_of_a_low_window_isnt_in_view(desk: Desk) -> None:
    """The page of code is short enough, but the pane around it is scrolled to its top."""
    desk.window.resize(900, 480)
    task_id = ask(desk, HIDDEN)
    pane = desk.open(task_id)
    desk.clock.advance(ARM_MS)
    assert not desk.approve_button.isEnabled()
    scroll = pane.findChild(QScrollArea)
    scroll.verticalScrollBar().setValue(scroll.verticalScrollBar().maximum())
    desk.wait(lambda: not desk.approvals.arming.unopened)
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.isEnabled()
    assert desk.house.task(task_id).can_decide


def test_the_arguments_that_name_code_cant_be_edited_into_others(desk: Desk) -> None:
    desk.open(ask(desk, SHORT))
    assert not desk.find(Name.EDIT_ARGS_BUTTON).isEnabled()

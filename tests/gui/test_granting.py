"""A standing answer is made by a gesture of its own, of exactly the words that were shown (rule 12, case 68)."""

from __future__ import annotations

import random

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QCheckBox, QComboBox, QLineEdit, QPushButton

from placet.api.grants import GrantRow, ListGrants
from placet_gui.names import Name
from placet_gui.presenters.granting import REST_MS, Span
from placet_gui.views.approval_button import ApproveButton
from tests.gui.gestures import ARM_MS, CTRL, HIDDEN, HOLD_MS, Desk, desk, random_key, random_press

__all__ = ["desk"]

DAY_MS = 24 * 60 * 60 * 1000


def grants(desk: Desk) -> tuple[GrantRow, ...]:
    rows: tuple[GrantRow, ...] = desk.house.engine.query(ListGrants())
    return rows


def button(desk: Desk) -> ApproveButton:
    return desk.find(Name.GRANT_MAKE, ApproveButton)


def begin(desk: Desk, task_id: str) -> None:
    """Open a request and press Always… on it."""
    desk.open(task_id)
    desk.click(desk.find(Name.GRANT_OFFER, QPushButton))
    assert desk.shows(Name.GRANT_MAKER)


def read(desk: Desk) -> str:
    """Wait until what is chosen stands there in words; answers the sentence."""
    arming = desk.find(Name.GRANT_ARMING)
    desk.clock.advance(REST_MS)
    desk.wait(lambda: "in words" not in arming.text())
    return desk.says(Name.GRANT_SENTENCE)


def choose(desk: Desk, argument: str, span: Span) -> None:
    box = desk.find(f"grant_span_{argument}", QComboBox)
    box.setCurrentIndex(box.findData(span))


def hold(desk: Desk, ms: int = HOLD_MS) -> None:
    grant = button(desk)
    QTest.mousePress(grant, Qt.MouseButton.LeftButton)
    desk.clock.advance(ms)
    QTest.mouseRelease(grant, Qt.MouseButton.LeftButton)


def make(desk: Desk) -> None:
    """Arm and make what is chosen by the whole gesture."""
    read(desk)
    desk.clock.advance(ARM_MS)
    assert button(desk).isEnabled(), desk.says(Name.GRANT_ARMING)
    hold(desk)
    desk.wait(lambda: desk.shows(Name.GRANT_MADE))


def test_it_begins_with_the_very_call_and_says_what_it_would_match(desk: Desk) -> None:
    desk.ask("notes/b.md")
    begin(desk, desk.ask("notes/a.md", "hello"))
    sentence = read(desk)
    assert sentence == (
        "clerk may call fs_write without asking when path is exactly “notes/a.md” and content is exactly “hello”."
    )
    assert desk.says(Name.GRANT_BACKTEST) == (
        "Tried on the last 2 calls: 1 would have passed, none against your no."
    )
    assert "1 request that waits now" in desk.says(Name.GRANT_SETTLE)


def test_each_argument_is_loosened_by_itself_and_the_words_follow(desk: Desk) -> None:
    begin(desk, desk.ask("notes/a.md", "hello"))
    choose(desk, "content", Span.ANYTHING)
    choose(desk, "path", Span.FOLDER)
    assert desk.find("grant_text_path", QLineEdit).text() == "notes"
    assert read(desk) == (
        "clerk may call fs_write without asking when path lies in “notes”, whatever content may be."
    )
    choose(desk, "path", Span.PATTERN)
    assert "like “notes/*”" in read(desk)
    choose(desk, "path", Span.ANYTHING)
    assert read(desk) == "clerk may call fs_write without asking, whatever path and content may be."


def test_what_was_denied_and_would_have_passed_is_counted(desk: Desk) -> None:
    denied = desk.ask("notes/a.md", "hello")
    desk.house.deny(denied)
    begin(desk, desk.ask("notes/b.md", "hello"))
    choose(desk, "path", Span.ANYTHING)
    read(desk)
    assert "1 of them against your no" in desk.says(Name.GRANT_BACKTEST)


def test_the_whole_gesture_makes_what_was_shown_and_decides_nothing_about_the_request(desk: Desk) -> None:
    task_id = desk.ask("notes/a.md", "hello")
    begin(desk, task_id)
    choose(desk, "content", Span.ANYTHING)
    make(desk)
    [row] = grants(desk)
    assert (row.match, row.uses_left) == ({"path": "notes/a.md"}, 10)
    assert row.expires_at is not None
    assert 0 <= desk.clock.wall_ms() + DAY_MS - row.expires_at <= desk.clock.now_ms
    assert desk.house.task(task_id).can_decide
    assert desk.approvals_given() == 0
    desk.click(desk.find(Name.GRANT_BACK))
    assert not desk.shows(Name.GRANT_MAKER)
    desk.clock.advance(ARM_MS)
    assert desk.approve_button.isEnabled()


def test_only_when_it_is_chosen_does_what_waits_pass_with_it(desk: Desk) -> None:
    first, second = desk.ask("notes/a.md", "one"), desk.ask("notes/b.md", "two")
    other = desk.ask("other.md", "three")
    begin(desk, second)
    choose(desk, "content", Span.ANYTHING)
    choose(desk, "path", Span.FOLDER)
    read(desk)
    box = desk.find(Name.GRANT_SETTLE, QCheckBox)
    assert not box.isChecked()
    assert "2 requests" in box.text()
    desk.click(box)
    make(desk)
    assert "2 requests that waited pass" in desk.says(Name.GRANT_MADE)
    assert [desk.house.ended(it).status for it in (first, second)] == ["completed", "completed"]
    assert desk.house.task(other).can_decide


def test_a_click_or_a_hold_that_ends_too_early_makes_nothing(desk: Desk) -> None:
    begin(desk, desk.ask())
    read(desk)
    desk.clock.advance(ARM_MS)
    hold(desk, HOLD_MS - 1)
    desk.click(button(desk))
    assert "too early" in desk.says(Name.GRANT_ARMING)
    assert grants(desk) == ()


def test_it_can_be_made_by_typing_how_the_digest_ends(desk: Desk) -> None:
    task_id = desk.ask()
    begin(desk, task_id)
    read(desk)
    desk.clock.advance(ARM_MS)
    field = desk.find(Name.GRANT_CODE, QLineEdit)
    desk.chord()
    assert grants(desk) == (), "the chord alone grants nothing"
    desk.clock.advance(ARM_MS)
    QTest.keyClicks(field, desk.house.task(task_id).digest[-6:])
    QTest.keyClick(field, Qt.Key.Key_Return, CTRL)
    desk.wait(lambda: desk.shows(Name.GRANT_MADE))
    assert len(grants(desk)) == 1
    assert desk.house.task(task_id).can_decide, "and the chord approved nothing"


def test_the_button_has_no_focus_and_waits_until_the_words_were_in_view(desk: Desk) -> None:
    begin(desk, desk.ask("notes/a.md"))
    assert QApplication.focusWidget() is desk.find(Name.GRANT_BACK)
    read(desk)
    desk.clock.advance(ARM_MS)
    assert button(desk).isEnabled()
    choose(desk, "path", Span.ANYTHING)
    assert not button(desk).isEnabled()
    assert "in words" in desk.says(Name.GRANT_ARMING)
    read(desk)
    assert not button(desk).isEnabled(), "other words are looked at anew"
    desk.clock.advance(ARM_MS)
    assert button(desk).isEnabled()


def test_meanwhile_the_request_itself_cannot_be_approved(desk: Desk) -> None:
    task_id = desk.ask()
    desk.open_armed(task_id)
    desk.click(desk.find(Name.GRANT_OFFER))
    desk.clock.advance(ARM_MS)
    desk.chord()
    assert desk.house.task(task_id).can_decide
    assert not desk.approvals.busy
    QTest.keyClick(desk.find(Name.GRANT_BACK), Qt.Key.Key_Escape)
    assert not desk.shows(Name.GRANT_MAKER)
    assert not desk.approve_button.isEnabled(), "it is looked at anew"
    desk.clock.advance(ARM_MS)
    desk.chord()
    desk.wait_decided(task_id)


def test_meanwhile_no_key_denies_the_request_which_is_not_in_view(desk: Desk) -> None:
    """Rule 5: its own Deny isn't there either."""
    task_id = desk.ask()
    begin(desk, task_id)
    for name in ("grant_span_path", Name.GRANT_BACK):
        desk.find(name).setFocus()
        desk.chord(Qt.Key.Key_Backspace)
    assert not desk.approvals.busy
    assert desk.house.task(task_id).can_decide
    assert desk.dialog is not None
    desk.dialog.step_back()
    desk.chord(Qt.Key.Key_Backspace)
    desk.wait_decided(task_id)
    assert desk.house.task(task_id).status == "denied"


def test_words_that_make_no_grant_say_why_and_cannot_be_made(desk: Desk) -> None:
    begin(desk, desk.ask("notes/a.md"))
    choose(desk, "path", Span.FOLDER)
    field = desk.find("grant_text_path", QLineEdit)
    field.clear()
    QTest.keyClicks(field, "../up")
    desk.clock.advance(REST_MS)
    desk.wait(lambda: desk.shows(Name.GRANT_TROUBLE))
    desk.clock.advance(ARM_MS)
    assert "A folder is written like" in desk.says(Name.GRANT_TROUBLE)
    assert not button(desk).isEnabled()
    assert grants(desk) == ()


def test_where_the_rules_forbid_it_the_button_is_hidden_and_the_reason_is_there(desk: Desk) -> None:
    desk.open(desk.ask("a.txt", f"x{HIDDEN}y"))
    assert not desk.shows(Name.GRANT_OFFER)
    assert "hides or misleads" in desk.says(Name.GRANT_WHY_NOT)


def test_parts_that_were_never_opened_keep_it_from_being_granted(desk: Desk) -> None:
    begin(desk, desk.ask(content="x" * 2_000))
    read(desk)
    desk.clock.advance(ARM_MS)
    assert "never opened" in desk.says(Name.GRANT_ARMING)
    assert not button(desk).isEnabled()


def test_a_request_decided_elsewhere_takes_no_words_away_that_are_being_chosen(desk: Desk) -> None:
    task_id = desk.ask()
    begin(desk, task_id)
    desk.house.deny(task_id)
    desk.wait(lambda: desk.shows(Name.DECIDED_LABEL))
    assert desk.shows(Name.GRANT_MAKER)
    desk.click(desk.find(Name.GRANT_BACK))
    assert not desk.shows(Name.GRANT_OFFER)


def test_what_stands_already_is_not_asked_again_so_the_next_call_passes(desk: Desk) -> None:
    begin(desk, desk.ask("notes/a.md", "hello"))
    make(desk)
    ticket = desk.house.call("fs_write", {"path": "notes/a.md", "content": "hello"})
    assert desk.house.ended(ticket.task_id).status == "completed"


@pytest.mark.qt_log_ignore(
    "This plugin does not support"
)  # the lists of the choices are windows of their own
@pytest.mark.parametrize("seed", range(3))
def test_keys_and_clicks_at_random_make_no_grant(desk: Desk, seed: int) -> None:
    dice = random.Random(seed)
    begin(desk, desk.ask())
    for _ in range(150):
        read_now = desk.shows(Name.GRANT_MAKER)
        desk.clock.advance(dice.randrange(60))
        random_key(desk, dice, chord=True) if dice.random() < 0.7 else random_press(desk, dice)
        if read_now and not desk.shows(Name.GRANT_MAKER) and desk.shows(Name.GRANT_OFFER):
            desk.click(desk.find(Name.GRANT_OFFER))
    assert grants(desk) == ()

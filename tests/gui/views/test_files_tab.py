"""An agent's files: what they say to the last byte, and the owner's word about exactly those bytes."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QTabWidget
from pytestqt.qtbot import QtBot

from placet.api.commands import ChangeSettings
from placet.api.queries import ListFiles
from placet.api.views import FileRow
from placet_gui.names import Name
from placet_gui.presenters.step_up import StepUp
from placet_gui.reauthentication import ACTION
from tests.flows.coding import authorize, put, sha256_of
from tests.gui.agent_desk import AgentDesk, desk
from tests.gui.gestures import ARM_MS, HOLD_MS
from tests.gui.polkit_service import NEVER, NO, YES, polkit_service
from tests.gui.views.test_access import nameless

__all__ = ["desk"]

SOURCE = "export async function main(args) { return args.n * 2; }\n"
OTHER = "export async function main(args) { return args.n * 3; }\n"
PATH = "lib/vote.ts"


def on_file(desk: AgentDesk, source: str = SOURCE, path: str = PATH, *, authorized: bool = False) -> None:
    """Put a file there and open it."""
    put(desk.house, path, source, authorized=authorized)
    desk.turn_to("Files")
    desk.wait(lambda: any(path in row for row in desk.rows(Name.FILES_TABLE)))
    desk.open_row(Name.FILES_TABLE, path)
    desk.wait(lambda: desk.shows(Name.FILE_SOURCE))


def on_armed_file(desk: AgentDesk, source: str = SOURCE) -> None:
    on_file(desk, source)
    desk.clock.advance(ARM_MS)
    assert desk.find(Name.AUTHORIZE_BUTTON).isEnabled(), desk.says(Name.AUTHORIZE_LABEL)


def file(desk: AgentDesk, path: str = PATH) -> FileRow:
    rows: tuple[FileRow, ...] = desk.house.engine.query(ListFiles(agent="clerk")).files
    return next(row for row in rows if row.path == path)


def test_files_are_listed_with_what_is_authorized_and_code_comes_first(desk: AgentDesk) -> None:
    put(desk.house, "about.txt", "No code.\n")
    put(desk.house, "one.ts", SOURCE, authorized=True)
    put(desk.house, "two.ts", SOURCE, authorized=True)
    put(desk.house, "two.ts", OTHER)
    put(desk.house, "zero.ts", OTHER)
    desk.turn_to("Files")
    desk.wait(lambda: len(desk.rows(Name.FILES_TABLE)) == 4)
    assert [row[:2] for row in desk.rows(Name.FILES_TABLE)] == [
        ("Authorized", "one.ts"),
        ("Changed since", "two.ts"),
        ("Not authorized", "zero.ts"),
        ("No code", "about.txt"),
    ]
    assert desk.rows(Name.FILES_TABLE)[0][3] == sha256_of(SOURCE)[:8]


def test_nothing_is_authorized_while_it_is_locked_and_a_yes_is_armed_anew_after_it(desk: AgentDesk) -> None:
    """Rules 3 and 16: a file's code would decide in the owner's stead."""
    on_armed_file(desk)
    desk.lock._note("test", True)
    desk.clock.advance(10 * ARM_MS)
    button = desk.find(Name.AUTHORIZE_BUTTON)
    assert not button.isEnabled()
    assert desk.says(Name.AUTHORIZE_LABEL) == "Nothing can be authorized while the screen is locked."
    desk.hold(button, HOLD_MS)
    desk.lock._note("test", False)
    assert not button.isEnabled()
    desk.clock.advance(ARM_MS)
    desk.hold(button, HOLD_MS)
    desk.wait(lambda: file(desk).authorized)
    assert len(desk.house.events("file.authorized")) == 1


def test_a_source_that_is_opened_while_it_is_locked_is_not_authorized_nor_is_one_deauthorized(
    desk: AgentDesk,
) -> None:
    desk.lock._note("test", True)
    put(desk.house, "new.ts", OTHER)
    on_file(desk, authorized=True)
    desk.click(desk.find(Name.DEAUTHORIZE_BUTTON))
    desk.click(desk.find(Name.FILE_BACK))
    desk.open_row(Name.FILES_TABLE, "new.ts")
    desk.wait(lambda: desk.shows(Name.AUTHORIZE_BUTTON))
    desk.clock.advance(ARM_MS)
    assert not desk.find(Name.AUTHORIZE_BUTTON).isEnabled()
    assert file(desk).authorized


@pytest.mark.parametrize("answer", [YES, NO])
def test_authorizing_takes_the_owners_proof_where_he_wants_to_be_asked(
    answer: str, tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rule 17."""
    with polkit_service(tmp_path, answer) as (address, system), AgentDesk(tmp_path / "desk", qtbot) as desk:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        desk.house.submit(ChangeSettings(values={"approvals.reauthenticate": True}))
        on_armed_file(desk)
        desk.hold(desk.find(Name.AUTHORIZE_BUTTON), HOLD_MS)
        assert system.asked()[0] == ACTION
        if answer == YES:
            desk.wait(lambda: file(desk).authorized)
        else:
            desk.wait(lambda: "didn't take that" in desk.find(Name.FILE_TROUBLE).accessibleName())
            assert not file(desk).authorized
            desk.clock.advance(ARM_MS)
            assert desk.find(Name.AUTHORIZE_BUTTON).isEnabled()


def test_a_proof_that_comes_after_its_source_was_left_authorizes_nothing(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    with polkit_service(tmp_path, NEVER) as (address, system), AgentDesk(tmp_path / "desk", qtbot) as desk:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        desk.house.submit(ChangeSettings(values={"approvals.reauthenticate": True}))
        on_armed_file(desk)
        desk.hold(desk.find(Name.AUTHORIZE_BUTTON), HOLD_MS)
        assert system.asked()[0] == ACTION
        assert desk.window.findChild(StepUp).is_asking
        desk.click(desk.find(Name.FILE_BACK))
        assert not desk.window.findChild(StepUp).is_asking
        assert not file(desk).authorized


def test_a_source_is_shown_whole_with_the_digest_of_its_bytes(desk: AgentDesk) -> None:
    on_file(desk)
    assert desk.text_of(Name.FILE_SOURCE) == SOURCE
    assert desk.says(Name.CODE_DIGEST).removeprefix("SHA-256 ").replace(" ", "") == sha256_of(SOURCE)


def test_holding_the_button_authorizes_exactly_the_bytes_that_were_shown(desk: AgentDesk) -> None:
    on_armed_file(desk)
    desk.hold(desk.find(Name.AUTHORIZE_BUTTON), HOLD_MS)
    desk.wait(lambda: file(desk).authorized)
    (fact,) = desk.house.events("file.authorized")
    assert (fact.payload["sha256"], fact.payload["by"], fact.payload["via"]) == (
        sha256_of(SOURCE),
        "owner",
        "window",
    )
    desk.wait(lambda: desk.find(Name.FILE_STATE).accessibleName() == "Authorized")
    assert not desk.shows(Name.AUTHORIZE_BUTTON)


def test_typing_how_the_digest_ends_and_a_click_authorize_too(desk: AgentDesk) -> None:
    on_armed_file(desk)
    QTest.keyClicks(desk.find(Name.AUTHORIZE_FIELD), sha256_of(SOURCE)[-6:])
    desk.click(desk.find(Name.AUTHORIZE_BUTTON))
    desk.wait(lambda: file(desk).authorized)


@pytest.mark.parametrize("way", ["click", "short hold", "enter", "wrong digest"])
def test_no_lesser_gesture_authorizes(desk: AgentDesk, way: str) -> None:
    on_armed_file(desk)
    button = desk.find(Name.AUTHORIZE_BUTTON)
    if way == "click":
        desk.click(button)
    elif way == "short hold":
        desk.hold(button, HOLD_MS - 1)
        assert desk.says(Name.AUTHORIZE_LABEL).startswith("Let go too early")
    elif way == "enter":
        for key in (Qt.Key.Key_Return, Qt.Key.Key_Space):
            QTest.keyClick(button, key)
            QTest.keyClick(button, key, Qt.KeyboardModifier.ControlModifier)
    else:
        QTest.keyClicks(desk.find(Name.AUTHORIZE_FIELD), sha256_of(OTHER)[-6:])
        desk.click(button)
    desk.clock.advance(ARM_MS)
    assert desk.house.events("file.authorized") == []
    assert not file(desk).authorized


def test_a_source_has_to_be_in_view_for_a_moment_and_to_its_end_first(desk: AgentDesk) -> None:
    on_file(desk, SOURCE + "// more\n" * 3_000)
    button, text = desk.find(Name.AUTHORIZE_BUTTON), desk.find(Name.FILE_SOURCE)
    desk.clock.advance(ARM_MS)
    assert not button.isEnabled()
    assert "Scroll through Source to its end" in desk.says(Name.AUTHORIZE_LABEL)
    text.verticalScrollBar().setValue(text.verticalScrollBar().maximum())
    desk.wait(lambda: "to its end" not in desk.says(Name.AUTHORIZE_LABEL))
    desk.clock.advance(ARM_MS)
    assert button.isEnabled()


def test_bytes_that_changed_behind_the_screen_are_refused_and_shown_anew(desk: AgentDesk) -> None:
    on_armed_file(desk)
    put(desk.house, PATH, OTHER)  # as an editor would, or the agent's shell: no fact tells of it
    desk.hold(desk.find(Name.AUTHORIZE_BUTTON), HOLD_MS)
    desk.wait(lambda: desk.text_of(Name.FILE_SOURCE) == OTHER)
    assert desk.house.events("file.authorized") == []
    assert any(
        "other bytes than before" in it.text() for it in desk.find(Name.FILE_TROUBLE).findChildren(QLabel)
    )
    assert not desk.find(Name.AUTHORIZE_BUTTON).isEnabled(), "what is shown now was not looked at yet"


def test_taking_an_authorization_back_is_one_click(desk: AgentDesk) -> None:
    on_file(desk, authorized=True)
    assert not desk.shows(Name.AUTHORIZE_BUTTON)
    desk.click(desk.find(Name.DEAUTHORIZE_BUTTON))
    desk.wait(lambda: not file(desk).authorized)
    desk.wait(lambda: desk.shows(Name.AUTHORIZE_BUTTON))
    assert desk.find(Name.FILE_STATE).accessibleName() == "Not authorized"


def test_what_changed_since_the_last_authorization_is_a_diff_of_its_own(desk: AgentDesk) -> None:
    put(desk.house, PATH, SOURCE, authorized=True)
    on_file(desk, OTHER)
    assert desk.find(Name.FILE_STATE).accessibleName() == "Changed since"
    tabs = desk.find(Name.FILE_TABS, QTabWidget)
    assert tabs.isTabVisible(1)
    tabs.setCurrentIndex(1)
    lines = desk.text_of(Name.FILE_CHANGES).splitlines()
    assert f"-{SOURCE.rstrip()}" in lines
    assert f"+{OTHER.rstrip()}" in lines


def test_a_file_that_was_never_authorized_has_no_changes_to_show(desk: AgentDesk) -> None:
    on_file(desk)
    assert not desk.find(Name.FILE_TABS, QTabWidget).isTabVisible(1)


def test_an_authorization_that_ends_elsewhere_ends_on_the_screen(desk: AgentDesk) -> None:
    on_file(desk, authorized=True)
    authorize(desk.house, PATH, authorized=False)
    desk.wait(lambda: desk.find(Name.FILE_STATE).accessibleName() == "Not authorized")


def test_a_file_that_is_no_code_is_shown_and_cant_be_authorized(desk: AgentDesk) -> None:
    on_file(desk, "Only words.\n", "about.txt")
    desk.clock.advance(ARM_MS)
    assert desk.text_of(Name.FILE_SOURCE) == "Only words.\n"
    assert not desk.shows(Name.AUTHORIZE_BUTTON)
    assert desk.says(Name.AUTHORIZE_LABEL).startswith("Only code can be authorized")


def test_names_and_sources_are_plain_text_with_chips_for_what_hides(desk: AgentDesk) -> None:
    on_file(desk, "// <b>\u202e</b>\n", "<i>x.ts")
    assert desk.text_of(Name.FILE_SOURCE) == "// <b>⟨U+202E⟩</b>\n"
    labels = [it for it in desk.window.findChildren(QLabel) if it.isVisible() and "<i>x.ts" in it.text()]
    assert labels
    assert all(it.textFormat() is Qt.TextFormat.PlainText for it in labels)


def test_going_back_decides_nothing_and_shows_all_files(desk: AgentDesk) -> None:
    on_armed_file(desk)
    desk.click(desk.find(Name.FILE_BACK))
    assert desk.shows(Name.FILES_TABLE)
    assert desk.house.events("file.authorized") == []


def test_a_file_that_was_left_and_found_again_has_to_be_in_view_anew(desk: AgentDesk) -> None:
    on_armed_file(desk)
    desk.turn_to("Conversation")
    desk.clock.advance(10 * ARM_MS)  # the time that nobody looked doesn't count
    desk.turn_to("Files")
    assert not desk.find(Name.AUTHORIZE_BUTTON).isEnabled()
    desk.clock.advance(ARM_MS)
    assert desk.find(Name.AUTHORIZE_BUTTON).isEnabled()


def test_another_agents_files_take_the_place_of_the_file_in_view(desk: AgentDesk) -> None:
    desk.house.declare("scribe")
    put(desk.house, "other.ts", OTHER, agent="scribe")
    on_armed_file(desk)
    agents = desk.find(Name.AGENTS_LIST)
    desk.wait(lambda: agents.model().rowCount() == 2)
    agents.setCurrentIndex(agents.model().index(1, 0))
    desk.wait(lambda: [row[1] for row in desk.rows(Name.FILES_TABLE)] == ["other.ts"])
    assert not desk.shows(Name.FILE_SOURCE)


def test_a_file_that_is_gone_when_it_is_looked_at_again_says_so(desk: AgentDesk) -> None:
    on_file(desk)
    (desk.house.folder() / PATH).unlink()
    authorize_other(desk)
    desk.wait(lambda: desk.shows(Name.FILES_TABLE))
    assert not desk.shows(Name.FILE_SOURCE)


def authorize_other(desk: AgentDesk) -> None:
    """A fact about the files, so that they are read again."""
    put(desk.house, "lib/other.ts", OTHER, authorized=True)


def test_everything_usable_of_a_file_has_its_names(desk: AgentDesk) -> None:
    on_armed_file(desk)
    assert nameless(desk.window) == []

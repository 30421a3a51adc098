"""The page of standing answers: every one in words, those that ended told apart, searched, and taken back."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QTableView

from placet.api.grants import GrantRow, GrantWords, ListGrants, MakeGrant, RevokeGrant
from placet_gui.actions import ActionId
from placet_gui.models.grant_table import ColumnId, GrantTable
from placet_gui.names import Name
from placet_gui.presenters.grants import GrantsPresenter
from placet_gui.views.grants_page import GrantsPage
from tests.gui.gestures import Desk, desk

__all__ = ["desk"]

HOUR_MS = 60 * 60 * 1000


def make(desk: Desk, **words: Any) -> GrantRow:
    wording = {"agent": "clerk", "tool": "fs_write", "match": {"path": "notes/*"}, **words}
    desk.wall.at_ms += 1  # so that each is newer than the one before
    made: GrantRow = desk.house.submit(MakeGrant(words=GrantWords(**wording))).row
    return made


@pytest.fixture
def page(desk: Desk) -> GrantsPage:
    desk.window.show_page(ActionId.SHOW_GRANTS)
    made: GrantsPage = desk.window.findChild(GrantsPage)
    QAbstractItemModelTester(model(desk), QAbstractItemModelTester.FailureReportingMode.Fatal, made)
    model(desk).modelReset.connect(lambda: pytest.fail("the model was reset"))
    return made


def model(desk: Desk) -> GrantTable:
    found: GrantTable = desk.window.findChild(GrantsPresenter).model
    return found


def table(desk: Desk) -> QTableView:
    found: QTableView = desk.find(Name.GRANTS_TABLE, QTableView)
    return found


def rows(desk: Desk, *columns: ColumnId) -> list[tuple[str, ...]]:
    shown = model(desk)
    return [tuple(shown.index(n, it).data() for it in columns) for n in range(shown.rowCount())]


def choose(desk: Desk, number: int = 0) -> None:
    at = table(desk).visualRect(model(desk).index(number, ColumnId.SENTENCE)).center()
    QTest.mouseClick(table(desk).viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, at)


def test_each_is_told_in_words_with_its_uses_its_end_and_what_it_let_pass(
    desk: Desk, page: GrantsPage
) -> None:
    assert desk.find(Name.GRANTS_EMPTY).accessibleName() == "Nothing passes without asking"
    make(desk, uses=3)
    desk.wait(lambda: rows(desk, ColumnId.STATE) == [("Standing",)])
    desk.house.end_of(desk.house.call("fs_write", {"path": "notes/a.md", "content": "x"}))
    desk.wait(lambda: rows(desk, ColumnId.USES, ColumnId.UNTIL, ColumnId.HITS) == [("2", "no end", "1")])
    assert rows(desk, ColumnId.SENTENCE)[0][0].startswith(
        "clerk may call fs_write without asking when path is"
    )


def test_those_that_ended_are_told_apart_by_a_word_for_how(desk: Desk, page: GrantsPage) -> None:
    make(desk, uses=1)
    desk.house.end_of(desk.house.call("fs_write", {"path": "notes/a.md", "content": "x"}))
    desk.house.submit(RevokeGrant(grant_id=make(desk).id))
    make(desk, expires_at=desk.wall.now_ms() + HOUR_MS)
    desk.wait(lambda: rows(desk, ColumnId.STATE) == [("Standing",), ("Revoked",), ("Used up",)])
    desk.wall.at_ms += HOUR_MS
    desk.clock.advance(HOUR_MS + 100)
    desk.wait(lambda: rows(desk, ColumnId.STATE) == [("Expired",), ("Revoked",), ("Used up",)])
    spoken = model(desk).index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Expired: clerk may call")


def test_the_chosen_one_is_taken_back_by_its_button_and_stays_to_be_seen(
    desk: Desk, page: GrantsPage
) -> None:
    row = make(desk)
    desk.wait(lambda: model(desk).rowCount() == 1)
    assert not desk.shows(Name.GRANT_DETAIL)
    choose(desk)
    assert desk.shows(Name.GRANT_DETAIL)
    desk.click(desk.find(Name.GRANT_REVOKE, QPushButton))
    desk.wait(lambda: rows(desk, ColumnId.STATE) == [("Revoked",)])
    assert not desk.shows(Name.GRANT_REVOKE)
    [kept] = desk.house.engine.query(ListGrants())
    assert (kept.id, kept.live) == (row.id, False)
    assert desk.house.call("fs_write", {"path": "notes/a.md", "content": "x"}).status == "pending_approval"


def test_a_search_finds_all_of_its_words_in_the_sentence(desk: Desk, page: GrantsPage) -> None:
    make(desk, match={"path": "notes/*"})
    make(desk, match={"path": "reports/*"})
    desk.wait(lambda: model(desk).rowCount() == 2)
    search = desk.find(Name.GRANTS_SEARCH, QLineEdit)
    search.setText("REPORTS clerk")
    assert [it[0] for it in rows(desk, ColumnId.SENTENCE)] == [make_sentence("reports/*")]
    search.setText("reports scribe")
    assert desk.find(Name.GRANTS_EMPTY).accessibleName() == "No grants match"
    search.clear()
    assert model(desk).rowCount() == 2


def make_sentence(pattern: str) -> str:
    return (
        f"clerk may call fs_write without asking when path is like “{pattern}” "
        "(* within one step, ** across steps), whatever content may be."
    )


def test_those_that_ended_can_be_left_out(desk: Desk, page: GrantsPage) -> None:
    desk.house.submit(RevokeGrant(grant_id=make(desk).id))
    make(desk)
    desk.wait(lambda: model(desk).rowCount() == 2)
    desk.click(desk.find(Name.GRANTS_ENDED, QPushButton))
    assert rows(desk, ColumnId.STATE) == [("Standing",)]


def test_words_of_an_agents_are_plain_text_wherever_they_stand(desk: Desk, page: GrantsPage) -> None:
    make(desk, match={"path": "<b>x</b>"})
    desk.wait(lambda: model(desk).rowCount() == 1)
    choose(desk)
    shown = [it for it in page.findChildren(QLabel) if "<b>x</b>" in it.text()]
    assert shown
    assert {it.textFormat() for it in shown} == {Qt.TextFormat.PlainText}

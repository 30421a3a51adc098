"""The tools of an agent in the window: the owner's words on each are changed, and nothing counts before it is saved."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QPushButton
from pytestqt.qtbot import QtBot

from placet.api.queries import GetAgent
from placet.api.views import AgentToolRow
from placet_gui.names import Name
from tests.flows.house import RESTRICTED_WRITE
from tests.gui.agent_desk import AgentDesk
from tests.gui.views.test_access import nameless

FREE_READ = {"name": "fs_read", "restricted": False, "locked": True}


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot) -> Iterator[AgentDesk]:
    with AgentDesk(tmp_path, qtbot) as desk:
        desk.house.change(tools=[RESTRICTED_WRITE, FREE_READ])
        desk.turn_to("Tools")
        desk.wait(lambda: desk.window.findChild(QCheckBox, "tool_locked_of_fs_read") is not None)
        yield desk


def flag(desk: AgentDesk, name: str, tool: str = "fs_write") -> QCheckBox:
    boxes = desk.window.findChildren(QCheckBox, f"tool_{name}_of_{tool}")
    (found,) = (it for it in boxes if it.isVisible())
    return found


def tool(desk: AgentDesk, name: str = "fs_write") -> AgentToolRow | None:
    row = desk.house.engine.query(GetAgent(agent="clerk"))
    return next((it for it in row.tools if it.name == name), None)


def says(desk: AgentDesk, words: str) -> bool:
    return any(words in it.text() for it in desk.window.findChildren(QLabel) if it.isVisible())


def test_every_word_of_the_owners_is_shown_and_named(desk: AgentDesk) -> None:
    shown = {
        it: flag(desk, it, "fs_read").isChecked() for it in ("enabled", "visible", "restricted", "locked")
    }
    assert shown == {"enabled": True, "visible": True, "restricted": False, "locked": True}
    assert flag(desk, "restricted").isChecked()
    assert flag(desk, "restricted").accessibleName() == "fs_write: Needs my yes"
    assert nameless(desk.find(Name.TOOLS_TAB)) == []


def test_what_would_ask_no_more_is_said_and_counts_only_once_it_is_saved(desk: AgentDesk) -> None:
    flag(desk, "restricted").click()
    assert says(desk, "Without asking you from now on: fs_write.")
    assert tool(desk).restricted  # type: ignore[union-attr]
    desk.click(desk.find(Name.TOOLS_SAVE, QPushButton))
    desk.wait(lambda: not tool(desk).restricted)  # type: ignore[union-attr]
    desk.wait(lambda: not desk.shows(Name.TOOLS_SAVE))


def test_what_is_discarded_or_set_back_changes_nothing(desk: AgentDesk) -> None:
    flag(desk, "enabled").click()
    assert desk.shows(Name.TOOLS_SAVE)
    flag(desk, "enabled").click()
    assert not desk.shows(Name.TOOLS_SAVE)
    flag(desk, "visible").click()
    desk.click(desk.find(Name.TOOLS_DROP, QPushButton))
    assert flag(desk, "visible").isChecked()
    assert not desk.shows(Name.TOOLS_SAVE)
    assert tool(desk).visible  # type: ignore[union-attr]


def test_a_tool_is_added_with_the_words_that_it_has_by_itself(desk: AgentDesk) -> None:
    desk.find(Name.TOOLS_NEW, QComboBox).setCurrentText("fs_delete")
    desk.click(desk.find(Name.TOOLS_ADD, QPushButton))
    assert flag(desk, "restricted", "fs_delete").isChecked()
    assert tool(desk, "fs_delete") is None
    desk.click(desk.find(Name.TOOLS_SAVE, QPushButton))
    desk.wait(lambda: tool(desk, "fs_delete") is not None)
    assert tool(desk, "fs_delete").restricted  # type: ignore[union-attr]


def test_a_change_made_elsewhere_is_shown_and_what_is_not_saved_here_stays(desk: AgentDesk) -> None:
    flag(desk, "visible").click()
    desk.house.change(tools=[{**FREE_READ, "restricted": True}])
    desk.wait(lambda: flag(desk, "restricted", "fs_read").isChecked())
    assert not flag(desk, "visible").isChecked()
    assert desk.shows(Name.TOOLS_SAVE)

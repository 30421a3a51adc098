"""An agent's MCP servers in the window: whether they run, what is pinned, what is new, and what went wrong last."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from placet.api import Action
from placet.api.commands import StartAgent
from placet_gui.names import Name
from tests.gui.agent_desk import AgentDesk
from tests.mcp.peers import Shop, tool


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    return Shop(tmp_path / "shop")


@pytest.fixture
def desk(tmp_path: Path, qtbot: QtBot, shop: Shop) -> Iterator[AgentDesk]:
    shop.lists(tool("echo"))
    with AgentDesk(tmp_path, qtbot) as desk:
        desk.house.change(mcp_servers=[{"name": "shop", "command": shop.command}])
        desk.turn_to("MCP servers")
        desk.wait(lambda: says(desk, "Nothing yet: its first list is pinned as it comes."))
        yield desk


def says(desk: AgentDesk, words: str) -> bool:
    return any(words in it.text() for it in desk.window.findChildren(QLabel) if it.isVisible())


def state(desk: AgentDesk, number: int = 0) -> str:
    return str(desk.find(f"server_state_{number}").accessibleName())


def look(desk: AgentDesk) -> None:
    button = desk.find(Name.SERVERS_LOOK, QPushButton)
    desk.click(button)
    desk.wait(button.isEnabled)


def restart_agent(desk: AgentDesk) -> None:
    """Stop the agent, which ends its servers, and let it work again."""
    desk.house.stop()
    desk.house.submit(StartAgent(agent="clerk"))


def test_a_server_is_started_on_the_owners_word_and_its_first_list_is_pinned(desk: AgentDesk) -> None:
    assert state(desk) == "Not started"
    look(desk)
    desk.wait(lambda: says(desk, "shop.echo, since 2"))
    assert state(desk) == "Running"


def test_what_it_offers_anew_is_told_of_and_leads_to_its_question_until_it_is_answered(
    desk: AgentDesk, shop: Shop
) -> None:
    look(desk)
    desk.wait(lambda: state(desk) == "Running")
    restart_agent(desk)
    shop.lists(tool("echo"), tool("brand_new"))
    look(desk)
    desk.wait(lambda: says(desk, "not callable before your yes: shop.brand_new"))
    (task,) = desk.house.waiting()
    desk.house.resolve(task.id, Action.APPROVE)
    desk.wait(lambda: says(desk, "shop.brand_new, shop.echo, since 2"))
    assert not says(desk, "not callable before your yes")


def test_the_question_is_shown_from_there(desk: AgentDesk, shop: Shop) -> None:
    look(desk)
    restart_agent(desk)
    shop.lists(tool("echo"), tool("brand_new"))
    look(desk)
    desk.wait(lambda: desk.shows("server_question_0"))
    desk.click(desk.find("server_question_0", QPushButton))
    desk.wait(lambda: desk.dialog is not None)


def test_one_that_cannot_be_started_says_why_in_its_card(desk: AgentDesk) -> None:
    desk.house.change(mcp_servers=[{"name": "gone", "command": ["/no/such/program"]}])
    desk.wait(lambda: says(desk, "/no/such/program"))
    look(desk)
    desk.wait(lambda: says(desk, "The program of the server can't be started"))
    assert state(desk) == "Failed"


def test_a_stopped_agents_servers_are_not_started(desk: AgentDesk) -> None:
    desk.house.stop()
    look(desk)
    desk.wait(lambda: says(desk, "The agent is stopped, and its servers with it; start it first."))
    assert state(desk) == "Not started"

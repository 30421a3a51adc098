"""Somebody starts Placet for the first time: each of the three ways to begin is walked with real clicks to its end."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from placet.api.first_steps import PORTS
from placet.folder import DataFolder
from tests.desktop.accessible import Node
from tests.desktop.demo import MODEL_S, PLACET, TITLE
from tests.desktop.program import Program, program
from tests.desktop.screen import Screen
from tests.fakes.model_server import ModelServer, Reply
from tests.mcp.peers import Shop

pytestmark = [pytest.mark.desktop]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)
    (folder / "settings.toml").write_text("secrets.keyring = false\n")
    return folder


@pytest.fixture
def console(screen: Screen, data: Path, tmp_path: Path) -> Iterator[Program]:
    with program(screen, [str(PLACET), "--data", str(data)], tmp_path / "said") as running:
        running.shows("first_steps_page")
        running.wait_for("the address of its HTTP interface", DataFolder(root=data).service.exists)
        running.focus(TITLE)
        yield running
        running.end()


def says(console: Program, words: str) -> Node:
    tree = console.screen.tree
    return console.wait_for(words, lambda: tree.find(lambda node: words in node.name))


def message(console: Program) -> str:
    return console.screen.tree.text(console.shows("message_input"))


@pytest.mark.model
def test_the_model_inside_asks_for_something_after_two_clicks(console: Program, data: Path) -> None:
    console.click(console.shows("first_demo", enabled=True))
    assert message(console) == "Write a greeting to the owner into hello.txt"
    console.click(console.shows("message_send", enabled=True))
    console.click(console.shows("nav_inbox"))
    card = console.shows("inbox_card", within_s=MODEL_S)
    assert "fs_write" in card.name
    assert (data.parent / "data-agents" / "clerk").is_dir()


def test_a_server_of_this_machine_is_found_when_it_is_looked_for_and_its_agent_answers(
    console: Program, data: Path
) -> None:
    port = free_port()
    with ModelServer(replies=[Reply(text="Good day to you.")], port=port) as server:
        assert server.requests == []
        console.click(console.shows("first_look", enabled=True))
        says(console, f"http://127.0.0.1:{port}")
        console.click(console.shows("first_use_0", enabled=True))
        assert message(console)
        console.click(console.shows("message_send", enabled=True))
        says(console, "Good day to you.")
    assert f'base_url = "http://127.0.0.1:{port}/v1"' in (data / "settings.toml").read_text()


def test_a_program_is_linked_by_one_click_as_the_command_does(console: Program, screen: Screen) -> None:
    settings = Path(screen.environment["HOME"]) / ".claude" / "settings.json"
    console.click(console.shows("first_link_claude-code", enabled=True))
    says(console, "It asks here: a call that must be blocked was blocked.")
    assert "placet" in json.loads(settings.read_text())["hooks"]["PreToolUse"][0]["hooks"][0]["command"]


def test_a_client_of_servers_is_linked_by_its_file(console: Program, tmp_path: Path) -> None:
    settings = tmp_path / "client.json"
    shop = Shop(tmp_path / "shop").command
    settings.write_text(json.dumps({"mcpServers": {"shop": {"command": shop[0], "args": shop[1:]}}}))
    console.click(console.shows("first_link_mcp", enabled=True))
    console.wait_for("the choice of a file", lambda: console.screen.tree.find_id("first_file"))
    console.focus("The client's settings file")
    console.screen.hand("type", str(settings))
    console.screen.keys(["Return"])
    says(console, f"Its settings: {settings}")
    assert "mcp-gateway" in json.loads(settings.read_text())["mcpServers"]["shop"]["args"]


def test_the_steps_are_left_and_found_again_among_the_commands(console: Program) -> None:
    console.click(console.shows("first_later"))
    console.shows("inbox_page")
    console.screen.keys(["ctrl+k"])
    console.shows("palette_search")
    console.screen.hand("type", "first steps")
    console.screen.keys(["Return"])
    console.shows("first_steps_page")


def free_port() -> int:
    """One of the ports that are asked, on which nobody listens."""
    for port in PORTS:
        with closing(socket.socket()) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trial.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise AssertionError("somebody listens on every port that is asked")

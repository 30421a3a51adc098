"""What a real desktop is told: the tray's icon, one notification for the first request, and links to tasks."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from placet.folder import DataFolder
from tests.desktop.demo import PLACET, TITLE
from tests.desktop.program import Program, program
from tests.desktop.screen import Screen
from tests.desktop.tray_service import TrayService, tray_service
from tests.flows.wire import Wire, client

pytestmark = [pytest.mark.desktop]
WRITTEN = {"path": "a.txt", "content": "<b>x</b>"}


@pytest.fixture
def tray(screen: Screen, tmp_path: Path) -> Iterator[TrayService]:
    with tray_service(screen.environment, tmp_path / "asked") as service:
        yield service


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def console(screen: Screen, tray: TrayService, owner: str, data: Path, tmp_path: Path) -> Iterator[Program]:
    with program(screen, [str(PLACET), "--data", str(data)], tmp_path / "said") as running:
        running.shows("inbox_page")
        running.wait_for("the address of its HTTP interface", DataFolder(root=data).service.exists)
        yield running
        running.end()


@pytest.fixture
def owner(tmp_path: Path, data: Path) -> str:
    made = subprocess.run(
        [PLACET, "init", "--data", data, "--json"], capture_output=True, text=True, check=True
    )
    token: str = json.loads(made.stdout)["owner_token"]
    return token


@pytest.fixture
def wire(owner: str, console: Program, data: Path, tmp_path: Path) -> Iterator[Wire]:
    made = declare(data, owner, tmp_path / "clerk")
    yield made
    made.owner.close()
    made.agent.close()


def declare(data: Path, owner: str, folder: Path) -> Wire:
    """An agent that may ask to write files, and both voices."""
    url = json.loads(DataFolder(root=data).service.read_text(encoding="utf-8"))["url"]
    owners = client(url, owner)
    tools = [{"name": "fs_write", "restricted": True}]
    made = owners.post("/agents", json={"name": "clerk", "folder": str(folder), "tools": tools})
    assert made.is_success, made.text
    voice = owners.post("/tokens", json={"scope": "agent", "agent": "clerk"}).json()["token"]
    return Wire(owners, client(url, voice))


def test_the_desktop_is_told_of_the_first_request_in_our_own_words(
    console: Program, tray: TrayService, wire: Wire
) -> None:
    assert console.wait_for("the tray's icon", lambda: tray.calls("RegisterStatusNotifierItem"))
    wire.held("fs_write", WRITTEN)
    [told] = console.wait_for("the notification", lambda: tray.calls("Notify"))
    assert told[3:5] == ["Placet", "1 request waits for you"]
    assert told[5] in ([], ["default", ""])  # what a click means; no button
    wire.held("fs_write", WRITTEN)
    console.wait_for("the second request", lambda: console.screen.tree.outline().count("'inbox_card'") == 2)
    assert len(tray.calls("Notify")) == 1


def test_a_link_is_told_of_in_the_window_and_opens_nothing_by_itself(
    console: Program, wire: Wire, data: Path
) -> None:
    task_id = wire.held("fs_write", WRITTEN)
    console.focus(TITLE)
    linked = subprocess.run(
        [PLACET, "--data", data, f"placet://task/{task_id}"],
        env=console.screen.environment,
        timeout=60,
        capture_output=True,
        text=True,
        check=False,
    )
    assert linked.returncode == 0, linked.stderr + console.output()
    console.shows("link_notice")
    assert console.screen.tree.find_id("task_detail") is None
    console.click(console.shows("link_show"))
    console.shows("task_detail")

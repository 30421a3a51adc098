"""What a real desktop is told: the tray's icon, one notification for the first request, and links to tasks."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from placet.folder import DataFolder
from tests.desktop.demo import PLACET, TITLE
from tests.desktop.program import Program, program
from tests.desktop.screen import Screen
from tests.desktop.task_bar import ATTENTION, task_bar
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
    other = tmp_path / "other.toml"  # with an agent there already, nobody is shown the first steps
    other.write_text(f'name = "other"\nfolder = "{tmp_path / "other"}"\n')
    subprocess.run([PLACET, "agent", "add", "--data", data, "--file", other], check=True, capture_output=True)
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


def test_the_task_bar_marks_a_window_that_is_not_in_front_and_only_for_the_first_request(
    screen: Screen, console: Program, wire: Wire, tmp_path: Path
) -> None:
    with task_bar(screen.environment, tmp_path / "marked") as bar:
        screen.hand("search", "--sync", "--name", "^Placet$", "windowfocus")
        other = [sys.executable, str(Path(__file__).with_name("window.py"))]
        with program(screen, other, tmp_path / "other said") as trial:
            trial.shows("trial_button")
            trial.focus("Trial window")
            wire.held("fs_write", WRITTEN)
            console.wait_for("the mark", lambda: f"add {ATTENTION}" in bar.asked())
            wire.held("fs_write", {**WRITTEN, "path": "b.txt"})
            console.wait_for("the second", lambda: screen.tree.outline().count("'inbox_card'") == 2)
            assert bar.asked().count(f"add {ATTENTION}") == 1


def test_quiet_is_quiet_and_counts_all_the_same(
    screen: Screen, console: Program, tray: TrayService, wire: Wire, tmp_path: Path
) -> None:
    done = wire.owner.patch("/settings", json={"presence.do_not_disturb": True})
    assert done.is_success, done.text
    with task_bar(screen.environment, tmp_path / "marked") as bar:
        wire.held("fs_write", WRITTEN)
        console.wait_for("the count in the title", lambda: window_called(screen, r"^\(1\) Placet$"))
        assert tray.calls("Notify") == []
        assert f"add {ATTENTION}" not in bar.asked()


def test_a_second_start_brings_the_first_window_back_and_ends(
    screen: Screen, console: Program, data: Path, tmp_path: Path
) -> None:
    again = subprocess.run(
        [PLACET, "--data", data],
        env=screen.environment,
        timeout=60,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (again.returncode, again.stderr) == (0, "")
    console.shows("inbox_page")


def window_called(screen: Screen, pattern: str) -> bool:
    found = subprocess.run(
        ["xdotool", "search", "--name", pattern], env=screen.environment, capture_output=True, check=False
    )
    return bool(found.stdout.strip())


def test_a_click_on_a_notification_that_is_stale_shows_the_window_and_decides_nothing(
    console: Program, tray: TrayService, wire: Wire
) -> None:
    """B114: it is clicked when somebody else has long decided."""
    task_id = wire.held("fs_write", WRITTEN)
    console.wait_for("the notification", lambda: tray.calls("Notify"))
    assert wire.resolve(task_id, "deny").is_success
    assert console.screen.focused() != TITLE
    tray.click()
    console.wait_for("the window with the keyboard", lambda: console.screen.focused() == TITLE)
    task = wire.task(task_id)
    assert (task["status"], task["approval"]["via"]) == ("denied", "http")


def test_a_window_that_was_started_small_is_reached_when_the_tray_has_gone(
    screen: Screen, owner: str, data: Path, tmp_path: Path
) -> None:
    """B112: there is a tray at the start, its host ends, and the only way in is a second start."""
    command = [str(PLACET), "--data", str(data)]
    with program(screen, [*command, "--minimized"], tmp_path / "said") as running:
        with tray_service(screen.environment, tmp_path / "asked") as service:
            running.wait_for("the tray's icon", lambda: service.calls("RegisterStatusNotifierItem"))
            running.wait_for("the address of its HTTP interface", DataFolder(root=data).service.exists)
        assert screen.focused() != TITLE
        again = subprocess.run(command, env=screen.environment, timeout=60, capture_output=True, check=False)
        assert again.returncode == 0, again.stderr
        running.shows("inbox_page")
        running.wait_for("the window with the keyboard", lambda: screen.focused() == TITLE)
        running.end()

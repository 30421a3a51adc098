"""Starting with the session, tried as a session does it: the switch is set, and the file that it leaves is carried out."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Final

import pytest

from placet.folder import DataFolder
from tests.desktop.demo import PLACET, TITLE
from tests.desktop.program import program
from tests.desktop.screen import Screen
from tests.desktop.tray_service import tray_service
from tests.flows.wire import client

pytestmark = [pytest.mark.desktop, pytest.mark.long]
_ESCAPES: Final = {"s": " ", "n": "\n", "t": "\t", "r": "\r", "\\": "\\"}


def exec_line(entry: Path) -> list[str]:
    """The words of the `Exec` key, read as the Desktop Entry Specification says."""
    found = re.search(r"^Exec=(.*)$", entry.read_text(encoding="utf-8"), re.MULTILINE)
    assert found is not None
    value = re.sub(r"\\(.)", lambda it: _ESCAPES[it[1]], found[1])
    words = re.findall(r'"((?:\\.|[^"\\])*)"|(\S+)', value)
    return [re.sub(r"\\(.)", r"\1", quoted).replace("%%", "%") if quoted else bare for quoted, bare in words]


def test_the_console_that_a_session_starts_is_minimized_and_on_the_folder_that_it_was_set_in(
    screen: Screen, tmp_path: Path
) -> None:
    data = tmp_path / "100 % of $HOME"
    made = subprocess.run([PLACET, "init", "--data", data, "--json"], capture_output=True, check=True)
    token = json.loads(made.stdout)["owner_token"]
    service, entry = DataFolder(root=data).service, tmp_path / "home/.config/autostart/placet.desktop"
    with program(screen, [str(PLACET), "--data", str(data)], tmp_path / "first") as first:
        first.wait_for("the address of its HTTP interface", service.exists)
        owner = client(json.loads(service.read_text(encoding="utf-8"))["url"], token)
        assert not entry.exists()
        assert owner.patch("/settings", json={"presence.autostart": True}).is_success
        first.wait_for("the file in the folder of what starts with the session", entry.exists)
        owner.close()
        first.end()
    assert not service.exists()
    with (
        tray_service(screen.environment, tmp_path / "asked") as tray,
        program(screen, exec_line(entry), tmp_path / "second") as second,
    ):
        second.wait_for("the tray's icon", lambda: tray.calls("RegisterStatusNotifierItem"))
        second.wait_for("the address of its HTTP interface, in the same folder", service.exists)
        assert screen.focused() != TITLE
        assert "Initial state is Iconic State." in asked_of_the_window_manager(screen)
        again = [str(PLACET), "--data", str(data)]
        subprocess.run(again, env=screen.environment, timeout=60, capture_output=True, check=True)
        second.wait_for("the window with the keyboard", lambda: screen.focused() == TITLE)
        owner = client(json.loads(service.read_text(encoding="utf-8"))["url"], token)
        assert owner.patch("/settings", json={"presence.autostart": False}).is_success
        second.wait_for("the file gone", lambda: not entry.exists())
        owner.close()
        second.end()


def asked_of_the_window_manager(screen: Screen) -> str:
    """What the console asked the window manager to do with its window."""
    found = subprocess.run(
        ["xdotool", "search", "--name", f"^{TITLE}$"],
        env=screen.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    number = found.stdout.split()[0]
    told = subprocess.run(
        ["xprop", "-id", number, "WM_HINTS"],
        env=screen.environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return told.stdout

"""Whether there is a screen is found out before Qt, which would end the process."""

from __future__ import annotations

import socket
import sys
from pathlib import Path

import pytest

from placet_gui import display


def test_without_any_display_there_is_none() -> None:
    assert display.is_there({}) is False
    assert display.is_there({"DISPLAY": "", "WAYLAND_DISPLAY": ""}) is False


def test_a_platform_that_was_named_is_believed() -> None:
    assert display.is_there({"QT_QPA_PLATFORM": "offscreen"}) is True


def test_a_local_display_that_nobody_serves_is_none() -> None:
    assert display.is_there({"DISPLAY": ":64123"}) is False


def test_a_display_of_another_machine_is_believed() -> None:
    assert display.is_there({"DISPLAY": "far:10.0"}) is True


def test_a_wayland_socket_that_answers_is_a_display(tmp_path: Path) -> None:
    environment = {"WAYLAND_DISPLAY": "wayland-7", "XDG_RUNTIME_DIR": str(tmp_path)}
    assert display.is_there(environment) is False
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-7"))
        server.listen()
        assert display.is_there(environment) is True


def test_other_systems_always_have_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")
    assert display.is_there({}) is True

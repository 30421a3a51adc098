"""One window for a data folder: a second start is heard by the first, and by nobody else."""

from __future__ import annotations

import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from PySide6.QtCore import QObject

from placet_gui import instance
from placet_gui.first_instance import FirstInstance
from placet_gui.instance import raise_first


@pytest.fixture
def first(tmp_path: Path, qapp) -> Iterator[FirstInstance]:
    owner = QObject()
    made = FirstInstance(tmp_path / "data", owner)
    yield made
    made.close()


def second_start(data: Path) -> subprocess.Popen[str]:
    program = (
        "import sys; from pathlib import Path; from placet_gui.instance import raise_first; "
        f"sys.exit(0 if raise_first(Path({str(data)!r})) else 1)"
    )
    return subprocess.Popen([sys.executable, "-c", program], text=True)


def test_the_first_hears_of_a_second_start_which_then_knows_that_it_may_leave(
    first: FirstInstance, tmp_path: Path, qtbot
) -> None:
    with qtbot.waitSignal(first.raise_asked):
        process = second_start(tmp_path / "data")
    qtbot.waitUntil(lambda: process.poll() is not None)
    assert process.returncode == 0


def test_the_first_hears_of_a_link_and_of_nothing_that_only_looks_like_one(
    first: FirstInstance, tmp_path: Path, qtbot
) -> None:
    heard: list[str] = []
    first.task_asked.connect(heard.append)
    with ThreadPoolExecutor() as others:
        for task_id, answered in (("../x", False), ("a" * 200, False), ("task-7", True)):
            told = others.submit(raise_first, tmp_path / "data", task_id)
            qtbot.waitUntil(told.done)
            assert told.result() is answered
    assert heard == ["task-7"]


def test_a_runtime_folder_that_is_too_deep_for_a_socket_is_gone_round(
    tmp_path: Path, qapp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path / ("deep" * 30)))
    owner = QObject()
    made = FirstInstance(tmp_path / "data", owner)
    assert made.is_listening()
    assert len(instance.address_of(tmp_path / "data")) <= 100
    made.close()


def test_only_this_user_can_reach_the_socket(first: FirstInstance, tmp_path: Path) -> None:
    assert first.is_listening()
    path = Path(instance.address_of(tmp_path / "data"))
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_another_folder_has_another_first(first: FirstInstance, tmp_path: Path) -> None:
    assert raise_first(tmp_path / "other") is False


def test_nobody_answers_once_the_first_has_closed(first: FirstInstance, tmp_path: Path) -> None:
    first.close()
    assert raise_first(tmp_path / "data") is False


def test_a_leftover_of_a_crash_is_taken_over(tmp_path: Path, qapp, qtbot) -> None:
    Path(instance.address_of(tmp_path / "data")).touch()
    owner = QObject()
    first = FirstInstance(tmp_path / "data", owner)
    assert first.is_listening()
    first.close()


def test_a_file_that_somebody_else_owns_is_not_believed(
    first: FirstInstance, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(instance.os, "getuid", lambda: 4_000_000)
    assert raise_first(tmp_path / "data") is False

"""The command line: commands go past Qt, no screen is one sentence, and a console runs and stops in order."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from placet import app as engine_app
from placet_gui.__main__ import main
from tests.flows.wire import client
from tests.screenless import without_remarks

WAIT_S = 90


def placet(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("QT_QPA")}
    return subprocess.run(
        [sys.executable, "-m", "placet_gui", *arguments],
        env={**kept, **environment},
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )


def test_without_a_screen_one_sentence_names_the_ways_that_need_none() -> None:
    done = placet()
    assert done.returncode == 4
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "placet serve" in done.stderr
    assert "placet demo" in done.stderr


def test_a_command_is_carried_out_without_qt(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "from placet_gui.__main__ import main\n"
        f"code = main(['init', '--data', {str(tmp_path / 'data')!r}, '--json'])\n"
        "assert not [it for it in sys.modules if it.startswith(('PySide6', 'qasync'))]\n"
        "sys.exit(code)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=WAIT_S, check=False
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["owner_token"]


def test_the_window_needs_nothing_of_the_engine_to_come_up() -> None:
    program = (
        "import sys, placet_gui.start\n"
        "heavy = {'sqlalchemy', 'httpx', 'starlette', 'uvicorn', 'placet.app', 'placet.api', 'asyncio', 'qasync',\n"
        "         'tomllib', 'tomlkit', 'platformdirs', 'PySide6.QtNetwork'} & sys.modules.keys()\n"
        "sys.exit(', '.join(heavy) or 0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=WAIT_S, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("arguments", [[], ["demo"]])
def test_a_library_that_the_system_lacks_is_named_in_one_sentence(
    arguments: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def import_qt(name: str) -> None:
        # What the loader says; Qt's own libraries come with it, but not the one that talks to the graphics card.
        raise ImportError("libGL.so.1: cannot open shared object file: No such file or directory", name=name)

    monkeypatch.setattr("placet_gui.__main__.importlib.import_module", import_qt)
    assert main(arguments) == 4
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "the system's library libGL.so.1;" in said


def test_a_module_of_ours_that_is_missing_is_no_fault_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "placet_gui.start", None)
    with pytest.raises(ImportError, match=r"placet_gui\.start"):
        main([])


def test_help_names_the_console_and_the_commands(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    for word in ("--data", "--no-http", "--port", "--minimized", "serve", "demo"):
        assert word in text


@pytest.mark.parametrize("arguments", [["--port", "70000"], ["--port", "x"], ["--nonsense"]])
def test_wrong_use_is_one_sentence_and_two(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.count("\n") == 1


def wait_until_there(path: Path) -> None:
    end = time.monotonic() + WAIT_S
    while not path.exists():
        assert time.monotonic() < end, "the console didn't come up"
        time.sleep(0.02)


def wait_for(path: Path) -> dict[str, object]:
    wait_until_there(path)
    found: dict[str, object] = json.loads(path.read_text())
    return found


@pytest.mark.parametrize("moment", ["logs", "lock", "ledger.sqlite", "service.json"])
def test_told_to_end_at_any_moment_of_its_start_it_ends_well(tmp_path: Path, moment: str) -> None:
    """B099."""
    data, temporary = tmp_path / "data", tmp_path / "temporary"
    temporary.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "placet_gui", "--data", str(data), "--port", "0"],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "TMPDIR": str(temporary)},
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        wait_until_there(data / moment)
        process.send_signal(signal.SIGTERM)
        _, said = process.communicate(timeout=WAIT_S)
    assert (process.returncode, without_remarks(said)) == (0, "")
    assert not (data / "service.json").exists()
    if moment != "logs":  # before its loop runs it leaves at once (`leaving_at_once`), and tidies nothing
        assert list(temporary.iterdir()) == []


@pytest.fixture
def console(tmp_path: Path):
    """A console in a process of its own, on a screen in memory."""
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    data = tmp_path / "data"
    process = subprocess.Popen(
        [sys.executable, "-m", "placet_gui", "--data", str(data), "--port", "0"],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        wait_for(data / "service.json")
        yield process, data, environment
    finally:
        process.kill()
        process.communicate()


def test_a_console_serves_http_and_stops_in_order_when_told_to(console) -> None:
    process, data, _ = console
    service = wait_for(data / "service.json")
    assert service["pid"] == process.pid
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=WAIT_S)
    assert process.returncode == 0, said
    assert "Traceback" not in said
    assert "Warning" not in said
    assert not (data / "service.json").exists()


def test_a_second_start_raises_the_first_and_ends_well(console) -> None:
    process, data, environment = console
    second = subprocess.run(
        [sys.executable, "-m", "placet_gui", "--data", str(data)],
        env=environment,
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert second.returncode == 0, second.stderr
    assert process.poll() is None


def test_a_folder_that_an_engine_without_a_window_holds_is_one_sentence_and_three(console) -> None:
    _, data, environment = console
    for socket in Path(environment["XDG_RUNTIME_DIR"]).glob("placet-*.sock"):
        socket.unlink()
    second = placet("--data", str(data), QT_QPA_PLATFORM="offscreen")
    assert second.returncode == 3
    assert second.stderr.count("\n") == 1


def test_a_console_ends_well_with_streams_open_and_a_call_that_waits(tmp_path: Path) -> None:
    """B098: nothing is lost, and nothing holds the end up."""
    data = tmp_path / "data"
    secret = engine_app.init(data)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "placet_gui", "--data", str(data), "--port", "0"]
    with (
        subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process,
        ThreadPoolExecutor(1) as pool,
    ):
        url = str(wait_for(data / "service.json")["url"])
        with client(url, secret) as owner, ExitStack() as streams:
            tools = [{"name": "fs_write", "restricted": True}]
            declared = {"name": "clerk", "folder": str(tmp_path / "clerk"), "tools": tools}
            assert owner.post("/agents", json=declared).status_code == 201
            lines = [streams.enter_context(owner.stream("GET", "/events")).iter_lines() for _ in range(3)]
            assert [next(it) for it in lines] == [": following"] * 3
            body = {"tool": "fs_write", "args": {"path": "a.txt", "content": "x"}}
            waiting = pool.submit(owner.post, "/agents/clerk/tool-calls", json=body)
            assert any(line == "event: hil.requested" for line in lines[0])
            process.send_signal(signal.SIGTERM)
            answer = waiting.result(WAIT_S)
            _, said = process.communicate(timeout=WAIT_S)
    assert (process.returncode, without_remarks(said)) == (0, "")
    assert (answer.status_code, "task_id" in answer.json()) == (202, True)
    with closing(sqlite3.connect(data / "ledger.sqlite")) as file:
        assert file.execute("SELECT status FROM tasks").fetchall() == [("cancelled",)]
        assert file.execute("SELECT clean_at IS NOT NULL FROM boots").fetchall() == [(1,)]


CONSOLE_WITH_A_DIALOG = """
import os, signal, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog
from placet_gui import life
from placet_gui.__main__ import main
stay = life._stay
async def with_a_dialog(opening, window, *more):
    window.showMinimized()
    dialog = QDialog(window)
    dialog.open()
    QTimer.singleShot(0, dialog.close)
    QTimer.singleShot(0, window.hide)
    dialog.finished.connect(lambda: QTimer.singleShot(200, still_there))
    await stay(opening, window, *more)
def still_there():
    print("still there", flush=True)
    os.kill(os.getpid(), signal.SIGTERM)
life._stay = with_a_dialog
sys.exit(main(["--data", sys.argv[1], "--no-http"]))
"""


def test_a_dialog_that_closes_over_a_minimised_window_ends_nothing(tmp_path: Path) -> None:
    """B113."""
    ended = subprocess.run(
        [sys.executable, "-c", CONSOLE_WITH_A_DIALOG, str(tmp_path)],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "still there\n", "")

"""Machines that are odd: a log of gigabytes, folders that can't be written, a clock that jumps. A sentence, nothing lost."""

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import placet.app
from placet.api import Scope
from placet.folder import DataFolder
from tests.cli.test_serve import PATIENCE_S, approve, ask_to_write, end, serve
from tests.fakes.clock import HeldClock
from tests.fakes.tools import HeldTool
from tests.flows.house import House
from tests.flows.wire import client

DAY_MS = 86_400_000


@pytest.fixture
def folder(tmp_path: Path) -> DataFolder:
    made = DataFolder(root=tmp_path / "data")
    made.prepare()
    return made


@contextmanager
def shut(path: Path) -> Iterator[None]:
    """Nothing can be made or renamed in this folder."""
    path.chmod(0o500)
    try:
        yield
    finally:
        path.chmod(0o700)


def a_write_can_be_approved(folder: DataFolder, said: str = "") -> None:
    """Start, ask, approve, stop; `said` is all that stderr may hold."""
    secret = placet.app.init(folder.root) if not folder.root.exists() else _owner(folder)
    with serve(folder.root) as (process, ready), client(ready["url"], secret) as owner:
        be_logged(ready["url"])
        home = folder.root.parent / "clerk"
        declared = {"name": "clerk", "folder": str(home), "tools": [{"name": "fs_write"}]}
        assert owner.post("/agents", json=declared).status_code == 201
        assert approve(owner, ask_to_write(owner, "a.txt")).status_code == 200
        code, out, err = end(process, signal.SIGTERM)
    assert (code, out, err) == (0, "", said)
    assert (home / "a.txt").read_text() == "x"


def be_logged(url: str) -> None:
    """Send what is no request, of which the log is told."""
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as line:
        line.sendall(b"nonsense\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 400")


def _owner(folder: DataFolder) -> str:
    return placet.app.create_token_offline(folder.root, Scope.OWNER, None, None)[1]


def test_a_log_of_two_gigabytes_is_put_aside_and_a_new_one_begun(folder: DataFolder) -> None:
    log = folder.logs / "placet.log"
    with log.open("wb") as file:
        file.truncate(2 * 2**30)
    a_write_can_be_approved(folder)
    assert log.stat().st_size < 5 * 2**20
    assert (folder.logs / "placet.log.1").stat().st_size >= 2 * 2**30


def test_a_log_that_can_not_be_put_aside_holds_nothing_up(folder: DataFolder) -> None:
    with (folder.logs / "placet.log").open("wb") as file:
        file.truncate(2 * 2**30)
    with shut(folder.logs):
        a_write_can_be_approved(folder)


def test_without_a_place_for_a_log_one_sentence_says_so_and_work_goes_on(folder: DataFolder) -> None:
    said = f"placet: There is no log: {folder.logs} can't be written (Permission denied). [system_error]\n"
    with shut(folder.logs):
        a_write_can_be_approved(folder, said)


def test_a_data_folder_that_can_not_be_written_is_one_sentence_and_keeps_what_is_there(
    folder: DataFolder,
) -> None:
    _owner(folder)
    before = folder.ledger.read_bytes()
    with shut(folder.root):
        ended = subprocess.run(
            [sys.executable, "-m", "placet", "serve", "--data", str(folder.root)],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr.count("\n") == 1
    assert ended.stderr.startswith("placet: The ")
    assert folder.ledger.read_bytes() == before
    a_write_can_be_approved(folder)


@pytest.mark.parametrize("jump_ms", [-DAY_MS, -1, 400 * DAY_MS])
def test_a_clock_that_jumps_loses_nothing_and_mixes_nothing_up(tmp_path: Path, jump_ms: int) -> None:
    clock, held = HeldClock(), HeldTool(open_at_once=True)
    with House(tmp_path, tools=(held,), clock=clock) as house:
        house.declare(tools=[{"name": "held", "restricted": True}])
        first = str(house.call("held", {"n": 1, "_async": True}).task_id)
        clock.at_ms += jump_ms
        second = str(house.call("held", {"n": 2, "_async": True}).task_id)
        assert [it.id for it in house.tasks()] == [second, first], "newest first, whatever the clock says"
        house.restart()
        for task_id in (first, second):
            house.approve(task_id)
            row = house.ended(task_id)
            assert row.status == "completed"
            assert row.created_at <= (row.started_at or 0) <= (row.completed_at or 0)
        seqs = [it.seq for it in house.events()]
        assert seqs == list(range(1, len(seqs) + 1))
    assert [run["n"] for run in held.runs] == [1, 2]

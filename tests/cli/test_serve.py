"""`placet serve` as a process of its own: ready, alone, and gone when it is told to."""

import json
import os
import resource
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from placet import app
from placet.folder import DataFolder
from tests.flows.wire import client

PATIENCE_S = 60
LOADED_WITH_A_SIGNAL = """
import importlib, os, signal, sys
from placet.__main__ import main
load = importlib.import_module
def told_to_end(name):
    os.kill(os.getpid(), signal.SIGTERM)
    return load(name)
importlib.import_module = told_to_end
sys.exit(main(["serve", "--data", sys.argv[1]]) or 7)
"""
"""Told to end at the moment where `serve` is about to be loaded; 7 if it went on all the same."""


@contextmanager
def serve(
    data: Path, *words: str, **environment: str
) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """A running engine and its ready line."""
    process = subprocess.Popen(
        [sys.executable, "-m", "placet", "serve", "--data", str(data), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, **environment},
    )
    with process:
        try:
            assert process.stdout is not None
            yield process, json.loads(process.stdout.readline() or "{}")
        finally:
            process.kill()


def end(process: subprocess.Popen[str], number: int) -> tuple[int, str, str]:
    process.send_signal(number)
    out, err = process.communicate(timeout=PATIENCE_S)
    return process.returncode, out, err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_says_once_that_it_is_ready_and_stops_in_order(tmp_path: Path, number: int) -> None:
    folder = DataFolder(root=tmp_path / "data")
    with serve(folder.root) as (process, ready):
        assert ready == {"event": "ready", "url": ready["url"], "data": str(folder.root), "pid": process.pid}
        note = folder.read_service()
        assert note == {"url": ready["url"], "pid": process.pid, "secret": note and note["secret"]}
        assert stat.S_IMODE(folder.service.stat().st_mode) == 0o600
        assert httpx.get(f"{ready['url']}/health", trust_env=False).json() == {"status": "ok"}
        assert end(process, number) == (0, "", "")
    assert not folder.service.exists()
    assert not list(folder.root.glob("ledger.sqlite-*"))


def test_a_second_engine_on_the_folder_is_exit_3_and_the_first_goes_on(tmp_path: Path) -> None:
    with serve(tmp_path / "data") as (process, ready):
        second = subprocess.run(
            [sys.executable, "-m", "placet", "serve", "--data", str(tmp_path / "data")],
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=False,
        )
        assert (second.returncode, second.stdout) == (3, "")
        assert second.stderr.endswith("[data_folder_in_use]\n")
        assert second.stderr.count("\n") == 1
        assert httpx.get(f"{ready['url']}/health", trust_env=False).status_code == 200
        assert end(process, signal.SIGTERM)[0] == 0


@pytest.mark.parametrize(
    ("words", "environment", "code"),
    [
        (["--host", "0.0.0.0"], {}, "bad_setting"),
        (["--host", "example.org"], {}, "bad_setting"),
        ([], {"PLACET_LOG": "loud"}, "bad_setting"),
    ],
)
def test_what_it_may_not_do_is_wrong_use(
    tmp_path: Path, words: list[str], environment: dict[str, str], code: str
) -> None:
    with serve(tmp_path / "data", *words, **environment) as (process, ready):
        _, err = process.communicate(timeout=PATIENCE_S)
        assert ready == {}
        assert (process.returncode, err.endswith(f"[{code}]\n"), err.count("\n")) == (2, True, 1)


def test_settings_that_do_not_fit_are_wrong_use(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[http]\nprot = 1\n")
    with serve(tmp_path) as (process, _):
        _, err = process.communicate(timeout=PATIENCE_S)
        assert (process.returncode, err.endswith("[bad_setting]\n")) == (2, True)


def test_a_damaged_ledger_is_said_and_nothing_else_is_served(tmp_path: Path) -> None:
    folder = DataFolder(root=tmp_path / "data")
    folder.prepare()
    folder.ledger.write_bytes(b"this was a ledger once" * 1000)
    with serve(folder.root) as (process, ready):
        assert ready["damaged"] is True
        health = httpx.get(f"{ready['url']}/health", trust_env=False)
        assert (health.status_code, health.json()) == (503, {"status": "ledger_damaged"})
        other = httpx.get(f"{ready['url']}/agents", trust_env=False)
        assert (other.status_code, other.json()["code"]) == (503, "ledger_damaged")
        foreign = httpx.get(f"{ready['url']}/health", headers={"Host": "evil.example"}, trust_env=False)
        assert foreign.status_code == 403
        code, out, err = end(process, signal.SIGTERM)
        assert (code, out, err.count("[ledger_damaged]")) == (0, "", 1)
    assert folder.ledger.read_bytes() == b"this was a ledger once" * 1000


def test_a_token_never_gets_into_the_log(tmp_path: Path) -> None:
    folder = DataFolder(root=tmp_path / "data")
    with serve(folder.root, PLACET_LOG="debug") as (process, ready):
        headers = {"Authorization": "Bearer placet_secret"}
        assert (
            httpx.get(
                f"{ready['url']}/agents?token=placet_secret", headers=headers, trust_env=False
            ).status_code
            == 401
        )
        assert end(process, signal.SIGTERM)[0] == 0
    assert "placet_secret" not in (folder.logs / "placet.log").read_text()


def test_told_to_end_while_it_is_still_loading_it_ends_well(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", LOADED_WITH_A_SIGNAL, str(tmp_path / "data")],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert not (tmp_path / "data").exists()


def test_streams_that_are_open_hold_no_end_up(tmp_path: Path) -> None:
    secret = app.init(tmp_path / "data")
    with serve(tmp_path / "data") as (process, ready), ExitStack() as open_streams:
        owner = open_streams.enter_context(client(ready["url"], secret))
        streams = [open_streams.enter_context(owner.stream("GET", "/events")) for _ in range(5)]
        lines = [stream.iter_lines() for stream in streams]
        assert [next(each) for each in lines] == [": following"] * 5
        assert end(process, signal.SIGTERM)[0] == 0
        assert [[line for line in each if line] for each in lines] == [[]] * 5


def test_who_cannot_hear_that_it_is_ready_is_told_on_the_other_line(tmp_path: Path) -> None:
    closed, nobody_reads = os.pipe()
    os.close(closed)
    for name, stdout in (("none", None), ("broken", nobody_reads)):
        started = subprocess.Popen(
            [sys.executable, "-m", "placet", "serve", "--data", str(tmp_path / name)],
            stdout=stdout,
            stderr=subprocess.PIPE,
            text=True,
            preexec_fn=None if stdout else lambda: os.close(1),  # noqa: PLW1509  it starts no thread before
        )
        _, said = started.communicate(timeout=PATIENCE_S)
        assert (started.returncode, said.count("\n"), said.endswith("[system_error]\n")) == (1, 1, True)
        assert "standard output" in said
        assert not DataFolder(root=tmp_path / name).service.exists()
    os.close(nobody_reads)


@contextmanager
def no_room(pid: int, size_bytes: int) -> Iterator[None]:
    """No file of that process may grow beyond, as on a disk that is full."""
    kept = resource.prlimit(pid, resource.RLIMIT_FSIZE, (size_bytes, resource.RLIM_INFINITY))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, kept)


@pytest.mark.parametrize("size_bytes", [1000, 50_000])
def test_a_disk_without_room_for_the_ledger_is_one_sentence_and_the_next_start_makes_it(
    tmp_path: Path, size_bytes: int
) -> None:
    started = subprocess.run(
        [sys.executable, "-m", "placet", "serve", "--data", str(tmp_path / "data")],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size_bytes, size_bytes)),
    )
    assert (started.returncode, started.stdout) == (1, "")
    assert (started.stderr.count("\n"), started.stderr.endswith("[ledger_write_failed]\n")) == (1, True)
    assert not (tmp_path / "data" / "ledger.sqlite").exists()
    with serve(tmp_path / "data") as (process, ready):
        assert ready["event"] == "ready"
        assert end(process, signal.SIGTERM)[0] == 0


def test_a_disk_without_room_takes_nothing_from_a_ledger_at_its_start(tmp_path: Path) -> None:
    secret = app.init(tmp_path / "data")
    folder = DataFolder(root=tmp_path / "data")
    before = folder.ledger.read_bytes()
    started = subprocess.run(
        [sys.executable, "-m", "placet", "serve", "--data", str(folder.root)],
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100)),
    )
    assert (started.returncode, started.stdout, started.stderr.count("\n")) == (1, "", 1)
    assert folder.ledger.read_bytes() == before
    with serve(folder.root) as (process, ready), client(ready["url"], secret) as owner:
        assert owner.get("/agents").status_code == 200
        assert end(process, signal.SIGTERM)[0] == 0


def test_on_a_full_disk_decisions_are_refused_and_all_is_there_once_there_is_room(tmp_path: Path) -> None:
    """B088: five wait, one is being decided."""
    secret = app.init(tmp_path / "data")
    with serve(tmp_path / "data") as (process, ready), client(ready["url"], secret) as owner:
        declaration = {"name": "clerk", "folder": str(tmp_path / "clerk"), "tools": [{"name": "fs_write"}]}
        assert owner.post("/agents", json=declaration).status_code == 201
        tasks = [ask_to_write(owner, f"{number}.txt") for number in range(5)]
        with no_room(process.pid, (tmp_path / "data" / "ledger.sqlite-wal").stat().st_size):
            refused = approve(owner, tasks[0])
            assert (refused.status_code, refused.json()["code"]) == (503, "ledger_write_failed")
            assert [it["status"] for it in owner.get("/tasks").json()["tasks"]] == ["pending_approval"] * 5
            assert owner.get("/health").status_code == 200
        assert not list((tmp_path / "clerk").iterdir())
        assert [approve(owner, task).status_code for task in tasks] == [200] * 5
        assert end(process, signal.SIGTERM)[0] == 0
    assert len(list((tmp_path / "clerk").iterdir())) == 5


def ask_to_write(owner: httpx.Client, path: str) -> dict[str, Any]:
    body = {"tool": "fs_write", "args": {"path": path, "content": "x", "_async": True}, "wait_ms": 0}
    answer = owner.post("/agents/clerk/tool-calls", json=body)
    assert answer.status_code == 202, answer.text
    task: dict[str, Any] = owner.get(f"/tasks/{answer.json()['task_id']}").json()["task"]
    return task


def approve(owner: httpx.Client, task: dict[str, Any]) -> httpx.Response:
    body = {"action": "approve", "shown_digest": task["approval"]["digest"]}
    return owner.post(f"/agents/clerk/tasks/{task['id']}/resolve", json=body)


def test_a_lock_of_another_program_holds_up_writes_and_nothing_else(tmp_path: Path) -> None:
    """B078 and B094: while somebody's SQLite shell holds the file, looking goes on, and the write follows."""
    secret = app.init(tmp_path / "data")
    with serve(tmp_path / "data") as (process, ready), client(ready["url"], secret) as owner:
        declaration = {"name": "clerk", "folder": str(tmp_path / "clerk"), "tools": [{"name": "fs_write"}]}
        assert owner.post("/agents", json=declaration).status_code == 201
        task = ask_to_write(owner, "a.txt")
        with (
            closing(sqlite3.connect(tmp_path / "data" / "ledger.sqlite", isolation_level=None)) as other,
            ThreadPoolExecutor(1) as pool,
        ):
            other.execute("BEGIN IMMEDIATE")
            approving = pool.submit(approve, owner, task)
            for _ in range(50):
                assert owner.get(f"/tasks/{task['id']}").json()["task"]["status"] == "pending_approval"
            assert not approving.done()
            other.execute("ROLLBACK")
            assert approving.result(PATIENCE_S).status_code == 200
        assert end(process, signal.SIGTERM)[0] == 0
    assert (tmp_path / "clerk" / "a.txt").read_text() == "x"

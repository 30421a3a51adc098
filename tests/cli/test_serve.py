"""`placet serve` as a process of its own: ready, alone, and gone when it is told to."""

import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from placet.folder import DataFolder

PATIENCE_S = 60


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

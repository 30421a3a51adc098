"""The ground that the other tests stand on, so that it cannot give way unseen."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest


def test_a_folder_without_the_write_bit_stays_unwritten(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o500)
    with pytest.raises(PermissionError):
        (closed / "file").write_text("x")


def test_a_child_process_is_stopped_by_file_modes_too(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.touch(mode=0o000)
    child = subprocess.run(
        [sys.executable, "-c", f"open({str(secret)!r})"], capture_output=True, text=True, check=False
    )
    assert "PermissionError" in child.stderr


def test_reaching_for_another_machine_is_an_error() -> None:
    # 192.0.2.0/24 is reserved for documentation (RFC 5737): nobody is there.
    with socket.socket() as outside, pytest.raises(RuntimeError, match="stay on this machine"):
        outside.connect(("192.0.2.1", 9))


def test_the_home_folder_is_an_empty_one_of_the_run(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert Path.home().is_relative_to(tmp_path_factory.getbasetemp())
    assert os.environ["QT_QPA_PLATFORM"] == "offscreen"


@pytest.mark.anyio
async def test_coroutine_tests_run_on_asyncio(anyio_backend_name: str) -> None:
    assert anyio_backend_name == "asyncio"


def test_a_skipped_test_fails_the_run(tmp_path: Path) -> None:
    suite = tmp_path / "test_nothing.py"
    suite.write_text(
        "import pytest\n\n@pytest.mark.parametrize('value', [])\ndef test_nothing(value):\n    pass\n"
    )
    alone = [
        "-p",
        "tests.conftest",
        "-p",
        "no:cacheprovider",
        f"--rootdir={tmp_path}",
        "--config-file=/dev/null",
    ]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *alone, str(suite)],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "1 error" in run.stdout
    assert run.returncode == pytest.ExitCode.TESTS_FAILED

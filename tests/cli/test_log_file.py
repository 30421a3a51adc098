"""The log of whoever holds a data folder: a level that the owner chose, in the console as in `placet serve`."""

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from placet.cli.failures import Failure
from placet.cli.log_file import start_log, stop_log
from placet.folder import DataFolder
from placet.settings import Settings


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[DataFolder]:
    before = logging.getLogger("placet").level
    made = DataFolder(root=tmp_path / "data")
    made.prepare()
    yield made
    logging.getLogger("placet").setLevel(before)


@pytest.mark.parametrize(("environment", "level"), [("", logging.ERROR), ("debug", logging.DEBUG)])
def test_the_environment_goes_before_the_setting(
    folder: DataFolder, monkeypatch: pytest.MonkeyPatch, environment: str, level: int
) -> None:
    monkeypatch.setenv("PLACET_LOG", environment)
    settings = Settings.load(folder.settings)
    settings.set({"log.level": "error"})
    log = start_log(folder, settings)
    try:
        assert logging.getLogger("placet").level == level
        logging.getLogger("placet.here").error("task_1 could not be written")
    finally:
        stop_log(log)
    assert "task_1" in (folder.logs / "placet.log").read_text()
    assert log not in logging.getLogger().handlers


@pytest.mark.parametrize("kind", ["nfs4", None])
def test_a_folder_over_a_network_is_warned_of_in_the_log(
    folder: DataFolder, monkeypatch: pytest.MonkeyPatch, kind: str | None
) -> None:
    """B089."""
    # Nothing can be mounted here; reading what the kernel says is tested by itself.
    monkeypatch.setattr("placet.cli.log_file.network_kind", lambda _: kind)
    stop_log(start_log(folder, Settings.load(folder.settings)))
    said = (folder.logs / "placet.log").read_text()
    assert ("network file system (nfs4)" in said) is (kind is not None)


def test_a_word_that_is_no_level_is_refused(folder: DataFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PLACET_LOG", "loud")
    with pytest.raises(Failure, match="PLACET_LOG must be one of debug, info, warning, error"):
        start_log(folder, Settings.load(folder.settings))


def test_the_console_opens_with_the_same_log(tmp_path: Path) -> None:
    opened = subprocess.run(
        [sys.executable, "-m", "placet_gui", "--data", str(tmp_path / "data")],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen", "PLACET_LOG": "loud"},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert opened.returncode == 2
    assert "PLACET_LOG must be one of" in opened.stderr

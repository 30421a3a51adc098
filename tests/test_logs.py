"""The log file: who may read it, and what never gets into it."""

import logging
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from placet import logs


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Path]:
    root, level = logging.getLogger(), logging.getLogger().level
    handler = logs.set_up(tmp_path, "info")
    yield tmp_path / "placet.log"
    root.removeHandler(handler)
    handler.close()
    root.setLevel(level)
    logging.getLogger("placet").setLevel(logging.NOTSET)


def test_our_records_are_written_and_others_only_from_warning_on(file: Path) -> None:
    logging.getLogger("placet.work").info("recovered %d tasks", 3)
    logging.getLogger("placet.work").debug("quiet")
    logging.getLogger("httpx").info("chatty")
    logging.getLogger("httpx").warning("odd")
    lines = file.read_text().splitlines()
    assert [line.split(": ", 1)[1] for line in lines] == ["recovered 3 tasks", "odd"]


def test_the_file_is_the_owners_alone(file: Path) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_name_with_a_line_break_cannot_forge_a_record(file: Path) -> None:
    logging.getLogger("placet").info("agent %s", "a\n2026-01-01 INFO placet: forged\x1b[2J\u2028")
    lines = file.read_text().splitlines()
    assert len(lines) == 1
    assert "\\x0a" in lines[0]
    assert "\x1b" not in lines[0]


def test_a_traceback_says_where_and_what_but_never_quotes(file: Path) -> None:
    try:
        try:
            int("hunter2")
        except ValueError as cause:
            raise RuntimeError("argument hunter2") from cause
    except RuntimeError:
        logging.getLogger("placet").exception("it broke")
    text = file.read_text()
    assert "builtins.RuntimeError" in text
    assert "builtins.ValueError" in text
    assert "test_logs.py" in text
    assert "hunter2" not in text


def test_setting_up_again_replaces_the_file(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    handler = logs.set_up(other, "debug")
    logging.getLogger("placet").debug("here")
    logging.getLogger().removeHandler(handler)
    handler.close()
    assert "here" in (other / "placet.log").read_text()
    assert file.read_text() == ""


def test_a_record_that_cannot_be_written_is_lost_without_a_traceback(
    file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (handler,) = [
        it
        for it in logging.getLogger().handlers
        if isinstance(it, logging.FileHandler) and it.baseFilename == str(file)
    ]
    with file.open() as unwritable:
        kept = handler.setStream(unwritable)
        assert kept is not None
        logging.getLogger("placet").error("lost")
        handler.setStream(kept)
    assert capsys.readouterr().err == ""
    logging.getLogger("placet").error("kept")
    (line,) = file.read_text().splitlines()
    assert line.endswith("kept")

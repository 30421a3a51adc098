"""Reading text, and only text of a bounded size."""

from __future__ import annotations

import hashlib
import os

import pytest

from placet.rules.errors import ToolFailed, ToolStopped
from placet.tools.files.fs_read import FsRead
from placet.tools.files.seeing import READ_LIMIT_BYTES
from tests.tools.bench import Bench, Signal

READ = FsRead()


def test_the_text_comes_back_untouched(bench: Bench) -> None:
    data = "\ufeffGrüße\r\n\0\u2028".encode()
    (bench.folder / "f").write_bytes(data)
    shown = bench.preview(READ, path="f")
    assert shown.sentence == 'Reads the file "f" in this agent\'s folder.'
    value = bench.run(READ, target=shown.target, path="f").value
    sha256 = hashlib.sha256(data).hexdigest()
    assert value == {"path": "f", "content": data.decode(), "size": len(data), "sha256": sha256}


def test_a_missing_file_is_said_to_be_missing(bench: Bench) -> None:
    assert bench.refusal(READ, path="f") == "not_found"
    assert bench.refusal(READ, path="d/f") == "not_found"


def test_a_folder_is_no_file(bench: Bench) -> None:
    (bench.folder / "d").mkdir()
    assert bench.refusal(READ, path="d") == "is_a_folder"


def test_bytes_that_are_no_text_are_said_to_be_none(bench: Bench) -> None:
    (bench.folder / "f").write_bytes(b"ok\xff")
    with pytest.raises(ToolFailed) as caught:
        bench.run(READ, path="f")
    assert caught.value.code == "not_text"


def test_the_limit_is_read_and_one_byte_more_is_not(bench: Bench) -> None:
    file = bench.folder / "f"
    file.touch()
    os.truncate(file, READ_LIMIT_BYTES)
    assert bench.run(READ, path="f").value["size"] == READ_LIMIT_BYTES
    os.truncate(file, READ_LIMIT_BYTES + 1)
    with pytest.raises(ToolFailed) as caught:
        bench.run(READ, path="f")
    assert caught.value.code == "too_large"
    assert "4,194,304 bytes" in caught.value.message


def test_a_file_that_claims_no_size_is_read_to_its_end_or_refused(bench: Bench) -> None:
    """Growth between the look and the read is seen: what comes back is what was hashed."""
    file = bench.folder / "f"
    file.write_text("one")
    grow = Signal(lambda: file.write_text("one two") and None)
    value = bench.run(READ, stop=grow, path="f").value
    assert (value["content"], value["size"]) == ("one two", 7)


def test_a_stop_comes_first(bench: Bench) -> None:
    (bench.folder / "f").write_text("x")
    with pytest.raises(ToolStopped):
        bench.run(READ, stop=Signal(lambda: True), path="f")


def test_a_file_that_may_not_be_read_is_said_to_be_denied(bench: Bench) -> None:
    file = bench.folder / "f"
    file.write_text("x")
    file.chmod(0o000)
    assert bench.refusal(READ, path="f") == "access_denied"


def test_a_folder_that_may_not_be_passed_is_said_to_be_denied(bench: Bench) -> None:
    folder = bench.folder / "d"
    folder.mkdir()
    (folder / "f").write_text("x")
    folder.chmod(0o600)
    assert bench.refusal(READ, path="d/f") == "access_denied"
    folder.chmod(0o700)

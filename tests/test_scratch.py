"""Temporary folders go with whoever made them, and what was killed loses its own at the next sweep."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import placet.app
from placet.scratch import Scratch, sweep

HOLDER = """
import sys
from pathlib import Path
from placet.scratch import Scratch
made = Scratch("file", Path(sys.argv[1]))
(made.path / "file").write_text("a ledger")
print(made.path, flush=True)
sys.stdin.read()
"""


@contextmanager
def held_elsewhere(base: Path) -> Iterator[tuple[Path, subprocess.Popen[str]]]:
    """A folder that another process made and holds."""
    pipe = subprocess.PIPE
    words = [sys.executable, "-c", HOLDER, str(base)]
    with subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True) as holder:
        assert holder.stdout is not None
        yield Path(holder.stdout.readline().strip()), holder
        holder.kill()


def test_it_goes_with_all_that_is_in_it(tmp_path: Path) -> None:
    with Scratch("file", tmp_path) as made:
        (made.path / "sub").mkdir()
        assert made.path.stat().st_mode & 0o777 == 0o700
    made.close()
    assert list(tmp_path.iterdir()) == []


def test_what_somebody_holds_stays_and_what_was_killed_goes(tmp_path: Path) -> None:
    with held_elsewhere(tmp_path) as (theirs, holder), Scratch("jail", tmp_path) as mine:
        sweep(tmp_path)
        assert (theirs / "file").exists()
        holder.kill()
        holder.wait()
        sweep(tmp_path)
        assert list(tmp_path.iterdir()) == [mine.path]


def test_what_is_not_provably_ours_stays(tmp_path: Path) -> None:
    aim, strange = tmp_path / "aim", "placet-file-held-abcdefgh"
    aim.mkdir()
    (aim / ".held").touch()
    (tmp_path / strange).symlink_to(aim)
    (tmp_path / "placet-demo-abcdefgh").mkdir()
    (tmp_path / "placet-demo-abcdefgh" / ".held").touch()
    (tmp_path / "placet-file-held-no_lock_").mkdir()
    sweep(tmp_path)
    assert (tmp_path / strange).is_symlink()
    assert (aim / ".held").exists()
    assert sorted(it.name for it in tmp_path.iterdir()) == sorted(
        ["aim", strange, "placet-demo-abcdefgh", "placet-file-held-no_lock_"]
    )


def test_where_nothing_can_be_locked_it_is_there_all_the_same_and_never_swept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    with monkeypatch.context() as patch:
        patch.setattr("fcntl.flock", refuses)
        made = Scratch("file", tmp_path)
    sweep(tmp_path)
    assert made.path.exists()
    made.close()
    assert list(tmp_path.iterdir()) == []


def test_an_engine_that_starts_sweeps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(temporary))
    with held_elsewhere(temporary) as (theirs, holder):
        holder.kill()
        holder.wait()
        placet.app.init(tmp_path / "data")
        placet.app.open(tmp_path / "data").close()
        assert not theirs.exists()

"""Taking a name only while it is free, with the system's own step for it and without."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from placet.tools.files import replacing


@pytest.fixture(params=["renameat2", "link"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    if request.param == "link":
        monkeypatch.setattr(replacing, "_LIBC", object())  # a system without that step
    descriptor = os.open(tmp_path, os.O_RDONLY)
    yield descriptor
    os.close(descriptor)


def test_a_free_name_is_taken(folder: int, tmp_path: Path) -> None:
    (tmp_path / "temporary").write_text("new")
    replacing.rename_to_free_name("temporary", "name", folder)
    assert [path.name for path in tmp_path.iterdir()] == ["name"]
    assert (tmp_path / "name").read_text() == "new"
    assert (tmp_path / "name").stat().st_nlink == 1


@pytest.mark.parametrize("taken_by", ["file", "link", "folder"])
def test_a_taken_name_is_left_alone(folder: int, tmp_path: Path, taken_by: str) -> None:
    (tmp_path / "temporary").write_text("new")
    if taken_by == "file":
        (tmp_path / "name").write_text("mine")
    elif taken_by == "link":
        (tmp_path / "name").symlink_to("nowhere")
    else:
        (tmp_path / "name").mkdir()
    before = (tmp_path / "name").lstat()
    with pytest.raises(FileExistsError):
        replacing.rename_to_free_name("temporary", "name", folder)
    assert (tmp_path / "name").lstat() == before
    assert (tmp_path / "temporary").read_text() == "new"

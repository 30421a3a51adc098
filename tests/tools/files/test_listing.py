"""Listing all files of an agent's folder."""

import hashlib
import os
from pathlib import Path

import pytest

from placet.rules.errors import ToolFailed
from placet.tools.files import listing
from placet.tools.files.listing import list_files


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def test_files_are_listed_by_path_with_the_digest_of_their_bytes(tmp_path: Path) -> None:
    for path, data in (("b.ts", b"b"), ("a/z.ts", b"z"), ("a/b/c.txt", b"")):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    found = list_files(str(tmp_path))
    assert not found.truncated
    assert [(it.path, it.size_bytes, it.sha256) for it in found.files] == [
        ("a/b/c.txt", 0, sha(b"")),
        ("a/z.ts", 1, sha(b"z")),
        ("b.ts", 1, sha(b"b")),
    ]


def test_what_no_file_tool_touches_is_left_out(tmp_path: Path) -> None:
    outside, folder = tmp_path / "outside", tmp_path / "folder"
    outside.mkdir()
    folder.mkdir()
    (outside / "secret").write_text("x")
    (folder / "link").symlink_to(outside / "secret")
    (folder / "way").symlink_to(outside)
    (folder / "twice").write_text("x")
    os.link(folder / "twice", folder / "again")
    os.mkfifo(folder / "pipe")
    (folder / "back\\slash").write_text("x")
    assert list_files(str(folder)).files == ()


def test_a_listing_ends_where_its_limits_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for n in range(4):
        (tmp_path / f"{n}").write_bytes(b"12345")
    deep = tmp_path / "x" / "y"
    deep.mkdir(parents=True)
    (deep / "z").write_text("")
    monkeypatch.setattr(listing, "MOST_BYTES", 12)
    monkeypatch.setattr(listing, "MOST_DEPTH", 1)
    found = list_files(str(tmp_path))
    assert [it.sha256 is not None for it in found.files] == [True, True, False, False]
    monkeypatch.setattr(listing, "MOST_FILES", 3)
    found = list_files(str(tmp_path))
    assert (len(found.files), found.truncated) == (3, True)


def test_a_folder_that_is_gone_is_said_to_be(tmp_path: Path) -> None:
    with pytest.raises(ToolFailed):
        list_files(str(tmp_path / "gone"))

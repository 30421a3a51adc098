"""Listing one folder."""

from __future__ import annotations

import os

import pytest

from placet.rules.errors import ToolStopped
from placet.tools.files.fs_list import ENTRY_LIMIT, FsList
from placet.tools.files.fs_read import FsRead
from tests.tools.bench import Bench, Signal

LIST = FsList()


def test_an_empty_folder_has_no_entries(bench: Bench) -> None:
    shown = bench.preview(LIST)
    assert shown.sentence == "Lists this agent's folder."
    assert bench.run(LIST, target=shown.target).value == {"entries": []}
    assert bench.run(LIST, path=".").value == {"entries": []}


def test_entries_are_sorted_and_say_what_they_are(bench: Bench) -> None:
    (bench.folder / "b").write_text("xyz")
    (bench.folder / "a").mkdir()
    (bench.folder / "c").symlink_to("/etc/passwd")
    os.mkfifo(bench.folder / "d")
    assert bench.run(LIST).value["entries"] == [
        {"path": "a", "kind": "folder", "size": None},
        {"path": "b", "kind": "file", "size": 3},
        {"path": "c", "kind": "link", "size": None},
        {"path": "d", "kind": "other", "size": None},
    ]


def test_a_listed_path_can_be_read_as_it_is(bench: Bench) -> None:
    (bench.folder / "d" / "e").mkdir(parents=True)
    (bench.folder / "d" / "e" / "f").write_text("x")
    assert bench.preview(LIST, path="d/e").sentence == 'Lists the folder "d/e" in this agent\'s folder.'
    (entry,) = bench.run(LIST, path="d/e").value["entries"]
    assert entry["path"] == "d/e/f"
    assert bench.run(FsRead(), path=entry["path"]).value["content"] == "x"


def test_more_than_the_limit_is_said_to_be_cut(bench: Bench) -> None:
    for number in range(ENTRY_LIMIT):
        (bench.folder / f"{number:05}").touch()
    full = bench.run(LIST).value
    assert len(full["entries"]) == ENTRY_LIMIT
    assert "truncated" not in full
    (bench.folder / "00000a").touch()
    cut = bench.run(LIST).value
    assert cut["truncated"] is True
    assert [entry["path"] for entry in cut["entries"][:3]] == ["00000", "00000a", "00001"]
    assert len(cut["entries"]) == ENTRY_LIMIT


def test_a_name_that_is_no_text_is_spelled_out(bench: Bench) -> None:
    (bench.folder / os.fsdecode(b"\xffx")).touch()
    assert bench.run(LIST).value["entries"][0]["path"] == "\\xffx"


def test_a_missing_folder_and_a_file_are_refused(bench: Bench) -> None:
    (bench.folder / "f").write_text("x")
    assert bench.refusal(LIST, path="d") == "not_found"
    assert bench.refusal(LIST, path="f") == "not_a_folder"


def test_a_stop_comes_first(bench: Bench) -> None:
    with pytest.raises(ToolStopped):
        bench.run(LIST, stop=Signal(lambda: True))


def test_a_folder_that_may_not_be_listed_is_said_to_be_denied(bench: Bench) -> None:
    folder = bench.folder / "d"
    folder.mkdir(0o311)
    with pytest.raises(Exception, match="doesn't let Placet") as caught:
        bench.run(LIST, path="d")
    assert caught.value.code == "access_denied"

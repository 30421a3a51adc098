"""Deleting: what is shown first, what goes, and what never does."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import FileChange
from placet.tools.files import removing
from placet.tools.files.fs_delete import FsDelete
from tests.tools.bench import Bench, Signal

DELETE = FsDelete()


def test_a_file_is_announced_with_its_size_and_its_text_and_then_gone(bench: Bench) -> None:
    file = bench.folder / "f"
    file.write_text("one\ntwo\n")
    (bench.folder / "g").write_text("mine")
    shown = bench.preview(DELETE, path="f")
    assert shown.sentence == 'Deletes the file "f" with its 8 bytes from this agent\'s folder, for good.'
    assert shown.diff is not None
    assert "-one\n-two\n" in shown.diff
    assert file.exists()
    result = bench.run(DELETE, target=shown.target, path="f")
    assert result.value == {"path": "f", "size": 8, "deleted": True}
    assert result.files == (FileChange(path="f"),)
    assert result.diff == shown.diff
    assert bench.everything() == ["g"]


@pytest.mark.parametrize(("size", "diff"), [(0, "--- a/f\n+++ /dev/null\n"), (5 * 1024 * 1024, None)])
def test_a_file_without_a_text_to_show_is_deleted_as_well(bench: Bench, size: int, diff: str | None) -> None:
    file = bench.folder / "f"
    file.touch()
    os.truncate(file, size)
    shown = bench.preview(DELETE, path="f")
    assert f"{size:,} bytes" in shown.sentence
    assert shown.diff == diff
    bench.run(DELETE, target=shown.target, path="f")
    assert bench.everything() == []


def test_bytes_that_are_no_text_are_deleted_without_a_difference(bench: Bench) -> None:
    (bench.folder / "f").write_bytes(b"\xff\xfe")
    assert bench.preview(DELETE, path="f").diff is None
    bench.run(DELETE, path="f")
    assert bench.everything() == []


def test_only_regular_files_with_one_name_are_deleted(bench: Bench) -> None:
    (bench.folder / "d").mkdir()
    (bench.folder / "f").write_text("x")
    (bench.folder / "link").symlink_to("f")
    (bench.folder / "two").write_text("x")
    os.link(bench.folder / "two", bench.folder / "names")
    os.mkfifo(bench.folder / "pipe")
    before = bench.everything()
    assert bench.refusal(DELETE, path="d") == "is_a_folder"
    assert bench.refusal(DELETE, path="link") == "outside_folder"
    assert bench.refusal(DELETE, path="two") == "not_a_regular_file"
    assert bench.refusal(DELETE, path="pipe") == "not_a_regular_file"
    assert bench.refusal(DELETE, path="missing") == "not_found"
    assert bench.refusal(DELETE, path="no/way") == "not_found"
    assert bench.refusal(DELETE, path="d/../f") == "outside_folder"
    assert bench.everything() == before


def test_a_file_whose_owner_took_the_right_to_write_away_stays(bench: Bench) -> None:
    (bench.folder / "f").write_text("old")
    (bench.folder / "f").chmod(0o444)
    assert bench.refusal(DELETE, path="f") == "access_denied"
    (bench.folder / "f").chmod(0o600)
    bench.folder.chmod(0o500)
    assert bench.refusal(DELETE, path="f") == "access_denied"
    bench.folder.chmod(0o700)
    assert bench.everything() == ["f"]


@pytest.mark.parametrize("asked_before", [0, 1])
def test_a_stop_leaves_the_file(bench: Bench, asked_before: int) -> None:
    (bench.folder / "f").write_text("old")
    with pytest.raises(ToolStopped):
        bench.run(DELETE, stop=Signal(*[lambda: None] * asked_before, lambda: True), path="f")
    assert bench.everything() == ["f"]


def swap_before_the_look_aside(monkeypatch: pytest.MonkeyPatch, swap: object) -> None:
    """Let something happen in the microseconds between the last look and the move."""
    move = removing.rename_to_free_name

    def moved(source: str, target: str, folder: int) -> None:
        if target.endswith(".gone"):
            swap()  # type: ignore[operator]
        move(source, target, folder)

    monkeypatch.setattr(removing, "rename_to_free_name", moved)


def test_another_file_that_took_the_name_at_the_last_moment_gets_it_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = bench.folder / "f"
    file.write_text("old")

    def swap() -> None:
        (bench.folder / "mine").write_text("mine")
        (bench.folder / "mine").rename(file)

    target = bench.preview(DELETE, path="f").target
    swap_before_the_look_aside(monkeypatch, swap)
    bench.changed(DELETE, target, path="f")
    assert bench.everything() == ["f"]
    assert file.read_text() == "mine"


def test_a_link_that_took_the_name_at_the_last_moment_gets_it_back(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = bench.folder / "f"
    file.write_text("old")

    def swap() -> None:
        file.unlink()
        file.symlink_to("elsewhere")

    target = bench.preview(DELETE, path="f").target
    swap_before_the_look_aside(monkeypatch, swap)
    bench.changed(DELETE, target, path="f")
    assert str(file.readlink()) == "elsewhere"


def test_what_can_not_get_its_name_back_is_told_with_the_name_it_has(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = bench.folder / "f"
    file.write_text("old")
    move = removing.rename_to_free_name

    def moved(source: str, target: str, folder: int) -> None:
        if target.endswith(".gone"):
            file.write_text("newer")
        move(source, target, folder)
        if target.endswith(".gone"):
            file.write_text("newest")

    monkeypatch.setattr(removing, "rename_to_free_name", moved)
    with pytest.raises(ToolFailed) as caught:
        bench.run(DELETE, path="f")
    assert caught.value.code == "left_aside"
    (aside,) = (path for path in bench.folder.iterdir() if path.name != "f")
    assert aside.name in caught.value.message
    assert (aside.read_text(), file.read_text()) == ("newer", "newest")


def test_no_descriptor_stays_open(bench: Bench) -> None:
    descriptors = Path("/proc/self/fd")
    for name in ("warm", "f"):
        (bench.folder / name).write_text("x")
    bench.run(DELETE, path="warm")
    before = len(list(descriptors.iterdir()))
    bench.run(DELETE, path="f")
    bench.refusal(DELETE, path="f")
    assert len(list(descriptors.iterdir())) == before

"""Writing: what is promised in the preview, what is on the disk afterwards, what stays when it fails."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import resource
import stat
import threading
from pathlib import Path

import pytest

from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import FileChange
from placet.tools.files.fs_write import FsWrite
from tests.tools.bench import Bench, Signal

CASES = Path(__file__).parents[2] / "cases" / "arguments"
DESCRIPTORS = Path("/proc/self/fd")
WRITE = FsWrite()


def test_a_new_file_is_announced_and_then_there(bench: Bench) -> None:
    shown = bench.preview(WRITE, path="hello.txt", content="Guten Tag, ihr lieben Leute.\n")
    assert shown.sentence == 'Creates the file "hello.txt" with 29 bytes in this agent\'s folder.'
    assert bench.everything() == []
    result = bench.run(WRITE, target=shown.target, path="hello.txt", content="Guten Tag, ihr lieben Leute.\n")
    data = (bench.folder / "hello.txt").read_bytes()
    assert data == b"Guten Tag, ihr lieben Leute.\n"
    sha256 = hashlib.sha256(data).hexdigest()
    assert result.value == {"path": "hello.txt", "size": 29, "sha256": sha256, "created": True}
    assert result.files == (FileChange(path="hello.txt", size_bytes=29, sha256=sha256),)
    assert result.diff == shown.diff
    assert shown.diff is not None
    assert "+Guten Tag" in shown.diff


def test_a_replacement_says_both_sizes_and_shows_the_difference(bench: Bench) -> None:
    (bench.folder / "notes.md").write_text("old\n" * 301)
    shown = bench.preview(WRITE, path="notes.md", content="new\n" * 328)
    assert shown.sentence == 'Replaces the 1,204 bytes of "notes.md" by 1,312.'
    result = bench.run(WRITE, target=shown.target, path="notes.md", content="new\n" * 328)
    assert result.value["created"] is False
    assert result.diff is not None
    assert "-old" in result.diff
    assert "+new" in result.diff
    assert bench.everything() == ["notes.md"]


def test_writing_the_same_text_again_is_said_to_be_that(bench: Bench) -> None:
    (bench.folder / "a").write_text("x")
    assert bench.preview(WRITE, path="a", content="x").sentence == 'Writes the same 1 byte to "a" again.'


def test_newlines_and_odd_characters_reach_the_disk_untouched(bench: Bench) -> None:
    text = "\ufeffa\r\nb\rc\n\u2028\0\u202e\U0001f600 ü"
    bench.run(WRITE, path="odd.txt", content=text)
    assert (bench.folder / "odd.txt").read_bytes() == text.encode()


def test_missing_folders_are_announced_and_made(bench: Bench) -> None:
    shown = bench.preview(WRITE, path="a/b/c.txt", content="x")
    assert (
        shown.sentence
        == 'Creates the file "a/b/c.txt" with 1 byte in this agent\'s folder, and for it the folder "a/b".'
    )
    bench.run(WRITE, target=shown.target, path="a/b/c.txt", content="x")
    assert bench.everything() == ["a", "a/b", "a/b/c.txt"]
    assert stat.S_IMODE((bench.folder / "a").stat().st_mode) & ~0o755 == 0


def test_a_name_that_lies_is_spelled_out_in_the_sentence(bench: Bench) -> None:
    shown = bench.preview(WRITE, path='in"voice\u202efdp.exe\n\u200b', content="")
    assert r'"in\"voice\u202efdp.exe\n\u200b"' in shown.sentence
    assert "with 0 bytes" in shown.sentence


def test_case_a03_shows_the_override_and_the_real_ending(bench: Bench) -> None:
    path = json.loads((CASES / "a03_rtl_filename.json").read_text())["path"]
    assert path.endswith("fdp.exe")
    shown = bench.preview(WRITE, path=path, content="x")
    assert r'the file "downloads/invoice\u202efdp.exe" with 1 byte' in shown.sentence


def test_the_mode_of_a_replaced_file_is_kept(bench: Bench) -> None:
    file = bench.folder / "run.sh"
    file.write_text("old")
    file.chmod(0o750)
    bench.run(WRITE, path="run.sh", content="new")
    assert stat.S_IMODE(file.stat().st_mode) == 0o750
    assert file.read_text() == "new"


def test_the_new_bytes_are_never_seen_half_written(bench: Bench) -> None:
    """A reader that never rests sees only whole versions while the writer goes on."""
    versions = ["a" * 300_000, "b" * 300_000]
    bench.run(WRITE, path="f", content=versions[0])
    seen: set[str] = set()
    reading, done = threading.Event(), threading.Event()

    def read() -> None:
        while not done.is_set():
            seen.add((bench.folder / "f").read_text())
            reading.set()

    reader = threading.Thread(target=read)
    reader.start()
    assert reading.wait(10)
    for round_ in range(40):
        bench.run(WRITE, path="f", content=versions[round_ % 2])
    done.set()
    reader.join(10)
    assert seen == set(versions)


def test_until_the_rename_the_old_file_is_what_everybody_sees(bench: Bench) -> None:
    file = bench.folder / "f"
    file.write_text("old")
    seen: list[str] = []
    stop = Signal(lambda: None, lambda: seen.append(file.read_text()))
    bench.run(WRITE, stop=stop, path="f", content="new")
    assert seen == ["old"]
    assert file.read_text() == "new"


def test_the_work_is_done_off_the_loop(bench: Bench) -> None:
    stop = Signal()
    bench.run(WRITE, stop=stop, path="f", content="new")
    assert len(stop.askers) == 2
    assert threading.main_thread() not in stop.askers


@pytest.mark.parametrize("asked_before", [0, 1])
def test_a_stop_before_the_rename_leaves_no_trace(bench: Bench, asked_before: int) -> None:
    stop = Signal(*[lambda: None] * asked_before, lambda: True)
    with pytest.raises(ToolStopped):
        bench.run(WRITE, stop=stop, path="a/b/f", content="new")
    assert bench.everything() == []


def test_a_stopped_replacement_leaves_the_old_text(bench: Bench) -> None:
    (bench.folder / "f").write_text("old")
    with pytest.raises(ToolStopped):
        bench.run(WRITE, stop=Signal(lambda: None, lambda: True), path="f", content="new")
    assert (bench.folder / "f").read_text() == "old"
    assert bench.everything() == ["f"]


def test_a_folder_is_no_file(bench: Bench) -> None:
    (bench.folder / "d").mkdir()
    assert bench.refusal(WRITE, path="d", content="x") == "is_a_folder"


def test_a_file_is_no_folder(bench: Bench) -> None:
    (bench.folder / "f").write_text("x")
    assert bench.refusal(WRITE, path="f/g", content="x") == "not_a_folder"


def test_bytes_that_are_no_text_are_replaced_without_a_difference(bench: Bench) -> None:
    (bench.folder / "f").write_bytes(b"\xff\xfe")
    shown = bench.preview(WRITE, path="f", content="x")
    assert shown.diff is None
    assert bench.run(WRITE, target=shown.target, path="f", content="x").diff is None
    assert (bench.folder / "f").read_text() == "x"


def test_a_file_too_large_to_compare_is_pinned_by_its_time_of_change(bench: Bench) -> None:
    file = bench.folder / "big"
    file.touch()
    os.truncate(file, 5 * 1024 * 1024)
    shown = bench.preview(WRITE, path="big", content="x")
    before = file.stat()
    with file.open("r+b") as stream:
        stream.write(b"y")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))  # the time of change can't be set back
    bench.changed(WRITE, shown.target, path="big", content="x")
    assert file.stat().st_size == 5 * 1024 * 1024


def test_half_a_character_is_refused(bench: Bench) -> None:
    assert bench.refusal(WRITE, path="f", content="\ud800") == "not_text"
    assert bench.refusal(WRITE, path="\ud800", content="x") == "bad_path"


def test_a_limit_of_the_system_is_told_and_the_old_text_stays(bench: Bench) -> None:
    (bench.folder / "f").write_text("old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        with pytest.raises(ToolFailed) as caught:
            bench.run(WRITE, path="f", content="x" * 10_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert caught.value.code == "file_too_large"
    assert isinstance(caught.value.__cause__, OSError)
    assert caught.value.__cause__.errno == errno.EFBIG
    assert (bench.folder / "f").read_text() == "old"
    assert bench.everything() == ["f"]


def test_folders_made_for_a_write_that_failed_are_gone(bench: Bench) -> None:
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4096, limits[1]))
    try:
        with pytest.raises(ToolFailed):
            bench.run(WRITE, path="a/b/f", content="x" * 10_000)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert bench.everything() == []


@pytest.mark.parametrize("mode", [0o555, 0o333, 0o666])
def test_a_folder_without_rights_is_refused_before_anybody_is_asked(bench: Bench, mode: int) -> None:
    folder = bench.folder / "d"
    folder.mkdir()
    folder.chmod(mode)
    assert bench.refusal(WRITE, path="d/f", content="x") == "access_denied"
    assert bench.refusal(WRITE, path="d/e/f", content="x") == "access_denied"
    folder.chmod(0o700)
    assert bench.everything() == ["d"]


@pytest.mark.parametrize("mode", [0o444, 0o200, 0o000])
def test_a_file_whose_owner_took_rights_away_is_not_replaced(bench: Bench, mode: int) -> None:
    file = bench.folder / "f"
    file.write_text("old")
    file.chmod(mode)
    assert bench.refusal(WRITE, path="f", content="new") == "access_denied"
    file.chmod(0o600)
    assert file.read_text() == "old"


def test_a_folder_that_can_only_be_passed_through_is_enough(bench: Bench) -> None:
    through = bench.folder / "through"
    (through / "d").mkdir(parents=True)
    through.chmod(0o311)
    bench.run(WRITE, path="through/d/f", content="x")
    assert (through / "d" / "f").read_text() == "x"
    through.chmod(0o700)


def test_no_descriptor_stays_open(bench: Bench) -> None:
    if not DESCRIPTORS.is_dir():
        pytest.fail("this test counts descriptors in /proc")
    bench.run(WRITE, path="warm/up", content="x")
    before = len(list(DESCRIPTORS.iterdir()))
    bench.run(WRITE, path="a/b/c/d", content="x")
    bench.run(WRITE, path="a/b/c/d", content="y")
    bench.refusal(WRITE, path="a/b", content="y")
    with pytest.raises(ToolStopped):
        bench.run(WRITE, stop=Signal(lambda: None, lambda: True), path="e/f/g", content="y")
    assert len(list(DESCRIPTORS.iterdir())) == before

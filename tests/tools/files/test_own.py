"""Folders that two writes wait for, and what a crash left in the middle of one."""

from __future__ import annotations

import os
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from placet.tools.files.fs_edit import FsEdit
from placet.tools.files.fs_write import FsWrite
from placet.tools.files.own import is_temporary, temporary_name
from tests.tools.bench import Bench

OLD = "\nold\n"


def left_behind(folder: Path, name: str | None = None, age_s: float = 3600) -> Path:
    """A temporary file of so long ago, as a crash leaves it."""
    file = folder / (name or temporary_name())
    file.write_text("half of some")
    long_ago = time.time() - age_s
    os.utime(file, (long_ago, long_ago))
    return file


def test_two_writes_that_waited_for_one_new_folder_are_both_made(bench: Bench) -> None:
    write = FsWrite()
    paths = ["d/e/one.txt", "d/e/two.txt", "d/three.txt"]
    targets = [bench.preview(write, path=path, content=path).target for path in paths]
    for path, target in zip(paths, targets, strict=True):
        bench.run(write, target=target, path=path, content=path)
    assert bench.everything() == ["d", "d/e", "d/e/one.txt", "d/e/two.txt", "d/three.txt"]


def test_many_writes_into_one_new_folder_at_once_are_all_made(bench: Bench) -> None:
    write = FsWrite()
    paths = [f"d/{number}.txt" for number in range(8)]
    targets = [bench.preview(write, path=path, content=path).target for path in paths]
    with ThreadPoolExecutor(8) as pool:
        list(
            pool.map(
                lambda it: bench.run(write, target=it[1], path=it[0], content="x"),
                zip(paths, targets, strict=True),
            )
        )
    assert bench.everything() == ["d", *sorted(paths)]


def test_a_folder_that_somebody_else_made_is_another_target_even_beside_one_of_ours(bench: Bench) -> None:
    write = FsWrite()
    target = bench.preview(write, path="d/e/f", content="new").target
    bench.run(write, path="d/mine.txt", content="x")
    (bench.folder / "d" / "e").mkdir()
    bench.changed(write, target, path="d/e/f", content="new")
    assert bench.everything() == ["d", "d/e", "d/mine.txt"]


def test_a_folder_of_ours_that_became_a_link_or_another_folder_is_another_target(bench: Bench) -> None:
    write = FsWrite()
    target = bench.preview(write, path="d/f", content="new").target
    bench.run(write, path="d/mine.txt", content="x")
    (bench.folder / "d").rename(bench.folder / "aside")
    (bench.folder / "d").symlink_to("aside")
    bench.changed(write, target, path="d/f", content="new")
    (bench.folder / "d").unlink()
    (bench.folder / "d").mkdir()
    bench.changed(write, target, path="d/f", content="new")


def test_a_file_that_a_second_write_of_ours_made_is_not_overwritten(bench: Bench) -> None:
    write = FsWrite()
    first, second = (bench.preview(write, path="d/f", content=text).target for text in ("one", "two"))
    bench.run(write, target=first, path="d/f", content="one")
    bench.changed(write, second, path="d/f", content="two")
    assert (bench.folder / "d" / "f").read_text() == "one"


@pytest.mark.parametrize("tool", ["write", "edit"])
def test_the_next_write_into_a_folder_takes_away_what_a_crash_left_there(bench: Bench, tool: str) -> None:
    (bench.folder / "d").mkdir()
    (bench.folder / "d" / "a.txt").write_text(OLD)
    left_behind(bench.folder / "d")
    left_behind(bench.folder / "d")
    elsewhere = left_behind(bench.folder)
    if tool == "write":
        bench.run(FsWrite(), path="d/a.txt", content="new")
    else:
        bench.run(FsEdit(), path="d/a.txt", old_text="old", new_text="new")
    assert bench.everything() == sorted([elsewhere.name, "d", "d/a.txt"])


def test_nothing_is_taken_away_that_might_be_somebody_elses(bench: Bench) -> None:
    outside = bench.folder.parent / "outside"
    outside.write_text("theirs")
    kept = [
        left_behind(bench.folder, ".placet-0123456789abcdef.tmp", age_s=1),  # perhaps on its way
        left_behind(bench.folder, ".placet-0123456789abcde.tmp"),
        left_behind(bench.folder, ".placet-0123456789ABCDEF.tmp"),
        left_behind(bench.folder, "placet-0123456789abcdef.tmp"),
        left_behind(bench.folder, ".placet-0123456789abcdef.gone"),
        bench.folder / ".placet-1111111111111111.tmp",
        bench.folder / ".placet-2222222222222222.tmp",
        bench.folder / ".placet-3333333333333333.tmp",
    ]
    kept[-3].symlink_to(outside)
    kept[-2].mkdir()
    os.link(left_behind(bench.folder, "named"), kept[-1])
    bench.run(FsWrite(), path="a.txt", content="x")
    assert bench.everything() == sorted(["a.txt", "named", *(it.name for it in kept)])
    assert outside.read_text() == "theirs"


def test_a_young_one_is_taken_away_once_it_is_old(bench: Bench) -> None:
    write, young = FsWrite(), left_behind(bench.folder, age_s=1)
    bench.run(write, path="a.txt", content="x")
    assert young.exists()
    os.utime(young, (0, 0))
    bench.run(write, path="a.txt", content="y")
    assert bench.everything() == ["a.txt"]


def test_a_folder_is_looked_through_once(bench: Bench) -> None:
    write = FsWrite()
    bench.run(write, path="a.txt", content="x")
    late = left_behind(bench.folder)
    bench.run(write, path="a.txt", content="y")
    assert late.exists(), "of this process, since it would have seen an earlier one"


def test_no_agent_gets_such_a_name(bench: Bench) -> None:
    assert is_temporary(temporary_name())
    assert bench.refusal(FsWrite(), path=f"d/{temporary_name()}", content="x") == "bad_path"
    assert bench.everything() == []

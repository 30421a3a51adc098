"""The target that was shown must be the target at execution: real swaps on a real disk (DECISIONS T23)."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from placet.rules.errors import ToolFailed
from placet.rules.ports import Tool
from placet.tools.files.fs_delete import FsDelete
from placet.tools.files.fs_edit import FsEdit
from placet.tools.files.fs_list import FsList
from placet.tools.files.fs_read import FsRead
from placet.tools.files.fs_write import FsWrite
from tests.tools.bench import Bench, Signal

WRITE, READ, LIST = FsWrite(), FsRead(), FsList()
DELETE = FsDelete()
EFFECTS = [
    (WRITE, {"path": "d/f", "content": "new"}),
    (FsEdit(), {"path": "d/f", "old_text": "old", "new_text": "new"}),
    (DELETE, {"path": "d/f"}),
]


def replaced(file: Path) -> None:
    """Another file of the same text takes the name: only the inode tells."""
    status = file.stat()
    other = file.with_name("other")
    other.write_bytes(file.read_bytes())
    os.utime(other, ns=(status.st_atime_ns, status.st_mtime_ns))
    other.rename(file)


def rewritten(file: Path) -> None:
    """The same file says something else, of the same length and with the old time put back."""
    status = file.stat()
    file.write_text("OLD")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))


def outside(file: Path) -> Path:
    place = file.parents[2] / "outside"
    place.mkdir(exist_ok=True)
    (place / "f").write_text("old")
    return place


def linked_file(file: Path) -> None:
    target = outside(file) / "f"
    file.unlink()
    file.symlink_to(target)


def linked_folder(file: Path) -> None:
    target = outside(file)
    file.parent.rename(file.parent.with_name("aside"))
    file.parent.symlink_to(target)


def swapped_folder(file: Path) -> None:
    file.parent.rename(file.parent.with_name("aside"))
    shutil.copytree(file.parent.with_name("aside"), file.parent, ignore=shutil.ignore_patterns(".placet-*"))


def moved_folder(file: Path) -> None:
    """The folder itself leaves: a descriptor of it would follow."""
    file.parent.rename(outside(file) / "moved")


def hard_linked(file: Path) -> None:
    os.link(file, outside(file) / "second")


def fifo(file: Path) -> None:
    file.unlink()
    os.mkfifo(file)


def removed(file: Path) -> None:
    file.unlink()


SWAPS = [
    replaced,
    rewritten,
    linked_file,
    linked_folder,
    swapped_folder,
    moved_folder,
    hard_linked,
    fifo,
    removed,
]
MOVES = [swap for swap in SWAPS if swap is not rewritten]


def snapshot(folder: Path) -> dict[str, bytes | str]:
    """Everything below a folder, links not followed."""
    found: dict[str, bytes | str] = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        regular = path.is_file() and not path.is_symlink()
        found[name] = path.read_bytes() if regular else "not a file"
    return found


@pytest.fixture
def file(bench: Bench) -> Path:
    path = bench.folder / "d" / "f"
    path.parent.mkdir()
    path.write_text("old")
    return path


@pytest.mark.parametrize("swap", SWAPS)
@pytest.mark.parametrize(("tool", "args"), EFFECTS)
def test_a_swap_between_preview_and_run_changes_nothing(
    bench: Bench, file: Path, swap: Callable[[Path], None], tool: Tool, args: dict[str, str]
) -> None:
    target = bench.preview(tool, **args).target
    swap(file)
    before = snapshot(bench.folder.parent)
    bench.changed(tool, target, **args)
    assert snapshot(bench.folder.parent) == before


@pytest.mark.parametrize("swap", SWAPS)
def test_a_swap_right_before_a_deletion_changes_nothing(
    bench: Bench, file: Path, swap: Callable[[Path], None]
) -> None:
    target = bench.preview(DELETE, path="d/f").target
    after_swap: list[dict[str, bytes | str]] = []

    def step() -> None:
        swap(file)
        after_swap.append(snapshot(bench.folder.parent))

    bench.changed(DELETE, target, Signal(lambda: None, step), path="d/f")
    assert [snapshot(bench.folder.parent)] == after_swap


@pytest.mark.parametrize("swap", SWAPS)
@pytest.mark.parametrize("shown", [True, False])
def test_a_swap_while_the_bytes_are_being_written_changes_nothing(
    bench: Bench, file: Path, swap: Callable[[Path], None], shown: bool
) -> None:
    target = bench.preview(WRITE, path="d/f", content="new").target if shown else None
    after_swap: list[dict[str, bytes | str]] = []

    def step() -> None:
        swap(file)
        after_swap.append(snapshot(bench.folder.parent))

    with pytest.raises(ToolFailed) as caught:
        bench.run(WRITE, target=target, stop=Signal(lambda: None, step), path="d/f", content="new")
    if shown:
        assert caught.value.code == "target_changed"
    expected = {name: what for name, what in after_swap[0].items() if ".placet-" not in name}
    assert len(expected) < len(after_swap[0]), "the swap came before the bytes were on the disk"
    assert snapshot(bench.folder.parent) == expected


@pytest.mark.parametrize("swap", [None, *SWAPS])
def test_the_same_write_without_a_swap_goes_through(
    bench: Bench, file: Path, swap: Callable[[Path], None] | None
) -> None:
    """The control: what the others refuse goes through once it is shown anew, or when nothing was swapped."""
    target = bench.preview(WRITE, path="d/f", content="new").target
    if swap in (replaced, rewritten, swapped_folder, moved_folder, removed):
        swap(file)
        target = bench.preview(WRITE, path="d/f", content="new").target
    bench.run(WRITE, target=target, path="d/f", content="new")
    assert file.read_text() == "new"


@pytest.mark.parametrize("swap", MOVES)
def test_a_read_is_of_the_file_that_was_shown(bench: Bench, file: Path, swap: Callable[[Path], None]) -> None:
    target = bench.preview(READ, path="d/f").target
    swap(file)
    bench.changed(READ, target, path="d/f")


def test_a_file_that_grew_is_still_the_file_that_was_shown(bench: Bench, file: Path) -> None:
    target = bench.preview(READ, path="d/f").target
    with file.open("a") as stream:
        stream.write(" and more")
    assert bench.run(READ, target=target, path="d/f").value["content"] == "old and more"


@pytest.mark.parametrize("swap", [linked_folder, swapped_folder, moved_folder])
def test_a_listing_is_of_the_folder_that_was_shown(
    bench: Bench, file: Path, swap: Callable[[Path], None]
) -> None:
    target = bench.preview(LIST, path="d").target
    swap(file)
    bench.changed(LIST, target, path="d")


def test_a_file_that_appeared_is_not_overwritten(bench: Bench) -> None:
    target = bench.preview(WRITE, path="f", content="new").target
    (bench.folder / "f").write_text("mine")
    bench.changed(WRITE, target, path="f", content="new")
    assert (bench.folder / "f").read_text() == "mine"


def test_a_file_that_appears_while_the_bytes_are_written_is_not_overwritten(bench: Bench) -> None:
    def appear() -> None:
        (bench.folder / "f").write_text("mine")

    bench.changed(
        WRITE,
        bench.preview(WRITE, path="f", content="x").target,
        Signal(lambda: None, appear),
        path="f",
        content="x",
    )
    assert (bench.folder / "f").read_text() == "mine"
    assert bench.everything() == ["f"]


def test_a_missing_folder_that_appeared_is_another_target(bench: Bench) -> None:
    target = bench.preview(WRITE, path="d/f", content="new").target
    (bench.folder / "d").mkdir()
    bench.changed(WRITE, target, path="d/f", content="new")
    assert bench.everything() == ["d"]


def test_the_agents_own_folder_is_pinned_too(bench: Bench) -> None:
    target = bench.preview(WRITE, path="f", content="new").target
    bench.folder.rename(bench.folder.with_name("aside"))
    bench.folder.mkdir()
    bench.changed(WRITE, target, path="f", content="new")
    assert bench.everything() == []


@pytest.mark.parametrize("tool", [WRITE, READ, LIST])
def test_an_agents_folder_that_became_a_link_is_not_followed(
    bench: Bench, tool: FsWrite | FsRead | FsList
) -> None:
    (bench.folder / "f").write_text("old")
    aside = bench.folder.with_name("aside")
    bench.folder.rename(aside)
    bench.folder.symlink_to(aside)
    args = {"path": "f", "content": "new"} if tool is WRITE else {"path": "f"} if tool is READ else {}
    assert bench.refusal(tool, **args) == "outside_folder"
    assert (aside / "f").read_text() == "old"


def test_an_agents_folder_that_is_gone_is_said_to_be(bench: Bench) -> None:
    bench.folder.rmdir()
    assert bench.refusal(LIST) == "not_found"


def test_a_target_of_another_path_does_not_pass(bench: Bench) -> None:
    target = bench.preview(WRITE, path="a", content="new").target
    bench.changed(WRITE, target, path="b", content="new")
    assert bench.everything() == []

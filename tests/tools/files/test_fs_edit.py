"""Editing: exactly one passage, the same care as writing, and a refusal that says what to do instead."""

from __future__ import annotations

import hashlib
import os
import stat

import pytest

from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import FileChange
from placet.tools.files.fs_edit import MOST_COUNTED, FsEdit
from tests.tools.bench import Bench, Signal

EDIT = FsEdit()


def edit(old: str, new: str, path: str = "f") -> dict[str, str]:
    return {"path": path, "old_text": old, "new_text": new}


def test_a_passage_is_announced_with_its_difference_and_then_replaced(bench: Bench) -> None:
    file = bench.folder / "f"
    file.write_bytes(b"one\r\ntwo\nthree")
    shown = bench.preview(EDIT, **edit("two\n", "zwei\nund mehr\n"))
    assert (
        shown.sentence
        == 'Replaces one passage of 4 bytes in the file "f" in this agent\'s folder by 14 bytes.'
    )
    assert file.read_bytes() == b"one\r\ntwo\nthree"
    result = bench.run(EDIT, target=shown.target, **edit("two\n", "zwei\nund mehr\n"))
    data = b"one\r\nzwei\nund mehr\nthree"
    assert file.read_bytes() == data
    assert result.value == {"path": "f", "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    assert result.files == (
        FileChange(path="f", size_bytes=len(data), sha256=hashlib.sha256(data).hexdigest()),
    )
    assert result.diff == shown.diff
    assert shown.diff is not None
    assert "-two\n+zwei\n+und mehr\n" in shown.diff
    assert bench.everything() == ["f"]


def test_taking_a_passage_out_is_said_to_be_that(bench: Bench) -> None:
    (bench.folder / "f").write_text("keep drop")
    shown = bench.preview(EDIT, **edit(" drop", ""))
    assert shown.sentence == 'Takes one passage of 5 bytes out of the file "f" in this agent\'s folder.'
    bench.run(EDIT, target=shown.target, **edit(" drop", ""))
    assert (bench.folder / "f").read_text() == "keep"


@pytest.mark.parametrize(
    ("text", "old", "count"),
    [("x y x", "x", 2), ("aaa", "aa", 2), ("x" * (MOST_COUNTED + 5), "x", MOST_COUNTED)],
)
def test_a_passage_that_stands_there_more_than_once_is_refused_with_the_count(
    bench: Bench, text: str, old: str, count: int
) -> None:
    (bench.folder / "f").write_text(text)
    with pytest.raises(ToolFailed) as caught:
        bench.preview(EDIT, **edit(old, "z"))
    assert (caught.value.code, caught.value.details) == ("not_unique", {"count": count})
    assert f"{count:,} places" in caught.value.message
    assert bench.refusal(EDIT, **edit(old, "z")) == "not_unique"
    assert (bench.folder / "f").read_text() == text


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("nowhere", "x", "no_match"),
        ("OLD", "x", "no_match"),
        ("old", "old", "no_change"),
        ("old", "\ud800", "not_text"),
        ("\ud800", "x", "not_text"),
    ],
)
def test_what_can_not_be_edited_is_refused_and_nothing_changes(
    bench: Bench, old: str, new: str, code: str
) -> None:
    (bench.folder / "f").write_text("old")
    assert bench.refusal(EDIT, **edit(old, new)) == code
    assert (bench.folder / "f").read_text() == "old"


def test_composed_and_decomposed_letters_are_not_taken_for_each_other(bench: Bench) -> None:
    (bench.folder / "f").write_text("\u00e9")
    assert bench.refusal(EDIT, **edit("e\u0301", "x")) == "no_match"


def test_only_text_that_can_be_shown_whole_is_edited(bench: Bench) -> None:
    (bench.folder / "bytes").write_bytes(b"\xffold")
    (bench.folder / "big").touch()
    os.truncate(bench.folder / "big", 5 * 1024 * 1024)
    (bench.folder / "d").mkdir()
    assert bench.refusal(EDIT, **edit("old", "x", "missing")) == "not_found"
    assert bench.refusal(EDIT, **edit("old", "x", "bytes")) == "not_text"
    assert bench.refusal(EDIT, **edit("old", "x", "big")) == "too_large"
    assert bench.refusal(EDIT, **edit("old", "x", "d")) == "is_a_folder"
    assert bench.refusal(EDIT, **edit("old", "x", "../f")) == "outside_folder"


def test_a_file_that_may_not_be_written_is_not_edited(bench: Bench) -> None:
    (bench.folder / "f").write_text("old")
    (bench.folder / "f").chmod(0o444)
    assert bench.refusal(EDIT, **edit("old", "new")) == "access_denied"


def test_the_mode_is_kept(bench: Bench) -> None:
    (bench.folder / "f").write_text("old")
    (bench.folder / "f").chmod(0o640)
    bench.run(EDIT, **edit("old", "new"))
    assert stat.S_IMODE((bench.folder / "f").stat().st_mode) == 0o640


@pytest.mark.parametrize("asked_before", [0, 1])
def test_a_stop_before_the_rename_leaves_the_old_text(bench: Bench, asked_before: int) -> None:
    (bench.folder / "f").write_text("old")
    with pytest.raises(ToolStopped):
        bench.run(EDIT, stop=Signal(*[lambda: None] * asked_before, lambda: True), **edit("old", "new"))
    assert (bench.folder / "f").read_text() == "old"
    assert bench.everything() == ["f"]


def test_an_edit_of_a_text_that_changed_meanwhile_is_refused_even_when_the_passage_still_stands(
    bench: Bench,
) -> None:
    (bench.folder / "f").write_text("old, and more")
    target = bench.preview(EDIT, **edit("old", "new")).target
    (bench.folder / "f").write_text("old, and less")
    bench.changed(EDIT, target, **edit("old", "new"))
    assert (bench.folder / "f").read_text() == "old, and less"

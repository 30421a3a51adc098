"""What proves a change of a file, and what doesn't (ADR 0038)."""

from __future__ import annotations

import asyncio
import hashlib
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from placet.rules.contracts import Accountable, Lookup
from placet.rules.errors import ToolFailed, ToolStopped
from placet.rules.ports import Place, ToolRun
from placet.rules.receipts import Receipt, is_sound
from placet.tools.files import fs_write, removing, replacing
from placet.tools.files.fs_delete import FsDelete
from placet.tools.files.fs_edit import FsEdit
from placet.tools.files.fs_write import FsWrite
from placet.tools.files.proving import FILES, find_written, grant_of
from placet.work.stop import StopFlag

WRITE = {"path": "notes/a.txt", "content": "One."}
EDIT = {"path": "a.txt", "old_text": "One", "new_text": "Two"}
DELETE = {"path": "a.txt"}
TOOLS = (FsWrite(), FsEdit(), FsDelete())


def sha(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Desk:
    """One agent's folder, and its file tools as the runner uses them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.place = Place(agent="clerk", folder=str(folder))
        self.target: Mapping[str, Any] | None = None

    def call(self, tool: Any, args: Mapping[str, Any], stop: StopFlag | None = None) -> Receipt | None:
        self.target = tool.preview(args, self.place).target
        run = ToolRun(place=self.place, task_id=None, stop=stop or StopFlag(), target=dict(self.target or {}))
        receipt: Receipt | None = asyncio.run(tool.run(args, run)).receipt
        return receipt

    def find(self, tool: Any, args: Mapping[str, Any], target: Mapping[str, Any] | None) -> Receipt | None:
        lookup = Lookup(operation_id="op_1", place=self.place, target=target)
        found: Receipt | None = asyncio.run(tool.reconcile(args, lookup))
        return found

    def refusal(self, tool: Any, args: Mapping[str, Any]) -> ToolFailed:
        with pytest.raises(ToolFailed) as failed:
            self.call(tool, args)
        return failed.value


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    folder = tmp_path / "clerk"
    folder.mkdir()
    return Desk(folder)


def test_a_write_brings_the_digest_of_the_bytes_on_the_disk_and_nothing_else(desk: Desk) -> None:
    receipt = desk.call(FsWrite(), WRITE)
    assert receipt == Receipt(provider="files", id=sha("One."), label="file")
    assert desk.find(FsWrite(), WRITE, desk.target) == receipt


def test_an_edit_brings_the_digest_of_the_whole_file_and_is_found_when_the_old_text_is_gone(
    desk: Desk,
) -> None:
    (desk.folder / "a.txt").write_text("One and only.")
    receipt = desk.call(FsEdit(), EDIT)
    assert receipt == Receipt(provider="files", id=sha("Two and only."), label="file")
    assert desk.find(FsEdit(), EDIT, desk.target) == receipt


def test_a_deletion_brings_the_digest_of_what_went(desk: Desk) -> None:
    (desk.folder / "a.txt").write_text("One.")
    receipt = desk.call(FsDelete(), DELETE)
    assert receipt == Receipt(provider="files", id=f"gone:{sha('One.')}", label="deleted file")
    assert desk.find(FsDelete(), DELETE, desk.target) == receipt


def test_all_of_these_receipts_may_confirm_something(desk: Desk) -> None:
    (desk.folder / "a.txt").write_text("One.")
    made = [desk.call(FsWrite(), WRITE), desk.call(FsEdit(), EDIT), desk.call(FsDelete(), DELETE)]
    assert all(it is not None and is_sound(it) for it in made)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda it: str(it.name))
def test_every_file_tool_that_changes_something_has_a_contract(tool: Any) -> None:
    assert isinstance(tool, Accountable)


def test_a_file_that_says_something_else_by_now_proves_nothing(desk: Desk) -> None:
    desk.call(FsWrite(), WRITE)
    (desk.folder / "notes" / "a.txt").write_text("Somebody else's.")
    assert desk.find(FsWrite(), WRITE, desk.target) is None


def test_the_same_bytes_in_another_folder_of_that_name_prove_nothing(desk: Desk, tmp_path: Path) -> None:
    desk.call(FsWrite(), WRITE)
    target = desk.target
    desk.folder.rename(tmp_path / "before")
    (desk.folder / "notes").mkdir(parents=True)
    (desk.folder / "notes" / "a.txt").write_text("One.")
    assert desk.find(FsWrite(), WRITE, target) is None


def test_without_what_was_approved_nothing_is_found(desk: Desk) -> None:
    (desk.folder / "a.txt").write_text("One.")
    desk.call(FsEdit(), EDIT)
    assert desk.find(FsEdit(), EDIT, None) is None
    assert desk.find(FsWrite(), {"path": "a.txt", "content": "Two."}, None) is None
    assert desk.find(FsDelete(), DELETE, None) is None


@pytest.mark.parametrize("tool", TOOLS, ids=lambda it: str(it.name))
def test_a_folder_that_is_gone_proves_nothing(desk: Desk, tool: Any) -> None:
    (desk.folder / "a.txt").write_text("One.")
    args = {"fs_write": {"path": "a.txt", "content": "One."}, "fs_edit": EDIT, "fs_delete": DELETE}[tool.name]
    target = tool.preview(args, desk.place).target
    desk.folder.rename(desk.folder.with_name("gone"))
    assert desk.find(tool, args, target) is None


def test_a_file_that_a_crash_left_aside_is_not_called_deleted(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    (desk.folder / "a.txt").write_text("One.")

    def crash(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(removing, "_check_same", crash)
    monkeypatch.setattr(removing, "_give_back", lambda *_: None)
    with pytest.raises(KeyboardInterrupt):
        desk.call(FsDelete(), DELETE)
    assert not (desk.folder / "a.txt").exists()
    assert desk.find(FsDelete(), DELETE, desk.target) is None
    (aside,) = desk.folder.iterdir()
    aside.unlink()
    assert desk.find(FsDelete(), DELETE, desk.target) is not None


def test_the_name_of_another_file_that_is_aside_is_no_hindrance(desk: Desk) -> None:
    (desk.folder / "a.txt").write_text("One.")
    (desk.folder / f".placet-{16 * '0'}.gone").write_text("Another.")
    assert desk.call(FsDelete(), DELETE) is not None


def test_what_another_program_wrote_over_at_once_has_no_receipt(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = fs_write.put

    def overtaken(*given: Any) -> None:
        real(*given)
        (desk.folder / "notes" / "a.txt").write_text("Mine!")

    monkeypatch.setattr(fs_write, "put", overtaken)
    assert desk.call(FsWrite(), WRITE) is None


@pytest.mark.parametrize(
    ("tool", "args", "code"),
    [
        (FsEdit(), {**EDIT, "old_text": "Ten"}, "no_match"),
        (FsDelete(), {"path": "b.txt"}, "not_found"),
        (FsWrite(), {"path": "../b.txt", "content": ""}, "outside_folder"),
    ],
)
def test_what_was_refused_before_it_began_was_not_attempted(
    desk: Desk, tool: Any, args: dict[str, Any], code: str
) -> None:
    (desk.folder / "a.txt").write_text("One.")
    run = ToolRun(place=desk.place, task_id=None, stop=StopFlag())
    with pytest.raises(ToolFailed) as failed:
        asyncio.run(tool.run(args, run))
    assert (failed.value.code, failed.value.not_executed) == (code, True)


def test_a_target_that_changed_was_not_attempted(desk: Desk) -> None:
    tool = FsWrite()
    target = tool.preview(WRITE, desk.place).target
    (desk.folder / "notes").mkdir()
    run = ToolRun(place=desk.place, task_id=None, stop=StopFlag(), target=target)
    with pytest.raises(ToolFailed) as failed:
        asyncio.run(tool.run(WRITE, run))
    assert (failed.value.code, failed.value.not_executed) == ("target_changed", True)


def test_a_disk_that_fails_after_the_name_was_given_leaves_doubt_and_the_bytes_are_found(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(*_: object) -> None:
        raise ToolFailed("The disk did not confirm.", code="not_durable")

    monkeypatch.setattr(replacing, "sync_folder", refuses)
    failed = desk.refusal(FsWrite(), WRITE)
    assert (failed.code, failed.not_executed) == ("not_durable", False)
    assert desk.find(FsWrite(), WRITE, desk.target) is not None


def test_a_stop_that_comes_first_leaves_nothing(desk: Desk) -> None:
    stop = StopFlag()
    stop.set()
    with pytest.raises(ToolStopped):
        desk.call(FsWrite(), WRITE, stop)
    assert list(desk.folder.iterdir()) == []


def test_two_folders_are_two_leaves_and_one_folder_is_one(desk: Desk) -> None:
    there = replace(desk.place, folder=str(desk.folder / "x"))
    assert grant_of(desk.place) == grant_of(replace(desk.place, agent="other"))
    assert grant_of(desk.place).consent != grant_of(there).consent
    assert str(desk.folder) not in grant_of(desk.place).consent


def test_a_file_is_changed_by_one_at_a_time_and_others_meanwhile(desk: Desk) -> None:
    entered, in_second = threading.Event(), threading.Event()
    order: list[str] = []

    def second() -> None:
        entered.wait(20)
        with FILES.held(str(desk.folder), ("a", "b.txt")):
            order.append("second")
        in_second.set()

    thread = threading.Thread(target=second)
    thread.start()
    with FILES.held(str(desk.folder / "a"), ("b.txt",)):  # the same file from a folder below
        entered.set()
        with FILES.held(str(desk.folder), ("a", "c.txt")):  # another file is free
            order.append("first")
    assert in_second.wait(20)
    thread.join()
    assert order == ["first", "second"]


def test_reading_back_follows_no_link(desk: Desk) -> None:
    desk.call(FsWrite(), WRITE)
    target = desk.target
    (desk.folder / "other.txt").write_text("One.")
    (desk.folder / "notes" / "a.txt").unlink()
    (desk.folder / "notes" / "a.txt").symlink_to("../other.txt")
    assert find_written(str(desk.folder), WRITE["path"], sha("One."), target) is None

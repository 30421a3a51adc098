"""Tasks in a file: exact in JSON Lines, no formula in CSV, whole or not there at all."""

from __future__ import annotations

import csv
import json
import stat
import threading
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from placet.api import Action
from placet.api.queries import ListTasks
from placet.api.views import TaskRow
from placet_gui.bridge import Bridge
from placet_gui.models.task_export import Form, defused
from placet_gui.models.task_window import TaskFilter
from placet_gui.presenters import task_exports
from placet_gui.presenters.task_exports import Block, TaskExports, write_file
from tests.gui.conftest import House

EVIL = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "＝1", "＋1", "－1", "＠x")


@pytest.fixture
def exports(bridge: Bridge) -> TaskExports:
    return TaskExports(bridge)


def ids(path: Path) -> list[str]:
    return [json.loads(line)["id"] for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("cell", EVIL)
def test_no_cell_begins_a_formula(cell: str) -> None:
    assert defused(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", "a=1", "fs_write", '{"path":"=1"}', "2026-11-30", "'=1"])
def test_other_cells_stay_as_they_are(cell: str) -> None:
    assert defused(cell) == cell


@pytest.mark.parametrize("page", [2, 3, 100])
def test_all_that_fit_are_written_newest_first_whatever_the_size_of_the_pages(
    house: House,
    exports: TaskExports,
    qtbot: QtBot,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    page: int,
) -> None:
    monkeypatch.setattr(task_exports, "_PAGE_ROWS", page)
    house.declare("clerk")
    house.declare("scribe")
    house.write("other.txt", agent="scribe")
    asked = [house.write(f"{n}.txt", "ä\n\u202e").id for n in range(6)]
    path = tmp_path / "out.jsonl"
    with qtbot.waitSignal(exports.exported) as told:
        exports.export(TaskFilter(agent="clerk"), None, path, Form.JSON_LINES)
        assert exports.busy
    assert told.args == [6, "out.jsonl"]
    assert ids(path) == asked[::-1]
    first = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    assert first["args"] == {"path": "5.txt", "content": "ä\n\u202e"}
    assert first["approval"]["state"] == "open"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    qtbot.waitUntil(lambda: not exports.busy)


def test_a_csv_holds_the_same_tasks_and_defuses_what_an_agent_or_a_person_wrote(
    house: House, exports: TaskExports, qtbot: QtBot, tmp_path: Path
) -> None:
    house.declare("clerk")
    row = house.write("a.txt")
    house.decide(row, Action.DENY, '=HYPERLINK("http://x")\nand more, "quoted"')
    path = tmp_path / "out.csv"
    with qtbot.waitSignal(exports.exported) as told:
        exports.export(TaskFilter(), None, path, Form.CSV)
    assert told.args == [1, "out.csv"]
    with path.open(encoding="utf-8", newline="") as file:
        (line,) = csv.DictReader(file)
    assert (line["id"], line["status"], line["decided_by"]) == (row.id, "denied", "owner")
    assert line["reason"] == '\'=HYPERLINK("http://x")\nand more, "quoted"'
    assert line["error"].startswith("'=HYPERLINK")
    assert json.loads(line["args"]) == {"path": "a.txt", "content": "hello"}


def test_blocks_of_a_selection_are_written_and_nothing_between_them(
    house: House, exports: TaskExports, qtbot: QtBot, tmp_path: Path
) -> None:
    house.declare("clerk")
    asked = [house.write(f"{n}.txt").id for n in range(6)][::-1]
    path = tmp_path / "out.jsonl"
    blocks = (Block(top=asked[0], count=1), Block(top=asked[2], count=3))
    with qtbot.waitSignal(exports.exported):
        exports.export(TaskFilter(), blocks, path, Form.JSON_LINES)
    assert ids(path) == [asked[0], *asked[2:5]]
    with qtbot.waitSignal(exports.copied) as told:
        exports.copy(TaskFilter(), blocks)
    text, count = told.args
    assert count == 4
    assert [it["id"] for it in json.loads(text)] == [asked[0], *asked[2:5]]
    with qtbot.waitSignal(exports.copied) as told:
        exports.copy(TaskFilter(), blocks[:1])
    assert json.loads(told.args[0])["id"] == asked[0]


def test_an_export_that_is_stopped_or_fails_leaves_the_file_that_was_there(
    house: House, tmp_path: Path
) -> None:
    house.declare("clerk")
    row: TaskRow = house.write("a.txt")
    path = tmp_path / "out.jsonl"
    path.write_text("before")
    stop = threading.Event()

    def rows():  # type: ignore[no-untyped-def]
        yield row
        stop.set()
        yield row

    assert write_file(path, rows(), Form.JSON_LINES, stop) is None

    def broken():  # type: ignore[no-untyped-def]
        yield row
        raise OSError(28, "No space left on device")

    with pytest.raises(OSError, match="No space"):
        write_file(path, broken(), Form.JSON_LINES, threading.Event())
    assert path.read_text() == "before"
    assert [it.name for it in tmp_path.glob("*out.jsonl*")] == ["out.jsonl"]


def test_a_folder_that_cant_be_written_is_told_in_a_sentence(
    house: House, exports: TaskExports, qtbot: QtBot, tmp_path: Path
) -> None:
    with qtbot.waitSignal(exports.failed) as told:
        exports.export(TaskFilter(), None, tmp_path / "nowhere" / "out.jsonl", Form.JSON_LINES)
    assert told.args == ["out.jsonl couldn't be written: No such file or directory."]
    assert house.engine.query(ListTasks()) == ()

"""`placet receipts`: on the folder itself, and through an engine that runs."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from placet import receipt_verifier
from placet.receipt_verifier import check
from tests.cli.conftest import Run
from tests.fakes.tools import HeldTool
from tests.flows.house import House
from tests.flows.wire import Wire


def lines(path: Path) -> list[dict]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def test_a_decision_over_http_is_in_the_file_that_a_running_engine_writes(
    net: Wire, run: Run, held: HeldTool, tmp_path: Path
) -> None:
    task_id = net.held(args={"text": "a secret word"})
    assert net.resolve(task_id, "approve", wait_ms=20_000).status_code == 200
    file = tmp_path / "receipts.jsonl"
    said = run("receipts", "export", "--out", file)
    assert (said.code, said.out) == (0, f"Wrote {file}.\n")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert run("receipts", "verify", file).code == 0
    facts = [fact for line in lines(file)[1:-1] for fact in line["facts"] if fact[5] == task_id]
    told = [fact[1] for fact in facts]
    assert told == [
        "task.created",
        "hil.requested",
        "hil.resolved",
        "task.moved",
        "task.moved",
        "trigger.due",
    ]
    assert json.loads(facts[2][7])["via"] == "http"
    assert json.loads(facts[0][7])["digest"] == net.task(task_id)["approval"]["digest"]
    records = {record[0]: record[3] for line in lines(file)[1:-1] for record in line["records"]}
    assert json.loads(records["approval"])["decided_by"] == "owner"
    assert json.loads(records["task"])["status"] == "completed"
    assert b"a secret word" not in file.read_bytes()


def test_a_folder_that_nothing_holds_is_exported_twice_with_one_key(
    left: House, run: Run, tmp_path: Path
) -> None:
    first, second = tmp_path / "1.jsonl", tmp_path / "2.jsonl"
    for file in (first, second):
        assert run("receipts", "export", "--out", file).code == 0
    assert lines(first)[0]["key"] == lines(second)[0]["key"]
    assert lines(first)[-1]["head"] == lines(second)[-1]["head"]
    told = json.loads(run("receipts", "verify", first, "--json").out)
    assert (told["whole"], told["key"]) == (True, lines(first)[0]["key"])
    assert run("receipts", "verify", first, "--key", "ab" * 32).code == 1
    printed = run("receipts", "export")
    assert (printed.code, printed.err) == (0, "")
    assert check(iter(printed.out.encode().splitlines(keepends=True))).head == lines(first)[-1]["head"]


def test_a_changed_file_is_not_whole_and_one_that_is_not_there_is_wrong_use(
    left: House, run: Run, tmp_path: Path
) -> None:
    file = tmp_path / "receipts.jsonl"
    assert run("receipts", "export", "--out", file).code == 0
    file.write_bytes(file.read_bytes().replace(b"clerk", b"clark"))
    said = run("receipts", "verify", file)
    assert (said.code, said.out[:9]) == (1, "NOT whole")
    assert json.loads(run("receipts", "verify", file, "--json").out)["whole"] is False
    assert run("receipts", "verify", tmp_path / "none").code == 2


@pytest.mark.parametrize("odd", ["pipe", "folder", "device"])
def test_what_is_no_plain_file_is_refused_at_once(left: House, run: Run, tmp_path: Path, odd: str) -> None:
    place = {"pipe": tmp_path / "pipe", "folder": tmp_path, "device": Path("/dev/zero")}[odd]
    if odd == "pipe":
        os.mkfifo(place)
    said = run("receipts", "verify", place)
    assert (said.code, said.out) == (2, "")
    assert "can't be read" in said.err
    done = subprocess.run(
        [sys.executable, "-I", "-S", receipt_verifier.__file__, str(place)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")


def test_an_export_is_put_in_no_place_but_a_plain_files(left: House, run: Run, tmp_path: Path) -> None:
    pipe, link, ledger = tmp_path / "pipe", tmp_path / "link", left.data / "ledger.sqlite"
    os.mkfifo(pipe)
    link.symlink_to(tmp_path / "else")
    before = ledger.read_bytes()
    for place in (pipe, link, ledger, left.data / "new", tmp_path / "none" / ".." / left.data.name / "x"):
        for words in (("receipts", "export", "--out", place), ("backup", place)):
            assert run(*words).code in {1, 2}, words
    assert ledger.read_bytes() == before
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert link.is_symlink()
    assert not (left.data / "new").exists()


def test_the_verifier_that_is_printed_checks_a_file_elsewhere(left: House, run: Run, tmp_path: Path) -> None:
    file, program = tmp_path / "receipts.jsonl", tmp_path / "verifier.py"
    assert run("receipts", "export", "--out", file).code == 0
    program.write_text(run("receipts", "verifier").out, encoding="utf-8")
    command = [sys.executable, "-I", "-S", str(program), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout[:6]) == (0, "Whole:")


def test_a_folder_without_a_ledger_has_no_receipts(run: Run, tmp_path: Path) -> None:
    said = run("receipts", "export", "--data", tmp_path / "none", "--out", tmp_path / "r")
    assert (said.code, said.err[-12:]) == (1, "[not_found]\n")
    assert list(tmp_path.iterdir()) == []


def test_only_an_owner_exports(net: Wire) -> None:
    assert net.agent.post("/receipts/export", json={}).status_code == 403
    assert net.owner.post("/receipts/export", json={"x": 1}).status_code == 400
    answer = net.owner.post("/receipts/export", json={})
    assert answer.headers["content-type"] == "application/jsonl"
    assert check(iter(answer.content.splitlines(keepends=True))).links > 0

"""`placet backup` and `placet restore`: on the folder itself, and while an engine runs."""

import json
import stat
from pathlib import Path

import pytest

from placet.ledger import backup
from tests.cli.conftest import Run
from tests.flows.house import House
from tests.flows.wire import Wire


def quiet(_: str, __: int, ___: int) -> None:
    """Nobody looks."""


def test_a_backup_is_made_while_the_engine_runs_and_is_the_owners_alone(
    net: Wire, run: Run, tmp_path: Path
) -> None:
    net.held()
    file = tmp_path / "placet.backup"
    said = run("backup", file)
    assert (said.code, said.out) == (0, f"Wrote {file}.\n")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert backup.check(file, quiet).links > 0
    assert net.agent.post("/backup", json={}).status_code == 403


def test_restoring_waits_for_nobody_to_hold_the_folder(net: Wire, run: Run, tmp_path: Path) -> None:
    file = tmp_path / "placet.backup"
    assert run("backup", file).code == 0
    said = run("restore", file)
    assert (said.code, said.err.rsplit("[", 1)[1]) == (3, "data_folder_in_use]\n")


def test_a_missing_folder_is_made_and_its_owner_token_printed_once(
    left: House, run: Run, tmp_path: Path
) -> None:
    file, data = tmp_path / "placet.backup", tmp_path / "elsewhere"
    assert run("backup", file).code == 0
    told = json.loads(run("restore", file, "--data", data, "--json").out)
    assert (told["taken"]["agents"], told["data"]) == (1, str(data))
    assert told["owner_token"].startswith("placet_")
    again = json.loads(run("restore", file, "--data", data, "--json").out)
    assert (again["owner_token"], again["taken"], again["there"]["agents"]) == (None, {}, 1)
    shown = run("restore", file, "--data", data)
    assert shown.out.splitlines()[:2] == ["Taken in: nothing.", "There already: agents 1."]
    found = json.loads(run("doctor", "--data", data, "--json").out)["findings"]
    assert [it["code"] for it in found] == [
        "backend_unreachable"
    ]  # settings, and so backends, aren't in a backup


def test_what_is_no_backup_makes_no_folder(run: Run, tmp_path: Path) -> None:
    file, data = tmp_path / "none", tmp_path / "elsewhere"
    assert run("restore", file, "--data", data).code == 2
    file.write_bytes(b"x" * 500)
    said = run("restore", file, "--data", data)
    assert (said.code, said.err.rsplit("[", 1)[1]) == (2, "bad_backup]\n")
    assert not data.exists()


def test_a_backup_that_can_not_be_written_leaves_what_was_there(
    left: House, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "placet.backup"
    assert run("backup", file).code == 0
    before = file.read_bytes()

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("placet.ledger.backup._sealed", broken)
    said = run("backup", file)
    assert (said.code, said.out) == (1, "")
    assert file.read_bytes() == before
    assert [it.name for it in tmp_path.iterdir() if it.name.startswith(".placet")] == []
    assert run("backup", tmp_path / "none" / "placet.backup").code == 2

"""Which folders may become an agent's (DECISIONS T23)."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from placet.rules.errors import BadDeclaration
from placet.tools.folders import check_agent_folder


class Machine:
    """A data folder, one other agent's folder, and a home."""

    def __init__(self, top: Path) -> None:
        self.top = top.resolve()
        self.home = self.top / "home" / "ann"
        self.data = self.home / ".local" / "placet"
        self.other = self.home / "other"
        for folder in (self.home, self.data, self.other):
            folder.mkdir(parents=True)

    def check(self, folder: Path | str) -> Path:
        return check_agent_folder(Path(folder), data_folder=self.data, others=[self.other])

    def refused(self, folder: Path | str) -> str:
        with pytest.raises(BadDeclaration) as caught:
            self.check(folder)
        assert caught.value.pointer == "/folder"
        return caught.value.message


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Machine:
    machine = Machine(tmp_path)
    monkeypatch.setenv("HOME", str(machine.home))
    return machine


def test_a_missing_folder_is_made_for_its_owner_only(machine: Machine) -> None:
    folder = machine.check("~/clerk")
    assert folder == machine.home / "clerk"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert machine.check(folder) == folder


def test_a_folder_that_is_there_keeps_its_mode_and_files(machine: Machine) -> None:
    folder = machine.home / "clerk"
    folder.mkdir()
    folder.chmod(0o755)
    (folder / "f").write_text("x")
    assert machine.check(folder) == folder
    assert stat.S_IMODE(folder.stat().st_mode) == 0o755
    assert (folder / "f").read_text() == "x"


def test_the_real_path_is_what_counts_and_comes_back(machine: Machine) -> None:
    (machine.home / "real").mkdir()
    (machine.top / "link").symlink_to(machine.home / "real")
    assert machine.check(machine.top / "link" / "clerk") == machine.home / "real" / "clerk"


@pytest.mark.parametrize("folder", ["/", "~", "~/.", "~/x/..", "{home}/..", "/home", "/root", "{top}"])
def test_the_root_a_home_and_what_holds_one_are_refused(machine: Machine, folder: str) -> None:
    spelled = folder.format(home=machine.home, top=machine.top)
    if Path(spelled) == Path("/home"):  # holds the homes of this machine's users only if there are some
        spelled = str(machine.home.parent)
    assert "home" in machine.refused(spelled) or folder == "/"


@pytest.mark.parametrize("folder", ["{data}", "{data}/sandbox/x", "{data}/..", "~/.local", "{top}/link/x"])
def test_the_data_folder_is_out_of_reach_in_both_directions(machine: Machine, folder: str) -> None:
    (machine.top / "link").symlink_to(machine.data)
    assert "data folder" in machine.refused(folder.format(data=machine.data, top=machine.top))
    assert list(machine.data.iterdir()) == []


@pytest.mark.parametrize("folder", ["~/other", "~/other/below", "{top}/link"])
def test_another_agents_folder_is_out_of_reach(machine: Machine, folder: str) -> None:
    (machine.top / "link").symlink_to(machine.other)
    assert "another agent's" in machine.refused(folder.format(top=machine.top))
    assert list(machine.other.iterdir()) == []


def test_a_folder_that_would_hold_another_agents_is_refused(machine: Machine) -> None:
    inner = machine.home / "shelf" / "inner"
    with pytest.raises(BadDeclaration):
        check_agent_folder(machine.home / "shelf", data_folder=machine.data, others=[inner])
    assert not (machine.home / "shelf").exists()


def test_a_neighbour_whose_name_starts_the_same_is_fine(machine: Machine) -> None:
    assert machine.check("~/other2").is_dir()
    assert machine.check("~/.local/placet2").is_dir()


@pytest.mark.parametrize("folder", ["clerk", "./clerk", "", "~nobody-of-that-name/x", "/a\0b"])
def test_what_is_no_absolute_path_is_refused(machine: Machine, folder: str) -> None:
    machine.refused(folder)


def test_a_file_a_fifo_and_a_circle_of_links_are_refused(machine: Machine) -> None:
    (machine.home / "file").write_text("x")
    os.mkfifo(machine.home / "fifo")
    (machine.home / "circle").symlink_to(machine.home / "circle")
    for name in ("file", "file/below", "fifo", "circle", "circle/x"):
        machine.refused(machine.home / name)
    assert (machine.home / "file").read_text() == "x"

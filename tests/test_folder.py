"""The data folder: whose it is, and how its files are written."""

import os
import stat
from pathlib import Path

import pytest

from placet.folder import DataFolder, FolderError, default_folder, write_whole


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def loose_umask() -> object:
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("loose_umask")
def test_whatever_the_umask_nobody_else_reads_the_folder(tmp_path: Path) -> None:
    folder = DataFolder(root=tmp_path / "deep" / "data")
    folder.prepare()
    folder.write_service("http://127.0.0.1:1", 7, "s")
    assert [mode(it) for it in (folder.root, folder.logs, folder.models, folder.sandbox)] == [0o700] * 4
    assert mode(folder.service) == 0o600


def test_a_folder_that_others_could_read_is_shut(tmp_path: Path) -> None:
    root = tmp_path / "data"
    root.mkdir()
    root.chmod(0o755)
    DataFolder(root=root).prepare()
    assert mode(root) == 0o700


def test_preparing_twice_changes_nothing(tmp_path: Path) -> None:
    folder = DataFolder(root=tmp_path / "data")
    folder.prepare()
    (folder.logs / "placet.log").write_text("kept")
    folder.prepare()
    assert (folder.logs / "placet.log").read_text() == "kept"


def test_another_users_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "data"
    root.mkdir(mode=0o700)
    # Who we are is asked of the system; a test has one user only, so it becomes another one here.
    monkeypatch.setattr(os, "geteuid", lambda: root.stat().st_uid + 1)
    with pytest.raises(FolderError, match="belongs to another user"):
        DataFolder(root=root).prepare()


def test_a_file_is_no_data_folder(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(FolderError, match="isn't a folder"):
        DataFolder(root=tmp_path / "data").prepare()
    with pytest.raises(FolderError, match="isn't a folder"):
        DataFolder(root=tmp_path / "data" / "inner").prepare()


def test_a_place_where_nothing_can_be_made_is_refused() -> None:
    with pytest.raises(FolderError, match="can't be made"):
        DataFolder(root=Path("/proc/placet")).prepare()


def test_only_a_place_with_nothing_at_it_is_free(tmp_path: Path) -> None:
    folder = DataFolder(root=tmp_path / "data")
    assert folder.is_free()
    folder.root.mkdir()
    assert not folder.is_free()
    folder.settings.write_text("")
    assert not folder.is_free()


def test_a_folder_is_made_once_it_has_a_ledger(tmp_path: Path) -> None:
    folder = DataFolder(root=tmp_path)
    assert not folder.is_made()
    folder.ledger.write_bytes(b"")
    assert folder.is_made()


def test_the_note_of_a_running_engine_can_be_read_and_removed(tmp_path: Path) -> None:
    folder = DataFolder(root=tmp_path)
    assert folder.read_service() is None
    folder.write_service("http://127.0.0.1:9", 42, "s")
    assert folder.read_service() == {"url": "http://127.0.0.1:9", "pid": 42, "secret": "s"}
    folder.remove_service()
    folder.remove_service()
    assert not folder.service.exists()


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"url": 1, "secret": "s"}', '{"url": "http://127.0.0.1:9"}']
)
def test_a_note_that_makes_no_sense_is_no_note(tmp_path: Path, content: str) -> None:
    (tmp_path / "service.json").write_text(content)
    assert DataFolder(root=tmp_path).read_service() is None


def test_a_write_that_breaks_leaves_the_old_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "settings.toml"
    write_whole(path, b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_the_environment_says_where_the_folder_is(tmp_path: Path) -> None:
    assert default_folder({"PLACET_DATA": str(tmp_path)}) == tmp_path
    assert default_folder({}).name == "placet"
    assert default_folder({"PLACET_DATA": ""}) == default_folder({})

"""The way down to an agent's folder and inside of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from placet.rules.errors import ToolFailed
from placet.tools.files.walking import reach


def code_of(folder: Path) -> str:
    with pytest.raises(ToolFailed) as caught, reach(str(folder), ()):
        pass
    assert str(folder) not in caught.value.message
    return caught.value.code


def test_a_walk_says_which_folders_are_there_and_which_are_missing(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    with reach(str(tmp_path.resolve()), ("a", "b", "c")) as reached:
        inodes = [folder.inode for folder in reached.folders]
        assert inodes == [tmp_path.stat().st_ino, (tmp_path / "a").stat().st_ino]
        assert reached.missing == ("b", "c")


def test_a_link_on_the_way_to_the_agents_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "real" / "clerk").mkdir(parents=True)
    (tmp_path / "link").symlink_to("real")
    assert code_of(tmp_path.resolve() / "link" / "clerk") == "outside_folder"


def test_a_file_on_the_way_is_said_to_be_there(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert code_of(tmp_path.resolve() / "file" / "clerk") == "outside_folder"


def test_a_way_that_is_shut_is_said_to_be_shut(tmp_path: Path) -> None:
    shut = tmp_path.resolve() / "shut"
    (shut / "clerk").mkdir(parents=True)
    shut.chmod(0o000)
    assert code_of(shut / "clerk") == "access_denied"
    shut.chmod(0o700)


def test_a_relative_folder_is_a_mistake_of_ours() -> None:
    with pytest.raises(RuntimeError), reach("clerk", ()):
        pass

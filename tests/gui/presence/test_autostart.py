"""The file that starts the console with the session."""

from __future__ import annotations

from pathlib import Path

import pytest

from placet_gui.presence.autostart import Autostart


@pytest.fixture
def autostart(tmp_path: Path) -> Autostart:
    return Autostart({"XDG_CONFIG_HOME": str(tmp_path)}, '/opt/a "b" $c/placet')


def test_it_is_put_there_and_taken_away(autostart: Autostart) -> None:
    autostart.put(True)
    assert 'Exec="/opt/a \\\\"b\\\\" \\\\$c/placet" --minimized\n' in autostart.file.read_text()
    autostart.put(True)
    assert [it.name for it in autostart.file.parent.iterdir()] == ["placet.desktop"]
    autostart.put(False)
    assert not autostart.file.exists()
    autostart.put(False)


def test_it_lies_where_desktops_look_for_it(tmp_path: Path) -> None:
    assert Autostart({"HOME": str(tmp_path)}).file == tmp_path / ".config" / "autostart" / "placet.desktop"


def test_a_file_of_somebody_elses_is_left_alone(autostart: Autostart) -> None:
    autostart.file.parent.mkdir()
    autostart.file.write_text("[Desktop Entry]\nName=Another\n")
    autostart.put(False)
    assert autostart.file.exists()


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        Autostart({"XDG_CONFIG_HOME": str(tmp_path / "file")}).put(True)

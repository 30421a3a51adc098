"""The file that starts the console with the session."""

from __future__ import annotations

import errno
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
    with pytest.raises(FileExistsError):
        autostart.put(True)
    assert autostart.file.read_text() == "[Desktop Entry]\nName=Another\n"


def test_desktops_pass_over_it_when_the_program_is_gone(tmp_path: Path) -> None:
    autostart = Autostart({"XDG_CONFIG_HOME": str(tmp_path)}, "/opt/100 %\\n\n/placet")
    autostart.put(True)
    assert "TryExec=/opt/100 %\\\\n\\n/placet\n" in autostart.file.read_text()


def test_a_folder_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OSError, match="file"):
        Autostart({"XDG_CONFIG_HOME": str(tmp_path / "file")}).put(True)


def test_the_data_folder_of_who_sets_it_is_named(tmp_path: Path) -> None:
    autostart = Autostart({"XDG_CONFIG_HOME": str(tmp_path)}, "/opt/placet", tmp_path / "100 %")
    autostart.put(True)
    assert f'Exec="/opt/placet" --data "{tmp_path}/100 %%" --minimized\n' in autostart.file.read_text()


@pytest.mark.parametrize("sign", ["\n", "\r", "\r\n"])
def test_a_name_with_a_line_break_says_no_other_key(tmp_path: Path, sign: str) -> None:
    autostart = Autostart({"XDG_CONFIG_HOME": str(tmp_path)}, "/opt/placet", Path(f"/a{sign}Exec=evil"))
    autostart.put(True)
    written = [it for it in autostart.file.read_text().splitlines() if it.startswith("Exec=")]
    spelled = sign.replace("\r", "\\r").replace("\n", "\\n")
    assert written == [f'Exec="/opt/placet" --data "/a{spelled}Exec=evil" --minimized']


def test_a_name_that_is_no_text_is_an_error(tmp_path: Path) -> None:
    autostart = Autostart({"XDG_CONFIG_HOME": str(tmp_path)}, "/opt/placet", Path("/a\udcff"))
    with pytest.raises(OSError, match=r"placet\.desktop") as raised:
        autostart.put(True)
    assert raised.value.errno == errno.EILSEQ
    assert not autostart.file.exists()

"""Starting with the session: one file in the folder that desktops read at log-in (freedesktop.org's autostart)."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

__all__ = ["Autostart"]

_NAME: Final = "placet.desktop"
_ENTRY: Final = """[Desktop Entry]
Type=Application
Name=Placet
Exec={command}
Icon=placet
Terminal=false
X-GNOME-Autostart-enabled=true
"""


class Autostart:
    """The file that starts this program with the session. Another program's file of that name is left alone."""

    def __init__(
        self,
        environment: Mapping[str, str] = os.environ,
        program: str | None = None,
        data: Path | None = None,
    ) -> None:
        """`program` is what is started: by default what was started now; `data` is its data folder, if not the usual one."""
        config = environment.get("XDG_CONFIG_HOME") or str(
            Path(environment.get("HOME", "~")).expanduser() / ".config"
        )
        self.file = Path(config) / "autostart" / _NAME
        place = [] if data is None else ["--data", _quoted(str(data))]
        command = [_quoted(program or _own_program()), *place, "--minimized"]
        self._entry = _ENTRY.format(command=" ".join(command))

    def put(self, wanted: bool) -> None:
        """Have the file there, or not.

        Raises:
            OSError: it can't be written or removed, or its text can't name the data folder.
        """
        if wanted:
            text = _encoded(self._entry, self.file)
            self.file.parent.mkdir(parents=True, exist_ok=True)
            fresh = self.file.with_suffix(".new")
            fresh.write_bytes(text)
            fresh.replace(self.file)
        elif self._is_ours():
            with suppress(FileNotFoundError):
                self.file.unlink()

    def _is_ours(self) -> bool:
        try:
            return "Name=Placet\n" in self.file.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return False


def _own_program() -> str:
    """What starts this program again: the frozen one, or the command beside this interpreter."""
    if getattr(sys, "frozen", False):
        return sys.executable
    return str(Path(sys.executable).with_name("placet"))


def _quoted(path: str) -> str:
    """A path as the `Exec` key wants it (Desktop Entry Specification, "The Exec key")."""
    for sign in '\\"`$':
        path = path.replace(sign, f"\\{sign}")
    path = path.replace("\\", "\\\\").replace("%", "%%")
    for sign, spelled in (("\n", "\\n"), ("\r", "\\r")):  # a name with a line break may not write another key
        path = path.replace(sign, spelled)
    return f'"{path}"'


def _encoded(text: str, file: Path) -> bytes:
    """The file's bytes, which desktops take for UTF-8 alone."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise OSError(errno.EILSEQ, os.strerror(errno.EILSEQ), str(file)) from None

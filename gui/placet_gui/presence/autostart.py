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
TryExec={program}
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
        started = program or _own_program()
        command = [_quoted(started), *place, "--minimized"]
        # Desktops pass over an entry whose program isn't there any more, as after the package was removed.
        self._entry = _ENTRY.format(
            command=" ".join(command), program=_spelled(started.replace("\\", "\\\\"))
        )

    def put(self, wanted: bool) -> None:
        """Have the file there, or not.

        Raises:
            OSError: it can't be written or removed, its text can't name the data folder, or another program's is there.
        """
        if wanted:
            if os.path.lexists(self.file) and not self._is_ours():
                raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(self.file))
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
    return f'"{_spelled(path)}"'


def _spelled(text: str) -> str:
    """A name with a line break may not write another key."""
    return text.replace("\n", "\\n").replace("\r", "\\r")


def _encoded(text: str, file: Path) -> bytes:
    """The file's bytes, which desktops take for UTF-8 alone."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise OSError(errno.EILSEQ, os.strerror(errno.EILSEQ), str(file)) from None

"""The jail: bubblewrap's namespaces around one command, and the probe that has to prove them first.

Inside there are the system's programs (read only), the agent's folder, an empty /tmp, and nothing else of this
machine: no network, no other process, no data folder, no home. Not promised: a bound on what a command does inside
the agent's folder, and, for a Placet that runs as root, on how many processes it starts (Linux lets root start any
number); their time is bounded all the same.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from placet.scratch import Scratch
from placet.tools.shell.starting import MARK, environment, wrapped

PROBE_S: Final = 10.0
_TMP_BYTES = 256 * 1024 * 1024
_NAMESPACES = ("ipc", "mnt", "net", "pid", "user", "uts")
# What programs in /usr expect in /etc; none of it says who uses this machine.
_ETC = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "timezone")
_PROBE = r"""
for name in ipc mnt net pid user uts; do echo "$name=$(readlink /proc/self/ns/$name)"; done
touch inside && echo folder=open
for path in /usr/placet-probe /placet-probe /etc/placet-probe; do touch $path 2>/dev/null && echo wrote=$path; done
for path in "../outside" DATA_FOLDER; do [ ! -e "$path" ] || echo sees=$path; done
echo interfaces=$(($(wc -l </proc/net/dev) - 2))
"""


class Jail:
    """Knows whether commands can be confined here. Safe from any thread; asks the machine once."""

    def __init__(self, data_folder: Path, program: str = "bwrap") -> None:
        self._data_folder = data_folder
        self._program = shutil.which(program)
        self._lock = threading.Lock()
        self._reason: str | None = None
        self._is_proven: bool | None = None
        self._more: tuple[str, ...] = ()

    @property
    def is_proven(self) -> bool | None:
        """What the probe found; None while it has not run. Never blocks."""
        return self._is_proven

    def why_not(self) -> str | None:
        """Why commands can't be confined here, in a sentence; None when they can. The first call runs the probe.

        Blocking, for at most `PROBE_S`.
        """
        with self._lock:
            if self._is_proven is None:
                self._reason = self._probe()
                self._is_proven = self._reason is None
            return self._reason

    def around(
        self, folder: str, command: Sequence[str | bytes], first: int | None = None
    ) -> list[str | bytes]:
        """The words that run a command inside the jail, with this folder (a real path) open and current.

        On the descriptor `first` the jail says which its first process is (`running.run_bounded`).
        """
        if self._program is None:
            raise RuntimeError("there is no jail to run anything in")
        tell = () if first is None else ("--info-fd", str(first))
        return [self._program, *self._more, *tell, *_walls(folder, self._data_folder), "--", *command]

    def _probe(self) -> str | None:
        if sys.platform != "linux":
            return "Commands can be confined on Linux only."
        if self._program is None:
            return "The program bubblewrap (bwrap), which confines commands, isn't installed."
        try:
            self._more = _newer(self._program)
            return self._try_in(Path(os.path.realpath(tempfile.gettempdir())))
        except subprocess.TimeoutExpired:
            return f"The jail didn't come up within {PROBE_S:g} s."
        except OSError as error:
            return f"The jail can't be tried: {error.strerror}."

    def _try_in(self, base: Path) -> str | None:
        with Scratch("jail", base) as made:
            folder = made.path / "folder"
            folder.mkdir(mode=0o700)
            (made.path / "outside").touch()
            status = folder.stat()
            probe = _PROBE.replace("DATA_FOLDER", shlex.quote(os.path.realpath(self._data_folder)))
            words = wrapped(probe.encode(), device=status.st_dev, inode=status.st_ino, confined=True)
            done = subprocess.run(  # noqa: S603  our own words
                self.around(str(folder), words),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                env=environment(home=str(folder), confined=True),
                timeout=PROBE_S,
                check=False,
            )
            return _judge(
                done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"), folder
            )


def _newer(program: str) -> tuple[str, ...]:
    """What only newer releases understand: no jail inside the jail, which would reach more of the kernel."""
    said = subprocess.run(  # noqa: S603  our own words
        [program, "--help"], capture_output=True, text=True, timeout=PROBE_S, check=False
    )
    word = "--disable-userns"
    return (word,) if word in said.stdout + said.stderr else ()


def _judge(said: str, complained: str, folder: Path) -> str | None:
    mark, _, rest = said.partition("\n")
    if mark != MARK:
        why = complained.strip().splitlines()
        return (
            f"This machine refuses the jail ({why[-1][:200]})." if why else "This machine refuses the jail."
        )
    found = [line.partition("=")[::2] for line in rest.splitlines()]
    facts = dict(found)
    if any(
        facts.get(name) in (None, "", str(Path(f"/proc/self/ns/{name}").readlink())) for name in _NAMESPACES
    ):
        return "The jail shares a namespace with the rest of this machine."
    leaks = [value for name, value in found if name in ("wrote", "sees")]
    if leaks or facts.get("interfaces") != "1":
        return "The jail doesn't hold: what is outside of it could be reached."
    if not (folder / "inside").exists():
        return "The agent's folder can't be written from inside the jail."
    return None


def _walls(folder: str, data_folder: Path) -> Iterator[str]:
    # --unshare-user is said on its own since --unshare-all only tries it, and without it a root's Placet would keep
    # root's power inside.
    yield from ("--unshare-all", "--unshare-user", "--die-with-parent", "--new-session", "--cap-drop", "ALL")
    yield from ("--hostname", "placet")
    yield from _system()
    yield from ("--proc", "/proc", "--dev", "/dev")
    yield from ("--size", str(_TMP_BYTES), "--tmpfs", "/dev/shm")  # noqa: S108  inside the jail
    yield from ("--size", str(_TMP_BYTES), "--tmpfs", "/tmp")  # noqa: S108
    data = os.path.realpath(data_folder)
    if data.startswith("/usr/"):
        yield from ("--tmpfs", data)
    yield from ("--bind", folder, folder, "--chdir", folder)
    yield from ("--remount-ro", "/dev", "--remount-ro", "/")


def _system() -> Iterator[str]:
    yield from ("--ro-bind", "/usr", "/usr")
    for name in ("/bin", "/sbin", "/lib", "/lib32", "/lib64"):
        if Path(name).is_symlink():
            yield from ("--symlink", str(Path(name).readlink()), name)
        elif Path(name).is_dir():
            yield from ("--ro-bind", name, name)
    for name in _ETC:
        yield from ("--ro-bind-try", f"/etc/{name}", f"/etc/{name}")

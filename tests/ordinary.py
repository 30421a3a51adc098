"""What servers are started by that refuse to run as root: a shell of an ordinary user.

It makes a folder of its own, reads commands, and when its input ends, whatever became of us, it ends what it started
and removes the folder. Where the tests run as an ordinary user anyway, it is that user's.
"""

import atexit
import functools
import os
import pwd
import shlex
import subprocess
import threading
from pathlib import Path

_NOBODY = "nobody"
_BEGIN = """
umask 022
folder=$(mktemp -d /tmp/placet-servers.XXXXXXXX)
chmod 755 "$folder"
cd "$folder"
finish() { kill $(jobs -p) 2>/dev/null; wait; cd /; rm -rf "$folder"; }
trap finish EXIT
trap 'exit 0' HUP INT TERM
echo "$folder"
"""
_END_OF_FILE = "END-OF-FILE"
_WAIT_S = 60


class Ordinary:
    """One shell. Its answers come line by line, so one asks at a time."""

    def __init__(self) -> None:
        root = os.geteuid() == 0
        self.user = _NOBODY if root else pwd.getpwuid(os.geteuid()).pw_name
        entry = pwd.getpwnam(self.user)
        self.uid, self.gid = entry.pw_uid, entry.pw_gid
        self._guard = threading.Lock()
        shell = subprocess.Popen(
            ["/bin/sh"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd="/",
            start_new_session=True,
            **({"user": self.uid, "group": self.gid, "extra_groups": []} if root else {}),
        )
        assert shell.stdin is not None
        assert shell.stdout is not None
        self._shell, self._to, self._from = shell, shell.stdin, shell.stdout
        self.folder = Path(self._ask(_BEGIN))
        atexit.register(self.close)

    def close(self) -> None:
        """End the shell and all that it started."""
        atexit.unregister(self.close)
        self._to.close()
        self._shell.wait(timeout=_WAIT_S)
        self._from.close()

    def write(self, name: str, text: str) -> Path:
        """Write a file below the folder."""
        assert _END_OF_FILE not in text
        path = self.folder / name
        quoted, parent = shlex.quote(str(path)), shlex.quote(str(path.parent))
        self._ask(f"mkdir -p {parent}; cat >{quoted} <<'{_END_OF_FILE}'\n{text}\n{_END_OF_FILE}\necho")
        return path

    def run(self, line: str) -> None:
        """Run a shell line to its end."""
        assert self._ask(f"( {line} ) >&2; echo $?") == "0", line

    def start(self, command: list[str], output: Path) -> int:
        """Start a program in the background; its process id."""
        line, to = shlex.join(command), shlex.quote(str(output))
        return int(self._ask(f"{line} </dev/null >>{to} 2>&1 & echo $!"))

    def stop(self, pid: int) -> None:
        """End a program that was started here, and wait for that."""
        self._ask(f"kill {pid} 2>/dev/null; wait {pid} 2>/dev/null; echo")

    def runs(self, pid: int) -> bool:
        """Whether a program that was started here is still there."""
        return self._ask(f"kill -0 {pid} 2>/dev/null && echo yes || echo no") == "yes"

    def _ask(self, script: str) -> str:
        with self._guard:
            self._to.write(script + "\n")
            self._to.flush()
            return self._from.readline().strip()


@functools.cache
def ordinary() -> Ordinary:
    """The one of this process, begun when a test first needs it."""
    return Ordinary()

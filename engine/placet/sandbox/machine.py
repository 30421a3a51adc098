"""What the operating system is asked for about a child: limits, memory, processor time."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

ASK_S: Final = 2.0


def confine(pid: int, data_bytes: int) -> None:
    """Bound a process that has just been started: its memory, no file of any size, no core file.

    Linux can do that to another process; elsewhere the memory is watched instead (`resident_bytes`).

    Raises:
        OSError: it ended already, or the system refuses.
    """
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - there is none on Windows

        for which, most in (
            (resource.RLIMIT_DATA, data_bytes),
            (resource.RLIMIT_FSIZE, 0),
            (resource.RLIMIT_CORE, 0),
        ):
            resource.prlimit(pid, which, (most, most))


def resident_bytes(pid: int) -> int:
    """How much memory a process holds; 0 when it is gone."""
    try:
        if sys.platform == "linux":
            pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE")
        return 1024 * int(_ps(pid, "rss"))
    except (OSError, ValueError, IndexError):
        return 0


def processor_s(pid: int) -> float:
    """How much processor time a process has used, in seconds; 0 when it is gone."""
    try:
        if sys.platform == "linux":
            fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        return seconds(_ps(pid, "time"))
    except (OSError, ValueError, IndexError):
        return 0.0


def _ps(pid: int, column: str) -> str:
    words = ["ps", "-o", f"{column}=", "-p", str(pid)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=ASK_S, check=False)  # noqa: S603
    return done.stdout.strip()


def seconds(said: str) -> float:
    """Of `ps`: [[days-]hours:]minutes:seconds."""
    days, _, rest = said.rpartition("-")
    total = 0.0
    for part in rest.split(":"):
        total = 60 * total + float(part)
    return 86_400 * int(days or 0) + total

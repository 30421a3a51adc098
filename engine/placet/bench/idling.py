"""What a server costs that nobody asks anything: its share of a core, and how often it wakes up."""

from __future__ import annotations

import os
import time
from pathlib import Path

from placet.bench.measures import Measured, at_most, left_out

__all__ = ["idling"]

_CPU, _WAKES = "idle CPU of placet serve", "idle wake-ups of placet serve"


def idling(pid: int, seconds: float) -> list[Measured]:
    """Watch a process for so long. Only where the system tells such things in /proc."""
    tasks = Path(f"/proc/{pid}/task")
    if not tasks.is_dir():
        why = "this system has no /proc"
        return [left_out(_CPU, "<= 1", why), left_out(_WAKES, "<= 1", why)]
    time.sleep(1)  # the last connections close
    cpu_s, wakes, started = _cpu_s(pid), _wakes(tasks), time.monotonic()
    time.sleep(seconds)
    passed_s = time.monotonic() - started
    share = 100 * (_cpu_s(pid) - cpu_s) / passed_s
    note = f"over {passed_s:.0f} s"
    return [
        Measured(name=_CPU, unit="% of a core", ours=share, budget=at_most(1), note=note),
        Measured(
            name=_WAKES, unit="1/s", ours=(_wakes(tasks) - wakes) / passed_s, budget=at_most(1), note=note
        ),
    ]


def _cpu_s(pid: int) -> float:
    after_name = (
        Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
    )
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")


def _wakes(tasks: Path) -> int:
    """How often any of its threads gave up the processor to wait, so far."""
    lines = (line for thread in tasks.iterdir() for line in (thread / "status").read_text().splitlines())
    return sum(int(line.split()[1]) for line in lines if line.startswith("voluntary_ctxt_switches"))

"""Commands that a test runs, and how it sees that what they started is gone."""

import os
import select
from pathlib import Path
from typing import Any

from placet.rules.ports import StopSignal
from placet.tools.shell.running import Ended, ShellLimits, run_bounded
from placet.tools.shell.starting import environment

PATIENCE_S = 60.0


class WhenThere:
    """A stop signal that is set as soon as the command has made a file."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def is_set(self) -> bool:
        return self._path.exists()


def run(folder: Path, command: str, stop: StopSignal | None = None, **limits: Any) -> Ended:
    """Run in this folder, as without a jail."""
    return run_bounded(
        ["/bin/sh", "-c", command],
        folder=str(folder),
        environment=environment(home=str(folder), confined=False),
        limits=ShellLimits(**{"time_s": PATIENCE_S, **limits}),
        stop=stop or WhenThere(folder / "nobody-makes-this"),
    )


def is_gone(pid: int) -> bool:
    """Whether a process has ended, or does soon. One that nobody waits for counts as ended."""
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([descriptor], [], [], PATIENCE_S)[0])
    finally:
        os.close(descriptor)

"""A jail ends with the engine that made it, however that ends (DECISIONS T24, X1)."""

import asyncio
import fcntl
import os
import subprocess
import sys
from pathlib import Path

import pytest

from placet.rules.errors import ToolFailed
from placet.rules.ports import Place, ToolRun
from placet.tools.shell.jail import Jail
from placet.tools.shell.shell import Shell
from placet.work.stop import StopFlag
from tests.architecture.tree import ROOT

# It holds a lock for as long as anything of it lives, and makes a pipe to say that it does.
COMMAND = "exec 9>lock; flock 9; (setsid sleep 1000 &) ; echo held >fifo; sleep 1000"


def main(base: Path) -> None:
    """Run the command, as an engine would, until killed."""
    run = ToolRun(place=Place(agent="clerk", folder=str(base / "clerk")), task_id=None, stop=StopFlag())
    asyncio.run(Shell(Jail(base / "data")).run({"command": COMMAND}, run))


def test_an_engine_that_is_killed_takes_the_jail_along(tmp_path: Path) -> None:
    base = tmp_path.resolve()
    folder = base / "clerk"
    folder.mkdir()
    if Jail(base / "data").why_not() is not None:
        with pytest.raises(ToolFailed) as refused:
            main(base)
        assert refused.value.code == "shell_disabled"
        assert list(folder.iterdir()) == []
        return
    os.mkfifo(folder / "fifo")
    words = [
        sys.executable,
        "-c",
        "import sys; from tests.tools.shell import test_crash as it; it.main(it.Path(sys.argv[1]))",
    ]
    with subprocess.Popen([*words, str(base)], cwd=ROOT) as engine:
        assert (folder / "fifo").read_text() == "held\n"
        with (folder / "lock").open() as lock:
            assert not is_free(lock.fileno())
            engine.kill()
            engine.wait()
            fcntl.flock(lock, fcntl.LOCK_EX)  # comes only when nothing holds it any more


def is_free(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True

"""The engine is killed: no child of the sandbox outlives it, whatever the code in it is at."""

import os
import select
import signal
import subprocess
import sys

from tests.architecture.tree import ROOT
from tests.sandbox.orphans import NEVER_ENDING

PATIENCE_S = 60


def test_no_child_outlives_an_engine_that_was_killed() -> None:
    words = [sys.executable, "-m", "tests.sandbox.orphans"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, cwd=ROOT) as engine:
        try:
            said = engine.stdout.readline() if engine.stdout else ""
            children = [int(word) for word in said.split()]
            watched = [os.pidfd_open(pid) for pid in children]
        finally:
            engine.send_signal(signal.SIGKILL)
    assert len(children) == len(NEVER_ENDING)
    for each in watched:
        ended, _, _ = select.select([each], [], [], PATIENCE_S)
        os.close(each)
        assert ended

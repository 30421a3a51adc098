"""What the system tells of a process, and what it can be held to."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from placet.sandbox import machine


def test_a_process_has_memory_and_uses_time() -> None:
    assert machine.resident_bytes(os.getpid()) > 1_000_000
    before = machine.processor_s(os.getpid())
    assert before > 0
    while machine.processor_s(os.getpid()) == before:
        pass


def test_a_process_that_is_gone_has_neither() -> None:
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    assert (machine.resident_bytes(process.pid), machine.processor_s(process.pid)) == (0, 0.0)


@pytest.mark.parametrize(
    ("said", "seconds"), [("0:01.50", 1.5), ("12:30", 750.0), ("1:00:01", 3601.0), ("2-01:00:00", 176_400.0)]
)
def test_the_times_of_ps_are_understood(said: str, seconds: float) -> None:
    assert machine.seconds(said) == seconds


def test_where_there_is_no_proc_ps_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.sys, "platform", "darwin")
    assert machine.resident_bytes(os.getpid()) > 1_000_000
    assert machine.processor_s(os.getpid()) >= 0
    machine.confine(os.getpid(), 1)
    assert resource.getrlimit(resource.RLIMIT_DATA)[0] != 1


def test_a_confined_process_writes_no_file_and_holds_no_more_memory(tmp_path: Path) -> None:
    code = f"""
import signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
sys.stdin.readline()
try:
    bytearray(300 * 1024 * 1024)
    print("held")
except MemoryError:
    print("no memory")
try:
    with open({str(tmp_path / "it")!r}, "w") as file:
        file.write("x")
    print("written")
except OSError:
    print("no file")
"""
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        machine.confine(process.pid, 200 * 1024 * 1024)
        said, _ = process.communicate("go\n", timeout=60)
    assert said.splitlines() == ["no memory", "no file"]

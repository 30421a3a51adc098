"""The hook stays a small program; its figures are measured by `python -m tests.bench.hooking`."""

import subprocess
import sys
from pathlib import Path

import placet.hook
from tests.bench.hooking import measure

HEAVY = {"json", "re", "enum", "socket", "signal", "hashlib", "pathlib", "typing", "argparse", "ssl", "email"}


def test_it_loads_nothing_that_is_slow_to_load() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from placet.hook import __main__, asking, claude, door, text\n"
        "print(*sys.modules)"
    )
    engine = str(Path(placet.hook.__file__).parents[2])
    told = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, engine], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "placet.hook.claude" in told
    assert not HEAVY & set(told)
    assert [it for it in told if it.startswith("placet") and not it.startswith("placet.hook")] == ["placet"]


def test_what_is_measured_is_measured(tmp_path: Path) -> None:
    rows = list(measure(tmp_path, rounds=1))
    assert [row.name for row in rows if row.budget] == [
        "hook as installed, p50",
        "hook as installed, p99",
        "placet-hook by its name, p50",
    ]
    assert all(row.ours and row.floor for row in rows)

"""How soon an installed program shows its window: `python -m tests.bench.installed PROGRAM`, from the checkout's root.

PROGRAM is the frozen one, `dist/placet/placet` or `/usr/bin/placet`. Qt itself tells when a window's content goes to the
screen; the floor is a bare window of this checkout's Python, told in the same way. The processor's time stands in the note:
on a machine that does other work, the clock tells of that as well.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from placet.bench.measures import Measured, at_most, median

_ROUNDS: Final = 7
_TOLD: Final = "Flushing"
_BARE: Final = """
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
window = QMainWindow()
window.resize(1280, 800)
window.show()
app.exec()
"""


def measure(program: Path, data: Path) -> Iterator[Measured]:
    """By turns, so that what else the machine does falls on both alike."""
    bare: list[tuple[float, float]] = []
    ours: list[tuple[float, float]] = []
    console = [str(program), "--data", str(data)]
    _shown(console)  # makes the folder, and warms the disk
    for _ in range(_ROUNDS):
        bare.append(_shown([sys.executable, "-c", _BARE]))
        ours.append(_shown(console))
    (floor, floor_cpu), (shown, cpu) = (tuple(map(median, zip(*it, strict=True))) for it in (bare, ours))
    yield Measured(
        name="installed program, first useful paint", unit="ms", floor=floor, ours=shown, budget=at_most(1000),
        note=f"{cpu:.0f} ms of the processor, the floor {floor_cpu:.0f}; the floor is a bare window",
    )  # fmt: skip


def _shown(words: Sequence[str]) -> tuple[float, float]:
    """How many ms after its start a program's window was shown, and what it had worked by then. Then it is ended."""
    environment = {"QT_QPA_PLATFORM": "offscreen", "QT_LOGGING_RULES": "qt.widgets.painting.debug=true"}
    started = time.perf_counter()
    with subprocess.Popen(  # programs of ours
        words, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env={**os.environ, **environment}
    ) as child:
        try:
            assert child.stderr is not None
            if not any(_TOLD in line for line in child.stderr):
                raise RuntimeError("its window was never shown")
            return 1000 * (time.perf_counter() - started), _worked_ms(child.pid)
        finally:
            child.kill()


def _worked_ms(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for row in measure(Path(sys.argv[1]).resolve(), Path(folder) / "data"):
            print(json.dumps(row.as_json()))  # noqa: T201

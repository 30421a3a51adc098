"""How soon the console's window is there, beside a bare window of Qt's, each in a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from placet.bench.measures import Measured, at_most, median

_ROUNDS: Final = 7
_PATIENCE_S: Final = 120
_COMPILING: Final = "PYTHONDONTWRITEBYTECODE"
"""Set, a Python compiles at each start what it loads. No installed program does; `packaging/setup` compiles beforehand."""
_PAINTED: Final = """
from PySide6.QtCore import QEvent, QObject
class Eye(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint and watched.isWidgetType() and watched.objectName() in SEEN:
            print("painted", flush=True)
            QApplication.instance().removeEventFilter(self)
        return False
"""
_BARE: Final = f"""
from PySide6.QtWidgets import QApplication, QMainWindow
SEEN = ["bare"]
{_PAINTED}
app = QApplication([])
eye = Eye()
app.installEventFilter(eye)
window = QMainWindow(objectName="bare")
window.resize(1280, 800)
window.show()
while True:
    app.processEvents()
"""
_OURS: Final = f"""
import sys
from placet_gui import __main__
import placet_gui.start as start
from PySide6.QtWidgets import QApplication
SEEN = ["first_page"]
{_PAINTED}
class Window(start.MainWindow):
    def __init__(self, *given):
        self.eye = Eye()
        QApplication.instance().installEventFilter(self.eye)
        super().__init__(*given)
    def set_pages(self, makers):
        super().set_pages(makers)
        QApplication.processEvents()
        print("ready", flush=True)
start.MainWindow = Window
sys.exit(__main__.main(["--data", sys.argv[1]]))
"""


def as_installed() -> dict[str, str]:
    """The environment of a child that loads what was compiled before, as every installed program does."""
    kept = {name: value for name, value in os.environ.items() if name != _COMPILING}
    return {"QT_QPA_PLATFORM": "offscreen", **kept}


def measure(data: Path) -> Iterator[Measured]:
    """By turns, so that what else the machine does falls on both alike."""
    bare: list[float] = []
    painted: list[float] = []
    ready: list[float] = []
    _seen(_OURS, ("painted", "ready"), data)  # makes the folder, and warms the disk
    for _ in range(_ROUNDS):
        bare += _seen(_BARE, ("painted",), data)
        first, whole = _seen(_OURS, ("painted", "ready"), data)
        painted.append(first)
        ready.append(whole)
    yield Measured(
        name="start, first useful paint", unit="ms", floor=median(bare), ours=median(painted),
        budget=at_most(2.5, of="ratio"), note="what waits, from the ledger's file; the floor is a bare window",
    )  # fmt: skip
    yield Measured(
        name="start, all ready", unit="ms", floor=median(bare), ours=median(ready), budget=at_most(1000),
        note="the inbox itself, with the engine behind it",
    )  # fmt: skip


def _seen(source: str, words: tuple[str, ...], data: Path, patience_s: float = _PATIENCE_S) -> list[float]:
    """How many ms after its start a program said each of these words. Then it is ended.

    Raises:
        RuntimeError: it never said one. A console says none while it shows another page, as for a ledger that is gone.
    """
    started = time.perf_counter()
    with subprocess.Popen(  # programs of ours
        [sys.executable, "-c", source, str(data)],
        stdout=subprocess.PIPE,
        text=True,
        env=as_installed(),
    ) as child:
        # Whoever says nothing more is ended, which ends the wait for its words.
        patience = threading.Timer(patience_s, child.kill)
        patience.start()
        found = []
        try:
            for word in words:
                assert child.stdout is not None
                if child.stdout.readline().strip() != word:
                    raise RuntimeError(
                        f"A window on {data} never said {word!r}. Does it show something else, as when its ledger is gone?"
                    )
                found.append(1000 * (time.perf_counter() - started))
        finally:
            patience.cancel()
            child.kill()
    return found

"""What the window shows when the ledger is damaged: the doctor's page with what to do, and no way around it (W6)."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import placet.app
from tests.screenless import without_remarks

WAIT_S = 60

CONSOLE = """
import gc, os, signal, sys
from pathlib import Path
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget
from placet_gui import life
from placet_gui.__main__ import main
from placet_gui.names import Name

tell, stay, ledger, good = life.Damage.tell, life._stay, Path(sys.argv[1]) / "ledger.sqlite", Path(sys.argv[2])
told = []

def window():
    return next(it for it in QApplication.topLevelWidgets() if it.objectName() == Name.MAIN_WINDOW)

def look():
    page = window().findChild(QWidget, Name.DOCTOR_PAGE)
    said = [it.text() for it in page.findChildren(QLabel) if it.isVisible() and it.text()]
    rail = window().findChild(QWidget, Name.NAV)
    alone = page.isVisible() and not rail.isVisible()
    print(f"shown {alone} | collected {gc.isenabled()} | {' | '.join(said)}", flush=True)
    if len(told) == 2:
        ledger.write_bytes(good.read_bytes())
    elif len(told) > 2 or sys.argv[3] == "close":
        window().close()
        return
    page.findChild(QPushButton, Name.DOCTOR_AGAIN).click()

def telling(self, what):
    tell(self, what)
    told.append(what)
    QTimer.singleShot(50, look)

async def opened(opening, window, *more):
    print("opened", flush=True)
    QTimer.singleShot(200, lambda: os.kill(os.getpid(), signal.SIGTERM))
    await stay(opening, window, *more)

life.Damage.tell, life._stay = telling, opened
sys.exit(main(["--data", sys.argv[1], "--no-http"]))
"""


def torn(ledger: Path, _: Path) -> None:
    ledger.write_bytes(ledger.read_bytes()[: ledger.stat().st_size // 2])


def rolled_back(ledger: Path, older: Path) -> None:
    shutil.copy(older, ledger)


def deleted(ledger: Path, _: Path) -> None:
    ledger.unlink()


@pytest.fixture
def lived(tmp_path: Path) -> tuple[Path, Path, Path]:
    """A ledger that was closed in order, a whole copy of it, and one from before its last lifetime."""
    data = tmp_path / "data"
    placet.app.init(data)
    (data / "settings.toml").write_text("secrets.keyring = false\n")
    older, good = tmp_path / "older.sqlite", tmp_path / "good.sqlite"
    for copy in (older, good):
        placet.app.open(data).close()
        shutil.copy(data / "ledger.sqlite", copy)
    return data, good, older


def console(data: Path, good: Path, until: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", CONSOLE, str(data), str(good), until],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )


def digest_of(path: Path) -> str | None:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else None


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        pytest.param(torn, "ledger", marks=pytest.mark.long),
        (rolled_back, "older copy"),
        pytest.param(deleted, "is gone", marks=pytest.mark.long),
    ],
)
def test_a_damaged_ledger_is_told_of_on_the_doctors_page_and_stays_as_it_is(
    lived: tuple[Path, Path, Path], harm: Callable[[Path, Path], None], words: str
) -> None:
    data, good, older = lived
    harm(data / "ledger.sqlite", older)
    before = digest_of(data / "ledger.sqlite")
    ended = console(data, good, "close")
    assert (ended.returncode, without_remarks(ended.stderr)) == (0, "")
    (line,) = ended.stdout.splitlines()
    assert line.startswith("shown True | collected True | ")
    assert words in line
    assert "Nothing was changed and nothing is dropped." in line
    assert digest_of(data / "ledger.sqlite") == before


def test_it_opens_once_a_good_copy_was_put_back_and_not_before(lived: tuple[Path, Path, Path]) -> None:
    data, good, older = lived
    torn(data / "ledger.sqlite", older)
    ended = console(data, good, "until it opens")
    assert (ended.returncode, without_remarks(ended.stderr)) == (0, "")
    lines = ended.stdout.splitlines()
    assert [line.startswith("shown True") for line in lines] == [True, True, False]
    assert lines[-1] == "opened"

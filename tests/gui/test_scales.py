"""The window at other scales and letter sizes than the ones it was drawn at (B111)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from placet_gui.views.main_window import PAGES

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(("scale", "points"), [("1.25", 10), ("1.5", 10), ("2", 10), ("1", 20)])
def test_at_every_scale_the_pane_keeps_its_buttons_and_the_pages_fit(scale: str, points: int) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": scale}
    done = subprocess.run(
        [sys.executable, "-m", "tests.gui.scaled", str(points)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert len(found) == len(PAGES)
    assert {page: names for page, names in found.items() if names} == {}

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


@pytest.mark.parametrize(
    ("scale", "points", "spoken"),
    [
        # The largest of each and the longest words are for every run.
        pytest.param("1.25", 10, "en", marks=pytest.mark.long),
        pytest.param("1.5", 10, "en", marks=pytest.mark.long),
        pytest.param("2", 10, "en", marks=pytest.mark.long),
        ("1", 20, "en"),
        pytest.param("1", 10, "de", marks=pytest.mark.long),
        ("2", 10, "de"),
    ],
)
def test_at_every_scale_the_pane_keeps_its_buttons_and_the_pages_fit(
    scale: str, points: int, spoken: str
) -> None:
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen", "QT_SCALE_FACTOR": scale}
    done = subprocess.run(
        [sys.executable, "-m", "tests.gui.scaled", str(points), spoken],
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

"""A screen for each test that wants one."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.screen import Screen
from tests.desktop.screen import screen as a_screen


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    """A desktop of this test's own, gone after it. What runs on it lives in `tmp_path/"home"`."""
    home = tmp_path / "home"
    home.mkdir(mode=0o700)
    with a_screen(home) as made:
        yield made

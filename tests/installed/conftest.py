"""One bare system for all of these tests, with the package that packaging/smoke names. Without it they aren't collected:
they need root's powers, which all other tests give up.
"""

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.desktop.screen import Screen
from tests.desktop.screen import screen as a_screen
from tests.installed.bare import Bare, bare_system

collect_ignore_glob = [] if "SMOKE_DEB" in os.environ else ["test_*.py"]


@pytest.fixture(scope="session")
def deb() -> Path:
    return Path(os.environ["SMOKE_DEB"]).resolve()


@pytest.fixture(scope="session")
def bare(deb: Path) -> Iterator[Bare]:
    # A local socket's path holds about a hundred characters, and a screen's folder has several.
    with (
        tempfile.TemporaryDirectory(prefix="placet-", dir="/tmp") as folder,
        bare_system(Path(folder), deb) as made,
    ):
        yield made


@pytest.fixture
def screen(bare: Bare, request: pytest.FixtureRequest) -> Iterator[Screen]:
    home = bare.shared / f"home-{request.node.name[:12]}"
    home.mkdir(mode=0o700)
    with a_screen(home) as made:
        yield made

"""One bare system for all of these tests, with the package that `PLACET_DEB` names, or a fresh one."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.desktop.screen import Screen
from tests.desktop.screen import screen as a_screen
from tests.installed.bare import Bare, bare_system


@pytest.fixture(scope="session")
def deb(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if made := os.environ.get("PLACET_DEB"):
        return Path(made).resolve()
    folder = tmp_path_factory.mktemp("packages")
    built = subprocess.run(
        [ROOT / "packaging" / "build", folder], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (package,) = folder.glob("*.deb")
    return package


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory, deb: Path) -> Iterator[Bare]:
    with bare_system(tmp_path_factory.mktemp("bare"), deb) as made:
        yield made


@pytest.fixture
def screen(bare: Bare, request: pytest.FixtureRequest) -> Iterator[Screen]:
    home = bare.shared / request.node.name[:40]
    home.mkdir(mode=0o700)
    with a_screen(home) as made:
        yield made

"""An agent's folder on a real disk."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tools.bench import Bench


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    folder = tmp_path.resolve() / "clerk"
    folder.mkdir()
    return Bench(folder)

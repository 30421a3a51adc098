"""Scenes for the cases of LMSP: one for each test, and one that stays for those that are only refused."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.scripted_model import ScriptedModel
from tests.flows.conftest import clock
from tests.lmsp.scenes import Scene, Served, scene_at

__all__ = ["clock", "folder", "scene", "still"]


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    with scene_at(tmp_path) as scene:
        yield scene


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A scene whose model answers by itself, for tests that leave nothing behind that another could see."""
    model = ScriptedModel(auto=lambda exchange: exchange.answer("Good ", "day."))
    with scene_at(tmp_path_factory.mktemp("still"), model=model) as scene:
        yield scene


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Served]:
    with ScriptedModel() as model:
        yield Served(tmp_path / "data", model)

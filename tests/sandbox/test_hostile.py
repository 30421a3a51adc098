"""Hostile code, one file each in tests/cases/hostile_code: it ends cleanly, reaches nothing, and harms nobody.

The first line of a file names the ends that it may have: `returned`, `threw`, `killed`.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from placet.sandbox import program
from placet.sandbox.children import SandboxLimits
from placet.sandbox.runs import Ended, Script
from tests.architecture.tree import ROOT
from tests.sandbox.running import House, ts, value
from tests.sandbox.test_walls import SECRET, Listener, listener, secret

__all__ = ["listener", "secret"]

pytestmark = pytest.mark.anyio

FILES = sorted((ROOT / "tests" / "cases" / "hostile_code").glob("*.js"))
SHORT_MS, LONG_MS = 250, 20_000
CALM = "let n = 0; export const main = async () => { await adf.ask({}); return ++n; };"


class Calm:
    """A child that has nothing to do with it: still the same one, however many snippets ran beside it."""

    def __init__(self) -> None:
        self.house = House(SandboxLimits(children=4, wait_ms=20_000))
        self._script = ts(CALM, path="lib/calm.ts", agent="agent_calm")
        self._runs = 0

    async def answers(self) -> bool:
        self._runs += 1
        return value(await self.house.run(self._script)) == self._runs


@pytest.fixture(scope="module")
async def calm() -> AsyncIterator[Calm]:
    calm = Calm()
    yield calm
    await calm.house.sandbox.close()


def source_of(file: Path, secret: Path, url: str) -> str:
    """The code of a file, with a real file and a real address where it asks for them."""
    source = file.read_text(encoding="utf-8")
    return (
        source.replace("SECRET", str(secret)).replace("URL(", "URL (").replace('"URL"', f'"{url}"')
    ).replace("HOST", program.HOST.as_uri())


def kind_of(ended: Ended) -> str:
    return type(ended.outcome).__name__.lower()


def test_there_are_at_least_a_hundred_of_them() -> None:
    assert len(FILES) >= 100


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
async def test_hostile_code_ends_cleanly_and_reaches_nothing(
    calm: Calm, file: Path, secret: Path, listener: Listener
) -> None:
    assert await calm.answers()
    folder = set(secret.parent.iterdir())
    source = source_of(file, secret, listener.url)
    script = Script(agent="agent_hostile", path=file.name, source=source.encode(), authorized=False)
    ends = source.splitlines()[0].split()
    ended = await calm.house.run(script, time_limit_ms=SHORT_MS if "killed" in ends else LONG_MS)
    assert kind_of(ended) in ends, ended
    assert SECRET not in repr(ended)
    assert "PATH" not in repr(ended)
    assert (listener.visits, set(secret.parent.iterdir())) == ([], folder)
    assert await calm.answers()


def test_as_many_snippets_as_there_are_names() -> None:
    names = [file.stem.partition("-")[2] for file in FILES]
    assert len(set(names)) == len(names)

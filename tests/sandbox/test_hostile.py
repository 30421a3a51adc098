"""Hostile code, one file each in tests/cases/hostile_code: it ends cleanly, reaches nothing, and harms nobody.

The first line of a file names the ends that it may have: `returned`, `threw`, `killed`.
"""

from pathlib import Path

import pytest

from placet.sandbox import program
from placet.sandbox.runs import Ended, Script
from tests.architecture.tree import ROOT
from tests.sandbox.running import House, ts, value
from tests.sandbox.test_walls import SECRET, Listener, listener, secret

__all__ = ["listener", "secret"]

pytestmark = pytest.mark.anyio

FILES = sorted((ROOT / "tests" / "cases" / "hostile_code").glob("*.js"))
SHORT_MS, LONG_MS = 250, 20_000
CALM = "let n = 0; export const main = async () => { await adf.ask({}); return ++n; };"


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
    house: House, file: Path, secret: Path, listener: Listener
) -> None:
    calm = ts(CALM, path="lib/calm.ts", agent="agent_calm")
    assert value(await house.run(calm)) == 1
    folder = set(secret.parent.iterdir())
    source = source_of(file, secret, listener.url)
    script = Script(agent="agent_hostile", path=file.name, source=source.encode(), authorized=False)
    ends = source.splitlines()[0].split()
    ended = await house.run(script, time_limit_ms=SHORT_MS if "killed" in ends else LONG_MS)
    assert kind_of(ended) in ends, ended
    assert SECRET not in repr(ended)
    assert "PATH" not in repr(ended)
    assert (listener.visits, set(secret.parent.iterdir())) == ([], folder)
    assert value(await house.run(calm)) == 2  # the same warm child as before: nothing of it was touched


def test_as_many_snippets_as_there_are_names() -> None:
    names = [file.stem.partition("-")[2] for file in FILES]
    assert len(set(names)) == len(names)

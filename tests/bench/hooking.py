"""How long `placet-hook` keeps a call waiting that an owner's rule allows, beside a bare interpreter: `python -m
tests.bench.hooking`, from the checkout's root. A harness starts it before each of its calls.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import placet.app
from placet.api import Scope, Via
from placet.api.commands import CreateToken, DeclareAgent
from placet.bench.measures import Measured, at_most, median, percentile, took_ms
from tests.hook.harness import environment

_ROUNDS: Final = 100
_START: Final = Path(placet.app.__file__).parents[1] / "hook" / "start.py"
_BARE: Final = [sys.executable, "-I", "-S", "-c", "pass"]
_USUAL: Final = [sys.executable, "-c", "pass"]
_INSTALLED: Final = [sys.executable, "-I", "-S", str(_START), "claude", "pre"]
_BY_NAME: Final = [str(Path(sys.executable).with_name("placet-hook")), "claude", "pre"]


def measure(folder: Path, rounds: int = _ROUNDS) -> Iterator[Measured]:
    """By turns, so that what else the machine does falls on all alike."""
    engine = placet.app.open(folder / "data")
    try:
        owner = placet.app.owner_authority(Via.WINDOW)
        declared = {
            "name": "claude-code",
            "folder": str(folder / "agent"),
            "tools": [{"name": "Free", "restricted": False}],
        }
        engine.run(engine.submit(DeclareAgent(declaration=declared), owner))
        made = engine.run(engine.submit(CreateToken(scope=Scope.AGENT, agent="claude-code"), owner))
        url = placet.app.serve_http(engine)
        yield from _rows(environment(folder, PLACET_URL=url, PLACET_TOKEN=made.secret), rounds)
    finally:
        engine.close()


def _rows(given: Mapping[str, str], rounds: int) -> Iterator[Measured]:
    bare, usual, installed, by_name = [], [], [], []
    for number in range(-2, rounds):  # the first ones warm the disk
        told = [_took_ms(words, given, number) for words in (_BARE, _USUAL, _INSTALLED, _BY_NAME)]
        if number >= 0:
            for kept, took in zip((bare, usual, installed, by_name), told, strict=True):
                kept.append(took)
    yield Measured(
        name="hook as installed, p50", unit="ms", floor=median(usual), ours=median(installed),
        budget=at_most(2.0, of="ratio"), note="allowed by a rule, its record written; the floor is a bare interpreter",
    )  # fmt: skip
    yield Measured(
        name="hook as installed, p99", unit="ms", floor=percentile(usual, 0.99), ours=percentile(installed, 0.99),
        budget=at_most(50),
    )  # fmt: skip
    yield Measured(
        name="placet-hook by its name, p50", unit="ms", floor=median(usual), ours=median(by_name),
        budget=at_most(2.0, of="ratio"),
    )  # fmt: skip
    yield Measured(
        name="hook beside -I -S, p50", unit="ms", floor=median(bare), ours=median(installed),
        note="the barest start there is",
    )  # fmt: skip


def _took_ms(words: Sequence[str], given: Mapping[str, str], number: int) -> float:
    call = {
        "session_id": "s",
        "tool_name": "Free",
        "tool_input": {"n": number},
        "tool_use_id": f"{words[-3]}{number}"[-40:],
    }
    event = json.dumps(call).encode()
    return took_ms(
        lambda: subprocess.run(  # programs of ours
            words, input=event, env=dict(given), stdout=subprocess.DEVNULL, check=True
        )
    )


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for row in measure(Path(folder)):
            print(json.dumps(row.as_json()))  # noqa: T201


if __name__ == "__main__":
    main()

"""All measurements in one run, in the order in which PERFORMANCE 6 names them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from placet.bench import (
    assessing,
    coding,
    generating,
    long_workflows,
    peers,
    reading,
    restoring,
    seeding,
    serving,
    writing,
)
from placet.bench.measures import Measured, left_out
from placet.scratch import Scratch, sweep

__all__ = ["QUICK", "THOROUGH", "Extent", "measure"]


@dataclass(frozen=True, kw_only=True)
class Extent:
    """How much is measured."""

    writing: writing.Plan
    serving: serving.Plan
    coding: coding.Plan
    generating: generating.Plan
    peers: peers.Plan
    reading_rounds: int
    rows: int
    """How long the ledger is that is read when nobody names one."""
    operations: int = 100_000
    """How many effects a workflow has whose evidence is weighed."""
    shown: int = 20_000
    """How many effects a workflow has whose page is opened."""


QUICK: Final = Extent(
    writing=writing.Plan(rounds=5, waves=16, alone=100),
    serving=serving.Plan(seconds=6, decisions=60, idle_s=10),
    coding=coding.Plan(warm=300, first=5),
    generating=generating.Plan(seconds=3, events=10_000),
    peers=peers.Plan(rounds=1, tasks=128, waves=8),
    reading_rounds=7,
    rows=50_000,
)
THOROUGH: Final = Extent(
    writing=writing.Plan(rounds=15, waves=40, alone=500),
    serving=serving.Plan(seconds=30, decisions=300, idle_s=60),
    coding=coding.Plan(warm=2_000, first=25),
    generating=generating.Plan(seconds=20, events=10_000),
    peers=peers.Plan(rounds=3, tasks=512, waves=40),
    reading_rounds=25,
    rows=reading.MANY,
)

_BY_THE_CONSOLE: Final = "it needs a window; in a checkout python -m tests.bench.console measures it"
_ELSEWHERE: Final = (
    ("request to card on screen, p99", "<= 150 ms", _BY_THE_CONSOLE),
    ("1,000,000 rows: first paint, scroll, memory", "<= 2 x 10,000 rows, 10 ms, 250 MB", _BY_THE_CONSOLE),
    ("GUI stalls over 50 ms", "0 in 60 s", _BY_THE_CONSOLE),
    ("start, first useful paint", "<= 2.5 x a bare window", _BY_THE_CONSOLE),
    (
        "shim with an answer by rule, p50",
        "<= 2 x a bare interpreter",
        "in a checkout python -m tests.bench.hooking measures it",
    ),
)


def measure(
    extent: Extent, data: Path | None = None, seed: int | None = None, *, beside_peers: bool = False
) -> list[Measured]:
    """Measure, in temporary folders that are gone afterwards. `data` is the ledger that is read, and stays; `seed`
    makes it first, with so many tasks; `beside_peers` fetches other engines and has them work too.

    Raises:
        BadInput: `seed` was given and there is something at `data` already.
    """
    sweep()
    with Scratch("bench") as made:
        base = made.path
        long = data or base / "long"
        if data is None or seed is not None:
            seeding.fill(long, seed or extent.rows)
        return [
            *writing.measure(base, extent.writing),
            *serving.measure(base, extent.serving),
            *reading.measure(long, extent.reading_rounds),
            *coding.measure(base, extent.coding),
            *generating.measure(base, extent.generating),
            *assessing.measure(extent.operations),
            *long_workflows.measure(base, extent.reading_rounds, extent.shown),
            *restoring.measure(base, long),
            *(peers.measure(base, extent.peers) if beside_peers else [peers.not_asked()]),
            *(left_out(*row) for row in _ELSEWHERE),
        ]

"""How long a backup takes, and taking it back in where nothing is (DECISIONS W7, issue: 1,000,000 rows in a minute)."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from placet import app
from placet.bench.measures import Measured, at_most
from placet.bench.reading import MANY

__all__ = ["measure"]

_MOST_S: Final = 60.0


def measure(base: Path, long: Path) -> list[Measured]:
    """Back the ledger of this data folder up and restore it into a fresh one; beside each the plain copy of its bytes.

    Only of a million rows is the time a budget: that is what was promised.
    """
    target, copied, fresh = base / "long.placet", base / "copied", base / "restored"
    ledger = long / "ledger.sqlite"
    backing = _took_s(lambda: app.back_up_offline(long, target, _unheard))
    copying = _took_s(lambda: shutil.copyfile(ledger, copied))
    started = time.perf_counter()
    told, _ = app.restore_offline(fresh, target, _unheard)
    restoring = time.perf_counter() - started
    rows = sum(told.taken.values())
    note = f"{rows:,} rows; floor: a copy of the file's bytes"
    budget = at_most(_MOST_S) if rows >= MANY else None
    for path in (target, copied):
        path.unlink()
    shutil.rmtree(fresh)
    return [
        Measured(name="backup", unit="s", floor=copying, ours=backing, note=note),
        Measured(
            name="restore where nothing is", unit="s", floor=copying, ours=restoring, budget=budget, note=note
        ),
    ]


def _took_s(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _unheard(_: str, __: int, ___: int) -> None:
    """Nobody looks."""

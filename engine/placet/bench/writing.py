"""How quickly the ledger writes, beside plain `sqlite3` on the same kind of file (PERFORMANCE 1)."""

from __future__ import annotations

import asyncio
import gc
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from placet.bench import floor, lives
from placet.bench.measures import Measured, at_least, at_most, median
from placet.ledger.ledger import Ledger
from placet.rules.basics import Instant
from placet.rules.records import Event, Task

__all__ = ["CALLERS", "Plan", "fresh", "measure"]

CALLERS: Final = 256
"""How many callers hand in at once, and so how many steps can share a flush."""

_SAME: Final = "floor: the same rows, facts and fences by one executemany for each 256"
_BARE: Final = "floor: the rows alone, without facts and without fences; for comparison"
_FLUSHES_OF_A_LIFE: Final = 3


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How much is done: `rounds` of `waves` commits, and how many commits a lone caller makes in each."""

    rounds: int
    waves: int
    alone: int


@dataclass
class _Figures:
    """Of each kind of work the figures of all rounds: rates in 1/s, times in ms."""

    floor: dict[str, list[float]] = field(default_factory=dict)
    """By `alone`: in a commit of its own, in the caller's thread. By `handed`: the same, handed to a thread and back."""
    bare: dict[str, list[float]] = field(default_factory=dict)
    ours: dict[str, list[float]] = field(default_factory=dict)


class _HeldClock:
    """The wall clock stands still: asking it is no part of writing, and the floor doesn't ask either."""

    def now_ms(self) -> Instant:
        return lives.NOW

    def monotonic_ms(self) -> int:
        return 0


def measure(folder: Path, plan: Plan) -> list[Measured]:
    """Write fresh ledgers below this folder, floor and ours by turns, and tell how they compare."""
    figures = _Figures()
    for number in range(plan.rounds):
        _floor_round(folder / f"floor-{number}" / "ledger.sqlite", plan, figures.floor, bare=False)
        _floor_round(folder / f"bare-{number}" / "ledger.sqlite", plan, figures.bare, bare=True)
        _our_round(folder / f"ours-{number}" / "ledger.sqlite", plan, figures.ours)
    return _told(figures)


def _told(figures: _Figures) -> list[Measured]:
    floors, bare, ours = ({name: median(values) for name, values in it.items()} for it in _all(figures))
    creation, life, alone = (
        f"durable creation, {CALLERS} callers",
        f"whole life with facts, {CALLERS} callers",
        "alone",
    )
    return [
        Measured(
            name=creation, unit="tasks/s", floor=floors["creation"], ours=ours["creation"],
            budget=at_least(0.70), note=_SAME,
        ),
        Measured(
            name=f"{creation}, to bare rows", unit="tasks/s", floor=bare["creation"], ours=ours["creation"], note=_BARE
        ),
        Measured(
            name=life, unit="lives/s", floor=floors["life"], ours=ours["life"], budget=at_least(0.70), note=_SAME
        ),
        Measured(name=f"{life}, to bare rows", unit="lives/s", floor=bare["life"], ours=ours["life"], note=_BARE),
        Measured(
            name="one caller, p50 of a commit", unit="ms", floor=floors[alone], ours=ours[alone],
            budget=at_most(1.3, "ratio"), note="floor: the same rows in a commit of their own, in the caller's thread",
        ),
        Measured(
            name="one caller, to a bare writer thread", unit="ms", floor=floors["handed"], ours=ours[alone],
            note="floor: the same, handed from a loop to a thread and back: what DECISIONS P4 costs on this machine",
        ),
        Measured(
            name=f"flushes for each transition, {CALLERS} callers", unit="flushes", ours=ours["flushes"],
            budget=at_most(0.05), note="one for each caller and step would be 1",
        ),
    ]  # fmt: skip


def _all(figures: _Figures) -> tuple[dict[str, list[float]], ...]:
    return figures.floor, figures.bare, figures.ours


def _note(figures: dict[str, list[float]], name: str, value: float) -> None:
    figures.setdefault(name, []).append(value)


def fresh(path: Path) -> Ledger:
    """A ledger with one agent, whose clock stands still. It wants a folder of its own, as in life: beside another its
    search index would be found to be of that one and made anew, which costs.
    """
    path.parent.mkdir(parents=True)
    ledger = Ledger.open(path, clock=_HeldClock(), on_commit=_hear)
    ledger.commit_blocking(lambda tx: tx.declare_agent(lives.an_agent()))
    return ledger


def _hear(events: tuple[Event, ...]) -> None:
    """Nobody listens."""


def _waves(plan: Plan, start: int) -> list[list[Task]]:
    return [lives.drafts(CALLERS, start + wave * CALLERS) for wave in range(plan.waves)]


def _quietly(work: Callable[[], None]) -> float:
    """How long it takes, in seconds, with what was there before kept out of the collector's way as in `serve`."""
    gc.collect()
    gc.freeze()
    try:
        started = time.perf_counter()
        work()
        return time.perf_counter() - started
    finally:
        gc.unfreeze()


def _floor_round(path: Path, plan: Plan, figures: dict[str, list[float]], *, bare: bool) -> None:
    fresh(path).close()
    many = plan.waves * CALLERS
    with floor.opened(path, bare=bare) as raw:
        created = [raw.creation(wave) for wave in _waves(plan, 0)]
        _note(figures, "creation", many / _quietly(lambda: raw.run_all(created)))
        lived = [commit for wave in _waves(plan, many) for commit in raw.life(wave)]
        _note(figures, "life", many / _quietly(lambda: raw.run_all(lived)))
        alone, handed = (
            [raw.creation([draft]) for draft in lives.drafts(plan.alone, start)]
            for start in (2 * many, 2 * many + plan.alone)
        )
        _note(figures, "alone", median(_each_ms(raw, alone)))
        _note(figures, "handed", median(asyncio.run(_each_handed_ms(raw, handed))))


def _each_ms(raw: floor.Raw, commits: Sequence[floor.Groups]) -> list[float]:
    taken = []
    for groups in commits:
        started = time.perf_counter()
        raw.run(groups)
        taken.append(1000 * (time.perf_counter() - started))
    return taken


async def _each_handed_ms(raw: floor.Raw, commits: Sequence[floor.Groups]) -> list[float]:
    """How long each takes when a thread makes it and the caller waits on a loop, with nothing else in between."""
    loop = asyncio.get_running_loop()
    handed: queue.SimpleQueue[tuple[floor.Groups, asyncio.Future[None]] | None] = queue.SimpleQueue()

    def work() -> None:
        while (one := handed.get()) is not None:
            raw.run(one[0])
            loop.call_soon_threadsafe(one[1].set_result, None)

    thread = threading.Thread(target=work)
    thread.start()
    taken = []
    for groups in commits:
        started = time.perf_counter()
        done: asyncio.Future[None] = loop.create_future()
        handed.put((groups, done))
        await done
        taken.append(1000 * (time.perf_counter() - started))
    handed.put(None)
    thread.join()
    return taken


def _our_round(path: Path, plan: Plan, figures: dict[str, list[float]]) -> None:
    many = plan.waves * CALLERS
    with fresh(path) as ledger:
        created = _waves(plan, 0)
        _note(figures, "creation", many / _quietly(lambda: asyncio.run(_create(ledger, created))))
        lived = _waves(plan, many)
        before = ledger.stats.commits
        _note(figures, "life", many / _quietly(lambda: asyncio.run(_live(ledger, lived))))
        flushes = ledger.stats.commits - before
        _note(figures, "flushes", flushes / (many * _FLUSHES_OF_A_LIFE))
        alone = lives.drafts(plan.alone, 2 * many)
        _note(figures, "alone", median(asyncio.run(_one_by_one(ledger, alone))))


async def _create(ledger: Ledger, waves: Sequence[Sequence[Task]]) -> None:
    async def caller(place: int) -> None:
        for wave in waves:
            await ledger.commit(lives.create(wave[place]))

    await asyncio.gather(*(caller(place) for place in range(CALLERS)))


async def _live(ledger: Ledger, waves: Sequence[Sequence[Task]]) -> None:
    async def caller(place: int) -> None:
        for wave in waves:
            await ledger.commit(lives.hold(wave[place]))
            await ledger.commit(lives.approve(wave[place]))
            await ledger.commit(lives.finish(wave[place]))

    await asyncio.gather(*(caller(place) for place in range(CALLERS)))


async def _one_by_one(ledger: Ledger, drafts: Sequence[Task]) -> list[float]:
    """How long each creation takes a caller who is alone, in ms."""
    taken = []
    for draft in drafts:
        started = time.perf_counter()
        await ledger.commit(lives.create(draft))
        taken.append(1000 * (time.perf_counter() - started))
    return taken

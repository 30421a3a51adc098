"""Other engines beside Placet: the same work, on the same disk, in the same run.

Each is installed into an environment that is gone afterwards, and works in a process of its own, as its makers mean it to be
used: by one caller and by sixteen, of which the better counts. Ours works just before it, by 256 callers, since its callers
share a flush; what is left of that where nobody shares has a row of its own. What another doesn't do at all stands in the
note of its row: a figure without that would compare different promises.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
import venv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from placet.bench import lives
from placet.bench.measures import Budget, Measured, at_least, left_out, median
from placet.bench.writing import fresh
from placet.ledger.ledger import Ledger
from placet.rules.records import Task

__all__ = ["ALONE", "APPROVED", "CREATION", "LIFE", "PEERS", "Peer", "Plan", "measure", "not_asked"]

_NAME: Final = "other engines beside it"
_BUDGET: Final = ">= 100 x DBOS, 25 x huey"
_CALLERS: Final = 256
_PROGRAMS: Final = Path(__file__).with_name("peer_programs")
_INSTALL_S: Final = 600
_WORK_S: Final = 600
CREATION: Final = "durable creation"
LIFE: Final = "created, claimed and finished"
APPROVED: Final = "created, approved by somebody and finished"
ALONE: Final = f"{CREATION}, one caller"
_WORKS: Final = (CREATION, LIFE, APPROVED)


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How often each does its work, how many tasks the others have in it, and how many waves of 256 ours."""

    rounds: int
    tasks: int
    waves: int


@dataclass(frozen=True, kw_only=True)
class Peer:
    """Another engine: what to install, the program that works with it, and what its figures don't say."""

    name: str
    packages: tuple[str, ...]
    program: str
    promises: str
    budget: Budget | None = None


PEERS: Final = (
    Peer(
        name="huey",
        packages=("huey==3.5.4",),
        program="of_huey.py",
        promises="flushed (fsync=True, WAL); keeps no history, nobody approves",
        budget=at_least(25),
    ),
    Peer(
        name="DBOS on SQLite",
        packages=("dbos==3.4.0",),
        program="of_dbos.py",
        promises="flushed (SQLite's default); replays steps, approvals by send and recv, no digest of what is shown",
        budget=at_least(100),
    ),
    Peer(
        name="litequeue",
        packages=("litequeue==0.9",),
        program="of_litequeue.py",
        promises="synchronous set to FULL for this, its own default loses the newest on a power cut; nobody approves",
    ),
    Peer(
        name="LangGraph SqliteSaver",
        packages=("langgraph==1.2.24", "langgraph-checkpoint-sqlite==3.1.2"),
        program="of_langgraph.py",
        promises="flushed (FULL set for this); a graph's state, created by a run to an interrupt, no digest of what's shown",
    ),
)


def measure(folder: Path, plan: Plan) -> list[Measured]:
    """Work beside each of them, in folders below this one."""
    if getattr(sys, "frozen", False):
        return [
            left_out(
                _NAME, _BUDGET, "an installed program has nothing to install others with; a checkout has"
            )
        ]
    return [row for peer in PEERS for row in _beside(folder, peer, plan)]


def not_asked() -> Measured:
    """The row of a run in which nobody asked for them."""
    return left_out(_NAME, _BUDGET, "placet bench --peers fetches them and has them work")


def _beside(folder: Path, peer: Peer, plan: Plan) -> Iterator[Measured]:
    try:
        python = _installed(folder, peer)
        ours = _ours(folder / "ours" / peer.program, plan)
        theirs = json.loads(_run(python, _PROGRAMS / peer.program, folder / "work" / peer.program, plan))
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        budget = peer.budget.text if peer.budget else "none"
        yield left_out(f"beside {peer.name}", budget, _reason(error))
        return
    rates = {work: max(theirs[work].values()) for work in _WORKS if work in theirs}
    for work, rate in {**rates, ALONE: theirs[CREATION]["1"]}.items():
        yield Measured(
            name=f"beside {peer.name}: {work}", unit="tasks/s", floor=rate, ours=ours[work],
            budget=peer.budget if work == CREATION else None,
            note=f"the floor is {peer.name} {theirs['version']}, {peer.promises}",
        )  # fmt: skip


def _installed(folder: Path, peer: Peer) -> Path:
    """The Python of a fresh environment that has this one."""
    place = folder / "peers" / peer.program.removesuffix(".py")
    venv.create(place, with_pip=True)
    python = place / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = [str(python), "-I", "-m", "pip", "--disable-pip-version-check", "--quiet"]
    _output([*pip, "install", "--only-binary", ":all:", *peer.packages], _INSTALL_S)
    return python


def _run(python: Path, program: Path, place: Path, plan: Plan) -> str:
    place.mkdir(parents=True)
    words = [_PROGRAMS / "working.py", program, place, plan.tasks, plan.rounds]
    return _output([str(python), "-I", *map(str, words)], _WORK_S)


def _output(command: Sequence[str], within_s: int) -> str:
    done = subprocess.run(  # noqa: S603 - pip, or a program beside this file
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=True, timeout=within_s
    )
    return done.stdout


def _reason(error: Exception) -> str:
    """The last line of what a process said, or what kept it from starting."""
    said = getattr(error, "stderr", None) or str(error)
    return str(said).strip().splitlines()[-1][:200]


def _ours(folder: Path, plan: Plan) -> dict[str, float]:
    """Tasks a second of each kind of work, by 256 callers and by one, with all the facts and the chain."""
    many = plan.waves * _CALLERS
    figures: dict[str, list[float]] = {work: [] for work in (*_WORKS, ALONE)}
    for number in range(plan.rounds):
        with fresh(folder / str(number) / "ledger.sqlite") as ledger:
            for place, work in enumerate(_WORKS):
                figures[work].append(_rate(ledger, work, lives.drafts(many, place * many), _CALLERS))
            alone = lives.drafts(plan.tasks, len(_WORKS) * many)
            figures[ALONE].append(_rate(ledger, CREATION, alone, 1))
    return {work: median(values) for work, values in figures.items()}


def _rate(ledger: Ledger, work: str, drafts: Sequence[Task], callers: int) -> float:
    """How many tasks a second so many callers bring through all steps of this work."""
    steps = {
        CREATION: (lives.create,),
        LIFE: (lives.put_off, lives.claim, lives.finish),
        APPROVED: (lives.hold, lives.approve, lives.finish),
    }[work]

    async def caller(mine: Sequence[Task]) -> None:
        for draft in mine:
            for step in steps:
                await ledger.commit(step(draft))

    async def all_callers() -> None:
        await asyncio.gather(*(caller(drafts[place::callers]) for place in range(callers)))

    started = time.perf_counter()
    asyncio.run(all_callers())
    return len(drafts) / (time.perf_counter() - started)

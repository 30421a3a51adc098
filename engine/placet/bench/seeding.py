"""Fills a fresh data folder with many different tasks, through the ledger's own verbs: the rows are what Placet writes."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from placet import app
from placet.api.commands import DeclareAgent
from placet.bench import lives
from placet.ledger import rows
from placet.ledger.database import FolderLock
from placet.ledger.ledger import Ledger
from placet.ledger.tx import Tx
from placet.rules.authority import Via
from placet.rules.basics import Clock, Instant, TaskId
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import TaskStatus
from placet.rules.records import Agent, Event, Task

__all__ = ["RARE", "fill", "opened"]

_AGENTS: Final = ("clerk", "scout", "porter", "archivist")
_TOOLS: Final = ("fs_read", "fs_list", "fs_write")
_WORDS: Final = (
    "invoice", "harbour", "letter", "garden", "budget", "timetable", "recipe", "minutes", "receipt", "survey",
    "lantern", "orchard", "voyage", "ledger", "winter", "summer", "bridge", "market", "cabinet", "signal",
)  # fmt: skip
RARE: Final = "periwinkle"
"""A word that only a few of all rows hold, wherever they stand."""

_RARE_EVERY: Final = 9_973
_HELD_EVERY: Final = 5_003
_STEP: Final = 2_000
_ENDINGS: Final = (
    *[(TaskStatus.RUNNING, TaskStatus.COMPLETED, Cause.FINISH)] * 16,
    *[(TaskStatus.RUNNING, TaskStatus.FAILED, Cause.FINISH)] * 2,
    (TaskStatus.PENDING, TaskStatus.DENIED, Cause.DENY),
    (TaskStatus.PENDING, TaskStatus.CANCELLED, Cause.CANCEL),
)


class _Spread:
    """A clock under which the tasks lie a second apart, up to now."""

    def __init__(self, clock: Clock, count: int) -> None:
        self.at_ms = clock.now_ms() - 1000 * count

    def now_ms(self) -> Instant:
        """Where in the past it is."""
        return Instant(self.at_ms)

    def monotonic_ms(self) -> int:
        """Nothing is measured with it."""
        return 0


def fill(data: Path, count: int) -> None:
    """Make a data folder here with so many tasks in it; its agents' folders lie beside it.

    Raises:
        BadInput: there is something at this place already.
    """
    app.init(data)
    agents = _declare(data)
    clock = _Spread(app.SystemClock(), count)
    with FolderLock(data), _ledger(data, clock) as ledger:
        for start in range(0, count, _STEP):
            numbers = range(start, min(start + _STEP, count))
            ledger.commit_blocking(lambda tx, it=numbers: _write(tx, agents, it))  # type: ignore[misc]
            clock.at_ms += 1000 * len(numbers)


@contextlib.contextmanager
def opened(data: Path) -> Iterator[Ledger]:
    """The ledger of a data folder that no engine holds."""
    with FolderLock(data), _ledger(data, app.SystemClock()) as ledger:
        yield ledger


@contextlib.contextmanager
def _ledger(data: Path, clock: Clock) -> Iterator[Ledger]:
    with Ledger.open(data / "ledger.sqlite", clock=clock, on_commit=_hear) as ledger:
        yield ledger


def _hear(events: tuple[Event, ...]) -> None:
    """Nobody listens."""


def _declare(data: Path) -> list[Agent]:
    engine = app.open(data)
    try:
        for name in _AGENTS:
            folder = data.with_name(f"{data.name}-agents") / name
            tools = [{"name": tool} for tool in _TOOLS]
            declared = DeclareAgent(declaration={"name": name, "folder": str(folder), "tools": tools})
            engine.run(engine.submit(declared, app.owner_authority(Via.TERMINAL)))
    finally:
        engine.close()
    with opened(data) as ledger:
        return ledger.reads.agents()


def _write(tx: Tx, agents: list[Agent], numbers: range) -> None:
    for number in numbers:
        agent = agents[number % len(agents)]
        if number % _HELD_EVERY == 0:
            lives.hold(_task(agent, number, tx.now, TaskStatus.PENDING_APPROVAL))(tx)
            continue
        start, end, cause = _ENDINGS[_mixed(number) % len(_ENDINGS)]
        task = tx.create_task(_task(agent, number, tx.now, start))
        tx.move(task.id, start, end, cause, **_outcome(end))


def _outcome(end: TaskStatus) -> dict[str, str]:
    return {"result": lives.RESULT} if end is TaskStatus.COMPLETED else {"error": "It came to nothing."}


def _task(agent: Agent, number: int, now: Instant, status: TaskStatus) -> Task:
    mixed = _mixed(number)
    words = [_WORDS[(mixed >> shift) % len(_WORDS)] for shift in (0, 5, 10, 15, 20)]
    if number % _RARE_EVERY == 0:
        words.append(RARE)
    path = f"{words[0]}/{words[1]}-{number}.txt"
    changes = {
        "id": TaskId(f"task_{number:012d}"),
        "agent_id": agent.id,
        "agent": agent.name,
        "tool": _TOOLS[mixed % len(_TOOLS)],
        "args": f'{{"content":"{" ".join(words)}","path":"{path}"}}',
        "status": status,
        "created_at": now,
        "origin": f"agent:{agent.name}:{agent.id}",
        "requires_authorization": status is not TaskStatus.RUNNING,
        "sentence": f'Write {len(path)} bytes to "{path}", which does not exist yet.',
        "claim": f"The {words[2]} needs it." if number % 3 == 0 else None,
    }
    return rows.changed(lives.DRAFT, changes)


def _mixed(number: int) -> int:
    """The same numbers in each run, in no order that an index could like."""
    return number * 2_654_435_761 % 2**32

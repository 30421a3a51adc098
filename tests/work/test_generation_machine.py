"""Any walk of creating, cancelling, speaking, dying and starting again keeps the rules R1 to R6 of LMSP 7.

A "death" closes the rooms in the middle, which writes nothing (R5): the next start finds what a killed process leaves.
The model keeps, for each generation, what must be true of it; the ledger is asked after each step.
"""

import asyncio
import contextlib
import shutil
import tempfile
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from placet.rules.errors import BackendFailed, TaskNotCancelable
from placet.rules.generations import OnRestart
from placet.rules.lifecycles import GENERATION
from placet.rules.ports import Began, Finish, Piece, TextDelta
from tests.work.generating import GatedBackend, Works, works

T = TypeVar("T")
MAX_ATTEMPTS = 3
FINALS = {"completed": "succeeded", "incomplete": "succeeded", "failed": "failed", "cancelled": "cancelled"}


@dataclass
class Known:
    """What is known of one generation."""

    id: str
    response_id: str
    policy: str
    status: str = "queued"
    attempt: int = 1
    last_seq: int = 0
    seen: list[dict[str, Any]] = field(default_factory=list)


class Generations(RuleBasedStateMachine):
    """The machine. Its rooms live on a loop of their own, which runs only inside a step."""

    def __init__(self) -> None:
        super().__init__()
        self.base = Path(tempfile.mkdtemp())
        self.loop = asyncio.new_event_loop()
        self.known: dict[str, Known] = {}
        self.boot = 0
        self.keys = 0

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        async def bounded() -> Any:
            async with asyncio.timeout(30):
                return await work

        return self.loop.run_until_complete(bounded())

    @initialize()
    def start(self) -> None:
        self.run(self._start())

    async def _start(self) -> None:
        self.boot += 1
        self.backend = GatedBackend()
        self.house = contextlib.AsyncExitStack()
        self.w: Works = await self.house.enter_async_context(
            works(self.base, boot=self.boot, backend=self.backend, max_attempts=MAX_ATTEMPTS)
        )
        await self._quiet()

    async def _quiet(self) -> None:
        """Let what is under way come to where it waits for the outside."""
        for _ in range(3):
            await self.w.ledger.commit(lambda _: None)
            for _ in range(20):
                await asyncio.sleep(0)

    def teardown(self) -> None:
        self.run(self.house.aclose())
        self.loop.close()
        shutil.rmtree(self.base)

    # The steps.

    @rule(policy=st.sampled_from([OnRestart.FAIL, OnRestart.RETRY]))
    def create(self, policy: OnRestart) -> None:
        self.keys += 1
        row = self.run(self.w.create(on_restart=policy.value, key=str(self.keys), fingerprint="f"))
        self.known[row.id] = Known(id=row.id, response_id=row.response_id, policy=policy.value)
        self.run(self._quiet())

    @precondition(lambda self: self.known)
    @rule(data=st.data())
    def cancel(self, data: st.DataObject) -> None:
        task_id = data.draw(st.sampled_from(sorted(self.known)))
        try:
            row = self.run(self.w.cancel(task_id))
            # Which of them isn't known from a look before: what was queued may have begun meanwhile.
            assert row.status.value in {"cancelling", "cancelled"}
        except TaskNotCancelable:
            assert self.w.status(task_id) in {"succeeded", "failed"}
        self.run(self._quiet())

    @rule(words=st.lists(st.text(max_size=4), max_size=3))
    def speak(self, words: list[str]) -> None:
        self._send(Began(), *(TextDelta(text=word) for word in words))
        self.run(self._quiet())

    @rule(reason=st.sampled_from(["stop", "length"]))
    def finish(self, reason: str) -> None:
        self._send(Began(), Finish(reason=reason))
        self.run(self._ended())

    @rule()
    def break_down(self) -> None:
        self._send(BackendFailed("No."))
        self.run(self._ended())

    @rule()
    def die_and_start_again(self) -> None:
        before = {task_id: self.w.row(task_id) for task_id in self.known}
        self.run(self.house.aclose())
        self.run(self._start())
        for task_id, row in before.items():
            self._check_restart(row.status.value, row.attempt, self.w.row(task_id))

    def _check_restart(self, status: str, attempt: int, now: Any) -> None:
        """R4: a cancel is carried out, `fail` fails, `retry` runs again with one attempt more, the rest is untouched."""
        if status in GENERATION.ended:
            assert now.status.value == status
        elif status == "cancelling":
            assert now.status.value == "cancelled"
        elif now.on_restart is OnRestart.FAIL or (status != "queued" and attempt >= MAX_ATTEMPTS):
            assert (now.status.value, self.w.error(now.id)) == ("failed", "server_restarted")
        else:
            assert now.status.value in {"queued", "loading"}
            assert now.attempt == attempt + (status != "queued")

    def _send(self, *pieces: Piece | Exception) -> None:
        """To the exchange that is open, if one is: whether it is must not decide what is drawn next."""
        for exchange in self.backend.exchanges:
            if not exchange.gone.is_set():
                exchange.send(*pieces)

    async def _ended(self) -> None:
        await self._quiet()
        running = [it for it in self.known if self.w.status(it) == "cancelling"]
        for task_id in running:
            await self.w.ends(task_id)

    # The claims.

    @invariant()
    def every_row_obeys_the_rules(self) -> None:
        if not hasattr(self, "w"):
            return
        for known in self.known.values():
            row, events = self._steady(lambda it=known: (self.w.row(it.id), self.w.events(it.id)))
            now = row.status.value
            assert row.response_id == known.response_id
            assert known.status not in GENERATION.ended or now == known.status  # R3: the first end stands
            assert row.attempt >= known.attempt
            assert row.last_seq >= known.last_seq
            self._check_events(known, now, row.last_seq, events)
            known.status, known.attempt, known.last_seq = now, row.attempt, row.last_seq

    def _steady(self, look: Callable[[], T]) -> T:
        """What is seen when nothing moves between two looks: a commit may be under way, and no rule is broken by that."""
        seen = look()
        while (again := look()) != seen:
            seen = again
        return seen

    def _check_events(self, known: Known, status: str, last_seq: int, events: list[dict[str, Any]]) -> None:
        assert events[: len(known.seen)] == known.seen  # what was told stays as it was
        assert [event["sequence_number"] for event in events] == list(range(last_seq + 1))
        kinds = [event["type"].removeprefix("response.") for event in events]
        finals = [kind for kind in kinds if kind in FINALS]
        assert kinds[0] == "created"
        if status in GENERATION.ended:
            assert [FINALS[kind] for kind in finals] == [status]
            assert kinds[-1] == finals[0]
        else:
            assert finals == []
        known.seen = events

    @invariant()
    def one_runs_at_a_time(self) -> None:
        if hasattr(self, "w"):
            statuses = self._steady(lambda: [self.w.status(it) for it in self.known])
            assert sum(it in {"loading", "running", "cancelling"} for it in statuses) <= 1


def walks(count: int) -> settings:
    return settings(
        max_examples=count,
        stateful_step_count=25,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )


class TestGenerations(Generations.TestCase):  # type: ignore[misc, name-defined]
    settings = walks(12)


@pytest.mark.long
@pytest.mark.timeout(1800)
class TestManyGenerations(Generations.TestCase):  # type: ignore[misc, name-defined]
    settings = walks(300)

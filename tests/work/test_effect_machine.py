"""Whatever comes after an effect that was proven, or may have happened, it is never had a second time (seed 003).

Retries, new goals, restarts, leave given anew, lines that break and searches that find nothing, in any order, over the
real gate, runner and ledger. What really happened is counted by the provider itself, beside everything under test.
"""

from __future__ import annotations

import asyncio
import itertools
import shutil
import tempfile
from collections import Counter
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)

from placet.rules import operations
from placet.rules.basics import Instant
from placet.rules.errors import ToolFailed
from placet.rules.lifecycle import Cause
from placet.rules.lifecycles import OperationState, WorkflowStatus
from placet.rules.ports import ToolResult, ToolRun
from placet.work import judging
from placet.work.calls import CallOutcome
from tests.fakes.provider import PostOffice
from tests.work.effecting import Run, running

FINE, FAILS_BEFORE, FAILS_AFTER, SILENT, DECLINED = (
    "fine",
    "fails before",
    "fails after",
    "silent",
    "declined",
)
WEATHER = st.sampled_from([FINE, FAILS_BEFORE, FAILS_AFTER, SILENT, DECLINED])
NAMES = st.sampled_from(["Bea", "Cid"])
BODIES = st.sampled_from(["Come at nine.", "Come at ten."])


class Courier(PostOffice):
    """A post office that keeps, by goal and addressee, how often something was really attempted."""

    def __init__(self) -> None:
        super().__init__()
        self.name = "courier"
        self.weather = FINE
        self.goal = 0
        self.attempts: Counter[tuple[int, str]] = Counter()

    async def run(self, args: Mapping[str, Any], run: ToolRun) -> ToolResult:
        if self.weather == DECLINED:
            refusal = ToolFailed("Somebody said no.")
            refusal.not_executed = True
            raise refusal
        self.attempts[self.goal, args["to"]] += 1
        if self.weather == FAILS_BEFORE:
            raise ToolFailed("The line broke before anything was said.")
        result = await super().run(args, run)
        if self.weather == FAILS_AFTER:
            raise ToolFailed("The line broke before the answer.")
        return result

    def has(self, operation_id: str) -> bool:
        return operation_id in self._letters


class Effects(RuleBasedStateMachine):
    """One workflow and everything that may befall it."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.base = Path(tempfile.mkdtemp(prefix="placet-effects-"))
        self.courier = Courier()
        declared = {"name": "courier", "restricted": False}
        self.entered = running(self.base, declared, tools=(self.courier,))
        self.run_: Run
        self.consents = 1

    def wait(self, what: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(what)

    @initialize()
    def begin(self) -> None:
        self.run_ = self.wait(self.entered.__aenter__())

    def teardown(self) -> None:
        self.wait(self.entered.__aexit__(None, None, None))
        self.loop.run_until_complete(self.loop.shutdown_default_executor())
        self.loop.close()
        shutil.rmtree(self.base)

    @rule(to=NAMES, body=BODIES, weather=WEATHER, findable=st.booleans())
    def ask(self, to: str, body: str, weather: str, findable: bool) -> None:
        unsure = any(it.is_unsure for it in self.run_.operations)
        before = self.courier.attempts.total()
        self.courier.weather, self.courier.findable = weather, findable
        self.courier.confirms = weather != SILENT
        ended: CallOutcome = self.wait(self.run_.call("courier", {"to": to, "body": body}))
        if unsure:
            assert self.courier.attempts.total() == before  # in doubt nothing is attempted
        if ended.status == "completed":
            assert self.courier.attempts[self.courier.goal, to] == 1  # it was had, now or before

    @rule(to=NAMES, body=BODIES)
    def die_in_the_middle(self, to: str, body: str) -> None:
        self.courier.weather, self.courier.arrived = FINE, asyncio.Event()
        self.courier.held = asyncio.Event()

        async def middle() -> None:
            ticket = await self.run_.ask("courier", {"to": to, "body": body})
            arrived = self.loop.create_task(self.courier.arrived.wait())
            await asyncio.wait({arrived, ticket.done}, return_when=asyncio.FIRST_COMPLETED)
            arrived.cancel()
            await self.run_.dies()
            await self.run_.again()

        self.wait(middle())
        self.courier.held = None

    @rule()
    def retry(self) -> None:
        self.wait(self.run_.retried())

    @rule()
    def restart(self) -> None:
        self.wait(self.run_.dies())
        self.wait(self.run_.again())

    @rule()
    def take_the_next_goal(self) -> None:
        self.wait(self.run_.end())
        self.wait(self.run_.again(goal="Write once more."))
        self.courier.goal += 1

    @rule()
    def give_leave_anew(self) -> None:
        self.consents += 1
        self.courier.consent = f"g{self.consents}"

    @rule()
    def take_the_leave_back_for_a_while(self) -> None:
        self.courier.expires_at = None if self.courier.expires_at else Instant(1)

    @rule()
    def switch_the_account(self) -> None:
        ada, bob = "ada@example.org", "bob@example.org"
        self.courier.account = bob if self.courier.account == ada else ada

    @rule(to=NAMES, body=BODIES)
    def stop_in_the_middle(self, to: str, body: str) -> None:
        self.courier.weather, self.courier.arrived = FINE, asyncio.Event()
        self.courier.held = asyncio.Event()

        async def middle() -> None:
            ticket = await self.run_.ask("courier", {"to": to, "body": body})
            arrived = self.loop.create_task(self.courier.arrived.wait())
            await asyncio.wait({arrived, ticket.done}, return_when=asyncio.FIRST_COMPLETED)
            arrived.cancel()
            await self.run_.end(WorkflowStatus.STOPPED, Cause.CANCEL)
            assert self.courier.held is not None
            self.courier.held.set()  # what was accepted ends as it would have
            await self.run_.end_of(ticket)
            await self.run_.again()

        self.wait(middle())
        self.courier.held = None

    @invariant()
    def nothing_was_attempted_twice(self) -> None:
        assert all(count == 1 for count in self.courier.attempts.values())

    @invariant()
    def nothing_is_called_proven_that_isnt_there(self) -> None:
        if not hasattr(self, "run_"):
            return
        for operation in self.run_.operations:
            if operation.state is OperationState.CONFIRMED:
                assert self.courier.has(operation.id)
            if operation.state is OperationState.NOT_RUN:
                assert not self.courier.has(operation.id)


TestEffects = Effects.TestCase
TestEffects.settings = settings(max_examples=20, stateful_step_count=20, deadline=None)
WIDE = settings(max_examples=200, stateful_step_count=40, deadline=None)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_nothing_is_had_twice_over_thousands_of_steps() -> None:
    run_state_machine_as_test(Effects, settings=WIDE)


def test_an_engine_that_forgets_what_it_did_is_caught_here(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = itertools.count()
    monkeypatch.setattr(judging, "replay", lambda *_: operations.Run())
    monkeypatch.setattr(judging, "operation_id", lambda *_, **__: f"op_{next(numbers)}")
    found = settings(
        max_examples=50, stateful_step_count=20, deadline=None, database=None, phases=[Phase.generate]
    )
    with pytest.raises(AssertionError):
        run_state_machine_as_test(Effects, settings=found)

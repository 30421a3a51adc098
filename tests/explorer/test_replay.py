"""The model is the engine: random walks of the explorer are walked by a whole engine, which must agree at each step.

A crash is the ledger as it lies on the disk at that moment, opened by a new engine in another folder; children that
are really killed are in `tests/crash`.
"""

import random
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from placet.api import PlacetError
from placet.api.commands import ExtendDeadline, ReportOutcome, StartAgent
from placet.rules.authority import Action, Principal
from placet.rules.lifecycles import TaskStatus
from tests.explorer.explorer import WORDS, Explorer, Step, World
from tests.explorer.model import FINAL, KINDS, Call, Job, Kind, Rules
from tests.explorer.puppet import Puppet
from tests.fakes.clock import HeldClock
from tests.flows.house import PATIENCE_S, House

WALKS = 12
LONG_WALKS = 200
STEPS = 16
TOOLS = (
    {"name": "puppet", "restricted": True},
    {"name": "free_puppet", "restricted": False},
    {"name": "Harness", "restricted": True},
    {"name": "FreeHarness", "restricted": False},
)


@dataclass(frozen=True, kw_only=True)
class Move:
    """One whole step: what is asked of the engine, whether it does it, and how the world is afterwards."""

    step: Step
    accepted: bool
    after: World


@dataclass
class Whole:
    """The steps of the explorer as callers of the engine take them: a look and its commit in one, a stop to its end."""

    explorer: Explorer = field(default_factory=Explorer)

    def moves(self, world: World) -> Iterator[Move]:
        """Everything that a walk may do next; what the engine must refuse is among it."""
        for index, call in enumerate(world.calls):
            for name, after in self._of_call(call, world.stopped):
                done = call if after is None else _halted(self.explorer, after)
                calls = (*world.calls[:index], done, *world.calls[index + 1 :])
                yield Move(
                    step=Step(name, index), accepted=after is not None, after=world._replace(calls=calls)
                )
        yield self._switch(world)
        model = self.explorer.model
        gone = tuple(model.swept(model.crashed(call)) for call in world.calls)
        yield Move(step=Step("crash"), accepted=True, after=world._replace(calls=gone))

    def _switch(self, world: World) -> Move:
        if world.stopped:
            return Move(step=Step("start"), accepted=True, after=world._replace(stopped=False))
        calls = tuple(self._withdrawn(call) for call in world.calls)
        return Move(step=Step("stop"), accepted=True, after=world._replace(stopped=True, calls=calls))

    def _withdrawn(self, call: Call) -> Call:
        if not call.kind.managed or call.status in FINAL or call.status is None:
            return call
        return _halted(self.explorer, self.explorer.model.cancelled(call))

    def _of_call(self, call: Call, stopped: bool) -> Iterator[tuple[str, Call | None]]:
        """What may be done about one call; None: it is refused."""
        model = self.explorer.model
        if call.status is None:
            yield "call", None if stopped else model.asked(call.kind)
            return
        for word, action in WORDS.items():
            yield word, self._decided(call, word, action)
        is_open = call.status not in FINAL
        yield "cancel", model.cancelled(call) if is_open else None
        if call.status == TaskStatus.PENDING_APPROVAL:
            yield "deadline", model.expired(call)
        yield from self._of_runs(call)

    def _decided(self, call: Call, word: str, action: Action) -> Call | None:
        if action is Action.PARK and call.status == TaskStatus.PENDING_APPROVAL:
            return call
        if not self.explorer.model.may_look(call, Principal.OWNER, action):
            return None
        return self.explorer.commit(call, word, True)

    def _of_runs(self, call: Call) -> Iterator[tuple[str, Call | None]]:
        model = self.explorer.model
        if call.job is Job.READY:
            yield "work", call._replace(job=Job.DONE, runs=call.runs + 1)
        if call.job is Job.DONE:
            yield "finish", model.finished(call, TaskStatus.COMPLETED)
            yield "fail", model.finished(call, TaskStatus.FAILED)
        if call.kind.outside:
            runs = call.status == TaskStatus.RUNNING
            yield "report well", model.finished(call, TaskStatus.COMPLETED) if runs else None
            yield "report ill", model.finished(call, TaskStatus.FAILED) if runs else None


def _halted(explorer: Explorer, call: Call) -> Call:
    """A tool that was told to stop before its effect does so by itself."""
    if call.job is Job.READY and call.told_to_stop:
        return explorer.model.finished(call, TaskStatus.CANCELLED)
    return call


class Life:
    """One engine after the other on what the one before left, moved step by step."""

    def __init__(self, base: Path, kinds: tuple[Kind, ...]) -> None:
        self._base = base
        self._kinds = kinds
        self._clock = HeldClock()
        self._effects: list[int] = []
        self._ids: dict[int, str] = {}
        self._lives = 0
        self.house = self._begin()
        self.house.declare(tools=TOOLS)

    def _begin(self) -> House:
        self._lives += 1
        self._puppets = {name: Puppet(name, self._effects) for name in ("puppet", "free_puppet")}
        house = House(
            self._base / f"life{self._lives}", tools=tuple(self._puppets.values()), clock=self._clock
        )
        return house.__enter__()

    def close(self) -> None:
        for puppet in self._puppets.values():
            puppet.abandon()
        self.house.engine.close()

    def do(self, move: Move) -> None:
        """Ask the engine for the step; it must do it, or refuse it, as the model says."""
        if move.accepted:
            self._ask(move.step)
            return
        with pytest.raises(PlacetError):
            self._ask(move.step)

    def _ask(self, step: Step) -> None:
        name, index = step
        if index is None:
            {"stop": self.house.stop, "start": self._start, "crash": self._crash}[name]()
        elif name == "call":
            self._call(index)
        elif name in WORDS:
            self._decide(index, name)
        else:
            self._rest(index, name)

    def _call(self, index: int) -> None:
        kind = self._kinds[index]
        tool = ("Harness" if kind.restricted else "FreeHarness") if kind.outside else self._puppet(index).name
        args: dict[str, Any] = {"n": index, **({"_async": True} if kind.is_async else {})}
        ticket = self.house.call(tool, args, deferred=kind.deferred, decide_only=kind.outside)
        assert ticket.task_id is not None
        self._ids[index] = ticket.task_id

    def _puppet(self, index: int) -> Puppet:
        return self._puppets["puppet" if self._kinds[index].restricted else "free_puppet"]

    def _decide(self, index: int, word: str) -> None:
        task_id = self._ids[index]
        if word == "deny":
            self.house.deny(task_id)
        elif word == "park":
            self.house.resolve(task_id, Action.PARK)
        else:
            edited = {"modified_args": {"n": index, "text": "edited"}} if word == "edit" else {}
            self.house.approve(task_id, wait_ms=0, **edited)

    def _rest(self, index: int, name: str) -> None:
        task_id, puppet = self._ids[index], self._puppet(index)
        if name == "cancel":
            self.house.cancel(task_id)
        elif name == "deadline":
            self.house.submit(ExtendDeadline(task_id=task_id, expires_at=self._clock.at_ms + 1))
            self._clock.at_ms += 1
            self.house.ended(task_id)
        elif name == "work":
            puppet.work(index, PATIENCE_S)
        elif name in {"finish", "fail"}:
            puppet.end(index, well=name == "finish")
            self.house.ended(task_id)
        else:
            report = ReportOutcome(task_id=task_id, ok=name == "report well")
            self.house.submit(report, self.house.voice())

    def _start(self) -> None:
        self.house.submit(StartAgent(agent="clerk"))

    def _crash(self) -> None:
        old, puppets = self.house, self._puppets
        left = self._base / f"life{self._lives + 1}" / "data"
        shutil.copytree(old.data, left, ignore=shutil.ignore_patterns("lock", "logs"))
        for puppet in puppets.values():
            puppet.abandon()
        old.engine.close()
        self.house = self._begin()

    def assert_agrees(self, world: World) -> None:
        """Every row, fact and effect is what the model says."""
        for index, task_id in self._ids.items():
            call = world.calls[index]
            if call.status in FINAL:
                self.house.ended(task_id)
            assert self._seen(index, task_id) == _expected(call)

    def _seen(self, index: int, task_id: str) -> dict[str, Any]:
        row = self.house.task(task_id)
        facts = {kind: len(self.house.events(kind, task_id=task_id)) for kind in TOLD}
        return {
            "status": row.status,
            "approval": None if row.approval is None else row.approval.state,
            "told to stop": row.cancel_requested,
            "edited": row.approved_args_json is not None,
            "flag": row.requires_authorization,
            "runs": self._effects.count(index),
            **facts,
        }


TOLD = ("hil.requested", "hil.resolved", "trigger.due")


def _expected(call: Call) -> dict[str, Any]:
    return {
        "status": call.status,
        "approval": call.approval,
        "told to stop": call.told_to_stop,
        "edited": call.edited,
        "flag": call.flag,
        "runs": 0 if call.kind.outside else call.runs,
        **dict(zip(TOLD, (call.requested, call.resolved, call.due), strict=True)),
    }


def walk(base: Path, seed: int, rules: Rules | None = None) -> list[Move]:
    """Walk at random, the engine beside the model; returns the way."""
    chance = random.Random(seed)
    kinds = tuple(chance.sample(KINDS, 2))
    whole = Whole(explorer=Explorer(rules=rules or Rules()))
    world, way = World(calls=tuple(Call(kind=kind) for kind in kinds)), []
    life = Life(base, kinds)
    try:
        for _ in range(STEPS):
            moves = list(whole.moves(world))
            # Refusals are many and change nothing; a walk that only met them would see little.
            weights = [4 if move.after != world else 1 for move in moves]
            (move,) = chance.choices(moves, weights)
            way.append(move)
            life.do(move)
            life.assert_agrees(move.after)
            world = move.after
    except BaseException as error:
        error.add_note(f"seed {seed}, {[kind.name for kind in kinds]}: {[move.step for move in way]}")
        raise
    finally:
        life.close()
    return way


def walked(base: Path, seeds: range, rules: Rules | None = None) -> None:
    ways = [walk(base / str(seed), seed, rules) for seed in seeds]
    taken = {move.step.name for way in ways for move in way}
    assert taken >= {
        "call",
        "approve",
        "edit",
        "deny",
        "cancel",
        "deadline",
        "stop",
        "start",
        "crash",
        "work",
    }
    refused = [move for way in ways for move in way if not move.accepted]
    assert len(refused) >= len(ways) // 4


def test_a_whole_engine_agrees_with_the_model_at_every_step_of_random_walks(tmp_path: Path) -> None:
    walked(tmp_path, range(WALKS))


def test_a_model_with_another_rule_is_told_from_the_engine(tmp_path: Path) -> None:
    other = Rules(is_due=lambda status, **_: status == TaskStatus.COMPLETED)
    with pytest.raises(AssertionError, match=r"trigger\.due"):
        walked(tmp_path, range(WALKS), other)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_a_whole_engine_agrees_with_the_model_on_many_more_walks(tmp_path: Path) -> None:
    walked(tmp_path, range(WALKS, WALKS + LONG_WALKS))

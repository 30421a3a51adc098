"""Every order of things over two calls and two resolvers, walked breadth first until no new state appears."""

import functools
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from placet.rules.authority import Action, Principal
from placet.rules.lifecycles import TaskStatus
from tests.explorer.invariants import breaches
from tests.explorer.model import Call, Job, Kind, Model, Refused, Rules

RESOLVERS = 2
MOST_RUNS = 2
"""Behind a fault things may happen again and again; it is enough to see them twice."""
PRINCIPALS = (Principal.OWNER, Principal.UNAUTHORIZED_CODE, Principal.AGENT_LOOP)
"""Who tries to decide; authorized code may whatever the owner may (guide)."""
WORDS = {"approve": Action.APPROVE, "edit": Action.APPROVE, "deny": Action.DENY, "park": Action.PARK}


class Verdict(NamedTuple):
    """A decision between its look at the task and its commit. `rightful`: the guide lets this decider decide so."""

    call: int
    word: str
    rightful: bool


class World(NamedTuple):
    """One engine with its calls. The ledger's part of it outlives a crash."""

    calls: tuple[Call, ...]
    verdicts: tuple[Verdict, ...] = ()
    alive: bool = True
    stopped: bool = False


class Step(NamedTuple):
    """What happened: a word, and the call that it happened to."""

    name: str
    call: int | None = None


@dataclass(frozen=True, kw_only=True)
class Findings:
    """What there is to see, and the shortest way to the first broken promise, if there is one."""

    states: int
    steps: int
    reached: frozenset[tuple[str, str]]  # kind and status
    breach: str | None = None
    path: tuple[Step, ...] = ()


def rightful(who: Principal, call: Call, action: Action) -> bool:
    """The guide's words on who decides: a flagged task is the owner's; code may park any, and decide an open one."""
    if who is Principal.OWNER:
        return True
    return who is Principal.UNAUTHORIZED_CODE and (action is Action.PARK or not call.flag)


@dataclass
class Explorer:
    """Walks the model. What a step does to one call is worked out once and then looked up."""

    rules: Rules = field(default_factory=Rules)

    def __post_init__(self) -> None:
        self.model = Model(rules=self.rules)
        self.alone = functools.cache(self._alone)
        self.commit = functools.cache(self._commit)
        self.words_for = functools.cache(self._words_for)
        self.breaches = functools.cache(lambda *it: tuple(breaches(*it)))

    def explore(self, *kinds: Kind) -> Findings:
        """Walk until no new state appears, or a promise is broken."""
        start = World(calls=tuple(Call(kind=kind) for kind in kinds))
        came_from: CameFrom = {start: None}
        todo, steps = deque([start]), 0
        while todo:
            world = todo.popleft()
            for step, after in self.steps(world):
                steps += 1
                broken = self.broken(world, step, after)
                if broken:
                    return _findings(came_from, steps, broken, (*_path(came_from, world), step))
                if after not in came_from:
                    came_from[after] = (world, step)
                    todo.append(after)
        return _findings(came_from, steps)

    def all_breaches(self, *kinds: Kind) -> Iterator[str]:
        """Every promise that breaks anywhere, walking on behind each of them."""
        start = World(calls=tuple(Call(kind=kind) for kind in kinds))
        seen, todo = {start}, deque([start])
        while todo:
            world = todo.popleft()
            for step, after in self.steps(world):
                for was, now in zip(world.calls, after.calls, strict=True):
                    yield from self.breaches(was, now, step.name, after.alive, after.stopped)
                if after not in seen and max(call.runs for call in after.calls) <= MOST_RUNS:
                    seen.add(after)
                    todo.append(after)

    def broken(self, before: World, step: Step, after: World) -> str | None:
        """The first promise that a step breaks."""
        for was, now in zip(before.calls, after.calls, strict=True):
            for breach in self.breaches(was, now, step.name, after.alive, after.stopped):
                return str(breach)
        return None

    def steps(self, world: World) -> Iterator[tuple[Step, World]]:
        """Everything that can happen next."""
        for index, call in enumerate(world.calls):
            for name, after in self.alone(call, world.alive, world.stopped):
                yield Step(name, index), _with_call(world, index, after)
        if not world.alive:
            swept = tuple(self.model.swept(call) for call in world.calls)
            yield Step("restart"), world._replace(alive=True, calls=swept)
            return
        yield from self._looks(world)
        yield from self._commits(world)
        yield from self._stops(world)
        gone = tuple(self.model.crashed(call) for call in world.calls)
        yield Step("crash"), World(calls=gone, alive=False, stopped=world.stopped)

    def _looks(self, world: World) -> Iterator[tuple[Step, World]]:
        if len(world.verdicts) == RESOLVERS:
            return
        for index, call in enumerate(world.calls):
            for word, is_rightful in self.words_for(call):
                verdicts = tuple(sorted((*world.verdicts, Verdict(index, word, is_rightful))))
                yield Step(f"look to {word}", index), world._replace(verdicts=verdicts)

    def _words_for(self, call: Call) -> tuple[tuple[str, bool], ...]:
        found = {
            (word, rightful(who, call, action))
            for word, action in WORDS.items()
            for who in PRINCIPALS
            if self.model.may_look(call, who, action)
        }
        return tuple(sorted(found))

    def _commits(self, world: World) -> Iterator[tuple[Step, World]]:
        for place, verdict in enumerate(world.verdicts):
            rest = world._replace(verdicts=world.verdicts[:place] + world.verdicts[place + 1 :])
            after = self.commit(world.calls[verdict.call], verdict.word, verdict.rightful)
            yield Step(verdict.word, verdict.call), _with_call(rest, verdict.call, after)

    def _commit(self, call: Call, word: str, is_rightful: bool) -> Call:
        """The call after a verdict's commit; one that comes too late changes nothing."""
        try:
            if word == "deny":
                return self.model.denied(call, rightful=is_rightful)
            if word == "park":
                return self.model.parked(call)
            return self.model.approved(call, rightful=is_rightful, edited=word == "edit")
        except Refused:
            return call

    def _stops(self, world: World) -> Iterator[tuple[Step, World]]:
        on_its_way = any(call.withdrawing for call in world.calls)
        if world.stopped and not on_its_way:
            yield Step("start"), world._replace(stopped=False)
        elif not world.stopped:
            told = tuple(call._replace(withdrawing=_is_open_and_blocking(call)) for call in world.calls)
            yield Step("stop"), world._replace(stopped=True, calls=told)

    def _alone(self, call: Call, alive: bool, stopped: bool) -> tuple[tuple[str, Call], ...]:
        """What can happen to a call without anybody's verdict."""
        found = [*self._from_outside(call)]
        if alive and call.status is None:
            found += self._asked(call, stopped)
        elif alive:
            found += self._tried("cancel", lambda: self.model.cancelled(call))
            found += self._tried("deadline", lambda: self.model.expired(call))
            found += self._of_the_runner(call)
            found += self._of_the_harness(call)
            if call.withdrawing:
                found += self._withdrawn(call._replace(withdrawing=False))
        return tuple((name, after) for name, after in found if after != call)

    def _asked(self, call: Call, stopped: bool) -> list[tuple[str, Call]]:
        """A call is let in, and then written down; whether its agent was stopped is asked both times."""
        if not call.asking:
            return [] if stopped else [("ask", call._replace(asking=True))]
        if stopped:
            return [("refuse", call._replace(asking=False))]
        return self._tried("call", lambda: self.model.asked(call.kind))

    @staticmethod
    def _tried(name: str, act: Callable[[], Call]) -> list[tuple[str, Call]]:
        try:
            return [(name, act())]
        except Refused:
            return []

    def _withdrawn(self, call: Call) -> list[tuple[str, Call]]:
        return self._tried("withdraw", lambda: self.model.cancelled(call)) or [("withdraw", call)]

    def _of_the_runner(self, call: Call) -> list[tuple[str, Call]]:
        found: list[tuple[str, Call]] = []
        if call.job is Job.READY:
            found.append(("work", call._replace(job=Job.DONE, runs=call.runs + 1)))
            if call.told_to_stop:
                found += self._tried("halt", lambda: self.model.finished(call, TaskStatus.CANCELLED))
        if call.job is Job.DONE:
            found += self._tried("finish", lambda: self.model.finished(call, TaskStatus.COMPLETED))
        if call.job is not Job.NONE:
            found += self._tried("fail", lambda: self.model.finished(call, TaskStatus.FAILED))
        return found

    def _of_the_harness(self, call: Call) -> list[tuple[str, Call]]:
        if not call.kind.outside:
            return []
        return [
            *self._tried("report well", lambda: self.model.finished(call, TaskStatus.COMPLETED)),
            *self._tried("report ill", lambda: self.model.finished(call, TaskStatus.FAILED)),
        ]

    @staticmethod
    def _from_outside(call: Call) -> list[tuple[str, Call]]:
        """A harness that saw its leave runs its call once, whether or not the engine is there."""
        if call.kind.outside and call.status == TaskStatus.RUNNING and not call.runs:
            return [("execute", call._replace(runs=1))]
        return []


def _is_open_and_blocking(call: Call) -> bool:
    return call.kind.managed and call.status in {TaskStatus.PENDING_APPROVAL, TaskStatus.RUNNING}


def _with_call(world: World, index: int, call: Call) -> World:
    return world._replace(calls=(*world.calls[:index], call, *world.calls[index + 1 :]))


CameFrom = dict[World, tuple[World, Step] | None]
"""For each world the one it was first reached from, and how."""


def _findings(
    came_from: CameFrom, steps: int, breach: str | None = None, path: tuple[Step, ...] = ()
) -> Findings:
    calls = {call for world in came_from for call in world.calls}
    reached = frozenset((call.kind.name, str(call.status)) for call in calls if call.status is not None)
    return Findings(states=len(came_from), steps=steps, reached=reached, breach=breach, path=path)


def _path(came_from: CameFrom, world: World) -> tuple[Step, ...]:
    path: list[Step] = []
    while (before := came_from[world]) is not None:
        world, step = before
        path.append(step)
    return tuple(reversed(path))

"""Every fault point for every way of asking: nothing runs by itself, nothing is lost, every fact is there once.

A real child dies by SIGKILL at the point; what it left is opened here by the same engine.
"""

import itertools
import json
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import httpx_sse
import pytest

import placet.app
from tests.crash.child import Child
from tests.crash.faults import Point, Scribe, lines_in, write_line
from tests.flows.house import House
from tests.flows.wire import Wire, wire

BLOCKING, ASYNC, OUTSIDE = KINDS = ("blocking", "async", "decision-only")
Row = tuple[str, str] | None
"""A task's status and its approval's; None: there is no row."""

OPEN, UNKNOWN, DONE = ("pending_approval", "open"), ("failed", "approved"), ("completed", "approved")
NOBODY, LEFT = ("cancelled", "orphaned"), ("running", "approved")
AFTERWARDS: dict[Point, dict[str, Row]] = {
    Point.BEFORE_ROW: {BLOCKING: None, ASYNC: None, OUTSIDE: None},
    Point.ROW_WRITTEN: {BLOCKING: NOBODY, ASYNC: OPEN, OUTSIDE: OPEN},
    Point.APPROVAL_OPEN: {BLOCKING: NOBODY, ASYNC: OPEN, OUTSIDE: OPEN},
    Point.APPROVED: {BLOCKING: UNKNOWN, ASYNC: UNKNOWN, OUTSIDE: LEFT},
    Point.RUNNING: {BLOCKING: UNKNOWN, ASYNC: UNKNOWN, OUTSIDE: LEFT},
    Point.EFFECT_MADE: {BLOCKING: UNKNOWN, ASYNC: UNKNOWN, OUTSIDE: LEFT},
    Point.COMMITTED: {BLOCKING: DONE, ASYNC: DONE, OUTSIDE: DONE},
}
"""The guide's table of orphaned tasks, with the row of DECISIONS T12."""
WITH_EFFECT = {Point.EFFECT_MADE, Point.COMMITTED}
SWEPT = {NOBODY, UNKNOWN}


@dataclass
class Scene:
    """One data folder over the lives of its processes."""

    base: Path
    kind: str

    def __post_init__(self) -> None:
        self.house = House(self.base, tools=(Scribe(),))
        self.folder = self.house.folder()
        self.secret = placet.app.init(self.house.data)

    @property
    def lines(self) -> list[str]:
        return lines_in(self.folder)

    def declare(self, owner: httpx.Client) -> str:
        tools = [{"name": "scribe", "restricted": True}, {"name": "Harness", "restricted": True}]
        declared = {"name": "clerk", "folder": str(self.folder), "tools": tools}
        assert owner.post("/agents", json=declared).status_code == 201
        return str(owner.post("/tokens", json={"scope": "agent", "agent": "clerk"}).json()["token"])

    def ask(self, agent: httpx.Client, key: str = "k") -> httpx.Response:
        args = {"line": key, **({"_async": True} if self.kind == ASYNC else {})}
        body = {"tool": "scribe", "args": args, "request_key": key, "wait_ms": 0}
        if self.kind == OUTSIDE:
            body |= {"tool": "Harness", "decide_only": True}
        return agent.post("/agents/clerk/tool-calls", json=body)

    def run_through(self, owner: httpx.Client, agent: httpx.Client, key: str) -> None:
        """A call's whole life: asked, approved, made, recorded."""
        task_id = self.ask(agent, key).json()["task_id"]
        approve(owner, task_id)
        self.execute(agent, task_id, key)

    def execute(self, agent: httpx.Client, task_id: str, key: str = "k") -> None:
        """What a harness does once it may: its effect, and its report."""
        if self.kind == OUTSIDE:
            write_line(self.folder, key)
            self.report(agent, task_id)

    @staticmethod
    def report(agent: httpx.Client, task_id: str) -> httpx.Response:
        return agent.post(f"/agents/clerk/tasks/{task_id}/outcome", json={"ok": True, "result": 1})

    def live_until(self, point: Point) -> None:
        """One life of a process, which ends at the point."""
        with Child(self.house.data, fault=point) as child, child.client(self.secret) as owner:
            with child.client(self.declare(owner)) as agent:
                ends_by_itself = self._lived(point, owner, agent)
            if ends_by_itself:
                child.expect_death()
            else:
                child.kill()

    def _lived(self, point: Point, owner: httpx.Client, agent: httpx.Client) -> bool:
        with suppress(httpx.TransportError):
            task_id = self.ask(agent).json()["task_id"]
            if point is Point.APPROVAL_OPEN:
                return False
            approve(owner, task_id)
            if self.kind == OUTSIDE and point is Point.RUNNING:
                return False
            self.execute(agent, task_id)
        return True

    @contextmanager
    def again(self) -> Iterator[Wire]:
        """The next start, over HTTP; an orderly stop at its end."""
        with self.house, wire(self.house) as http:
            yield http


def approve(owner: httpx.Client, task_id: str) -> httpx.Response:
    digest = owner.get(f"/tasks/{task_id}").json()["task"]["approval"]["digest"]
    body = {"action": "approve", "shown_digest": digest}
    return owner.post(f"/agents/clerk/tasks/{task_id}/resolve", json=body)


def stand(http: Wire) -> Row:
    """How the one task of the story stands."""
    rows = http.owner.get("/tasks").json()["tasks"]
    assert len(rows) <= 1
    return (rows[0]["status"], rows[0]["approval"]["state"]) if rows else None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("point", Point, ids=lambda it: it.value)
def test_killed_at_any_point_nothing_runs_by_itself_and_nothing_is_lost(
    tmp_path: Path, point: Point, kind: str
) -> None:
    scene = Scene(tmp_path, kind)
    scene.live_until(point)
    expected = AFTERWARDS[point][kind]
    made = ["k"] if point in WITH_EFFECT else []
    for _ in range(2):  # the second start changes nothing more
        with scene.again() as http:
            assert stand(http) == expected
            assert_facts_are_there_once(scene.house, http, expected, kind)
            assert scene.lines == made
    with scene.again() as http:
        assert_the_story_can_be_ended(scene, http, expected)


def assert_facts_are_there_once(house: House, http: Wire, row: Row, kind: str) -> None:
    facts = house.events()
    assert [it.seq for it in facts] == list(range(1, len(facts) + 1))
    assert told_over_http(http, facts[-1].seq) == [(it.seq, it.type, it.payload) for it in facts]
    counted = Counter(it.type for it in facts if it.task_id is not None or it.type == "loop.recovered")
    once = {"task.created", "hil.requested"} if row else set()
    if row not in {None, OPEN}:
        once.add("hil.resolved")
    if row == DONE or (row in SWEPT and kind != BLOCKING):
        once.add("trigger.due")
    if row in SWEPT:
        once.add("loop.recovered")
    moves = counted.pop("task.moved", 0)
    assert counted == Counter(once)
    assert moves == {None: 0, OPEN: 0, NOBODY: 1, LEFT: 1, UNKNOWN: 2, DONE: 2}[row]


def told_over_http(http: Wire, last: int) -> list[tuple[int, str, dict[str, Any]]]:
    """What the event stream tells a client that has seen nothing yet, up to this fact."""
    with httpx_sse.connect_sse(http.owner, "GET", "/events", headers={"Last-Event-ID": "0"}) as source:
        facts = itertools.islice(source.iter_sse(), last)
        return [(int(it.id), it.event, json.loads(it.data)["payload"]) for it in facts]


def assert_the_story_can_be_ended(scene: Scene, http: Wire, row: Row) -> None:
    """Asked again with its key: what ended stays as it is, what is open can be decided, what never was can begin."""
    before = scene.lines
    answer = scene.ask(http.agent)
    if row in SWEPT or row == DONE:
        assert (answer.status_code, answer.json()["task"]["status"]) == (200, row[0] if row else None)
        expected = before
    elif row == LEFT:
        task = answer.json()["task"]
        assert (answer.status_code, task["status"]) == (200, "running")
        if not before:
            write_line(scene.folder, "k")
        assert scene.report(http.agent, task["id"]).status_code == 200
        assert scene.report(http.agent, task["id"]).status_code == 409
        expected = ["k"]
    else:
        task_id = answer.json()["task_id"]
        assert answer.status_code == 202
        assert approve(http.owner, task_id).status_code == 200
        scene.execute(http.agent, task_id)
        assert scene.house.ended(task_id).status == "completed"
        expected = ["k"]
    assert scene.lines == expected
    assert len(scene.house.events("task.created")) == 1
    assert len(scene.house.events("hil.resolved")) == 1
    assert len(scene.house.tasks()) == 1
    # The same house runs a new call at once: it was no standstill that kept the old one from running.
    scene.run_through(http.owner, http.agent, "next")
    scene.house.wait_for(lambda: scene.lines == [*expected, "next"])


def test_every_point_and_every_way_of_asking_is_in_the_table() -> None:
    assert set(AFTERWARDS) == set(Point)
    assert all(set(row) == set(KINDS) for row in AFTERWARDS.values())

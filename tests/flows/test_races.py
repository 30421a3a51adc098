"""Three-way races over HTTP and the window's door: one winner, at most one run, and losers who learn why."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from placet.api import NotResolvable
from tests.fakes.tools import HeldTool
from tests.flows.house import House
from tests.flows.wire import Wire, wire

ROUNDS = [100, pytest.param(1_000, marks=[pytest.mark.long, pytest.mark.timeout(900)])]
Answer = tuple[bool, dict[str, Any]]
"""Whether it won, and the task as the answer told it."""


@pytest.fixture
def http(house: House, held: HeldTool) -> Iterator[Wire]:
    held.let_go()
    house.declare(tools=[{"name": "held", "restricted": True}])
    with wire(house) as it:
        yield it


def over_http(http: Wire, task_id: str, verb: str, body: dict[str, Any]) -> Answer:
    answer = http.owner.post(f"/agents/clerk/tasks/{task_id}/{verb}", json=body)
    assert answer.status_code in {200, 409}, answer.text
    return answer.status_code == 200, answer.json()["task"]


def at_the_window(act: Callable[[], Any]) -> Answer:
    try:
        act()
    except NotResolvable as lost:
        row = lost.details["task"]
        approval = row.approval
        decided = {"decided_by": approval.decided_by, "via": approval.via, "decided_at": approval.decided_at}
        return False, {"status": row.status, "approval": {"state": approval.state, **decided}}
    return True, {}


def race(*racers: Callable[[], Answer]) -> list[Answer]:
    """All at once; the barrier proves that every racer was ready before any began."""
    ready = threading.Barrier(len(racers))

    def run(racer: Callable[[], Answer]) -> Answer:
        ready.wait(timeout=60)
        return racer()

    with ThreadPoolExecutor(len(racers)) as pool:
        return list(pool.map(run, racers))


def racers(house: House, http: Wire, task_id: str, turn: int) -> list[Callable[[], Answer]]:
    """Approve, deny and cancel; which of them comes through the window changes from round to round."""
    digest = house.task(task_id).digest
    approve, deny = {"action": "approve", "shown_digest": digest}, {"action": "deny", "reason": "No."}
    return [
        (lambda: at_the_window(lambda: house.approve(task_id, shown_digest=digest)))
        if turn % 3 == 0
        else (lambda: over_http(http, task_id, "resolve", approve)),
        (lambda: at_the_window(lambda: house.deny(task_id, "No.")))
        if turn % 3 == 1
        else (lambda: over_http(http, task_id, "resolve", deny)),
        (lambda: at_the_window(lambda: house.cancel(task_id)))
        if turn % 3 == 2
        else (lambda: over_http(http, task_id, "cancel", {})),
    ]


ENDINGS = {0: "completed", 1: "denied", 2: "cancelled"}
STATES = {0: "approved", 1: "denied", 2: "withdrawn"}


@pytest.mark.parametrize("rounds", ROUNDS)
def test_each_race_of_three_has_one_winner(house: House, http: Wire, held: HeldTool, rounds: int) -> None:
    winners: list[int] = []
    for turn in range(rounds):
        task_id = http.held(args={"n": turn})
        answers = race(*racers(house, http, task_id, turn))
        won = [index for index, (ok, _) in enumerate(answers) if ok]
        ended = house.ended(task_id)
        # A cancel may reach a tool that an approval started: it is told to stop, which takes nothing back.
        first = won[0]
        assert won in ([first], [0, 2])
        assert ended.status == ENDINGS[first] or won == [0, 2]
        assert ended.approval is not None
        assert ended.approval.state == STATES[first]
        assert_losers_know(answers, STATES[first])
        assert len(house.events("hil.resolved", task_id=task_id)) == 1
        winners.append(first)
    runs = [run["n"] for run in held.runs]
    assert runs == sorted(set(runs))
    assert len(runs) <= winners.count(0)
    assert len(set(winners)) > 1, "the racers never overlapped"


def assert_losers_know(answers: list[Answer], state: str) -> None:
    """Whoever lost was told the state that won, by whom, through what, and when."""
    for ok, task in answers:
        if ok:
            continue
        approval = task["approval"]
        assert approval["state"] == state
        assert approval["decided_at"] is not None
        if state != "withdrawn":
            assert (approval["decided_by"], approval["via"] in {"window", "http"}) == ("owner", True)

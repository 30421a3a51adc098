"""Triggers and timers on the wire."""

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from tests.flows.ears import Ear, trigger
from tests.flows.house import RESTRICTED_WRITE, House
from tests.flows.wire import Wire, wire


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        yield house


@pytest.fixture
def ear(tmp_path: Path) -> Iterator[Ear]:
    with closing(Ear(tmp_path / "ear")) as ear:
        yield ear


@pytest.fixture
def net(house: House, ear: Ear) -> Iterator[Wire]:
    house.declare(
        tools=[RESTRICTED_WRITE],
        triggers=trigger(ear.hearing(filter={"tools": ["fs_*"]}, batch_ms=60_000), name="on_task_create"),
        timers=[{"name": "nightly", "at": "02:00", **ear.hearing()}],
    )
    house.wait_for_event("timer.planned")
    with wire(house) as it:
        yield it


def test_a_target_is_listed_with_what_waits_and_when_it_goes_out(net: Wire) -> None:
    net.held("fs_write", {"path": "a.txt", "content": "x"})
    answer = net.owner.get("/agents/clerk/triggers")
    assert answer.status_code == 200
    (row,) = answer.json()["triggers"]
    assert (row["agent"], row["trigger"], row["kind"], row["scope"]) == (
        "clerk",
        "on_task_create",
        "program",
        "system",
    )
    assert (row["enabled"], row["declared"], row["tools"], row["status"]) == (True, True, ["fs_*"], None)
    assert (row["timing"], row["timing_ms"], row["timing_count"]) == ("batch", 60_000, None)
    assert (row["waiting"], row["running"], row["last"], row["flaws"]) == (1, 0, None, [])
    assert row["next_at"] > 0
    assert row["what"].startswith('["/bin/sh"')
    assert not any(name.startswith("shown") for name in row)


def test_a_timer_is_listed_with_its_next_time(net: Wire) -> None:
    (row,) = net.owner.get("/agents/clerk/timers").json()["timers"]
    assert (row["name"], row["schedule"], row["trigger"]) == ("nightly", "at 02:00", "on_timer")
    assert row["next_at"] > 0


def test_a_try_is_taken_and_its_end_is_in_the_row(house: House, net: Wire, ear: Ear) -> None:
    (row,) = net.owner.get("/agents/clerk/timers").json()["timers"]
    body = {"trigger": row["trigger"], "target": row["target"]}
    answer = net.owner.post("/agents/clerk/triggers/test", json=body)
    assert (answer.status_code, list(answer.json())) == (202, ["delivery"])
    house.wait_for_event("trigger.fired")
    assert ear.events()[0]["test"] is True
    (row,) = net.owner.get("/agents/clerk/timers").json()["timers"]
    assert (row["last"]["status"], row["last"]["test"], row["last"]["error"]) == ("delivered", True, None)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"trigger": "on_task_create", "target": "nothing"}, 404),
        ({"trigger": "on_task_create"}, 400),
        ({"trigger": "on_task_create", "target": "x", "more": 1}, 400),
    ],
)
def test_a_try_that_does_not_fit_is_refused(net: Wire, body: dict[str, str], status: int) -> None:
    assert net.owner.post("/agents/clerk/triggers/test", json=body).status_code == status


def test_only_the_owner_reaches_triggers(net: Wire) -> None:
    answers = [
        net.agent.get("/agents/clerk/triggers"),
        net.agent.get("/agents/clerk/timers"),
        net.agent.post("/agents/clerk/triggers/test", json={"trigger": "on_timer", "target": "x"}),
    ]
    assert [it.status_code for it in answers] == [403] * 3


def test_an_unknown_agent_is_404(net: Wire) -> None:
    assert net.owner.get("/agents/nobody/triggers").status_code == 404

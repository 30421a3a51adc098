"""Generations among an owner's tasks, over HTTP."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest

from placet.api.generations import CreateGeneration, GetGeneration
from tests.fakes.gated_model import MODEL, REST, WORDS, GatedModel
from tests.flows.house import House
from tests.flows.wire import wire


@pytest.fixture
def model() -> Iterator[GatedModel]:
    with GatedModel() as model:
        yield model


@dataclass(frozen=True)
class Net:
    """A served house with the gated model, and its owner's client."""

    house: House
    owner: httpx.Client

    def create(self, text: str) -> str:
        request = {"model": MODEL, "input": text}
        task_id: str = self.house.submit(CreateGeneration(request=request)).row.id
        return task_id

    def comes_to(self, task_id: str, status: str) -> None:
        """Wait by the ledger: asked over HTTP, the engine would have to answer while it tells of a commit."""
        query = GetGeneration(task_id=task_id)
        self.house.wait_for(lambda: self.house.engine.query(query).status == status)

    def listed(self, more: str = "") -> list[dict[str, Any]]:
        answer = self.owner.get(f"/tasks?kind=generation{more}")
        assert answer.status_code == 200, answer.text
        found: list[dict[str, Any]] = answer.json()["tasks"]
        return found


@pytest.fixture
def net(tmp_path: Path, model: GatedModel) -> Iterator[Net]:
    with House(tmp_path, settings=model.settings) as house:
        house.declare()
        with wire(house) as served:
            yield Net(house=house, owner=served.owner)


def test_they_are_listed_by_their_kind_and_under_its_own_words(net: Net, model: GatedModel) -> None:
    first, second = net.create("One."), net.create("Two.")
    net.comes_to(first, "running")
    assert [row["id"] for row in net.listed("&status=running")] == [first]
    assert [row["id"] for row in net.listed()] == [second, first]
    assert [row["id"] for row in net.listed("&phase=waiting")] == [second]
    assert [row["id"] for row in net.listed(f"&before={second}&limit=1")] == [first]
    assert [row["id"] for row in net.listed("&q=Two.")] == [second]
    assert net.owner.get("/tasks?kind=generation&status=completed").status_code == 400
    assert net.owner.get("/tasks?kind=generation&limit=0").status_code == 400
    assert net.owner.get("/tasks?kind=tool_call").json() == {"tasks": []}


def test_one_is_shown_with_what_was_asked_and_what_came(net: Net, model: GatedModel) -> None:
    model.go.set()
    task_id = net.create("One.")
    net.comes_to(task_id, "succeeded")
    shown = net.owner.get(f"/tasks/{task_id}").json()["task"]
    assert (shown["kind"], shown["status"], shown["attempt"], shown["error"]) == (
        "generation",
        "succeeded",
        1,
        None,
    )
    assert shown["request"] == {"model": MODEL, "input": "One."}
    [item] = shown["response"]["output"]
    assert item["content"][0]["text"] == "".join(WORDS) + REST


def test_what_is_no_task_of_any_kind_is_missed_as_before(net: Net) -> None:
    answer = net.owner.get("/tasks/task_no")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")

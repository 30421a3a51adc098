"""Generations of the embedded model itself: a whole one, a cancel while it reads, and a child that dies."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from placet.api.generations import CancelGeneration, CreateGeneration, GenerationRow, GetGeneration
from placet.backends.weights import MODEL
from tests.flows.house import House

pytestmark = pytest.mark.model


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        yield house


def create(house: House, text: str, **more: Any) -> str:
    request = {"model": MODEL, "input": text, "temperature": 0, **more}
    task_id: str = house.submit(CreateGeneration(request=request)).row.id
    return task_id


def comes_to(house: House, task_id: str, *statuses: str) -> GenerationRow:
    def row() -> GenerationRow | None:
        found: GenerationRow = house.engine.query(GetGeneration(task_id=task_id))
        return found if found.status in statuses else None

    found: GenerationRow = house.wait_for(row)
    return found


def child_pid() -> int:
    """The model's process: a child of this one that runs `placet.backends.child`."""
    for place in Path("/proc").glob("[0-9]*"):
        try:
            line, status = (place / "cmdline").read_bytes(), (place / "status").read_text()
        except OSError:
            continue
        if b"placet.backends.child" in line and f"PPid:\t{os.getpid()}\n" in status:
            return int(place.name)
    raise AssertionError("there is no child")


def test_a_whole_one_goes_through_loading_and_is_counted_by_the_model(house: House) -> None:
    task_id = create(house, "Say hello.", max_output_tokens=20)
    row = comes_to(house, task_id, "succeeded", "failed")
    moved = [it.payload["to"] for it in house.events("generation.moved", task_id=task_id)]
    assert moved == ["loading", "running", "succeeded"]
    assert (row.input_tokens or 0) > 0
    assert 0 < (row.output_tokens or 0) <= 20


def test_a_child_that_is_killed_loses_its_reply_and_the_next_one_works(house: House) -> None:
    task_id = create(house, "Write a very long story.", max_output_tokens=900)
    comes_to(house, task_id, "running")
    os.kill(child_pid(), signal.SIGKILL)
    row = comes_to(house, task_id, "failed", "succeeded")
    assert row.error is not None
    assert row.error["code"] == "backend_lost"
    again = create(house, "Say hello.", max_output_tokens=5)
    assert comes_to(house, again, "succeeded", "failed").status == "succeeded"


def test_a_cancel_while_it_reads_a_long_prompt_kills_the_child_and_frees_the_place(house: House) -> None:
    comes_to(house, create(house, "Hi.", max_output_tokens=2), "succeeded")
    before = child_pid()
    task_id = create(house, "word " * 2500)
    comes_to(house, task_id, "loading", "running")
    begun = time.monotonic()
    house.submit(CancelGeneration(task_id=task_id))
    assert comes_to(house, task_id, "cancelled").error is None
    took_s = time.monotonic() - begun
    again = create(house, "Say hello.", max_output_tokens=5)
    assert comes_to(house, again, "succeeded", "failed").status == "succeeded"
    # Reading it takes many seconds; a child that was killed in its place has another number.
    assert child_pid() != before or took_s < 1

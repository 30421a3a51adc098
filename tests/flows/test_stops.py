"""A stop that comes while a call is on its way to its row (decision record 5)."""

import threading
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from placet.api import AgentStopped
from placet.api.commands import StartAgent
from placet.rules.ports import Place, Preview
from tests.fakes.tools import HeldTool
from tests.flows.house import PATIENCE_S, House


class SlowToSee(HeldTool):
    """Looks at what a call would do until the test has seen enough of it."""

    def __init__(self, name: str) -> None:
        super().__init__(name, open_at_once=True)
        self.looking = threading.Event()
        self.seen = threading.Event()

    def preview(self, args: Mapping[str, Any], place: Place) -> Preview:
        self.looking.set()
        assert self.seen.wait(PATIENCE_S)
        return super().preview(args, place)


@pytest.fixture
def slow() -> SlowToSee:
    return SlowToSee("slow")


@pytest.fixture
def house(tmp_path: Path, slow: SlowToSee) -> Iterator[House]:
    with House(tmp_path, tools=(slow,)) as house:
        yield house


@pytest.mark.parametrize("restricted", [False, True])
@pytest.mark.parametrize("is_async", [False, True])
def test_a_call_that_reaches_its_row_after_the_stop_leaves_none_and_runs_nothing(
    house: House, slow: SlowToSee, restricted: bool, is_async: bool
) -> None:
    house.declare(tools=[{"name": "slow", "restricted": restricted}])
    args = {"_async": is_async}
    with ThreadPoolExecutor(1) as pool:
        asking = pool.submit(house.call, "slow", args, request_key="k", body_digest="d")
        assert slow.looking.wait(PATIENCE_S)
        house.stop()
        slow.seen.set()
        with pytest.raises(AgentStopped):
            asking.result(timeout=PATIENCE_S)
    assert (house.tasks(), slow.runs) == ((), [])
    house.submit(StartAgent(agent="clerk"))
    again = house.call("slow", args, request_key="k", body_digest="d")
    assert house.task(again.task_id).id == again.task_id

"""How a request was shown is kept with its answer, chained, and told to whoever reads the receipt."""

import json
from pathlib import Path

import pytest

from placet import receipt_verifier
from placet.api import Action, Shown
from placet.api.receipts import ExportReceipts
from tests.flows.house import OVER_HTTP, RESTRICTED_WRITE, House

NOTE = {"path": "a.txt", "content": "Hello."}
LOOK = Shown(gesture="hold", for_ms=900, opened=("/content",), folded=())


@pytest.fixture
def house(tmp_path: Path):
    with House(tmp_path) as house:
        house.declare(tools=[RESTRICTED_WRITE])
        yield house


def asked(house: House) -> str:
    house.call("fs_write", NOTE)
    (task,) = house.waiting()
    return task.id


@pytest.mark.parametrize("action", [Action.APPROVE, Action.DENY])
def test_what_the_window_says_of_its_card_is_in_the_row_and_in_the_receipt(
    house: House, action: Action, tmp_path: Path
) -> None:
    task_id = asked(house)
    house.resolve(task_id, action, shown=LOOK, shown_digest=house.task(task_id).digest)
    approval = house.ended(task_id).approval
    assert approval is not None
    expected = {"gesture": "hold", "for_ms": 900, "opened": ["/content"], "folded": [], "edited": False}
    assert approval.shown == expected
    file = tmp_path / "receipts.jsonl"
    house.submit(ExportReceipts(path=file))
    assert receipt_verifier.told_of(str(file))["whole"]
    lines = [json.loads(line) for line in file.read_bytes().splitlines()][1:-1]
    texts = [
        json.loads(text)
        for line in lines
        for kind, _, _, text in line["records"]
        if kind == "approval" and text
    ]
    assert [json.loads(text["shown"]) for text in texts] == [expected]


def test_of_what_a_client_over_http_showed_nothing_is_kept(house: House) -> None:
    task_id = asked(house)
    house.approve(task_id, OVER_HTTP, shown=LOOK, shown_digest=house.task(task_id).digest)
    approval = house.ended(task_id).approval
    assert approval is not None
    assert (approval.shown, approval.shown_digest) == (None, house.task(task_id).digest)

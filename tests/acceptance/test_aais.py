"""The interchange of approvals (AAIS 1.0): what the engine asks and answers, as its envelopes, beside its reference store.

Placet speaks no AAIS. Its rows are put into envelopes here, which the library has to find valid, and the store that comes
with it has to come to what the engine came to. What an envelope can't carry, the page on links says.
"""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from placet.api.views import TaskRow
from tests.flows.house import House
from tests.flows.wire import Wire, wire

pytestmark = pytest.mark.long
AGENT = "clerk"
JUDGE = Path(__file__).with_name("aais_judge.py")
OUTCOMES = {"completed": "approved", "denied": "denied", "cancelled": "expired"}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with House(tmp_path) as house:
        yield house


@pytest.fixture
def net(house: House) -> Iterator[Wire]:
    house.declare(AGENT, tools=[{"name": "fs_write", "restricted": True}])
    with wire(house, AGENT) as net:
        yield net


def ask(house: House, net: Wire, **more: Any) -> TaskRow:
    body = {"tool": "fs_write", "args": {"path": "a.txt", "content": "é"}, "wait_ms": 0, **more}
    task_id = net.agent.post("/agents/~/tool-calls", json=body).json()["task_id"]
    return house.task(task_id)


def request(row: TaskRow, args: Any = None) -> dict[str, Any]:
    """A question of the engine's, as an envelope means it: Placet offers one yes, for this once, and one no."""
    return {
        "request_id": row.id,
        "action": {
            "kind": "tool.call",
            "name": row.tool,
            "summary": row.sentence,
            "arguments": json.loads(row.args_json) if args is None else args,
        },
        "origin": {"harness": "placet", "session_id": row.agent_id, "run_id": row.turn_id or row.id},
        "risk": {"level": row.risk, "reasons": list(row.risk_reasons)},
        "choices": [
            {"decision": "approve", "scope": "once", "label": "Approve"},
            {"decision": "deny", "scope": "once", "label": "Deny"},
        ],
    }


def judge(packages: Path, *words: Any) -> Any:
    """What the library says, in a process that has nothing of ours."""
    ran = subprocess.run(
        [sys.executable, JUDGE],
        input=json.dumps(words),
        env={"PYTHONPATH": str(packages)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


@pytest.mark.parametrize("action", ["approve", "deny"])
def test_a_decision_comes_to_the_same_and_a_second_one_is_a_conflict(
    house: House, net: Wire, packages: Path, action: str
) -> None:
    row = ask(house, net)
    net.resolve(row.id, action, AGENT)
    second = net.owner.post(f"/agents/{AGENT}/tasks/{row.id}/resolve", json={"action": "deny"})
    assert second.status_code == 409
    other = "deny" if action == "approve" else "approve"
    told = judge(packages, request(row), {"decision": action}, {"decision": other})
    assert told == [OUTCOMES[house.ended(row.id).status], "conflict"]


def test_what_was_not_shown_is_stale_there_and_refused_here(house: House, net: Wire, packages: Path) -> None:
    row = ask(house, net)
    body = {"action": "approve", "shown_digest": "0" * 64}
    refused = net.owner.post(f"/agents/{AGENT}/tasks/{row.id}/resolve", json=body)
    assert (refused.status_code, refused.json()["code"]) == (409, "digest_mismatch")
    assert house.task(row.id).status == "pending_approval"
    assert judge(packages, request(row), {"decision": "approve", "changed": True}) == ["stale"]


def test_a_scope_that_was_not_offered_is_invalid(house: House, net: Wire, packages: Path) -> None:
    assert judge(packages, request(ask(house, net)), {"decision": "approve", "scope": "session"}) == [
        "invalid"
    ]


def test_a_question_whose_time_is_over_allows_nothing(house: House, net: Wire, packages: Path) -> None:
    row = ask(house, net, deadline_s=1)
    ended = house.ended(row.id)
    assert ended.approval is not None
    assert (ended.status, ended.approval.state) == ("cancelled", "timed_out")
    assert judge(packages, request(row), {"decision": "approve", "late": True}) == [OUTCOMES[ended.status]]


def test_a_long_integer_is_more_than_an_envelope_carries(house: House, net: Wire, packages: Path) -> None:
    row = ask(house, net)
    assert judge(packages, request(row, {"n": 2**53 + 1}), {"decision": "approve"}) == ["IntegerDomainError"]

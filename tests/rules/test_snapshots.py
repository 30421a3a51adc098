"""A generation's response object at each step of its status."""

import json
from dataclasses import replace

import pytest

from placet.rules.generations import EventType
from placet.rules.snapshots import ended, snapshot, text, told
from tests.rules.test_restart import RESPONSE

ROW = replace(RESPONSE, request='{"model":"m","temperature":0.5}', created_at=17_999)


def test_a_snapshot_is_the_rows_own_response_in_seconds() -> None:
    made = snapshot(ROW, "queued")
    assert (made["id"], made["created_at"], made["status"], made["temperature"]) == (
        "resp_1",
        17,
        "queued",
        0.5,
    )
    assert json.loads(text(made)) == made
    assert text({"text": "é\u2028"}).isascii()
    assert told(EventType.CREATED, made) == {"type": "response.created", "response": made}


@pytest.mark.parametrize(
    ("status", "completed_at"), [("completed", 20), ("incomplete", 20), ("failed", None), ("cancelled", None)]
)
def test_only_what_ended_well_has_a_moment_of_completion(status: str, completed_at: int | None) -> None:
    made = ended(ROW, status, 20, output=[], error=None)
    assert (made["status"], made["completed_at"], made["output"]) == (status, completed_at, [])

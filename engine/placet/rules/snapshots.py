"""The response object of a generation as its status moves, and the event that tells each move."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from placet.rules import responses
from placet.rules.generations import EventType, Generation
from placet.rules.responses import Payload


def snapshot(row: Generation, status: str, **members: Any) -> Payload:
    """A generation's response in this status."""
    return responses.response(
        row.response_id, json.loads(row.request), row.created_at // 1000, status, **members
    )


def text(response: Mapping[str, Any]) -> str:
    """A response as it is kept. In ASCII, so that no text of a model makes a commit impossible."""
    return json.dumps(response, separators=(",", ":"))


def told(kind: EventType, response: Mapping[str, Any]) -> Payload:
    """The payload of an event that carries the whole response."""
    return {"type": kind.value, "response": response}


def ended(row: Generation, status: str, at_s: int, **members: Any) -> Payload:
    """The final response: whole or broken off, with the moment of its end when it ended well.

    Under a clock that was set back meanwhile it ends at the moment at which it was made.
    """
    at_s = max(at_s, row.created_at // 1000)
    good = status in {responses.COMPLETED, responses.INCOMPLETE}
    return snapshot(row, status, **members, completed_at=at_s if good else None)

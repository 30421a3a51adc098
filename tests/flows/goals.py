"""Short ways to workflows over HTTP, in a house whose model says what a test wrote."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from placet.api.workflows import GetWorkflow
from tests.fakes.model_server import ModelServer, Reply, call
from tests.flows.house import FREE_WRITE, House
from tests.flows.wire import Wire, wire

REPORT = {"content": "All is well."}
ENDED = frozenset({"done", "unverified", "failed", "stopped", "interrupted"})


@dataclass
class Goals:
    """One house with an agent that has a scripted model, and the owner's way in."""

    house: House
    wire: Wire
    model: ModelServer

    def create(self, text: str = "Do it.", agent: str = "clerk", **more: Any) -> httpx.Response:
        return self.wire.owner.post("/workflows", json={"agent": agent, "text": text, **more})

    def report(self, agent: str = "clerk", path: str = "report.md", **more: Any) -> httpx.Response:
        body = {"agent": agent, "path": path, **more}
        return self.wire.owner.post("/workflows/guided/report", json=body)

    def act(self, workflow_id: str, verb: str, **body: Any) -> httpx.Response:
        return self.wire.owner.post(f"/workflows/{workflow_id}/{verb}", json=body)

    def row(self, workflow_id: str) -> dict[str, Any]:
        answer = self.wire.owner.get(f"/workflows/{workflow_id}")
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def ended(self, workflow_id: str, attempt: int = 1) -> dict[str, Any]:
        """The workflow, once that run of it has ended."""

        self.until(workflow_id, *ENDED, attempt=attempt)
        return self.row(workflow_id)

    def until(self, workflow_id: str, *statuses: str, attempt: int = 1) -> None:
        """Wait until a run of it stands in one of these statuses. Asked within: over the wire it would hold up the loop."""

        def stands() -> bool:
            row = self.house.engine.query(GetWorkflow(workflow_id=workflow_id))
            return row.status in statuses and row.attempt >= attempt

        self.house.wait_for(stands)

    def run(self, *replies: Reply, **more: Any) -> dict[str, Any]:
        """A free-form workflow whose model says these things, at its end."""
        self.model.replies += replies
        made = self.create(**more)
        assert made.status_code == 201, made.text
        return self.ended(made.json()["id"])

    def run_report(self, *replies: Reply, **more: Any) -> dict[str, Any]:
        """The guided report, at its end."""
        self.model.replies += replies or [writes(), Reply("I wrote it.")]
        made = self.report(**more)
        assert made.status_code == 201, made.text
        return self.ended(made.json()["id"])

    def operations(self, workflow_id: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.wire.owner.get(f"/workflows/{workflow_id}/operations").json()[
            "operations"
        ]
        return found


def writes(**free: Any) -> Reply:
    """The reply that a guided report asks for."""
    return Reply(calls=(call("fs_write", free or REPORT),))


@contextmanager
def goals(
    base: Path, *, tools: tuple[Any, ...] = (), declared: tuple[Any, ...] = (FREE_WRITE,), **more: Any
) -> Iterator[Goals]:
    """A house over HTTP with the agent `clerk`, who may write without asking."""
    with ModelServer() as model, House(base, tools=tools, model=model, **more) as house:
        house.declare(tools=declared)
        with wire(house) as over:
            yield Goals(house, over, model)

"""The same house over HTTP: a real server on loopback and real tokens."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx

import placet.app
from placet.api import Scope
from placet.api.commands import CreateToken
from tests.flows.house import PATIENCE_S, House


@dataclass(frozen=True)
class Wire:
    """Short ways to the routes, as the owner and as the agent."""

    owner: httpx.Client
    agent: httpx.Client

    def call(self, tool: str, args: Any, name: str = "clerk", **more: Any) -> httpx.Response:
        return self.agent.post(f"/agents/{name}/tool-calls", json={"tool": tool, "args": args, **more})

    def held(self, tool: str = "held", args: Any = None, **more: Any) -> str:
        """Ask for a call that waits, and return its task's id."""
        answer = self.call(tool, args or {}, wait_ms=0, **more)
        assert answer.status_code == 202, answer.text
        task_id: str = answer.json()["task_id"]
        return task_id

    def task(self, task_id: str, name: str = "clerk") -> dict[str, Any]:
        answer = self.owner.get(f"/agents/{name}/tasks/{task_id}")
        assert answer.status_code == 200, answer.text
        row: dict[str, Any] = answer.json()["task"]
        return row

    def resolve(self, task_id: str, action: str, name: str = "clerk", **more: Any) -> httpx.Response:
        """Decide as a client would that showed the arguments."""
        if action == "approve" and "shown_digest" not in more:
            more["shown_digest"] = (
                self.task(task_id, name)["approval"]["digest"] if self._held(task_id, name) else None
            )
            if more["shown_digest"] is None:
                del more["shown_digest"]
        return self.owner.post(f"/agents/{name}/tasks/{task_id}/resolve", json={"action": action, **more})

    def _held(self, task_id: str, name: str) -> bool:
        return self.task(task_id, name)["approval"] is not None


@contextmanager
def wire(house: House, agent: str = "clerk") -> Iterator[Wire]:
    """Serve the house, with tokens for the owner and one agent."""
    url = placet.app.serve_http(house.engine)
    owner = house.submit(CreateToken(scope=Scope.OWNER)).secret
    voice = house.submit(CreateToken(scope=Scope.AGENT, agent=agent)).secret
    with client(url, owner) as owners, client(url, voice) as agents:
        yield Wire(owners, agents)


def client(url: str, secret: str) -> httpx.Client:
    headers = {"Authorization": f"Bearer {secret}"}
    return httpx.Client(base_url=url, headers=headers, timeout=PATIENCE_S, trust_env=False)
